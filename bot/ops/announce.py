"""`python -m bot announce`: one line below all running games, for example before a maintenance."""

import argparse
import sys
from contextlib import AsyncExitStack
from datetime import UTC, datetime
from typing import Final

from bot.acts.announcing import Announcing
from bot.acts.tables import Tables
from bot.config import Config
from bot.games.catalogue import FAMILIES, games
from bot.ops.stores import connected, described
from bot.store.clock import StoreClock
from bot.store.keyspace import Keyspace
from bot.store.redis import RedisStore
from bot.store.scan import all_tables
from bot.table.ids import TableId
from bot.table.pace import HOUR
from bot.table.people import Place
from bot.table.ports import CorruptRecord
from bot.table.table import Announcement, Status

LONGEST: Final = 200
"""The maximum length of the line, in characters."""

MOST_HOURS: Final = 72


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("text", nargs="?", type=_line, metavar="TEXT", help="the line to show")
    what.add_argument("--end", action="store_true", help="remove the line before its time is over")
    parser.add_argument(
        "--hours", type=_hours, default=1, help="how long to show the line; 1 by default"
    )


async def run(settings: Config, arguments: argparse.Namespace) -> int:
    """Put the line on all running games, or remove it; the bot then edits their boards."""
    print(f"Looking at {described(settings)}.", file=sys.stderr)
    async with AsyncExitStack() as stack:
        link, _ = await connected(settings, stack)
        clock = await StoreClock.of(link)
        announcement, until = None, int(clock() + arguments.hours * HOUR)
        if not arguments.end:
            announcement = Announcement(arguments.text, until)
        store = RedisStore(link, clock)
        announcing = Announcing(Tables(games(FAMILIES), store, clock, _show_later))
        space = await stack.enter_async_context(Keyspace.of(link))
        changed = set[TableId]()
        async for tables in all_tables(space):
            for table in tables:
                if table.status is Status.PLAYING and table.id not in changed:
                    try:
                        done = await announcing.announce(table.id, announcement)
                    except CorruptRecord:
                        continue  # it has been logged
                    changed |= {table.id} if done else set()
    count = f"{len(changed)} running {'game' if len(changed) == 1 else 'games'}"
    if not changed:
        print("No running game needed a change.")
    elif announcement is None:
        print(f"Removed from {count}.")
    else:
        print(f"Set for {count}, until {datetime.fromtimestamp(until, UTC):%Y-%m-%d %H:%M} UTC.")
    return 0


def _line(text: str) -> str:
    """Return a text on one line; raise ArgumentTypeError if it can't be shown."""
    line = " ".join(text.split())
    if not line or not line.isprintable():
        raise argparse.ArgumentTypeError("must be a line of text")
    if len(line) > LONGEST:
        raise argparse.ArgumentTypeError(
            f"must have at most {LONGEST} characters; it has {len(line)}"
        )
    return line


def _hours(text: str) -> float:
    """Return a number of hours; raise ArgumentTypeError if it isn't one."""
    try:
        hours = float(text)
    except ValueError:
        hours = 0
    if not 0 < hours <= MOST_HOURS:
        raise argparse.ArgumentTypeError(f"must be a number above 0, at most {MOST_HOURS}")
    return hours


def _show_later(_table: TableId, _place: Place) -> None:
    """Do nothing: the running bot's sweep shows the board."""
