"""`python -m bot.work.worker`: does what the process that started it asks for.

Requests come in by standard input, answers go out by standard output, each pickled, after its
length in four bytes. It ends when its input does, after the job that it is at: so it is not left
behind when the process that asks is killed. The first argument says how nice the process is to
others (`10` lets them go first), the others are modules to import.
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
"""What goes out first, once there can be an answer."""


def write(message: bytes) -> bytes:
    """Put the length before a message."""
    return LENGTH.pack(len(message)) + message


def read(stream: BinaryIO) -> bytes | None:
    """Read a message; None at the end, and where the end comes in the middle of one."""
    head = stream.read(LENGTH.size)
    if len(head) < LENGTH.size:
        return None
    (length,) = LENGTH.unpack(head)
    message = stream.read(length)
    return message if len(message) == length else None


def answer(message: bytes) -> bytes:
    """Call the function that is asked for; answer what it returns, and what it raises."""
    make: Any
    make, *arguments = pickle.loads(message)  # noqa: S301 - from the process that started this one
    try:
        return pickle.dumps((make(*arguments), None))
    except Exception as fault:  # whoever asked meets it
        return pickle.dumps((None, _portable(fault)))


def _portable(fault: Exception) -> Exception:
    """Return a fault as it can be pickled, with a note that tells where it was met."""
    where = traceback.format_exc()
    try:
        pickle.loads(pickle.dumps(fault))  # noqa: S301 - from a line above
    except Exception:
        fault = RuntimeError(repr(fault))
    fault.add_note(where)
    return fault


def serve(asked: BinaryIO, answers: BinaryIO) -> None:
    """Answer until nobody asks any more."""
    answers.write(write(READY))
    answers.flush()
    while message := read(asked):
        answers.write(write(answer(message)))
        answers.flush()


def main() -> None:
    """Answer whoever started this process."""
    for number in (signal.SIGINT, signal.SIGTERM):  # sent to every process of a terminal or host
        signal.signal(number, signal.SIG_IGN)
    niceness, *modules = sys.argv[1:]
    os.nice(int(niceness))
    for module in modules:
        import_module(module)
    # Who asked may be gone before the answer is there; closing meets that a second time.
    with suppress(BrokenPipeError), os.fdopen(os.dup(sys.stdout.fileno()), "wb") as answers:
        os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # whatever is printed is no answer
        serve(sys.stdin.buffer, answers)


if __name__ == "__main__":
    main()
