"""What players offer each other during a game: taking back moves, draws and pauses."""

from dataclasses import replace

import pytest

from bot.acts import access, wishes
from bot.acts.act import Act, TableAct
from bot.acts.gather.accept import Accept
from bot.acts.gather.practice import Practice
from bot.acts.look.menu import ShowMenu
from bot.acts.me.preferences import ChangeMe
from bot.acts.play.answer import Answer
from bot.acts.play.draw import Draw
from bot.acts.play.pause import Pause
from bot.acts.play.resign import Resign
from bot.acts.play.resume import Resume
from bot.acts.play.undo import Undo
from bot.show.presenter import page_of
from bot.table import steps
from bot.table.asking import Asking, Wish
from bot.table.button import Button
from bot.table.clock import Clock, Stop
from bot.table.ids import TableId
from bot.table.pace import DAY, HOUR, MINUTE, Pace
from bot.table.people import Actor, Place, Platform, User
from bot.table.ports import Operation
from bot.table.seats import Free, Person
from bot.table.table import Ending, Status, Table
from bot.table.terms import Terms
from bot.table.turns import Hands
from engine.record import UNDO
from engine.road.header import write_header
from engine.road.rulesets import AJ_SAYIL
from tests.bot.acts.room import ANA, BEN, CARA, Room, Why
from tests.bot.show.offer import OFFER

ELSEWHERE = Place(Platform.WEB, "elsewhere")
DAN = Actor(User(Platform.WEB, "dan"), "Dan")
TEAMS = write_header(replace(AJ_SAYIL, seats=4))
TWO_NUMBERS = {"casts": "each", "road": 13}


async def moved(room: Room) -> TableId:
    """Return a game in which Ana has moved, and Ben is to move."""
    id_ = await room.playing([2, 1, 3, 4])
    await room.move(ANA, id_, "b+3")
    return id_


async def clocked(room: Room, id_: TableId, pace: Pace) -> Table:
    """Give a running game a clock with this pace."""
    table = await room.table(id_)
    seat = room.tables.to_move(table)
    assert seat is not None
    clock = Clock.start(pace, len(table.seats), seat, room.now)
    await room.tables.commit(table, steps.retime(table, clock), Operation(f"clock:{id_}"))
    return await room.table(id_)


WISHED = {Wish.UNDO: Undo, Wish.DRAW: Draw, Wish.PAUSE: Pause, Wish.RESUME: Resume}


async def offered(room: Room, id_: TableId, actor: Actor, wish: Wish) -> Asking:
    """Post an offer, and return it."""
    assert not (await room.act(actor, WISHED[wish](id_))).refused
    asking = (await room.table(id_)).asking
    assert asking is not None
    return asking


async def answered(
    room: Room, id_: TableId, actor: Actor, *, agrees: bool, operation: str | None = None
) -> Table:
    """Answer the open offer."""
    asking = (await room.table(id_)).asking
    assert asking is not None
    answer = Answer(id_, asking.revision, agrees)
    assert not (await room.act(actor, answer, operation=operation)).refused
    return await room.table(id_)


async def partners(room: Room) -> TableId:
    """Return a game of Ana and Ben against Cara and Dan."""
    ana, ben, cara, dan = (Person(each.user, each.name) for each in (ANA, BEN, CARA, DAN))
    offer = replace(OFFER, header=TEAMS, seats=(ana, ben, cara, Free()))
    await room.store.create(offer, Operation("teams"))
    game = room.tables.games.game(TEAMS)
    begun = steps.sit(offer, game, 3, dan, Hands(room.corn), room.now)
    await room.tables.commit(offer, begun, Operation("begun"))
    return offer.id


async def test_an_undo_is_an_offer(room: Room) -> None:
    """After the turn has ended, taking back a move is offered, and nothing else changes."""
    id_ = await moved(room)
    before = await room.table(id_)
    asking = await offered(room, id_, ANA, Wish.UNDO)
    after = await room.table(id_)
    assert asking == Asking(Wish.UNDO, 0, before.revision + 1, at=int(room.now))
    assert (after.position, after.clock) == (before.position, before.clock)


async def test_an_undo_by_consent(room: Room) -> None:
    """If the opponent agrees, the game is where it was before the asker's last move."""
    id_ = await room.playing([2, 1, 3, 4])
    begun = await room.table(id_)
    await room.move(ANA, id_, "b+3")
    await offered(room, id_, ANA, Wish.UNDO)
    table = await answered(room, id_, BEN, agrees=True)
    assert (table.position, table.lying, table.casts, table.moves) == (
        begun.position,
        begun.lying,
        begun.casts,
        0,
    )
    assert (table.undone, table.asking) == (0, None)
    assert (await room.store.record(id_))[-1] == UNDO
    assert await room.mover(id_) == ANA


async def test_the_throws_come_again(room: Room) -> None:
    """After an undo, the throw that followed the move follows the next move."""
    id_ = await moved(room)
    thrown = (await room.table(id_)).lying
    await offered(room, id_, ANA, Wish.UNDO)
    await answered(room, id_, BEN, agrees=True)
    await room.move(ANA, id_, "b+3")
    assert (await room.table(id_)).lying == thrown


async def test_an_undo_on_one_s_own_turn(room: Room) -> None:
    """A player to move can ask to take back their last move, with the opponent's after it."""
    id_ = await moved(room)
    await room.move(BEN, id_, (await room.moves(id_))[0])
    assert await room.mover(id_) == ANA
    await offered(room, id_, ANA, Wish.UNDO)
    assert (await answered(room, id_, BEN, agrees=True)).moves == 0
    assert (await room.store.record(id_))[-2:] == (UNDO, UNDO)


async def test_an_undo_within_a_turn(room: Room) -> None:
    """The first of two numbers is taken back at once, and the clock goes on."""
    id_ = await room.playing([2, 1, 3, 2], **TWO_NUMBERS)
    begun = await clocked(room, id_, Pace(DAY, HOUR))
    room.now += 100
    await room.move(ANA, id_, (await room.moves(id_))[0])
    assert await room.mover(id_) == ANA
    room.now += 100
    assert not (await room.act(ANA, Undo(id_))).refused
    table = await room.table(id_)
    assert (table.position, table.clock, table.calls) == (
        begun.position,
        begun.clock,
        begun.calls,
    )


async def test_a_computer_agrees(room: Room) -> None:
    """Against the computer a move is taken back at once, with the computer's reply."""
    room.corn.numbers = [2, 1, 3]
    id_ = await room.post(ANA, Practice("medium"))
    await room.act(ANA, Accept(id_))
    begun = await room.table(id_)
    await room.move(ANA, id_, "b+3")
    await room.fall_due()
    assert not (await room.act(ANA, Undo(id_))).refused
    table = await room.table(id_)
    assert (table.position, table.moves, table.asking) == (begun.position, 0, None)


async def test_nothing_to_take_back(room: Room, why: Why) -> None:
    """A player who hasn't moved can't take back a move."""
    id_ = await moved(room)
    assert why(await room.act(BEN, Undo(id_))) == "undo.none"


async def test_a_record_that_is_damaged(room: Room, why: Why) -> None:
    """If the record doesn't lead to the table, nothing changes, and the reply says so."""
    id_ = await moved(room)
    table = await room.table(id_)
    await room.store.commit(
        replace(table, revision=table.revision + 1), ("b-4",), Operation("damage"), ()
    )
    before = await room.table(id_)
    assert why(await room.act(ANA, Undo(id_))) == "table.corrupt"
    assert await room.table(id_) == before


async def test_a_move_comes_first(room: Room, why: Why, monkeypatch: pytest.MonkeyPatch) -> None:
    """If a move is committed while the record is read, the undo is refused as out of date."""
    id_ = await moved(room)
    read = room.store.record
    moves = await room.moves(id_)

    async def overtaken(table: TableId) -> tuple[str, ...]:
        monkeypatch.setattr(room.store, "record", read)
        await room.move(BEN, id_, moves[0])
        return await read(table)

    monkeypatch.setattr(room.store, "record", overtaken)
    assert why(await room.act(ANA, Undo(id_))) == "move.stale"
    assert (await room.table(id_)).asking is None


async def test_a_draw_by_agreement(room: Room) -> None:
    """A draw that is agreed on ends the game without a winner, and says who offered it."""
    id_ = await moved(room)
    await offered(room, id_, BEN, Wish.DRAW)
    table = await answered(room, id_, ANA, agrees=True)
    assert (table.status, table.ending, table.ended_by) == (Status.OVER, Ending.AGREED, 1)
    assert (table.places, table.winners) == (((0, 1),), ())


@pytest.mark.parametrize(("wish", "key"), [(Wish.DRAW, "draw"), (Wish.PAUSE, "pause")])
async def test_the_computer_plays_on(room: Room, why: Why, wish: Wish, key: str) -> None:
    """A computer agrees to no draw and no pause."""
    id_ = await room.post(ANA, Practice("medium"))
    await room.act(ANA, Accept(id_))
    assert why(await room.act(ANA, WISHED[wish](id_))) == f"{key}.computer"


async def test_a_pause_by_agreement(room: Room) -> None:
    """A pause that is agreed on stops the clock."""
    id_ = await moved(room)
    await clocked(room, id_, Pace(DAY))
    await offered(room, id_, ANA, Wish.PAUSE)
    room.now += HOUR
    table = await answered(room, id_, BEN, agrees=True)
    assert table.clock is not None
    assert (table.clock.stopped, table.deadline) == (Stop.PAUSED, None)
    assert table.clock.remaining(room.now) == DAY - HOUR


@pytest.mark.parametrize(("actor", "other"), [(ANA, BEN), (BEN, ANA)])
async def test_going_on(room: Room, actor: Actor, other: Actor) -> None:
    """Both players end a pause, and the clock runs on with the time that was left."""
    id_ = await paused(room)
    room.now += 3 * DAY
    await offered(room, id_, actor, Wish.RESUME)
    assert (await room.table(id_)).deadline is None
    await answered(room, id_, other, agrees=True)
    assert (await room.table(id_)).deadline == int(room.now) + DAY


async def test_both_go_on(room: Room) -> None:
    """If both players press Resume, they agree."""
    id_ = await paused(room)
    for actor in (ANA, BEN):
        assert not (await room.act(actor, Resume(id_))).refused
    table = await room.table(id_)
    assert (table.deadline, table.asking) == (int(room.now) + DAY, None)


@pytest.mark.parametrize("answer", [None, False])
async def test_going_on_alone(room: Room, why: Why, *, answer: bool | None) -> None:
    """A day after asking, a player goes on alone, whether the other has declined or not."""
    id_ = await paused(room)
    asking = await offered(room, id_, ANA, Wish.RESUME)
    if answer is not None:
        await answered(room, id_, BEN, agrees=answer)
    room.now += DAY - 1
    assert why(await room.act(ANA, Resume(id_))) == "resume.wait"
    room.now += 1
    assert not (await room.act(ANA, Resume(id_))).refused
    table = await room.table(id_)
    assert (asking.at, table.deadline) == (int(room.now) - DAY, int(room.now) + DAY)
    assert table.refused == ()


async def test_a_move_does_not_put_off_the_end_of_a_pause(room: Room) -> None:
    """A move takes the offer to go on from the board, but the day goes on."""
    id_ = await paused(room)
    await offered(room, id_, ANA, Wish.RESUME)
    room.now += DAY
    await room.move(BEN, id_, (await room.moves(id_))[0])
    assert access.is_paused(await room.table(id_), ANA)
    assert not (await room.act(ANA, Resume(id_))).refused
    assert not access.is_paused(await room.table(id_), ANA)


async def test_the_day_of_another_pause(room: Room) -> None:
    """To have asked for the end of one pause ends no other one."""
    id_ = await paused(room)
    await offered(room, id_, ANA, Wish.RESUME)
    await answered(room, id_, BEN, agrees=True)
    room.now += 2 * DAY
    await offered(room, id_, ANA, Wish.PAUSE)
    await answered(room, id_, BEN, agrees=True)
    await offered(room, id_, ANA, Wish.RESUME)
    assert access.is_paused(await room.table(id_), ANA)


async def test_the_time_of_the_one_who_has_not_agreed(room: Room) -> None:
    """Who goes on alone leaves the other at least what a turn brings; themselves nothing more."""
    for asker, other in ((ANA, BEN), (BEN, ANA)):
        id_ = await moved(room)
        table = await clocked(room, id_, Pace(DAY, HOUR))
        assert table.clock is not None
        room.now += DAY + HOUR - 8
        await offered(room, id_, other, Wish.PAUSE)
        await answered(room, id_, asker, agrees=True)
        await offered(room, id_, asker, Wish.RESUME)
        room.now += DAY
        await room.act(asker, Resume(id_))
        left = HOUR if asker == ANA else 8
        assert (await room.table(id_)).deadline == int(room.now) + left


async def paused(room: Room) -> TableId:
    """Return a paused game of a day a turn."""
    id_ = await moved(room)
    await clocked(room, id_, Pace(DAY))
    await offered(room, id_, ANA, Wish.PAUSE)
    await answered(room, id_, BEN, agrees=True)
    return id_


async def test_a_move_in_a_pause(room: Room) -> None:
    """A move during a pause doesn't start the clock of the other player, who may be away."""
    id_ = await paused(room)
    await room.move(BEN, id_, (await room.moves(id_))[0])
    table = await room.table(id_)
    assert (table.deadline, await room.mover(id_)) == (None, ANA)
    await offered(room, id_, ANA, Wish.RESUME)
    assert (await answered(room, id_, BEN, agrees=True)).deadline == int(room.now) + DAY


async def test_a_pause_only_once(room: Room, why: Why) -> None:
    """A paused game can't be paused again."""
    id_ = await paused(room)
    assert why(await room.act(ANA, Pause(id_))) == "pause.already"


async def test_nothing_to_resume(room: Room, why: Why) -> None:
    """A game that isn't paused can't be resumed."""
    assert why(await room.act(ANA, Resume(await moved(room)))) == "resume.none"
    assert why(await room.act(ANA, Resume())) == "resume.none-here"


async def test_no_pause_when_the_time_is_up(room: Room, why: Why) -> None:
    """When the time is up there is no pause, even if it was offered before."""
    id_ = await moved(room)
    await clocked(room, id_, Pace(DAY))
    asking = await offered(room, id_, BEN, Wish.PAUSE)
    table = await room.table(id_)
    await room.tables.commit(table, steps.time_out(table), Operation("up"))
    assert why(await room.act(ANA, Answer(id_, asking.revision, agrees=True))) == "pause.forfeit"
    assert why(await room.act(BEN, Pause(id_))) == "pause.forfeit"


@pytest.mark.parametrize("wish", [Wish.UNDO, Wish.DRAW])
async def test_an_offer_when_the_time_is_up(room: Room, wish: Wish) -> None:
    """When the time is up, players can still agree on an undo or a draw."""
    id_ = await moved(room)
    table = await clocked(room, id_, Pace(DAY))
    await room.tables.commit(table, steps.time_out(table), Operation("up"))
    await offered(room, id_, ANA, wish)
    assert (await answered(room, id_, BEN, agrees=True)).forfeit is None


@pytest.mark.parametrize("actor", [ANA, BEN])
async def test_no_agreement(room: Room, actor: Actor) -> None:
    """The opponent declines an offer, or its maker takes it back; the game goes on."""
    id_ = await moved(room)
    before = await room.table(id_)
    await offered(room, id_, ANA, Wish.DRAW)
    table = await answered(room, id_, actor, agrees=False)
    assert (table.asking, table.status) == (None, Status.PLAYING)
    assert (table.position, table.clock) == (before.position, before.clock)


async def test_a_move_instead_of_an_answer(room: Room, why: Why) -> None:
    """An offer vanishes with the next move, and can't be accepted any more."""
    id_ = await moved(room)
    asking = await offered(room, id_, ANA, Wish.DRAW)
    await room.move(BEN, id_, (await room.moves(id_))[0])
    assert (await room.table(id_)).asking is None
    assert why(await room.act(BEN, Answer(id_, asking.revision, agrees=True))) == "agree.gone"


async def test_an_answer_to_an_earlier_offer(room: Room, why: Why) -> None:
    """The button of an earlier offer doesn't accept the present one."""
    id_ = await moved(room)
    first = await offered(room, id_, ANA, Wish.PAUSE)
    await offered(room, id_, ANA, Wish.DRAW)
    assert why(await room.act(BEN, Answer(id_, first.revision, agrees=True))) == "agree.gone"
    assert (await room.table(id_)).status is Status.PLAYING


async def test_one_s_own_offer(room: Room, why: Why) -> None:
    """A player can't agree to their own offer."""
    id_ = await moved(room)
    asking = await offered(room, id_, ANA, Wish.DRAW)
    assert why(await room.act(ANA, Answer(id_, asking.revision, agrees=True))) == "agree.own"


async def test_a_partner_s_offer(room: Room, why: Why) -> None:
    """A partner can't agree to a pause; one of the opponents can, for both."""
    id_ = await partners(room)
    asking = await offered(room, id_, ANA, Wish.PAUSE)
    answer = Answer(id_, asking.revision, agrees=True)
    assert why(await room.act(BEN, answer)) == "agree.partner"
    assert not (await room.act(CARA, answer)).refused
    assert access.is_paused(await room.table(id_), ANA)


@pytest.mark.parametrize("wish", [Wish.DRAW, Wish.PAUSE])
@pytest.mark.parametrize("actor", [BEN, CARA])
async def test_declining_in_a_team(room: Room, actor: Actor, wish: Wish) -> None:
    """Any player can decline an offer, even a partner, which ends it."""
    id_ = await partners(room)
    asking = await offered(room, id_, ANA, wish)
    assert not (await room.act(actor, Answer(id_, asking.revision, agrees=False))).refused
    table = await room.table(id_)
    assert (table.asking, table.declined) == (None, table.seat_of(actor.user))


async def test_a_draw_in_a_team(room: Room, why: Why) -> None:
    """A draw takes more than half of the people of each side; all offers of it are one."""
    id_ = await partners(room)
    answer = Answer(id_, (await offered(room, id_, ANA, Wish.DRAW)).revision, agrees=True)
    assert not (await room.act(CARA, answer)).refused
    assert not (await room.act(BEN, answer)).refused
    table = await room.table(id_)
    assert table.asking == Asking(Wish.DRAW, 0, answer.revision, (2, 1), int(room.now))
    assert why(await room.act(BEN, answer)) == "agree.already"
    assert not (await room.act(DAN, answer)).refused
    table = await room.table(id_)
    assert (table.ending, table.ended_by, table.winners) == (Ending.AGREED, 0, ())


async def test_the_computers_of_a_team_have_no_say(room: Room) -> None:
    """A draw counts people, not seats: computers don't vote."""
    id_ = await partners(room)
    for actor in (BEN, DAN):
        await room.act(actor, Resign(id_, sure=True))
    await offered(room, id_, ANA, Wish.DRAW)
    assert (await answered(room, id_, CARA, agrees=True)).ending is Ending.AGREED


@pytest.mark.parametrize("intent", [Draw(), Undo(), Pause(), Resume()], ids=str)
async def test_a_watcher(room: Room, why: Why, intent: TableAct) -> None:
    """A person without a seat can offer nothing, and resumes nothing."""
    id_ = await moved(room)
    assert why(await room.act(CARA, replace(intent, table=id_))) == "seat.none"


async def test_a_watcher_s_answer(room: Room, why: Why) -> None:
    """A person without a seat can't answer."""
    id_ = await moved(room)
    asking = await offered(room, id_, ANA, Wish.DRAW)
    assert why(await room.act(CARA, Answer(id_, asking.revision, agrees=True))) == "seat.none"


async def test_the_same_offer_again(room: Room, why: Why) -> None:
    """An open offer can't be made again."""
    id_ = await moved(room)
    await offered(room, id_, ANA, Wish.DRAW)
    assert why(await room.act(ANA, Draw(id_))) == "agree.same"


async def test_another_offer(room: Room) -> None:
    """A player's new offer replaces their open one."""
    id_ = await moved(room)
    await offered(room, id_, ANA, Wish.DRAW)
    assert (await offered(room, id_, ANA, Wish.UNDO)).wish is Wish.UNDO


async def test_an_offer_by_the_opponent(room: Room, why: Why) -> None:
    """While the opponent's offer is open, a player answers it before offering anything."""
    id_ = await moved(room)
    await offered(room, id_, ANA, Wish.DRAW)
    assert why(await room.act(BEN, Draw(id_))) == "agree.open"


async def test_too_many_offers(room: Room, why: Why) -> None:
    """A player can make ten offers an hour in one game, and more in another."""
    id_, other = await moved(room), await room.playing([2, 1, 3])
    for _ in range(10):
        await room.act(ANA, Draw(id_))
        for actor in (BEN, ANA):
            await room.move(actor, id_, (await room.moves(id_))[0])
    assert why(await room.act(ANA, Draw(id_))) == "limit.offers"
    await offered(room, other, ANA, Wish.DRAW)
    await offered(room, id_, BEN, Wish.DRAW)


async def test_repeated_offers_and_answers(room: Room) -> None:
    """A redelivered offer or answer changes nothing more, and isn't refused."""
    id_ = await moved(room)
    for _ in range(2):
        assert not (await room.act(ANA, Undo(id_), operation="ask")).refused
    asking = (await room.table(id_)).asking
    assert asking is not None
    for _ in range(2):
        answer = Answer(id_, asking.revision, agrees=True)
        assert not (await room.act(BEN, answer, operation="answer")).refused
    assert (await room.table(id_)).revision == asking.revision + 1
    assert [*await room.store.record(id_)].count(UNDO) == 1


@pytest.mark.parametrize("wish", WISHED)
async def test_an_offer_from_elsewhere(room: Room, wish: Wish) -> None:
    """An offer can be made from another place, which gets a confirmation."""
    id_ = await paused(room) if wish is Wish.RESUME else await moved(room)
    reply = await room.act(ANA, WISHED[wish](id_), place=ELSEWHERE)
    assert [text.key for text in reply.texts] == ["table.changed"]
    asking = (await room.table(id_)).asking
    assert asking is not None
    assert asking.wish is wish


async def test_an_answer_from_elsewhere(room: Room, why: Why) -> None:
    """An offer is answered only where the board is."""
    id_ = await moved(room)
    asking = await offered(room, id_, ANA, Wish.DRAW)
    answer = Answer(id_, asking.revision, agrees=True)
    assert why(await room.act(BEN, answer, place=ELSEWHERE)) == "table.elsewhere"


@pytest.mark.parametrize("intent", [Draw(), Undo(), Pause()], ids=str)
async def test_a_game_that_is_over(room: Room, why: Why, intent: TableAct) -> None:
    """Nothing can be offered once the game is over."""
    id_ = await moved(room)
    await room.act(ANA, Resign(id_, sure=True))
    assert why(await room.act(ANA, replace(intent, table=id_))) == "table.over"


async def test_the_only_game_with_people(room: Room) -> None:
    """A typed draw means the only game with people, even if there is a practice game."""
    id_ = await moved(room)
    await room.act(ANA, Accept(await room.post(ANA, Practice("medium"))))
    assert not (await room.act(ANA, Draw())).refused
    assert (await room.table(id_)).asking is not None


async def test_several_games(room: Room, why: Why) -> None:
    """If several games fit, the reply has a button for each, with the same offer."""
    games = {await moved(room), await moved(room)}
    reply = await room.act(ANA, Draw())
    assert why(reply) == "pick.several"
    intents: list[Act] = [each.act for each in reply.choices if isinstance(each, Button)]
    assert {*intents} == {Draw(id_) for id_ in games}


async def test_a_declined_offer_is_told(room: Room) -> None:
    """The board says who declined an offer, until the next step."""
    id_ = await room.playing([2, 1, 3, 2])
    await room.act(ANA, Draw(id_))
    asking = (await room.table(id_)).asking
    assert asking is not None
    await room.act(BEN, Answer(id_, asking.revision, agrees=False))
    assert (await room.table(id_)).declined == 1
    await room.move(ANA, id_, (await room.moves(id_))[0])
    assert (await room.table(id_)).declined is None


EIGHT_SECONDS = 8


async def nearly_flagged(room: Room, pace: Pace) -> TableId:
    """Return a game in which Ana has moved with eight seconds left, and asks to take it back."""
    id_ = await room.playing([2, 1, 3, 4], terms=Terms(pace))
    clock = (await room.table(id_)).clock
    assert clock is not None
    room.now += (clock.remaining(room.now) or 0) - EIGHT_SECONDS
    await room.move(ANA, id_, "b+3")
    await offered(room, id_, ANA, Wish.UNDO)
    room.now += HOUR
    return id_


@pytest.mark.parametrize(
    ("pace", "least"),
    [
        (Pace(10 * MINUTE, MINUTE), MINUTE),
        (Pace(DAY, HOUR), HOUR),
        (Pace(10 * MINUTE), 10 * MINUTE),
        (Pace(3 * DAY), 3 * DAY),
    ],
    ids=str,
)
async def test_a_favour_costs_no_game(room: Room, pace: Pace, least: int) -> None:
    """Who may take back a move has at least what a turn brings, however little was left."""
    id_ = await nearly_flagged(room, pace)
    table = await answered(room, id_, BEN, agrees=True)
    assert (await room.mover(id_), table.deadline) == (ANA, int(room.now) + least)


@pytest.mark.parametrize(
    ("pace", "waits"), [(Pace(DAY, HOUR), True), (Pace(3 * DAY), True), (Pace(HOUR, MINUTE), False)]
)
async def test_a_favour_at_night(room: Room, pace: Pace, *, waits: bool) -> None:
    """In a correspondence game, the clock of who may take back a move waits for their morning."""
    id_ = await nearly_flagged(room, pace)
    hour = int(room.now) % DAY // HOUR
    morning = (int(room.now) // HOUR + 6) * HOUR
    await room.act(ANA, ChangeMe((("quiet", f"{hour}-{(hour + 6) % 24}"),)))
    table = await answered(room, id_, BEN, agrees=True)
    begins = morning if waits else int(room.now)
    assert table.deadline == begins + pace.brought
    if waits:
        room.now = morning - 1
        assert table.clock is not None
        assert table.clock.remaining(room.now) == pace.brought


async def test_a_favour_within_quiet_hours_of_nobody(room: Room) -> None:
    """The quiet hours of the one who agrees delay nothing."""
    id_ = await nearly_flagged(room, Pace(DAY, HOUR))
    hour = int(room.now) % DAY // HOUR
    await room.act(BEN, ChangeMe((("quiet", f"{hour}-{(hour + 6) % 24}"),)))
    table = await answered(room, id_, BEN, agrees=True)
    assert table.deadline == int(room.now) + HOUR


@pytest.mark.parametrize("wish", WISHED)
@pytest.mark.parametrize("actor", [ANA, BEN])
async def test_no_clock_starts_with_a_refusal(room: Room, actor: Actor, wish: Wish) -> None:
    """To decline an offer, or to take it back, leaves the clock as it is."""
    id_ = await paused(room) if wish is Wish.RESUME else await moved(room)
    before = (await room.table(id_)).clock
    await offered(room, id_, ANA, wish)
    room.now += HOUR
    assert (await answered(room, id_, actor, agrees=False)).clock == before


@pytest.mark.parametrize("wish", [Wish.UNDO, Wish.DRAW, Wish.PAUSE])
@pytest.mark.parametrize("actor", [ANA, BEN])
async def test_a_refused_offer(room: Room, why: Why, actor: Actor, wish: Wish) -> None:
    """What was declined or taken back can't be offered again in the same turn, and is no button."""
    id_ = await moved(room)
    await offered(room, id_, ANA, wish)
    await answered(room, id_, actor, agrees=False)
    assert why(await room.act(ANA, WISHED[wish](id_))) == "agree.again"
    choices = (await room.act(ANA, ShowMenu(id_))).choices
    assert WISHED[wish](id_) not in [getattr(each, "act", None) for each in choices]


@pytest.mark.parametrize("wish", [Wish.UNDO, Wish.DRAW, Wish.PAUSE])
async def test_a_refused_offer_in_another_turn(room: Room, wish: Wish) -> None:
    """What was declined can be offered again once a turn, without a new message and a mention."""
    id_ = await moved(room)
    await offered(room, id_, ANA, wish)
    assert not (await room.table(id_)).silent
    await answered(room, id_, BEN, agrees=False)
    for _ in range(2):
        for _ in range(2):
            room.now += 1
            await room.move(await room.mover(id_), id_, (await room.moves(id_))[0])
        await offered(room, id_, ANA, wish)
        table = await room.table(id_)
        assert table.silent
        page = page_of(room.games, table, "en")
        assert ([each.name for each in page.mentions], page.asks) == (["Ben"], False)  # to move
        await answered(room, id_, BEN, agrees=False)


async def test_what_the_others_may_offer(room: Room) -> None:
    """Each side and each kind of offer is refused on its own."""
    id_ = await moved(room)
    await offered(room, id_, ANA, Wish.DRAW)
    await answered(room, id_, BEN, agrees=False)
    await offered(room, id_, ANA, Wish.PAUSE)
    await answered(room, id_, BEN, agrees=False)
    await offered(room, id_, BEN, Wish.DRAW)
    assert not (await room.table(id_)).silent


async def test_a_partner_offers_the_same(room: Room, why: Why) -> None:
    """A partner can't offer again in this turn what was declined."""
    id_ = await partners(room)
    await offered(room, id_, ANA, Wish.PAUSE)
    await answered(room, id_, CARA, agrees=False)
    assert why(await room.act(BEN, Pause(id_))) == "agree.again"
    assert not (await room.act(DAN, Pause(id_))).refused


async def test_an_offer_that_is_replaced(room: Room, why: Why) -> None:
    """An offer that another one has replaced can't be made again in the same turn."""
    id_ = await moved(room)
    await offered(room, id_, ANA, Wish.DRAW)
    await offered(room, id_, ANA, Wish.PAUSE)
    assert why(await room.act(ANA, Draw(id_))) == "agree.again"


async def test_an_offer_after_one_that_was_granted(room: Room) -> None:
    """Once it has been granted, an offer of this kind calls the others again."""
    id_ = await moved(room)
    await offered(room, id_, ANA, Wish.UNDO)
    await answered(room, id_, BEN, agrees=False)
    for actor in (BEN, ANA):
        room.now += 1
        await room.move(actor, id_, (await room.moves(id_))[0])
    await offered(room, id_, ANA, Wish.UNDO)
    assert (await answered(room, id_, BEN, agrees=True)).refused == ()


@pytest.mark.parametrize("ruleset", [{}, TWO_NUMBERS])
async def test_no_taking_back(room: Room, why: Why, ruleset: dict[str, object]) -> None:
    """With `undo=no`, no move is taken back, not even within a turn."""
    id_ = await room.playing([2, 1, 3, 2], terms=Terms(undo=False), **ruleset)
    await room.move(ANA, id_, (await room.moves(id_))[0])
    assert why(await room.act(ANA, Undo(id_))) == "undo.ruled-out"


async def test_take_backs_have_a_limit(
    room: Room, why: Why, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A record, which each take-back replays, can't be made as long as one likes by them."""
    monkeypatch.setattr(wishes, "MOST_UNDONE", 6)
    id_ = await room.post(ANA, Practice())
    await room.act(ANA, Accept(id_))
    await room.fall_due()
    undone = 0
    for _ in range(4):
        await room.move(ANA, id_, (await room.moves(id_))[0])
        await room.wait(60)
        reply = await room.act(ANA, Undo(id_))
        if reply.refused:
            break
        undone = (await room.store.record(id_)).count(UNDO)
    assert why(reply) == "undo.often"
    assert 6 <= undone < 6 + 4
