"""`python -m bot.work.nursery`: a process that has everything ready, and forks workers.

So a worker starts in milliseconds, and shares the memory of what is ready with all others.

Standard input is a Unix socket. First comes a call, as workers get them (`bot.work.worker`), which
gets everything ready. Then there are orders, each answered with a process ID. `START` comes with a
niceness (`10` yields to other processes) and the socket of a worker, which is forked to serve it.
`END` kills the worker with this ID; until then the ID is nobody else's, even if the worker has
died. The process ends with its input, and each worker with its own.
"""

import gc
import os
import pickle
import signal
import socket
import sys
import traceback
from contextlib import suppress
from struct import Struct
from typing import Final, NoReturn

from bot.work.worker import read, serve

ORDER: Final = Struct(">ci")
"""What to do, and the niceness or process ID."""

START, END = b"+", b"-"

PID: Final = Struct(">i")


def obey(orders: socket.socket) -> None:
    """Carry out orders until there are no more."""
    while True:
        order, fds, _, _ = socket.recv_fds(orders, ORDER.size, 1)
        if len(order) < ORDER.size:
            return
        kind, number = ORDER.unpack(order)
        if kind == START:
            number = _fork(orders, *fds, niceness=number)
        else:
            os.kill(number, signal.SIGKILL)
            os.waitpid(number, 0)
        orders.sendall(PID.pack(number))


def _fork(orders: socket.socket, served: int, *, niceness: int) -> int:
    """Fork a worker that serves this socket, and return its process ID."""
    process = os.fork()
    if not process:
        orders.close()  # otherwise the end of this process would go unnoticed
        _work(served, niceness)
    os.close(served)
    return process


def _work(served: int, niceness: int) -> NoReturn:
    """Serve a socket to its end, and exit."""
    try:
        os.nice(niceness)
        gc.enable()
        # The parent may exit before an answer is written; closing the stream then raises again.
        with (
            suppress(ConnectionError),
            socket.socket(fileno=served) as link,
            link.makefile("rb") as asked,
            link.makefile("wb") as answers,
        ):
            serve(asked, answers)
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        os._exit(0)  # what the nursery would do at its end isn't for workers


def main() -> None:
    """Get everything ready, and carry out the orders of the parent process."""
    for number in (signal.SIGINT, signal.SIGTERM):  # a terminal or host may signal all processes
        signal.signal(number, signal.SIG_IGN)
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # nobody reads what jobs print
    gc.disable()  # it would leave holes, and write into the memory that is shared
    with suppress(ConnectionError), socket.socket(fileno=sys.stdin.fileno()) as orders:
        with orders.makefile("rb") as stream:
            message = read(stream)
        if message is not None:
            prepare, *arguments = pickle.loads(message)  # noqa: S301 - from the parent process
            prepare(*arguments)
            gc.collect()
            gc.freeze()
            orders.sendall(PID.pack(os.getpid()))
            obey(orders)


if __name__ == "__main__":
    main()
