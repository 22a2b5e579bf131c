"""The command line, `python -m engine`: check and print records, test and time engines.

`verify` recomputes every throw of a record, and `replay` prints the record. `perft` counts move
sequences and `trace` plays random games, so that you can compare another engine with this one.
`bench` measures how fast this engine plays. `solve` computes the value of every position of a game,
and `odds` prints what such a table says of the moves in a position. `match` has two computer
players play against each other, to measure which is stronger. `review` judges the decisions and the
luck of a recorded game.
"""

import argparse
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from signal import SIG_DFL, SIGPIPE, signal
from typing import Any, Final, NamedTuple, Never, TypeAlias

from engine import commands, solving
from engine.family import Unsolvable
from engine.game import Corrupt
from engine.header import YES_OR_NO, Option
from engine.tables import BadTable
from engine.tags import COMMITMENT
from engine.verify import Unverifiable

Run: TypeAlias = Callable[[argparse.Namespace], int | None]
"""Runs a command; returns its exit status, or None for 0."""

_DESCRIPTION = (
    "Check and print game records (verify, replay), compare another engine with this one"
    " (perft, trace), measure how fast this one plays (bench), compute perfect play (solve, odds),"
    " have computer players play against each other (match), and judge a recorded game (review)."
)


_Argument: TypeAlias = tuple[str, dict[str, Any]]
"""An argument's name, and what argparse is to do with it."""


class _Command(NamedTuple):
    """A command, which takes the options of rulesets unless it is `of_record`."""

    run: Run
    summary: str
    arguments: Sequence[_Argument]
    of_record: bool = False


def _argument(name: str, metavar: str, explained: str, **how: Any) -> _Argument:
    return name, {"metavar": metavar, "help": explained, **how}


def _flag(name: str, explained: str) -> _Argument:
    return name, {"action": "store_true", "help": explained}


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> Never:
        self.exit(2, f"{self.prog}: {message}\n")


def main(arguments: list[str] | None = None) -> None:
    """Run one command; if it fails, print one line to stderr and exit with status 2."""
    root = parser()
    options = root.parse_args(arguments)
    try:
        status = options.run(options)
    except (Corrupt, Unverifiable, Unsolvable, BadTable, OSError) as error:
        root.error(str(error))
    except solving.Interrupted as interrupted:
        print(interrupted)
        sys.exit(commands.INTERRUPTED)
    if status:
        sys.exit(status)


def parser() -> _Parser:
    """Return the parser of the command line."""
    root = _Parser(prog="python -m engine", description=_DESCRIPTION)
    rules = _rules()
    added = root.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for name, command in _COMMANDS.items():
        summary = command.summary
        one = added.add_parser(
            name,
            help=summary,
            description=f"{summary[0].upper()}{summary[1:]}.",
            parents=[] if command.of_record else [rules],
        )
        one.set_defaults(run=command.run)
        for argument, how in command.arguments:
            one.add_argument(argument, **how)
    return root


def _rules() -> _Parser:
    """Return a parser of all options of rulesets, as a parent of those of commands."""
    rules = _Parser(add_help=False)
    for name, options in commands.options_by_name().items():
        help_ = "; ".join(f"{option.summary}: {_choices(option)}" for option in options)
        flag: dict[str, Any] = {}
        if all(option.values.items() >= YES_OR_NO.items() for option in options):
            flag = {"nargs": "?", "const": "yes"}
        rules.add_argument(f"--{name}", metavar="VALUE", help=help_, **flag)
    return rules


def _choices(option: Option) -> str:
    """Return the values of an option for its help text."""
    if option.numbers is None:
        return ", ".join(option.values)
    low, *_, high = option.numbers
    return f"{low} to {high}"


def _commitment(text: str) -> str:
    if not COMMITMENT.fullmatch(text.lower()):
        raise argparse.ArgumentTypeError("a commitment must be 64 hex digits")
    return text.lower()


def _gigabytes(text: str) -> int:
    """Return how many bytes so many gigabytes are."""
    try:
        count = round(float(text) * 1e9)
    except (ValueError, OverflowError):
        count = 0
    if count <= 0:
        raise argparse.ArgumentTypeError(f"must be a positive number, such as 2.5, not {text!r}")
    return count


def _whole(text: str) -> int:
    if not (text.isascii() and text.isdigit()):
        raise argparse.ArgumentTypeError(f"must be a whole number, 0 or more, not {text!r}")
    return int(text)


def _positive(text: str) -> int:
    if not (whole := _whole(text)):
        raise argparse.ArgumentTypeError("must be at least 1")
    return whole


_KEY = "key of the ruleset, such as puluc"
_SOURCE = "file with the record, as text or JSON; - for standard input"
_START = "position to start from, as text or JSON"
_SHOWN = "compare the seed with the hash you were shown before the game, not the record's"
_PLAYER = "computer player, such as random, greedy, easy, medium, hard, or perfect"
_TABLE = "table, or folder of tables (default: PULUC_TABLES, or this folder)"
_ESTIMATED = f"{_TABLE}; without a table, the game is judged by estimates"
_MEASURED = (
    "table, or folder of tables: needed by perfect (default: PULUC_TABLES, or this folder); if"
    " given, what each player's moves lose is measured"
)

_RECORD = _argument("record", "RECORD", _SOURCE)
_RULESET = _argument("ruleset", "RULESET", _KEY)
_POSITION = _argument("--position", "POSITION", _START)

_COMMANDS: Final[Mapping[str, _Command]] = {
    "verify": _Command(
        commands.run_verify,
        "recompute every throw of a record from its seed",
        (_RECORD, _argument("--commitment", "HASH", _SHOWN, type=_commitment)),
        of_record=True,
    ),
    "replay": _Command(
        commands.run_replay,
        "print a record, entry by entry",
        (_RECORD, _flag("--json", "print a JSON line for each entry")),
        of_record=True,
    ),
    "perft": _Command(
        commands.run_perft,
        "count the sequences of moves",
        (
            _RULESET,
            _argument("--depth", "N", "moves in each sequence", type=_whole, required=True),
            _POSITION,
        ),
    ),
    "trace": _Command(
        commands.run_trace,
        "play random games and print every move",
        (
            _RULESET,
            _argument("--seed", "N", "seed of the random numbers", type=int, required=True),
            _argument("--games", "N", "number of games (default: 1)", type=_whole, default=1),
            _POSITION,
            _flag("--text", "print text notation, not JSON"),
        ),
    ),
    "bench": _Command(
        commands.run_bench,
        "measure random play and print a JSON line for each ruleset",
        (
            _argument("rulesets", "RULESET", "keys of the rulesets (default: all)", nargs="*"),
            _argument(
                "--plies",
                "N",
                "plies in each of the five runs (default: 50000)",
                type=_positive,
                default=50_000,
            ),
            _argument(
                "--games",
                "N",
                "games to average statistics over (default: 0, no statistics)",
                type=_whole,
                default=0,
            ),
        ),
    ),
    "solve": _Command(
        commands.run_solve,
        "compute the value of every position",
        (
            _RULESET,
            _argument("--out", "FILE", "file to write", type=Path, required=True),
            _argument(
                "--memory",
                "GB",
                "gigabytes of memory that may be used (default: what is free)",
                type=_gigabytes,
            ),
        ),
    ),
    "odds": _Command(
        commands.run_odds,
        "print every move with the chance to win",
        (_RULESET, _POSITION, _argument("--values", "PATH", _TABLE, type=Path)),
    ),
    "review": _Command(
        commands.run_review,
        "judge the decisions and the luck of a recorded game",
        (
            _RECORD,
            _argument("--values", "PATH", _ESTIMATED, type=Path),
            _flag("--json", "print everything as JSON"),
        ),
        of_record=True,
    ),
    "match": _Command(
        commands.run_match,
        "have two computer players play games",
        (
            _argument("one", "A", _PLAYER),
            _argument("other", "B", "its opponent"),
            _argument("--ruleset", "RULESET", _KEY, required=True),
            _argument(
                "--games",
                "N",
                "number of games (default: 1000)",
                type=_positive,
                default=1000,
            ),
            _argument(
                "--seed", "N", "seed of the random numbers (default: 1)", type=int, default=1
            ),
            _argument(
                "--processes",
                "N",
                "processes that share the games (default: one for each core)",
                type=_positive,
                default=os.cpu_count() or 1,
            ),
            _argument("--values", "PATH", _MEASURED, type=Path),
        ),
    ),
}


if __name__ == "__main__":
    signal(SIGPIPE, SIG_DFL)  # exit quietly when the reader closes the pipe, as in `| head`
    main()
