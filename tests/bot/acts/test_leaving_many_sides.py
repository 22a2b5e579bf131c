"""Leaving games of more than two sides: a computer plays on, and who left comes last."""

from dataclasses import replace

import pytest

from bot.acts.play.resign import Resign
from bot.acts.play.take import TakeSeat
from bot.games.catalogue import FAMILIES
from bot.table import departures, steps, turns
from bot.table.corn import FairCorn
from bot.table.former import Departure, Former
from bot.table.ids import TableId
from bot.table.people import Actor
from bot.table.ports import Operation
from bot.table.seats import Computer, Person
from bot.table.table import Ending, Status, Table
from bot.table.turns import Hands
from engine.game import Places
from tests.bot.acts.room import ANA, BEN, CARA, PLACE, Room
from tests.bot.acts.teams import DAN, EASY
from tests.bot.show.offer import OFFER

HEADER = "pebbles squares=8"


@pytest.fixture
def pebbles() -> Room:
    """A room with a game for three, each on a side of their own."""
    room = Room(families=(*FAMILIES, "tests.games.pebbles"))
    room.use(Hands(FairCorn()))
    return room


def offered(*holders: Actor | Computer) -> Table:
    """A table of three that is about to begin."""
    seats = tuple(
        holder if isinstance(holder, Computer) else Person(holder.user, holder.name)
        for holder in holders
    )
    return replace(OFFER, id=TableId("three00001"), header=HEADER, seats=seats, place=PLACE)


async def begun(room: Room, *holders: Actor | Computer) -> TableId:
    """Return a game of three that has just begun."""
    offer = replace(offered(*holders), created=int(room.now), touched=int(room.now))
    await room.store.create(offer, Operation("three"))
    step = steps.begin(offer, room.tables.games.game(HEADER), Hands(FairCorn()), room.now)
    await room.tables.commit(offer, step, Operation("begun"))
    return offer.id


async def leave(room: Room, id_: TableId, actor: Actor) -> Table:
    """Let a player resign, without being asked back."""
    assert not (await room.act(actor, Resign(id_, sure=True))).refused
    return await room.table(id_)


async def test_the_computer_plays_on(pebbles: Room) -> None:
    """If one of three leaves, a computer plays on for them, and the others go on."""
    id_ = await begun(pebbles, ANA, BEN, CARA)
    reply = await pebbles.act(BEN, Resign(id_))
    assert [text.key for text in reply.texts] == ["resign.seat-sure"]
    table = await leave(pebbles, id_, BEN)
    assert (table.status, table.vacated) == (Status.PLAYING, (1,))
    assert table.seats[1] == departures.stand_in(["easy"])


async def test_anyone_but_an_opponent_takes_the_seat(pebbles: Room) -> None:
    """The seat can be taken by someone who isn't in the game, or by the one who left it."""
    id_ = await begun(pebbles, ANA, BEN, CARA)
    await leave(pebbles, id_, BEN)
    assert (await pebbles.act(CARA, TakeSeat(id_))).refused
    assert not (await pebbles.act(DAN, TakeSeat(id_))).refused
    assert (await pebbles.table(id_)).vacated == ()


async def test_the_last_person_ends_the_game(pebbles: Room) -> None:
    """If nobody else plays on, the game is over, and the one who resigned is last."""
    id_ = await begun(pebbles, ANA, BEN, EASY)
    await leave(pebbles, id_, BEN)
    table = await leave(pebbles, id_, ANA)
    assert (table.ending, table.places) == (Ending.RESIGNED, ((1, 2), (0,)))


@pytest.mark.parametrize(
    ("places", "left", "shown"),
    [
        (((1,), (0,), (2,)), (), ((1,), (0,), (2,))),
        (((1,), (0,), (2,)), (1,), ((0,), (2,), (1,))),
        (((1,), (0,), (2,)), (0, 1), ((2,), (1,), (0,))),
        (((1,),), (1,), ((0, 2), (1,))),
        (((1,),), (0,), ((1,),)),
    ],
)
def test_who_left_is_last(
    pebbles: Room, places: Places, left: tuple[int, ...], shown: Places
) -> None:
    """At the end, those who stayed keep their order, and those who left follow in theirs."""
    game = pebbles.tables.games.game(HEADER)
    table = offered(ANA, BEN, CARA)
    table = replace(
        table,
        seats=tuple(EASY if seat in left else each for seat, each in enumerate(table.seats)),
        former=tuple(Former(seat, table.seats[seat], Departure.RESIGNED, 3, 0) for seat in left),  # type: ignore[arg-type] # people
    )
    assert turns.those_who_stayed_first(table, game, places) == shown
