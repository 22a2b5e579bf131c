"""The command line, `python -m engine`: check and print records, test and time engines.

`verify` recomputes every throw of a record, and `replay` prints the record. `perft` counts move
sequences and `trace` plays random games, so that you can compare another engine with this one.
`bench` measures how fast this engine plays. `solve` computes the value of every position of a game,
and `odds` prints what such a table says of the moves in a position. `match` has two computer
players play against each other, to measure which is stronger. `review` judges the decisions and the
luck of a recorded game.
"""

import argparse
import json
import os
import sys
from collections.abc import Callable
from dataclasses import asdict, replace
from functools import partial
from pathlib import Path
from random import Random
from signal import SIG_DFL, SIGINT, SIGPIPE, SIGTERM, signal
from statistics import median
from typing import Any, Final, Never, TypeAlias

from engine import match, odds, review_text, solving
from engine.bench import Timed, figures, plies_per_second
from engine.family import Unsolvable
from engine.game import Corrupt
from engine.games import FAMILIES, AnyGame, family_of, open_game
from engine.header import YES_OR_NO, Option, key_of
from engine.perft import perft
from engine.players.registry import NEED_TABLE, judge
from engine.progress import Line
from engine.record import Record
from engine.record_json import read_record_data
from engine.review import review
from engine.tables import BadTable, Table, Tables, file_name
from engine.tags import COMMITMENT
from engine.trace import text_trace, trace
from engine.transcript import steps, transcript
from engine.verify import Unverifiable, verify

Run: TypeAlias = Callable[[argparse.Namespace], int | None]
"""Runs a command; returns its exit status, or None for 0."""

_DESCRIPTION = (
    "Check and print game records (verify, replay), compare another engine with this one"
    " (perft, trace), measure how fast this one plays (bench), compute perfect play (solve, odds),"
    " have computer players play against each other (match), and judge a recorded game (review)."
)


INTERRUPTED: Final = 130
"""The exit status after Ctrl-C."""


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> Never:
        self.exit(2, f"{self.prog}: {message}\n")


def main(arguments: list[str] | None = None) -> None:
    """Run one command; if it fails, print one line to stderr and exit with status 2."""
    commands = parser()
    options = commands.parse_args(arguments)
    try:
        status = options.run(options)
    except (Corrupt, Unverifiable, Unsolvable, BadTable, OSError) as error:
        commands.error(str(error))
    except solving.Interrupted as interrupted:
        print(interrupted)
        sys.exit(INTERRUPTED)
    if status:
        sys.exit(status)


def _perft(options: argparse.Namespace) -> None:
    game = family_of(options.ruleset).game_with(options.ruleset, _chosen(options))
    print(perft(game, _position(game, options.position), options.depth))


def _trace(options: argparse.Namespace) -> None:
    family = family_of(options.ruleset)
    game = family.game_with(options.ruleset, _chosen(options))
    chance = Random(options.seed)  # noqa: S311 - a trace must be reproducible
    start = None if options.position is None else _position(game, options.position)
    for _ in range(options.games):
        if options.text:
            print(*text_trace(game, chance, start), sep="\n")
        else:
            for line in trace(family, game, chance, start):
                _print_data(line)


def _bench(options: argparse.Namespace) -> None:
    for key in options.rulesets or FAMILIES:
        game = family_of(key).game_with(key, _chosen(options))
        print(json.dumps(measure(game, options.plies, options.games)), flush=True)


def _replay(options: argparse.Namespace) -> None:
    record = _record(options.record)
    game = open_game(record.header)
    if options.json:
        family = family_of(key_of(record.header))
        for step in steps(game, record, partial(family.position_data, game)):
            _print_data(step)
    else:
        for line in transcript(game, record):
            print(line)


def _verify(options: argparse.Namespace) -> int:
    """Check a record and print the findings; return 1 if the commitment or a throw is wrong.

    Raises Unverifiable if the seed is missing, Corrupt if an entry cannot be played.
    """
    record = _record(options.record)
    if options.commitment is not None and record.tags.binding is not None:
        binding = replace(record.tags.binding, commitment=options.commitment)
        record = replace(record, tags=replace(record.tags, binding=binding))
    verdict = verify(record)
    if verdict.bound:
        print(f"The seed's hash is the commitment: {verdict.commitment}")
    else:
        print(f"The seed's hash is not the commitment: {verdict.commitment}")
    for throw in verdict.wrong:
        print(f"Throw {throw.n} doesn't agree: recorded {throw.recorded}, drawn {throw.drawn}")
    count = len(verdict.throws)
    if not verdict.bound or verdict.wrong:
        return 1
    if verdict.unplayable:
        raise Corrupt(verdict.unplayable)
    print(f"All {count} throws agree" if count else "There are no throws to check")
    return 0


def _solve(options: argparse.Namespace) -> None:
    """Solve a game and write its table; Ctrl-C and SIGTERM save the work, to go on later."""
    family = family_of(options.ruleset)
    game = family.game_with(options.ruleset, _chosen(options))
    stopped: list[int] = []
    with Line.on() as line:

        def stop(number: int, _: object) -> None:
            if not stopped:
                line.clear()
                print(solving.STOPPING, file=sys.stderr, flush=True)
            stopped.append(number)

        for number in (SIGINT, SIGTERM):
            signal(number, stop)
        solved = solving.build(
            family.solver(game),
            options.out,
            memory=options.memory or solving.available_memory(),
            line=line,
            stop=lambda: bool(stopped),
        )
    print(solving.summary(solved, options.out))
    table = Table(options.out)
    print(f"The side that begins wins {table.probe(game.begin(0)):.4%} of games")


def _odds(options: argparse.Namespace) -> None:
    game = family_of(options.ruleset).game_with(options.ruleset, _chosen(options))
    table = _table(options.values, game)
    for line in odds.lines(table, _position(game, options.position)):
        print(line)


def _review(options: argparse.Namespace) -> None:
    """Review a recorded game: by its table if there is one, otherwise by its family's judge."""
    record = _record(options.record)
    game = open_game(record.header)
    if options.values is None:
        table = Tables(_usual_folder()).find(game.header)
    else:
        table = _table(options.values, game)
    with Line.on() as line:
        reviewed = review(
            game,
            record.entries,
            judge(game, table),
            record.tags.places,
            lambda share: line.show_share("Reviewing", share),
        )
    if options.json:
        _print_data(review_text.data(game, reviewed))
    else:
        for text in review_text.lines(game, record, reviewed):
            print(text)


def _table(values: Path | None, game: AnyGame) -> Table:
    """Return the table of a game, from a file or a folder; raise Corrupt if it isn't there."""
    if values is not None and not values.exists():
        raise Corrupt(f"there is no file or folder {values}")
    if values is not None and values.is_file():
        table = Table(values)
        if table.header != game.header:
            raise Corrupt(f"{values} is the table of another game: {table.header}")
        return table
    folder = values or _usual_folder()
    found = Tables(folder).find(game.header)
    if found is None:
        key, *words = game.header.split()
        family_of(key).ranking(game)  # there is no table of a game that can't be solved
        flags = " ".join(f"--{word.replace('=', ' ')}" for word in words)
        place = "this folder" if folder == Path() else folder
        raise Corrupt(
            f"{place} has no table of this game; make it with:"
            f" python -m engine solve {key} {flags} --out {folder / file_name(game.header)}"
        )
    return found


def _usual_folder() -> Path:
    """Return the folder in which tables are looked for if no path is given."""
    return Path(os.environ.get("PULUC_TABLES") or ".")


def _match(options: argparse.Namespace) -> int | None:
    """Play a match and print its result; after Ctrl-C, that of the games played so far."""
    game = family_of(options.ruleset).game_with(options.ruleset, _chosen(options))
    players, path = (options.one, options.other), None
    if options.values is not None or NEED_TABLE & {*players}:
        path = _table(options.values, game).path
    asked = match.Match(game.header, players, options.seed, path)
    score, interrupted = match.Score(), False
    with Line.on() as line:
        try:
            for score in match.play(asked, options.games, options.processes):
                line.show_share(f"Playing {options.ruleset}", score.games / options.games)
        except KeyboardInterrupt:
            interrupted = True
    if score.games:
        print(match.summary(asked, score))
    return INTERRUPTED if interrupted else None


def _record(path: str) -> Record:
    """Read a record, as text or JSON, from a file or (`-`) from standard input."""
    try:
        data = sys.stdin.buffer.read() if path == "-" else Path(path).read_bytes()
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Corrupt(f"{path} is not UTF-8 text") from error
    if not text.lstrip().startswith("{"):
        return Record.read(text)
    try:
        return read_record_data(json.loads(text))
    except json.JSONDecodeError as error:
        raise Corrupt(f"{path} is not valid JSON: {error}") from error


def _print_data(line: dict[str, Any]) -> None:
    print(json.dumps(line, separators=(",", ":"), ensure_ascii=False))


def measure(game: Timed[Any, Any], plies: int, games: int) -> dict[str, Any]:
    """Return the median speed of five runs of `game`, and statistics of random games if asked."""
    speed = median(plies_per_second(game, plies) for _ in range(5))
    line: dict[str, Any] = {"game": game.header, "plies_per_second": round(speed)}
    if games:
        averages = asdict(figures(game, games))
        line |= {name: round(value, 3) for name, value in averages.items()}
    return line


def _position(game: Timed[Any, Any], text: str | None) -> Any:
    """Read a position, as text or JSON; without one, begin a game in which seat a throws."""
    if text is None:
        return game.begin(0)
    if not text.lstrip().startswith("{"):
        return game.read_position(text)
    try:
        data = json.loads(text)
    except ValueError as error:
        raise Corrupt(f"--position is not valid JSON: {error}") from error
    return family_of(key_of(game.header)).read_position_data(game, data)


def _chosen(options: argparse.Namespace) -> dict[str, str]:
    return {
        name: value
        for name, (option, *_) in _options().items()
        if (value := getattr(options, option.field)) is not None
    }


def _options() -> dict[str, list[Option]]:
    """Return the options of all families by name; families may share a name."""
    found: dict[str, dict[str, Option]] = {}
    for family in FAMILIES.values():
        for name, option in family.options.items():
            found.setdefault(name, {})[option.summary] = option
    return {name: [*options.values()] for name, options in found.items()}


def parser() -> _Parser:
    """Return the parser of the command line."""
    root = _Parser(prog="python -m engine", description=_DESCRIPTION)
    rules = _Parser(add_help=False)
    for name, options in _options().items():
        help_ = "; ".join(f"{option.summary}: {_choices(option)}" for option in options)
        flag: dict[str, Any] = {}
        if all(option.values == YES_OR_NO for option in options):
            flag = {"nargs": "?", "const": "yes"}
        rules.add_argument(f"--{name}", metavar="VALUE", help=help_, **flag)
    commands = root.add_subparsers(dest="command", metavar="COMMAND", required=True)

    def command(name: str, run: Run, summary: str, **more: Any) -> _Parser:
        description = f"{summary[0].upper()}{summary[1:]}."
        added = commands.add_parser(name, help=summary, description=description, **more)
        added.set_defaults(run=run)
        return added

    source = "file with the record, as text or JSON; - for standard input"
    verify_ = command("verify", _verify, "recompute every throw of a record from its seed")
    verify_.add_argument("record", metavar="RECORD", help=source)
    shown = "compare the seed with the hash you were shown before the game, not the record's"
    verify_.add_argument("--commitment", metavar="HASH", type=_commitment, help=shown)
    replay = command("replay", _replay, "print a record, entry by entry")
    replay.add_argument("record", metavar="RECORD", help=source)
    replay.add_argument("--json", action="store_true", help="print a JSON line for each entry")
    key = "key of the ruleset, such as puluc"
    start = "position to start from, as text or JSON"
    perft_ = command("perft", _perft, "count the sequences of moves", parents=[rules])
    perft_.add_argument("ruleset", metavar="RULESET", help=key)
    perft_.add_argument(
        "--depth", metavar="N", type=_whole, required=True, help="moves in each sequence"
    )
    perft_.add_argument("--position", metavar="POSITION", help=start)
    trace_ = command("trace", _trace, "play random games and print every move", parents=[rules])
    trace_.add_argument("ruleset", metavar="RULESET", help=key)
    trace_.add_argument(
        "--seed", metavar="N", type=int, required=True, help="seed of the random numbers"
    )
    trace_.add_argument(
        "--games", metavar="N", type=_whole, default=1, help="number of games (default: 1)"
    )
    trace_.add_argument("--position", metavar="POSITION", help=start)
    trace_.add_argument("--text", action="store_true", help="print text notation, not JSON")
    summary = "measure random play and print a JSON line for each ruleset"
    bench = command("bench", _bench, summary, parents=[rules])
    bench.add_argument(
        "rulesets", metavar="RULESET", nargs="*", help="keys of the rulesets (default: all)"
    )
    plies = "plies in each of the five runs (default: 50000)"
    bench.add_argument("--plies", metavar="N", type=_positive, default=50_000, help=plies)
    averaged = "games to average statistics over (default: 0, no statistics)"
    bench.add_argument("--games", metavar="N", type=_whole, default=0, help=averaged)
    solve = command("solve", _solve, "compute the value of every position", parents=[rules])
    solve.add_argument("ruleset", metavar="RULESET", help=key)
    solve.add_argument("--out", metavar="FILE", type=Path, required=True, help="file to write")
    most = "gigabytes of memory that may be used (default: what is free)"
    solve.add_argument("--memory", metavar="GB", type=_gigabytes, help=most)
    odds_ = command("odds", _odds, "print every move with the chance to win", parents=[rules])
    odds_.add_argument("ruleset", metavar="RULESET", help=key)
    odds_.add_argument("--position", metavar="POSITION", help=start)
    where = "table, or folder of tables (default: PULUC_TABLES, or this folder)"
    odds_.add_argument("--values", metavar="PATH", type=Path, help=where)
    summary = "judge the decisions and the luck of a recorded game"
    review_ = command("review", _review, summary)
    review_.add_argument("record", metavar="RECORD", help=source)
    known = (
        "table, or folder of tables (default: PULUC_TABLES, or this folder); without a table, the"
        " game is judged by estimates"
    )
    review_.add_argument("--values", metavar="PATH", type=Path, help=known)
    review_.add_argument("--json", action="store_true", help="print everything as JSON")
    match_ = command("match", _match, "have two computer players play games", parents=[rules])
    name = "computer player, such as random, greedy, easy, medium, hard, or perfect"
    match_.add_argument("one", metavar="A", help=name)
    match_.add_argument("other", metavar="B", help="its opponent")
    match_.add_argument("--ruleset", metavar="RULESET", required=True, help=key)
    count = "number of games (default: 1000)"
    match_.add_argument("--games", metavar="N", type=_positive, default=1000, help=count)
    numbers = "seed of the random numbers (default: 1)"
    match_.add_argument("--seed", metavar="N", type=int, default=1, help=numbers)
    cores = "processes that share the games (default: one for each core)"
    match_.add_argument(
        "--processes", metavar="N", type=_positive, default=os.cpu_count() or 1, help=cores
    )
    measured = (
        "table, or folder of tables: needed by perfect (default: PULUC_TABLES, or this folder); if"
        " given, what each player's moves lose is measured"
    )
    match_.add_argument("--values", metavar="PATH", type=Path, help=measured)
    return root


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


if __name__ == "__main__":
    signal(SIGPIPE, SIG_DFL)  # exit quietly when the reader closes the pipe, as in `| head`
    main()
