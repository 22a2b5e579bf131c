"""Matches: the next game, its beginning, leaving, rematches, and what was played."""

from dataclasses import replace

import pytest

from bot.acts.gather.accept import Accept
from bot.acts.gather.cancel import Cancel
from bot.acts.gather.challenge import Challenge
from bot.acts.gather.decline import Decline
from bot.acts.gather.open import Open
from bot.acts.gather.practice import Practice
from bot.acts.gather.rematch import Rematch
from bot.acts.limits import OPEN_CHALLENGES
from bot.acts.look.games import ListGames
from bot.acts.look.series import ShowSeries
from bot.acts.play.abort import Abort
from bot.acts.play.answer import Answer
from bot.acts.play.draw import Draw
from bot.acts.play.quit import LeaveMatch
from bot.acts.play.resign import Resign
from bot.acts.play.take import TakeSeat
from bot.table import steps
from bot.table.button import Button, Link
from bot.table.due import BEGIN, Due
from bot.table.former import Departure, Former
from bot.table.match import Match
from bot.table.match_text import so_far
from bot.table.next_game import BEGIN_SECONDS
from bot.table.options import Options
from bot.table.pace import DAY
from bot.table.people import Place, Platform
from bot.table.ports import Operation
from bot.table.seats import Computer, Kept, Person
from bot.table.table import Ending, Status, Table
from bot.table.terms import Terms
from bot.table.upkeep import ABANDONED_DAYS, CHALLENGE_SECONDS
from engine.header import key_of
from tests.bot.acts.match_room import (
    DAN,
    FIRST_TO_THREE,
    SERIES,
    begin,
    begin_teams,
    following,
    get_ready,
    lose,
    names,
    show,
)
from tests.bot.acts.room import ANA, BEN, CARA, PLACE, SAY, Room, Why

DRAWN = ((0, 1),)


def decided(room: Room, table: Table) -> Match:
    """The match with this game."""
    match = so_far(table, room.tables.games.game(table.header))
    assert match is not None
    return match


async def test_the_next_game_is_posted(room: Room) -> None:
    """When a game ends, the next one is posted: the same people and terms, with sides swapped."""
    first = await begin(room)
    second = await room.table(await lose(room, ANA, first))
    ended = await room.table(first)
    assert (second.status, second.is_next_game) == (Status.OFFERED, True)
    assert names(second) == ["Ben", "Ana"]
    assert (second.terms, second.header, second.place) == (ended.terms, ended.header, ended.place)
    assert (second.seed, second.code) != (ended.seed, ended.code)
    assert second.match is not None
    assert second.match.score() == (0, 2)
    assert room.shown_now[-1] == second.id


async def test_a_draw_counts_half(room: Room) -> None:
    """After a draw, both have half a point."""
    first = await begin(room)
    await room.act(ANA, Draw(first))
    await room.act(BEN, Answer(first, (await room.table(first)).revision, agrees=True))
    second = await room.table(await following(room, first))
    assert second.match is not None
    assert second.match.score() == (1, 1)


async def test_first_to_three(room: Room) -> None:
    """A match ends when one party has as many points as agreed, and no game follows."""
    id_ = await begin(room)
    for _ in range(2):
        id_ = await lose(room, ANA, id_)
        await get_ready(room, id_)
    await room.act(ANA, Resign(id_, sure=True))
    await room.fall_due()
    last = await room.table(id_)
    assert decided(room, last).winners() == (1,)
    assert await room.store.load(room.service.next_games.id_after(id_)) is None


async def test_a_series_plays_its_rulesets(room: Room) -> None:
    """A series plays its rulesets in order, all of them, and then ends."""
    id_ = await begin(room, SERIES)
    played = [id_]
    for loser in (ANA, ANA):
        id_ = await lose(room, loser, id_)
        await get_ready(room, id_)
        played.append(id_)
    await room.act(BEN, Resign(id_, sure=True))
    await room.fall_due()
    assert [key_of((await room.table(each)).header) for each in played] == [
        "puluc",
        "bul",
        "boolik",
    ]
    match = decided(room, await room.table(id_))
    assert (match.is_decided, match.score(), match.winners()) == (True, (2, 4), (1,))
    assert await room.store.load(room.service.next_games.id_after(id_)) is None


@pytest.mark.parametrize("ending", [Ending.CLOSED, Ending.ABANDONED])
async def test_a_game_without_a_result_ends_the_match(room: Room, ending: Ending) -> None:
    """After a game without a result no game follows."""
    id_ = await begin(room)
    step = steps.end(await room.table(id_), ending, room.now)
    await room.tables.commit(await room.table(id_), step, Operation("end"))
    await room.fall_due()
    assert await room.store.load(room.service.next_games.id_after(id_)) is None


async def test_a_single_game_has_no_next_one(room: Room) -> None:
    """Without a match, no game follows."""
    id_ = await room.playing()
    await room.act(ANA, Resign(id_, sure=True))
    await room.fall_due()
    assert await room.store.load(room.service.next_games.id_after(id_)) is None


async def test_it_begins_when_all_are_ready(room: Room) -> None:
    """The game begins with the press of the last one."""
    id_ = await lose(room, ANA, await begin(room))
    await room.act(ANA, Accept(id_))
    table = await room.table(id_)
    assert (table.status, table.ready, table.silent) == (Status.OFFERED, (1,), True)
    await room.act(BEN, Accept(id_))
    table = await room.table(id_)
    assert (table.status, table.ready) == (Status.PLAYING, ())


async def test_accepted_without_naming_it(room: Room) -> None:
    """A typed `accept` means the next game, if there is only that."""
    id_ = await lose(room, ANA, await begin(room))
    for actor in (ANA, BEN):
        assert not (await room.act(actor, Accept())).refused
    assert (await room.table(id_)).status is Status.PLAYING


async def test_it_begins_by_itself(room: Room) -> None:
    """A minute after it was posted the game begins, whoever is ready."""
    id_ = await lose(room, ANA, await begin(room))
    room.now += BEGIN_SECONDS - 1
    await room.fall_due()
    assert (await room.table(id_)).status is Status.OFFERED
    room.now += 1
    await room.fall_due()
    assert (await room.table(id_)).status is Status.PLAYING


async def test_one_is_ready_too_early(room: Room) -> None:
    """A look before the minute is over doesn't begin the game as long as it waits for somebody."""
    id_ = await lose(room, ANA, await begin(room))
    await room.act(ANA, Accept(id_))
    await room.service.next_games.begin(Due(id_, BEGIN, room.now))
    assert (await room.table(id_)).status is Status.OFFERED


async def test_nothing_begins_unseen(room: Room) -> None:
    """Until its board is shown, with the fair-throw hash, a game does not begin by itself."""
    first = await begin(room)
    await room.act(ANA, Resign(first, sure=True))
    await room.wait(20 * BEGIN_SECONDS, every=10)
    id_ = room.service.next_games.id_after(first)
    assert ((await room.table(id_)).status, await room.store.record(id_)) == (Status.OFFERED, ())
    await show(room, id_)
    await room.wait(20 * BEGIN_SECONDS, every=10)
    assert (await room.table(id_)).status is Status.PLAYING


async def test_nothing_begins_unseen_if_all_are_ready(room: Room) -> None:
    """People who type that they are ready before the board is shown throw only after it is."""
    first = await begin(room)
    await room.act(ANA, Resign(first, sure=True))
    await room.fall_due()
    id_ = room.service.next_games.id_after(first)
    await get_ready(room, id_)
    await room.wait(10, every=1)
    assert ((await room.table(id_)).status, await room.store.record(id_)) == (Status.OFFERED, ())
    await show(room, id_)
    await room.wait(10, every=1)
    assert (await room.table(id_)).status is Status.PLAYING


async def test_a_game_that_cannot_be_shown_is_looked_at_less_often(room: Room) -> None:
    """Looks at a board that can't be shown become rare, and stop when the game is given up."""
    first = await begin(room)
    await room.act(ANA, Resign(first, sure=True))
    await room.fall_due()
    id_ = room.service.next_games.id_after(first)
    looks, shown = list[float](), room.store.shown

    async def look(*arguments: object) -> object:
        looks.append(room.now)
        return await shown(*arguments)  # type: ignore[arg-type] # passed on

    room.store.shown = look  # type: ignore[assignment,method-assign] # counts
    await room.wait(DAY, every=1)
    assert len(looks) < 150
    await room.wait(CHALLENGE_SECONDS + DAY, every=600)
    assert (await room.table(id_)).status is Status.OFFERED
    await room.wait(ABANDONED_DAYS * DAY, every=DAY)
    assert (await room.table(id_)).status is Status.OVER


async def test_ready_twice(room: Room, why: Why) -> None:
    """A second press says whom the game waits for; a repeated one isn't refused."""
    id_ = await lose(room, ANA, await begin(room))
    await room.act(ANA, Accept(id_), operation="press")
    assert not (await room.act(ANA, Accept(id_), operation="press")).refused
    reply = await room.act(ANA, Accept(id_))
    assert why(reply) == "match.ready"
    assert "Ben" in SAY(reply.texts[0])


async def test_ready_is_for_the_players(room: Room, why: Why) -> None:
    """Others can't get ready."""
    id_ = await lose(room, ANA, await begin(room))
    assert why(await room.act(CARA, Accept(id_))) == "match.players"


async def test_ready_too_late(room: Room, why: Why) -> None:
    """A press on Ready when the game has begun is refused."""
    id_ = await lose(room, ANA, await begin(room))
    await get_ready(room, id_)
    assert why(await room.act(ANA, Accept(id_))) == "match.begun"
    await room.act(ANA, Resign(id_, sure=True))
    assert why(await room.act(ANA, Accept(id_))) == "table.over"


async def test_ready_with_a_word(room: Room) -> None:
    """Words are for one game, and each player can add one to the next."""
    room.corn.numbers = [2, 1, 3]
    first = await room.post(ANA, Challenge((BEN,), FIRST_TO_THREE))
    await room.act(BEN, Accept(first, "first"))
    id_ = await lose(room, ANA, first)
    assert [seat.word for seat in (await room.table(id_)).taken if isinstance(seat, Person)] == [
        "",
        "",
    ]
    reply = await room.act(ANA, Accept(id_, "maize"))
    assert reply.texts[0].key == "word.given"
    table = await room.table(id_)
    assert table.seats[1] == Person(ANA.user, "Ana", "maize")
    assert table.ready == (1,)
    await room.act(ANA, Accept(id_, "beans"))
    assert (await room.table(id_)).seats[1] == Person(ANA.user, "Ana", "beans")


async def test_a_bad_word(room: Room, why: Why) -> None:
    """A word that can't go into the throws is refused, and nobody is ready."""
    id_ = await lose(room, ANA, await begin(room))
    assert why(await room.act(ANA, Accept(id_, "two words\n" * 40))) == "word.bad"
    assert (await room.table(id_)).ready == ()


async def test_a_next_game_counts_as_no_challenge(room: Room) -> None:
    """The next game is posted although its host has as many challenges open as allowed."""
    first = await begin(room)
    for _ in range(OPEN_CHALLENGES):
        await room.post(ANA, Open())
    id_ = await lose(room, BEN, first)
    assert (await room.table(id_)).status is Status.OFFERED
    await get_ready(room, id_)
    assert (await room.table(id_)).status is Status.PLAYING


async def test_many_games_do_not_stop_a_match(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """The next game begins although its players play as many games as allowed."""
    first = await begin(room)
    monkeypatch.setattr("bot.acts.offers.RUNNING_GAMES", 0)
    id_ = await lose(room, BEN, first)
    await get_ready(room, id_)
    assert (await room.table(id_)).status is Status.PLAYING


async def test_the_next_game_is_listed_as_theirs(room: Room) -> None:
    """A player's games include the next one, which waits for them until they are ready."""
    id_ = await lose(room, BEN, await begin(room))
    (line,) = await room.service.games(ANA)
    assert (line.table, line.text.key, line.yours) == (id_, "games.next", True)
    await room.act(ANA, Accept(id_))
    (line,) = await room.service.games(ANA)
    assert not line.yours
    assert not (await room.act(ANA, ListGames())).refused


@pytest.mark.parametrize("intent", [Cancel, Decline])
async def test_the_next_game_is_no_challenge(room: Room, why: Why, intent: type[Cancel]) -> None:
    """The next game can't be called off or declined; the way out is to leave the match."""
    id_ = await lose(room, BEN, await begin(room))
    for actor in (ANA, BEN):
        reply = await room.act(actor, intent(id_))
        assert why(reply) == "match.next"
        assert [each.act for each in reply.choices if isinstance(each, Button)] == [LeaveMatch(id_)]
    assert why(await room.act(ANA, Cancel())) == "pick.no-own-offer"


async def test_a_later_game_is_not_aborted(room: Room, why: Why) -> None:
    """Nobody escapes from a match they are losing by aborting a game before its first move."""
    id_ = await lose(room, ANA, await begin(room))
    await get_ready(room, id_)
    reply = await room.act(ANA, Abort(id_))
    assert why(reply) == "abort.match"
    ways = [each.act for each in reply.choices if isinstance(each, Button)]
    assert ways == [Resign(id_), LeaveMatch(id_)]
    assert (await room.table(id_)).status is Status.PLAYING


async def test_the_first_game_can_be_aborted(room: Room) -> None:
    """A match whose first game is aborted is over, without a winner."""
    id_ = await begin(room)
    await room.act(ANA, Abort(id_))
    await room.fall_due()
    assert (await room.table(id_)).ending is Ending.ABORTED
    assert await room.store.load(room.service.next_games.id_after(id_)) is None


async def test_leaving_asks_back(room: Room) -> None:
    """Leaving a match takes two presses."""
    id_ = await begin(room)
    reply = await room.act(ANA, LeaveMatch(id_))
    assert (await room.table(id_)).status is Status.PLAYING
    (button,) = reply.choices
    assert isinstance(button, Button)
    assert button.act == LeaveMatch(id_, sure=True)


async def test_leaving_during_a_game(room: Room) -> None:
    """A party that leaves resigns the game and loses the match, and no game follows."""
    id_ = await begin(room)
    await room.act(ANA, LeaveMatch(id_, sure=True))
    await room.fall_due()
    table = await room.table(id_)
    assert (table.ending, table.winners) == (Ending.RESIGNED, (1,))
    assert decided(room, table).winners() == (1,)
    assert await room.store.load(room.service.next_games.id_after(id_)) is None


async def test_leaving_between_games(room: Room) -> None:
    """A party can leave before the next game begins, also if it leads."""
    id_ = await lose(room, BEN, await begin(room))
    await room.act(ANA, LeaveMatch(id_, sure=True))
    await room.wait(2 * BEGIN_SECONDS, every=10)
    table = await room.table(id_)
    assert (table.status, table.ending, table.places) == (Status.OVER, Ending.MATCH_LEFT, ())
    match = decided(room, table)
    assert (match.score(), match.winners()) == ((2, 0), (1,))


async def test_leaving_without_naming_it(room: Room) -> None:
    """A typed command means the only match here."""
    id_ = await begin(room)
    await room.act(ANA, LeaveMatch(sure=True))
    assert (await room.table(id_)).status is Status.OVER


async def test_leaving_twice(room: Room, why: Why) -> None:
    """A repeated press isn't refused, and another one comes too late."""
    id_ = await begin(room)
    for _ in range(2):
        leave = LeaveMatch(id_, sure=True)
        assert not (await room.act(ANA, leave, operation="leave")).refused
    assert why(await room.act(BEN, LeaveMatch(id_, sure=True))) == "table.over"
    assert decided(room, await room.table(id_)).winners() == (1,)


async def test_leaving_from_another_place(room: Room) -> None:
    """In another place the reply confirms it."""
    id_ = await begin(room)
    elsewhere = Place(Platform.WEB, "beans")
    reply = await room.act(ANA, LeaveMatch(id_, sure=True), place=elsewhere)
    assert [text.key for text in reply.texts] == ["match.left"]


async def test_leaving_is_for_players(room: Room, why: Why) -> None:
    """Only those who play a match can leave it."""
    id_ = await begin(room)
    assert why(await room.act(CARA, LeaveMatch(id_))) == "seat.none"
    assert why(await room.act(CARA, LeaveMatch())) == "match.none"
    single = await room.playing()
    assert why(await room.act(ANA, LeaveMatch(single))) == "match.none"
    posted = await room.post(ANA, Challenge((BEN,), FIRST_TO_THREE))
    assert why(await room.act(ANA, LeaveMatch(posted))) == "table.not-begun"


async def test_a_player_who_leaves_the_chat_leaves_the_match(room: Room) -> None:
    """If the opponent claims the win over a player who has gone, the match is over."""
    id_ = await begin(room)
    table = await room.table(id_)
    places = room.tables.games.game(table.header).resigned(room.tables.games.position(table), 0)
    step = steps.end(table, Ending.LEFT, room.now, by=0, places=places.places)
    await room.tables.commit(table, step, Operation("claim"))
    await room.fall_due()
    assert decided(room, await room.table(id_)).winners() == (1,)
    assert await room.store.load(room.service.next_games.id_after(id_)) is None


async def test_teams_change_sides(room: Room) -> None:
    """Each side of a team game moves on as a whole, in the same order."""
    id_ = await begin_teams(room)
    await finish(room, id_, winner=0)
    second = await room.table(await following(room, id_))
    assert names(second) == ["Ben", "Dan", "Ana", "Cara"]
    await get_ready(room, second.id)
    assert (await room.table(second.id)).status is Status.PLAYING


async def test_a_team_waits_for_all_its_people(room: Room) -> None:
    """A team game begins when all four are ready."""
    id_ = await begin_teams(room)
    await finish(room, id_, winner=0)
    second = await following(room, id_)
    for actor in (ANA, BEN, CARA):
        await room.act(actor, Accept(second))
    assert (await room.table(second)).status is Status.OFFERED
    await room.act(DAN, Accept(second))
    assert (await room.table(second)).status is Status.PLAYING


async def finish(room: Room, id_: object, winner: int | None, **changes: object) -> None:
    """End a game with a side as the winner, or None for a draw."""
    table = await room.table(id_)  # type: ignore[arg-type] # a table's id
    game = room.tables.games.game(table.header)
    sides = {s: tuple(n for n in range(game.seats) if game.side(n) == s) for s in (0, 1)}
    everyone = tuple(range(game.seats))
    places = (everyone,) if winner is None else (sides[winner], sides[1 - winner])
    step = steps.end(replace(table, **changes), Ending.WON, room.now, places=places)  # type: ignore[arg-type] # fields
    await room.tables.commit(table, step, Operation(f"finish:{id_}"))


def given_up(why: Departure) -> dict[str, object]:
    """What a table looks like after the player of seat 1 gave it up for a reason."""
    return {"former": (Former(1, Person(CARA.user, "Cara"), why, 1, 1),)}


@pytest.mark.parametrize("why", [Departure.RESIGNED, Departure.TIMEOUT, Departure.MATCH_LEFT])
async def test_who_comes_back(room: Room, why: Departure) -> None:
    """Who resigned one game plays the next one; who left otherwise is replaced in it, too."""
    id_ = await begin_teams(room)
    seats = (await room.table(id_)).seats
    now = (seats[0], Computer("medium"), *seats[2:])
    await finish(room, id_, winner=0, seats=now, **given_up(why))
    second = await room.table(await following(room, id_))
    back = why is Departure.RESIGNED
    assert second.seats[3] == (Person(CARA.user, "Cara") if back else Computer("medium"))
    assert second.former == ()


async def test_a_taker_stays(room: Room) -> None:
    """Who took over a seat keeps it in the next game, also in two seats of one side."""
    id_ = await begin_teams(room)
    seats = (await room.table(id_)).seats
    now = (seats[0], seats[0], *seats[2:])
    await finish(room, id_, winner=0, seats=now, **given_up(Departure.RESIGNED))
    second = await following(room, id_)
    assert names(await room.table(second))[2:] == ["Ana", "Ana"]
    await room.act(ANA, Accept(second))
    assert (await room.table(second)).ready == (2, 3)
    for actor in (BEN, DAN):
        await room.act(actor, Accept(second))
    assert (await room.table(second)).status is Status.PLAYING


async def test_leaving_a_team(room: Room) -> None:
    """In a team, a computer goes on for the one who leaves, in this game and the next ones."""
    room.corn.numbers = [2, 1, 3, 2, 1]
    id_ = await begin_teams(room)
    assert (await room.act(CARA, LeaveMatch(id_))).texts[0].key == "match.leave-team"
    await room.act(CARA, LeaveMatch(id_, sure=True))
    table = await room.table(id_)
    assert (table.status, table.vacated) == (Status.PLAYING, (1,))
    assert table.former[-1].why is Departure.MATCH_LEFT
    assert table.match is not None
    assert table.match.left_by is None
    await finish(room, id_, winner=1)
    second = await room.table(await following(room, id_))
    assert isinstance(second.seats[3], Computer)
    assert CARA.user not in second.people


async def test_leaving_a_team_between_games(room: Room) -> None:
    """A computer plays for a player who leaves between games, until another takes the seat."""
    id_ = await begin_teams(room)
    await finish(room, id_, winner=1)
    second = await following(room, id_)
    for actor in (BEN, CARA, DAN):
        await room.act(actor, Accept(second))
    await room.act(ANA, LeaveMatch(second, sure=True))
    table = await room.table(second)
    assert table.status is Status.PLAYING
    assert (names(table)[2], table.vacated) == ("", (2,))
    assert table.host.user != ANA.user


async def test_a_practice_match(room: Room) -> None:
    """A match against the computer swaps sides, too, and begins when its player is ready."""
    room.corn.numbers = [2, 1, 3]
    id_ = await room.post(ANA, Practice("easy", Options(terms=Terms(match=2))))
    await room.act(ANA, Accept(id_))
    second = await lose(room, ANA, id_)
    table = await room.table(second)
    assert table.seats == (Computer("easy"), Person(ANA.user, "Ana"))
    assert table.is_practice
    room.corn.numbers = [1, 2, 3]
    await room.act(ANA, Accept(second))
    assert (await room.table(second)).status is Status.PLAYING
    await room.act(ANA, Abort(second))
    assert (await room.table(second)).ending is Ending.ABORTED


async def test_computers_play_a_match(room: Room) -> None:
    """The next game of computers is posted for the player who asked for the first one."""
    id_ = await begin(room)
    computers = (Computer("easy"), Computer("medium"))
    host = Person(CARA.user, "Cara")
    await finish(room, id_, winner=0, seats=computers, posted_by=host)
    second = await following(room, id_)
    table = await room.table(second)
    assert (table.seats, table.host) == (computers[::-1], host)
    room.now += BEGIN_SECONDS
    await room.store.mark_shown(second, PLACE, await shown(room, second))
    await room.service.next_games.begin((await room.store.claim(room.now))[0])
    assert (await room.table(second)).status is Status.PLAYING


async def shown(room: Room, id_: object) -> object:
    return await room.store.shown(id_, PLACE)  # type: ignore[arg-type] # a table's id


async def test_no_rematch_within_a_match(room: Room, why: Why) -> None:
    """As long as a match goes on, its games have no rematch."""
    id_ = await begin(room)
    await lose(room, ANA, id_)
    assert why(await room.act(ANA, Rematch(id_))) == "rematch.match"


async def test_the_rematch_of_a_match_is_a_match(room: Room) -> None:
    """A rematch after a match is a match on the same terms, with sides swapped."""
    id_ = await begin(room, SERIES)
    await room.act(ANA, LeaveMatch(id_, sure=True))
    await room.act(BEN, Rematch(id_), operation="again")
    again = room.service.table_id(Operation(f"rematch:{id_}"))
    table, before = await room.table(again), await room.table(id_)
    assert before.match is not None
    assert table.match == Match(before.match.headers)
    assert (table.terms, table.seats[1]) == (before.terms, Kept(ANA.user, "Ana"))
    await room.act(ANA, Rematch(id_))
    second = await room.table(await lose(room, ANA, again))
    assert key_of(second.header) == "bul"
    assert second.match is not None
    assert second.match.score() == (2, 0)  # Ben is the first party now


async def test_a_rematch_after_leaving_between_games(room: Room) -> None:
    """A match that a party left between two games can be played again."""
    id_ = await lose(room, BEN, await begin(room))
    await room.act(BEN, LeaveMatch(id_, sure=True))
    await room.act(ANA, Rematch(id_))
    again = room.service.table_id(Operation(f"rematch:{id_}"))
    assert (await room.table(again)).match == Match((await room.table(id_)).match.headers, wins=3)


async def test_the_rematch_of_a_series_begins_with_its_first_game(room: Room) -> None:
    """After the last game of a series, a rematch plays the first ruleset again."""
    id_ = await begin(room, Options(terms=Terms(series=("bul", "boolik"))))
    last = await lose(room, ANA, id_)
    await get_ready(room, last)
    await room.act(ANA, Resign(last, sure=True))
    await room.act(ANA, Rematch(last))
    again = await room.table(room.service.table_id(Operation(f"rematch:{last}")))
    assert key_of(again.header) == "bul"


async def test_the_rematch_of_a_team_reserves_a_seat_each(room: Room) -> None:
    """Who had two seats of a team gets one in a rematch; who resigned is asked, too."""
    id_ = await begin_teams(room)
    seats = (await room.table(id_)).seats
    now = (seats[0], seats[0], Computer("medium"), seats[3])
    former = Former(2, Person(BEN.user, "Ben"), Departure.RESIGNED, 1, 1)
    await finish(room, id_, winner=0, seats=now, match=None, former=(former,))
    await room.act(BEN, Rematch(id_))
    again = await room.table(room.service.table_id(Operation(f"rematch:{id_}")))
    assert sorted(kept.name for kept in again.asked) == ["Ana", "Dan"]
    assert again.host.user == BEN.user
    assert again.has_free_seat


async def test_the_running_match_is_shown(room: Room) -> None:
    """`series` shows the score of the running match, its games with links, and those to come."""
    id_ = await begin(room, SERIES)
    second = await lose(room, ANA, id_)
    reply = await room.act(ANA, ShowSeries())
    said = [SAY(text) for text in reply.texts]
    assert said == [
        "Game 2 of 3 · Ana 0 \N{EN DASH} Ben 1",
        "Game 1, Puluc: Ben won.",
        "Game 2, Bul: about to start.",
        "Still to play: Boolik.",
    ]
    codes = [(await room.table(each)).code for each in (id_, second)]
    assert [each.path for each in reply.choices if isinstance(each, Link)] == [
        f"/g/{code}" for code in codes
    ]
    await get_ready(room, second)
    reply = await room.act(BEN, ShowSeries())
    assert SAY(reply.texts[2]) == "Game 2, Bul: in progress."


async def test_a_team_match_is_shown(room: Room) -> None:
    """Teams are called by one of their people, and a draw is called a draw."""
    id_ = await begin_teams(room)
    await finish(room, id_, winner=None)
    await following(room, id_)
    said = [SAY(text) for text in (await room.act(DAN, ShowSeries())).texts]
    assert said[0] == "Game 2, first to 3 · Ana's team ½ \N{EN DASH} Ben's team ½"
    assert said[1] == "Game 1, Aj sayil, the ant: a draw."


async def test_what_was_played_here(room: Room) -> None:
    """For others, `series` lists the games of the last 24 hours with results and links."""
    first = await begin(room, Options(terms=Terms(series=("puluc", "bul"))))
    second = await lose(room, ANA, first)
    await get_ready(room, second)
    room.now += 60
    await room.act(BEN, LeaveMatch(second, sure=True))
    drawn = await room.playing(ruleset="bul")
    room.now += 60
    await room.act(ANA, Draw(drawn))
    await room.act(BEN, Answer(drawn, (await room.table(drawn)).revision, agrees=True))
    declined = await room.post(ANA, Challenge((BEN,)))
    await room.act(BEN, Decline(declined))
    await room.fall_due()
    reply = await room.act(CARA, ShowSeries())
    assert [SAY(text) for text in reply.texts] == [
        "Played here in the last 24 hours:",
        "1. Bul: Ana and Ben drew.",
        "2. Bul: Ana won against Ben.",
        "Ana wins the match.",
        "3. Puluc: Ben won against Ana.",
    ]
    assert [SAY(each.text) for each in reply.choices] == ["1. Bul", "2. Bul", "3. Puluc"]
    room.now += DAY
    assert [text.key for text in (await room.act(CARA, ShowSeries())).texts] == ["series.none"]


async def test_what_teams_played_here(room: Room) -> None:
    """A player who took over a partner's seat is named once."""
    id_ = await begin_teams(room, wins=1)
    await room.act(ANA, Resign(id_, sure=True))
    await room.act(CARA, TakeSeat(id_))
    for actor in (DAN, BEN):
        await room.act(actor, Resign(id_, sure=True))
    await room.fall_due()
    texts = (await room.act(ANA, ShowSeries())).texts
    assert SAY(texts[1]) == "1. Aj sayil, the ant: Cara won against Ben and Computer (medium)."


async def test_a_game_without_a_result_is_listed(room: Room) -> None:
    """A game that ended without a result is listed as such."""
    id_ = await room.playing()
    await room.act(ANA, Abort(id_))
    reply = await room.act(CARA, ShowSeries())
    assert SAY(reply.texts[1]) == "1. Puluc: Ana and Ben. Nobody won."


async def test_a_series_of_different_sizes(why: Why) -> None:
    """A series whose games have different numbers of seats is refused, and nothing is posted."""
    room = Room(families=("bot.games.road", "tests.games.pebbles"))
    series = Options(terms=Terms(series=("puluc", "pebbles")))
    assert why(await room.act(ANA, Open(series))) == "series.seats"
    assert await room.store.tables_in(PLACE) == ()
