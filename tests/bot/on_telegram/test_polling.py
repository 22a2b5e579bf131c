"""Polling: one process at a time polls, and confirms updates after handling them."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from typing import TYPE_CHECKING

import pytest
from telegram import Update

from bot.inbound import rivals
from bot.on_telegram import polling
from bot.on_telegram.connection import Account
from bot.on_telegram.inbound import ALLOWED_UPDATES
from bot.on_telegram.members import Members
from bot.on_telegram.polling import Handle, Polling, Sleep, lease
from bot.on_telegram.requests import Requests
from bot.store.notes import MemoryNotes
from bot.table.people import Platform
from bot.table.ports import StoreDown
from tests.waiting import PATIENCE_SECONDS, until
from tests.watch import Watch

if TYPE_CHECKING:
    from tests.bot.on_telegram.conftest import Village


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Shorten the pauses."""
    monkeypatch.setattr(polling, "REST_SECONDS", 0.01)
    monkeypatch.setattr(polling, "POLL_SECONDS", 1)
    monkeypatch.setattr(polling, "OVERLAP_SECONDS", 0.01)
    monkeypatch.setattr(polling, "END_SECONDS", PATIENCE_SECONDS)


@contextlib.asynccontextmanager
async def polls(
    village: "Village",
    handle: Handle,
    notes: MemoryNotes | None = None,
    sleep: Sleep = asyncio.sleep,
) -> "AsyncIterator[asyncio.Task[None]]":
    """Poll in the background."""
    poller = Polling(village.bot, notes or MemoryNotes(), handle, ALLOWED_UPDATES, sleep)
    task = asyncio.create_task(poller.run())
    try:
        yield task
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


class Leases(MemoryNotes):
    """Leases by the test's clock, with what a poller was told when it asked for one."""

    def __init__(self) -> None:
        self.watch = Watch()
        super().__init__(self.watch)
        self.told: list[int] = []

    async def hold(self, name: str, holder: str, seconds: float) -> int:
        self.told.append(token := await super().hold(name, holder, seconds))
        return token

    async def hears(self, name: str, seconds: float) -> None:
        """Don't wait: only the test moves the clock."""
        await asyncio.sleep(0)

    async def asked(self, times: int = 2) -> None:
        """Wait until the poller has asked so often again, and has done what came before."""
        before = len(self.told)
        await until(lambda: len(self.told) >= before + times)


class Heard(list[str]):
    """The texts of the messages that were handled."""

    async def __call__(self, update: Update) -> None:
        self.append(str(update.message and update.message.text))


async def test_handled_then_confirmed(village: "Village") -> None:
    """An update is not confirmed before it is handled."""
    begun, free, leases = asyncio.Event(), asyncio.Event(), Leases()

    async def handle(_: Update) -> None:
        begun.set()
        await free.wait()

    async with polls(village, handle, leases):
        village.ana.say(village.plaza, "/help@puluc_bot")
        await begun.wait()
        await leases.asked()  # and has polled again
        assert len(village.sim.pending) == 1
        free.set()
        await until(lambda: not village.sim.pending)


async def test_without_a_store(village: "Village") -> None:
    """An update that fails because the store is down is fetched and handled again."""
    heard, away = Heard(), [True, True]

    async def handle(update: Update) -> None:
        if away:
            away.pop()
            raise StoreDown
        await heard(update)

    async with polls(village, handle):
        village.ana.say(village.plaza, "/help@puluc_bot")
        await until(lambda: heard and not village.sim.pending)
    assert heard == ["/help@puluc_bot"]


async def test_order_within_a_chat(village: "Village") -> None:
    """Updates of one chat are handled in order, without delaying those of other chats."""
    free, heard = asyncio.Event(), Heard()

    async def handle(update: Update) -> None:
        chat = update.effective_chat
        if chat is not None and chat.id == village.plaza.id:
            await free.wait()
        await heard(update)

    for number in range(5):
        village.ana.say(village.plaza, f"/help@puluc_bot {number}")
    village.ben.start("x")
    async with polls(village, handle):
        await until(lambda: heard)
        assert heard == ["/start x"]
        free.set()
        await until(lambda: not village.sim.pending)
    assert heard[1:] == [f"/help@puluc_bot {number}" for number in range(5)]


async def test_order_within_an_inline_message(village: "Village") -> None:
    """Updates of one inline message are handled in order, whoever they come from."""
    pair = village.sim.conversation(village.ana, village.ben)
    (result,) = (await village.offers(village.ana, "boolik")).results
    free, heard = asyncio.Event(), list[str]()

    async def handle(update: Update) -> None:
        chosen, press = update.chosen_inline_result, update.callback_query
        if chosen is not None:
            await free.wait()
        heard.append("chosen" if chosen else f"by {press.from_user.id}" if press else "query")

    message = village.ana.choose(result, pair)
    village.ben.press(message, "Accept", wait=False)
    village.ana.press(message, "Accept", wait=False)
    village.ben.inline("", wait=False)
    async with polls(village, handle):
        await until(lambda: heard)
        assert heard == ["query"]
        free.set()
        await until(lambda: not village.sim.pending)
    assert heard[1:] == ["chosen", f"by {village.ben.id}", f"by {village.ana.id}"]


async def test_one_at_a_time(village: "Village") -> None:
    """Only one of two pollers polls; when it stops, the other takes over at once."""
    notes, first, second = MemoryNotes(), Heard(), Heard()
    async with polls(village, second, notes) as other:
        async with polls(village, first, notes):
            await until(lambda: village.sim.polling)
            village.ana.say(village.plaza, "/help@puluc_bot 1")
            await until(lambda: first or second)
            mine, theirs = (first, second) if first else (second, first)
        if mine is second:  # the other one polled first
            assert not other.done()
        village.ana.say(village.plaza, "/help@puluc_bot 2")
        await until(lambda: "/help@puluc_bot 2" in second)
    assert (mine + theirs).count("/help@puluc_bot 1") == 1
    assert village.sim.conflicts == 0


async def test_another_program(village: "Village", monkeypatch: pytest.MonkeyPatch) -> None:
    """A poller whose updates another program takes notes that for the doctor."""
    monkeypatch.setattr(rivals, "SURE_SECONDS", 0)
    notes, rested = MemoryNotes(), asyncio.Event()

    async def rest(_seconds: float) -> None:
        rested.set()
        await asyncio.Event().wait()

    account = Account(token=village.sim.token, root=village.sim.url, group_minute=1)
    other = account.bot(Requests(1), Requests(1))
    async with polls(village, Heard(), notes, rest), other:
        async with asyncio.timeout(PATIENCE_SECONDS):
            while not rested.is_set():
                await other.listen(None, 0, ALLOWED_UPDATES)
                await asyncio.sleep(0)
    assert await rivals.met_lately(notes, Platform.TELEGRAM)


async def test_a_crashed_poller(village: "Village") -> None:
    """If a poller crashes, another one takes over when its lease expires."""
    leases, heard = Leases(), Heard()
    assert await leases.hold(lease(village.bot), "dead", polling.LEASE_SECONDS)
    async with polls(village, heard, leases):
        village.ana.say(village.plaza, "/help@puluc_bot")
        await leases.asked()
        assert not heard
        leases.watch.now += polling.LEASE_SECONDS
        await until(lambda: heard)


async def test_the_lease_is_renewed(village: "Village") -> None:
    """The lease is renewed while an update takes long to handle."""
    leases, others = Leases(), list[int]()

    async def handle(_: Update) -> None:
        for _ in range(2 * int(polling.LEASE_SECONDS)):
            leases.watch.now += 1
            await leases.asked()
        others.append(await leases.hold(lease(village.bot), "another", 1))

    async with polls(village, handle, leases):
        village.ana.say(village.plaza, "/help@puluc_bot")
        await until(lambda: others)
    assert others == [0]


async def test_stopping(village: "Village") -> None:
    """A poller that is stopped finishes and confirms its updates, and releases the lease."""
    notes, heard, begun, free = MemoryNotes(), Heard(), asyncio.Event(), asyncio.Event()

    async def handle(update: Update) -> None:
        begun.set()
        await free.wait()
        await heard(update)

    async with polls(village, handle, notes) as task:
        village.ana.say(village.plaza, "/help@puluc_bot")
        await begun.wait()
        task.cancel()
        for _ in range(20):
            await asyncio.sleep(0)
        assert not task.done()
        free.set()
        await asyncio.gather(task, return_exceptions=True)
    assert heard == ["/help@puluc_bot"]
    assert village.sim.pending == []
    assert await notes.hold(lease(village.bot), "another", 1)


async def test_stopping_while_a_handler_hangs(
    village: "Village", monkeypatch: pytest.MonkeyPatch
) -> None:
    """A handler that takes too long when its poller stops is cancelled; its update comes again."""
    monkeypatch.setattr(polling, "END_SECONDS", 0.2)
    began, ended = asyncio.Event(), list[bool]()

    async def hang(_: Update) -> None:
        began.set()
        try:
            await asyncio.Event().wait()
        finally:
            ended.append(True)

    async with polls(village, hang) as task:
        village.ana.say(village.plaza, "/help@puluc_bot")
        await until(began.is_set)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
    assert ended == [True]
    heard = Heard()
    async with polls(village, heard):
        await until(lambda: heard)
    assert heard == ["/help@puluc_bot"]


@pytest.mark.parametrize("status", [502, 500])
async def test_an_answer_that_is_lost(village: "Village", status: int) -> None:
    """Updates are fetched again if the response with them is lost."""
    heard = Heard()
    village.ana.say(village.plaza, "/help@puluc_bot")
    village.sim.break_next(status, part="getUpdates", applied=True)
    async with polls(village, heard):
        await until(lambda: not village.sim.pending)
    assert heard == ["/help@puluc_bot"]


async def test_a_webhook_that_was_left(village: "Village") -> None:
    """A webhook left over from another deployment is removed before polling."""
    await village.bot.set_webhook("http://127.0.0.1:9/nobody")
    heard = Heard()
    async with polls(village, heard):
        village.ana.say(village.plaza, "/help@puluc_bot")
        await until(lambda: heard)
    assert village.sim.webhook == ""


async def test_a_rate_limit(village: "Village") -> None:
    """While polling is rate limited, no request is made."""
    heard, slept, asked = Heard(), list[float](), list[int]()

    async def sleep(seconds: float) -> None:
        slept.append(seconds)
        asked.append(village.asked("getUpdates"))

    village.sim.limit_next(1, 17, "getUpdates")
    before = village.asked("getUpdates")
    village.ana.say(village.plaza, "/help@puluc_bot")
    async with polls(village, heard, sleep=sleep):
        await until(lambda: heard)
    assert (slept[0], asked[0]) == (17, before + 1)


async def test_a_slow_chat_keeps_no_other_waiting(village: "Village") -> None:
    """While one chat's updates are slow, later updates of other chats are handled."""
    free, heard = asyncio.Event(), Heard()

    async def handle(update: Update) -> None:
        chat = update.effective_chat
        if chat is not None and chat.id == village.plaza.id:
            await free.wait()
        await heard(update)

    async with polls(village, handle):
        village.ana.say(village.plaza, "/help@puluc_bot 1")
        await until(lambda: any(update.sent for update in village.sim.pending))
        village.ben.start("x")
        await until(lambda: heard)
        village.ana.say(village.plaza, "/help@puluc_bot 2")
        village.ben.start("y")
        await until(lambda: len(heard) == 2)
        assert heard == ["/start x", "/start y"]
        assert len(village.sim.pending) == 4  # updates are confirmed in order
        free.set()
        await until(lambda: not village.sim.pending)
    assert heard[2:] == ["/help@puluc_bot 1", "/help@puluc_bot 2"]


async def test_a_slow_membership_check(village: "Village", monkeypatch: pytest.MonkeyPatch) -> None:
    """A slow check of who manages a group delays only that group."""
    begun, free, is_admin = asyncio.Event(), asyncio.Event(), Members.is_admin

    async def slow(known: Members, chat: str, person: str) -> bool | None:
        begun.set()
        await free.wait()
        return await is_admin(known, chat, person)

    monkeypatch.setattr(Members, "is_admin", slow)
    village.sim.appoint(village.ben, village.plaza)
    async with polls(village, village.inbound.handle):
        village.ben.say(village.plaza, "/settings@puluc_bot placement new")
        await begun.wait()
        village.eva.start()
        await until(lambda: len(village.eva.private.messages) > 1)
        assert village.sim.pending
        free.set()
        await until(lambda: not village.sim.pending)
    await village.settle()
    assert village.board.text == 'The setting "placement" is now "new".'


async def test_without_a_store_in_one_chat(village: "Village") -> None:
    """An update that failed is retried before later ones of its chat, and none is repeated."""
    heard, away = Heard(), [True]

    async def handle(update: Update) -> None:
        text = update.message and update.message.text
        if text == "/help@puluc_bot 1" and away:
            away.pop()
            raise StoreDown
        await heard(update)

    for number in (1, 2):
        village.ana.say(village.plaza, f"/help@puluc_bot {number}")
    village.ben.start("x")
    async with polls(village, handle):
        await until(lambda: not village.sim.pending)
    assert sorted(heard) == ["/help@puluc_bot 1", "/help@puluc_bot 2", "/start x"]
    assert heard.index("/help@puluc_bot 1") < heard.index("/help@puluc_bot 2")


async def test_two_bots_on_one_store(village: "Village") -> None:
    """Bots that share a store poll independently."""
    notes, heard = MemoryNotes(), Heard()
    assert await notes.hold("telegram.poller.7000000002", "another bot", 60)
    async with polls(village, heard, notes):
        village.ana.say(village.plaza, "/help@puluc_bot")
        await until(lambda: heard)
