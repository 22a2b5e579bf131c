"""Rate limits by the time of the latest events."""

import gc
import tracemalloc

from bot.work.window import Window
from tests.watch import Watch


def test_the_latest_events_count() -> None:
    """A key is allowed again once enough earlier events are older than the limit's time."""
    watch = Watch(0.0)
    window: Window[str] = Window(3, 60.0, watch)
    for _ in range(3):
        assert window.allow("ana")
        watch.now += 1
    assert not window.allow("ana")
    watch.now = 60.0
    assert window.allow("ana")
    assert not window.allow("ana")


def test_refused_events_do_not_count() -> None:
    """A key that keeps trying is allowed again as soon as one that waits."""
    watch = Watch(0.0)
    window: Window[str] = Window(1, 60.0, watch)
    assert window.allow("ana")
    while watch.now < 59:
        watch.now += 1
        assert not window.allow("ana")
    watch.now += 1
    assert window.allow("ana")


def test_keys_are_counted_apart() -> None:
    """A key that is over the limit doesn't affect others."""
    window: Window[str] = Window(1, 60.0, Watch())
    assert [window.allow(key) for key in ("ana", "ben", "ana", "cara")] == [True, True, False, True]


def test_keys_are_forgotten() -> None:
    """Keys whose events are older than the limit's time don't take any memory."""
    watch = Watch()
    window: Window[str] = Window(6, 60.0, watch)

    def memory() -> int:
        gc.collect()
        return tracemalloc.get_traced_memory()[0]

    tracemalloc.start()
    try:
        window.allow("ana")
        before = memory()
        for number in range(10_000):
            window.allow(f"stranger {number}")
        full = memory()
        watch.now += 60
        window.allow("ana")
        assert memory() - before < (full - before) / 10
    finally:
        tracemalloc.stop()
