"""Odds for charts: random walks, as of a game that is won at the last step."""

from math import exp
from random import Random

Odds = tuple[tuple[float, ...], ...]


def walk(sides: int, steps: int, seed: int = 1, *, over: bool = True) -> Odds:
    """Return the odds of a game; if it is `over`, the favourite has won at the last step."""
    chance, heights, odds = Random(seed), [0.0] * sides, list[tuple[float, ...]]()
    for _ in range(steps):
        weights = [exp(height) for height in heights]
        odds.append(tuple(weight / sum(weights) for weight in weights))
        heights = [height + chance.gauss(0, 5 / steps**0.5) for height in heights]
    if over and steps > 1:
        winner = odds[-1].index(max(odds[-1]))
        odds[-1] = tuple(float(side == winner) for side in range(sides))
    return tuple(odds)
