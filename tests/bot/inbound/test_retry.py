"""Retries: how many, with which delays, and until when."""

import asyncio
from collections.abc import Callable

import pytest

from bot.inbound import retry as module
from bot.inbound.retry import Transient, retry


class Lost(Exception):  # noqa: N818 - named for what happened
    """A lost call; `after` is the delay that the platform asks for."""

    def __init__(self, after: float | None = None) -> None:
        super().__init__()
        self.after = after


class Refused(Exception):  # noqa: N818 - as above
    """A call that was refused permanently."""


def judge(failure: Exception) -> Transient | None:
    return Transient(failure.after) if isinstance(failure, Lost) else None


class Line:
    """A connection whose calls fail as given, with a clock that only pauses advance."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *failures: Exception) -> None:
        self.failures, self.now, self.pauses = list(failures), 0.0, list[float]()
        monkeypatch.setattr(module.asyncio, "sleep", self._sleep)

    async def _sleep(self, seconds: float) -> None:
        self.pauses.append(seconds)
        self.now += seconds

    async def call(self) -> str:
        if self.failures:
            raise self.failures.pop(0)
        return "answer"

    async def retry(self, until: float = 60.0) -> str:
        return await retry(self.call, until, judge, lambda: self.now)


Lines = Callable[..., Line]


@pytest.fixture
def line(monkeypatch: pytest.MonkeyPatch) -> Lines:
    return lambda *failures: Line(monkeypatch, *failures)


async def test_growing_delays(line: Lines) -> None:
    """Each delay is twice as long as the one before."""
    lost = line(Lost(), Lost(), Lost())
    assert await lost.retry() == "answer"
    assert lost.pauses == [0.2, 0.4, 0.8]


async def test_a_requested_delay(line: Lines) -> None:
    """A delay requested by the platform is respected, and doesn't change the later delays."""
    lost = line(Lost(), Lost(after=7), Lost())
    assert await lost.retry() == "answer"
    assert lost.pauses == [0.2, 7, 0.4]


async def test_a_refusal(line: Lines) -> None:
    """A refused call isn't retried."""
    refused = line(Lost(), Refused(), Lost())
    with pytest.raises(Refused):
        await refused.retry()
    assert len(refused.failures) == 1


async def test_too_late(line: Lines) -> None:
    """No attempt starts after the deadline: the last failure is raised."""
    lost = line(*(Lost() for _ in range(10)))
    with pytest.raises(Lost):
        await lost.retry(until=1.0)
    assert lost.pauses == [0.2, 0.4]


async def test_a_delay_beyond_the_deadline(line: Lines) -> None:
    """If the platform asks for a delay beyond the deadline, the failure is raised at once."""
    lost = line(Lost(after=61))
    with pytest.raises(Lost):
        await lost.retry()
    assert lost.pauses == []


async def test_an_attempt_that_hangs() -> None:
    """An attempt still running at the deadline is cancelled, and judged as a timeout."""
    heard = list[Exception]()

    async def hang() -> None:
        await asyncio.Event().wait()

    def lost(failure: Exception) -> Transient:
        heard.append(failure)
        return Transient()

    with pytest.raises(TimeoutError):
        await retry(hang, 0.01, lost, lambda: 0.0)
    assert [type(each) for each in heard] == [TimeoutError]
