"""The log says the same thing once a second: a flood of one fault hides no other, fills no disk."""

import logging
import re
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass

SECONDS = 1.0
"""How long nothing more is said of a cause."""

REMEMBERED = 256
"""How many causes are told apart, those that were met last."""

_PLACE = re.compile(r'File "([^"]+)", line (\d+)')


@dataclass(slots=True)
class _Said:
    """When a cause was told of, and how often it was met since."""

    at: float
    since: int = 0


class RepeatFilter(logging.Filter):
    """Lets warnings and errors through, of each cause one a second; the next says `repeated`.

    One cause is one event of one logger, for one reason (`why` or `key`, or the place where an
    exception was raised), whatever table or person it is about. Less than a warning passes.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._clock = clock
        self._said: OrderedDict[Hashable, _Said] = OrderedDict()

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether a record is written."""
        if record.levelno < logging.WARNING:
            return True
        cause, now = _cause(record), self._clock()
        said = self._said.get(cause)
        if said is not None and now < said.at + SECONDS:
            said.since += 1
            return False
        if said is not None and said.since:
            _add(record, said.since)
        self._said[cause] = _Said(now)
        self._said.move_to_end(cause)
        if len(self._said) > REMEMBERED:
            self._said.popitem(last=False)
        return True


def _cause(record: logging.LogRecord) -> Hashable:
    """Tell causes apart by what is the same each time."""
    raised: object = ""
    if isinstance(record.msg, dict):  # ours
        places = _PLACE.findall(str(record.msg.get("exception", "")))
        raised = places[-1] if places else str(record.msg.get("why", record.msg.get("key", "")))
        said = str(record.msg.get("event", ""))
    else:
        said = str(record.msg).partition("\n")[0]  # a library's, before its arguments are put in
        if record.exc_info and record.exc_info[0] is not None:
            raised = record.exc_info[0].__name__
    return record.name, said, raised


def _add(record: logging.LogRecord, repeated: int) -> None:
    if isinstance(record.msg, dict):
        record.msg = record.msg | {"repeated": repeated}
    else:
        record.msg = f"{record.msg} (repeated {repeated} times)"
