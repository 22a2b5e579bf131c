"""What the log tells about a system that is away, such as the store or Telegram.

Everything that needs the system fails while it is away, many times a second. The log has a line
when that begins, one when it has ended, and in between lines with counts, at intervals that grow.
"""

import time
from collections.abc import Callable
from math import inf
from typing import Final

import structlog

FIRST_SECONDS: Final = 30.0
MOST_SECONDS: Final = 600.0
"""Bounds of the intervals between lines about one outage, each twice as long as the one before."""

QUIET_SECONDS: Final = 5.0
"""For how long nothing must fail until an outage has ended, because parts may work meanwhile."""

log = structlog.get_logger()


class Outage:
    """The outages of a system, which the log calls `<system>.down` and `<system>.back`."""

    def __init__(self, system: str, clock: Callable[[], float] = time.monotonic) -> None:
        self._down, self._back = f"{system}.down", f"{system}.back"
        self._clock = clock
        self._began: float | None = None
        self._latest = -inf
        self._failed = 0
        self._reasons: set[str] = set()
        self._next, self._pause = 0.0, FIRST_SECONDS

    def failed(self, reason: str, **facts: object) -> None:
        """Take note of a failure; log it if it is the first one of its reason, or if it is time."""
        now = self._latest = self._clock()
        if self._began is None:
            self._began, self._failed, self._pause = now, 0, FIRST_SECONDS
            self._reasons.clear()
        self._failed += 1
        if reason not in self._reasons:
            self._reasons.add(reason)
        elif now < self._next:
            return
        else:
            self._pause = min(2 * self._pause, MOST_SECONDS)
        self._next = now + self._pause
        if self._failed > 1:
            facts |= {"s": round(now - self._began, 1), "failed": self._failed}
        log.warning(self._down, reason=reason, **facts)

    def worked(self) -> None:
        """Take note that something didn't fail, and log that an outage has ended."""
        if self._began is None or self._clock() < self._latest + QUIET_SECONDS:
            return
        seconds = round(self._latest - self._began, 1)
        log.info(self._back, s=seconds, failed=self._failed)
        self._began = None
