"""What the log tells about a system that is away."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest
from structlog.testing import capture_logs

from bot.outage import FIRST_SECONDS, MOST_SECONDS, QUIET_SECONDS, Outage


@dataclass
class Away:
    """A system, its clock, and what was logged."""

    lines: list[Any]
    now: float = 100.0
    outage: Outage = field(init=False)

    def __post_init__(self) -> None:
        self.outage = Outage("store", lambda: self.now)

    def fail(self, seconds: float = 0, reason: str = "away") -> None:
        """Let a call fail each second for so long."""
        until = self.now + seconds
        while True:
            self.outage.failed(reason, why="OSError")
            if self.now >= until:
                return
            self.now += 1


@pytest.fixture
def away() -> Iterator[Away]:
    with capture_logs() as lines:
        yield Away(lines)


def test_a_short_outage(away: Away) -> None:
    """An outage has a line when it begins and one when it has ended, with a count."""
    away.fail(20)
    away.now += QUIET_SECONDS
    away.outage.worked()
    away.outage.worked()
    assert away.lines == [
        {"event": "store.down", "log_level": "warning", "reason": "away", "why": "OSError"},
        {"event": "store.back", "log_level": "info", "s": 20.0, "failed": 21},
    ]


def test_a_long_outage(away: Away) -> None:
    """A long outage is told again, with counts, at intervals that grow."""
    away.fail(4000)
    times = [line.get("s", 0.0) for line in away.lines]
    assert times[:4] == [0, FIRST_SECONDS, 3 * FIRST_SECONDS, 7 * FIRST_SECONDS]
    assert times[-1] - times[-2] == MOST_SECONDS
    assert [line.get("failed") for line in away.lines[:2]] == [None, FIRST_SECONDS + 1]


def test_another_reason(away: Away) -> None:
    """A reason that is new in an outage is told at once."""
    away.fail(3)
    away.fail(3, "full")
    assert [line["reason"] for line in away.lines] == ["away", "full"]


def test_a_part_that_works(away: Away) -> None:
    """While some calls fail and others work, the outage goes on."""
    for _ in range(10):
        away.fail()
        away.outage.worked()
        away.now += 1
    assert [line["event"] for line in away.lines] == ["store.down"]


def test_the_next_outage(away: Away) -> None:
    """The next outage has lines of its own."""
    for _ in range(2):
        away.fail(1)
        away.now += QUIET_SECONDS
        away.outage.worked()
    assert [line["event"] for line in away.lines] == 2 * ["store.down", "store.back"]
