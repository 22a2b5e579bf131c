"""How many guesses of a secret give a seat: none of a million.

    .venv/bin/python -m tests.scale.guesses
    .venv/bin/python -m tests.scale.guesses --guesses 10000 --requests 100

A game waits for 15 players. Random secrets of the right form are looked up as those of its seats.
Some more are sent to a public site over HTTP, as by the page: each from an address of its own, as
if there were no limit for an address, and then a tenth as many from one. The exit status is 1 if
anybody got a seat, or if the valid secret, which is tried last, gives none.

- seats: how many guesses gave one
- refused: requests that were told that the link isn't valid any more
- limited: requests that were told to wait, for an address or for all, some of them late
"""

import argparse
import asyncio
import base64
import sys
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from ipaddress import IPv4Address
from itertools import islice
from random import Random
from typing import Final

import structlog
from aiohttp import ClientSession, CookieJar

from bot.acts.gather.join import Join
from bot.acts.gather.open import Open
from bot.config import WebMode
from bot.table.agreement import agreement
from bot.table.ids import TableId
from bot.table.invites import SECRET_BYTES, Invites
from bot.table.people import Actor, Place, Platform, User
from bot.table.ports import Operation
from bot.table.request import Request
from bot.table.table import Table
from tests.bot.on_web.conftest import House
from tests.bot.options import options
from tests.scale.figures import sheet

HOST: Final = "puluc.example"
GROUP: Final = Place(Platform.TELEGRAM, "-100")
CARA: Final = Actor(User(Platform.TELEGRAM, "7"), "Cara")
FIRST: Final = IPv4Address("10.0.0.0")

HEADINGS: Final = ("way", "guesses", "seats", "refused", "limited", "seconds")


def guesses(chance: Random) -> Iterator[str]:
    """Yield random secrets that look like valid ones."""
    while True:
        yield base64.b32encode(chance.randbytes(SECRET_BYTES)).decode().lower()


@dataclass
class Site:
    """A public site, with a game that waits for players, and somebody who wants to play."""

    house: House
    session: ClientSession
    table: TableId
    persona: str = ""
    answers: Counter[int] = field(default_factory=Counter)
    """How many requests had each status."""

    async def stored(self) -> Table:
        """Return the game."""
        table = await self.house.store.load(self.table)
        assert table is not None
        return table

    async def sit(self, secret: str, address: str) -> None:
        """Send a secret as the page does, from an address."""
        table = await self.stored()
        join = Join(table.id, 1, table.revision, agreement(table))
        body = {"persona": self.persona, "secret": secret, "code": join.code}
        body["operation"] = f"guess-{self.answers.total():08}"
        headers = {"X-Forwarded-For": address}
        async with self.session.post(f"/g/{table.code}/seat", json=body, headers=headers) as told:
            self.answers[told.status] += 1


@asynccontextmanager
async def site() -> AsyncIterator[Site]:
    """Serve a public site in memory."""
    house = House()
    async with (
        house.serving(WebMode.PLAY, proxied=True, url=f"http://{HOST}") as address,
        ClientSession(
            address, cookie_jar=CookieJar(unsafe=True), headers={"Host": HOST}
        ) as session,
    ):
        service, asked = house.cores[0].service, Operation("open")
        await service.act(Open(options("aj-sayil", seats=16)), Request(asked, CARA, GROUP))
        found = Site(house, session, service.table_id(asked))
        async with session.post("/api/me", json={"name": "Eve"}) as told:
            found.persona = (await told.json())["id"]
        yield found


async def send(
    secrets: Iterator[str], number: int, address: Callable[[int], str]
) -> tuple[Counter[int], int]:
    """Send guesses; return the statuses of the answers, and how many seats they gave."""
    async with site() as found:
        before = (await found.stored()).free_seats
        for at in range(number):
            await found.sit(next(secrets), address(at))
        return found.answers, before - (await found.stored()).free_seats


async def valid() -> int:
    """Return how many seats a valid secret gives over HTTP, and as a guess of it."""
    async with site() as found:
        table = await found.stored()
        secret = (keys := Invites(bytes(32))).seats(table)[0]
        await found.sit(secret, str(FIRST))
        taken = table.free_seats - (await found.stored()).free_seats
        return min(taken, int(keys.seat(table, secret) is not None))


async def looked_up(secrets: Iterator[str], number: int) -> int:
    """Return how many guesses are the secret of a seat."""
    async with site() as found:
        table = await found.stored()
    keys = Invites(bytes(32))
    return sum(keys.seat(table, guess) is not None for guess in islice(secrets, number))


async def main() -> int:
    """Guess, and print what came of it; return the exit status."""
    parser = argparse.ArgumentParser(description="Guess the secrets of seats.")
    parser.add_argument("--guesses", type=int, default=1_000_000, help="looked up (1,000,000)")
    parser.add_argument("--requests", type=int, default=10_000, help="sent over HTTP (10,000)")
    parser.add_argument("--seed", type=int, default=None, help="random seed")
    asked = parser.parse_args()
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger("error"))
    seed = time.time_ns() % 2**32 if asked.seed is None else asked.seed
    print(f"seed {seed}", flush=True)
    secrets, rows = guesses(Random(seed)), list[tuple[object, ...]]()
    began = time.monotonic()
    given = await looked_up(secrets, asked.guesses)
    rows.append(("looked up", asked.guesses, given, "", "", time.monotonic() - began))
    ways: dict[str, tuple[int, Callable[[int], str]]] = {
        "HTTP, many addresses": (asked.requests, lambda at: str(FIRST + at)),
        "HTTP, one address": (asked.requests // 10, lambda _: str(FIRST)),
    }
    for name, (number, address) in ways.items():
        began = time.monotonic()
        answers, seats = await send(secrets, number, address)
        given += seats
        limited, seconds = answers[429] + answers[503], time.monotonic() - began
        rows.append((name, number, seats, answers[403], limited, seconds))
    print(sheet(HEADINGS, rows))
    return 0 if not given and await valid() else 1


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
