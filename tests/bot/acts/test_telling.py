"""Who did not end a table is told that it is over: once, and as they wish to be called."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import TypeAlias

import pytest

from bot.acts.gather.accept import Accept
from bot.acts.gather.cancel import Cancel
from bot.acts.gather.challenge import Challenge
from bot.acts.gather.decline import BlockHost, Decline
from bot.acts.gather.open import Open
from bot.acts.gather.practice import Practice
from bot.acts.look.close import Close
from bot.acts.me.forget import ForgetMe
from bot.acts.play.abort import Abort
from bot.acts.play.answer import Answer
from bot.acts.play.claim import Claim
from bot.acts.play.draw import Draw
from bot.acts.play.resign import Resign
from bot.show.placement import Placement, placement
from bot.show.presenter import page_of
from bot.table.due import REFUSED, TELL, Due
from bot.table.endings import AT_ONCE_SECONDS, QUICK_SECONDS, hearers
from bot.table.ids import TableId
from bot.table.pace import DAY, HOUR, MINUTE, Pace
from bot.table.people import Actor, Place, Platform, User
from bot.table.ports import Shown
from bot.table.preferences import Preferences, Quiet, Reminders, Vacation, Where
from bot.table.settings import Settings
from bot.table.steps import end
from bot.table.table import Ending, Status, Table
from bot.table.terms import Flag, Terms
from bot.table.upkeep import CHALLENGE_SECONDS
from tests.bot.acts.room import ANA, BEN, CARA, Room
from tests.bot.options import options
from tests.bot.show.offer import OFFER, begun

Play: TypeAlias = Callable[[Room], Awaitable[TableId]]

TIMED = Terms(Pace(DAY), flag=Flag.AUTO)


def on_discord(actor: Actor) -> Actor:
    return replace(actor, user=User(Platform.DISCORD, actor.user.id))


ANA_D, BEN_D = on_discord(ANA), on_discord(BEN)


async def told(room: Room, id_: TableId) -> set[str]:
    """Whom the newest board of a table mentions, which must be a new message then."""
    table = await room.table(id_)
    assert table.status is Status.OVER
    mentioned = {each.name for each in page_of(room.games, table, "en").mentions}
    before = Shown(table.revision - 1, "m", posted=room.now - 1, at=room.now - 1)
    posted = placement(table, before, Settings(), room.now) is Placement.POST
    assert posted is bool(mentioned)
    return mentioned


async def declined(room: Room) -> TableId:
    id_ = await room.post(ANA, Challenge((BEN,)))
    await room.act(BEN, Decline(id_))
    return id_


async def blocked(room: Room) -> TableId:
    id_ = await room.post(ANA, Challenge((BEN,)))
    await room.act(BEN, BlockHost(id_))
    return id_


async def expired(room: Room) -> TableId:
    id_ = await room.post(ANA, Challenge((BEN,)))
    await room.wait(CHALLENGE_SECONDS, every=HOUR)
    return id_


async def expired_for_anyone(room: Room) -> TableId:
    id_ = await room.post(ANA, Open())
    await room.wait(CHALLENGE_SECONDS, every=HOUR)
    return id_


async def cancelled_later(room: Room) -> TableId:
    id_ = await room.post(ANA, Challenge((BEN,)))
    room.now += AT_ONCE_SECONDS
    await room.act(ANA, Cancel(id_))
    return id_


async def cancelled_at_once(room: Room) -> TableId:
    id_ = await room.post(ANA, Challenge((BEN,)))
    room.now += AT_ONCE_SECONDS - 1
    await room.act(ANA, Cancel(id_))
    return id_


async def lobby_cancelled(room: Room) -> TableId:
    id_ = await room.post(ANA, Challenge((BEN, CARA), options("aj-sayil", seats=4)))
    room.now += AT_ONCE_SECONDS
    await room.act(ANA, Cancel(id_))
    return id_


async def aborted(room: Room) -> TableId:
    id_ = await room.playing([2, 1, 3])
    await room.act(BEN, Abort(id_))
    return id_


async def resigned(room: Room) -> TableId:
    id_ = await room.playing([2, 1, 3])
    await room.act(ANA, Resign(id_, sure=True))
    return id_


async def flagged(room: Room) -> TableId:
    id_ = await room.playing([2, 1, 3], terms=TIMED)
    await room.wait(DAY, every=HOUR)
    return id_


async def claimed(room: Room) -> TableId:
    id_ = await room.playing([2, 1, 3], terms=replace(TIMED, flag=Flag.ASK))
    await room.wait(DAY, every=HOUR)
    assert await room.mover(id_) == ANA
    await room.act(BEN, Claim(id_))
    return id_


async def closed(room: Room) -> TableId:
    id_ = await room.playing([2, 1, 3])
    await room.act(replace(CARA, manages=True), Close(id_))
    return id_


async def closed_by_a_player(room: Room) -> TableId:
    id_ = await room.playing([2, 1, 3])
    await room.act(replace(ANA, manages=True), Close(id_))
    return id_


async def challenge_closed(room: Room) -> TableId:
    id_ = await room.post(ANA, Challenge((BEN,)))
    await room.act(replace(CARA, manages=True), Close(id_))
    return id_


async def drawn(room: Room) -> TableId:
    id_ = await room.playing([2, 1, 3])
    await room.act(ANA, Draw(id_))
    asking = (await room.table(id_)).asking
    assert asking is not None
    await room.act(BEN, Answer(id_, asking.revision, agrees=True))
    return id_


async def forgotten(room: Room) -> TableId:
    id_ = await room.playing([2, 1, 3])
    await room.act(ANA, ForgetMe(ANA.user.id))
    await room.fall_due()
    return id_


async def practice(room: Room) -> TableId:
    id_ = await room.post(ANA, Practice())
    await room.wait(CHALLENGE_SECONDS, every=HOUR)
    return id_


@pytest.mark.parametrize(
    ("play", "names"),
    [
        (declined, {"Ana"}),
        (blocked, {"Ana"}),
        (expired, {"Ana", "Ben"}),
        (expired_for_anyone, {"Ana"}),
        (cancelled_later, {"Ben"}),
        (cancelled_at_once, set()),
        (lobby_cancelled, {"Ben", "Cara"}),
        (aborted, {"Ana"}),
        (resigned, {"Ben"}),
        (flagged, {"Ana", "Ben"}),
        (claimed, {"Ana"}),
        (closed, {"Ana", "Ben"}),
        (closed_by_a_player, {"Ben"}),
        (challenge_closed, {"Ana", "Ben"}),
        (drawn, {"Ana"}),
        (forgotten, {"Ben"}),
        (practice, set()),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
async def test_who_is_told(room: Room, play: Play, names: set[str]) -> None:
    """A new board mentions everyone but the person who has ended the table."""
    assert await told(room, await play(room)) == names


def over(ending: Ending, seconds: int, *, by: int | None = None) -> tuple[Table, Table]:
    """A running game, and how it ended so many seconds later."""
    before = replace(begun(OFFER).table, touched=1_000_000)
    after = end(before, ending, 1_000_000 + seconds, by=by, places=((1,), (0,))).table
    return before, after


@pytest.mark.parametrize(("seconds", "seats"), [(QUICK_SECONDS - 1, ()), (QUICK_SECONDS, (0,))])
def test_the_last_move(seconds: int, seats: tuple[int, ...]) -> None:
    """Who loses in quick play looks at the board, and who has waited for the move is told."""
    before, after = over(Ending.WON, seconds)
    ben = after.seats[1]
    assert hearers(before, after, (ben.user,)) == seats  # type: ignore[union-attr] # a person


def test_who_has_left() -> None:
    """Who has gone from the place isn't mentioned there."""
    before, after = over(Ending.LEFT, DAY, by=0)
    assert hearers(before, after, ()) == (1,)


async def test_nobody_is_told_twice(room: Room) -> None:
    """Nothing is told again later, however often the due work falls due."""
    id_ = await resigned(room)
    before = await room.table(id_)
    await room.wait(2 * DAY, every=HOUR)
    await room.handle(Due(id_, f"{TELL}:1", room.now))
    assert await room.table(id_) == before


async def test_without_reminders(room: Room) -> None:
    """Who wants no reminders isn't mentioned."""
    await room.store.prefer(BEN.user, Preferences(reminders=Reminders.OFF))
    id_ = await resigned(room)
    assert await told(room, id_) == set()
    await room.wait(DAY, every=HOUR)
    assert (await room.table(id_)).told is None


async def test_few_reminders(room: Room) -> None:
    """Who wants one reminder a turn is told the end."""
    await room.store.prefer(BEN.user, Preferences(reminders=Reminders.LESS))
    assert await told(room, await resigned(room)) == {"Ben"}


async def test_quiet_hours(room: Room) -> None:
    """The end that comes in a person's quiet hours is told once after them."""
    hour = int(room.now // HOUR) % 24
    await room.store.prefer(BEN.user, Preferences(quiet=Quiet(hour, (hour + 2) % 24), zone="UTC"))
    id_ = await resigned(room)
    assert await told(room, id_) == set()
    await room.wait(3 * HOUR, every=MINUTE)
    assert await told(room, id_) == {"Ben"}
    table = await room.table(id_)
    assert not table.silent
    await room.wait(2 * DAY, every=HOUR)
    assert await room.table(id_) == table


async def test_quiet_hours_that_begin_later(room: Room) -> None:
    """Who has set other quiet hours meanwhile is told after those, and who wants nothing, never."""
    hour = int(room.now // HOUR) % 24
    quiet = Preferences(quiet=Quiet(hour, (hour + 2) % 24), zone="UTC")
    await room.store.prefer(BEN.user, quiet)
    id_ = await resigned(room)
    await room.store.prefer(BEN.user, replace(quiet, quiet=Quiet(hour, (hour + 5) % 24)), quiet)
    await room.wait(3 * HOUR, every=MINUTE)
    assert await told(room, id_) == set()
    await room.store.prefer(BEN.user, Preferences(reminders=Reminders.OFF))
    await room.wait(DAY, every=MINUTE)
    assert await told(room, id_) == set()


async def test_on_vacation(room: Room) -> None:
    """A person on vacation is told when they are back."""
    away = Vacation(int(room.now) - 1, int(room.now) + 2 * DAY)
    await room.store.prefer(BEN.user, Preferences(vacation=away))
    id_ = await resigned(room)
    await room.wait(DAY, every=HOUR)
    assert await told(room, id_) == set()
    await room.wait(DAY + HOUR, every=HOUR)
    assert await told(room, id_) == {"Ben"}


async def between(room: Room) -> TableId:
    """Post a challenge on Discord, which Ben declines; Ana wants to be reminded in private."""
    await room.store.prefer(ANA_D.user, Preferences(where=Where.PRIVATE))
    id_ = await room.post(ANA_D, Challenge((BEN_D,)))
    room.shown_now.clear()
    await room.act(BEN_D, Decline(id_))
    return id_


async def test_in_private(room: Room) -> None:
    """Who wants to be reminded in private is told there, and the board mentions nobody."""
    id_ = await between(room)
    assert await told(room, id_) == set()
    table = await room.table(id_)
    assert table.told is not None
    assert table.told.places == (Place.private(ANA_D.user),)
    overdue = {each.place for each in await room.store.overdue(Platform.DISCORD)}
    assert overdue == {Place.private(ANA_D.user)}


async def test_a_private_chat_is_forgotten(room: Room) -> None:
    """The private chat of a person who has their data deleted isn't stored with the table."""
    id_ = await between(room)
    await room.act(ANA_D, ForgetMe(ANA_D.user.id))
    await room.fall_due()
    table = await room.table(id_)
    assert table.told is not None
    assert table.told.places == ()


async def test_refused_in_private(room: Room) -> None:
    """If the platform refuses the private message, the board mentions the person, once."""
    id_ = await between(room)
    due = Due(id_, f"{REFUSED}:{Place.private(ANA_D.user)}", room.now)
    for _ in range(2):
        await room.handle(due)
        await room.fall_due()
        assert await told(room, id_) == {"Ana"}
    assert (await room.table(id_)).revision == 3


async def test_by_a_handle(room: Room) -> None:
    """Who was challenged by their handle and declines isn't told what they have done."""
    handle = Actor(User(Platform.WEB, "@ben"), "@ben", handle="ben")
    id_ = await room.post(ANA, Challenge((handle,)))
    await room.act(replace(BEN, handle="ben"), Decline(id_))
    assert await told(room, id_) == {"Ana"}


async def test_two_processes(room: Room) -> None:
    """Two processes that handle the same due tell once."""
    hour = int(room.now // HOUR) % 24
    await room.store.prefer(BEN.user, Preferences(quiet=Quiet(hour, (hour + 1) % 24), zone="UTC"))
    id_ = await resigned(room)
    room.now += HOUR
    other = Room(store=room.store, now=room.now)
    due = Due(id_, f"{TELL}:1", room.now)
    for process in (room, other, room):
        await process.handle(due)
    assert (await room.table(id_)).revision == 4


async def test_a_table_that_is_gone(room: Room) -> None:
    """Nobody is told anything about a table that has been deleted, or that goes on."""
    await room.handle(Due(TableId("aaaaaaaaaa"), f"{TELL}:0", room.now))
    id_ = await room.post(ANA, Open())
    await room.act(BEN, Accept(id_))
    before = await room.table(id_)
    await room.handle(Due(id_, f"{TELL}:0", room.now))
    assert await room.table(id_) == before
