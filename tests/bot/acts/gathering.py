"""People who gather in a lobby, and who sits where in it."""

from bot.acts.gather.challenge import Challenge
from bot.acts.gather.join import Join
from bot.acts.gather.open import Open
from bot.table.ids import TableId
from bot.table.people import Actor, Platform, User
from bot.table.request import Reply
from bot.table.seats import Computer, Kept, Person, Seat
from bot.table.table import Table
from tests.bot.acts.room import ANA, BEN, CARA, Room
from tests.bot.options import options

DAN, EVE, FAY = (Actor(User(Platform.WEB, name.casefold()), name) for name in ("Dan", "Eve", "Fay"))
EVERYONE = (ANA, BEN, CARA, DAN, EVE, FAY)


def _word(seat: Seat) -> str:
    match seat:
        case Person(name=name):
            return name
        case Kept(name=name):
            return f"{name}?"
        case Computer():
            return "+"
    return "-"


def plan(table: Table) -> str:
    """Who sits where: `Ana* Ben? - +` are the host, a reserved, a free and a computer's seat."""
    words = [_word(seat) for seat in table.seats]
    words[table.hosted_by] += "*"
    return " ".join(words)


async def opened(room: Room, seats: int = 6, *opponents: Actor) -> TableId:
    """Return a lobby that Ana has opened."""
    game = options("aj-sayil", seats=seats)
    return await room.post(ANA, Challenge(opponents, game) if opponents else Open(game))


async def joined(room: Room, id_: TableId, side: int, *people: Actor) -> None:
    """Let people join a side."""
    for person in people:
        reply: Reply = await room.act(person, Join(id_, side))
        assert not reply.refused


async def seen(room: Room, id_: TableId) -> str:
    """Who sits where now."""
    return plan(await room.table(id_))
