"""The line on a terminal that shows the progress of long work."""

import io

import pytest

from engine.progress import Line, duration
from tests.terminal import Terminal, Watch


def test_a_line() -> None:
    """The line is replaced in place, and removed at the end."""
    terminal, watch = Terminal(), Watch()
    with Line.on(terminal, watch) as line:
        for watch.now in (1.0, 2.0):
            line.show(f"{watch.now:.0f} done")
            assert terminal.line == f"{watch.now:.0f} done"
    assert not terminal.line
    assert "\n" not in terminal.getvalue()


def test_a_failure() -> None:
    """The line is removed if the work fails, so that the error begins its own line."""
    terminal, watch = Terminal(), Watch()

    def fail() -> None:
        with Line.on(terminal, watch) as line:
            watch.now = 1.0
            line.show("half done")
            raise ValueError("broken")

    with pytest.raises(ValueError, match="broken"):
        fail()
    assert "half done" in terminal.getvalue()
    assert not terminal.line


def test_quick_steps() -> None:
    """The line changes at most five times a second."""
    terminal, watch = Terminal(), Watch()
    with Line.on(terminal, watch) as line:
        for step in range(1_000):
            watch.now += 0.001
            line.show(f"step {step}")
    assert 4 <= terminal.getvalue().count("step") <= 5


def test_elsewhere() -> None:
    """A file or a pipe gets nothing."""
    pipe, watch = io.StringIO(), Watch()
    with Line.on(pipe, watch) as line:
        watch.now = 2.0
        line.show("half done")
        line.show_share("Solving puluc", 0.5)
    assert not pipe.getvalue()


def test_seconds() -> None:
    """The line knows how long it has been there, whatever it shows."""
    terminal, watch = Terminal(), Watch()
    watch.now = 100.0
    with Line.on(terminal, watch) as line:
        watch.now = 110.0
        line.show_share("Solving puluc", 0.1)
        assert line.seconds == 10
        watch.now = 112.0
        line.show_share("Solving puluc", 0.2)
        assert line.seconds == 12


@pytest.mark.parametrize(
    ("share", "bar"),
    [
        (0.0, "[                        ] 0%"),
        (0.25, "[######                  ] 25%"),
        (1.0, "[########################] 100%"),
    ],
)
def test_the_bar(share: float, bar: str) -> None:
    """The bar is filled up to the share that is done."""
    terminal, watch = Terminal(), Watch()
    line = Line(terminal, watch)
    watch.now = 1.0
    line.show_share("Solving puluc", share)
    assert terminal.line == f"Solving puluc: {bar}"


@pytest.mark.parametrize("first", [0.0, 0.2])
def test_the_time_left(first: float) -> None:
    """The time left follows from the progress since the first share that is shown."""
    terminal, watch = Terminal(), Watch()
    line = Line(terminal, watch)
    watch.now = 10.0  # before the first share, such as for compiling, doesn't count
    line.show_share("Solving puluc", first)
    assert "left" not in terminal.line
    watch.now = 40.0
    line.show_share("Solving puluc", first + 0.3)
    left = 30 * (0.7 - first) / 0.3
    assert terminal.line.endswith(f" {first + 0.3:.0%}, {duration(left)} left")


def test_no_progress() -> None:
    """While nothing has been done, there is no time left to tell."""
    terminal, watch = Terminal(), Watch()
    line = Line(terminal, watch)
    for watch.now in (1.0, 2.0):
        line.show_share("Solving puluc", 0.0)
        assert terminal.line.endswith("] 0%")


def test_little_progress() -> None:
    """The time left isn't told before a hundredth of the work is done, which may be slow."""
    terminal, watch = Terminal(), Watch()
    line = Line(terminal, watch)
    line.show_share("Solving puluc", 0.25)
    watch.now = 60.0
    line.show_share("Solving puluc", 0.2501)
    assert terminal.line.endswith("] 25%")
    watch.now = 61.0
    line.show_share("Solving puluc", 0.2625)
    assert terminal.line.endswith("] 26%, 59 min 59 s left")


def test_other_work() -> None:
    """Other work on the same line has a time left of its own."""
    terminal, watch = Terminal(), Watch()
    line = Line(terminal, watch)
    for watch.now, share in ((0.0, 0.5), (10.0, 1.0), (20.0, 0.1), (30.0, 0.2)):
        line.show_share("Solving puluc", share)
    assert terminal.line.endswith(" 20%, 1 min 20 s left")


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (0.2, "0 s"),
        (59.4, "59 s"),
        (59.6, "1 min 0 s"),
        (200, "3 min 20 s"),
        (3599.4, "59 min 59 s"),
        (3599.6, "1 h 0 min"),
        (7500, "2 h 5 min"),
    ],
)
def test_durations(seconds: float, text: str) -> None:
    """Durations are in the two largest units."""
    assert duration(seconds) == text
