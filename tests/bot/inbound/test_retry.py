"""Retries: how many, with which delays, and until when."""

import asyncio

import pytest

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

    def __init__(self, *failures: Exception) -> None:
        self.failures, self.now, self.pauses = list(failures), 0.0, list[float]()

    async def _sleep(self, seconds: float) -> None:
        self.pauses.append(seconds)
        self.now += seconds

    async def call(self) -> str:
        if self.failures:
            raise self.failures.pop(0)
        return "answer"

    async def retry(self, until: float = 60.0) -> str:
        return await retry(self.call, until, judge, lambda: self.now, self._sleep)


async def test_growing_delays() -> None:
    """Each delay is twice as long as the one before."""
    lost = Line(Lost(), Lost(), Lost())
    assert await lost.retry() == "answer"
    assert lost.pauses == [0.2, 0.4, 0.8]


async def test_a_requested_delay() -> None:
    """A delay requested by the platform is respected, and doesn't change the later delays."""
    lost = Line(Lost(), Lost(after=7), Lost())
    assert await lost.retry() == "answer"
    assert lost.pauses == [0.2, 7, 0.4]


async def test_a_refusal() -> None:
    """A refused call isn't retried."""
    refused = Line(Lost(), Refused(), Lost())
    with pytest.raises(Refused):
        await refused.retry()
    assert len(refused.failures) == 1


async def test_too_late() -> None:
    """No attempt starts after the deadline: the last failure is raised."""
    lost = Line(*(Lost() for _ in range(10)))
    with pytest.raises(Lost):
        await lost.retry(until=1.0)
    assert lost.pauses == [0.2, 0.4]


async def test_a_delay_beyond_the_deadline() -> None:
    """If the platform asks for a delay beyond the deadline, the failure is raised at once."""
    lost = Line(Lost(after=61))
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
