"""What costs processor time is done by processes of their own: pages, pictures, whole games.

Drawing takes about as long as the rest of a turn, and in a thread it would hold up the event loop.
Boards that players wait for have a process to themselves, and so have the computers' moves. Another
one makes what watchers look at, and lets the rest of the machine go first; but for the first one
they are started when they are first needed. Each does one job at a time, so that one that dies or
hangs loses only the job that it was at.

Pipes of our own, since no pool has urgencies, a process for boards alone, and niceness. Two workers
with pages of 2 ms and 20 KB make 900 a second on two cores (median 2.2 ms, p99 2.4), for 0.1 ms
each in this process. `anyio.to_process` and pebble take 0.2 ms and, like this, lose one job to a
process that dies or hangs. `concurrent.futures` and loky take 0.3 ms, lose the whole pool when one
process dies, never end one that hangs, and leave theirs behind when this process is killed.
"""

import asyncio
import pickle
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from enum import IntEnum
from itertools import count
from typing import Any, Protocol, TypeVar

import structlog

from bot.work.worker import LENGTH, write

T = TypeVar("T")


class Urgency(IntEnum):
    """What is made first, of that which waits for the same process."""

    BOARD = 0  # players wait for it
    MOVE = 1  # players wait for a computer
    PICTURE = 2  # a watcher looks at one moment of a game, or at an example
    REPLAY = 3  # a whole game


RUN_SECONDS = {
    Urgency.BOARD: 5.0,
    Urgency.MOVE: 3.0,
    Urgency.PICTURE: 5.0,
    Urgency.REPLAY: 20.0,
}
"""What takes longer hangs: its process is ended, and another is started."""

WAIT_SECONDS = {
    Urgency.BOARD: 5.0,
    Urgency.MOVE: 8.0,
    Urgency.PICTURE: 10.0,
    Urgency.REPLAY: 25.0,
}
"""How long somebody waits in all, from asking on."""

MOST_WAITING = 200
"""How many jobs may wait for a process; whoever comes later is refused at once."""

START_SECONDS = 30.0
REST_SECONDS = 2.0
"""How long nothing is started after a process that has died, or could not be started."""

NICE = 10
"""How far the watchers' process steps back for everything else on the machine."""

log = structlog.get_logger()


class Busy(Exception):  # noqa: N818 - a state of this process
    """There is no time for what a watcher asks for; it may be asked for again after `seconds`."""

    def __init__(self, seconds: int = 5) -> None:
        super().__init__(f"{seconds} s")
        self.seconds = seconds


class Work(Protocol):
    """Has a function called beside everything else, and returns what it returns.

    It must be known by its module and name, and its arguments must pickle. What it raises is
    raised here. Busy where there is no time for it. Whoever is cancelled waits no longer.
    """

    def __call__(
        self, urgency: Urgency, make: Callable[..., T], /, *arguments: Any
    ) -> Coroutine[Any, Any, T]:
        """See above."""
        ...


class _Gone(Exception):  # noqa: N818 - a state of the other process
    """The other process does not answer any more."""


class _Worker:
    """The other process: answers one message at a time."""

    def __init__(self, process: Process) -> None:
        assert process.stdin is not None  # noqa: S101 - both are pipes
        assert process.stdout is not None  # noqa: S101 - likewise
        self._process = process
        self._asks, self._answers = process.stdin, process.stdout

    @classmethod
    async def start(cls, niceness: int, modules: Sequence[str]) -> "_Worker":
        """Start it, and wait until it can be asked; OSError or _Gone where it cannot."""
        command = (sys.executable, "-m", "bot.work.worker", str(niceness), *modules)
        process = await asyncio.create_subprocess_exec(
            *command, stdin=PIPE, stdout=PIPE, start_new_session=True
        )
        worker = cls(process)
        try:
            async with asyncio.timeout(START_SECONDS):
                await worker._read()  # that it is ready
        except BaseException:
            await worker.end()
            raise
        return worker

    async def ask(self, message: bytes) -> bytes:
        """The answer to a message; _Gone where there will be none."""
        self._asks.write(write(message))
        return await self._read()

    async def _read(self) -> bytes:
        try:
            (length,) = LENGTH.unpack(await self._answers.readexactly(LENGTH.size))
            return await self._answers.readexactly(length)
        except (asyncio.IncompleteReadError, ConnectionError):
            raise _Gone from None

    @property
    def pid(self) -> int:
        """Its number."""
        return self._process.pid

    async def ended(self) -> None:
        """Wait until it has died."""
        await self._process.wait()

    async def end(self) -> None:
        """End it, whatever it does."""
        with suppress(ProcessLookupError):
            self._process.kill()
        self._asks.close()
        await self._process.wait()
        await self._answers.read()  # to its end: only then it is let go of


@dataclass(order=True, slots=True)
class _Job:
    """What is to be made: first the urgent, then what came first."""

    urgency: Urgency
    number: int
    message: bytes = field(compare=False)
    answer: "asyncio.Future[bytes]" = field(compare=False)


class _Lane:
    """A process, started anew when it dies or hangs, and what waits for it.

    It is started at once, or with `lazy` for the first job. Jobs outlive a process that dies over
    another one; with `impatient` they fail with it.
    """

    def __init__(
        self, name: str, modules: Sequence[str], *, niceness: int, lazy: bool, impatient: bool
    ) -> None:
        self._name = name
        self._modules = modules
        self._niceness = niceness
        self._impatient = impatient
        self._numbers = count()
        self._waiting: asyncio.PriorityQueue[_Job] = asyncio.PriorityQueue()
        self._open: set[asyncio.Future[bytes]] = set()
        self._needed = asyncio.Event()
        if not lazy:
            self._needed.set()
        self._worker: _Worker | None = None
        self._keeping = asyncio.create_task(self._keep())

    @property
    def pid(self) -> int | None:
        """The number of the process, None while there is none that can be asked."""
        return None if self._worker is None else self._worker.pid

    async def ask(self, urgency: Urgency, message: bytes) -> bytes:
        """The answer to a message.

        Busy where too many wait already; TimeoutError after WAIT_SECONDS; _Gone where the process
        dies over it.
        """
        if len(self._open) >= MOST_WAITING:
            raise Busy
        answer: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
        self._open.add(answer)
        self._waiting.put_nowait(_Job(urgency, next(self._numbers), message, answer))
        self._needed.set()
        try:
            async with asyncio.timeout(WAIT_SECONDS[urgency]):
                return await answer
        finally:
            self._open.discard(answer)

    async def close(self) -> None:
        """End the process; what still waits for it fails."""
        self._keeping.cancel()
        await asyncio.gather(self._keeping, return_exceptions=True)
        self._fail_all()

    async def _keep(self) -> None:
        """Have a process whenever that can be."""
        await self._needed.wait()
        while True:
            try:
                worker = await _Worker.start(self._niceness, self._modules)
            except (OSError, _Gone, TimeoutError) as error:
                log.warning("work.none", process=self._name, why=type(error).__name__)
            else:
                self._worker = worker
                try:
                    await self._serve(worker)
                except _Gone:
                    log.warning("work.died", process=self._name)
                finally:
                    self._worker = None
                    await worker.end()
            if self._impatient:
                self._fail_all()
            await asyncio.sleep(REST_SECONDS)

    async def _serve(self, worker: _Worker) -> None:
        """Have one job done after the other, until the process is gone (_Gone)."""
        died = asyncio.create_task(worker.ended())
        try:
            while True:
                job = await self._next(died)
                if not job.answer.done():  # else nobody waits for it any more
                    await self._do(worker, job)
        finally:
            died.cancel()

    async def _next(self, died: "asyncio.Task[None]") -> _Job:
        """The next job; _Gone where the process dies before there is one."""
        coming = asyncio.create_task(self._waiting.get())
        try:
            await asyncio.wait({coming, died}, return_when=asyncio.FIRST_COMPLETED)
            if not coming.done():
                raise _Gone
            return coming.result()
        finally:
            coming.cancel()

    async def _do(self, worker: _Worker, job: _Job) -> None:
        try:
            async with asyncio.timeout(RUN_SECONDS[job.urgency]):
                made = await worker.ask(job.message)
        except (_Gone, TimeoutError) as gone:
            if isinstance(gone, TimeoutError):
                log.warning("work.late", process=self._name)
            _fail(job.answer)
            raise _Gone from None
        if not job.answer.done():
            job.answer.set_result(made)

    def _fail_all(self) -> None:
        for answer in self._open:
            _fail(answer)


def _fail(answer: "asyncio.Future[bytes]") -> None:
    if not answer.done():
        answer.set_exception(_Gone())


class Workshop:
    """Has functions called in other processes. Belongs to the running event loop.

    `modules` are imported there at the start, so that the first job is not kept waiting for them.
    """

    def __init__(self, modules: Sequence[str] = ()) -> None:
        boards = _Lane("boards", modules, niceness=0, lazy=False, impatient=True)
        players = _Lane("players", (), niceness=0, lazy=True, impatient=False)
        watchers = _Lane("watchers", modules, niceness=NICE, lazy=True, impatient=False)
        self._lanes = {
            Urgency.BOARD: boards,
            Urgency.MOVE: players,
            Urgency.PICTURE: watchers,
            Urgency.REPLAY: watchers,
        }

    def pid(self, urgency: Urgency) -> int | None:
        """The number of the process that does such jobs, None while it cannot be asked."""
        return self._lanes[urgency].pid

    async def do(self, urgency: Urgency, make: Callable[..., T], /, *arguments: Any) -> T:
        """See `Work`; Busy for a board where its process is not there."""
        lane = self._lanes[urgency]
        if urgency is Urgency.BOARD and lane.pid is None:
            raise Busy
        try:
            made = await lane.ask(urgency, pickle.dumps((make, *arguments)))
        except (_Gone, TimeoutError):
            raise Busy from None
        outcome: T = _outcome(made)
        return outcome

    async def close(self) -> None:
        """End the other processes."""
        await asyncio.gather(*(lane.close() for lane in set(self._lanes.values())))


def _outcome(made: bytes) -> Any:
    value, fault = pickle.loads(made)  # noqa: S301 - from a process that this one has started
    if fault is not None:
        raise fault
    return value
