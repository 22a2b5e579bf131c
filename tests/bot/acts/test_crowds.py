"""Crowds that press Join at the same moment, in two processes that share a real server."""

import asyncio
import json
import sys
from collections import Counter
from collections.abc import Coroutine, Iterator, Mapping, Sequence
from pathlib import Path
from subprocess import PIPE, Popen

import pytest

from bot.acts.gather.join import Join
from bot.acts.gather.leave import Leave
from bot.acts.gather.open import Open
from bot.store.embedded import EmbeddedServer
from bot.store.link import Link
from bot.store.redis import RedisStore
from bot.table.ids import TableId
from bot.table.ports import Operation
from bot.table.request import Reply, Request
from bot.table.seats import Person
from bot.table.table import Status, Table
from tests.bot.acts import presser
from tests.bot.acts.presser import PLACE, person, service
from tests.bot.options import options

ROOT = Path(__file__).parents[3]
CROWD = [f"p{n}" for n in range(20)]


class Presser:
    """A process that presses for people."""

    def __init__(self, url: str) -> None:
        command = [sys.executable, "-m", presser.__name__, url]
        self._process = Popen(command, stdin=PIPE, stdout=PIPE, cwd=ROOT, text=True)
        assert self._answer() == "ready\n"

    def press(self, table: TableId, sides: Mapping[str, int]) -> dict[str, str]:
        """Let these people press, each on their side; return the keys of the refusals."""
        asked = self._process.stdin
        assert asked is not None
        asked.write(" ".join([table, *(f"{name}:{side}" for name, side in sides.items())]) + "\n")
        asked.flush()
        found: dict[str, str] = json.loads(self._answer())
        return found

    def end(self) -> None:
        """Wait until it has ended, without an error."""
        self._process.communicate()
        assert self._process.returncode == 0

    def _answer(self) -> str:
        assert self._process.stdout is not None
        return self._process.stdout.readline()


@pytest.fixture(scope="module")
def pressers(valkey: EmbeddedServer) -> Iterator[Sequence[Presser]]:
    """Two processes."""
    pressers = [Presser(valkey.url) for _ in range(2)]
    yield pressers
    for each in pressers:
        each.end()


async def press_at_once(
    pressers: Sequence[Presser],
    table: TableId,
    sides: Mapping[str, int],
    *others: Coroutine[object, object, Reply],
) -> dict[str, str]:
    """Let everyone press in one of two processes while `others` act in this one.

    Returns the keys of the refusals.
    """
    people = list(sides.items())
    pressing = [
        asyncio.to_thread(each.press, table, dict(people[n::2])) for n, each in enumerate(pressers)
    ]
    acting = asyncio.gather(*others)
    outputs = await asyncio.gather(*pressing)
    assert not any(reply.refused for reply in await acting)
    return {name: key for output in outputs for name, key in output.items()}


async def opened(store: RedisStore, seats: int) -> TableId:
    """Return a lobby that Ana has opened."""
    game, bot = options("aj-sayil", seats=seats), service(store)
    operation = Operation("open")
    await bot.act(Open(game), Request(operation, person("ana"), PLACE))
    return bot.table_id(operation)


async def loaded(store: RedisStore, id_: TableId) -> Table:
    table = await store.load(id_)
    assert table is not None
    return table


def seated(table: Table) -> list[str]:
    """The names of those who have a seat, in seat order."""
    return [seat.name for seat in table.seats if isinstance(seat, Person)]


@pytest.fixture
def store(link: Link) -> RedisStore:
    return RedisStore(link)


async def test_twenty_for_five_seats(store: RedisStore, pressers: Sequence[Presser]) -> None:
    """Of twenty who press for five seats, five get one, and the others are told why not."""
    id_ = await opened(store, 6)
    sides = {name: n // 2 % 2 for n, name in enumerate(CROWD)}
    keys = await press_at_once(pressers, id_, sides)
    table = await loaded(store, id_)
    assert table.status is Status.PLAYING
    assert len(seated(table)) == len(set(seated(table))) == 6
    assert set(seated(table)) == {"ana", *(name for name in CROWD if not keys[name])}
    assert {key for key in keys.values() if key} <= {"join.full", "join.begun"}
    for number, name in enumerate(seated(table)):
        assert name == "ana" or sides[name] == number // 3


async def test_twenty_for_one_side(store: RedisStore, pressers: Sequence[Presser]) -> None:
    """If all press for the same side, it fills up, and the refusals name it; the game waits."""
    id_ = await opened(store, 6)
    keys = await press_at_once(pressers, id_, dict.fromkeys(CROWD, 1))
    table = await loaded(store, id_)
    assert Counter(keys.values()) == {"": 3, "join.full": 17}
    assert table.status is Status.OFFERED
    assert [isinstance(seat, Person) for seat in table.seats] == [True] + [False] * 2 + [True] * 3
    assert set(seated(table)) == {"ana", *(name for name in CROWD if not keys[name])}


async def test_twenty_for_sixteen_seats(store: RedisStore, pressers: Sequence[Presser]) -> None:
    """Of twenty who press for fifteen seats on two sides, fifteen get one on their side."""
    id_ = await opened(store, 16)
    sides = {name: n // 2 % 2 for n, name in enumerate(CROWD)}
    keys = await press_at_once(pressers, id_, sides)
    table = await loaded(store, id_)
    assert Counter(keys.values())[""] == 15
    assert table.status is Status.PLAYING
    assert {key for key in keys.values() if key} <= {"join.full", "join.begun"}
    assert set(seated(table)) == {"ana", *(name for name in CROWD if not keys[name])}
    assert all(name == "ana" or sides[name] == n // 8 for n, name in enumerate(seated(table)))


async def test_a_host_who_leaves_a_crowd(store: RedisStore, pressers: Sequence[Presser]) -> None:
    """If the host leaves while others press, the lobby has a host, and nobody is lost."""
    id_ = await opened(store, 16)
    bot = service(store)
    joining = Join(id_, 1), Request(Operation("join"), person("ben"), PLACE)
    await bot.act(*joining)
    crowd = {name: n % 2 for n, name in enumerate(CROWD[:10])}
    leaving = Leave(id_), Request(Operation("leave"), person("ana"), PLACE)
    keys = await press_at_once(pressers, id_, crowd, bot.act(*leaving))
    table = await loaded(store, id_)
    assert set(keys.values()) == {""}
    assert sorted(seated(table)) == sorted([*crowd, "ben"])
    assert table.host.name != "ana"
