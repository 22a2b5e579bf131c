"""What the commands of `python -m engine` do. Each returns its exit status, or None for 0."""

import argparse
import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, replace
from functools import partial
from pathlib import Path
from random import Random
from signal import SIGINT, SIGTERM, signal
from statistics import median
from typing import Any, Final

from engine import match, odds, review_text, solving
from engine.bench import Timed, figures, plies_per_second
from engine.game import Corrupt
from engine.games import FAMILIES, AnyGame, family_of, open_game
from engine.header import Option, key_of
from engine.pasted import decoded, pasted
from engine.perft import perft
from engine.players.registry import NEED_TABLE, judge
from engine.progress import Line
from engine.record import Record
from engine.record_json import read_record_data
from engine.review import review
from engine.tables import Table, Tables, file_name
from engine.trace import text_trace, trace
from engine.transcript import steps, transcript
from engine.verify import verify

INTERRUPTED: Final = 130
"""The exit status after Ctrl-C."""


def run_perft(options: argparse.Namespace) -> None:
    """Count the sequences of moves."""
    game = family_of(options.ruleset).game_with(options.ruleset, _chosen(options))
    print(perft(game, _position(game, options.position), options.depth))


def run_trace(options: argparse.Namespace) -> None:
    """Play random games and print every move."""
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


def run_bench(options: argparse.Namespace) -> None:
    """Measure random play of rulesets, of all by default."""
    for key in options.rulesets or FAMILIES:
        game = family_of(key).game_with(key, _chosen(options))
        print(json.dumps(measure(game, options.plies, options.games)), flush=True)


def run_replay(options: argparse.Namespace) -> None:
    """Print a record, entry by entry."""
    with _record(options.record) as record:
        game = open_game(record.header)
        if options.json:
            family = family_of(key_of(record.header))
            for step in steps(game, record, partial(family.position_data, game)):
                _print_data(step)
        else:
            for line in transcript(game, record):
                print(line)


def run_verify(options: argparse.Namespace) -> int:
    """Check a record and print the findings; return 1 if the commitment or a throw is wrong.

    Raises Unverifiable if the seed is missing, Corrupt if an entry cannot be played.
    """
    with _record(options.record) as record:
        if options.commitment is not None and record.tags.binding is not None:
            binding = replace(record.tags.binding, commitment=options.commitment)
            record = replace(record, tags=replace(record.tags, binding=binding))
        verdict = verify(record)
        if verdict.bound:
            print(f"The seed's hash is the commitment: {verdict.commitment}")
        else:
            print(f"The seed's hash is not the commitment: {verdict.commitment}")
        for throw in verdict.wrong:
            print(
                f"Throw {throw.number} doesn't agree:"
                f" recorded {throw.recorded}, drawn {throw.drawn}"
            )
        count = len(verdict.throws)
        if not verdict.bound or verdict.wrong:
            return 1
        if verdict.unplayable:
            raise Corrupt(verdict.unplayable)
        print(f"All {count} throws agree" if count else "There are no throws to check")
        return 0


def run_solve(options: argparse.Namespace) -> None:
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


def run_odds(options: argparse.Namespace) -> None:
    """Print every move with the chance to win."""
    game = family_of(options.ruleset).game_with(options.ruleset, _chosen(options))
    table = _table(options.values, game)
    for line in odds.lines(table, _position(game, options.position)):
        print(line)


def run_review(options: argparse.Namespace) -> None:
    """Review a recorded game: by its table if there is one, otherwise by its family's judge."""
    with _record(options.record) as record:
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


def run_match(options: argparse.Namespace) -> int | None:
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


@contextmanager
def _record(path: str) -> Iterator[Record]:
    """Read a record, as text or JSON, from a file or (`-`) from standard input.

    What is Corrupt in it is told with its line.
    """
    data = sys.stdin.buffer.read() if path == "-" else Path(path).read_bytes()
    text = pasted(decoded(data))
    if text.text.startswith("{"):
        try:
            record = read_record_data(json.loads(text.text))
        except json.JSONDecodeError as error:
            raise Corrupt(f"{path} is not valid JSON: {error}") from error
    else:
        record = text.read()
    with text.naming_lines():
        yield record


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
        for name, (option, *_) in options_by_name().items()
        if (value := getattr(options, option.field)) is not None
    }


def options_by_name() -> dict[str, list[Option]]:
    """Return the options of all families by name; families may share a name."""
    found: dict[str, dict[str, Option]] = {}
    for family in FAMILIES.values():
        for name, option in family.options.items():
            found.setdefault(name, {})[option.summary] = option
    return {name: [*options.values()] for name, options in found.items()}
