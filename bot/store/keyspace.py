"""All keys of a server or of a cluster, for tools that read or write everything.

Scripts run in pipelines with EVAL, because a cluster's pipelines don't accept EVALSHA. The keys of
one call share a slot, and every call is idempotent.
"""

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any, Final, Self, TypeVar

from bot.store.link import SCRIPTS, Link, pipelined
from bot.store.vitals import permitted

T = TypeVar("T")

ANSWER_SECONDS: Final = 30.0
"""The deadline of a round trip; much longer than the bot's, because nobody waits for a board."""

SCANNED: Final = 200
"""How many keys are listed in one round trip."""


@dataclass(frozen=True, slots=True)
class Call:
    """A call of a script: keys of one slot, and arguments."""

    keys: Sequence[bytes]
    arguments: Sequence[bytes | str | int]


class Keyspace:
    """The keys of a server, or of all primaries of a cluster. All methods may raise StoreDown."""

    def __init__(self, link: Link, client: Any, nodes: Sequence[Any]) -> None:
        self._link = link
        self._client = client
        self._nodes = nodes

    @classmethod
    @asynccontextmanager
    async def of(cls, link: Link) -> AsyncIterator[Self]:
        """Open the keyspace of the server that `link` connects to, or of its cluster."""
        if not await _is_cluster(link):
            yield cls(link, link.redis, [None])
            return
        cluster = link.cluster()
        try:
            await link.run(cluster.initialize, seconds=ANSWER_SECONDS)
            yield cls(link, cluster, cluster.get_primaries())
        finally:
            await cluster.aclose()

    async def scan(self, pattern: str = "*") -> AsyncIterator[Sequence[bytes]]:
        """Yield all keys that match, some at a time. Keys may come twice.

        Of keys that are created or deleted meanwhile, any may be missing.
        """
        for node in self._nodes:
            cursor: int | None = None
            while cursor != 0:
                cursor, found = await self._scan(node, cursor or 0, pattern)
                yield found

    async def _scan(self, node: Any, cursor: int, pattern: str) -> tuple[int, Sequence[bytes]]:
        options = {"match": pattern, "count": SCANNED}
        if node is not None:
            options["target_nodes"] = node
        found: Sequence[bytes]
        after, found = await self._answered(lambda: self._client.scan(cursor, **options))
        return after if node is None else next(iter(after.values())), found

    async def run(self, script: str, calls: Sequence[Call]) -> list[Any]:
        """Run one of the bot's scripts for each call, in one round trip but not atomically."""
        text = (SCRIPTS / f"{script}.lua").read_text()

        def fill(pipeline: Any) -> None:
            for call in calls:
                pipeline.eval(text, len(call.keys), *call.keys, *call.arguments)

        return await self.batch(fill) if calls else []

    async def batch(
        self, fill: Callable[[Any], None], spared: Callable[[Exception], bool] | None = None
    ) -> list[Any]:
        """Run the single-key commands that `fill` adds to a pipeline; see `Link.batch`."""
        return await self._answered(lambda: pipelined(self._client, fill, spared))

    async def _answered(self, command: Callable[[], Awaitable[T]]) -> T:
        return await self._link.run(command, seconds=ANSWER_SECONDS)


def parts(keys: Sequence[bytes], size: int) -> Iterator[Sequence[bytes]]:
    """Yield keys in parts of at most `size`."""
    for at in range(0, len(keys), size):
        yield keys[at : at + size]


async def _is_cluster(link: Link) -> bool:
    """Return whether the server is a node of a cluster; a server that forbids INFO isn't."""
    told = await permitted(link, lambda: link.redis.info("cluster")) or {}
    return bool(told.get("cluster_enabled"))
