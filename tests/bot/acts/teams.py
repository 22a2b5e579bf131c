"""Team games in the room: who plays, and what they do there."""

from dataclasses import replace

from bot.table import steps
from bot.table.ids import TableId
from bot.table.people import Actor, Platform, User
from bot.table.ports import Operation
from bot.table.seats import Computer, Person
from bot.table.table import Table
from bot.table.terms import DEFAULT_TERMS, Terms
from bot.table.turns import Hands
from engine.road.header import write_header
from engine.road.rulesets import AJ_SAYIL
from tests.bot.acts.room import ANA, BEN, CARA, PLACE, Room
from tests.bot.show.offer import OFFER

DAN = Actor(User(Platform.WEB, "dan"), "Dan")
EVA = Actor(User(Platform.WEB, "eva"), "Eva")
EASY = Computer("easy")


async def team_game(
    room: Room,
    *holders: Actor | Computer,
    terms: Terms = DEFAULT_TERMS,
    numbers: tuple[int, ...] = (2, 1, 2, 1),
) -> TableId:
    """Return a game of aj-sayil that has just begun; by default Ana and Ben play Cara and Dan.

    The first half of the holders plays the other half. Seat 0, usually Ana, is to move first: a 2,
    then a 1.
    """
    room.corn.numbers = [*numbers]
    seats = tuple(
        holder if isinstance(holder, Computer) else Person(holder.user, holder.name, "word")
        for holder in holders or (ANA, BEN, CARA, DAN)
    )
    header = write_header(replace(AJ_SAYIL, seats=len(seats)))
    now = int(room.now)
    offer = replace(OFFER, header=header, seats=seats, terms=terms, place=PLACE)
    offer = replace(offer, id=TableId(f"team{next(room.operations):06}"), created=now, touched=now)
    await room.store.create(offer, Operation(f"teams:{offer.id}"))
    begun = steps.begin(offer, room.tables.games.game(header), Hands(room.corn), room.now)
    await room.tables.commit(offer, begun, Operation(f"begun:{offer.id}"))
    return offer.id


async def mover(room: Room, id_: TableId) -> int:
    """The seat to move."""
    seat = room.tables.to_move(await room.table(id_))
    assert seat is not None
    return seat


async def play_turn(room: Room, id_: TableId, actor: Actor) -> Table:
    """Let a player play the numbers of a turn, whatever moves come first."""
    seat = await mover(room, id_)
    while (table := await room.table(id_)).position and await mover(room, id_) == seat:
        assert not (await room.move(actor, id_, (await room.moves(id_))[0])).refused
    return table
