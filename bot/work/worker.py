"""`python -m bot.work.worker`: calls functions for the process that started it.

Requests arrive on standard input and responses leave on standard output, each pickled, after its
length in four bytes. The worker exits at the end of its input, after the current job, so it does
not outlive its parent. The first argument is its niceness (`10` yields to other processes), the
others are modules to import.
"""

import os
import pickle
import signal
import sys
import traceback
from contextlib import suppress
from importlib import import_module
from struct import Struct
from typing import Any, BinaryIO

LENGTH = Struct(">I")

READY = b""
"""The first message, sent when the worker is ready."""


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
    answers.write(write(READY))
    answers.flush()
    while message := read(asked):
        answers.write(write(answer(message)))
        answers.flush()


def main() -> None:
    """Answer the requests of the parent process."""
    for number in (signal.SIGINT, signal.SIGTERM):  # a terminal or host may signal all processes
        signal.signal(number, signal.SIG_IGN)
    niceness, *modules = sys.argv[1:]
    os.nice(int(niceness))
    for module in modules:
        import_module(module)
    # The parent may exit before the answer is written; closing the pipe then raises again.
    with suppress(BrokenPipeError), os.fdopen(os.dup(sys.stdout.fileno()), "wb") as answers:
        os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # keeps prints out of the responses
        serve(sys.stdin.buffer, answers)


if __name__ == "__main__":
    main()
