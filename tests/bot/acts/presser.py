"""A bot process in which people press Join at the same moment.

`python -m tests.bot.acts.presser URL` writes `ready` and then, for each line `TABLE NAME:SIDE...`,
presses for all of them at once, and writes the keys of their refusals, `""` for those who got a
seat.
"""

import asyncio
import json
import sys
import time

import structlog

from bot.acts.gather.join import Join
from bot.acts.service import Service
from bot.core import Core
from bot.games.catalogue import games
from bot.store import link as links
from bot.store.link import Link
from bot.store.redis import RedisStore
from bot.table.agreement import agreement
from bot.table.corn import FairCorn
from bot.table.ids import TableId
from bot.table.people import Actor, Place, Platform, User
from bot.table.ports import Operation, Store
from bot.table.request import Request
from bot.table.turns import Hands
from bot.texts.catalogue import Catalogue
from tests.bot.hands import at_once

PLACE = Place(Platform.WEB, "maize")


def person(name: str) -> Actor:
    return Actor(User(Platform.WEB, name), name)


def service(store: Store) -> Service:
    """Return the service of a process."""
    return Core.of(
        store,
        games(),
        clock=time.time,
        hands=Hands(FairCorn()),
        key=bytes(32),
        work=at_once,
        catalogue=Catalogue(),
    ).service


async def press(bot: Service, table: TableId, name: str, side: int, agreed: str) -> str:
    """Return the key of the refusal, `""` if there is none."""
    join = Join(table, side, 1, agreed)
    reply = await bot.act(join, Request(Operation(f"press-{name}"), person(name), PLACE))
    return reply.texts[0].key if reply.refused else ""


async def press_all(store: Store, table: str, *presses: str) -> dict[str, str]:
    """Let all press at once; return the keys of their refusals."""
    bot = service(store)
    names, sides = zip(*(press.split(":") for press in presses), strict=True)
    lobby = await store.load(TableId(table))
    assert lobby is not None
    agreed = agreement(lobby)
    pressing = (press(bot, lobby.id, n, int(s), agreed) for n, s in zip(names, sides, strict=True))
    return dict(zip(names, await asyncio.gather(*pressing), strict=True))


def say(line: str) -> None:
    """Write a line at once."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


async def main(url: str) -> None:
    link = Link(url)
    store = RedisStore(link)
    await link.redis.ping()
    say("ready")
    while line := await asyncio.to_thread(sys.stdin.readline):
        say(json.dumps(await press_all(store, *line.split())))
    await link.close()


if __name__ == "__main__":
    links.DEADLINE_SECONDS = 30.0  # a store that is slow on a busy machine is not down
    structlog.configure(logger_factory=structlog.PrintLoggerFactory(sys.stderr))
    asyncio.run(main(*sys.argv[1:]))
