"""Errors that the program survives: it logs them, and replies that something went wrong."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import structlog
from structlog.testing import capture_logs

_LEVELS: Final = ("error", "critical")


class Logged(Exception):  # noqa: N818 - describes the fault
    """The program has logged an error."""


@contextmanager
def reported(*expected: str) -> Iterator[None]:
    """Raise Logged if the program or a library logs an error inside, but for expected events."""
    library = _Library(logging.ERROR)
    logging.getLogger().addHandler(library)
    try:
        with capture_logs(processors=[structlog.processors.format_exc_info]) as lines:
            yield
    finally:
        logging.getLogger().removeHandler(library)
    errors = [
        *(
            _told(each)
            for each in lines
            if each["log_level"] in _LEVELS and each["event"] not in expected
        ),
        *library.lines,
    ]
    if errors:
        raise Logged("\n".join(errors))


class _Library(logging.Handler):
    """Collects what libraries log."""

    def __init__(self, level: int) -> None:
        super().__init__(level)
        self.setFormatter(logging.Formatter("%(message)s"))
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(self.format(record))


def _told(line: structlog.typing.EventDict) -> str:
    """Return a line with its last exception first, because reports are cut off."""
    trace = str(line.get("exception", ""))
    return f"{line['event']}: {trace.rpartition(chr(10))[2]} {dict(line)}"
