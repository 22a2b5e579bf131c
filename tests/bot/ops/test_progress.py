"""The progress of a tool that handles keys."""

from bot.ops.progress import Progress
from tests.terminal import Terminal, Watch


def test_keys() -> None:
    """A terminal shows how many keys there are, how many a second, and at the end nothing."""
    terminal, watch = Terminal(), Watch()
    with Progress.of("Saving", terminal, watch) as progress:
        watch.now = 2.0
        progress.add(3_000)
        assert terminal.line == "Saving: 3,000 keys, 1,500 a second"
    assert not terminal.line


def test_clearing() -> None:
    """The line can be cleared, so that others can be printed, and returns with the next keys."""
    terminal, watch = Terminal(), Watch()
    with Progress.of("Saving", terminal, watch) as progress:
        watch.now = 2.0
        progress.add(3_000)
        progress.clear()
        assert not terminal.line
        watch.now = 4.0
        progress.add(1_000)
        assert terminal.line == "Saving: 4,000 keys, 1,000 a second"
