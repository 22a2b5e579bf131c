"""What comes of an act, whatever happens, and the acknowledgement of one that takes long."""

import asyncio

import pytest
from structlog.testing import capture_logs

from bot.inbound import outcome
from bot.inbound.outcome import FAILED, Outcome, acknowledging, outcome_of
from bot.table.ports import Down, StoreDown
from bot.table.request import Reply
from engine.text import Text

DONE = Outcome(Reply((Text("games.none"),)))


async def act(trouble: Exception | None = None) -> Outcome:
    await asyncio.sleep(0)
    if trouble is not None:
        raise trouble
    return DONE


async def test_what_goes_well() -> None:
    """An act that goes well has its own outcome, which is settled."""
    assert await outcome_of(act()) == DONE
    assert DONE.settled() == DONE.reply


@pytest.mark.parametrize("reason", Down)
async def test_a_store_that_is_down(reason: Down) -> None:
    """Why the store could not do it is told; where the act comes again it is not settled."""
    down = StoreDown(reason)
    came = await outcome_of(act(down))
    assert came == Outcome(Reply((down.text,), refused=True), down)
    with pytest.raises(StoreDown):
        came.settled()


async def test_a_fault() -> None:
    """A fault of ours is told in general words, logged once, and settled: it would come again."""
    fault = RuntimeError("secret")
    with capture_logs() as logs:
        came = await outcome_of(act(fault))
    assert came == Outcome(Reply((FAILED,), refused=True), fault)
    assert came.settled() == came.reply
    assert [line["event"] for line in logs] == ["act.failed"]


async def test_who_is_cancelled() -> None:
    """Who is told to stop stops: that is no fault."""
    acting = asyncio.create_task(outcome_of(act(asyncio.CancelledError())))  # type: ignore[arg-type] # raised as the loop does
    with pytest.raises(asyncio.CancelledError):
        await acting


class Asker:
    """Hears an acknowledgement, which may take its time."""

    def __init__(self) -> None:
        self.heard, self.go_on = asyncio.Event(), asyncio.Event()
        self.told = list[str]()

    async def acknowledge(self) -> None:
        self.heard.set()
        await self.go_on.wait()
        self.told.append("acknowledged")


async def test_what_is_quick() -> None:
    """What does not take long is not acknowledged."""
    asker = Asker()
    async with acknowledging(asker.acknowledge):
        await asyncio.sleep(0)
    assert not asker.heard.is_set()


async def test_what_takes_long(monkeypatch: pytest.MonkeyPatch) -> None:
    """What takes long is acknowledged, and the answer waits until that has arrived."""
    monkeypatch.setattr(outcome, "BLIND_SECONDS", 0.0)
    asker = Asker()
    async with acknowledging(asker.acknowledge):
        await asker.heard.wait()
        asyncio.get_running_loop().call_soon(asker.go_on.set)
    asker.told.append("answered")
    assert asker.told == ["acknowledged", "answered"]


async def test_a_failure_during_the_acknowledgement(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where nothing is to be answered nobody waits for the acknowledgement."""
    monkeypatch.setattr(outcome, "BLIND_SECONDS", 0.0)
    asker = Asker()

    async def fail() -> None:
        async with acknowledging(asker.acknowledge):
            await asker.heard.wait()
            raise RuntimeError

    with pytest.raises(RuntimeError):
        await fail()
    assert asker.told == []
