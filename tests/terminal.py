"""A terminal and a clock, for tests of lines that show progress."""

import io


class Terminal(io.StringIO):
    """A terminal that keeps everything written to it."""

    def isatty(self) -> bool:
        return True

    @property
    def line(self) -> str:
        """The line as it looks now."""
        return self.getvalue().rpartition("\r\x1b[K")[2]


class Watch:
    """A clock that tests set."""

    now = 0.0

    def __call__(self) -> float:
        return self.now
