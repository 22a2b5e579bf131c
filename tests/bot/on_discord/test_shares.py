"""Processes share Discord's shards."""

import asyncio
from collections.abc import AsyncIterator, Callable, Collection, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import pytest
from structlog.testing import capture_logs

from bot.on_discord import client as on_discord
from bot.on_discord import sessions, shares
from bot.on_discord.client import Client, connected
from bot.on_discord.shares import LEASE_SECONDS, Report, Sharing, share
from bot.store.memory import MemoryStore
from bot.table.notes import Said
from bot.table.ports import StoreDown
from discord_simulator.simulator import DiscordSimulator
from tests.watch import Watch

if TYPE_CHECKING:
    from tests.bot.on_discord.conftest import House

COUNT = 8


@pytest.mark.parametrize("places", range(1, COUNT + 3))
def test_shares(places: int) -> None:
    """The shares of all processes are ranges of nearly the same size, and cover every shard."""
    parts = [share(place, places, COUNT) for place in range(places)]
    assert [shard for part in parts for shard in part] == [*range(COUNT)]
    assert max(map(len, parts)) - min(map(len, parts)) <= 1


@pytest.mark.parametrize("connected", [frozenset(), frozenset({0, 5})])
def test_reports(connected: frozenset[int]) -> None:
    """A report survives being written."""
    report = Report(16, connected)
    assert Report.read(str(report)) == report


@dataclass
class Process:
    """A process whose connections succeed when the test says so."""

    notes: MemoryStore
    count: int = COUNT
    connected: set[int] = field(default_factory=set)
    dropped: set[int] = field(default_factory=set)
    asked: list[int] = field(default_factory=list)
    may_connect: asyncio.Event = field(default_factory=asyncio.Event)
    may_close: asyncio.Event = field(default_factory=asyncio.Event)
    used: list[tuple[int, Sequence[int]]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.may_connect.set()
        self.may_close.set()
        self.sharing = Sharing(self.notes, "shards", self.count, self)

    def open(self) -> Collection[int]:
        return sorted(self.connected)

    def held(self) -> Collection[int]:
        return self.connected | self.dropped

    def use(self, count: int, mine: Sequence[int]) -> None:
        self.used.append((count, mine))

    async def connect_shard(self, shard: int) -> None:
        self.asked.append(shard)
        await self.may_connect.wait()
        self.connected.add(shard)

    async def disconnect_shard(self, shard: int) -> None:
        await self.may_close.wait()
        self.connected.discard(shard)

    async def look(self) -> None:
        """Look, and let connections that have begun succeed if they may."""
        await self.sharing.look()
        for _ in range(3):
            await asyncio.sleep(0)


async def settle(*processes: Process) -> None:
    """Let everyone look until nothing changes any more."""
    for _ in range(4):
        for process in processes:
            await process.look()


async def test_alone() -> None:
    """A process that is alone connects every shard."""
    only = Process(MemoryStore())
    await settle(only)
    assert only.connected == {*range(COUNT)}


async def test_a_newcomer() -> None:
    """A newcomer gets its share, and the others close what it has connected."""
    notes = MemoryStore()
    first, second = Process(notes), Process(notes)
    await settle(first)
    await settle(first, second)
    assert (first.connected, second.connected) == ({0, 1, 2, 3}, {4, 5, 6, 7})


async def test_a_move_leaves_no_gap() -> None:
    """A process keeps a shard until the process that takes it over has connected it."""
    notes = MemoryStore()
    first, second = Process(notes), Process(notes)
    await settle(first)
    second.may_connect.clear()
    await settle(first, second)
    assert first.connected == {*range(COUNT)}
    second.may_connect.set()
    await settle(first, second)
    assert first.connected | second.connected == {*range(COUNT)}
    assert not first.connected & second.connected


async def test_a_process_that_stops() -> None:
    """When a process leaves, the others take over at their next look."""
    notes = MemoryStore()
    first, second = Process(notes), Process(notes)
    await settle(first, second)
    await first.sharing.leave()
    await second.look()
    assert second.connected == {*range(COUNT)}


async def test_a_process_that_dies() -> None:
    """A process that reports nothing any more is replaced when its lease is over."""
    watch = Watch()
    notes = MemoryStore(ticking=watch)
    first, second = Process(notes), Process(notes)
    await settle(first, second)
    watch.now += LEASE_SECONDS - 1
    await second.look()
    assert second.connected == {4, 5, 6, 7}
    watch.now += 1.1
    await second.look()
    assert second.connected == {*range(COUNT)}


async def test_a_process_that_was_hung() -> None:
    """A process that comes back after its lease is over shares again."""
    watch = Watch()
    notes = MemoryStore(ticking=watch)
    first, second = Process(notes), Process(notes)
    await settle(first, second)
    watch.now += LEASE_SECONDS + 1
    await second.look()
    await settle(first, second)
    assert not first.connected & second.connected
    assert first.connected | second.connected == {*range(COUNT)}


async def test_more_processes_than_shards() -> None:
    """Some processes of many have no shard, and wait."""
    notes = MemoryStore()
    processes = [Process(notes, count=2) for _ in range(3)]
    await settle(*processes)
    assert sorted(len(each.connected) for each in processes) == [0, 1, 1]


async def test_another_count() -> None:
    """A newcomer uses as many shards as the others, whatever Discord recommends by then."""
    notes = MemoryStore()
    first, second = Process(notes), Process(notes, count=16)
    await settle(first)
    await settle(first, second)
    assert second.used[-1] == (COUNT, range(4, 8))


async def test_a_connection_that_takes_long() -> None:
    """A shard that is being connected isn't connected a second time."""
    only = Process(MemoryStore())
    only.may_connect.clear()
    await settle(only)
    assert sorted(only.asked) == [*range(COUNT)]


async def test_a_connection_that_drops() -> None:
    """A shard that drops is left to the library, which reconnects it."""
    only = Process(MemoryStore())
    await settle(only)
    only.connected.remove(3)
    only.dropped.add(3)
    await settle(only)
    assert sorted(only.asked) == [*range(COUNT)]


async def test_a_slow_goodbye() -> None:
    """A connection that takes long to close doesn't keep a process from reporting."""
    notes = MemoryStore()
    first, second = Process(notes), Process(notes)
    first.may_close.clear()
    await settle(first)
    await settle(first, second)
    assert first.connected == {*range(COUNT)}
    assert second.connected == {4, 5, 6, 7}
    first.may_close.set()
    await settle(first)
    assert first.connected == {0, 1, 2, 3}


async def test_what_nobody_has_comes_first() -> None:
    """While nobody has some shards, no other shards move from process to process."""
    watch = Watch()
    notes = MemoryStore(ticking=watch)
    first, second = Process(notes), Process(notes)
    await settle(first, second)
    second.may_connect.clear()
    second.connected.clear()
    third = Process(notes)
    await settle(first, second, third)
    assert third.asked == [5, 6, 7]
    third.asked.clear()
    assert first.connected == {0, 1, 2, 3}


class Absent(MemoryStore):
    """A store that is down now and then."""

    down = False

    async def report(self, *said: object) -> dict[str, Said]:  # type: ignore[override] # takes any arguments
        if self.down:
            raise StoreDown
        return {**await super().report(*said)}  # type: ignore[arg-type] # passed on


async def test_without_the_store(monkeypatch: pytest.MonkeyPatch) -> None:
    """While the store is down, a process keeps what it has."""
    monkeypatch.setattr(shares, "LOOK_SECONDS", 0)
    notes = Absent()
    only = Process(notes)
    await settle(only)
    notes.down = True
    with capture_logs() as logs:
        running = asyncio.create_task(only.sharing.run())
        for _ in range(10):
            await asyncio.sleep(0)
        assert not running.done()
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
    assert only.connected == {*range(COUNT)}
    assert logs == []


@pytest.fixture
async def start(
    house: "House", api: DiscordSimulator, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Callable[[], "asyncio.Future[Client]"]]:
    """Start a process of a bot for which Discord recommends four shards."""
    gateway = api.gateway
    gateway.shards = gateway.max_concurrency = 4
    gateway.identify_seconds = 0
    monkeypatch.setattr(on_discord, "IDENTIFY_SECONDS", 0)
    monkeypatch.setattr(shares, "LOOK_SECONDS", 0.02)
    monkeypatch.setattr(shares, "LEASE_SECONDS", 1.0)
    async with AsyncExitStack() as stack:

        async def started() -> Client:
            client = Client(house.client().inbound, house.shared, None)
            client._connection.guild_ready_timeout = 0.05  # noqa: SLF001 - no public API
            await stack.enter_async_context(connected(client, api.token, api.url))
            return client

        yield lambda: asyncio.ensure_future(started())


class Looks:
    """Counts how often a process looks."""

    def __init__(self, client: Client) -> None:
        self.count = 0
        self._held = client.held
        vars(client)["held"] = self._look

    def _look(self) -> Collection[int]:
        self.count += 1
        return self._held()


async def until(seen: Callable[[], bool]) -> None:
    async with asyncio.timeout(60):
        while not seen():  # noqa: ASYNC110 - the library doesn't tell of every change
            await asyncio.sleep(0.01)


async def everyone_is_answered(sim: DiscordSimulator) -> None:
    """Type a command in a server of each shard; the bot answers all of them."""
    shards = set[int]()
    while shards != {0, 1, 2, 3}:
        guild = await asyncio.to_thread(sim.guild, "Town")
        shards.add((guild.id >> 22) % 4)
        person = await asyncio.to_thread(sim.person, "Ana", guild)
        channel = await asyncio.to_thread(sim.channel, guild, "plaza")
        answer = await asyncio.to_thread(person.command, channel, "puluc help")
        assert not answer.failed, (guild.id >> 22) % 4


async def test_processes_share_shards(
    start: Callable[[], "asyncio.Future[Client]"], discord_simulator: DiscordSimulator
) -> None:
    """Two processes have two of four shards each, and every server is answered."""
    first = await start()
    await until(lambda: len(first.open()) == 4)
    second = await start()
    await until(lambda: [len(first.open()), len(second.open())] == [2, 2])
    assert first.is_connected
    assert second.is_connected
    await everyone_is_answered(discord_simulator)


async def test_a_process_takes_over(
    start: Callable[[], "asyncio.Future[Client]"], discord_simulator: DiscordSimulator
) -> None:
    """When a process stops, the other connects all shards, and every server is answered."""
    first, second = await start(), await start()
    await until(lambda: [len(first.open()), len(second.open())] == [2, 2])
    await first.close()
    await until(lambda: len(second.open()) == 4)
    await everyone_is_answered(discord_simulator)


async def test_a_process_takes_over_sessions(
    start: Callable[[], "asyncio.Future[Client]"],
    discord_simulator: DiscordSimulator,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The servers of a process that stops are answered before another may identify for them."""
    first, second = await start(), await start()
    await until(lambda: [len(first.open()), len(second.open())] == [2, 2])
    await until(lambda: len(discord_simulator.gateway.connected) == 4)
    may_identify = asyncio.Event()

    async def hook(_shard: int | None, *, initial: bool = False) -> None:
        await may_identify.wait()

    monkeypatch.setattr(second, "before_identify_hook", hook)
    monkeypatch.setattr(sessions, "FRESH_SECONDS", 60.0)
    await first.hand_over()
    await until(lambda: discord_simulator.gateway.resumed == 2)
    await everyone_is_answered(discord_simulator)
    may_identify.set()
    await until(lambda: len(second.open()) == 4)
    await until(lambda: len(discord_simulator.gateway.sessions) == 4)


async def test_a_shard_that_drops(
    start: Callable[[], "asyncio.Future[Client]"],
    discord_simulator: DiscordSimulator,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A shard that drops gets one new connection, however often the process looks meanwhile."""
    only = await start()
    await until(lambda: len(only.open()) == 4)
    # a shard that is open but has no session yet would not be dropped
    await until(lambda: len(discord_simulator.gateway.connected) == 4)
    asked, may_identify = list[int | None](), asyncio.Event()

    async def hook(shard_id: int | None, *, initial: bool = False) -> None:
        asked.append(shard_id)
        await may_identify.wait()

    monkeypatch.setattr(only, "before_identify_hook", hook)
    await asyncio.to_thread(discord_simulator.invalidate_sessions)
    await until(lambda: len(asked) > 0 and not only.open())
    looks = Looks(only)
    await until(lambda: looks.count > 3)
    may_identify.set()
    await until(lambda: len(only.open()) == 4)
    assert sorted(map(str, asked)) == ["0", "1", "2", "3"]
    await everyone_is_answered(discord_simulator)
