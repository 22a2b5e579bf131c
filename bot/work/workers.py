"""Worker processes, and the nursery that they are forked from, as their parent sees them."""

import asyncio
import os
import pickle
import signal
import socket
import sys
from asyncio import StreamReader, StreamWriter
from asyncio.subprocess import Process
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from bot.work.nursery import END, ORDER, PID, START
from bot.work.worker import GROWTH, LENGTH, write

START_SECONDS = 30.0
"""How long the nursery may take to get everything ready, or to carry out an order."""

FRUGAL: Final = {"MALLOC_TRIM_THRESHOLD_": str(4 * 2**20)}
"""Settings with which glibc gives memory back sooner; by default, large pictures forbid it."""


class Gone(Exception):  # noqa: N818 - a condition, not a bug
    """A process no longer answers."""


class Answer(NamedTuple):
    """What a worker has made, pickled, and how much it has grown so far, in bytes."""

    made: bytes
    growth: int


@dataclass(frozen=True, slots=True)
class _Born:
    """A running nursery: its process, and the socket on which it gets orders."""

    process: Process
    orders: socket.socket

    async def order(self, kind: bytes, number: int, *sockets: socket.socket) -> int:
        """Give an order, and return the answer. Raises OSError, TimeoutError or Gone."""
        fds = [each.fileno() for each in sockets]
        socket.send_fds(self.orders, [ORDER.pack(kind, number)], fds)
        return await self.answer()

    async def answer(self) -> int:
        """Return the answer to an order, or to the call that gets everything ready."""
        async with asyncio.timeout(START_SECONDS):
            told = await asyncio.get_running_loop().sock_recv(self.orders, PID.size)
        if len(told) < PID.size:
            raise Gone
        (process,) = PID.unpack(told)
        return int(process)

    async def end(self) -> None:
        """Kill the process; its workers live on."""
        self.orders.close()
        with suppress(ProcessLookupError):
            self.process.kill()
        await self.process.wait()


@dataclass(frozen=True, slots=True)
class Worker:
    """A worker process, which handles one message at a time."""

    pid: int
    parent: _Born
    _answers: StreamReader
    _asks: StreamWriter

    async def ask(self, message: bytes) -> Answer:
        """Return the answer to a message. Raises Gone if there will be none."""
        self._asks.write(write(message))
        try:
            (length,) = LENGTH.unpack(await self._answers.readexactly(LENGTH.size))
            answer = await self._answers.readexactly(length)
        except (asyncio.IncompleteReadError, ConnectionError):
            raise Gone from None
        (growth,) = GROWTH.unpack_from(answer)
        return Answer(answer[GROWTH.size :], growth)

    @property
    def is_gone(self) -> bool:
        """Whether the process is known to have exited."""
        return self._answers.at_eof() or self._answers.exception() is not None

    async def ended(self) -> None:
        """Wait until the process has exited; don't ask it anything meanwhile."""
        with suppress(ConnectionError):
            await self._answers.read(1)

    def close(self) -> None:
        """Send no more messages, so that the process ends unless it hangs."""
        self._asks.close()


class Nursery:
    """Starts worker processes. Belongs to the running event loop.

    Its own process starts with the first of them, and again if it has died.
    """

    def __init__(self, prepare: Callable[..., object], *arguments: Any) -> None:
        """`prepare` gets everything ready in the nursery."""
        self._message = write(pickle.dumps((prepare, *arguments)))
        self._born: _Born | None = None
        self._turn = asyncio.Lock()

    @property
    def pid(self) -> int | None:
        """The process ID, None while the process isn't ready."""
        return None if self._born is None else self._born.process.pid

    async def start(self, niceness: int) -> Worker:
        """Start a worker. Raises OSError, TimeoutError or Gone if that fails."""
        ours, theirs = socket.socketpair()
        try:
            with theirs:
                async with self._turn:
                    born = self._born = self._born or await self._open()
                    try:
                        pid = await born.order(START, niceness, theirs)
                    except BaseException:
                        await self._end()
                        raise
            answers, asks = await asyncio.open_connection(sock=ours)
        except BaseException:
            ours.close()
            raise
        return Worker(pid, born, answers, asks)

    async def open(self) -> None:
        """Start the nursery unless it runs. Raises OSError, TimeoutError or Gone if that fails."""
        async with self._turn:
            self._born = self._born or await self._open()

    async def end(self, worker: Worker) -> None:
        """Kill a worker."""
        worker.close()
        async with self._turn:
            if worker.parent is self._born:
                try:
                    await self._born.order(END, worker.pid)
                except (OSError, TimeoutError, Gone):
                    await self._end()
                else:
                    return
        with suppress(ProcessLookupError):
            os.kill(worker.pid, signal.SIGKILL)

    async def close(self) -> None:
        """Kill the nursery, but not its workers."""
        async with self._turn:
            await self._end()

    async def _open(self) -> _Born:
        """Start the nursery. Raises OSError, TimeoutError or Gone if it fails."""
        ours, theirs = socket.socketpair()
        ours.setblocking(False)
        try:
            with theirs:
                command = (sys.executable, "-m", "bot.work.nursery")
                process = await asyncio.create_subprocess_exec(
                    *command,
                    stdin=theirs.fileno(),
                    env={**os.environ, **FRUGAL},
                    start_new_session=True,
                )
        except BaseException:
            ours.close()
            raise
        born = _Born(process, ours)
        try:
            await asyncio.get_running_loop().sock_sendall(ours, self._message)
            await born.answer()
        except BaseException:
            await born.end()
            raise
        return born

    async def _end(self) -> None:
        born, self._born = self._born, None
        if born is not None:
            await born.end()
