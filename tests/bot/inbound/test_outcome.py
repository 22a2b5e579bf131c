"""Outcomes of acts, even failed ones, and the acknowledgement of slow ones."""

import asyncio

import pytest
from structlog.testing import capture_logs

from bot.inbound import outcome
from bot.inbound.outcome import FAILED, Outcome, acknowledging, outcome_of
from bot.table.ports import Down, StoreDown
from bot.table.request import Reply
from engine.text import Text

DONE = Outcome(Reply((Text("games.none"),)))


async def act(error: Exception | None = None) -> Outcome:
    await asyncio.sleep(0)
    if error is not None:
        raise error
    return DONE


async def test_success() -> None:
    """A successful act's outcome is returned and counts as settled."""
    assert await outcome_of(act()) == DONE
    assert DONE.settled() == DONE.reply


@pytest.mark.parametrize("reason", Down)
async def test_a_store_that_is_down(reason: Down) -> None:
    """If the store is down, the outcome says why and isn't settled, so that the act is retried."""
    down = StoreDown(reason)
    came = await outcome_of(act(down))
    assert came == Outcome(Reply((down.text,), refused=True), down)
    with pytest.raises(StoreDown):
        came.settled()


async def test_a_bug() -> None:
    """A bug is reported in general terms, logged once, and settled: a retry would fail again."""
    fault = RuntimeError("secret")
    with capture_logs() as logs:
        came = await outcome_of(act(fault))
    assert came == Outcome(Reply((FAILED,), refused=True), fault)
    assert came.settled() == came.reply
    assert [line["event"] for line in logs] == ["act.failed"]


async def test_cancellation() -> None:
    """Cancelling an act isn't treated as an error."""
    acting = asyncio.create_task(outcome_of(act(asyncio.CancelledError())))  # type: ignore[arg-type] # as the loop raises it
    with pytest.raises(asyncio.CancelledError):
        await acting


class Asker:
    """Receives an acknowledgement, which can be delayed."""

    def __init__(self) -> None:
        self.heard, self.go_on = asyncio.Event(), asyncio.Event()
        self.order = list[str]()

    async def acknowledge(self) -> None:
        self.heard.set()
        await self.go_on.wait()
        self.order.append("acknowledged")


async def test_a_quick_act() -> None:
    """A quick act isn't acknowledged."""
    asker = Asker()
    async with acknowledging(asker.acknowledge):
        await asyncio.sleep(0)
    assert not asker.heard.is_set()


async def test_a_slow_act(monkeypatch: pytest.MonkeyPatch) -> None:
    """A slow act is acknowledged, and the answer waits until the acknowledgement has arrived."""
    monkeypatch.setattr(outcome, "BLIND_SECONDS", 0.0)
    asker = Asker()
    async with acknowledging(asker.acknowledge):
        await asker.heard.wait()
        asyncio.get_running_loop().call_soon(asker.go_on.set)
    asker.order.append("answered")
    assert asker.order == ["acknowledged", "answered"]


async def test_a_failure_during_the_acknowledgement(monkeypatch: pytest.MonkeyPatch) -> None:
    """If the act fails, it doesn't wait for the acknowledgement."""
    monkeypatch.setattr(outcome, "BLIND_SECONDS", 0.0)
    asker = Asker()

    async def fail() -> None:
        async with acknowledging(asker.acknowledge):
            await asker.heard.wait()
            raise RuntimeError

    with pytest.raises(RuntimeError):
        await fail()
    assert asker.order == []
