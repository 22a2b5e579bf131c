"""Benchmarks and statistics of random legal play, game after game.

Plays the moves of a game as it finds them instead of the phases that all games have: sorting the
moves of a road game for display would take a third of the measured time.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import cycle, islice
from random import Random
from time import process_time
from typing import Protocol, TypeVar

from engine.game import Game, Over
from engine.stage import Stage
from engine.throws import Cast, ThrowTable

SEED = 1
"""Seed of throws and choices: every run measures the same games."""

# Module globals are faster to look up than enum members.
CAST, MOVE, OVER = Stage.CAST, Stage.MOVE, Stage.OVER

M = TypeVar("M")


class Staged(Protocol):
    """A position that stores what is due in it."""

    @property
    def stage(self) -> Stage:
        """What is due."""
        ...


P = TypeVar("P", bound=Staged)


class Timed(Game[P, M], Protocol[P, M]):
    """A game that can be measured: it has one throw table, and finds moves without a phase."""

    @property
    def throws(self) -> ThrowTable:
        """The throw table."""
        ...

    def begin(self, seat: int) -> P:
        """Return the position after `seat` won the opening, before its first throw."""
        ...

    def moves(self, position: P) -> Sequence[M]:
        """Return every legal move, in no particular order; none if no move is due."""
        ...


def plies_per_second(game: Timed[P, M], plies: int) -> float:
    """Play `plies` plies, after some to warm the caches, and return plies per CPU second.

    A ply is a move or a pass. All random numbers are drawn before the clock starts, because
    drawing them is not the engine's work.
    """
    chance = Random(SEED)  # noqa: S311 - no stakes
    casts = cycle(chance.choices(list(game.throws.outcomes()), k=4096))
    choices = cycle([chance.getrandbits(30) for _ in range(5003)])
    _play(game, casts, choices, plies // 4)
    began = process_time()
    _play(game, casts, choices, plies)
    return plies / (process_time() - began)


def _play(game: Timed[P, M], casts: Iterator[Cast], choices: Iterator[int], plies: int) -> None:
    """Play `plies` plies; each choice picks a legal move by its index, modulo their number."""
    position = start = game.begin(0)
    for choice in islice(choices, plies):
        while (stage := position.stage) is not MOVE:
            position = start if stage is OVER else game.cast(position, next(casts))
        if moves := game.moves(position):
            position = game.play(position, moves[choice % len(moves)])
        else:
            position = game.skip(position)


@dataclass(frozen=True, slots=True)
class Figures:
    """Statistics of random games: mean `plies` per game, and rates from 0 to 1.

    `first` is the share of games won by the side that began, `drawn` of games without a winner,
    `forced` of moves that were the only legal one (passes not counted), `passed` of plies that
    were passes.
    """

    plies: float
    first: float
    drawn: float
    forced: float
    passed: float


def figures(game: Timed[P, M], games: int) -> Figures:
    """Play `games` games to the end, starting after the opening, and return their statistics.

    The sides take turns to begin.
    """
    chance = Random(SEED)  # noqa: S311 - no stakes
    outcomes = list(game.throws.outcomes())
    seats = range(game.seats)
    starters = [next(seat for seat in seats if game.side(seat) == n) for n in range(game.sides)]
    moved = passed = forced = first = drawn = 0
    for number in range(games):
        starter = starters[number % len(starters)]
        position = game.begin(starter)
        while not isinstance(phase := game.phase(position), Over):
            while position.stage is CAST:
                position = game.cast(position, chance.choice(outcomes))
            if moves := game.moves(position):
                position = game.play(position, chance.choice(moves))
                moved, forced = moved + 1, forced + (len(moves) == 1)
            else:
                position, passed = game.skip(position), passed + 1
        winners = phase.winners(game.seats)
        first += starter in winners
        drawn += not winners
    plies = moved + passed
    return Figures(plies / games, first / games, drawn / games, forced / moved, passed / plies)
