"""A game that is over is played once more: the same people and options, with sides swapped."""

from asyncio import gather

import pytest

from bot.table.intents import Accept, Block, Cancel, Practice, Rematch, Resign
from bot.table.ports import Operation
from bot.table.seats import Computer, Kept, Person
from bot.table.table import Status, TableId
from tests.bot.acts.room import ANA, BEN, CARA, Room, Why


@pytest.fixture
def room() -> Room:
    return Room()


def rematch_of(room: Room, id_: TableId) -> TableId:
    return room.service.table_id(Operation(f"rematch:{id_}"))


async def over(room: Room) -> TableId:
    """A game of Ana against Ben that is over."""
    id_ = await room.playing(road=9, ruleset="bul")
    await room.act(ANA, Resign(id_, sure=True))
    return id_


@pytest.mark.parametrize(("asks", "other"), [(ANA, BEN), (BEN, ANA)])
async def test_one_press_each(room: Room, asks: object, other: object) -> None:
    """One player's press posts the rematch with sides swapped, the other's begins it."""
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
    """The rematch stands there as a challenge, which the other accepts."""
    id_ = await over(room)
    await room.act(ANA, Rematch(id_))
    posted = rematch_of(room, id_)
    assert (await room.table(posted)).seats == (Kept(BEN.user, "Ben"), Person(ANA.user, "Ana"))
    await room.act(BEN, Accept(posted))
    assert (await room.table(posted)).status is Status.PLAYING


async def test_both_at_once(room: Room) -> None:
    """Two presses at once are one rematch, which has begun or waits for a second press."""
    id_ = await over(room)
    await gather(room.act(ANA, Rematch(id_)), room.act(BEN, Rematch(id_)))
    assert (await room.table(rematch_of(room, id_))).status is Status.PLAYING


async def test_pressed_twice(room: Room, why: Why) -> None:
    """Who has asked for a rematch waits for the other."""
    id_ = await over(room)
    await room.act(ANA, Rematch(id_))
    assert why(await room.act(ANA, Rematch(id_))) == "rematch.posted"


async def test_delivered_again(room: Room) -> None:
    """The same press, delivered again, is not refused and posts nothing further."""
    id_ = await over(room)
    for _ in range(2):
        reply = await room.act(ANA, Rematch(id_), operation="press-1")
        assert not reply.refused
    assert (await room.table(rematch_of(room, id_))).revision == 1


async def test_the_acceptance_delivered_again(room: Room) -> None:
    """The second player's press, delivered again, begins nothing further."""
    id_ = await over(room)
    await room.act(ANA, Rematch(id_))
    for _ in range(2):
        reply = await room.act(BEN, Rematch(id_), operation="press-2")
        assert not reply.refused
    assert (await room.table(rematch_of(room, id_))).status is Status.PLAYING


async def test_one_that_came_to_nothing(room: Room) -> None:
    """After a rematch that was taken back another one can be asked for."""
    id_ = await over(room)
    await room.act(ANA, Rematch(id_))
    await room.act(ANA, Cancel(rematch_of(room, id_)))
    await room.act(BEN, Rematch(id_), operation="again")
    assert (await room.table(room.service.table_id(Operation("again")))).host.user == BEN.user


async def test_only_for_its_players(room: Room, why: Why) -> None:
    """Who had no seat is told to begin a game of their own."""
    assert why(await room.act(CARA, Rematch(await over(room)))) == "rematch.players"


async def test_not_before_the_end(room: Room, why: Why) -> None:
    """A game that goes on has no rematch."""
    assert why(await room.act(ANA, Rematch(await room.playing()))) == "rematch.early"


async def test_one_rematch_a_game(room: Room, why: Why) -> None:
    """Once the rematch has begun there is no second one of the same game."""
    id_ = await over(room)
    for actor in (ANA, BEN):
        await room.act(actor, Rematch(id_))
    assert why(await room.act(ANA, Rematch(id_))) == "rematch.begun"


async def test_who_is_blocked(room: Room, why: Why) -> None:
    """A rematch is refused like any challenge by who wants none."""
    id_ = await over(room)
    await room.act(BEN, Block(ANA))
    assert why(await room.act(ANA, Rematch(id_))) == "challenge.blocked"


async def test_against_the_computer(room: Room) -> None:
    """A rematch of a practice game waits for Start, with sides swapped."""
    room.corn.numbers = [2, 1, 3]
    id_ = await room.post(ANA, Practice("easy"))
    await room.act(ANA, Accept(id_))
    await room.act(ANA, Resign(id_, sure=True))
    await room.act(ANA, Rematch(id_))
    posted = await room.table(rematch_of(room, id_))
    assert (posted.status, posted.seats[0]) == (Status.OFFERED, Computer("easy"))
    room.corn.numbers = [1, 2, 3]
    await room.act(ANA, Accept(posted.id))
    assert (await room.table(posted.id)).status is Status.PLAYING
