"""What players offer each other during a game, whatever it is, and how they answer."""

from dataclasses import replace

import pytest

from bot.acts import access
from bot.acts.act import Act, TableAct
from bot.acts.gather.accept import Accept
from bot.acts.gather.practice import Practice
from bot.acts.play.answer import Answer
from bot.acts.play.draw import Draw
from bot.acts.play.pause import Pause
from bot.acts.play.resign import Resign
from bot.acts.play.resume import Resume
from bot.acts.play.undo import Undo
from bot.table import steps
from bot.table.asking import Wish
from bot.table.button import Button
from bot.table.pace import DAY, Pace
from bot.table.ports import Operation
from bot.table.table import Status
from engine.record import UNDO
from tests.bot.acts.agreeing import (
    ELSEWHERE,
    WISHED,
    answered,
    clocked,
    moved,
    offered,
    partners,
    paused,
)
from tests.bot.acts.room import ANA, BEN, CARA, Room, Why


@pytest.mark.parametrize(("wish", "key"), [(Wish.DRAW, "draw"), (Wish.PAUSE, "pause")])
async def test_the_computer_plays_on(room: Room, why: Why, wish: Wish, key: str) -> None:
    """A computer agrees to no draw and no pause."""
    id_ = await room.post(ANA, Practice("medium"))
    await room.act(ANA, Accept(id_))
    assert why(await room.act(ANA, WISHED[wish](id_))) == f"{key}.computer"


@pytest.mark.parametrize("wish", [Wish.UNDO, Wish.DRAW])
async def test_an_offer_when_the_time_is_up(room: Room, wish: Wish) -> None:
    """When the time is up, players can still agree on an undo or a draw."""
    id_ = await moved(room)
    table = await clocked(room, id_, Pace(DAY))
    await room.tables.commit(table, steps.time_out(table), Operation("up"))
    await offered(room, id_, ANA, wish)
    assert (await answered(room, id_, BEN, agrees=True)).forfeit is None


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
