"""Repeated log events are written after pauses that grow, for each cause."""

import io
import json
import logging
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
import structlog

from bot.ops import logs, repeat_filter
from bot.ops.repeat_filter import RepeatFilter


@dataclass
class Log:
    """What was written, and the filter's clock."""

    out: io.StringIO
    now: float = 100.0

    @property
    def lines(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.out.getvalue().splitlines()]

    @property
    def events(self) -> list[str]:
        return [line["event"] for line in self.lines]


@pytest.fixture
def log(monkeypatch: pytest.MonkeyPatch) -> Iterator[Log]:
    """The log of a process without a terminal."""
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    log = Log(io.StringIO())
    monkeypatch.setattr(logs, "RepeatFilter", lambda: RepeatFilter(lambda: log.now))
    logs.set_up("debug", log.out)
    yield log
    root.handlers[:] = handlers
    root.setLevel(level)
    structlog.reset_defaults()


def test_a_flood_is_one_line(log: Log) -> None:
    """A warning repeated a thousand times in a second is written once, whatever its table."""
    for number in range(1000):
        structlog.get_logger().warning("store.down", why="TimeoutError", table=number)
    assert log.events == ["store.down"]


def test_the_next_line_counts(log: Log) -> None:
    """A second later the next occurrence is written, with the number of those suppressed."""
    for _ in range(5):
        structlog.get_logger().warning("store.down", why="TimeoutError")
    log.now += repeat_filter.SECONDS
    structlog.get_logger().warning("store.down", why="TimeoutError")
    assert [line.get("repeated") for line in log.lines] == [None, 4]


def test_pauses_grow(log: Log) -> None:
    """What occurs every second is written after 1, 2, 4 seconds and so on, up to five minutes."""
    for _ in range(2000):
        structlog.get_logger().warning("channels.deaf", why="OSError")
        log.now += 1
    counts = [line.get("repeated", 0) for line in log.lines]
    assert counts[:6] == [0, 0, 1, 3, 7, 15]
    assert counts[-1] == repeat_filter.MOST_SECONDS - 1


def test_a_cause_that_is_new_again(log: Log) -> None:
    """After a minute without it, a cause is written at once, with what was suppressed before."""
    for _ in range(100):
        structlog.get_logger().warning("channels.deaf", why="OSError")
        log.now += 1
    log.now += repeat_filter.FORGOTTEN_SECONDS
    for _ in range(2):
        structlog.get_logger().warning("channels.deaf", why="OSError")
        log.now += 1
    assert [line.get("repeated") for line in log.lines][-2:] == [36, None]


def test_another_reason_is_another_cause(log: Log) -> None:
    """A flood with one reason doesn't suppress another reason."""
    for why in ("TimeoutError", "TimeoutError", "OSError"):
        structlog.get_logger().warning("store.down", why=why)
    assert [line["why"] for line in log.lines] == ["TimeoutError", "OSError"]


def test_another_key_is_another_cause(log: Log) -> None:
    """Warnings about different keys that are set aside at once are all written."""
    for key in ("dirty:{7}:web", "due:{5}", "due:{5}"):
        structlog.get_logger().error("store.set-aside", key=key)
    assert [line["key"] for line in log.lines] == ["dirty:{7}:web", "due:{5}"]


def test_another_place_is_another_cause(log: Log) -> None:
    """Exceptions raised in different places are different causes."""

    def one() -> None:
        raise ValueError

    def other() -> None:
        raise ValueError

    for fails in (one, one, other):
        try:
            fails()
        except ValueError:
            structlog.get_logger().exception("web.failed")
    assert [("in one" in line["exception"]) for line in log.lines] == [True, False]


def test_a_library_s_flood_is_one_line(log: Log) -> None:
    """Library log lines are filtered by their format string, whatever their arguments."""
    for number in range(100):
        logging.getLogger("asyncio").error("socket.accept() failed\nsocket: %s", number)
    log.now += repeat_filter.SECONDS
    logging.getLogger("asyncio").error("socket.accept() failed\nsocket: %s", "last")
    first, last = log.events
    assert first.endswith("socket: 0")
    assert last.endswith("socket: last (repeated 99 times)")


def test_ordinary_events_pass(log: Log) -> None:
    """Events below the level of warnings are all written."""
    for number in range(3):
        structlog.get_logger().info("table.shown", table="k3f9", rev=number)
    assert [line["rev"] for line in log.lines] == [0, 1, 2]


def test_a_rare_cause_is_not_kept(log: Log) -> None:
    """Only the most recent causes are remembered, so memory is bounded."""
    for number in range(repeat_filter.REMEMBERED + 1):
        structlog.get_logger().warning(f"event.{number}")
    structlog.get_logger().warning("event.0")
    assert log.events[-1] == "event.0"
