"""Measure how exact the values of a game are, and what rounding them costs in play.

    .venv/bin/python -m scripts.accuracy puluc road=9 [--sample 20000]

Solves the game, then looks at random positions through the engine's public interface: the Bellman
residual is how far a value is from what the values after the best moves say. A player who chooses
by rounded values sometimes chooses a move that is worse: the loss is how much its chance to win
falls. Needs Numba: `make solver`.
"""

import argparse
from collections.abc import Sequence
from random import Random
from statistics import mean
from typing import Any

from engine.chance import cast_out
from engine.game import Choose, Over
from engine.road.game import RoadGame
from engine.road.header import ruleset_with, write_header
from engine.road.position import Position
from engine.road.ranking import Ranking

SCALES = {"two bytes": 65_535, "one byte": 255}
"""The largest value when it is stored in so many bytes."""


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    found = argparse.ArgumentParser(description="Measure how exact the values of a game are.")
    found.add_argument("ruleset", help="key of the ruleset, such as puluc")
    found.add_argument("options", nargs="*", help="such as road=9")
    found.add_argument("--sample", type=int, default=20_000, help="positions (20000)")
    return found


def main() -> None:
    """Solve a game and print what was measured."""
    asked = parser().parse_args()
    from engine.road.solve.solver import RoadSolver

    ruleset = ruleset_with(asked.ruleset, dict(word.split("=") for word in asked.options))
    game, ranking = RoadGame(ruleset), Ranking(ruleset)
    solver = RoadSolver(write_header(ruleset), ranking)
    for _ in solver.sweeps():
        pass
    chance = Random(1)  # noqa: S311 - the same sample again
    residual, losses = 0.0, {name: list[float]() for name in SCALES}
    for rank in chance.sample(range(ranking.size), min(asked.sample, ranking.size)):
        position = ranking.position(rank)
        if is_over(position):
            continue
        total = 0.0
        for thrown, odds in cast_out(game, position).items():
            values = after_moves(game, ranking, solver.exact, thrown)
            total += float(odds) * max(values)
            for name, scale in SCALES.items():
                rounded = [round(value * scale) for value in values]
                losses[name].append(max(values) - values[rounded.index(max(rounded))])
        residual = max(residual, abs(total - solver.exact[rank]))
    print(f"{solver.header}: largest residual {residual:.1g}")
    for name, some in losses.items():
        print(f"  {name}: loss per decision {mean(some):.2g} on average, {max(some):.2g} at most")


def is_over(position: Position) -> bool:
    """Tell whether a side has no free warrior, so that nobody throws."""
    (mine, theirs), base = position.stacks, position.base
    return not (mine or base & 0xF) or not (theirs or base & 0xF0)


def after_moves(
    game: RoadGame, ranking: Ranking, exact: Sequence[float] | Any, thrown: Position
) -> list[float]:
    """Return the exact value of every move; of the pass if there is none."""
    phase = game.phase(thrown)
    moves = phase.moves if isinstance(phase, Choose) else ()
    reached = [game.play(thrown, move) for move in moves] or [game.skip(thrown)]
    return [
        1.0 if isinstance(game.phase(each), Over) else 1.0 - float(exact[ranking.rank(each)])
        for each in reached
    ]


if __name__ == "__main__":
    main()
