"""A second, plain solver: value iteration over the positions that can be reached.

It uses only the public interface of games, and knows nothing of ranks, tables, mirror images or
rules. It is meant to be read, not to be fast.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import NamedTuple

import numpy as np

from engine.game import Choose, Over, Throw
from engine.road.game import RoadGame
from engine.road.position import Position

WON, LOST = 0, 1
"""Stand for positions in which the game is over: the player to throw has won, or lost."""

ENOUGH = 1e-11
"""Values that change by less than this in a sweep are final."""

MOST_SWEEPS = 100_000


class Turn(NamedTuple):
    """A number that is thrown with the probability `odds`, and the positions after every move."""

    odds: Fraction
    after: list[int]


def thrown(game: RoadGame, position: Position) -> Iterator[tuple[Fraction, Position]]:
    """Yield what the throws of a turn lead to."""
    phase = game.phase(position)
    if not isinstance(phase, Throw):
        yield Fraction(1), position
        return
    for cast, odds in phase.table.chances.items():
        for share, after in thrown(game, game.cast(position, cast)):
            yield odds * share, after


def moved(game: RoadGame, position: Position) -> list[Position]:
    """Return the positions after every move, or after the pass."""
    phase = game.phase(position)
    if isinstance(phase, Choose):
        return [game.play(position, move) for move in phase.moves]
    return [game.skip(position)]


def explore(game: RoadGame) -> tuple[Mapping[Position, int], list[list[Turn]]]:
    """Return a number for each position before a throw, and the turns that each can take."""
    numbers: dict[Position, int] = {}
    turns: list[list[Turn]] = [[], []]
    waiting: list[Position] = []

    def number(position: Position) -> int:
        phase = game.phase(position)
        if isinstance(phase, Over):
            return WON if phase.winners(game.seats) == (position.turn,) else LOST
        if position not in numbers:
            numbers[position] = len(turns)
            turns.append([])
            waiting.append(position)
        return numbers[position]

    for seat in range(game.seats):
        number(game.begin(seat))
    while waiting:
        position = waiting.pop()
        turns[numbers[position]] = [
            Turn(odds, [number(after) for after in moved(game, before)])
            for odds, before in thrown(game, position)
        ]
    return numbers, turns


def solve(game: RoadGame, start: float = 0.5) -> Mapping[Position, float]:
    """Return the probability that the side about to throw wins, for each position.

    All values are `start` at first. Raises AssertionError if they don't settle.
    """
    numbers, turns = explore(game)
    each_turn = [turn for position in turns for turn in position]
    odds = np.array([float(turn.odds) for turn in each_turn])
    after = np.array([number for turn in each_turn for number in turn.after])
    first_after = np.cumsum([0, *(len(turn.after) for turn in each_turn)])[:-1]
    first_turn = np.cumsum([0, *map(len, turns[2:])])[:-1]
    values = np.full(len(turns), start)
    values[WON], values[LOST] = 1, 0
    for _ in range(MOST_SWEEPS):
        best = 1 - np.minimum.reduceat(values[after], first_after)  # the opponent throws next
        fresh = np.add.reduceat(odds * best, first_turn)
        change = abs(fresh - values[2:]).max()
        values[2:] = fresh
        if change < ENOUGH:
            return {position: float(values[number]) for position, number in numbers.items()}
    raise AssertionError(f"values still change by {change} after {MOST_SWEEPS} sweeps")
