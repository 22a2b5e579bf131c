"""The progress of a tool on a terminal."""

import io

from bot.ops.progress import Progress


class Terminal(io.StringIO):
    """A terminal that keeps everything written to it."""

    def isatty(self) -> bool:
        return True


class Watch:
    """A clock that tests set."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_on_a_terminal() -> None:
    """A terminal shows how many keys there are, how many a second, and at the end nothing."""
    terminal, watch = Terminal(), Watch()
    with Progress.of("Saving", terminal, watch) as progress:
        watch.now = 2.0
        progress.add(3_000)
        assert terminal.getvalue().endswith("Saving: 3,000 keys, 1,500 a second")
    assert terminal.getvalue().endswith("\r\x1b[K")


def test_quick_steps() -> None:
    """The line changes only a few times a second."""
    terminal, watch = Terminal(), Watch()
    with Progress.of("Saving", terminal, watch) as progress:
        for _ in range(1_000):
            watch.now += 0.001
            progress.add(1)
    assert terminal.getvalue().count("Saving") <= 5


def test_elsewhere() -> None:
    """A file or a pipe gets no progress."""
    pipe, watch = io.StringIO(), Watch()
    with Progress.of("Saving", pipe, watch) as progress:
        watch.now = 2.0
        progress.add(3_000)
    assert not pipe.getvalue()
