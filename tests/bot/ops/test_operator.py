"""Messages to the operator."""

from typing import Any

import pytest
from structlog.testing import capture_logs

from bot.ops.operator import ATTEMPTS, Operator
from bot.show.outbound import Barrier, RetryLater, Unshowable
from bot.show.page import Page
from bot.store.memory import MemoryStore
from bot.table.pace import DAY
from bot.table.people import Place, Platform, User
from bot.table.ports import StoreDown
from engine.text import Text
from tests.watch import Watch

ADA = User(Platform.TELEGRAM, "123")
FULL = Text("operator.nearly-full", used=20, of=25)


class Outbox:
    """A platform that takes messages, or raises an error as often as asked."""

    def __init__(self, error: Exception | None = None, times: int = 99) -> None:
        self.sent: list[tuple[Place, tuple[Text, ...]]] = []
        self.calls = 0
        self._error, self._times = error, times

    async def show(self, place: Place, page: Page, *_: object, **__: object) -> str:
        self.calls += 1
        if self._error is not None and self.calls <= self._times:
            raise self._error
        self.sent.append((place, page.lines))
        return "1"


def operator(outbox: Outbox, store: Any, watch: Watch | None = None) -> Operator:
    """The operator Ada, on a platform with this outbox."""

    async def sleep(_seconds: float) -> None:
        """Don't wait."""

    outbounds: Any = {Platform.TELEGRAM: outbox}
    return Operator(ADA, outbounds, store, watch or Watch(), sleep)


async def test_a_message() -> None:
    """The message goes to the operator's private chat."""
    outbox = Outbox()
    await operator(outbox, MemoryStore(Watch())).tell("nearly-full", FULL)
    assert outbox.sent == [(Place.private(ADA), (FULL,))]


async def test_once_a_day_from_all_processes() -> None:
    """Of two processes, one sends the message, and again a day later."""
    outbox, watch = Outbox(), Watch()
    store = MemoryStore(watch, watch)
    both = [operator(outbox, store, watch) for _ in range(2)]
    for _ in range(2):
        for each in both:
            await each.tell("nearly-full", FULL)
    assert len(outbox.sent) == 1
    watch.now += DAY + 1
    for each in both:
        await each.tell("nearly-full", FULL)
    assert len(outbox.sent) == 2


async def test_kinds_are_counted_apart() -> None:
    """A message of another kind is sent on the same day."""
    outbox = Outbox()
    ada = operator(outbox, MemoryStore(Watch()))
    await ada.tell("nearly-full", FULL)
    await ada.tell("evicts", Text("operator.evicts", policy="allkeys-lru"))
    assert len(outbox.sent) == 2


class Full:
    """A store that refuses writes."""

    async def gate(self, _name: str, _seconds: int) -> bool:
        raise StoreDown


async def test_a_store_that_refuses_writes() -> None:
    """If the store can't be written, each process sends the message once a day."""
    outbox = Outbox()
    ada = operator(outbox, Full())
    await ada.tell("refuses-writes", Text("operator.refuses-writes"))
    await ada.tell("refuses-writes", Text("operator.refuses-writes"))
    assert len(outbox.sent) == 1


async def test_another_process_has_the_platform() -> None:
    """A process without the operator's platform leaves the message to another one."""
    store = MemoryStore(Watch())
    await Operator(ADA, {}, store, Watch()).tell("nearly-full", FULL)
    outbox = Outbox()
    await operator(outbox, store).tell("nearly-full", FULL)
    assert len(outbox.sent) == 1


async def test_a_refusal_is_logged_once() -> None:
    """If the platform refuses messages to the operator, the log says once how to allow them."""
    ada = operator(Outbox(Unshowable(Barrier.REFUSED)), MemoryStore(Watch()))
    with capture_logs() as lines:
        await ada.tell("nearly-full", FULL)
        await ada.tell("evicts", Text("operator.evicts", policy="allkeys-lru"))
    (line,) = lines
    assert line["event"] == "operator.refused"
    assert "press Start" in line["do"]


async def test_a_rate_limit() -> None:
    """If the platform asks to wait, the message is sent again."""
    outbox = Outbox(RetryLater(1), times=2)
    await operator(outbox, MemoryStore(Watch())).tell("nearly-full", FULL)
    assert len(outbox.sent) == 1


@pytest.mark.parametrize(("error", "calls"), [(RetryLater(1), ATTEMPTS), (ValueError(), 1)])
async def test_it_never_raises(error: Exception, calls: int) -> None:
    """A message that can't be sent is given up and logged."""
    outbox = Outbox(error)
    with capture_logs() as lines:
        await operator(outbox, MemoryStore(Watch())).tell("nearly-full", FULL)
    assert outbox.calls == calls
    assert [line["event"] for line in lines] == ["operator.untold"]
