"""A channel in which matches are played; every board is shown at once unless a test says not."""

from dataclasses import replace

from bot.acts.gather.accept import Accept
from bot.acts.gather.challenge import Challenge
from bot.acts.gather.open import Open
from bot.acts.play.resign import Resign
from bot.table import steps
from bot.table.agreement import agreement
from bot.table.ids import TableId
from bot.table.options import Options
from bot.table.people import Actor, Platform, User
from bot.table.ports import Operation, Shown
from bot.table.seats import Person
from bot.table.table import Table
from bot.table.terms import Terms
from bot.table.turns import Hands
from tests.bot.acts.room import ANA, BEN, CARA, Room
from tests.bot.options import options

DAN = Actor(User(Platform.WEB, "dan"), "Dan")
PEOPLE = {each.user: each for each in (ANA, BEN, CARA, DAN)}
FIRST_TO_THREE = Options(terms=Terms(match=3))
SERIES = Options(terms=Terms(series=("puluc", "bul", "boolik")))


async def begin(room: Room, game: Options = FIRST_TO_THREE) -> TableId:
    """Return the first game of a match of Ana (seat 0) against Ben, in progress."""
    id_ = await room.post(ANA, Challenge((BEN,), game))
    await room.act(BEN, Accept(id_))
    return id_


async def begin_teams(room: Room, wins: int = 3) -> TableId:
    """Return the first game of a match of Ana and Cara (seats 0 and 1) against Ben and Dan."""
    game = replace(options("aj-sayil", seats=4), terms=Terms(match=wins))
    offered = await room.table(await room.post(ANA, Open(game)))
    seats = tuple(Person(actor.user, actor.name) for actor in (ANA, CARA, BEN, DAN))
    opened = room.tables.games.game(offered.header)
    step = steps.begin(replace(offered, seats=seats), opened, Hands(room.corn), room.now)
    await room.tables.commit(offered, step, Operation(f"begin:{offered.id}"))
    return offered.id


async def show(room: Room, id_: TableId) -> None:
    """Note that the table's place shows it."""
    table = await room.table(id_)
    shown = Shown(table.revision, "m", agreement=agreement(table))
    await room.store.mark_shown(id_, table.place, shown)


async def lose(room: Room, actor: Actor, id_: TableId) -> TableId:
    """End a game of two by resigning; return the next one, whose board is shown."""
    assert not (await room.act(actor, Resign(id_, sure=True))).refused
    return await following(room, id_)


async def following(room: Room, id_: TableId) -> TableId:
    """Return the game after one that has ended, posted and shown."""
    await room.fall_due()
    after = room.service.next_games.id_after(id_)
    await show(room, after)
    return after


async def get_ready(room: Room, id_: TableId) -> None:
    """Have all people of the next game press Ready."""
    for user in sorted((await room.table(id_)).people, key=str):
        await room.act(PEOPLE[user], Accept(id_))


def names(table: Table) -> list[str]:
    """The names of the people at a table, in seat order; "" for a computer."""
    return [seat.name if isinstance(seat, Person) else "" for seat in table.seats]
