"""`python -m engine`: what records tell, and counts and traces for people who write other engines.

`verify` recomputes every throw of a record, `replay` prints it. `perft` and `trace` count and play
games to hold another engine against. `bench` measures how fast games are played here.
"""

import argparse
import json
import sys
from collections.abc import Callable
from dataclasses import asdict, replace
from pathlib import Path
from random import Random
from signal import SIG_DFL, SIGPIPE, signal
from statistics import median
from typing import Any, Never, TypeAlias

from engine.game import Corrupt
from engine.games import AnyGame, open_game
from engine.header import YES_OR_NO, Option
from engine.perft import perft
from engine.record import Record
from engine.record_json import read_record_data
from engine.road.bench import figures, plies_per_second
from engine.road.game import RoadGame
from engine.road.header import OPTIONS, ruleset_with
from engine.road.interop import position_data, read_position_data
from engine.road.position import Position
from engine.road.ruleset import Unplayable
from engine.road.rulesets import RULESETS
from engine.tags import COMMITMENT
from engine.trace import text_trace, trace
from engine.transcript import steps, transcript
from engine.verify import Unverifiable, verify

Run: TypeAlias = Callable[[argparse.Namespace], int | None]
"""What a command does; it returns its exit status where that is not 0."""


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> Never:
        self.exit(2, f"{self.prog}: {message}\n")


def main(arguments: list[str] | None = None) -> None:
    """Run one command; exit with 2 and a line on stderr where it cannot be done."""
    parser = _parser()
    options = parser.parse_args(arguments)
    try:
        status = options.run(options)
    except (Corrupt, Unplayable, Unverifiable, OSError) as error:
        parser.error(str(error))
    if status:
        sys.exit(status)


def _perft(options: argparse.Namespace) -> None:
    game = _game(options)
    print(perft(game, _position(game, options.position), options.depth))


def _trace(options: argparse.Namespace) -> None:
    game = _game(options)
    chance = Random(options.seed)  # noqa: S311 - a trace must come out the same again
    begun = None if options.position is None else _position(game, options.position)
    for _ in range(options.games):
        if options.text:
            print(*text_trace(game, chance, begun), sep="\n")
        else:
            for line in trace(game, chance, begun):
                _print_data(line)


def _bench(options: argparse.Namespace) -> None:
    for key in options.rulesets or RULESETS:
        game = RoadGame(ruleset_with(key, _chosen(options)))
        print(json.dumps(measure(game, options.plies, options.games)), flush=True)


def _replay(options: argparse.Namespace) -> None:
    record = _record(options.record)
    game = open_game(record.header)
    if options.json:
        for line in steps(game, record, lambda position: _data(game, position)):
            _print_data(line)
    else:
        for told in transcript(game, record):
            print(told)


def _verify(options: argparse.Namespace) -> int:
    """Print what comes of checking a record; return 1 where something does not agree.

    Raises Unverifiable without a seed, Corrupt for entries that cannot be played.
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
    print(f"All {count} throws agree" if count else "There are no throws")
    return 0


def _record(path: str) -> Record:
    """Read a record, as text or as JSON; `-` is the standard input."""
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
        raise Corrupt(f"{path} is not JSON: {error}") from error


def _data(game: AnyGame, position: Any) -> object:
    """Return a position as JSON has it, where it is one of the road."""
    return position_data(game.unpack(position)) if isinstance(game, RoadGame) else None


def _print_data(line: dict[str, Any]) -> None:
    print(json.dumps(line, separators=(",", ":"), ensure_ascii=False))


def measure(game: RoadGame, plies: int, games: int) -> dict[str, Any]:
    """Return how fast `game` is played, the median of five runs, and how random games go."""
    speed = median(plies_per_second(game, plies) for _ in range(5))
    line: dict[str, Any] = {"game": game.header, "plies_per_second": round(speed)}
    if games:
        told = asdict(figures(game, games))
        line |= {name: round(value, 3) for name, value in told.items()}
    return line


def _game(options: argparse.Namespace) -> RoadGame:
    return RoadGame(ruleset_with(options.ruleset, _chosen(options)))


def _position(game: RoadGame, text: str | None) -> Position:
    """Read a position, as text or as JSON; without one it is seat a's turn to throw."""
    if text is None:
        return game.begin(0)
    if not text.lstrip().startswith("{"):
        return game.read_position(text)
    try:
        data = json.loads(text)
    except ValueError as error:
        raise Corrupt(f"--position is not JSON: {error}") from error
    return game.pack(read_position_data(data))


def _chosen(options: argparse.Namespace) -> dict[str, str]:
    return {
        name: value
        for name, option in OPTIONS.items()
        if (value := getattr(options, option.field)) is not None
    }


def _parser() -> _Parser:
    parser = _Parser(prog="python -m engine", description=__doc__)
    rules = _Parser(add_help=False)
    for option in OPTIONS.values():
        if option.values == YES_OR_NO:
            rules.add_argument(f"--{option.name}", action="store_const", const="yes")
        else:
            rules.add_argument(f"--{option.name}", help=_told(option))
    commands = parser.add_subparsers(dest="command", required=True)

    def command(name: str, run: Run, told: str, **more: Any) -> _Parser:
        made = commands.add_parser(name, help=told, description=told, **more)
        made.set_defaults(run=run)
        return made

    where = "a file with a record, as text or as JSON, or - for the standard input"
    checked = command("verify", _verify, "recompute every throw of a record from its seed")
    checked.add_argument("record", metavar="RECORD", help=where)
    shown = "the hash that you were shown before the game, in place of the record's own"
    checked.add_argument("--commitment", metavar="HEX", type=_commitment, help=shown)
    retold = command("replay", _replay, "print a record entry by entry")
    retold.add_argument("record", metavar="RECORD", help=where)
    retold.add_argument("--json", action="store_true", help="print every position as a JSON line")
    at = "from here, as text or as JSON"
    counts = command("perft", _perft, "count sequences of moves", parents=[rules])
    counts.add_argument("ruleset", help="the ruleset's key, such as puluc")
    counts.add_argument("--depth", type=_whole, required=True, help="moves in a sequence")
    counts.add_argument("--position", metavar="POSITION", help=f"count {at}")
    games = command("trace", _trace, "play random games, line by line", parents=[rules])
    games.add_argument("ruleset", help="the ruleset's key, such as puluc")
    games.add_argument("--seed", type=int, required=True, help="the seed of chance")
    games.add_argument("--games", type=_whole, default=1, help="how many games")
    games.add_argument("--position", metavar="POSITION", help=f"play {at}")
    games.add_argument("--text", action="store_true", help="print the text notation, not JSON")
    told = "measure random play, a line for each ruleset"
    bench = command("bench", _bench, told, parents=[rules])
    bench.add_argument("rulesets", nargs="*", help="their keys; all, unless some are named")
    bench.add_argument("--plies", type=_some, default=50_000, help="plies in each of five runs")
    bench.add_argument("--games", type=_whole, default=0, help="games to take averages of")
    return parser


def _told(option: Option) -> str:
    if option.numbers is None:
        return " or ".join(option.values)
    low, *_, high = option.numbers
    return f"{low} to {high}"


def _commitment(text: str) -> str:
    if not COMMITMENT.fullmatch(text.lower()):
        raise argparse.ArgumentTypeError("a commitment is 64 hex digits")
    return text.lower()


def _whole(text: str) -> int:
    if not (text.isascii() and text.isdigit()):
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 0 up")
    return int(text)


def _some(text: str) -> int:
    if not (whole := _whole(text)):
        raise argparse.ArgumentTypeError("at least 1")
    return whole


if __name__ == "__main__":
    signal(SIGPIPE, SIG_DFL)  # who reads the lines may have enough of them: `| head`
    main()
