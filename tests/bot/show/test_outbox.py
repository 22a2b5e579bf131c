"""The outbox shows every overdue board once, even after failures."""

import asyncio
import time
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

import pytest
from prometheus_client import REGISTRY
from structlog.contextvars import bound_contextvars, merge_contextvars
from structlog.testing import capture_logs
from typing_extensions import override

from bot.show import backoff, delays
from bot.show import outbox as outboxes
from bot.show.outbound import Remains, RetryLater, Unconfirmed
from bot.show.outbox import Outbox
from bot.show.page import Page
from bot.show.placement import Placement
from bot.show.presenter import Presenter, thread_renderer
from bot.show.uncertain import SETTLE_SECONDS
from bot.store.memory import MemoryStore
from bot.table.agreement import agreement
from bot.table.due import Due
from bot.table.ids import TableId
from bot.table.people import Place, Platform
from bot.table.ports import CorruptRecord, Operation, Overdue, Shown, StoreDown
from bot.table.seats import Free
from bot.table.table import Status
from bot.table.terms import Terms
from engine.text import Text
from tests.bot.show.offer import ANA, GAMES, OFFER
from tests.bot.show.test_match_lines import FIRST_TO_3, next_game, resigned
from tests.waiting import PATIENCE_SECONDS, until

PLACE = Place(Platform.WEB, "maize")
TABLE = replace(OFFER, place=PLACE, seats=(ANA, Free()))


@dataclass
class Wall:
    """A place that records what it was shown."""

    platform: Platform = Platform.WEB
    pages: list[Page] = field(default_factory=list)
    fails: int = 0
    rests: set[TableId] = field(default_factory=set)
    unconfirmed: set[TableId] = field(default_factory=set)
    waits_for: dict[TableId, asyncio.Event] = field(default_factory=dict)
    asked: asyncio.Event = field(default_factory=asyncio.Event)
    shown: asyncio.Event = field(default_factory=asyncio.Event)

    own_threads = None
    notifies = False
    pictured = True

    def places_itself(self, _place: Place) -> bool:
        return True

    def language(self, _place: Place) -> str:
        return ""

    async def below(self, _place: Place, _message: str) -> int:
        return 0

    async def show(
        self,
        place: Place,
        page: Page,
        shown: Shown | None,
        _placement: Placement,
        *,
        language: str = "",
        threaded: bool = False,
    ) -> str:
        self.asked.set()
        if self.fails:
            self.fails -= 1
            raise StoreDown
        if page.table in self.rests:
            raise RetryLater(1000)
        await asyncio.sleep(0)
        if page.table in self.waits_for:
            await self.waits_for[page.table].wait()
        self.pages.append(page)
        if page.table in self.unconfirmed:
            raise Unconfirmed
        self.shown.set()
        return f"message {len(self.pages)}"

    async def retire(
        self,
        place: Place,
        message: str,
        table: TableId,
        *,
        note: Text,
        remains: Remains,
        instead: str = "",
        language: str = "",
    ) -> None:
        pass


@dataclass
class Note(Wall):
    """A place of one message, which shows whatever was shown last."""

    async def show(self, *args: Any, **options: Any) -> str:
        await super().show(*args, **options)
        return "the only message"


@pytest.fixture
def wall() -> Wall:
    return Wall()


@pytest.fixture
def store() -> MemoryStore:
    return MemoryStore()


@pytest.fixture
def outbox(store: MemoryStore, wall: Wall) -> Outbox:
    return Outbox(store, Presenter(thread_renderer(GAMES), store.record), {Platform.WEB: wall})


async def test_a_request_is_shown_at_once(store: MemoryStore, wall: Wall, outbox: Outbox) -> None:
    """A requested table is shown without waiting for the sweep."""
    await store.create(TABLE, Operation("post"))
    outbox.show_now(TABLE.id, PLACE)
    await outbox.drain()
    assert [page.revision for page in wall.pages] == [1]
    shown = await store.shown(TABLE.id, PLACE)
    assert shown is not None
    assert (shown.revision, shown.message) == (1, "message 1")


async def test_the_sweep_shows_boards_left_by_a_crash(
    store: MemoryStore, wall: Wall, outbox: Outbox
) -> None:
    """A table that was never requested is shown by the sweep, once."""
    await store.create(TABLE, Operation("post"))
    await outbox.sweep()
    await outbox.sweep()
    assert len(wall.pages) == 1


async def test_requests_at_once_show_the_latest(
    store: MemoryStore, wall: Wall, outbox: Outbox
) -> None:
    """With several hurries at once, the last board shown is the latest."""
    await store.create(TABLE, Operation("post"))
    for revision in (2, 3, 4):
        await store.commit(replace(TABLE, revision=revision), (), Operation(str(revision)), [PLACE])
        outbox.show_now(TABLE.id, PLACE)
    await outbox.drain()
    assert wall.pages[-1].revision == 4
    assert await store.overdue(Platform.WEB) == ()


async def test_a_failure_is_retried(store: MemoryStore, wall: Wall, outbox: Outbox) -> None:
    """A board that couldn't be shown stays overdue until it is."""
    wall.fails = 1
    await store.create(TABLE, Operation("post"))
    await outbox.sweep()
    assert len(await store.overdue(Platform.WEB)) == 1
    await outbox.sweep()
    assert await store.overdue(Platform.WEB) == ()


async def test_another_platform_s_board_is_left_alone(
    store: MemoryStore, wall: Wall, outbox: Outbox
) -> None:
    """A process shows only boards of its own platforms."""
    elsewhere = Place(Platform.DISCORD, "1")
    await store.create(replace(TABLE, place=elsewhere), Operation("post"))
    outbox.show_now(TABLE.id, elsewhere)
    await outbox.drain()
    await outbox.sweep()
    assert wall.pages == []


async def test_a_slow_board_does_not_block_others(
    store: MemoryStore, wall: Wall, outbox: Outbox
) -> None:
    """A sweep shows other boards while one of them is slow."""
    slow, other = TABLE, replace(TABLE, id=TableId("aaaaaaaaaa"), code="other")
    wall.waits_for = {slow.id: asyncio.Event()}
    for table in (slow, other):
        await store.create(table, Operation(table.id))
    sweep = asyncio.create_task(outbox.sweep())
    async with asyncio.timeout(PATIENCE_SECONDS):
        await wall.shown.wait()
        assert [page.table for page in wall.pages] == [other.id]
        wall.waits_for[slow.id].set()
        await sweep
    assert [page.table for page in wall.pages] == [other.id, slow.id]


async def test_too_many_boards_at_once(
    store: MemoryStore, wall: Wall, outbox: Outbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With many boards in progress, a further one is left to the sweep, and shown by it."""
    monkeypatch.setattr(outboxes, "MAX_SHOWING", 1)
    slow, other = TABLE, replace(TABLE, id=TableId("aaaaaaaaaa"), code="other")
    wall.waits_for = {slow.id: asyncio.Event()}
    for table in (slow, other):
        await store.create(table, Operation(table.id))
        outbox.show_now(table.id, PLACE)
    await wall.asked.wait()
    wall.waits_for[slow.id].set()
    await outbox.drain()
    assert [page.table for page in wall.pages] == [slow.id]
    await outbox.sweep()
    assert [page.table for page in wall.pages] == [slow.id, other.id]


async def test_a_slow_platform(
    store: MemoryStore, wall: Wall, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Many boards in progress on one platform leave none of another platform to the sweep."""
    monkeypatch.setattr(outboxes, "MAX_SHOWING", 1)
    slow, elsewhere = TABLE, Place(Platform.DISCORD, "1")
    other = replace(TABLE, id=TableId("aaaaaaaaaa"), code="other", place=elsewhere)
    walls = {Platform.WEB: wall, Platform.DISCORD: wall}
    outbox = Outbox(store, Presenter(thread_renderer(GAMES), store.record), walls)
    wall.waits_for = {slow.id: asyncio.Event()}
    for table in (slow, other):
        await store.create(table, Operation(table.id))
        outbox.show_now(table.id, table.place)
    async with asyncio.timeout(PATIENCE_SECONDS):
        await wall.shown.wait()
    wall.waits_for[slow.id].set()
    await outbox.drain()
    assert [page.table for page in wall.pages] == [other.id, slow.id]


async def test_an_error_does_not_end_sweeping(
    store: MemoryStore, wall: Wall, outbox: Outbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After an unexpected error from the store, the next sweep still runs."""
    monkeypatch.setattr(outboxes, "SWEEP_SECONDS", 0)
    await store.create(TABLE, Operation("post"))
    overdue, faults = store.overdue, [ValueError("odd")]

    async def sometimes(platform: Platform, limit: int = 100) -> tuple[Overdue, ...]:
        if faults:
            raise faults.pop()
        return await overdue(platform, limit)

    monkeypatch.setattr(store, "overdue", sometimes)
    running = asyncio.create_task(outbox.run())
    async with asyncio.timeout(PATIENCE_SECONDS):
        await wall.shown.wait()
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)


OTHER = replace(TABLE, id=TableId("aaaaaaaaaa"), code="other")


async def test_a_board_that_hangs(
    store: MemoryStore, wall: Wall, outbox: Outbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While one board hangs, sweeps show boards that become overdue later."""
    monkeypatch.setattr(outboxes, "SWEEP_SECONDS", 0)
    monkeypatch.setattr(outboxes, "SWEEP_TIMEOUT", 0.01)
    wall.waits_for = {TABLE.id: asyncio.Event()}
    await store.create(TABLE, Operation("post"))
    running = asyncio.create_task(outbox.run())
    await wall.asked.wait()
    await store.create(OTHER, Operation("other"))
    async with asyncio.timeout(PATIENCE_SECONDS):
        await wall.shown.wait()
    assert [page.table for page in wall.pages] == [OTHER.id]
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
    wall.waits_for[TABLE.id].set()
    await outbox.drain()
    assert [page.table for page in wall.pages] == [OTHER.id, TABLE.id]


async def test_a_board_that_hangs_for_ever(wall: Wall, monkeypatch: pytest.MonkeyPatch) -> None:
    """Showing a board times out and is retried later."""
    now = 1_000_000.0
    store = MemoryStore(lambda: now)
    outbox = Outbox(
        store, Presenter(thread_renderer(GAMES), store.record), {Platform.WEB: wall}, lambda: now
    )
    monkeypatch.setattr(delays, "SHOW_SECONDS", 0.01)
    wall.waits_for = {TABLE.id: asyncio.Event()}
    await store.create(TABLE, Operation("post"))
    async with asyncio.timeout(PATIENCE_SECONDS):
        await outbox.sweep()
    assert wall.pages == []
    assert await store.overdue(Platform.WEB) == ()
    now += backoff.FIRST_SECONDS
    assert await store.overdue(Platform.WEB) == (Overdue(TABLE.id, PLACE),)


async def test_waiting_boards(
    store: MemoryStore, wall: Wall, outbox: Outbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Boards that have to wait don't keep a sweep from finding the next one."""
    monkeypatch.setattr(outboxes, "SWEEP_LIMIT", 1)
    wall.rests = {TABLE.id}
    for table in (TABLE, OTHER):
        await store.create(table, Operation(table.id))
    for _ in range(2):
        await outbox.sweep()
    assert [page.table for page in wall.pages] == [OTHER.id]


async def test_a_request_while_a_board_is_shown(
    store: MemoryStore, wall: Wall, outbox: Outbox
) -> None:
    """However often a board is requested while it is being shown, the latest is shown next."""
    wall.waits_for = {TABLE.id: asyncio.Event()}
    await store.create(TABLE, Operation("post"))
    tasks = len(asyncio.all_tasks())
    for revision in range(2, 9):
        outbox.show_now(TABLE.id, PLACE)
        await asyncio.sleep(0)
        await store.commit(replace(TABLE, revision=revision), (), Operation(str(revision)), [PLACE])
    assert len(asyncio.all_tasks()) <= tasks + 2
    wall.waits_for[TABLE.id].set()
    await outbox.drain()
    assert wall.pages[-1].revision == 8
    assert len(wall.pages) == 2


async def test_a_board_is_logged_with_its_press(
    store: MemoryStore, wall: Wall, outbox: Outbox
) -> None:
    """The log line of a board has the id of the press, also if another press began the showing."""
    first = asyncio.Event()
    wall.waits_for = {TABLE.id: first}
    await store.create(TABLE, Operation("post"))
    with capture_logs(processors=[merge_contextvars]) as lines:
        with bound_contextvars(press="one"):
            outbox.show_now(TABLE.id, PLACE)
        await wall.asked.wait()
        await store.commit(replace(TABLE, revision=2), (), Operation("2"), [PLACE])
        with bound_contextvars(press="two"):
            outbox.show_now(TABLE.id, PLACE)
        first.set()
        await outbox.drain()
    shown = [(line["rev"], line.get("press")) for line in lines if line["event"] == "table.shown"]
    assert shown[-1] == (2, "two")
    assert shown[0] == (1, "one")


async def test_boards_are_measured(store: MemoryStore, wall: Wall, outbox: Outbox) -> None:
    """Boards that are shown are timed, and failed attempts are counted by reason."""
    timed, failed = "puluc_show_seconds_count", "puluc_boards_not_shown_total"
    labels = {"platform": "web", "reason": "rate limit"}
    before = (
        REGISTRY.get_sample_value(timed, {"platform": "web"}) or 0,
        REGISTRY.get_sample_value(failed, labels) or 0,
    )
    await store.create(TABLE, Operation("post"))
    await store.create(OTHER, Operation("other"))
    wall.rests = {OTHER.id}
    await outbox.sweep()
    assert REGISTRY.get_sample_value(timed, {"platform": "web"}) == before[0] + 1
    assert REGISTRY.get_sample_value(failed, labels) == before[1] + 1
    assert REGISTRY.get_sample_value("puluc_boards_overdue", {"platform": "web"}) == 2


async def test_the_wait_of_boards(store: MemoryStore, wall: Wall) -> None:
    """A sweep notes how long the oldest board has waited, and that none waits after it."""
    now = time.time() + 90
    presenter = Presenter(thread_renderer(GAMES), store.record)
    outbox = Outbox(store, presenter, {Platform.WEB: wall}, lambda: now)
    await store.create(TABLE, Operation("post"))
    delay = partial(REGISTRY.get_sample_value, "puluc_boards_delay_seconds", {"platform": "web"})
    await outbox.sweep()
    assert delay() == pytest.approx(90, abs=PATIENCE_SECONDS)
    await outbox.sweep()
    assert delay() == 0


async def test_counts_begin_at_zero(outbox: Outbox) -> None:
    """Before a board was ever shown, every count of failures is there."""
    sweeping = asyncio.create_task(outbox.run())
    labels = [{"platform": "web", "reason": reason.value} for reason in delays.Failure]
    name = "puluc_boards_not_shown_total"
    await until(lambda: None not in [REGISTRY.get_sample_value(name, each) for each in labels])
    sweeping.cancel()


@dataclass
class Release:
    """A process of some release, which may be unable to read tables."""

    store: MemoryStore
    wall: Wall
    now: float = 1_000_000.0
    reads: bool = False
    tries: int = 0

    def outbox(self) -> Outbox:
        presenter = Presenter(thread_renderer(GAMES), self.store.record)
        if not self.reads:
            vars(presenter)["page"] = self._page
        return Outbox(self.store, presenter, {Platform.WEB: self.wall}, lambda: self.now)

    async def _page(self, *_: object) -> Page:
        self.tries += 1
        raise CorruptRecord("odd")


async def test_a_board_that_cannot_be_read(store: MemoryStore, wall: Wall) -> None:
    """A process retries to show a table that it can't read once a minute."""
    release = Release(store, wall)
    outbox = release.outbox()
    await store.create(TABLE, Operation("post"))
    for seconds, expected in ((0, 1), (59, 1), (1, 2), (59, 2)):
        release.now += seconds
        await outbox.sweep()
        assert release.tries == expected


async def test_a_board_that_a_newer_release_can_read(store: MemoryStore, wall: Wall) -> None:
    """A process that can't read a table doesn't keep one of a newer release from showing it."""
    await store.create(TABLE, Operation("post"))
    await Release(store, wall).outbox().sweep()
    await Release(store, wall, reads=True).outbox().sweep()
    assert [page.table for page in wall.pages] == [TABLE.id]


async def test_many_boards_that_cannot_be_read(
    store: MemoryStore, wall: Wall, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Beyond some number, boards that a process can't read rest, so that they don't fill sweeps."""
    monkeypatch.setattr(delays, "MAX_LEFT", 1)
    other = replace(TABLE, id=TableId("aaaaaaaaaa"), code="other")
    for table in (TABLE, other):
        await store.create(table, Operation(table.id))
    await Release(store, wall).outbox().sweep()
    assert len(await store.overdue(Platform.WEB)) == 1


async def test_an_unconfirmed_board(store: MemoryStore, wall: Wall) -> None:
    """A board that no replica has confirmed is shown again, ever later, until one has."""
    now = 0.0
    outbox = Outbox(
        store, Presenter(thread_renderer(GAMES), store.record), {Platform.WEB: wall}, lambda: now
    )
    wall.unconfirmed = {TABLE.id}
    await store.create(TABLE, Operation("post"))
    for now, times in ((0, 1), (0.9, 1), (1, 2), (2.9, 2), (3, 3)):  # noqa: B007 - read by the clock
        await outbox.sweep()
        assert len(wall.pages) == times
    wall.unconfirmed.clear()
    now = 7
    await outbox.sweep()
    assert len(wall.pages) == 4
    assert await store.overdue(Platform.WEB) == ()


async def test_a_move_after_an_unconfirmed_board(
    store: MemoryStore, wall: Wall, outbox: Outbox
) -> None:
    """A board that no replica has confirmed doesn't delay the next one, in any process."""
    wall.unconfirmed = {TABLE.id}
    await store.create(TABLE, Operation("post"))
    await outbox.sweep()
    await store.commit(replace(TABLE, revision=2), (), Operation("move"), (PLACE,))
    presenter = Presenter(thread_renderer(GAMES), store.record)
    for each in (outbox, Outbox(store, presenter, {Platform.WEB: wall})):
        each.show_now(TABLE.id, PLACE)
        await each.drain()
    assert [page.revision for page in wall.pages] == [1, 2, 2]


async def test_many_unconfirmed_boards(
    store: MemoryStore, wall: Wall, outbox: Outbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Beyond some number, boards that no replica has confirmed are shown again in turn."""
    monkeypatch.setattr(delays, "MAX_LEFT", 0)
    monkeypatch.setattr(outboxes, "SWEEP_LIMIT", 1)
    tables = (TABLE, OTHER)
    wall.unconfirmed = {table.id for table in tables}
    for table in tables:
        await store.create(table, Operation(table.id))
    for _ in range(3):
        await outbox.sweep()
    assert [page.table for page in wall.pages] == [TABLE.id, OTHER.id, TABLE.id]


@dataclass
class Late:
    """A process that shows revision 2 after another one has noted revision 3."""

    store: MemoryStore
    wall: Wall
    now: float = 0.0
    outbox: Outbox = field(init=False)

    def __post_init__(self) -> None:
        presenter = Presenter(thread_renderer(GAMES), self.store.record)
        outbounds = {Platform.WEB: self.wall}
        self.outbox = Outbox(self.store, presenter, outbounds, lambda: self.now)

    async def run(self, *, message: str | None = None) -> None:
        """Show revision 2 late, without being able to note it, and wait for a while.

        The other process edits the same message, unless it posts another one, `message`.
        """
        store, wall = self.store, self.wall
        await store.create(TABLE, Operation("post"))
        await self.outbox.sweep()
        first = await store.shown(TABLE.id, PLACE)
        assert first is not None
        wall.waits_for, wall.unconfirmed = {TABLE.id: asyncio.Event()}, {TABLE.id}
        wall.asked.clear()
        await store.commit(replace(TABLE, revision=2), (), Operation("second"), (PLACE,))
        self.outbox.show_now(TABLE.id, PLACE)
        await wall.asked.wait()
        await store.commit(replace(TABLE, revision=3), (), Operation("third"), (PLACE,))
        other = Shown(3, message or first.message, first.posted, first.at)
        await store.mark_shown(TABLE.id, PLACE, other)
        wall.waits_for[TABLE.id].set()
        await self.outbox.drain()
        wall.unconfirmed.clear()
        self.now += SETTLE_SECONDS

    async def settle(self) -> None:
        """Look twice: the first time, uncertain boards are settled."""
        for _ in range(2):
            await self.outbox.sweep()


async def test_a_late_board_while_sweeps_sleep(wall: Wall, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is settled although nothing is overdue and so no sweep is due."""
    settled = asyncio.Event()

    class Quiet(MemoryStore):
        """Nothing is overdue for long until an older board is noted."""

        @override
        async def any_overdue(self, platform: Platform) -> None:
            await settled.wait()

        @override
        async def mark_shown(self, table: TableId, place: Place, shown: Shown) -> bool:
            if not (current := await super().mark_shown(table, place, shown)):
                settled.set()
            return current

    monkeypatch.setattr(outboxes, "SWEEP_SECONDS", 0)
    late = Late(Quiet(lambda: 0.0), wall)
    running = asyncio.create_task(late.outbox.run())
    await late.run()
    await until(lambda: len(wall.pages) == 3)
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
    assert [page.revision for page in wall.pages] == [1, 2, 3]


async def test_a_late_board_over_a_newer_one(store: MemoryStore, wall: Wall) -> None:
    """If a board may have replaced a newer one and wasn't noted, the newer one is shown again."""
    late = Late(store, wall)
    await late.run()
    await late.settle()
    assert [page.revision for page in wall.pages] == [1, 2, 3]


async def test_a_late_board_beside_a_newer_one(store: MemoryStore, wall: Wall) -> None:
    """A late board can't have replaced a newer one that is in another message."""
    late = Late(store, wall)
    await late.run(message="another")
    await late.settle()
    assert [page.revision for page in wall.pages] == [1, 2]


@pytest.mark.parametrize(("place", "again"), [(Note, 1), (Wall, 0)])
async def test_the_end_of_a_game_over_the_next_one(
    store: MemoryStore, place: type[Wall], again: int
) -> None:
    """If the end of a game of a match covers the next game, that is shown again, once."""
    wall = place()
    outbox = Outbox(store, Presenter(thread_renderer(GAMES), store.record), {Platform.WEB: wall})
    ended, following = resigned(FIRST_TO_3), next_game(id=TableId("following0"))
    for table in (following, ended):
        await store.create(table, Operation(table.id))
        outbox.show_now(table.id, PLACE)
        await outbox.drain()
    await outbox.sweep()
    await outbox.sweep()
    assert [page.table for page in wall.pages] == [following.id, ended.id, *[following.id] * again]


async def test_what_a_message_said(store: MemoryStore) -> None:
    """It is noted what a challenge said when it was posted, and the words that were added first."""
    note = Note()
    outbox = Outbox(store, Presenter(thread_renderer(GAMES), store.record), {Platform.WEB: note})
    await store.create(TABLE, Operation("post"))
    maize, corn = (replace(TABLE, seats=(replace(ANA, word=w), Free())) for w in ("maize", "corn"))
    hints = replace(corn, terms=Terms(hints=True))
    said = []
    for revision, table in enumerate((TABLE, maize, corn, hints), start=1):
        if revision > 1:
            after = replace(table, revision=revision)
            await store.commit(after, (), Operation(f"{revision}"), (PLACE,))
        outbox.show_now(TABLE.id, PLACE)
        await outbox.drain()
        shown = await store.shown(TABLE.id, PLACE)
        assert shown is not None
        said.append(shown.agreement)
    assert said == [agreement(TABLE), *[agreement(maize)] * 3]


async def test_reposting_is_left_to_the_sweep(
    store: MemoryStore, wall: Wall, outbox: Outbox
) -> None:
    """A board due for reposting is left to the sweep, so that it doesn't delay presses."""
    table = replace(TABLE, status=Status.PLAYING)
    await store.create(table, Operation("post"))
    await store.mark_shown(table.id, PLACE, Shown(1, "m1", posted=1, at=2))
    await outbox.reposting.handle(Due(table.id, f"repost:{PLACE}", 0))
    await outbox.drain()
    assert wall.pages == []
    assert await store.overdue(Platform.WEB) == (Overdue(table.id, PLACE),)


async def test_a_closed_outbox_begins_no_board(
    store: MemoryStore, wall: Wall, outbox: Outbox
) -> None:
    """A board that is requested while the process stops is left to other processes."""
    await outbox.close()
    await store.create(TABLE, Operation("post"))
    tasks = len(asyncio.all_tasks())
    outbox.show_now(TABLE.id, PLACE)
    assert len(asyncio.all_tasks()) == tasks
    assert [each.table for each in await store.overdue(Platform.WEB, 10)] == [TABLE.id]


async def test_a_closing_outbox_completes_boards_in_progress(
    store: MemoryStore, wall: Wall, outbox: Outbox
) -> None:
    """A board that is in progress when the process stops is shown, also if it changes again."""
    wall.waits_for = {TABLE.id: asyncio.Event()}
    await store.create(TABLE, Operation("post"))
    outbox.show_now(TABLE.id, PLACE)
    await wall.asked.wait()
    closing = asyncio.create_task(outbox.close())
    await asyncio.sleep(0)
    await store.commit(replace(TABLE, revision=2), (), Operation("2"), [PLACE])
    outbox.show_now(TABLE.id, PLACE)
    wall.waits_for[TABLE.id].set()
    await closing
    assert [page.revision for page in wall.pages] == [1, 2]
