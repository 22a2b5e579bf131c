"""All keys of a server or of a cluster, for tools that read or write everything.

Scripts run in pipelines with EVAL, because a missing script can't be uploaded in between. The keys
of one call share a slot, and every call is idempotent.
"""

from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from typing import Any, Final, Self

from redis.asyncio import Redis

from bot.store.link import SCRIPTS, Link

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

    def __init__(self, link: Link, primaries: "Sequence[Redis]") -> None:
        self._link = link
        self._primaries = primaries

    @classmethod
    @asynccontextmanager
    async def of(cls, link: Link) -> AsyncIterator[Self]:
        """Open the keyspace of the server or cluster that `link` connects to."""
        async with AsyncExitStack() as stack:
            primaries = await link.run(  # an attempt that fails needs new clients
                lambda: stack.enter_async_context(link.primaries(ANSWER_SECONDS))
            )
            yield cls(link, primaries)

    async def scan(self, pattern: str = "*") -> AsyncIterator[Sequence[bytes]]:
        """Yield all keys that match, some at a time. Keys may come twice.

        Of keys that are created or deleted meanwhile, any may be missing.
        """
        for primary in self._primaries:
            cursor: int | None = None
            while cursor != 0:
                cursor, found = await self._scan(primary, cursor or 0, pattern)
                yield found

    async def _scan(
        self, primary: "Redis", cursor: int, pattern: str
    ) -> tuple[int, Sequence[bytes]]:
        # The library's annotations allow str, while this client only returns bytes.
        scan: Any = primary.scan
        after, found = await self._link.run(
            lambda: scan(cursor, match=pattern, count=SCANNED), seconds=ANSWER_SECONDS
        )
        return after, found

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
        return await self._link.batch(fill, spared, seconds=ANSWER_SECONDS)


def parts(keys: Sequence[bytes], size: int) -> Iterator[Sequence[bytes]]:
    """Yield keys in parts of at most `size`."""
    for at in range(0, len(keys), size):
        yield keys[at : at + size]
