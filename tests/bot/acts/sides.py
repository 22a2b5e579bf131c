"""A game of three, each on a side of their own, in the room."""

from dataclasses import replace

from bot.acts.play.answer import Answer
from bot.games.catalogue import FAMILIES
from bot.table import steps
from bot.table.corn import FairCorn
from bot.table.ids import TableId
from bot.table.people import Actor
from bot.table.ports import Operation
from bot.table.request import Reply
from bot.table.seats import Computer, Person
from bot.table.table import Table
from bot.table.terms import DEFAULT_TERMS, Terms
from bot.table.turns import Hands
from engine import AnyGame
from tests.bot.acts.room import ANA, BEN, CARA, PLACE, Room
from tests.bot.show.offer import OFFER

HEADER = "pebbles squares=30"


def three_sides() -> Room:
    """A room with a game for three."""
    room = Room(families=(*FAMILIES, "tests.games.pebbles"))
    room.use(Hands(FairCorn()))
    return room


def game(room: Room) -> AnyGame:
    """Its rules."""
    return room.tables.games.game(HEADER)


async def begun(
    room: Room, *holders: Actor | Computer, terms: Terms = DEFAULT_TERMS, seed: bytes = OFFER.seed
) -> TableId:
    """Return a game that has just begun; by default Ana, Ben and Cara play."""
    seats = tuple(
        holder if isinstance(holder, Computer) else Person(holder.user, holder.name)
        for holder in holders or (ANA, BEN, CARA)
    )
    id_, now = TableId(f"three{next(room.operations):05}"), int(room.now)
    offer = replace(OFFER, id=id_, header=HEADER, seats=seats, place=PLACE, terms=terms, seed=seed)
    offer = replace(offer, created=now, touched=now)
    await room.store.create(offer, Operation(f"three:{id_}"))
    step = steps.begin(offer, game(room), Hands(FairCorn()), room.now)
    await room.tables.commit(offer, step, Operation(f"begun:{id_}"))
    return id_


async def mover(room: Room, id_: TableId) -> int:
    """The seat to move."""
    seat = room.tables.to_move(await room.table(id_))
    assert seat is not None
    return seat


async def play_turn(room: Room, id_: TableId) -> Table:
    """Let the person to move play their turn."""
    seat = await mover(room, id_)
    holder = (await room.table(id_)).seats[seat]
    assert isinstance(holder, Person)
    actor = Actor(holder.user, holder.name)
    assert not (await room.move(actor, id_, (await room.moves(id_))[0])).refused
    return await room.table(id_)


async def answer(room: Room, id_: TableId, actor: Actor, *, agrees: bool = True) -> Reply:
    """Answer the open offer."""
    asking = (await room.table(id_)).asking
    assert asking is not None
    return await room.act(actor, Answer(id_, asking.revision, agrees))
