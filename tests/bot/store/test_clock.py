"""The store's clock, on machines whose own clocks are wrong."""

import asyncio
import time
from collections.abc import Callable

import pytest
from structlog.testing import capture_logs

from bot.store import clock as clocks
from bot.store.clock import StoreClock
from bot.store.link import Link
from tests.waiting import until

NEAR = 5.0
"""A round trip on a busy machine, in seconds; far less than clocks are wrong here."""


def wrong(monkeypatch: pytest.MonkeyPatch, ahead: float) -> float:
    """Set the machine's clock ahead, and return the true time."""
    right = time.time
    monkeypatch.setattr(time, "time", lambda: right() + ahead)
    return right()


@pytest.mark.parametrize("ahead", [-3600.0, 3600.0])
async def test_a_wrong_clock(link: Link, monkeypatch: pytest.MonkeyPatch, ahead: float) -> None:
    """On a machine whose clock is wrong, the store's time is right."""
    now = wrong(monkeypatch, ahead)
    clock = await StoreClock.of(link)
    assert clock() == pytest.approx(now, abs=NEAR)


async def test_a_clock_that_is_set(link: Link, monkeypatch: pytest.MonkeyPatch) -> None:
    """Setting the machine's clock doesn't change the time."""
    clock = await StoreClock.of(link)
    now = wrong(monkeypatch, 3600)
    assert clock() == pytest.approx(now, abs=NEAR)


async def test_time_passes(link: Link) -> None:
    """Between looks, the clock counts the seconds."""
    counted = 1000.0
    clock = StoreClock(link, lambda: counted)
    await clock.look()
    before = clock()
    counted += 60
    assert clock() == before + 60


async def test_a_slow_reply(link: Link) -> None:
    """A reply that took long is ignored, because nobody knows when the store read its clock."""
    counted, seconds = 1000.0, 0.0

    def count() -> float:
        nonlocal counted
        counted += seconds
        return counted

    clock = StoreClock(link, count)
    await clock.look()
    before = clock() - counted
    seconds = 60
    await clock.look()
    assert clock() - counted == before


async def test_a_wrong_clock_is_logged_once(link: Link, monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine's clock that differs from the store's is logged once, until it is right again."""
    clock = await StoreClock.of(link)
    with monkeypatch.context() as patch, capture_logs() as logs:
        wrong(patch, 3600)
        await clock.look()
        await clock.look()
    await clock.look()
    with monkeypatch.context() as patch, capture_logs() as later:
        wrong(patch, 3600)
        await clock.look()
    assert [line["event"] for line in logs] == ["clock.off"]
    assert [line["event"] for line in later] == ["clock.off"]


async def test_a_store_that_does_not_tell(
    open_server: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """If the store doesn't tell the time, this machine's clock counts."""
    user = ("--user", "default", "on", "nopass", "~*", "&*", "+@all", "-time")
    link = Link(await asyncio.to_thread(open_server, "--port", "0", *user))
    now = wrong(monkeypatch, 3600)
    clock = await StoreClock.of(link)
    assert clock() == pytest.approx(now + 3600, abs=NEAR)
    await link.close()


async def test_a_store_that_no_longer_tells(
    open_server: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """If a full store refuses to tell the time, the clock counts on from what it told before."""
    link = Link(await asyncio.to_thread(open_server, "--port", "0"))
    clock = await StoreClock.of(link)
    now = wrong(monkeypatch, 3600)
    await link.run(lambda: link.redis.acl_setuser("default", commands=["-time"]))
    await clock.look()
    assert clock() == pytest.approx(now, abs=NEAR)
    await link.close()


async def is_right(clock: StoreClock) -> None:
    """Wait until the clock is right."""
    await until(lambda: abs(clock() - time.time()) <= NEAR)


async def test_looking_again(link: Link, monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock follows the store's, looking now and then."""
    monkeypatch.setattr(clocks, "LOOK_SECONDS", 0.01)
    counted = 1000.0
    clock = StoreClock(link, lambda: counted)
    running = asyncio.create_task(clock.run())
    await is_right(clock)
    counted += 3600  # as if this process counted too fast
    await is_right(clock)
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
