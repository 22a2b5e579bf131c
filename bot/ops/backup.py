"""`python -m bot backup`: saves everything in the store in a file. The bot may run meanwhile."""

import argparse
import asyncio
import gzip
import os
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import AsyncExitStack, contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Final, cast

from bot.config import Config, WrongSetting
from bot.ops.backup_file import LONGEST_LINE, Counts, Header, Reader, Unusable, Writer
from bot.ops.progress import Progress
from bot.ops.stores import connected
from bot.ops.stores import described as described_store
from bot.release import RELEASE
from bot.store import dump, vitals
from bot.store.dump import Omitted
from bot.store.folder import NoServer
from bot.store.keyspace import Keyspace
from bot.table.ports import StoreDown

STANDARD: Final = Path("-")
"""The name that stands for the standard output or input."""

_COMPRESSED: Final = ".gz"

_TIME: Final = "%Y-%m-%dT%H%M%SZ"
_TIMES: Final = "????-??-??T??????Z"
"""The time in the name of a file, and the pattern of all such times."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument(
        "file",
        type=Path,
        metavar="FILE",
        help="the file to write; compressed if its name ends in .gz; - for the standard output",
    )
    parser.add_argument(
        "--keep",
        type=_number,
        metavar="N",
        help="FILE is a folder: write a new compressed file in it, named after the time, and "
        "delete all but the N newest",
    )
    parser.add_argument("--force", action="store_true", help="replace FILE if it exists")
    parser.add_argument(
        "--without-open",
        action="store_true",
        help="leave out open games, because their seeds predict their throws",
    )


async def run(settings: Config, arguments: argparse.Namespace) -> int:
    """Save the store in the file, all of it or nothing."""
    began, omitted = time.monotonic(), Omitted()
    header = Header(str(RELEASE), int(time.time()), without_open=arguments.without_open)
    kept = None if arguments.keep is None else Kept(arguments.file, arguments.keep)
    file: Path = arguments.file if kept is None else kept.file(header.created)
    _refuse_existing(file, force=arguments.force)
    print(f"Saving the games of {described_store(settings)}.", file=sys.stderr)
    try:
        async with AsyncExitStack() as stack:
            link, _ = await connected(settings, stack)
            if kept is not None:
                kept.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            before = file if kept is None else kept.newest
            space = await stack.enter_async_context(Keyspace.of(link))
            with _created(file, force=arguments.force) as output:
                counts = await _save(space, output, header, omitted)
                if not counts.keys:
                    raise WrongSetting(
                        f"nothing was saved, because {described_store(settings)} has nothing to "
                        "save; check REDIS_URL and PULUC_DATA"
                    )
                _protect(before, header, counts, settings)
            with suppress(StoreDown):  # one that is full can be saved, too
                await vitals.note_backup(link, regular=kept is not None)
    except NoServer:
        raise
    except OSError as error:
        raise WrongSetting(
            f"nothing was saved, because {file} can't be written ({error.strerror})"
        ) from error
    except (StoreDown, asyncio.CancelledError):
        print("puluc: nothing was saved", file=sys.stderr)
        raise
    _report(file, header, counts, omitted, time.monotonic() - began)
    if kept is not None:
        kept.delete_old()
    return 0


@dataclass(frozen=True, slots=True)
class Kept:
    """The newest backups in a folder, of which `number` are kept."""

    folder: Path
    number: int

    def file(self, created: int) -> Path:
        """Return the file of a backup that is made at a time (Unix seconds)."""
        if self.folder == STANDARD:
            raise WrongSetting("--keep needs a folder instead of -")
        return self.folder / f"puluc-{datetime.fromtimestamp(created, UTC):{_TIME}}.jsonl.gz"

    @property
    def _files(self) -> Sequence[Path]:
        """The files from the oldest to the newest."""
        return sorted(self.folder.glob(f"puluc-{_TIMES}.jsonl.gz"))

    @property
    def newest(self) -> Path | None:
        """The newest file, None if there is none yet."""
        return next(reversed(self._files), None)

    def delete_old(self) -> None:
        """Delete all other files. Raises OSError."""
        for old in self._files[: -self.number]:
            old.unlink()


def _number(text: str) -> int:
    """Return how many files to keep, at least one."""
    if not text.isascii() or not text.isdecimal() or not int(text):
        raise argparse.ArgumentTypeError("must be a number of files, at least 1")
    return int(text)


def _protect(before: Path | None, header: Header, counts: Counts, settings: Config) -> None:
    """Raise WrongSetting if a backup would take the place of one that has far more games.

    That is one with more than twice as many: games are kept for a year after their end.
    """
    if before is None or before == STANDARD or not before.exists():
        return
    try:
        with before.open("rb") as old:
            earlier, old_counts = Reader(old, str(before)).check()
    except (Unusable, OSError):
        return
    old_games, games = old_counts.games, counts.games
    if header.without_open or earlier.without_open:
        old_games, games = old_counts.finished, counts.finished
    if 2 * games < old_games:
        raise WrongSetting(
            f"nothing was saved, because {before} has {old_games:,} games and "
            f"{described_store(settings)} only {games:,}; check REDIS_URL and PULUC_DATA. If that "
            "is right, move the file away first"
        )


async def _save(space: Keyspace, output: IO[bytes], header: Header, omitted: Omitted) -> Counts:
    """Write the backup; return what it has. Raises StoreDown, and OSError."""
    writer = Writer(output, header)
    with Progress.of("Saving") as progress:
        async for some in dump.pieces(space, omitted, without_open=header.without_open):
            for piece in some:
                if not writer.add(piece):
                    omitted.too_large += len(piece.values)
            progress.add(sum(len(piece.values) for piece in some))
    writer.end()
    return writer.counts


def _refuse_existing(file: Path, *, force: bool) -> None:
    if file != STANDARD and file.is_dir():
        raise WrongSetting(f"{file} is a folder; name a file in it")
    if file != STANDARD and not force and file.exists():
        raise WrongSetting(f"{file} exists; choose another name, or replace it with --force")


@contextmanager
def _created(file: Path, *, force: bool) -> Iterator[IO[bytes]]:
    """Create a file that only its owner can read; it gets its name when it is complete.

    Raises OSError, and WrongSetting if another file has got that name meanwhile.
    """
    if file == STANDARD:
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
        return
    number, name = tempfile.mkstemp(prefix=f"{file.name}.", suffix=".new", dir=file.parent)
    new = Path(name)
    try:
        with os.fdopen(number, "wb") as plain:
            if file.name.endswith(_COMPRESSED):
                with gzip.GzipFile("", "wb", fileobj=plain, mtime=0) as packed:
                    yield cast("IO[bytes]", packed)
            else:
                yield plain
            plain.flush()
            os.fsync(plain.fileno())
        _refuse_existing(file, force=force)
        new.replace(file)
    finally:
        new.unlink(missing_ok=True)


def _report(file: Path, header: Header, counts: Counts, omitted: Omitted, seconds: float) -> None:
    """Tell what was saved and what was left out, and what the file must be protected from."""
    out, name = (sys.stderr, "The backup") if file == STANDARD else (sys.stdout, str(file))
    size = "" if file == STANDARD else f", {_size(file.stat().st_size)}"
    print(f"Saved {described(counts)} in {seconds:.1f} s{size}.", file=out)
    if omitted.unknown:
        kinds = ", ".join(f"{count} of {kind}" for kind, count in omitted.unknown.most_common(5))
        print(f"Left out keys that this release doesn't know: {kinds}.", file=out)
    if omitted.unreadable:
        print(f"Left out {omitted.unreadable} games that this release can't read.", file=out)
    if omitted.too_large:
        print(
            f"Left out {omitted.too_large} keys that are too large: more than"
            f" {LONGEST_LINE // 2**20} MiB, or a million values.",
            file=out,
        )
    if header.without_open:
        print("Open games were left out.", file=out)
    elif counts.open + counts.unreadable:
        print(
            f"{name} holds the seeds of open games: anyone who reads it can predict their throws.",
            file=out,
        )
    print(
        f"{name} holds players' names and settings, and the keys that sign cookies. Keep it where"
        " only you can read it.",
        file=out,
    )


def _size(number: int) -> str:
    """Return a number of bytes in words."""
    return f"{number / 10**6:,.1f} MB" if number >= 10**6 else f"{number / 1000:,.1f} KB"


def described(counts: Counts) -> str:
    """Return what a backup has, in words."""
    games = "1 game" if counts.games == 1 else f"{counts.games:,} games"
    keys = "1 key" if counts.keys == 1 else f"{counts.keys:,} keys"
    unreadable = f", {counts.unreadable:,} unreadable" if counts.unreadable else ""
    return f"{games} ({counts.open:,} open{unreadable}) in {keys}"
