"""Offers in team games: who takes over a seat of the opponents doesn't speak for them."""

from bot.acts import access
from bot.acts.play.claim import Extend
from bot.acts.play.pause import Pause
from bot.acts.play.resign import Resign
from bot.acts.play.resume import Resume
from bot.acts.play.take import TakeSeat
from bot.acts.play.undo import Undo
from bot.table.clock import Stop
from bot.table.ids import TableId
from bot.table.pace import HOUR, Pace
from bot.table.terms import Terms
from tests.bot.acts.gathering import EVE
from tests.bot.acts.room import ANA, BEN, CARA, Room, Why
from tests.bot.acts.sides import answer
from tests.bot.acts.teams import DAN, play_turn, team_game


async def with_accomplice(room: Room) -> TableId:
    """Ana and Ben play Cara and Dan; Ana has moved, and Eve has taken over Dan's seat."""
    id_ = await team_game(room, terms=Terms(Pace(HOUR)), numbers=(2, 1) * 8)
    await play_turn(room, id_, ANA)
    await room.act(DAN, Resign(id_, sure=True, of_seat=True))
    assert not (await room.act(EVE, TakeSeat(id_))).refused
    return id_


async def test_an_accomplice_agrees_to_an_undo(room: Room) -> None:
    """Ana's accomplice in Dan's seat can't let her take back a move; Cara can."""
    id_ = await with_accomplice(room)
    moves = (await room.table(id_)).moves
    await room.act(ANA, Undo(id_))
    assert not (await answer(room, id_, EVE)).refused
    assert (await room.table(id_)).moves == moves
    assert not (await answer(room, id_, CARA)).refused
    assert (await room.table(id_)).moves < moves


async def test_an_accomplice_asks_for_a_pause(room: Room) -> None:
    """A pause that the accomplice offers and Ana accepts needs Cara, too."""
    id_ = await with_accomplice(room)
    await room.act(EVE, Pause(id_))
    await answer(room, id_, ANA)
    assert not access.is_paused(await room.table(id_), ANA)
    assert not (await answer(room, id_, CARA)).refused
    assert access.is_paused(await room.table(id_), ANA)


async def test_an_accomplice_asks_to_go_on(room: Room) -> None:
    """Likewise with the end of a pause, to which Cara can agree by the same button."""
    id_ = await with_accomplice(room)
    await room.act(CARA, Pause(id_))
    await answer(room, id_, ANA)
    await room.act(EVE, Resume(id_))
    await room.act(ANA, Resume(id_))
    assert access.is_paused(await room.table(id_), ANA)
    assert not (await room.act(CARA, Resume(id_))).refused
    assert not access.is_paused(await room.table(id_), ANA)


async def test_an_accomplice_gives_a_day(room: Room) -> None:
    """The accomplice can't give a day to Ana, whose time is up, without Cara."""
    id_ = await team_game(room, terms=Terms(Pace(HOUR)))
    await room.act(DAN, Resign(id_, sure=True, of_seat=True))
    await room.act(EVE, TakeSeat(id_))
    await room.wait(HOUR, every=HOUR)
    await room.act(EVE, Extend(id_))
    clock = (await room.table(id_)).clock
    assert clock is not None
    assert clock.stopped is Stop.UP
    assert not (await room.act(CARA, Extend(id_))).refused
    clock = (await room.table(id_)).clock
    assert clock is not None
    assert clock.stopped is None


async def test_a_partner_who_is_not_asked(room: Room, why: Why) -> None:
    """A partner of those who began the game still has nothing to agree to."""
    id_ = await team_game(room)
    await room.act(ANA, Pause(id_))
    assert why(await answer(room, id_, BEN)) == "agree.partner"
