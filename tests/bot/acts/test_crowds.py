"""Crowds that press Join at the same moment, in two processes that share a real server."""

import asyncio
import json
import sys
from asyncio.subprocess import PIPE, Process
from collections import Counter
from collections.abc import Coroutine, Mapping
from pathlib import Path

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
from tests.bot.acts.presser import PLACE, person, service
from tests.bot.options import options

ROOT = Path(__file__).parents[3]
CROWD = [f"p{n}" for n in range(20)]


async def start(url: str, table: TableId, presses: Mapping[str, int]) -> Process:
    """Start a process that is ready to press for these people, each on their side."""
    presser = await asyncio.create_subprocess_exec(
        sys.executable,
        *("-m", "tests.bot.acts.presser", url, table),
        *(f"{name}:{side}" for name, side in presses.items()),
        stdin=PIPE,
        stdout=PIPE,
        cwd=ROOT,
    )
    assert presser.stdout is not None
    assert await presser.stdout.readline() == b"ready\n"
    return presser


async def press_at_once(
    url: str, table: TableId, sides: Mapping[str, int], *others: Coroutine[object, object, Reply]
) -> dict[str, str]:
    """Let everyone press in one of two processes while `others` act in this one.

    Returns the keys of the refusals.
    """
    people = list(sides.items())
    pressers = [await start(url, table, dict(people[n::2])) for n in range(2)]
    acting = asyncio.gather(*others)
    outputs = await asyncio.gather(*(each.communicate(b"go\n") for each in pressers))
    assert not any(reply.refused for reply in await acting)
    assert [each.returncode for each in pressers] == [0, 0]
    return {name: key for output, _ in outputs for name, key in json.loads(output).items()}


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


async def test_twenty_for_five_seats(store: RedisStore, valkey: EmbeddedServer) -> None:
    """Of twenty who press for five seats, five get one, and the others are told why not."""
    id_ = await opened(store, 6)
    sides = {name: n // 2 % 2 for n, name in enumerate(CROWD)}
    keys = await press_at_once(valkey.url, id_, sides)
    table = await loaded(store, id_)
    assert table.status is Status.PLAYING
    assert len(seated(table)) == len(set(seated(table))) == 6
    assert set(seated(table)) == {"ana", *(name for name in CROWD if not keys[name])}
    assert {key for key in keys.values() if key} <= {"join.full", "join.begun"}
    for number, name in enumerate(seated(table)):
        assert name == "ana" or sides[name] == number // 3


async def test_twenty_for_one_side(store: RedisStore, valkey: EmbeddedServer) -> None:
    """If all press for the same side, it fills up, and the refusals name it; the game waits."""
    id_ = await opened(store, 6)
    keys = await press_at_once(valkey.url, id_, dict.fromkeys(CROWD, 1))
    table = await loaded(store, id_)
    assert Counter(keys.values()) == {"": 3, "join.full": 17}
    assert table.status is Status.OFFERED
    assert [isinstance(seat, Person) for seat in table.seats] == [True] + [False] * 2 + [True] * 3
    assert set(seated(table)) == {"ana", *(name for name in CROWD if not keys[name])}


async def test_twenty_for_sixteen_seats(store: RedisStore, valkey: EmbeddedServer) -> None:
    """Of twenty who press for fifteen seats on two sides, fifteen get one on their side."""
    id_ = await opened(store, 16)
    sides = {name: n // 2 % 2 for n, name in enumerate(CROWD)}
    keys = await press_at_once(valkey.url, id_, sides)
    table = await loaded(store, id_)
    assert Counter(keys.values())[""] == 15
    assert table.status is Status.PLAYING
    assert {key for key in keys.values() if key} <= {"join.full", "join.begun"}
    assert set(seated(table)) == {"ana", *(name for name in CROWD if not keys[name])}
    assert all(name == "ana" or sides[name] == n // 8 for n, name in enumerate(seated(table)))


async def test_a_host_who_leaves_a_crowd(store: RedisStore, valkey: EmbeddedServer) -> None:
    """If the host leaves while others press, the lobby has a host, and nobody is lost."""
    id_ = await opened(store, 16)
    bot = service(store)
    joining = Join(id_, 1), Request(Operation("join"), person("ben"), PLACE)
    await bot.act(*joining)
    crowd = {name: n % 2 for n, name in enumerate(CROWD[:10])}
    leaving = Leave(id_), Request(Operation("leave"), person("ana"), PLACE)
    keys = await press_at_once(valkey.url, id_, crowd, bot.act(*leaving))
    table = await loaded(store, id_)
    assert set(keys.values()) == {""}
    assert sorted(seated(table)) == sorted([*crowd, "ben"])
    assert table.host.name != "ana"
