"""Runs CPU-bound work in worker processes: pages, pictures, whole games.

Drawing takes about as long as the rest of a turn, and in a thread it would block the event loop.
Boards, which players wait for, have a process of their own, and so do the computers' moves. A third
process draws for spectators, and a fourth one reviews games, with a lower priority on the machine.
All but the first start when they are first needed. Each runs one job at a time, so a crash or a
hang loses only that job.

No existing pool has priorities, a process for boards alone, and niceness. Two workers with pages of
2 ms and 20 KB make 900 a second on two cores (median 2.2 ms, p99 2.4), for 0.1 ms each in this
process. `anyio.to_process` and pebble take 0.2 ms and, like this module, lose one job to a process
that dies or hangs. `concurrent.futures` and loky take 0.3 ms, lose the whole pool when one process
dies, never end one that hangs, and leave theirs behind when this process is killed.
"""

import asyncio
import pickle
import sys
import time
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from enum import IntEnum
from itertools import count
from typing import Any, Protocol, TypeVar

import structlog
from prometheus_client import Counter, Gauge, Histogram

from bot.metrics import SECONDS
from bot.work.worker import LENGTH, write

T = TypeVar("T")


class Urgency(IntEnum):
    """The priority of a job among those for the same process."""

    BOARD = 0  # a board that players wait for
    MOVE = 1  # a computer's move, which players wait for
    PICTURE = 2  # one step of a game for a spectator, or an example
    REPLAY = 3  # a whole game, or a search for a time zone
    REVIEW = 4  # the review of a whole game


RUN_SECONDS = {
    Urgency.BOARD: 5.0,
    Urgency.MOVE: 3.0,
    Urgency.PICTURE: 5.0,
    Urgency.REPLAY: 20.0,
    Urgency.REVIEW: 40.0,
}
"""The timeout of a job; a process that exceeds it is killed and replaced."""

WAIT_SECONDS = {
    Urgency.BOARD: 5.0,
    Urgency.MOVE: 8.0,
    Urgency.PICTURE: 10.0,
    Urgency.REPLAY: 25.0,
    Urgency.REVIEW: 60.0,
}
"""How long a caller waits in total, including time in the queue."""

MAX_WAITING = 200
"""The maximum length of a process's queue; further jobs are rejected at once."""

START_SECONDS = 30.0
REST_SECONDS = 2.0
"""The pause before a process that died, or failed to start, is replaced."""

NICE = 10
"""The niceness of the processes that draw for spectators and review games."""

log = structlog.get_logger()

JOB_SECONDS = Histogram(
    "puluc_work_seconds",
    "Time of a finished job, with its time in the queue",
    ["urgency"],
    buckets=SECONDS,
)
QUEUED = Gauge("puluc_work_queue", "Jobs waiting or running", ["process"])
REJECTED = Counter("puluc_work_rejected", "Jobs that a worker process didn't do", ["urgency"])
DEATHS = Counter("puluc_worker_deaths", "Worker processes that died or were killed", ["process"])


class Busy(Exception):  # noqa: N818 - a condition, not a bug
    """The workers have no capacity for the job; it may be retried after `seconds`."""

    def __init__(self, seconds: int = 5) -> None:
        super().__init__(f"{seconds} s")
        self.seconds = seconds


class Work(Protocol):
    """Calls a function in a worker process, and returns its result or raises its exception.

    The function must be importable by name, and its arguments must pickle. Raises Busy if there is
    no capacity or the worker fails. A cancelled caller stops waiting.
    """

    def __call__(
        self, urgency: Urgency, make: Callable[..., T], /, *arguments: Any
    ) -> Coroutine[Any, Any, T]:
        """Make a call in a worker process."""
        ...


class _Gone(Exception):  # noqa: N818 - a condition, not a bug
    """The worker process no longer answers."""


class _Worker:
    """A worker process, which handles one message at a time."""

    def __init__(self, process: Process) -> None:
        assert process.stdin is not None  # noqa: S101 - both are pipes
        assert process.stdout is not None  # noqa: S101 - likewise
        self._process = process
        self._asks, self._answers = process.stdin, process.stdout

    @classmethod
    async def start(cls, niceness: int, modules: Sequence[str]) -> "_Worker":
        """Start a process, and wait until it is ready. Raises OSError or _Gone if it fails."""
        command = (sys.executable, "-m", "bot.work.worker", str(niceness), *modules)
        process = await asyncio.create_subprocess_exec(
            *command, stdin=PIPE, stdout=PIPE, start_new_session=True
        )
        worker = cls(process)
        try:
            async with asyncio.timeout(START_SECONDS):
                await worker._read()  # the ready message
        except BaseException:
            await worker.end()
            raise
        return worker

    async def ask(self, message: bytes) -> bytes:
        """Return the response to a message. Raises _Gone if there will be none."""
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
        """The process ID."""
        return self._process.pid

    async def ended(self) -> None:
        """Wait until the process has exited."""
        await self._process.wait()

    async def end(self) -> None:
        """Kill the process."""
        with suppress(ProcessLookupError):
            self._process.kill()
        self._asks.close()
        await self._process.wait()
        await self._answers.read()  # to its end, which releases the pipe


@dataclass(order=True, slots=True)
class _Job:
    """A job; sorts by urgency, then by order of arrival."""

    urgency: Urgency
    number: int
    message: bytes = field(compare=False)
    answer: "asyncio.Future[bytes]" = field(compare=False)


class _Lane:
    """A worker process, replaced when it dies or hangs, and its queue.

    It starts at once or, if `lazy`, with the first job. Waiting jobs survive the death of the
    process, unless `impatient`: then they fail with it.
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
        """The process ID, None while no process is ready."""
        return None if self._worker is None else self._worker.pid

    async def ask(self, urgency: Urgency, message: bytes) -> bytes:
        """Return the response to a message.

        Raises Busy if the queue is full, TimeoutError after WAIT_SECONDS, and _Gone if the process
        dies.
        """
        if len(self._open) >= MAX_WAITING:
            raise Busy
        answer: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
        self._open.add(answer)
        QUEUED.labels(self._name).inc()
        self._waiting.put_nowait(_Job(urgency, next(self._numbers), message, answer))
        self._needed.set()
        try:
            async with asyncio.timeout(WAIT_SECONDS[urgency]):
                return await answer
        finally:
            self._open.discard(answer)
            QUEUED.labels(self._name).dec()

    async def close(self) -> None:
        """Kill the process; waiting jobs fail."""
        self._keeping.cancel()
        await asyncio.gather(self._keeping, return_exceptions=True)
        self._fail_all()

    async def _keep(self) -> None:
        """Keep a process running."""
        await self._needed.wait()
        while True:
            try:
                worker = await _Worker.start(self._niceness, self._modules)
            except (OSError, _Gone, TimeoutError) as error:
                log.warning("worker.start-failed", process=self._name, why=type(error).__name__)
            else:
                self._worker = worker
                try:
                    await self._serve(worker)
                except _Gone:
                    DEATHS.labels(self._name).inc()
                    log.warning("worker.died", process=self._name)
                finally:
                    self._worker = None
                    await worker.end()
            if self._impatient:
                self._fail_all()
            await asyncio.sleep(REST_SECONDS)

    async def _serve(self, worker: _Worker) -> None:
        """Run jobs one after another. Raises _Gone when the process dies."""
        died = asyncio.create_task(worker.ended())
        try:
            while True:
                job = await self._next(died)
                if not job.answer.done():  # otherwise its caller has stopped waiting
                    await self._do(worker, job)
        finally:
            died.cancel()

    async def _next(self, died: "asyncio.Task[None]") -> _Job:
        """Return the next job. Raises _Gone if the process dies first."""
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
                log.warning("worker.timed-out", process=self._name)
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
    """Runs functions in worker processes. Belongs to the running event loop.

    The workers import `modules` when they start, so that the first job need not wait for that.
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
            Urgency.REVIEW: _Lane("reviewers", (), niceness=NICE, lazy=True, impatient=False),
        }

    def pid(self, urgency: Urgency) -> int | None:
        """Return the ID of the process for such jobs, None while it is not ready."""
        return self._lanes[urgency].pid

    async def do(self, urgency: Urgency, make: Callable[..., T], /, *arguments: Any) -> T:
        """Do what `Work` does; also raise Busy for a board while its process is not ready."""
        lane, began, label = self._lanes[urgency], time.perf_counter(), urgency.name.lower()
        if urgency is Urgency.BOARD and lane.pid is None:
            REJECTED.labels(label).inc()
            raise Busy
        try:
            made = await lane.ask(urgency, pickle.dumps((make, *arguments)))
        except (Busy, _Gone, TimeoutError):
            REJECTED.labels(label).inc()
            raise Busy from None
        JOB_SECONDS.labels(label).observe(time.perf_counter() - began)
        outcome: T = _outcome(made)
        return outcome

    async def close(self) -> None:
        """Kill the worker processes."""
        await asyncio.gather(*(lane.close() for lane in set(self._lanes.values())))


def _outcome(made: bytes) -> Any:
    value, fault = pickle.loads(made)  # noqa: S301 - from a process that this one started
    if fault is not None:
        raise fault
    return value
