"""Pages are made by a process of their own: drawing takes about as long as the rest of a turn."""

import asyncio
import multiprocessing
import os
import signal
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from threading import Thread

import structlog

from bot.show.page import Page
from bot.show.presenter import in_thread, page_of
from bot.table.settings import Look
from bot.table.table import Table

log = structlog.get_logger()


class Drawer:
    """Makes pages in another process, which is started at once and replaced when it dies."""

    def __init__(self) -> None:
        self._pool = _pool()

    async def page(self, table: Table, language: str, look: Look) -> Page:
        """The page of a table; made in this process where the other one has died over it."""
        pool, loop = self._pool, asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(pool, page_of, table, language, look)
        except BrokenExecutor:
            log.warning("drawer.died", table=table.id)
            if pool is self._pool:
                self._pool = _pool()
            return await in_thread(table, language, look)

    def close(self) -> None:
        """End the other process; what it has not begun is not made any more."""
        self._pool.shutdown(wait=False, cancel_futures=True)


def _pool() -> ProcessPoolExecutor:
    # Forked it would have the connections of this process, and locks that nobody opens.
    pool = ProcessPoolExecutor(1, multiprocessing.get_context("spawn"), _begin)
    pool.submit(os.getpid)  # so that the first page need not wait for the start
    return pool


def _begin() -> None:
    """Live as long as the process that asks for pages: neither shorter nor longer."""
    for number in (signal.SIGINT, signal.SIGTERM):  # sent to every process of a terminal or host
        signal.signal(number, signal.SIG_IGN)
    Thread(target=_follow, daemon=True).start()


def _follow() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None  # noqa: S101 - this process was started by another
    parent.join()
    os._exit(0)
