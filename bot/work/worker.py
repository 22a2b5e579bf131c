"""What a worker process does: it calls functions for the process that asks it.

Requests and answers are messages on a socket, each after its length in four bytes. A request is a
pickled function with its arguments; an answer is how much the worker has grown, and its pickled
result or exception. The worker ends with its input, after the current job, so it doesn't outlive
the process that asks.
"""

import pickle
import resource
import sys
import traceback
from struct import Struct
from typing import Any, BinaryIO, Final

LENGTH: Final = Struct(">I")

GROWTH: Final = Struct(">Q")
"""How an answer begins: the most memory that the worker has had beyond its first, in bytes."""

_UNIT: Final = 1 if sys.platform == "darwin" else 1024
"""The bytes in which the system counts memory."""


def write(message: bytes) -> bytes:
    """Return a message with its length in front."""
    return LENGTH.pack(len(message)) + message


def read(stream: BinaryIO) -> bytes | None:
    """Read a message; return None at the end of the stream, even in the middle of a message."""
    head = stream.read(LENGTH.size)
    if len(head) < LENGTH.size:
        return None
    (length,) = LENGTH.unpack(head)
    message = stream.read(length)
    return message if len(message) == length else None


def answer(message: bytes) -> bytes:
    """Call the requested function; return its pickled result or exception."""
    make: Any
    make, *arguments = pickle.loads(message)  # noqa: S301 - from the process that started this one
    try:
        return pickle.dumps((make(*arguments), None))
    except Exception as fault:  # raised in the parent
        return pickle.dumps((None, _portable(fault)))


def _portable(fault: Exception) -> Exception:
    """Return an exception that can be pickled, with its traceback as a note."""
    where = traceback.format_exc()
    try:
        pickle.loads(pickle.dumps(fault))  # noqa: S301 - from a line above
    except Exception:
        fault = RuntimeError(repr(fault))
    fault.add_note(where)
    return fault


def serve(asked: BinaryIO, answers: BinaryIO) -> None:
    """Answer requests until the input ends."""
    first = _size()
    while message := read(asked):
        made = answer(message)
        answers.write(write(GROWTH.pack(_size() - first) + made))
        answers.flush()


def _size() -> int:
    """Return the most memory that this process has had, in bytes."""
    return _UNIT * resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
