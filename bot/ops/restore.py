"""`python -m bot restore`: writes a backup to the store.

The file is read twice: once to check all of it, and once to write it. So a damaged file changes
nothing.
"""

import argparse
import asyncio
import shutil
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import AsyncExitStack, ExitStack, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import IO

from bot.config import Config, WrongSetting
from bot.ops.backup import STANDARD, described
from bot.ops.backup_file import Counts, Reader, Unusable
from bot.ops.heartbeat import LASTS_SECONDS, running
from bot.ops.progress import Progress
from bot.ops.stores import connected
from bot.ops.stores import described as described_store
from bot.store import dump
from bot.store.clock import StoreClock
from bot.store.keyspace import Keyspace
from bot.store.notes import RedisNotes
from bot.table.notes import Notes
from bot.table.ports import Clock, StoreDown


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument(
        "file",
        type=Path,
        metavar="FILE",
        help="a file that `backup` has written; - for the standard input",
    )
    parser.add_argument(
        "--replace",
        action="store_true",
        help="delete the games and settings that the store has, and then restore FILE",
    )
    parser.add_argument(
        "--no-boards",
        action="store_true",
        help="don't post the boards of open games again; for moving to another store",
    )


async def run(settings: Config, arguments: argparse.Namespace) -> int:
    """Check the file, and write it to the store."""
    try:
        with _opened(arguments.file) as file:
            name = "The standard input" if arguments.file == STANDARD else str(arguments.file)
            reader = Reader(file, name)
            header, counts = reader.check()
            made = datetime.fromtimestamp(header.created, UTC)
            print(
                f"{name}: {described(counts)}, saved by Puluc {header.program}"
                f" on {made:%Y-%m-%d %H:%M} UTC."
            )
            print(f"Restoring to {described_store(settings)}.", flush=True)
            async with AsyncExitStack() as stack:
                link, _ = await connected(settings, stack, alone=True)
                space = await stack.enter_async_context(Keyspace.of(link))
                clock = await StoreClock.of(link)
                return await _restore(space, RedisNotes(link), reader, clock, arguments)
    except Unusable as unusable:
        raise WrongSetting(f"{unusable}. Nothing was changed") from None


async def _restore(
    space: Keyspace, notes: Notes, reader: Reader, clock: Clock, arguments: argparse.Namespace
) -> int:
    """Write a file that has been checked, and return the exit status."""
    if await running(notes):
        raise _in_use()
    if held := await dump.held(space):
        if not arguments.replace:
            raise WrongSetting(
                f"the store isn't empty: it has {_described(held)}. To delete them and restore "
                f"{arguments.file} instead, add --replace. Nothing was changed"
            )
        print(f"Deleting {_described(held)} from the store.", flush=True)
    began = time.monotonic()
    try:
        is_first = await dump.begin_restore(space)
        if await running(notes):  # it has started before it could see the mark
            if is_first:
                await dump.end_restore(space)
            raise _in_use()
        if arguments.replace:
            with Progress.of("Deleting") as progress:
                await dump.clear(space, progress.add)
        counts, expired = await _write(space, reader, clock())
        opened = await dump.mend(space, clock, boards=not arguments.no_boards)
        await dump.end_restore(space)
    except (StoreDown, asyncio.CancelledError):
        print(f"puluc: {dump.INCOMPLETE}", file=sys.stderr)
        raise
    print(f"Restored {described(counts)} in {time.monotonic() - began:.1f} s.")
    if expired:
        print(f"Left out {_keys(expired)} that expired after the backup was made.")
    if opened and not arguments.no_boards:
        boards = "board of 1 open game" if opened == 1 else f"boards of {opened:,} open games"
        print(f"The bot will post the {boards} again, because chats may show later ones.")
        print(
            "Throws that were shown after the backup come again; see Backups in docs/operating.md."
        )
    return 0


def _in_use() -> WrongSetting:
    return WrongSetting(
        "a bot is running on this store: stop all its processes, then restore again; one that was "
        f"killed counts as running for {LASTS_SECONDS:.0f} more seconds. Nothing was changed"
    )


async def _write(space: Keyspace, reader: Reader, now: float) -> tuple[Counts, int]:
    """Write the pieces of the backup; return what was written, and how many keys had expired."""
    writer, counts, expired = dump.Writer(space), Counts(), 0
    with Progress.of("Restoring") as progress:
        for piece in reader.pieces():
            if all(0 < value.expires <= 1000 * now for value in piece.values):
                expired += len(piece.values)
                continue
            await writer.add(piece)
            counts = counts.plus(piece)
            progress.add(len(piece.values))
        await writer.flush()
    return counts, expired


@contextmanager
def _opened(path: Path) -> Iterator[IO[bytes]]:
    """Open a file that can be read twice. Raises WrongSetting if it can't be read."""
    with ExitStack() as stack:
        try:
            if path == STANDARD:
                file: IO[bytes] = stack.enter_context(tempfile.TemporaryFile())
                shutil.copyfileobj(sys.stdin.buffer, file)
            else:
                file = stack.enter_context(path.open("rb"))
        except OSError as error:
            raise WrongSetting(
                f"{path} can't be read ({error.strerror}). Nothing was changed"
            ) from error
        yield file


def _described(held: Counter[str]) -> str:
    """Return what a store has, in words."""
    games, others = held["g"], held.total() - held["g"]
    return f"{games:,} {'game' if games == 1 else 'games'} and {_keys(others, 'other ')}"


def _keys(count: int, which: str = "") -> str:
    return f"{count:,} {which}{'key' if count == 1 else 'keys'}"
