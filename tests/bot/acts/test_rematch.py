"""Rematches: the same players and options, with sides swapped."""

from asyncio import gather

import pytest

from bot.acts.gather.accept import Accept
from bot.acts.gather.cancel import Cancel
from bot.acts.gather.rematch import Rematch
from bot.acts.me.block import Block
from bot.acts.play.resign import Resign
from bot.table.ids import TableId
from bot.table.ports import Operation
from bot.table.seats import Kept, Person
from bot.table.table import Status
from bot.table.upkeep import CHALLENGE_SECONDS
from tests.bot.acts.room import ANA, BEN, CARA, Room, Why
from tests.bot.acts.teams import DAN, team_game


@pytest.fixture
def room() -> Room:
    return Room()


def rematch_of(room: Room, id_: TableId) -> TableId:
    return room.service.table_id(Operation(f"rematch:{id_}"))


async def over(room: Room) -> TableId:
    """Return a game of Ana against Ben that is over."""
    id_ = await room.playing(road=9, ruleset="bul")
    await room.act(ANA, Resign(id_, sure=True))
    return id_


@pytest.mark.parametrize(("asks", "other"), [(ANA, BEN), (BEN, ANA)])
async def test_one_press_each(room: Room, asks: object, other: object) -> None:
    """One player's press posts the rematch with sides swapped; the other's begins it."""
    id_ = await over(room)
    await room.act(asks, Rematch(id_))  # type: ignore[arg-type] # parametrized
    posted = await room.table(rematch_of(room, id_))
    assert posted.status is Status.OFFERED
    assert posted.host.user == asks.user  # type: ignore[attr-defined] # as above
    assert posted.header == (await room.table(id_)).header
    await room.act(other, Rematch(id_))  # type: ignore[arg-type] # as above
    begun = await room.table(posted.id)
    assert begun.status is Status.PLAYING
    assert [holder.name for holder in begun.seats] == ["Ben", "Ana"]  # type: ignore[union-attr] # people


async def test_accepted_like_any_challenge(room: Room) -> None:
    """A rematch is posted as a challenge, which the other player can accept."""
    id_ = await over(room)
    await room.act(ANA, Rematch(id_))
    posted = rematch_of(room, id_)
    assert (await room.table(posted)).seats == (Kept(BEN.user, "Ben"), Person(ANA.user, "Ana"))
    await room.act(BEN, Accept(posted))
    assert (await room.table(posted)).status is Status.PLAYING


async def test_both_at_once(room: Room) -> None:
    """Two presses at the same time begin one rematch."""
    id_ = await over(room)
    await gather(room.act(ANA, Rematch(id_)), room.act(BEN, Rematch(id_)))
    assert (await room.table(rematch_of(room, id_))).status is Status.PLAYING


async def test_pressed_twice(room: Room, why: Why) -> None:
    """A player who has asked for a rematch must wait for the other."""
    id_ = await over(room)
    await room.act(ANA, Rematch(id_))
    assert why(await room.act(ANA, Rematch(id_))) == "rematch.posted"


async def test_a_repeated_press(room: Room) -> None:
    """A repeated press isn't refused and posts nothing more."""
    id_ = await over(room)
    for _ in range(2):
        reply = await room.act(ANA, Rematch(id_), operation="press-1")
        assert not reply.refused
    assert (await room.table(rematch_of(room, id_))).revision == 1


async def test_a_repeated_acceptance(room: Room) -> None:
    """A repetition of the second player's press begins nothing more."""
    id_ = await over(room)
    await room.act(ANA, Rematch(id_))
    for _ in range(2):
        reply = await room.act(BEN, Rematch(id_), operation="press-2")
        assert not reply.refused
    assert (await room.table(rematch_of(room, id_))).status is Status.PLAYING


async def test_after_a_cancelled_rematch(room: Room) -> None:
    """After a rematch has been cancelled, one press each posts and begins another."""
    id_ = await over(room)
    await room.act(ANA, Rematch(id_))
    first = rematch_of(room, id_)
    await room.act(ANA, Cancel(first))
    await room.act(BEN, Rematch(id_))
    second = rematch_of(room, first)
    assert (await room.table(second)).host.user == BEN.user
    await room.act(ANA, Rematch(id_))
    assert (await room.table(second)).status is Status.PLAYING


async def test_after_an_expired_rematch(room: Room) -> None:
    """The press that finds a rematch too old to be accepted posts another."""
    id_ = await over(room)
    await room.act(ANA, Rematch(id_))
    room.now += CHALLENGE_SECONDS
    await room.act(BEN, Rematch(id_))
    posted = await room.table(rematch_of(room, rematch_of(room, id_)))
    assert (posted.status, posted.host.user) == (Status.OFFERED, BEN.user)


async def test_a_repeated_press_after_its_end(room: Room) -> None:
    """A repeated press posts nothing more, even if what it posted has been cancelled."""
    id_ = await over(room)
    await room.act(ANA, Rematch(id_), operation="press-1")
    await room.act(ANA, Cancel(rematch_of(room, id_)))
    assert not (await room.act(ANA, Rematch(id_), operation="press-1")).refused
    assert await room.store.load(rematch_of(room, rematch_of(room, id_))) is None


async def test_only_for_its_players(room: Room, why: Why) -> None:
    """A player who had no seat is refused."""
    assert why(await room.act(CARA, Rematch(await over(room)))) == "rematch.players"


async def test_not_before_the_end(room: Room, why: Why) -> None:
    """A game in progress can't have a rematch."""
    assert why(await room.act(ANA, Rematch(await room.playing()))) == "rematch.early"


async def test_one_rematch_a_game(room: Room, why: Why) -> None:
    """A game has at most one rematch that has begun."""
    id_ = await over(room)
    for actor in (ANA, BEN):
        await room.act(actor, Rematch(id_))
    assert why(await room.act(ANA, Rematch(id_))) == "rematch.begun"


async def test_blocked(room: Room, why: Why) -> None:
    """A rematch request is refused if the opponent has blocked the player."""
    id_ = await over(room)
    await room.act(BEN, Block(ANA))
    assert why(await room.act(ANA, Rematch(id_))) == "challenge.blocked"


async def test_in_a_lobby(room: Room) -> None:
    """After a game of four, one press each begins the next: the first posts it, the last begins."""
    id_ = await team_game(room, ANA, BEN, CARA, DAN)
    for loser in (ANA, BEN):
        await room.act(loser, Resign(id_, sure=True, of_seat=loser is ANA))
    again = rematch_of(room, id_)
    for actor in (CARA, ANA, DAN, BEN):
        assert not (await room.act(actor, Rematch(id_))).refused
    begun = await room.table(again)
    assert begun.status is Status.PLAYING
    assert [seat.name for seat in begun.seats] == ["Cara", "Dan", "Ana", "Ben"]  # type: ignore[union-attr] # people
