"""Floods: how many people one person calls, and what tables that were never played leave behind."""

import time
from dataclasses import replace
from itertools import cycle

import pytest

from bot.acts.act import Act
from bot.acts.calling import CALLED_SECONDS, MAX_CALLED, MAX_CALLS
from bot.acts.gather.accept import Accept
from bot.acts.gather.cancel import Cancel
from bot.acts.gather.challenge import Challenge
from bot.acts.gather.decline import Decline
from bot.acts.gather.demo import Demo
from bot.acts.gather.invite import Invite
from bot.acts.gather.open import Open
from bot.acts.gather.practice import Practice
from bot.acts.gather.rematch import Rematch
from bot.acts.gather.stop import Stop
from bot.acts.play.abort import Abort
from bot.acts.play.nudge import Nudge
from bot.acts.play.resign import Resign
from bot.acts.posting import (
    MAX_POSTED,
    MAX_UNPLAYED,
    PLAYED_MOVES,
    POSTED_SECONDS,
    posted_by,
)
from bot.show.presenter import page_of
from bot.store.keyspace import Keyspace
from bot.store.link import Link
from bot.store.memory import MemoryStore
from bot.store.redis import RedisStore
from bot.table import steps
from bot.table.ids import TableId
from bot.table.pace import DAY
from bot.table.people import Actor, Platform, User
from bot.table.ports import Operation
from bot.table.step import changed
from bot.table.table import Ending
from bot.table.upkeep import UNPLAYED_DAYS
from tests.bot.acts.room import ANA, BEN, CARA, Room, Why
from tests.bot.options import options

LOBBY = options("aj-sayil", seats=16)


def stranger(number: int) -> Actor:
    return Actor(User(Platform.WEB, f"s{number}"), f"Stranger {number}")


def people(count: int, since: int = 0) -> tuple[Actor, ...]:
    return tuple(map(stranger, range(since, since + count)))


def again(room: Room) -> Room:
    """Another process of the same bot, which hasn't counted any requests yet."""
    return Room(store=room.store, now=room.now, operations=room.operations)


async def addressed(room: Room, id_: TableId) -> set[str]:
    """The names of those whom the board of a table's newest revision mentions."""
    page = page_of(room.games, await room.table(id_), "en")
    return {mention.name for mention in page.mentions}


async def test_one_person_calls_so_many_people_an_hour(room: Room, why: Why) -> None:
    """Whoever has called fifteen people in an hour can call none of the others, but those again."""
    id_ = await room.post(ANA, Challenge(people(MAX_CALLED), LOBBY))
    await room.act(ANA, Cancel(id_))
    assert why(await room.act(ANA, Challenge((BEN,)))) == "limit.called"
    assert not (await room.act(ANA, Challenge((stranger(0),)))).refused
    room.now += CALLED_SECONDS + 1
    assert not (await room.act(ANA, Challenge((BEN,)))).refused


async def test_a_refused_call_counts_nobody(room: Room, why: Why) -> None:
    """A challenge refused because it would call too many people counts none of them."""
    await room.act(ANA, Challenge(people(10), LOBBY))
    assert why(await room.act(ANA, Challenge(people(10, since=20), LOBBY))) == "limit.called"
    assert not (await room.act(ANA, Challenge(people(5, since=20), LOBBY))).refused


async def test_a_redelivered_call_counts_once(room: Room, why: Why) -> None:
    """A command that is delivered again doesn't count anybody again."""
    for _ in range(MAX_CALLS + 1):
        await room.act(ANA, Challenge((BEN,)), operation="once")
    for _ in range(MAX_CALLS - 1):
        await room.act(ANA, Cancel(await room.post(ANA, Challenge((BEN,)))))
    assert why(await room.act(ANA, Challenge((BEN,)))) == "limit.challenges"


async def test_the_flood_of_a_lobby(room: Room) -> None:
    """A lobby that calls fifteen people, posted and cancelled again and again, stops at five."""
    called = 0
    for _ in range(10):
        id_ = await room.post(ANA, Challenge(people(MAX_CALLED), LOBBY))
        if await room.store.load(id_) is not None:
            called += len(await addressed(room, id_))
            await room.act(ANA, Cancel(id_))
            assert await addressed(room, id_) == set()
    assert called == MAX_CALLED * MAX_CALLS


async def test_several_processes_share_the_limits(room: Room, why: Why) -> None:
    """People called in one process count in all of them."""
    processes = cycle([room, again(room), again(room)])
    for number, process in zip(range(MAX_CALLED), processes, strict=False):
        id_ = await process.post(ANA, Challenge((stranger(number),)))
        await process.act(ANA, Cancel(id_))
    for process in (next(processes) for _ in range(3)):
        assert why(await process.act(ANA, Challenge((BEN,)))) == "limit.called"


async def test_one_victim_in_several_processes(room: Room, why: Why) -> None:
    """Challenges to one person count in all processes."""
    processes = cycle([room, again(room)])
    for _, process in zip(range(MAX_CALLS), processes, strict=False):
        await process.act(ANA, Cancel(await process.post(ANA, Challenge((BEN,)))))
    for process in (next(processes) for _ in range(2)):
        assert why(await process.act(ANA, Challenge((BEN,)))) == "limit.challenges"


async def test_one_victim_by_account_and_handle(room: Room, why: Why) -> None:
    """Who is challenged by their account counts as the same person as by their handle."""
    known = (replace(BEN, handle="Ben"), Actor(User(Platform.WEB, "@ben"), "@ben", handle="ben"))
    for _, ben in zip(range(MAX_CALLS), cycle(known), strict=False):
        await room.act(ANA, Cancel(await room.post(ANA, Challenge((ben,)))))
    for ben in known:
        assert why(await room.act(ANA, Challenge((ben,)))) == "limit.challenges"


async def full(room: Room) -> None:
    """Let Ana call as many people as she may."""
    await room.act(ANA, Cancel(await room.post(ANA, Challenge(people(MAX_CALLED), LOBBY))))


async def test_an_invitation_counts(room: Room, why: Why) -> None:
    """Inviting somebody to a lobby is a call."""
    id_ = await room.post(ANA, Open(LOBBY))
    await full(room)
    assert why(await room.act(ANA, Invite(id_, (BEN,)))) == "limit.called"


async def test_a_rematch_counts(room: Room, why: Why) -> None:
    """Posting a rematch calls the others."""
    id_ = await room.playing([2, 1, 3])
    room.now += CALLED_SECONDS + 1
    await room.act(BEN, Resign(id_, sure=True))
    await full(room)
    assert why(await room.act(ANA, Rematch(id_))) == "limit.called"


async def test_rematches_of_one_opponent(room: Room, why: Why) -> None:
    """A rematch can be posted and cancelled only as often as a challenge."""
    id_ = await room.playing([2, 1, 3])
    room.now += CALLED_SECONDS + 1
    await room.act(BEN, Resign(id_, sure=True))
    for _ in range(MAX_CALLS):
        reply = await room.act(ANA, Rematch(id_))
        assert reply.table is not None
        await room.act(ANA, Cancel(reply.table))
    assert why(await room.act(ANA, Rematch(id_))) == "limit.challenges"


async def test_a_nudge_counts(room: Room, why: Why) -> None:
    """Reminding an opponent is a call."""
    id_ = await room.playing([2, 1, 3])
    room.now += CALLED_SECONDS + 1
    waiting = BEN if await room.mover(id_) == ANA else ANA
    await room.act(waiting, Cancel(await room.post(waiting, Challenge(people(15), LOBBY))))
    assert why(await room.act(waiting, Nudge(id_))) == "limit.called"


async def test_an_invitation_mentions_who_is_new(room: Room) -> None:
    """Each invitation to a lobby mentions the people whom it invites, and nobody again."""
    id_ = await room.post(ANA, Challenge((BEN,), LOBBY))
    assert await addressed(room, id_) == {"Ben"}
    await room.act(ANA, Invite(id_, (CARA,)))
    assert await addressed(room, id_) == {"Cara"}
    await room.act(ANA, Invite(id_, (stranger(1), stranger(2))))
    assert await addressed(room, id_) == {"Stranger 1", "Stranger 2"}


@pytest.mark.parametrize(
    "act", [Open(), Practice(), Challenge((BEN,)), Challenge((BEN, CARA), LOBBY)]
)
async def test_unplayed_games_have_a_daily_limit(room: Room, why: Why, act: Act) -> None:
    """Fifty games posted in a day and never played are enough."""
    for _ in range(MAX_UNPLAYED):
        process = again(room)
        await process.act(ANA, Cancel(await process.post(ANA, Open())))
    assert why(await room.act(ANA, act)) == "limit.unplayed"
    assert not (await room.act(BEN, Open())).refused
    room.now += POSTED_SECONDS
    assert not (await room.act(ANA, act)).refused


async def moved(room: Room, id_: TableId, moves: int) -> None:
    """Say that so many moves have been made in a game, by its next commit."""
    before = await room.table(id_)
    step = changed(before, moves=moves)
    await room.tables.commit(before, step, Operation(f"moved:{id_}"))


async def test_played_games_do_not_count(room: Room) -> None:
    """Games with ten moves don't count against that limit."""
    for number in range(MAX_UNPLAYED + 1):
        process = again(room)
        id_ = await process.post(ANA, Open())
        assert not (await process.act(stranger(number), Accept(id_))).refused
        await moved(process, id_, PLAYED_MOVES)
        assert not (await process.act(ANA, Resign(id_, sure=True))).refused


async def test_games_that_come_to_their_end_do_not_count(room: Room) -> None:
    """A short game that somebody has won doesn't count, either."""
    id_ = await room.playing([2, 1, 3])
    over = steps.end(await room.table(id_), Ending.WON, room.now, places=((0,), (1,)))
    assert id_ in await room.store.taken(posted_by(ANA.user), now=int(room.now))
    await room.tables.commit(await room.table(id_), over, Operation("won"))
    assert id_ not in await room.store.taken(posted_by(ANA.user), now=int(room.now))


async def test_practice_of_one_move_counts(room: Room, why: Why) -> None:
    """Games against the computer that are resigned after a move count like unplayed ones."""
    for _ in range(MAX_UNPLAYED):
        process = again(room)
        id_ = await process.post(ANA, Practice())
        await process.act(ANA, Accept(id_))
        await process.move(ANA, id_, (await process.moves(id_))[0])
        assert not (await process.act(ANA, Resign(id_, sure=True))).refused
    assert why(await again(room).act(ANA, Practice())) == "limit.unplayed"


async def test_games_that_an_accomplice_accepts_count(room: Room, why: Why) -> None:
    """Neither do games that somebody else accepts, and that are resigned at once, take room."""
    for number in range(MAX_UNPLAYED):
        process = again(room)
        id_ = await process.post(ANA, Open())
        await process.act(stranger(number), Accept(id_))
        assert not (await process.act(ANA, Resign(id_, sure=True))).refused
    assert why(await again(room).act(ANA, Open())) == "limit.unplayed"


async def test_all_games_have_a_daily_limit(room: Room, why: Why) -> None:
    """Nobody posts more than three hundred games a day, whatever becomes of them."""
    for number in range(MAX_POSTED):
        process = again(room)
        id_ = await process.post(ANA, Open())
        await process.act(stranger(number), Accept(id_))
        await moved(process, id_, PLAYED_MOVES)
        assert not (await process.act(ANA, Resign(id_, sure=True))).refused
    assert why(await again(room).act(ANA, Open())) == "limit.posted"


async def test_stopped_games_of_computers_count(room: Room, why: Why) -> None:
    """A game of computers counts even though it begins by itself."""
    for _ in range(MAX_UNPLAYED):
        process = again(room)
        assert not (await process.act(ANA, Stop((await process.act(ANA, Demo())).table))).refused
    assert why(await room.act(ANA, Demo())) == "limit.unplayed"


WAYS = [
    pytest.param(Challenge((BEN,)), ANA, Cancel, Ending.CANCELLED, id="cancelled"),
    pytest.param(Challenge((BEN,)), BEN, Decline, Ending.DECLINED, id="declined"),
    pytest.param(Open(), ANA, Cancel, Ending.CANCELLED, id="open"),
    pytest.param(Challenge((BEN,), LOBBY), ANA, Cancel, Ending.CANCELLED, id="lobby"),
    pytest.param(Practice(), ANA, Cancel, Ending.CANCELLED, id="practice"),
    pytest.param(Demo(), ANA, Stop, Ending.STOPPED, id="stopped"),
]
"""The ways in which a table can end that was never played."""


@pytest.fixture(params=["memory", "redis"])
async def timed(request: pytest.FixtureRequest, link: Link) -> Room:
    """A room whose clock shows the time of the server."""
    room = Room(now=time.time())
    if request.param == "redis":
        room = Room(store=RedisStore(link, lambda: room.now), now=room.now)  # type: ignore[arg-type] # a real store
    return room


async def left(room: Room, link: Link) -> set[str]:
    """The keys that stay for more than three days."""
    if isinstance(room.store, MemoryStore):
        return {table.id for table in room.store.tables}
    async with Keyspace.of(link) as keyspace:
        found = {key.decode() async for some in keyspace.scan() for key in some}
    return {key for key in found if not 0 < await link.redis.ttl(key) <= UNPLAYED_DAYS * DAY}


@pytest.mark.parametrize(("post", "who", "end", "ending"), WAYS)
async def test_nothing_is_left_after_three_days(
    timed: Room, link: Link, post: Act, who: Actor, end: type[Act], ending: Ending
) -> None:
    """A table that was never played leaves no key behind, and its players' indexes are empty."""
    before = await left(timed, link)
    id_ = await timed.post(ANA, post)
    await timed.act(who, end(id_))  # type: ignore[call-arg] # all of them name a table
    assert (await timed.table(id_)).ending is ending
    await timed.fall_due()
    assert await timed.store.past_of(ANA.user) == (id_,)
    timed.now += UNPLAYED_DAYS * DAY
    await timed.fall_due()
    assert await timed.store.load(id_) is None
    assert await timed.store.overdue(Platform.WEB) == ()
    assert await left(timed, link) == before
    assert await timed.store.past_of(ANA.user) == ()
    assert await timed.store.claim(timed.now + 400 * DAY) == ()


async def test_a_flood_takes_no_room(link: Link) -> None:
    """Three days after a day of posting and cancelling, the store is as large as before."""
    now = time.time()
    room = Room(store=RedisStore(link, lambda: room.now), now=now)  # type: ignore[arg-type] # a real store
    posted = 0
    for _ in range(60):
        process = again(room)
        id_ = await process.post(ANA, Challenge(people(2), LOBBY))
        posted += not (await process.act(ANA, Cancel(id_))).refused
    assert posted == MAX_CALLS  # the limit for each person comes first
    for _ in range(60):
        process = again(room)
        id_ = await process.post(ANA, Open())
        posted += not (await process.act(ANA, Cancel(id_))).refused
    assert posted == MAX_UNPLAYED
    await room.fall_due()
    room.now += UNPLAYED_DAYS * DAY
    await room.fall_due()
    assert await room.store.overdue(Platform.WEB) == ()
    assert await left(room, link) == set()


async def test_an_aborted_game_is_deleted(timed: Room) -> None:
    """A game that is aborted before its first move was never played."""
    id_ = await timed.playing([2, 1, 3])
    await timed.act(ANA, Abort(id_))
    await timed.fall_due()
    timed.now += UNPLAYED_DAYS * DAY
    await timed.fall_due()
    assert await timed.store.load(id_) is None


async def test_a_resigned_game_is_kept(timed: Room) -> None:
    """A game with a result is kept, even if nobody has moved."""
    id_ = await timed.playing([2, 1, 3])
    await timed.act(ANA, Resign(id_, sure=True))
    await timed.fall_due()
    timed.now += (UNPLAYED_DAYS + 1) * DAY
    await timed.fall_due()
    assert await timed.store.load(id_) is not None
