"""Runs CPU-bound work in worker processes: pages, pictures, whole games.

Drawing takes about as long as the rest of a turn, and in a thread it would block the event loop.
Boards, which players wait for, have a process of their own, and so do the computers' moves. A third
process draws for spectators, and a fourth one reviews games, with a lower priority on the machine.
Each runs one job at a time, so a crash or a hang loses only that job.

They are forked from a process that has everything ready (`bot.work.nursery`), so that they start in
milliseconds and share its memory. So each starts when it is first needed, ends when it has had
nothing to do for a while, and is replaced when it has grown too large, always between two jobs.

No existing pool has priorities, a process for boards alone, and niceness. Two workers with pages of
2 ms and 20 KB make 900 a second on two cores (median 2.2 ms, p99 2.4), for 0.1 ms each in this
process. `anyio.to_process` and pebble take 0.2 ms and, like this module, lose one job to a process
that dies or hangs. `concurrent.futures` and loky take 0.3 ms, lose the whole pool when one process
dies, never end one that hangs, and leave theirs behind when this process is killed.
"""

import asyncio
import os
import pickle
import time
from collections.abc import Callable, Coroutine, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from enum import IntEnum
from functools import partial
from itertools import count
from typing import Any, Protocol, TypeAlias, TypeVar

import structlog
from prometheus_client import Counter, Gauge, Histogram

from bot.metrics import SECONDS
from bot.work.ending import end
from bot.work.first import first
from bot.work.memory import memory_of
from bot.work.workers import Gone, Nursery, Worker

T = TypeVar("T")

Sleep: TypeAlias = Callable[[float], Coroutine[Any, Any, None]]


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

RETRY_SECONDS = 2.0
"""The pause before a process that died, or failed to start, is replaced."""

REST_SECONDS = 60.0
"""How long a process may have nothing to do before it ends."""

BOARDS_REST_SECONDS = 900.0
"""The same for the process that draws boards, which remembers what it has drawn."""

MOST_GROWTH = 48 * 2**20
"""How many bytes a process may have beyond its first; then it is replaced."""

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
STARTS = Counter("puluc_worker_starts", "Worker processes that were started", ["process"])
DEATHS = Counter("puluc_worker_deaths", "Worker processes that died or were killed", ["process"])
MEMORY = Gauge(
    "puluc_memory_bytes",
    "Memory of each process, of which shared pages count in part; only on Linux",
    ["process"],
)


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


@dataclass(order=True, slots=True)
class _Job:
    """A job; sorts by urgency, then by order of arrival."""

    urgency: Urgency
    number: int
    message: bytes = field(compare=False)
    answer: "asyncio.Future[bytes]" = field(compare=False)


class _Lane:
    """A worker process, which starts with the first job, and its queue.

    It ends when it has had nothing to do for `rest` seconds, and is replaced when it has grown too
    large, dies or hangs. Waiting jobs survive the death of the process, unless `impatient`: then
    they fail with it, and while none can be started, jobs are rejected.
    """

    def __init__(
        self,
        name: str,
        nursery: Nursery,
        sleep: Sleep,
        *,
        niceness: int = 0,
        rest: float = REST_SECONDS,
        impatient: bool = False,
    ) -> None:
        self._name = name
        self._nursery = nursery
        self._sleep = sleep
        self._rest = rest
        self._niceness = niceness
        self._impatient = impatient
        self._numbers = count()
        self._waiting: asyncio.PriorityQueue[_Job] = asyncio.PriorityQueue()
        self._open: set[asyncio.Future[bytes]] = set()
        self._needed = asyncio.Event()
        self._failing = False
        self._worker: Worker | None = None
        MEMORY.labels(name).set_function(lambda: memory_of(self.pid))
        DEATHS.labels(name)  # an increase from nothing is no increase for an alert
        self._keeping = asyncio.create_task(self._keep())

    @property
    def pid(self) -> int | None:
        """The process ID, None while no process is ready."""
        return None if self._worker is None else self._worker.pid

    async def ask(self, urgency: Urgency, message: bytes) -> bytes:
        """Return the response to a message.

        Raises Busy if the queue is full, TimeoutError after WAIT_SECONDS, and Gone if the process
        dies.
        """
        if len(self._open) >= MAX_WAITING or (self._impatient and self._failing):
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
        await end(self._keeping)
        self._fail_all()

    async def _keep(self) -> None:
        """Keep a process running while there are jobs."""
        while True:
            await self._needed.wait()
            try:
                worker = await self._nursery.start(self._niceness)
            except (OSError, Gone, TimeoutError) as error:
                log.warning("worker.start-failed", process=self._name, why=type(error).__name__)
            else:
                self._worker = worker
                STARTS.labels(self._name).inc()
                try:
                    await self._serve(worker)
                    continue
                except Gone:
                    DEATHS.labels(self._name).inc()
                    log.warning("worker.died", process=self._name)
                finally:
                    self._worker = None
                    await self._nursery.end(worker)
            self._failing = True
            if self._impatient:
                self._fail_all()
            await asyncio.sleep(RETRY_SECONDS)
            self._failing = False

    async def _serve(self, worker: Worker) -> None:
        """Run jobs one after another, until there are none or the process has grown too large.

        Raises Gone when the process dies.
        """
        growth = -1  # nothing is known before the first job
        while growth < MOST_GROWTH:
            job = await self._next(worker)
            if job is None:
                return
            if not job.answer.done():  # otherwise its caller has stopped waiting
                growth = await self._do(worker, job)
        if self._waiting.empty():
            self._needed.clear()

    async def _next(self, worker: Worker) -> _Job | None:
        """Return the next job, None after a long rest. Raises Gone if the process dies first."""
        with suppress(asyncio.QueueEmpty):
            return self._waiting.get_nowait()
        self._needed.clear()
        await first(self._needed.wait(), worker.ended(), self._sleep(self._rest))
        if worker.is_gone:
            raise Gone
        return None if self._waiting.empty() else self._waiting.get_nowait()

    async def _do(self, worker: Worker, job: _Job) -> int:
        """Do a job; return how much the process has grown. Raises Gone if it dies or hangs."""
        try:
            async with asyncio.timeout(RUN_SECONDS[job.urgency]):
                answer = await worker.ask(job.message)
        except (Gone, TimeoutError) as gone:
            if isinstance(gone, TimeoutError):
                log.warning("worker.timed-out", process=self._name)
            _fail(job.answer)
            raise Gone from None
        if not job.answer.done():
            job.answer.set_result(answer.made)
        return answer.growth

    def _fail_all(self) -> None:
        for answer in self._open:
            _fail(answer)


def _fail(answer: "asyncio.Future[bytes]") -> None:
    if not answer.done():
        answer.set_exception(Gone())


class Workshop:
    """Runs functions in worker processes. Belongs to the running event loop."""

    def __init__(
        self,
        prepare: Callable[..., object] = tuple,
        *arguments: Any,
        sleep: Sleep = asyncio.sleep,
    ) -> None:
        """`prepare` gets ready what all workers share, such as modules and drawings."""
        nursery = self._nursery = Nursery(prepare, *arguments)
        self._opening: asyncio.Task[None] | None = None
        MEMORY.labels("bot").set_function(lambda: memory_of(os.getpid()))
        MEMORY.labels("nursery").set_function(lambda: memory_of(nursery.pid))
        lane = partial(_Lane, nursery=nursery, sleep=sleep)
        watchers = lane("watchers", niceness=NICE)
        self._lanes: Mapping[Urgency, _Lane] = {
            Urgency.BOARD: lane("boards", rest=BOARDS_REST_SECONDS, impatient=True),
            Urgency.MOVE: lane("players"),
            Urgency.PICTURE: watchers,
            Urgency.REPLAY: watchers,
            Urgency.REVIEW: lane("reviewers", niceness=NICE),
        }

    def pid(self, urgency: Urgency) -> int | None:
        """Return the ID of the process for such jobs, None while there is none."""
        return self._lanes[urgency].pid

    def open(self) -> None:
        """Get everything ready now, rather than for the first job."""
        self._opening = asyncio.create_task(self._open())

    async def _open(self) -> None:
        try:
            await self._nursery.open()
        except (OSError, Gone, TimeoutError) as error:  # the first job tries again
            log.warning("worker.start-failed", process="nursery", why=type(error).__name__)

    @property
    def nursery(self) -> int | None:
        """The ID of the process that the others are forked from, None while it isn't ready."""
        return self._nursery.pid

    async def do(self, urgency: Urgency, make: Callable[..., T], /, *arguments: Any) -> T:
        """Do what `Work` does."""
        lane, began, label = self._lanes[urgency], time.perf_counter(), urgency.name.lower()
        try:
            made = await lane.ask(urgency, pickle.dumps((make, *arguments)))
        except (Busy, Gone, TimeoutError):
            REJECTED.labels(label).inc()
            raise Busy from None
        JOB_SECONDS.labels(label).observe(time.perf_counter() - began)
        outcome: T = _outcome(made)
        return outcome

    async def close(self) -> None:
        """Kill all processes."""
        if self._opening is not None:
            await end(self._opening)
        await asyncio.gather(*(lane.close() for lane in set(self._lanes.values())))
        await self._nursery.close()


def _outcome(made: bytes) -> Any:
    value, fault = pickle.loads(made)  # noqa: S301 - from a process that this one started
    if fault is not None:
        raise fault
    return value
