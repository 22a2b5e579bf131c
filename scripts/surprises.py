"""Look for positions in which perfect play surprises, in games played by the exact values.

    .venv/bin/python -m scripts.surprises TABLE [--games 2000] [--seed 1]

Prints the most extreme position of each kind, from the view of seat a, as it is written in
docs/draw_solving.py. TABLE is made by `python -m engine solve`.
"""

import argparse
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple

from engine.game import Choose, Over, Pass, Throw
from engine.odds import rated
from engine.road.game import RoadGame
from engine.road.moves import Arrival, Move
from engine.road.position import Position
from engine.road.ranking import Ranking
from engine.road.stack import count, side_mask
from engine.tables import Table


class Found(NamedTuple):
    """A surprise: its kind, how large it is, and the position, with a move or without one."""

    kind: str
    size: float
    position: str
    text: str


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    found = argparse.ArgumentParser(description="Look for positions that surprise.")
    found.add_argument("table", type=Path, help="table of the game")
    found.add_argument("--games", type=int, default=2000, help="games to look at (2000)")
    found.add_argument("--seed", type=int, default=1, help="seed of the throws (1)")
    return found


def main() -> None:
    """Play games, and print the largest surprise of each kind."""
    asked = parser().parse_args()
    table = Table(asked.table)
    game = table.game
    if not isinstance(game, RoadGame):
        parser().error("only road games can be looked at")
    best: dict[str, Found] = {}
    chance = Random(asked.seed)  # noqa: S311 - the same games again
    for _ in range(asked.games):
        for position in _played(table, game, chance):
            for found in _surprises(table, game, position):
                if found.kind not in best or found.size > best[found.kind].size:
                    best[found.kind] = found
    for found in best.values():
        print(f"{found.kind}: {found.size:.2%}\n  {found.position}\n  {found.text}")


def _played(table: Table, game: RoadGame, chance: Random) -> Iterator[Position]:
    """Yield the positions of a game from the view of seat a, before each throw.

    One move in ten is random, as positions after mistakes are as interesting.
    """
    ranking = Ranking(game.ruleset)
    casts = list(game.throws.outcomes())
    position = game.begin(0)
    while not isinstance(phase := game.phase(position), Over):
        match phase:
            case Throw():
                if position.stage is game.begin(0).stage and not position.numbers:
                    yield ranking.position(ranking.rank(position))
                position = game.cast(position, chance.choice(casts))
            case Choose(moves=moves) if chance.random() < 0.1:
                position = game.play(position, chance.choice(moves))
            case Choose():
                position = game.play(position, rated(table, position)[0].move)
            case Pass():
                position = game.skip(position)


def _surprises(table: Table, game: RoadGame, position: Position) -> Iterator[Found]:
    """Yield how surprising a position is in each respect; seat 0 throws."""
    written, value = game.write_position(position), table.probe(position)
    lead = _free(game, position, 1) - _free(game, position, 0)
    if value > 0.5 and lead > 0:
        yield Found("behind, yet winning", lead + value / 100, written, f"wins {value:.2%}")
    numbers: dict[int, float] = {}
    for cast in game.throws.chances:
        thrown = game.cast(position, cast)
        if not thrown.numbers or len(moves := rated(table, thrown)) < 1:
            continue
        first = moves[0]
        (number,) = thrown.numbers
        numbers[number] = first.value
        digits = game.throws.write(cast)
        passed = 1 - table.probe(thrown_pass(game, thrown))
        text = f"{digits} {game.write_move(first.move)}: {first.value:.2%}"
        yield Found(
            "no move would be better",
            passed - first.value,
            written,
            f"{text}, passing {passed:.2%}",
        )
        for kind, is_it in (("a capture is wrong", _captures), ("a kill is wrong", _kills)):
            tempting = [each for each in moves if is_it(game, thrown, each.move)]
            if tempting and tempting[0] != first:
                wrong = tempting[0]
                yield Found(
                    kind,
                    first.value - wrong.value,
                    written,
                    f"{text}, not {game.write_move(wrong.move)}: {wrong.value:.2%}",
                )
    if len(numbers) == len(game.throws.odds):
        spread = numbers[min(numbers)] - numbers[max(numbers)]
        yield Found("the smallest number is the best", spread, written, str(numbers))


def thrown_pass(game: RoadGame, thrown: Position) -> Position:
    """Return the position in which the other side throws, as if `thrown` had no move."""
    _, turn, _, stacks, base, killed, away = thrown
    return Position((game.begin(0).stage, 1 - turn, (), stacks, base, killed, away))


def _free(game: RoadGame, position: Position, side: int) -> int:
    return count(position.base & side_mask(game.seats, side)) + len(position.stacks[side])


def _captures(game: RoadGame, position: Position, move: Move) -> bool:
    return any(game.deed(position, move).captured)


def _kills(game: RoadGame, position: Position, move: Move) -> bool:
    return move.arrival is Arrival.OFF and any(game.deed(position, move).killed)


if __name__ == "__main__":
    main()
