"""When each queue may have something due, so that nobody has to ask the store all the time.

A look at a queue tells when its next entry falls due. Whatever adds an earlier one says so: this
process directly, and all others by a message that the script publishes which adds it. So a process
that waits asks nothing.

Three things make up for what isn't heard. While this process hears nothing, it looks at everything
each DEAF_SECONDS, and again as soon as it hears. After SWEEP_SECONDS without a look, a queue is
looked at in any case: in a cluster, a message is lost without a trace if the node that passes it on
fails just then. And times that lie ahead are compared with the clock each RECHECK_SECONDS, which
may have been set.
"""

import asyncio
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from math import inf
from typing import Final

from bot.store.hearing import Hearing

SWEEP_SECONDS: Final = 600.0
"""After how long a queue is looked at although nothing is known to be due: so late is work whose
message was lost, at most."""

DEAF_SECONDS: Final = 1.0
"""How often all queues are looked at while no messages arrive."""

RETRY_SECONDS: Final = 1.0
"""When a queue is looked at again that could not be read."""

RECHECK_SECONDS: Final = 1.0
"""How often the clock is read again; this costs the store nothing."""

CHANNEL: Final = "told:queues"
"""The channel on which scripts publish what they have added."""


def news(times: Iterable[tuple[str, float]]) -> str:
    """Return a message: from when on queues have something due, the earliest time of each."""
    earliest: dict[str, float] = {}
    for queue, at in times:
        earliest[queue] = min(at, earliest.get(queue, inf))
    return "\n".join(f"{queue} {at:.3f}" for queue, at in earliest.items())


class Agenda:
    """When each queue may have something due; a queue that is unknown may have something now."""

    def __init__(self, clock: Callable[[], float], hearing: Hearing | None = None) -> None:
        """`clock` tells the time of the queues; without `hearing`, all is known anyway."""
        self._clock = clock
        self._hearing = hearing
        self._next: dict[str, float] = {}
        self._latest = -inf
        self._waiting: set[asyncio.Event] = set()
        if hearing is not None:
            hearing.add(self)

    @contextmanager
    def looking(self, queues: Sequence[str]) -> Iterator[dict[str, float]]:
        """Look at those of these queues that may have something due.

        The block gets their names and sets when each has something next: `inf` for an empty one,
        and the present for one that wasn't emptied. It leaves out those that it couldn't read.
        """
        now = self._now()
        looked = {queue: -inf for queue in queues if self._is_due(queue, now)}
        # What is added during the look may be too late for it, and must not be forgotten.
        self._next.update(dict.fromkeys(looked, inf))
        try:
            yield looked
        except BaseException:
            looked = dict.fromkeys(looked, -inf)
            raise
        finally:
            for queue, at in looked.items():
                soonest = now + RETRY_SECONDS if at == -inf else min(at, now + SWEEP_SECONDS)
                self._next[queue] = min(soonest, self._next.get(queue, -inf))

    def expect(self, times: str) -> None:
        """Take note of `news`."""
        for line in times.splitlines():
            queue, _, at = line.rpartition(" ")
            with suppress(ValueError):
                self._next[queue] = min(float(at), self._next.get(queue, -inf))
        self._wake()

    async def wait(self, queues: Sequence[str]) -> None:
        """Return as soon as one of these queues may have something due."""
        if self._hearing is not None:
            self._hearing.start()
        changed = asyncio.Event()
        self._waiting.add(changed)
        loop = asyncio.get_running_loop()
        end = loop.time() + DEAF_SECONDS
        try:
            await asyncio.sleep(0)  # lets others run, however much is due
            while (now := self._now()) < (soonest := self._soonest(queues)):
                seconds = min(soonest - now, RECHECK_SECONDS)
                if self._is_deaf:
                    if (left := end - loop.time()) <= 0:
                        return
                    seconds = min(seconds, left)
                with suppress(TimeoutError):
                    async with asyncio.timeout(seconds):
                        await changed.wait()
                changed.clear()
        finally:
            self._waiting.discard(changed)

    def heard(self, channel: str, text: str) -> None:
        """Implement `Ear`."""
        if channel == CHANNEL:
            self.expect(text)

    def missed(self) -> None:
        """Implement `Ear`."""
        self._next.clear()
        self._wake()

    @property
    def _is_deaf(self) -> bool:
        return self._hearing is not None and self._hearing.deaf

    def _now(self) -> float:
        """Return the time. If the clock was set back, when to look at what is no longer known."""
        now = self._clock()
        if now < self._latest - RECHECK_SECONDS:
            self._next.clear()
        self._latest = now
        return now

    def _is_due(self, queue: str, now: float) -> bool:
        return self._is_deaf or self._next.get(queue, -inf) <= now

    def _soonest(self, queues: Sequence[str]) -> float:
        return min((self._next.get(queue, -inf) for queue in queues), default=inf)

    def _wake(self) -> None:
        for changed in self._waiting:
            changed.set()
