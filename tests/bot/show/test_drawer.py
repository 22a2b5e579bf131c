"""The process that makes pages: it lives no longer than whoever asks, and may die or hang."""

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from dataclasses import replace
from typing import NoReturn

import pytest

from bot.show import drawer as drawers
from bot.show.drawer import Drawer
from bot.show.presenter import page_of
from bot.table.settings import Colours, Look, Viewpoint
from bot.table.table import Status
from engine import Corrupt
from tests.bot.show.offer import ANA, BEN, OFFER

WAIT_SECONDS = 30
LOOK = Look(Colours.DARK, Viewpoint.MOVER)
TABLE = replace(OFFER, status=Status.PLAYING, seats=(ANA, BEN), invited=None, position="1 a3 22/00")

ASKING = """
import asyncio, pickle, sys
from bot.show.drawer import Drawer
async def ask():
    drawer = Drawer()
    while drawer.pid is None:
        await asyncio.sleep(0.01)
    print(drawer.pid, flush=True)
    await asyncio.sleep(600)
asyncio.run(ask())
"""


@pytest.fixture
async def drawer(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Drawer]:
    """One whose other process can be asked, and is replaced at once."""
    monkeypatch.setattr(drawers, "REST_SECONDS", 0)
    drawer = Drawer()
    await ready(drawer)
    yield drawer
    await drawer.close()


async def ready(drawer: Drawer, *, but: int | None = None) -> int:
    """Wait for another process than `but`."""
    async with asyncio.timeout(WAIT_SECONDS):
        while drawer.pid in (None, but):  # noqa: ASYNC110 - of another process nobody tells
            await asyncio.sleep(0.01)
    assert drawer.pid is not None
    return drawer.pid


@pytest.fixture
def only_there(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pages cannot be made in this process."""

    async def nobody(*_: object) -> NoReturn:
        raise AssertionError("made here")

    monkeypatch.setattr(drawers, "in_thread", nobody)


@pytest.fixture
def asking() -> "Iterator[subprocess.Popen[bytes]]":
    """A program with another process, which can be asked."""
    asking = subprocess.Popen(
        [sys.executable, "-c", ASKING], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    yield asking
    asking.kill()
    asking.communicate()


@pytest.mark.usefixtures("only_there")
async def test_a_page_from_another_process(drawer: Drawer) -> None:
    """A page that another process makes is the one that would be made here."""
    assert await drawer.page(TABLE, "en", LOOK) == page_of(TABLE, "en", LOOK)


@pytest.mark.usefixtures("only_there")
async def test_many_pages_at_once(drawer: Drawer) -> None:
    """Whoever asks gets what they asked for, though others gave up waiting."""
    tables = [replace(TABLE, revision=number) for number in range(2, 30)]
    asked = [asyncio.create_task(drawer.page(table, "en", LOOK)) for table in tables]
    await asyncio.sleep(0)
    for task in asked[::3]:
        task.cancel()
    made = await asyncio.gather(*asked, return_exceptions=True)
    assert [page for page in made if not isinstance(page, BaseException)] == [
        page_of(table, "en", LOOK) for number, table in enumerate(tables) if number % 3
    ]


async def test_it_dies(drawer: Drawer) -> None:
    """A page over which the other process dies is made here; another process makes the next."""
    pid = await ready(drawer)
    os.kill(pid, signal.SIGSTOP)
    asked = asyncio.create_task(drawer.page(TABLE, "en", LOOK))
    await asyncio.sleep(0)
    os.kill(pid, signal.SIGKILL)
    assert await asked == page_of(TABLE, "en", LOOK)
    assert await ready(drawer, but=pid) != pid


async def test_it_hangs(drawer: Drawer, monkeypatch: pytest.MonkeyPatch) -> None:
    """A page that takes too long is made here; another process makes the next."""
    pid = await ready(drawer)
    os.kill(pid, signal.SIGSTOP)
    monkeypatch.setattr(drawers, "LATE_SECONDS", 0.1)
    assert await drawer.page(TABLE, "en", LOOK) == page_of(TABLE, "en", LOOK)
    assert await ready(drawer, but=pid) != pid


async def test_it_cannot_be_started(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where no process can be started pages are made here."""
    monkeypatch.setattr(sys, "executable", "/nowhere/python")
    drawer = Drawer()
    await asyncio.sleep(0.1)
    assert await drawer.page(TABLE, "en", LOOK) == page_of(TABLE, "en", LOOK)
    await drawer.close()


async def test_a_table_that_cannot_be_read(drawer: Drawer) -> None:
    """A fault in what is asked for is met here, and the other process goes on."""
    pid = await ready(drawer)
    with pytest.raises(Corrupt):
        await drawer.page(replace(TABLE, position="nonsense"), "en", LOOK)
    assert drawer.pid == pid


async def test_the_end_while_it_hangs(drawer: Drawer) -> None:
    """A process that hangs does not keep this one from ending."""
    pid = await ready(drawer)
    os.kill(pid, signal.SIGSTOP)
    async with asyncio.timeout(WAIT_SECONDS):
        await drawer.close()
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


def test_nobody_asks_any_more(asking: "subprocess.Popen[bytes]") -> None:
    """When the process that asks is killed, the other one ends, too."""
    assert asking.stdout is not None
    assert asking.stdout.readline()
    asking.kill()
    asking.communicate(timeout=WAIT_SECONDS)  # returns when nobody writes its errors any more


@pytest.mark.usefixtures("only_there")
async def test_a_signal_for_all(drawer: Drawer) -> None:
    """What a host sends to every process leaves the one that draws to the one that asks."""
    pid = await ready(drawer)
    os.kill(pid, signal.SIGTERM)
    assert await drawer.page(TABLE, "en", LOOK) == page_of(TABLE, "en", LOOK)
    assert drawer.pid == pid
