"""`python -m bot tables`: makes, lists and checks tables of exact values, for perfect play.

A table is a file for one game, ruleset and options, in the folder PULUC_TABLES. The bot may run
meanwhile. No store is needed.
"""

import argparse
import asyncio
import fcntl
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from threading import Event
from typing import Final

import engine
from bot.commands.command import BadCommand
from bot.config import Config, WrongSetting
from bot.games.catalogue import games
from bot.inbound.typed import parse_game
from bot.ops.table_files import table_files, unfinished
from bot.table.request import Refusal
from bot.texts.catalogue import catalogue
from engine import solving
from engine.family import Family, Solver, Unsolvable
from engine.game import Corrupt
from engine.games import AnyGame, family_of
from engine.header import key_of
from engine.progress import Line
from engine.tables import BadTable, Table, file_name

_PROGRAM: Final = Path(engine.__file__).parent

_NUMBA_CACHE: Final = "NUMBA_CACHE_DIR"
"""The variable that tells Numba where to keep compiled code."""

_NO_NUMBA: Final = (
    "solving needs Numba, which isn't installed; install it with make solver, or without make: "
    "python -m pip install --require-hashes -r requirements-solver.txt"
)

_WHICH: Final = "say which game to solve, for example: python -m bot tables build puluc road=9"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)

    def action(name: str, does: str) -> argparse.ArgumentParser:
        return actions.add_parser(name, help=does, description=does)

    build = action("build", "Solve a game and write its table; goes on where it was interrupted.")
    build.add_argument("ruleset", nargs="?", metavar="RULESET", help="a ruleset, such as puluc")
    build.add_argument(
        "options",
        nargs="*",
        metavar="OPTION",
        help="an option as in chat, such as road=9; by default those of the ruleset",
    )
    action("list", "List the tables.")
    action("check", "Read all tables and compare their checksums.")


async def run(settings: Config, arguments: argparse.Namespace) -> int:
    """Do what is asked. Return 1 if a check finds a damaged table, else 0."""
    folder = settings.tables_folder
    if arguments.action == "build":
        if arguments.ruleset is None:
            raise WrongSetting(_WHICH)
        await _build(folder, header_of(arguments.ruleset, arguments.options))
        return 0
    try:
        return _list(folder) if arguments.action == "list" else await _check(folder)
    except OSError as error:
        raise _unusable(folder, error) from error


def header_of(ruleset: str, options: Sequence[str]) -> str:
    """Return the header of a game with options typed as in chat. Raises WrongSetting."""
    for word in options:
        if "=" not in word:
            raise WrongSetting(f'"{word}" isn\'t an option; write options like road=9')
    known = games()
    try:
        # the command about rules has the options of a game, and no others
        return known.header(parse_game(" ".join([ruleset, *options]), known, "rules"))
    except (BadCommand, Refusal) as wrong:
        raise WrongSetting(catalogue(known.texts).voice("en")(wrong.text)) from None


async def _build(folder: Path, header: str) -> None:
    """Solve a game in a thread. If this is cancelled, wait until the work is saved."""
    stop = Event()
    with Line.on() as line:
        working = asyncio.create_task(asyncio.to_thread(_solve, folder, header, line, stop))
        while not working.done():
            try:
                await asyncio.wait([working])
            except asyncio.CancelledError:
                if not stop.is_set():
                    line.clear()
                    print(solving.STOPPING, file=sys.stderr)
                stop.set()
    try:
        print(working.result())
    except solving.Interrupted as interrupted:
        print(f"puluc: {interrupted}", file=sys.stderr)
        raise asyncio.CancelledError from None


def _solve(folder: Path, header: str, line: Line, stop: Event) -> str:
    """Solve a game, write its table and return what was done.

    Raises WrongSetting if that can't be done, and Interrupted once `stop` is set.
    """
    out = folder / file_name(header)
    family = family_of(key_of(header))
    game = family.open(header)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        _let_numba_cache(folder)
        solver = _solver(family, game)
        with _alone(folder):
            print(f"{header} has {solver.size:,} positions.", file=sys.stderr, flush=True)
            memory = solving.available_memory()
            solved = solving.build(solver, out, memory=memory, line=line, stop=stop.is_set)
        table = Table(out)
    except (Unsolvable, Corrupt, BadTable) as error:
        raise WrongSetting(str(error)) from error
    except OSError as error:
        raise _unusable(folder, error) from error
    odds = table.probe(game.begin(0))
    return f"{solving.summary(solved, out)}\nThe side that begins wins {odds:.2%} of games."


def _solver(family: Family, game: AnyGame) -> Solver:
    """Return the solver of a game; raise Unsolvable if there is none, or if Numba is missing."""
    try:
        return family.solver(game)
    except Unsolvable as unsolvable:
        if isinstance(unsolvable.__cause__, ModuleNotFoundError):
            raise Unsolvable(_NO_NUMBA) from unsolvable
        raise


def _let_numba_cache(folder: Path) -> None:
    """Let Numba keep compiled code among the tables if it can't do so next to the program.

    Otherwise, it refuses to work for a user who has no home and can't write to the program.
    """
    if not os.access(_PROGRAM, os.W_OK):
        os.environ.setdefault(_NUMBA_CACHE, str(folder / "compiled"))


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Keep other processes from making tables in the folder. Raises Unsolvable if one does."""
    lock = os.open(folder, os.O_RDONLY)
    try:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise Unsolvable(
                f"another process is making a table in {folder}; wait until it has finished"
            ) from None
        yield
    finally:
        os.close(lock)


def _list(folder: Path) -> int:
    """Print what is in the folder."""
    files, parts = table_files(folder), unfinished(folder)
    for each in files:
        if each.table is not None:
            size = each.path.stat().st_size / 1e6
            print(f"{each.table.header}: {len(each.table):,} positions, {size:,.1f} MB")
        if each.problem:
            print(each.problem)
    for part in parts:
        print(f"{part} is unfinished; build its table again to go on, or delete it")
    if not files and not parts:
        print(f"There are no tables in {folder}. Make one: python -m bot tables build puluc")
    return 0


async def _check(folder: Path) -> int:
    """Read every table; return 1 if one can't be used, else 0."""
    files, status = table_files(folder), 0
    for each in files:
        problem = each.problem or await asyncio.to_thread(partial(_damage, each.table))
        print(problem or f"{each.path}: all values are as they were written")
        status |= bool(problem)
    if not files:
        print(f"There are no tables in {folder}.")
    return status


def _damage(table: Table | None) -> str:
    """Return what is wrong with a table's values, if anything."""
    if table is not None:
        try:
            table.verify()
        except BadTable as bad:
            return str(bad)
    return ""


def _unusable(folder: Path, error: OSError) -> WrongSetting:
    return WrongSetting(
        f"tables can't be kept in {folder} ({error.strerror}); set PULUC_TABLES to a folder of "
        "your own"
    )
