"""How many commands an idle process sends to the store, all its parts together."""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Collection, Sequence
from contextlib import asynccontextmanager
from functools import partial
from typing import Any, TypeVar

from typing_extensions import override

from bot.acts.scheduler import Scheduler
from bot.on_discord.shares import Sharing
from bot.on_telegram.polling import LEASE_SECONDS, POLL_SECONDS
from bot.ops.census import keep_counting
from bot.ops.guard import Guard
from bot.ops.heartbeat import Heartbeat
from bot.show.outbox import Outbox
from bot.store import vitals
from bot.store.census import open_games
from bot.store.clock import StoreClock
from bot.store.hearing import PULSE_SECONDS, Hearing
from bot.store.link import Link
from bot.store.redis import RedisStore
from bot.table.people import Platform
from tests.virtual_time import run_in_virtual_time

HOUR = 3600
MOST = 2.1
"""How many commands a second an idle process may send."""

SHARDS = 4

T = TypeVar("T")

REPLIES: dict[str, Any] = {
    "hold": 1,
    "report": [],
    "time": (0, 0),
    "claim": [],
}
"""What scripts return."""


class Deaf(Hearing):
    """Hears nothing, because nothing is said."""

    @override
    def start(self) -> None:
        self.deaf = False


class Commands:
    """Counts commands, whose replies are those of an empty store."""

    def __init__(self, sent: Counter[str]) -> None:
        self._sent = sent

    def __getattr__(self, name: str) -> Callable[..., Any]:
        def command(*words: Any, **_options: Any) -> "asyncio.Future[Any]":
            self._sent[name] += 1
            reply = asyncio.get_running_loop().create_future()
            reply.set_result({"getex": self._holder(words), "get": None}.get(name, []))
            return reply

        return command

    @staticmethod
    def _holder(words: Sequence[Any]) -> bytes | None:
        return b"me" if words and str(words[0]).startswith("hold:") else None


class Counted(Link):
    """A link to an empty store that counts what is sent; a cluster has three primaries."""

    def __init__(self, primaries: int) -> None:
        super().__init__("redis://127.0.0.1:1")
        self.sent: Counter[str] = Counter()
        self.redis = Commands(self.sent)
        self.hearing = Deaf(self.listener, "")
        self._primaries = primaries

    @override
    async def run(self, command: Callable[[], Awaitable[T]], *_: Any, **_options: Any) -> T:
        return await command()

    @override
    async def batch(self, fill: Callable[[Any], None], *_: Any, **_options: Any) -> list[Any]:
        before = Counter(self.sent)
        fill(self.redis)
        sent = self.sent - before
        return [(0, []) if "zscan" in sent else [] for _ in range(sent.total())]

    @override
    def script(self, name: str) -> Any:
        async def called(_keys: Sequence[str], arguments: Sequence[object]) -> Any:
            self.sent[name] += 1
            if name == "report":  # nobody else says anything
                return [str(arguments[0]).encode(), str(arguments[1]).encode(), b"4"]
            return REPLIES.get(name)

        return called

    @override
    async def one_each(self, names: Sequence[str]) -> Sequence[str]:
        return names[: self._primaries]

    @override
    def primaries(self, _seconds: float | None = None) -> Any:
        @asynccontextmanager
        async def opened() -> Any:
            if self._primaries > 1:
                self.sent["hello"] += 3 * self._primaries  # with two lines about the client
            yield [self.redis] * self._primaries

        return opened()


class Connected:
    """All shards of Discord, connected."""

    def open(self) -> Collection[int]:
        return range(SHARDS)

    def held(self) -> Collection[int]:
        return self.open()

    def use(self, count: int, mine: Sequence[int]) -> None:
        """Do nothing."""

    async def connect_shard(self, shard: int) -> None:
        """Do nothing."""

    async def disconnect_shard(self, shard: int) -> None:
        """Do nothing."""


async def idle(primaries: int) -> float:
    """Let all parts wait for an hour; return how many commands a second they sent."""
    link = Counted(primaries)
    loop = asyncio.get_running_loop()
    store = RedisStore(link, loop.time)
    outbounds: Any = dict.fromkeys(Platform)
    outbox: Any = Outbox(store, None, outbounds, loop.time)  # type: ignore[arg-type] # shows nothing
    guard = Guard(lambda: vitals.read(link))

    async def poll() -> None:
        """Hold the lease as `Polling` does between two updates."""
        while True:
            await store.hold("telegram.poller", "me", LEASE_SECONDS)
            await asyncio.sleep(POLL_SECONDS)

    parts = [
        Scheduler(store, loop.time, {}).run(),
        outbox.run(),
        Sharing(store, "shards", SHARDS, Connected()).run(),
        Heartbeat(store).run(),
        StoreClock(link, loop.time).run(),
        guard.run(),
        keep_counting(partial(open_games, link)),
        poll(),
    ]
    tasks = [*map(asyncio.ensure_future, parts)]
    await asyncio.sleep(HOUR)
    for task in tasks:
        task.cancel()
    ended = await asyncio.gather(*tasks, return_exceptions=True)
    assert all(isinstance(each, asyncio.CancelledError) for each in ended), ended
    sent = link.sent.total() + HOUR / PULSE_SECONDS
    return sent / HOUR


def test_an_idle_process() -> None:
    """A process on all platforms sends hardly anything while nobody plays."""
    assert run_in_virtual_time(idle(primaries=1)) < MOST


def test_an_idle_process_on_a_cluster() -> None:
    """The same holds for a cluster of three primaries."""
    assert run_in_virtual_time(idle(primaries=3)) < MOST
