"""How long a backup and a restore take, and how much room and memory they need.

    .venv/bin/python -m tests.backup_size --open 2000 --finished 8000

Plays a few random games on a server of its own, copies them under other names, and runs both tools
with files that are compressed and that aren't.
"""

import argparse
import asyncio
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import replace
from itertools import cycle, islice
from pathlib import Path
from random import Random
from typing import Any, Final

from bot.store import codec, json_values, keys
from bot.store.embedded import EmbeddedServer
from bot.store.link import Link
from bot.store.redis import RedisStore
from bot.table.ports import Shown
from bot.table.seats import Kept, Person
from bot.table.table import Status, Table
from bot.table.upkeep import upkeep
from tests.store_size import HALFWAY, MOST_MOVES, PULUC, begin, offer, play

PLAYED: Final = 100
"""How many games of each kind are played; the others are copies."""

AT_ONCE: Final = 500


def main() -> None:
    """Make the games, run the tools and print the result."""
    parser = argparse.ArgumentParser(description="Measure backups.")
    parser.add_argument("--open", type=int, default=2_000)
    parser.add_argument("--finished", type=int, default=8_000)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        urls = []
        for name in ("first", "second"):
            server = EmbeddedServer.start(Path(folder, name))
            stack.callback(server.release)
            urls.append(server.url)
        asyncio.run(_fill(urls[0], asked.open, asked.finished))
        for name in ("backup.jsonl", "backup.jsonl.gz"):
            file = Path(folder, name)
            _report(f"backup {name}", _run(urls[0], "backup", str(file)))
            print(f"  {file.stat().st_size / 10**6:.1f} MB")
            _report(f"restore {name}", _run(urls[1], "restore", "--replace", str(file)))


def _run(url: str, *arguments: str) -> tuple[float, int]:
    """Run a tool; return how many seconds it took, and its peak memory in bytes."""
    began = time.monotonic()
    tool = subprocess.Popen(
        [sys.executable, "-m", "bot", *arguments],
        env={**os.environ, "REDIS_URL": url},
        stdout=subprocess.DEVNULL,
    )
    _, status, usage = os.wait4(tool.pid, 0)
    tool.returncode = os.waitstatus_to_exitcode(status)
    assert tool.returncode == 0
    return time.monotonic() - began, usage.ru_maxrss * 1024


def _report(what: str, measured: tuple[float, int]) -> None:
    seconds, memory = measured
    print(f"{what}: {seconds:.1f} s, {memory / 10**6:.0f} MB of memory at most")


async def _fill(url: str, opened: int, finished: int) -> None:
    """Store this many games."""
    link, chance = Link(url), Random(1)
    store = RedisStore(link)
    for count, moves in ((opened, HALFWAY), (finished, MOST_MOVES)):
        games = [
            await play(store, await begin(store, offer(PULUC, number)), chance, moves)
            for number in range(PLAYED)
        ]
        records = [await store.record(table.id) for table in games]
        copies = zip(range(count), cycle(zip(games, records, strict=True)), strict=False)
        while some := [*islice(copies, AT_ONCE)]:

            def fill(pipeline: Any, some: Sequence[Any] = some, opened: int = opened) -> None:
                for number, (table, record) in some:
                    offset = number if table.status is not Status.OVER else opened + number
                    keep(pipeline, _renamed(table, offset), record)

            await link.batch(fill)
    await link.close()


def _renamed(table: Table, number: int) -> Table:
    """Return a copy of a table with a name, a place and people of its own."""
    other = offer(table.header, number)
    seats = tuple(
        replace(seat, user=another.user)
        for seat, another in zip(table.seats, other.seats, strict=True)
        if isinstance(seat, Person) and isinstance(another, Person | Kept)
    )
    return replace(table, id=other.id, code=other.code, place=other.place, seats=seats)


def keep(pipeline: Any, table: Table, record: Sequence[str]) -> None:
    """Store a table as the bot does."""
    shown = Shown(table.revision, "7", posted=table.touched, at=table.touched)
    fields = {"v": table.revision, "s": codec.write(table), "o": f"press-{table.id}"}
    fields |= {f"shown:{table.place}": json_values.write_shown(shown)}
    pipeline.hset(keys.table(table.id), mapping=fields)
    pipeline.delete(keys.record(table.id))
    pipeline.rpush(keys.record(table.id), *record)
    pipeline.set(keys.code(table.code), table.id, ex=keys.YEAR)
    for past in keys.past_indexes(table):
        pipeline.zadd(past, {table.id: table.touched})
        pipeline.expire(past, keys.YEAR)
    if table.status is Status.OVER:
        return
    falling = keys.falling(table.id, upkeep(table).what)
    pipeline.zadd(keys.due(table.id), {falling: table.touched + keys.DAY})
    for index in keys.indexes(table):
        pipeline.zadd(index, {table.id: table.created})
        pipeline.expire(index, keys.YEAR)


if __name__ == "__main__":
    main()
