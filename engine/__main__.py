"""`python -m engine`: counts and traces, as JSON lines, for people who write other engines.

`bench` tells how fast the games are played here, and how random games go.
"""

import argparse
import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from random import Random
from signal import SIG_DFL, SIGPIPE, signal
from statistics import median
from typing import Any, Never

from engine.game import Choose, Corrupt, Over, Pass, Throw
from engine.header import YES_OR_NO, Option
from engine.perft import perft
from engine.road.bench import figures, plies_per_second
from engine.road.game import RoadGame
from engine.road.header import OPTIONS, ruleset_with
from engine.road.interop import move_data, position_data, read_position_data, ruleset_data
from engine.road.moves import Move
from engine.road.position import Position
from engine.road.ruleset import Unplayable
from engine.road.rulesets import RULESETS


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> Never:
        self.exit(2, f"{self.prog}: {message}\n")


def main(arguments: list[str] | None = None) -> None:
    """Run one command; exit with 2 and a line on stderr where it cannot be done."""
    parser = _parser()
    options = parser.parse_args(arguments)
    try:
        if options.command == "bench":
            for key in options.rulesets or RULESETS:
                game = RoadGame(ruleset_with(key, _chosen(options)))
                print(json.dumps(measure(game, options.plies, options.games)), flush=True)
            return
        game = RoadGame(ruleset_with(options.ruleset, _chosen(options)))
        if options.command == "perft":
            print(perft(game, _position(game, options.position), options.depth))
            return
        chance = Random(options.seed)  # noqa: S311 - a trace must come out the same again
        for _ in range(options.games):
            for line in trace(game, chance):
                print(json.dumps(line, separators=(",", ":")))
    except (Corrupt, Unplayable) as error:
        parser.error(str(error))


def trace(game: RoadGame, chance: Random) -> Iterator[dict[str, Any]]:
    """Play one random game to its end, a line for its header and for each move or pass."""
    position = game.start()
    while isinstance(throw := game.phase(position), Throw) and throw.opening:
        position = game.cast(position, _cast(throw, chance))
    yield {**ruleset_data(game.ruleset), "first": position.turn}
    while not isinstance(phase := game.phase(position), Over):
        match phase:
            case Throw():
                position = game.cast(position, _cast(phase, chance))
            case Choose(moves=moves):
                chosen = chance.randrange(len(moves))
                after = game.play(position, moves[chosen])
                yield _line(game, position, moves, chosen, after)
                position = after
            case Pass():
                after = game.skip(position)
                yield _line(game, position, (), None, after)
                position = after


def measure(game: RoadGame, plies: int, games: int) -> dict[str, Any]:
    """Return how fast `game` is played, the median of five runs, and how random games go."""
    speed = median(plies_per_second(game, plies) for _ in range(5))
    line: dict[str, Any] = {"game": game.header, "plies_per_second": round(speed)}
    if games:
        told = asdict(figures(game, games))
        line |= {name: round(value, 3) for name, value in told.items()}
    return line


def _line(
    game: RoadGame, position: Position, moves: Sequence[Move], chosen: int | None, after: Position
) -> dict[str, Any]:
    pending = position.numbers
    end = game.phase(after)
    return {
        "seat": position.turn,
        "number": pending[0] if chosen is None else moves[chosen].number,
        "pending": pending,
        "position": position_data(game.unpack(position)),
        "moves": [move_data(move) for move in moves],
        "chosen": chosen,
        "after": position_data(game.unpack(after)._replace(turn=position.turn)),
        "result": _result(game, end) if isinstance(end, Over) else None,
    }


def _cast(throw: Throw, chance: Random) -> tuple[int, ...]:
    return tuple(chance.choice(throw.table.faces) for _ in range(throw.table.count))


def _result(game: RoadGame, over: Over) -> str:
    winners = over.winners(game.seats)
    return str(game.side(winners[0])) if winners else "draw"


def _position(game: RoadGame, text: str | None) -> Position:
    if text is None:
        return game.begin(0)
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
    counts = commands.add_parser("perft", parents=[rules], help="count sequences of moves")
    counts.add_argument("ruleset", help="the ruleset's key, such as puluc")
    counts.add_argument("--depth", type=_whole, required=True, help="moves in a sequence")
    counts.add_argument("--position", metavar="JSON", help="count from here, before the cast")
    games = commands.add_parser("trace", parents=[rules], help="play random games, line by line")
    games.add_argument("ruleset", help="the ruleset's key, such as puluc")
    games.add_argument("--seed", type=int, required=True, help="the seed of chance")
    games.add_argument("--games", type=_whole, default=1, help="how many games")
    bench = commands.add_parser(
        "bench", parents=[rules], help="measure random play, a line for each ruleset"
    )
    bench.add_argument("rulesets", nargs="*", help="their keys; all, unless some are named")
    bench.add_argument("--plies", type=_some, default=50_000, help="plies in each of five runs")
    bench.add_argument("--games", type=_whole, default=0, help="games to take averages of")
    return parser


def _told(option: Option) -> str:
    if option.numbers is None:
        return " or ".join(option.values)
    low, *_, high = option.numbers
    return f"{low} to {high}"


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
