"""A log filter that limits repeated messages, so that one error cannot flood the log."""

import logging
import re
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass

from typing_extensions import override

SECONDS = 1.0
MOST_SECONDS = 300.0
"""Bounds of the interval between records of the same cause: each is twice as long as the last."""

FORGOTTEN_SECONDS = 60.0
"""How long a cause must not occur until it counts as new."""

REMEMBERED = 256
"""How many causes are tracked, the most recent ones."""

_PLACE = re.compile(r'File "([^"]+)", line (\d+)')


@dataclass(slots=True)
class _Logged:
    """When a cause may be logged again, after a pause, and how often it was suppressed.

    `latest` is when it occurred last.
    """

    pause: float
    until: float
    latest: float
    since: int = 0


class RepeatFilter(logging.Filter):
    """Passes a warning or error of each cause after pauses that grow, with a `repeated` count.

    Records have the same cause if they have the same logger, event, and reason: `why`, `key`, or
    the place where the exception was raised. Tables and people do not matter. Records below warning
    level always pass.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._clock = clock
        self._logged: OrderedDict[Hashable, _Logged] = OrderedDict()

    @override
    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether to log a record."""
        if record.levelno < logging.WARNING:
            return True
        cause, now = _cause(record), self._clock()
        logged = self._logged.get(cause)
        pause = SECONDS
        if logged is not None:
            if now < min(logged.until, logged.latest + FORGOTTEN_SECONDS):
                logged.since, logged.latest = logged.since + 1, now
                return False
            if logged.since:
                _add(record, logged.since)
            if now < logged.latest + FORGOTTEN_SECONDS:
                pause = min(2 * logged.pause, MOST_SECONDS)
        self._logged[cause] = _Logged(pause, now + pause, now)
        self._logged.move_to_end(cause)
        if len(self._logged) > REMEMBERED:
            self._logged.popitem(last=False)
        return True


def _cause(record: logging.LogRecord) -> Hashable:
    """Return the parts of a record that are the same for each repetition."""
    raised: object = ""
    if isinstance(record.msg, dict):  # from structlog
        places = _PLACE.findall(str(record.msg.get("exception", "")))
        raised = places[-1] if places else str(record.msg.get("why", record.msg.get("key", "")))
        message = str(record.msg.get("event", ""))
    else:
        message = str(record.msg).partition("\n")[0]  # a library's, without its arguments
        if record.exc_info and record.exc_info[0] is not None:
            raised = record.exc_info[0].__name__
    return record.name, message, raised


def _add(record: logging.LogRecord, repeated: int) -> None:
    if isinstance(record.msg, dict):
        record.msg = record.msg | {"repeated": repeated}
    else:
        record.msg = f"{record.msg} (repeated {repeated} times)"
