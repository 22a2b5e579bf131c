"""Pages are made by a process of their own: drawing takes about as long as the rest of a turn.

Where that process is not there, or has no answer, they are made in a thread of this one.
"""

import asyncio
import pickle
import sys
from asyncio.subprocess import PIPE, Process
from collections import deque
from contextlib import suppress

import structlog

from bot.show.drawing import LENGTH, write
from bot.show.page import Page
from bot.show.presenter import in_thread
from bot.table.settings import Look
from bot.table.table import Table

LATE_SECONDS = 5.0
"""A page that takes longer is not waited for: the other process hangs, and is ended."""

START_SECONDS = 30.0
REST_SECONDS = 5.0
"""How long nothing is started after a process that has died, or could not be started."""

log = structlog.get_logger()


class _Gone(Exception):  # noqa: N818 - a state of the other process
    """The other process does not answer any more, or has no answer to this."""


class _Worker:
    """The other process: asked for page after page, it answers in the same order."""

    def __init__(self, process: Process) -> None:
        assert process.stdin is not None  # noqa: S101 - both are pipes
        assert process.stdout is not None  # noqa: S101 - likewise
        self._process = process
        self._asks, self._answers = process.stdin, process.stdout
        self._waiting: deque[asyncio.Future[bytes]] = deque()

    @classmethod
    async def start(cls) -> "_Worker":
        """Start it, and wait until it can be asked; OSError or _Gone where it cannot."""
        command = (sys.executable, "-m", "bot.show.drawing")
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

    async def page(self, table: Table, language: str, look: Look) -> Page:
        """The page of a table; _Gone where it cannot be had here."""
        if self._asks.is_closing():
            raise _Gone
        answer: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
        self._waiting.append(answer)
        self._asks.write(write(pickle.dumps((table, language, look))))
        made = await answer
        if not made:
            raise _Gone
        page: Page = pickle.loads(made)  # noqa: S301 - from a process that this one has started
        return page

    async def listen(self) -> None:
        """Hand the answers out until there are no more."""
        try:
            while True:
                made = await self._read()
                answer = self._waiting.popleft()
                if not answer.done():
                    answer.set_result(made)
        except _Gone:
            return
        finally:
            await self.end()

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

    def kill(self) -> None:
        """End it, whatever it does."""
        with suppress(ProcessLookupError):
            self._process.kill()

    async def end(self) -> None:
        """End it, and tell whoever still waits for an answer."""
        self.kill()
        for answer in self._waiting:
            if not answer.done():
                answer.set_exception(_Gone())
        self._waiting.clear()
        self._asks.close()
        await self._process.wait()
        await self._answers.read()  # to its end: only then it is let go of


class Drawer:
    """Makes pages in another process, which is started anew when it dies or hangs."""

    def __init__(self) -> None:
        self._worker: _Worker | None = None
        self._keeping = asyncio.create_task(self._keep())

    @property
    def pid(self) -> int | None:
        """The number of the other process, None while it cannot be asked."""
        return None if self._worker is None else self._worker.pid

    async def page(self, table: Table, language: str, look: Look) -> Page:
        """The page of a table, made there, or here where that takes too long or cannot be."""
        worker = self._worker
        if worker is not None:
            try:
                async with asyncio.timeout(LATE_SECONDS):
                    return await worker.page(table, language, look)
            except _Gone:
                log.warning("drawer.failed", table=table.id)
            except TimeoutError:
                log.warning("drawer.late", table=table.id)
                worker.kill()
        return await in_thread(table, language, look)

    async def close(self) -> None:
        """End the other process."""
        self._keeping.cancel()
        await asyncio.gather(self._keeping, return_exceptions=True)

    async def _keep(self) -> None:
        """Have another process whenever that can be."""
        while True:
            try:
                self._worker = await _Worker.start()
                await self._worker.listen()
                log.warning("drawer.died")
            except (OSError, _Gone) as error:
                log.warning("drawer.none", why=type(error).__name__)
            finally:
                self._worker = None
            await asyncio.sleep(REST_SECONDS)
