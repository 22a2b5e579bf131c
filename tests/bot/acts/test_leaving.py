"""Leaving team games: giving up seats, and taking them over."""

import asyncio
from dataclasses import replace

import pytest

from bot.acts.gather.challenge import Challenge
from bot.acts.look.record import ShowRecord
from bot.acts.look.verify import Verify
from bot.acts.play.answer import Answer
from bot.acts.play.claim import Claim, Extend
from bot.acts.play.draw import Draw
from bot.acts.play.move import Move
from bot.acts.play.nudge import Nudge
from bot.acts.play.pause import Pause
from bot.acts.play.resign import Resign
from bot.acts.play.resume import Resume
from bot.acts.play.take import TakeSeat
from bot.acts.play.undo import Undo
from bot.store.embedded import EmbeddedServer
from bot.store.link import Link
from bot.store.redis import RedisStore
from bot.table import departures, steps
from bot.table.button import Button
from bot.table.calls import NO_CALLS
from bot.table.clock import Stop
from bot.table.corn import words_of
from bot.table.departures import PASSED_SECONDS
from bot.table.due import CALL, DEADLINE, Due
from bot.table.former import Departure, Former
from bot.table.ids import TableId
from bot.table.pace import DAY, HOUR, Pace
from bot.table.people import Actor, Platform, Presence, User
from bot.table.ports import Operation
from bot.table.preferences import Preferences
from bot.table.seats import Computer, Person
from bot.table.table import Absence, Ending, Status, Table
from bot.table.terms import Flag, Terms
from engine.record import UNDO, Record
from engine.tags import Successor
from tests.bot.acts.agreeing import ELSEWHERE
from tests.bot.acts.room import ANA, BEN, CARA, NOWHERE, PLACE, Room, Why
from tests.bot.acts.teams import DAN, EASY, EVA, mover, play_turn, team_game

MEDIUM = Computer("medium")
THREE_DAYS = Terms(Pace(3 * DAY))
BANK = Terms(Pace(DAY, HOUR))


async def leave(room: Room, id_: TableId, actor: Actor) -> Table:
    """Let a player resign, without being asked back."""
    assert not (await room.act(actor, Resign(id_, sure=True))).refused
    return await room.table(id_)


async def take(room: Room, id_: TableId, actor: Actor, seat: int | None = None) -> Table:
    """Let a person take over a seat."""
    assert not (await room.act(actor, TakeSeat(id_, seat))).refused
    return await room.table(id_)


def holder_of(table: Table, seat: int) -> str | None:
    """The id of the person in a seat, None for a computer."""
    holder = table.seats[seat]
    return holder.user.id if isinstance(holder, Person) else None


async def test_giving_up_a_seat(room: Room) -> None:
    """Who resigns in a team gives the seat up to a computer, and the game goes on."""
    id_ = await team_game(room)
    room.now += HOUR
    before = await room.table(id_)
    table = await leave(room, id_, BEN)
    assert (table.status, table.seats[1], table.vacated) == (Status.PLAYING, MEDIUM, (1,))
    left = Former(1, before.seats[1], Departure.RESIGNED, 0, int(room.now))  # type: ignore[arg-type] # a person
    assert table.former == (left,)
    assert (table.touched, table.position) == (int(room.now), before.position)


async def test_the_last_one_of_a_side(room: Room) -> None:
    """A side has resigned when all of its people have."""
    id_ = await team_game(room, ANA, BEN, CARA, EASY)
    await leave(room, id_, BEN)
    table = await leave(room, id_, ANA)
    assert (table.ending, table.ended_by, table.winners) == (Ending.RESIGNED, 0, (2, 3))


@pytest.mark.parametrize(("actor", "key"), [(ANA, "resign.seat-sure"), (CARA, "resign.sure")])
async def test_asking_back(room: Room, actor: Actor, key: str) -> None:
    """The bot asks whether to give up the seat or, without partners, whether to resign."""
    id_ = await team_game(room, ANA, BEN, CARA, EASY)
    reply = await room.act(actor, Resign(id_))
    assert [text.key for text in reply.texts] == [key]
    (button,) = reply.choices
    assert isinstance(button, Button)
    assert button.act == Resign(id_, sure=True, of_seat=key == "resign.seat-sure")
    assert (await room.table(id_)).former == ()


async def test_the_computer_moves_at_once(room: Room) -> None:
    """A computer that takes over the seat to move does so as soon as people have seen who left."""
    id_ = await team_game(room)
    await leave(room, id_, ANA)
    await room.fall_due()
    assert (await room.table(id_)).moves == 0
    await room.wait(PASSED_SECONDS)
    assert await mover(room, id_) == 1
    assert (await room.table(id_)).moves == 2


async def test_a_press_at_the_same_time(room: Room) -> None:
    """A press on the board before a partner left counts: the position is still the same."""
    id_ = await team_game(room)
    before, (move, *_) = await room.table(id_), await room.moves(id_)
    await leave(room, id_, BEN)
    assert not (await room.act(ANA, Move(id_, before.revision, move, before.mark))).refused
    assert await mover(room, id_) == 1


async def test_who_left_cannot_move(room: Room, why: Why) -> None:
    """Who has given up their seat can't move any more, and the game isn't listed as theirs."""
    id_ = await team_game(room)
    (move, *_) = await room.moves(id_)
    table = await leave(room, id_, ANA)
    assert why(await room.act(ANA, Move(id_, table.revision, move))) == "seat.none"
    assert await room.service.games(ANA) == ()


async def test_leaving_twice(room: Room, why: Why) -> None:
    """A redelivered press changes nothing more; another one is refused."""
    id_ = await team_game(room)
    for _ in range(2):
        resign = await room.act(ANA, Resign(id_, sure=True), operation="leave")
        assert not resign.refused
    assert len((await room.table(id_)).former) == 1
    assert why(await room.act(ANA, Resign(id_, sure=True))) == "seat.none"


async def test_leaving_from_elsewhere(room: Room) -> None:
    """A seat can be given up from another place, which gets a confirmation."""
    id_ = await team_game(room, ANA, BEN, CARA, EASY)
    keys = []
    for actor in (ANA, CARA):
        reply = await room.act(actor, Resign(id_, sure=True), place=ELSEWHERE)
        keys.append([text.key for text in reply.texts])
    assert keys == [["table.changed"], ["table.ended"]]


async def test_taking_a_seat(room: Room) -> None:
    """Anyone can take over a seat that was given up; the game is then listed as theirs."""
    id_ = await team_game(room)
    await leave(room, id_, BEN)
    table = await take(room, id_, EVA)
    assert table.seats[1] == Person(EVA.user, "Eva")
    assert table.former[-1] == Former(1, MEDIUM, Departure.RELIEVED, 0, int(room.now))
    assert [line.table for line in await room.service.games(EVA)] == [id_]


async def test_a_seat_on_a_real_server(link: Link) -> None:
    """On a real server, too, the game of a seat that was taken over is listed as theirs."""
    room = Room(store=RedisStore(link))  # type: ignore[arg-type] # any store
    id_ = await team_game(room)
    await leave(room, id_, BEN)
    await take(room, id_, EVA)
    assert [line.table for line in await room.service.games(EVA)] == [id_]


async def test_taking_a_seat_by_a_command(room: Room, why: Why) -> None:
    """Without a table, the only game here with a seat to take over is meant."""
    await team_game(room)
    assert why(await room.act(EVA, TakeSeat())) == "take.none-here"
    id_ = await team_game(room)
    await leave(room, id_, BEN)
    assert not (await room.act(EVA, TakeSeat())).refused
    assert holder_of(await room.table(id_), 1) == "eva"


async def test_two_at_once(room: Room) -> None:
    """Of two who take over a seat at the same time, one gets it, and the other is told so."""
    id_ = await team_game(room)
    await leave(room, id_, BEN)
    frank = replace(EVA, user=replace(EVA.user, id="frank"), name="Frank")
    replies = await asyncio.gather(*(room.act(actor, TakeSeat(id_, 1)) for actor in (EVA, frank)))
    assert sorted(reply.refused for reply in replies) == [False, True]
    (refused,) = [reply for reply in replies if reply.refused]
    first = (await room.table(id_)).seats[1]
    assert isinstance(first, Person)
    assert [room.say(text) for text in refused.texts] == [
        f"{first.name} has already taken over this seat."
    ]


async def test_many_at_once_in_two_processes(valkey: EmbeddedServer, link: Link, why: Why) -> None:
    """On a real server, as many get in as seats were given up, and the others are told so."""
    other = Link(valkey.url)
    rooms = [Room(store=RedisStore(each)) for each in (link, other)]  # type: ignore[arg-type] # any store
    id_ = await team_game(rooms[0])
    await leave(rooms[0], id_, BEN)
    await leave(rooms[1], id_, CARA)
    users = [User(Platform.WEB, f"u{n}") for n in range(20)]
    replies = await asyncio.gather(
        *(
            rooms[n % 2].act(Actor(user, f"U{n}"), TakeSeat(id_), operation=f"take-{n}")
            for n, user in enumerate(users)
        )
    )
    table = await rooms[0].table(id_)
    seated = {user for user in users if table.seat_of(user) is not None}
    assert seated == {user for user, reply in zip(users, replies, strict=True) if not reply.refused}
    assert (len(seated), table.vacated) == (2, ())
    assert {why(reply) for reply in replies if reply.refused} == {"take.late"}
    await other.close()


@pytest.mark.parametrize(
    ("actor", "seat", "key"),
    [
        (EVA, 0, "take.none"),  # Ana's
        (EVA, 3, "take.none"),  # a computer's from the beginning
        (EVA, 99, "take.none"),  # forged
        (CARA, 1, "take.opponent"),
        (CARA, None, "take.opponent"),
    ],
)
async def test_seats_that_cannot_be_taken(
    room: Room, why: Why, actor: Actor, seat: int | None, key: str
) -> None:
    """Only a seat that was given up can be taken over, and not by an opponent."""
    id_ = await team_game(room, ANA, BEN, CARA, EASY)
    table = await leave(room, id_, BEN)
    assert why(await room.act(actor, TakeSeat(id_, seat))) == key
    assert await room.table(id_) == table


async def test_no_seat_was_given_up(room: Room, why: Why) -> None:
    """While everyone plays, there is no seat to take over."""
    id_ = await team_game(room)
    for seat in (None, 1):
        assert why(await room.act(EVA, TakeSeat(id_, seat))) == "take.none"


async def test_taking_the_same_seat_again(room: Room, why: Why) -> None:
    """A second press of the new player is told that they play already, a redelivered one isn't."""
    id_ = await team_game(room)
    await leave(room, id_, BEN)
    for _ in range(2):
        assert not (await room.act(EVA, TakeSeat(id_, 1), operation="take")).refused
    for seat in (None, 1):
        assert why(await room.act(EVA, TakeSeat(id_, seat))) == "take.yours"


async def test_changing_sides(room: Room, why: Why) -> None:
    """Who has played for a side can't go on for the other one, even after leaving it."""
    id_ = await team_game(room)
    await leave(room, id_, BEN)
    await leave(room, id_, DAN)
    assert why(await room.act(BEN, TakeSeat(id_, 3))) == "take.opponent"
    assert holder_of(await take(room, id_, DAN), 3) == "dan"


async def test_coming_back(room: Room) -> None:
    """Who has left can come back to their seat, and the words for the throws stay as they were."""
    id_ = await team_game(room)
    before = await room.table(id_)
    await leave(room, id_, BEN)
    table = await take(room, id_, BEN)
    assert (holder_of(table, 1), table.vacated) == ("ben", ())
    assert words_of(table) == words_of(before) == ("word",) * 4


async def test_the_record_of_who_played(room: Room) -> None:
    """The record names those who began, and who took over which seat after how many moves."""
    id_ = await team_game(room)
    await leave(room, id_, DAN)
    await play_turn(room, id_, ANA)
    room.now += HOUR
    await take(room, id_, EVA)
    await leave(room, id_, ANA)
    reply = await room.act(BEN, ShowRecord(id_))
    assert reply.file is not None
    tags = Record.read(reply.file.data.decode()).tags
    assert tags.players == ("Ana", "Ben", "Cara", "Dan")
    assert tags.successors == (
        Successor(3, 0, "1970-01-12T13:46:40Z", "Computer (medium)"),
        Successor(3, 2, "1970-01-12T14:46:40Z", "Eva"),
        Successor(0, 2, "1970-01-12T14:46:40Z", "Computer (medium)"),
    )


async def test_the_words_of_those_who_began(room: Room) -> None:
    """The check of the throws shows the words of the players who began."""
    id_ = await team_game(room)
    await leave(room, id_, BEN)
    reply = await room.act(ANA, Verify(id_))
    words = [room.say(text) for text in reply.texts if text.key == "corn.word"]
    assert len(words) == 4
    assert any("Ben" in word for word in words)


async def test_a_partner_takes_over(room: Room) -> None:
    """A partner can play two seats, moves for each in its turn, and gives up both."""
    id_ = await team_game(room, ANA, BEN, CARA, DAN, EVA, EASY)
    await leave(room, id_, BEN)
    await take(room, id_, ANA)
    await play_turn(room, id_, ANA)
    assert await mover(room, id_) == 1
    await play_turn(room, id_, ANA)
    assert await mover(room, id_) == 2
    table = await leave(room, id_, ANA)
    assert table.vacated == (0, 1)


@pytest.mark.parametrize("status", [Status.OFFERED, Status.OVER])
async def test_only_during_a_game(room: Room, why: Why, status: Status) -> None:
    """No seat can be taken over before a game or after it."""
    id_ = await team_game(room)
    table = await leave(room, id_, BEN)
    other = replace(table, status=status, revision=table.revision + 1, created=int(room.now))
    await room.store.commit(other, (), Operation("other"), ())
    key = {Status.OFFERED: "table.not-begun", Status.OVER: "table.over"}[status]
    assert why(await room.act(EVA, TakeSeat(id_))) == key
    assert why(await room.act(EVA, TakeSeat(NOWHERE))) == "table.gone"


async def test_only_where_the_board_is(room: Room, why: Why) -> None:
    """A seat is taken over only in the place of the game."""
    id_ = await team_game(room)
    await leave(room, id_, BEN)
    assert why(await room.act(EVA, TakeSeat(id_), place=ELSEWHERE)) == "table.elsewhere"


async def test_blocked_by_the_host(room: Room, why: Why, monkeypatch: pytest.MonkeyPatch) -> None:
    """A person whom the host blocks can't take over a seat."""
    id_ = await team_game(room)
    await leave(room, id_, BEN)

    async def preferred(_user: object) -> Preferences:
        return Preferences(blocked=frozenset({EVA.user}))

    monkeypatch.setattr(room.store, "preferences", preferred)
    assert why(await room.act(EVA, TakeSeat(id_))) == "accept.blocked"
    assert not (await room.act(BEN, TakeSeat(id_))).refused


async def test_too_many_games(room: Room, why: Why, monkeypatch: pytest.MonkeyPatch) -> None:
    """A person with too many games can't take over a seat in another one, a partner can."""
    monkeypatch.setattr("bot.acts.offers.RUNNING_GAMES", 1)
    busy, id_ = await room.playing(), await team_game(room, EVA, DAN, CARA, EASY)
    await leave(room, id_, DAN)
    assert why(await room.act(ANA, TakeSeat(id_))) == "limit.games"
    assert not (await room.act(EVA, TakeSeat(id_))).refused
    assert (await room.table(busy)).status is Status.PLAYING


async def test_too_many_changes(room: Room, why: Why, monkeypatch: pytest.MonkeyPatch) -> None:
    """After too many changes of players, nobody can take over, but everyone can leave."""
    monkeypatch.setattr(departures, "MAX_CHANGES", 3)
    id_ = await team_game(room)
    await leave(room, id_, BEN)
    await take(room, id_, BEN)
    table = await leave(room, id_, BEN)
    assert len(table.former) == 3
    assert why(await room.act(BEN, TakeSeat(id_))) == "take.often"


async def test_the_time_of_a_new_player(room: Room) -> None:
    """A player who takes over the seat to move has what is left of the turn, and is reminded."""
    id_ = await team_game(room, terms=THREE_DAYS)
    await room.wait(2 * DAY)
    assert (await leave(room, id_, ANA)).deadline is None
    room.now += HOUR
    table = await take(room, id_, EVA)
    assert (table.deadline, table.calls) == (int(room.now) + 23 * HOUR, NO_CALLS)
    await room.wait(11.5 * HOUR)
    assert (await room.table(id_)).calls.count == 1


async def test_a_bank_stays_with_the_seat(room: Room) -> None:
    """With a bank, a new player has what is left of it, and the others keep theirs."""
    id_ = await team_game(room, terms=BANK)
    room.now += 5 * HOUR
    await leave(room, id_, ANA)
    table = await take(room, id_, EVA)
    assert table.clock is not None
    assert table.clock.left == (DAY + HOUR - 5 * HOUR, DAY, DAY, DAY)
    assert table.deadline == int(room.now) + DAY + HOUR - 5 * HOUR


@pytest.mark.parametrize("terms", [BANK, THREE_DAYS])
async def test_a_time_that_is_used_up(room: Room, why: Why, terms: Terms) -> None:
    """Nobody takes over the seat of a player whose time is up before the computer has moved."""
    id_ = await team_game(room, terms=terms)
    await room.wait(3 * DAY)
    await room.act(BEN, Claim(id_))
    assert why(await room.act(EVA, TakeSeat(id_))) == "take.up"
    await room.wait(PASSED_SECONDS)
    table = await take(room, id_, EVA)
    assert (table.forfeit, holder_of(table, 0)) == (None, "eva")


async def test_a_seat_that_is_not_to_move(room: Room) -> None:
    """A change of players elsewhere leaves the clock and the reminders of the turn alone."""
    id_ = await team_game(room, terms=THREE_DAYS)
    await room.wait(2 * DAY)
    before = await room.table(id_)
    assert before.calls.count == 1
    await leave(room, id_, BEN)
    table = await take(room, id_, EVA)
    assert (table.clock, table.calls) == (before.clock, before.calls)


async def test_who_is_mentioned(room: Room) -> None:
    """Only a change to a person who is to move is worth a new message, which mentions them."""
    id_ = await team_game(room)
    tables = [await leave(room, id_, BEN), await take(room, id_, EVA), await leave(room, id_, ANA)]
    assert [table.silent for table in tables] == [True, True, True]
    assert not (await take(room, id_, ANA)).silent


async def test_dues_of_a_player_who_left(room: Room) -> None:
    """Deadlines and reminders of a player who has left have no effect."""
    id_ = await team_game(room, terms=THREE_DAYS)
    await leave(room, id_, ANA)
    await room.wait(PASSED_SECONDS)
    before = await room.table(id_)
    assert before.clock is not None
    room.now += 1
    for what in (DEADLINE, CALL):
        await room.handle(Due(id_, what, room.now))
    assert await room.table(id_) == before


async def test_one_person_is_left(room: Room) -> None:
    """Against computers, time stops for the last person, and goes on when others come."""
    id_ = await team_game(room, ANA, BEN, EASY, EASY, terms=THREE_DAYS)
    await room.wait(2 * DAY)
    table = await leave(room, id_, BEN)
    assert (table.is_practice, table.clock, table.calls) == (True, None, NO_CALLS)
    await room.wait(4 * DAY, every=HOUR)
    assert await room.table(id_) == table
    table = await take(room, id_, EVA)
    assert table.deadline == int(room.now) + DAY


async def test_nothing_to_decide_alone(room: Room) -> None:
    """When the partner of a player whose time is up leaves, and no person is left, they play on."""
    id_ = await team_game(room, ANA, BEN, EASY, EASY, terms=THREE_DAYS)
    await room.wait(3 * DAY)
    assert (await room.table(id_)).forfeit == 0
    table = await leave(room, id_, BEN)
    assert (table.forfeit, table.status) == (None, Status.PLAYING)


async def test_the_host_leaves(room: Room) -> None:
    """When the host gives up their seat, they remain the host in the table's data."""
    id_ = await team_game(room)
    table = await leave(room, id_, ANA)
    assert table.host.user == ANA.user
    await room.service.follow(PLACE, ELSEWHERE)
    assert (await room.table(id_)).place == ELSEWHERE


async def test_a_hint_goes_with_its_player(room: Room) -> None:
    """The hint for a player who leaves on their turn isn't shown any more."""
    id_ = await team_game(room)
    table = await room.table(id_)
    hinted = replace(table, revision=table.revision + 1, hint="hint.enter")
    await room.store.commit(hinted, (), Operation("hint"), ())
    assert (await leave(room, id_, BEN)).hint == "hint.enter"
    await take(room, id_, BEN)
    assert (await leave(room, id_, ANA)).hint == ""


async def test_an_offer_ends_with_a_player(room: Room, why: Why) -> None:
    """A change of players ends an open offer, and its buttons do nothing."""
    id_ = await team_game(room)
    await room.act(ANA, Draw(id_))
    asking = (await room.table(id_)).asking
    assert asking is not None
    assert (await leave(room, id_, BEN)).asking is None
    assert why(await room.act(CARA, Answer(id_, asking.revision, agrees=True))) == "agree.gone"


async def test_leaving_in_a_pause(room: Room) -> None:
    """A pause goes on when the player to move leaves; the computer moves when it is over."""
    id_ = await team_game(room, terms=THREE_DAYS)
    await room.act(CARA, Pause(id_))
    asking = (await room.table(id_)).asking
    assert asking is not None
    await room.act(BEN, Answer(id_, asking.revision, agrees=True))
    await leave(room, id_, ANA)
    await room.wait(DAY)
    table = await room.table(id_)
    assert table.clock is not None
    assert (table.moves, table.clock.stopped) == (0, Stop.PAUSED)
    await room.act(DAN, Resume(id_))
    await room.act(BEN, Resume(id_))
    await room.fall_due()
    assert await mover(room, id_) == 1


@pytest.mark.parametrize("actor", [BEN, CARA])
async def test_the_computer_plays_on(room: Room, actor: Actor) -> None:
    """When a player's time is up, a partner or an opponent can let a computer play on."""
    id_ = await team_game(room, terms=THREE_DAYS)
    await room.wait(3 * DAY)
    assert not (await room.act(actor, Claim(id_))).refused
    table = await room.table(id_)
    assert (table.status, table.seats[0], table.forfeit) == (Status.PLAYING, MEDIUM, None)
    assert table.former[0].why is Departure.TIMEOUT
    await room.wait(PASSED_SECONDS)
    assert await mover(room, id_) == 1


async def test_the_player_cannot_decide(room: Room, why: Why) -> None:
    """A player whose time is up can't decide what follows."""
    id_ = await team_game(room, terms=THREE_DAYS)
    await room.wait(3 * DAY)
    assert why(await room.act(ANA, Claim(id_))) == "claim.own"
    assert why(await room.act(ANA, Extend(id_))) == "claim.own"


async def test_a_partner_gives_no_day(room: Room, why: Why) -> None:
    """An opponent can give a day to a player whose time is up; their own side can't."""
    id_ = await team_game(room, terms=THREE_DAYS)
    await room.wait(3 * DAY)
    assert why(await room.act(BEN, Extend(id_))) == "extend.partner"
    assert not (await room.act(DAN, Extend(id_))).refused
    assert (await room.table(id_)).deadline == int(room.now) + DAY


async def test_a_day_against_computers(room: Room) -> None:
    """Where only computers play on other sides, a partner can give a day."""
    id_ = await team_game(room, ANA, BEN, EASY, EASY, terms=THREE_DAYS)
    await room.wait(3 * DAY)
    assert not (await room.act(BEN, Extend(id_))).refused


async def test_a_partner_who_has_gone(room: Room) -> None:
    """For a player who has left the chat, a computer can play on as well."""
    id_ = await team_game(room)
    room.presence[ANA.user] = Presence.GONE
    await room.wait(2 * DAY + 60, every=600)
    assert (await room.table(id_)).forfeit == 0
    await room.act(BEN, Claim(id_))
    table = await room.table(id_)
    assert (table.former[0].why, table.absence) == (Departure.LEFT, None)


async def test_the_only_person_of_a_side(room: Room) -> None:
    """Over a player without partners, the opponents claim the win, even if they have computers."""
    id_ = await team_game(room, ANA, EASY, CARA, DAN, terms=THREE_DAYS)
    await room.wait(3 * DAY)
    await room.act(DAN, Claim(id_))
    table = await room.table(id_)
    assert (table.ending, table.ended_by, table.winners) == (Ending.TIMEOUT, 0, (2, 3))


async def test_an_automatic_flag_in_a_team(room: Room) -> None:
    """With `flag=auto`, a computer takes over by itself when a player's time is up."""
    id_ = await team_game(room, terms=replace(THREE_DAYS, flag=Flag.AUTO))
    await room.wait(3 * DAY)
    await room.wait(PASSED_SECONDS)
    table = await room.table(id_)
    assert (table.status, table.seats[0]) == (Status.PLAYING, MEDIUM)
    assert table.moves == 2


@pytest.mark.parametrize(("leaver", "called"), [(None, BEN), (BEN, CARA)])
async def test_who_is_called_to_decide(room: Room, leaver: Actor | None, called: Actor) -> None:
    """A partner is called to decide or, if the last one has left, an opponent."""
    id_ = await team_game(room, terms=THREE_DAYS)
    await room.wait(3 * DAY)
    if leaver is not None:
        await leave(room, id_, leaver)
        await room.fall_due()
    assert room.asked[-1] == called.user
    assert (await room.table(id_)).calls.count == 1


async def test_a_decider_who_has_gone(room: Room) -> None:
    """If the partner who could decide has gone, an opponent is called."""
    id_ = await team_game(room, terms=THREE_DAYS)
    room.presence[BEN.user] = Presence.GONE
    await room.wait(3 * DAY)
    assert (await room.table(id_)).calls.count == 1


async def test_an_absence_ends_with_its_player(room: Room) -> None:
    """The absence of the player to move is forgotten when they leave, not when others do."""
    id_ = await team_game(room)
    table = await room.table(id_)
    missed = steps.miss(table, Absence(0, int(room.now)))
    await room.tables.commit(table, missed, Operation("gone"))
    assert (await leave(room, id_, DAN)).absence is not None
    assert (await leave(room, id_, ANA)).absence is None


async def test_an_undo_of_a_player_with_two_seats(room: Room) -> None:
    """A player with two seats takes back the last move they made from either."""
    id_ = await team_game(room)
    await leave(room, id_, BEN)
    await take(room, id_, ANA)
    await play_turn(room, id_, ANA)
    begun = await room.table(id_)
    await play_turn(room, id_, ANA)
    await room.act(ANA, Undo(id_))
    asking = (await room.table(id_)).asking
    assert asking is not None
    await room.act(CARA, Answer(id_, asking.revision, agrees=True))
    table = await room.table(id_)
    assert (table.undone, await mover(room, id_)) == (1, 1)
    assert (table.position, table.moves) == (begun.position, begun.moves)


async def test_moves_of_the_player_before(room: Room, why: Why) -> None:
    """Who takes over a seat can't take back the moves that were made from it before."""
    id_ = await team_game(room)
    await play_turn(room, id_, ANA)
    await leave(room, id_, ANA)
    await take(room, id_, EVA)
    assert why(await room.act(EVA, Undo(id_))) == "undo.none"


async def test_an_undo_of_a_turn_before_a_change(room: Room) -> None:
    """An undo that goes back before a change of players leaves the players as they are now."""
    id_ = await team_game(room)
    await play_turn(room, id_, ANA)
    await play_turn(room, id_, BEN)
    table = await leave(room, id_, BEN)
    assert table.former[0].moves == 4
    await take(room, id_, EVA)
    await room.act(ANA, Undo(id_))
    asking = (await room.table(id_)).asking
    assert asking is not None
    await room.act(CARA, Answer(id_, asking.revision, agrees=True))
    table = await room.table(id_)
    assert (table.moves, [each.moves for each in table.former]) == (0, [0, 0])
    assert (holder_of(table, 1), await mover(room, id_)) == ("eva", 0)
    assert (await room.store.record(id_)).count(UNDO) == 4


async def test_a_nudge_between_two_seats(room: Room, why: Why) -> None:
    """A player with two seats can't nudge themselves, whichever seat is to move."""
    id_ = await team_game(room)
    await leave(room, id_, BEN)
    await take(room, id_, ANA)
    await play_turn(room, id_, ANA)
    assert await mover(room, id_) == 1
    assert why(await room.act(ANA, Nudge(id_))) == "nudge.own"
    assert why(await room.act(ANA, Nudge())) == "nudge.none-here"


async def test_two_players_resign_as_before(room: Room) -> None:
    """In a game of two, a player who resigns loses, and no seat can be taken over."""
    id_ = await room.post(ANA, Challenge((BEN,)))
    assert (await room.table(id_)).vacated == ()
    id_ = await room.playing()
    table = await leave(room, id_, BEN)
    assert (table.ending, table.winners, table.former) == (Ending.RESIGNED, (0,), ())
