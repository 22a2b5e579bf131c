"""What players offer each other in the tests of agreements, and how they answer."""

from dataclasses import replace

from bot.acts.play.answer import Answer
from bot.acts.play.draw import Draw
from bot.acts.play.pause import Pause
from bot.acts.play.resume import Resume
from bot.acts.play.undo import Undo
from bot.table import steps
from bot.table.asking import Asking, Wish
from bot.table.clock import Clock
from bot.table.ids import TableId
from bot.table.pace import DAY, Pace
from bot.table.people import Actor, Place, Platform, User
from bot.table.ports import Operation
from bot.table.seats import Free, Person
from bot.table.table import Table
from bot.table.turns import Hands
from engine.road.header import write_header
from engine.road.rulesets import AJ_SAYIL
from tests.bot.acts.room import ANA, BEN, CARA, Room
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


async def paused(room: Room) -> TableId:
    """Return a paused game of a day a turn."""
    id_ = await moved(room)
    await clocked(room, id_, Pace(DAY))
    await offered(room, id_, ANA, Wish.PAUSE)
    await answered(room, id_, BEN, agrees=True)
    return id_
