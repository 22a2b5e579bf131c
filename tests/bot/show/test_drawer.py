"""The process that makes pages: it lives exactly as long as the one that asks for them."""

import os
import pickle
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from dataclasses import replace

import pytest

from bot.show.drawer import Drawer
from bot.show.presenter import page_of
from bot.table.settings import Colours, Look, Viewpoint
from bot.table.table import Status, Table
from tests.bot.show.offer import ANA, BEN, OFFER

WAIT_SECONDS = 30
LOOK = Look(Colours.DARK, Viewpoint.MOVER)
TABLE = replace(OFFER, status=Status.PLAYING, seats=(ANA, BEN), invited=None, position="1 a3 22/00")

ASKING = """
import asyncio, pickle, sys, time
from bot.show.drawer import Drawer
from bot.table.settings import Look
table, drawer = pickle.load(sys.stdin.buffer), Drawer()
try:
    print(asyncio.run(drawer.page(table, "en", Look())).revision, flush=True)
    time.sleep(600)
except KeyboardInterrupt:
    print(asyncio.run(drawer.page(table, "en", Look())).revision, flush=True)
drawer.close()
"""


@pytest.fixture
async def drawer() -> AsyncIterator[Drawer]:
    drawer = Drawer()
    yield drawer
    drawer.close()


@pytest.fixture
def asking() -> "Iterator[subprocess.Popen[bytes]]":
    """A program that has had a page made, and has another one made when it is interrupted."""
    asking = subprocess.Popen(
        [sys.executable, "-c", ASKING],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        start_new_session=True,
    )
    assert asking.stdin is not None
    assert asking.stdout is not None
    pickle.dump(TABLE, asking.stdin)
    asking.stdin.flush()
    assert asking.stdout.readline() == b"1\n"
    yield asking
    asking.kill()
    asking.communicate()


async def test_a_page_from_another_process(drawer: Drawer) -> None:
    """A page that another process makes is the one that would be made here."""
    assert await drawer.page(TABLE, "en", LOOK) == page_of(TABLE, "en", LOOK)


async def test_whoever_draws_dies(drawer: Drawer, monkeypatch: pytest.MonkeyPatch) -> None:
    """A page over which the other process dies is made all the same, and so is the next one."""
    monkeypatch.setattr("bot.show.drawer.page_of", dies)
    assert await drawer.page(TABLE, "en", LOOK) == page_of(TABLE, "en", LOOK)
    monkeypatch.undo()
    assert await drawer.page(TABLE, "en", LOOK) == page_of(TABLE, "en", LOOK)


def dies(_table: Table, _language: str, _look: Look) -> None:
    """What is asked of the other process."""
    os._exit(1)


def test_nobody_asks_any_more(asking: "subprocess.Popen[bytes]") -> None:
    """When the process that asks is killed, the other one ends, too."""
    asking.kill()
    asking.communicate(timeout=WAIT_SECONDS)  # returns when nobody has its output open any more


def test_a_signal_for_all(asking: "subprocess.Popen[bytes]") -> None:
    """What a terminal sends to every process does not end the one that draws before the other."""
    os.killpg(asking.pid, signal.SIGINT)
    told, _ = asking.communicate(timeout=WAIT_SECONDS)
    assert told == b"1\n"
