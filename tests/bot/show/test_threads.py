"""Captions and ends of games' own threads, when the platform fails or another process serves it."""

from collections.abc import Mapping
from dataclasses import replace
from typing import cast

import pytest
from typing_extensions import override

from bot.games.catalogue import games
from bot.show.outbound import (
    Barrier,
    Outbound,
    OwnThreads,
    RetryLater,
    Unanswered,
    Unshowable,
)
from bot.show.page import Page
from bot.show.presenter import Presenter, thread_renderer
from bot.show.threads import AGAIN_SECONDS, ARCHIVE, CAPTION, NOTED_SECONDS, Threads
from bot.store.memory import MemoryStore
from bot.table.due import Due
from bot.table.people import Place, Platform
from bot.table.ports import Operation, Shown
from bot.table.table import Ending, Status
from tests.bot.show.offer import OFFER

NOW = 1_000_000.0
PLACE = OFFER.place
OVER = replace(OFFER, status=Status.OVER, ending=Ending.CANCELLED)


class Wall(OwnThreads):
    """Threads of a platform that fails as often as there are `failures`."""

    def __init__(self, *failures: Exception) -> None:
        self.failures = list(failures)
        self.done: list[str] = []

    @property
    def own_threads(self) -> OwnThreads:
        return self

    def language(self, _place: Place) -> str:
        return ""

    @override
    def thread_of(self, message: str) -> str:
        return message.rpartition("/")[0]

    @override
    async def caption(self, _place: Place, message: str, page: Page, /, *, language: str) -> None:
        self._do(f"caption {message}")

    @override
    async def close_thread(self, _place: Place, message: str) -> None:
        self._do(f"close {message}")

    def _do(self, what: str) -> None:
        if self.failures:
            raise self.failures.pop()
        self.done.append(what)


async def handled(wall: Wall | None, kind: str, *, message: str = "7/8") -> float | None:
    """Handle a due of a finished table that is shown in a message; return when it comes again."""
    store = MemoryStore(lambda: NOW)
    await store.create(OVER, Operation("post"), ())
    await store.mark_shown(OVER.id, PLACE, Shown(1, message))
    served = {} if wall is None else {PLACE.platform: cast("Outbound", wall)}
    outbounds: Mapping[Platform, Outbound] = served
    presenter = Presenter(thread_renderer(games()), store.record)
    threads = Threads(store, presenter, outbounds, lambda: NOW)
    due = Due(OVER.id, f"{kind}:{PLACE}", NOW)
    return await (threads.caption if kind == CAPTION else threads.archive)(due)


@pytest.mark.parametrize(("kind", "did"), [(CAPTION, "caption 7/8"), (ARCHIVE, "close 7/8")])
async def test_what_falls_due(kind: str, did: str) -> None:
    """A caption is written, and a thread is archived, once."""
    wall = Wall()
    assert await handled(wall, kind) is None
    assert wall.done == [did]


@pytest.mark.parametrize("kind", [CAPTION, ARCHIVE])
@pytest.mark.parametrize(
    ("failure", "seconds"),
    [(RetryLater(1), AGAIN_SECONDS), (Unanswered(), AGAIN_SECONDS), (RetryLater(300), 300)],
)
async def test_a_platform_that_fails(kind: str, failure: Exception, seconds: float) -> None:
    """It is tried again later, once the platform allows it."""
    assert await handled(Wall(failure), kind) == NOW + seconds


@pytest.mark.parametrize("kind", [CAPTION, ARCHIVE])
async def test_another_process(kind: str) -> None:
    """What only another process can do waits for it."""
    assert await handled(None, kind) == NOW + AGAIN_SECONDS


@pytest.mark.parametrize("kind", [CAPTION, ARCHIVE])
async def test_without_permission(kind: str) -> None:
    """What the platform forbids is left."""
    assert await handled(Wall(Unshowable(Barrier.NO_PERMISSION)), kind) is None


@pytest.mark.parametrize("kind", [CAPTION, ARCHIVE])
async def test_in_no_thread(kind: str) -> None:
    """A game that has returned to the channel, because its thread was deleted, leaves it alone."""
    wall = Wall()
    assert await handled(wall, kind, message="8") is None
    assert wall.done == []


async def test_before_the_message_is_noted() -> None:
    """A caption is planned first, so it falls due a little later: only then is there a thread."""
    store = MemoryStore(lambda: NOW)
    outbounds = {PLACE.platform: cast("Outbound", Wall())}
    presenter = Presenter(thread_renderer(games()), store.record)
    threads = Threads(store, presenter, outbounds, lambda: NOW)
    begun = replace(OFFER, status=Status.PLAYING, position="x")
    await threads.plan(begun, PLACE, Shown(1, "7"), Shown(2, "7/8"))
    assert await store.claim(NOW) == ()
    assert [due.what for due in await store.claim(NOW + NOTED_SECONDS)] == [f"{CAPTION}:{PLACE}"]
