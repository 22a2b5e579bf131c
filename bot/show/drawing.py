"""`python -m bot.show.drawing`: makes the pages that whoever started it asks for.

Requests come in by standard input, pages go out by standard output, each pickled, after its length
in four bytes. It ends when its input does, and so never outlives who asks.
"""

import os
import pickle
import signal
import sys
from struct import Struct
from typing import Any, BinaryIO

from bot.show.presenter import page_of

LENGTH = Struct(">I")

READY = b""
"""What goes out first, once there can be an answer."""


def write(message: bytes) -> bytes:
    """Put the length before a message."""
    return LENGTH.pack(len(message)) + message


def read(stream: BinaryIO) -> bytes | None:
    """Read a message; None at the end."""
    head = stream.read(LENGTH.size)
    if len(head) < LENGTH.size:
        return None
    (length,) = LENGTH.unpack(head)
    return stream.read(length)


def answer(message: bytes) -> bytes:
    """Make the page that is asked for; nothing where a fault of ours is in the way.

    Whoever asked makes it once more, and meets the fault.
    """
    asked: Any = pickle.loads(message)  # noqa: S301 - from the process that started this one
    try:
        return pickle.dumps(page_of(*asked))
    except Exception:
        return b""


def main() -> None:
    """Answer until nobody asks any more."""
    for number in (signal.SIGINT, signal.SIGTERM):  # sent to every process of a terminal or host
        signal.signal(number, signal.SIG_IGN)
    with os.fdopen(os.dup(sys.stdout.fileno()), "wb") as pages:
        os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # whatever is printed is no page
        pages.write(write(READY))
        pages.flush()
        while message := read(sys.stdin.buffer):
            pages.write(write(answer(message)))
            pages.flush()


if __name__ == "__main__":
    main()
