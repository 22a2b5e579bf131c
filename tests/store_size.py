"""How much of the store a game takes, open and finished, and how many fit into a small plan.

    .venv/bin/python -m tests.store_size --games 200 parchis seats=2

Plays random games on a server of its own, each in a channel and between people of its own, and
prints the server's memory per game in the middle of it and after its end.
"""

import argparse
import asyncio
import tempfile
from pathlib import Path
from random import Random

from bot.games.catalogue import games
from bot.store.embedded import EmbeddedServer
from bot.store.link import Link
from bot.store.redis import RedisStore
from bot.table import steps
from bot.table.corn import FairCorn
from bot.table.ids import TableId
from bot.table.people import Place, Platform, User
from bot.table.ports import Operation, Shown
from bot.table.seats import Kept, Person
from bot.table.step import Step
from bot.table.table import Status, Table
from bot.table.turns import Hands
from engine import Choose

PLAN = 25 * 2**20
"""A small plan, in bytes."""

PULUC = "puluc road=11 warriors=5 table=kernels casts=one"

HALFWAY = 20
"""How many moves an open game has."""

MOST_MOVES = 2_000

GAMES = games()
HANDS = Hands(FairCorn())


def main() -> None:
    """Play the games and print the result."""
    parser = argparse.ArgumentParser(description="Measure how much of the store a game takes.")
    parser.add_argument("header", nargs="*", default=[PULUC], help="the game")
    parser.add_argument("--games", type=int, default=200)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        server = EmbeddedServer.start(Path(folder))
        try:
            asyncio.run(_measure(server.url, " ".join(asked.header), asked.games))
        finally:
            server.release()


async def _measure(url: str, header: str, number: int) -> None:
    link = Link(url)
    store, chance = RedisStore(link), Random(1)
    empty = await _used(link)
    tables = [await begin(store, offer(header, each)) for each in range(number)]
    tables = [await play(store, table, chance, HALFWAY) for table in tables]
    _report("open", await _used(link) - empty, number, empty)
    for table in tables:
        await store.unindex(await play(store, table, chance, MOST_MOVES))
    _report("finished", await _used(link) - empty, number, empty)
    await link.close()


async def _used(link: Link) -> int:
    return int((await link.redis.info("memory"))["used_memory"])


def _report(what: str, used: int, number: int, empty: int) -> None:
    each = used / number
    print(f"{what}: {each:.0f} bytes a game; a plan of 25 MB holds {(PLAN - empty) / each:.0f}")


def offer(header: str, number: int) -> Table:
    """Return a challenge in a channel of its own, between two people of its own."""
    host, guest = (User(Platform.TELEGRAM, f"{1_000_000_000 + 2 * number + n}") for n in (0, 1))
    return Table(
        id=TableId(f"t{number:09}"),
        code=f"a-watch-code-{number:09}",
        revision=1,
        status=Status.OFFERED,
        header=header,
        seed=Random(number).randbytes(32),
        place=Place(Platform.TELEGRAM, f"-100{1_000_000_000 + number}"),
        seats=(Person(host, "Ana Maria", "maize"), Kept(guest, "Benjamin")),
        created=1_700_000_000,
        touched=1_700_000_000,
    )


async def begin(store: RedisStore, table: Table) -> Table:
    """Store a challenge and accept it."""
    await store.index(table)
    await store.create(table, Operation(f"post-{table.id}"))
    held = table.seats[1]
    assert isinstance(held, Kept)
    guest = Person(held.user, held.name)
    game = GAMES.game(table.header)
    return await _commit(store, steps.sit(table, game, 1, guest, HANDS, table.touched + 60))


async def play(store: RedisStore, table: Table, chance: Random, moves: int) -> Table:
    """Play random moves, as many as asked or to the end of the game."""
    game = GAMES.game(table.header)
    for _ in range(moves):
        if table.status is Status.OVER:
            break
        position = GAMES.position(table)
        phase = game.phase(position)
        assert isinstance(phase, Choose)
        move = game.write_move(chance.choice(phase.moves))
        step = steps.play(table, game, position, phase.seat, move, HANDS, table.touched + 60)
        table = await _commit(store, step)
    return table


async def _commit(store: RedisStore, step: Step) -> Table:
    table, operation = step.table, Operation(f"press-{step.table.id}-{step.table.revision}")
    await store.commit(table, step.entries, operation, [table.place], step.dues)
    await store.mark_shown(
        table.id, table.place, Shown(table.revision, str(table.revision), posted=table.touched)
    )
    return table


if __name__ == "__main__":
    main()
