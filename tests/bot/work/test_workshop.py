"""Worker processes: they exit with their parent, and are replaced if they die or hang."""

import asyncio
import io
import os
import pickle
import signal
import socket
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import NoReturn

import pytest
from prometheus_client import REGISTRY
from structlog.testing import capture_logs

from bot.show import presenter
from bot.show.presenter import Make, page_of, worker_renderer
from bot.table.settings import Colours, Look, Viewpoint
from bot.table.table import Status
from bot.work import workers
from bot.work import workshop as workshops
from bot.work.nursery import ORDER, PID, START
from bot.work.worker import serve, write
from bot.work.workshop import Busy, Urgency, Workshop
from engine import Corrupt
from tests.bot.show.offer import ANA, BEN, GAMES, OFFER
from tests.waiting import LOOK_SECONDS, PATIENCE_SECONDS, until

LOOK = Look(Colours.DARK, Viewpoint.MOVER)
TABLE = replace(OFFER, status=Status.PLAYING, seats=(ANA, BEN), position="1 a3 22/00")

ASKING = """
import asyncio, os
from bot.work.workshop import Urgency, Workshop
async def ask():
    workshop = Workshop()
    print(await workshop.do(Urgency.BOARD, os.getpid), flush=True)
    await asyncio.sleep(600)
asyncio.run(ask())
"""


@pytest.fixture(autouse=True)
def _patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Don't give up a worker that is slow because the machine is busy, or large because it is cold.

    In these tests, the nursery has nothing ready.
    """
    monkeypatch.setattr(workshops, "MOST_GROWTH", sys.maxsize)
    monkeypatch.setattr(workers, "START_SECONDS", PATIENCE_SECONDS)
    for limits in (workshops.RUN_SECONDS, workshops.WAIT_SECONDS):
        for urgency in Urgency:
            monkeypatch.setitem(limits, urgency, PATIENCE_SECONDS)


@pytest.fixture
async def workshop(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Workshop]:
    """A workshop whose worker is ready, and is replaced without delay."""
    monkeypatch.setattr(workshops, "RETRY_SECONDS", 0)
    workshop = Workshop()
    await ready(workshop)
    yield workshop
    await workshop.close()


async def ready(workshop: Workshop) -> int:
    """Return the worker process that makes boards, once there is one after another's death."""
    async with asyncio.timeout(PATIENCE_SECONDS):
        while True:
            with suppress(Busy):
                return await workshop.do(Urgency.BOARD, os.getpid)
            await asyncio.sleep(LOOK_SECONDS)


def pages(workshop: Workshop) -> Make:
    """A renderer that uses this workshop."""
    return worker_renderer(GAMES, workshop.do)


@pytest.fixture
def only_in_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fail if a page is made in this process."""

    async def nobody(*_: object) -> NoReturn:
        raise AssertionError("made in this process")

    monkeypatch.setattr(presenter, "thread_renderer", lambda _: nobody)


@pytest.fixture
def asking() -> "Iterator[subprocess.Popen[bytes]]":
    """A program with a worker process."""
    asking = subprocess.Popen(
        [sys.executable, "-c", ASKING], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    yield asking
    asking.kill()
    asking.communicate()


@pytest.mark.usefixtures("only_in_workers")
async def test_a_page_from_another_process(workshop: Workshop) -> None:
    """A page made in a worker equals one made in this process."""
    assert await pages(workshop)(TABLE, "en", LOOK, ()) == page_of(GAMES, TABLE, "en", LOOK)


@pytest.mark.usefixtures("only_in_workers")
async def test_many_pages_at_once(workshop: Workshop) -> None:
    """Each caller gets its own page, even if other callers were cancelled."""
    tables = [replace(TABLE, revision=number) for number in range(2, 30)]
    asked = [asyncio.create_task(pages(workshop)(table, "en", LOOK, ())) for table in tables]
    await asyncio.sleep(0)
    for task in asked[::3]:
        task.cancel()
    made = await asyncio.gather(*asked, return_exceptions=True)
    assert [page for page in made if not isinstance(page, BaseException)] == [
        page_of(GAMES, table, "en", LOOK) for number, table in enumerate(tables) if number % 3
    ]


async def test_a_worker_that_dies(workshop: Workshop) -> None:
    """If a worker dies, its page is made in this process, and another worker is started."""
    pid = await ready(workshop)
    os.kill(pid, signal.SIGSTOP)
    asked = asyncio.create_task(pages(workshop)(TABLE, "en", LOOK, ()))
    await asyncio.sleep(0)
    os.kill(pid, signal.SIGKILL)
    assert await asked == page_of(GAMES, TABLE, "en", LOOK)
    assert await ready(workshop) != pid


async def test_a_worker_that_hangs(workshop: Workshop, monkeypatch: pytest.MonkeyPatch) -> None:
    """If a page takes too long, it is made in this process, and the worker is replaced."""
    pid = await ready(workshop)
    os.kill(pid, signal.SIGSTOP)
    monkeypatch.setitem(workshops.RUN_SECONDS, Urgency.BOARD, 0.1)
    assert await pages(workshop)(TABLE, "en", LOOK, ()) == page_of(GAMES, TABLE, "en", LOOK)
    assert await ready(workshop) != pid


async def test_a_worker_that_cannot_be_started(monkeypatch: pytest.MonkeyPatch) -> None:
    """If no worker can be started, pages are made in this process: the first, and those after."""
    monkeypatch.setattr(sys, "executable", "/nowhere/python")
    workshop = Workshop()
    for _ in range(2):
        with capture_logs() as lines:
            page = await pages(workshop)(TABLE, "en", LOOK, ())
        assert page == page_of(GAMES, TABLE, "en", LOOK)
        assert lines[-1]["event"] == "page.fell-back"
    await workshop.close()


async def test_a_table_that_cannot_be_read(workshop: Workshop) -> None:
    """An exception caused by the job is raised to the caller, and the worker goes on."""
    pid = await ready(workshop)
    with pytest.raises(Corrupt):
        await pages(workshop)(replace(TABLE, position="nonsense"), "en", LOOK, ())
    assert workshop.pid(Urgency.BOARD) == pid


async def test_closing_while_a_worker_hangs(workshop: Workshop) -> None:
    """A hanging worker doesn't keep the workshop from closing."""
    pid = await ready(workshop)
    os.kill(pid, signal.SIGSTOP)
    async with asyncio.timeout(PATIENCE_SECONDS):
        await workshop.close()
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


def test_the_parent_is_killed(asking: "subprocess.Popen[bytes]") -> None:
    """When the parent is killed, its worker exits, too."""
    assert asking.stdout is not None
    assert asking.stdout.readline()
    asking.kill()
    asking.communicate(timeout=PATIENCE_SECONDS)  # returns when the worker has closed stderr


@pytest.mark.usefixtures("only_in_workers")
async def test_a_signal_for_all(workshop: Workshop) -> None:
    """A worker ignores SIGTERM, which hosts send to every process: its parent ends it."""
    pid = await ready(workshop)
    os.kill(pid, signal.SIGTERM)
    assert await pages(workshop)(TABLE, "en", LOOK, ()) == page_of(GAMES, TABLE, "en", LOOK)
    assert workshop.pid(Urgency.BOARD) == pid


async def stopped(workshop: Workshop) -> int:
    """Make the watchers' worker hang; return its process id."""
    await workshop.do(Urgency.PICTURE, len, "")
    assert workshop.pid(Urgency.PICTURE) is not None
    os.kill(workshop.pid(Urgency.PICTURE), signal.SIGSTOP)
    return workshop.pid(Urgency.PICTURE)


async def asked(workshop: Workshop, urgency: Urgency, path: Path) -> "asyncio.Task[None]":
    """Request a job that creates a file, and let it be queued."""
    task = asyncio.create_task(workshop.do(urgency, Path.touch, path))
    for _ in range(5):
        await asyncio.sleep(0)
    return task


def names(folder: Path) -> list[str]:
    """The files that the jobs created."""
    return sorted(path.name for path in folder.iterdir())


async def test_watchers_have_a_process_of_their_own(workshop: Workshop) -> None:
    """The watchers' worker is started on first use, with low priority."""
    assert workshop.pid(Urgency.PICTURE) is None
    pid = await workshop.do(Urgency.PICTURE, os.getpid)
    assert pid == workshop.pid(Urgency.PICTURE) != workshop.pid(Urgency.BOARD)
    mine, theirs = (os.getpriority(os.PRIO_PROCESS, who) for who in (0, pid))
    assert theirs == min(mine + workshops.NICE, 19)


async def test_an_exception_in_a_job(workshop: Workshop) -> None:
    """An exception in a job is raised to the caller, with the worker's traceback."""
    with pytest.raises(ZeroDivisionError) as fault:
        await workshop.do(Urgency.PICTURE, divmod, 1, 0)
    assert "worker.py" in "".join(fault.value.__notes__)


@pytest.mark.usefixtures("only_in_workers")
async def test_boards_do_not_wait_for_watchers(workshop: Workshop, tmp_path: Path) -> None:
    """Boards are made while the watchers' worker hangs."""
    pid = await stopped(workshop)
    task = await asked(workshop, Urgency.REPLAY, tmp_path / "replay")
    assert await pages(workshop)(TABLE, "en", LOOK, ()) == page_of(GAMES, TABLE, "en", LOOK)
    os.kill(pid, signal.SIGCONT)
    await task


async def test_a_process_that_is_killed_loses_one_job(workshop: Workshop, tmp_path: Path) -> None:
    """If a worker is killed, its current job fails, and the next worker does the queued ones."""
    pid = await stopped(workshop)
    tasks = [await asked(workshop, Urgency.PICTURE, tmp_path / str(number)) for number in range(3)]
    os.kill(pid, signal.SIGKILL)
    outcomes = await asyncio.gather(*tasks, return_exceptions=True)
    assert isinstance(outcomes[0], Busy)
    assert outcomes[1:] == [None, None]
    assert workshop.pid(Urgency.PICTURE) != pid


async def test_pictures_before_replays(workshop: Workshop, tmp_path: Path) -> None:
    """Pictures are made before replays, in the order of their requests."""
    pid, done = await stopped(workshop), list[str]()
    first = await asked(workshop, Urgency.PICTURE, tmp_path / "first")
    for name, urgency in (
        ("replay", Urgency.REPLAY),
        ("one", Urgency.PICTURE),
        ("two", Urgency.PICTURE),
    ):
        task = await asked(workshop, urgency, tmp_path / name)
        task.add_done_callback(lambda _, name=name: done.append(name))
        first = task if name == "replay" else first
    os.kill(pid, signal.SIGCONT)
    await first
    await asyncio.sleep(0)
    assert done == ["one", "two", "replay"]


async def test_a_full_queue(
    workshop: Workshop, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If the queue is full, a job is refused at once; a cancelled job frees its slot."""
    monkeypatch.setattr(workshops, "MAX_WAITING", 2)
    pid = await stopped(workshop)
    tasks = [await asked(workshop, Urgency.PICTURE, tmp_path / str(number)) for number in range(2)]
    with pytest.raises(Busy):
        await workshop.do(Urgency.PICTURE, len, "")
    tasks[1].cancel()
    await asyncio.wait([tasks[1]])
    third = await asked(workshop, Urgency.PICTURE, tmp_path / "third")
    os.kill(pid, signal.SIGCONT)
    await asyncio.gather(tasks[0], third)


async def test_a_cancelled_job_is_not_run(workshop: Workshop, tmp_path: Path) -> None:
    """A queued job whose caller has been cancelled isn't run."""
    pid = await stopped(workshop)
    tasks = [await asked(workshop, Urgency.PICTURE, tmp_path / name) for name in "abc"]
    tasks[1].cancel()
    os.kill(pid, signal.SIGCONT)
    await asyncio.wait(tasks)
    assert names(tmp_path) == ["a", "c"]


async def test_a_watcher_s_job_hangs(
    workshop: Workshop, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A job that exceeds its time limit fails, and its worker is replaced."""
    pid = await stopped(workshop)
    with monkeypatch.context() as patch:
        patch.setitem(workshops.RUN_SECONDS, Urgency.PICTURE, 0.1)
        with pytest.raises(Busy):
            await workshop.do(Urgency.PICTURE, Path.touch, tmp_path / "late")
    assert await workshop.do(Urgency.PICTURE, os.getpid) != pid


async def test_a_job_that_waits_too_long(
    workshop: Workshop, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A job that waits too long in the queue fails with Busy."""
    pid = await stopped(workshop)
    first = await asked(workshop, Urgency.REPLAY, tmp_path / "first")
    monkeypatch.setitem(workshops.WAIT_SECONDS, Urgency.PICTURE, 0.1)
    with pytest.raises(Busy):
        await workshop.do(Urgency.PICTURE, len, "")
    os.kill(pid, signal.SIGCONT)
    await first


class Sleeps:
    """The rests of idle workers, which end when the test says so."""

    def __init__(self) -> None:
        self.seconds: list[float] = []
        self._over = asyncio.Event()

    async def __call__(self, seconds: float) -> None:
        self.seconds.append(seconds)
        await self._over.wait()

    def end(self) -> None:
        """Let all rests end that have begun."""
        self._over.set()
        self._over = asyncio.Event()


def runs(pid: int) -> bool:
    """Tell whether there is a process with this ID."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.mark.parametrize("urgency", Urgency)
async def test_an_idle_worker_ends(urgency: Urgency) -> None:
    """A worker that has had nothing to do for long ends, and another one does the next job."""
    rests = Sleeps()
    workshop = Workshop(sleep=rests)
    pid = await workshop.do(urgency, os.getpid)
    await until(lambda: bool(rests.seconds))
    rests.end()
    await until(lambda: workshop.pid(urgency) is None)
    await until(lambda: not runs(pid))
    assert await workshop.do(urgency, os.getpid) != pid
    assert rests.seconds[0] == (900 if urgency is Urgency.BOARD else 60)
    await workshop.close()


async def test_a_job_during_a_rest() -> None:
    """A job that comes while a worker rests is done by it."""
    rests = Sleeps()
    workshop = Workshop(sleep=rests)
    pid = await workshop.do(Urgency.MOVE, os.getpid)
    await until(lambda: bool(rests.seconds))
    assert await workshop.do(Urgency.MOVE, os.getpid) == pid
    await workshop.close()


async def test_a_large_worker_is_replaced(
    workshop: Workshop, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A worker that has grown too large is replaced after its job; no job in the queue is lost."""
    monkeypatch.setattr(workshops, "MOST_GROWTH", 0)
    jobs = [workshop.do(Urgency.PICTURE, os.getpid) for _ in range(5)]
    assert len({*await asyncio.gather(*jobs)}) == len(jobs)


async def test_the_nursery_dies(workshop: Workshop) -> None:
    """Without the process that they were forked from, workers go on, and it is started again."""
    pid, nursery = await ready(workshop), workshop.nursery
    assert nursery is not None
    os.kill(nursery, signal.SIGKILL)
    assert await ready(workshop) == pid
    os.kill(pid, signal.SIGKILL)
    await until(lambda: workshop.pid(Urgency.BOARD) is None)
    await until(lambda: workshop.nursery != nursery)
    assert await workshop.do(Urgency.MOVE, os.getppid) == workshop.nursery != nursery


async def test_what_is_ready(tmp_path: Path) -> None:
    """What gets everything ready runs once, in the process that all workers are forked from."""
    workshop = Workshop(Path.touch, tmp_path / "ready", 0o666, False)
    for urgency in Urgency:
        assert await workshop.do(urgency, os.getppid) == workshop.nursery
    assert names(tmp_path) == ["ready"]
    await workshop.close()


async def test_the_memory_of_each_process(workshop: Workshop) -> None:
    """The metrics tell the memory of each process that runs, and how many were started."""
    started = REGISTRY.get_sample_value("puluc_worker_starts_total", {"process": "players"}) or 0
    await workshop.do(Urgency.MOVE, os.getpid)
    memory = {
        name: REGISTRY.get_sample_value("puluc_memory_bytes", {"process": name})
        for name in ("bot", "nursery", "players", "reviewers")
    }
    told = sys.platform == "linux"
    assert {name for name, size in memory.items() if size} == (
        {"bot", "nursery", "players"} if told else set()
    )
    now = REGISTRY.get_sample_value("puluc_worker_starts_total", {"process": "players"})
    assert now == started + 1


def test_the_parent_no_longer_reads() -> None:
    """A worker whose parent no longer reads exits without an error, and so does the nursery."""
    orders, theirs = socket.socketpair()
    asks, served = socket.socketpair()
    with subprocess.Popen(
        [sys.executable, "-m", "bot.work.nursery"], stdin=theirs, stderr=subprocess.PIPE
    ) as nursery:
        theirs.close()
        orders.sendall(write(pickle.dumps((tuple,))))
        orders.recv(PID.size)
        socket.send_fds(orders, [ORDER.pack(START, 0)], [served.fileno()])
        served.close()
        orders.recv(PID.size)
        asks.shutdown(socket.SHUT_RD)
        asks.sendall(write(pickle.dumps((len, ""))))
        asks.close()
        orders.close()
        assert nursery.stderr is not None
        assert nursery.stderr.read() == b""  # to the end of both
        assert nursery.wait(PATIENCE_SECONDS) == 0


@pytest.mark.parametrize("sent", [b"\x00", write(b"cut")[:-1]])
def test_an_incomplete_job(sent: bytes) -> None:
    """A worker that reads an incomplete job, because its parent was killed, ends."""
    answers = io.BytesIO()
    serve(io.BytesIO(sent), answers)
    assert not answers.getvalue()
