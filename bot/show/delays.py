"""When a board that could not be shown is tried again, and by whom."""

import asyncio
from collections.abc import Awaitable
from enum import StrEnum
from functools import partial

import structlog
from prometheus_client import Counter

from bot.show.backoff import Backoff
from bot.show.outbound import Barrier, RetryLater, Unanswered, Unconfirmed
from bot.table.people import Platform
from bot.table.ports import Clock, CorruptRecord, Overdue, Store, StoreDown
from engine import Corrupt

SHOW_SECONDS = 60.0
"""The timeout for showing one board."""

UNREADABLE_SECONDS = 60.0
"""How long a board that this release cannot read is left to a newer one."""

MAX_LEFT = 100
"""How many boards this process's sweeps leave alone; further ones wait longer in all processes."""

log = structlog.get_logger()

NOT_SHOWN = Counter(
    "puluc_boards_not_shown", "Failed attempts to show a board", ["platform", "reason"]
)
WAITS = Counter(
    "puluc_platform_wait_seconds", "Time for which a platform asked boards to wait", ["platform"]
)


class Failure(StrEnum):
    """Why an attempt to show a board failed, for the metrics."""

    STORE = "store"
    RATE_LIMIT = "rate limit"
    NO_ANSWER = "no answer"
    NO_REPLICA = "no replica"
    UNSHOWABLE = "unshowable"
    CORRUPT = "corrupt"
    BUG = "bug"


def begin_counting(platform: Platform) -> None:
    """Let the counts of a platform begin at zero, so that the first failure is an increase."""
    WAITS.labels(platform.value)
    for reason in Failure:
        NOT_SHOWN.labels(platform.value, reason.value)


def count_failure(platform: Platform, reason: Failure) -> None:
    """Count a failed attempt to show a board."""
    NOT_SHOWN.labels(platform.value, reason.value).inc()


class Delays:
    """Delays boards after failures: in all processes, or only in the sweeps of this one."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock
        self._patience: Backoff[Overdue] = Backoff()
        self._left: dict[Overdue, float] = {}
        """Boards that this process's sweeps leave alone, and until when."""

    @property
    def left(self) -> int:
        """How many boards this process's sweeps leave alone, at most."""
        return len(self._left)

    def is_left(self, board: Overdue, now: float) -> bool:
        """Return whether this process's sweeps leave a board alone."""
        return self._left.get(board, now) > now

    def shown(self, board: Overdue) -> None:
        """Note that a board was shown, so that nothing delays its next revision."""
        self._patience.succeeded(board)
        self._left.pop(board, None)

    async def attempt(self, board: Overdue, show: Awaitable[Barrier | None]) -> Barrier | None:
        """Await `show`, which shows a board; on failure, delay it or leave it to the next sweep.

        Returns why the board cannot be shown, if so.
        """
        platform = board.place.platform
        failed = partial(count_failure, platform)
        try:
            async with asyncio.timeout(SHOW_SECONDS):
                return await show
        except StoreDown:
            failed(Failure.STORE)
            log.warning("show.postponed", table=board.table, why="store")
        except RetryLater as later:
            failed(Failure.RATE_LIMIT)
            WAITS.labels(platform.value).inc(later.seconds)
            await self._rest(board, later.seconds)
            log.warning(
                "show.postponed", table=board.table, why=f"{platform} sets a limit", s=later.seconds
            )
        except (CorruptRecord, Corrupt):
            failed(Failure.CORRUPT)
            if not self._leave(board, UNREADABLE_SECONDS):
                await self._rest(board, UNREADABLE_SECONDS)
            log.exception("table.corrupt", table=board.table)
        except Unconfirmed:
            # Resting would also keep newer revisions from being shown.
            failed(Failure.NO_REPLICA)
            log.info("show.unconfirmed", table=board.table)
            if not self._leave(board, self._patience.failed(board)):
                await self._rest(board, 0)  # behind all others
        except (Unanswered, TimeoutError):
            failed(Failure.NO_ANSWER)
            seconds = self._patience.failed(board)
            await self._rest(board, seconds)
            log.warning(
                "show.postponed", table=board.table, why=f"{platform} doesn't answer", s=seconds
            )
        except Exception:
            # One failing board must not stop the others.
            failed(Failure.BUG)
            await self._rest(board, self._patience.failed(board))
            log.exception("show.failed", table=board.table)
        return None

    def _leave(self, board: Overdue, seconds: float) -> bool:
        """Make this process's sweeps leave a board alone for a while, unless they do so with many.

        Other processes, or this one after an act, may show it.
        """
        now = self._clock()
        self._left = {each: until for each, until in self._left.items() if now < until}
        if len(self._left) >= MAX_LEFT:
            return False
        self._left[board] = now + seconds
        return True

    async def _rest(self, board: Overdue, seconds: float) -> None:
        """Postpone a board, for all processes. If the store is down, all boards wait anyway."""
        try:
            await self._store.rest(board.table, board.place, seconds)
        except StoreDown:
            log.warning("show.postponed", table=board.table, why="store")
        except Exception:
            # The next sweep finds it, or sets the broken entry aside.
            log.exception("show.postpone-failed", table=board.table)
