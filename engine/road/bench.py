"""How fast the games are played, and how they go: random legal play, one game after the other.

It plays by the road's own moves, not by the phases that all games have: sorting the moves for
people would be a third of what is measured.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import cycle, islice
from random import Random
from time import process_time

from engine.game import Over
from engine.road.game import RoadGame
from engine.road.position import Stage
from engine.throws import Cast

SEED = 1
"""Seed of casts and choices: every run measures the same games."""

# Names of this module are looked up faster than members of an enum.
CAST, MOVE, OVER = Stage.CAST, Stage.MOVE, Stage.OVER


def plies_per_second(game: RoadGame, plies: int) -> float:
    """Measure `plies` plies a second of one core, after some to fill the tables.

    A ply is a move or a pass.

    Chance is drawn before the clock starts: it is not the engine's.
    """
    chance = Random(SEED)  # noqa: S311 - no stakes
    casts = cycle(chance.choices(list(game.ruleset.throws.outcomes()), k=4096))
    choices = cycle([chance.getrandbits(30) for _ in range(5003)])
    _play(game, casts, choices, plies // 4)
    began = process_time()
    _play(game, casts, choices, plies)
    return plies / (process_time() - began)


def _play(game: RoadGame, casts: Iterator[Cast], choices: Iterator[int], plies: int) -> None:
    """Play `plies` plies; a choice counts through the legal moves, round and round."""
    position = begun = game.begin(0)
    for choice in islice(choices, plies):
        while (stage := position.stage) is not MOVE:
            position = begun if stage is OVER else game.cast(position, next(casts))
        if moves := game.moves(position):
            position = game.play(position, moves[choice % len(moves)])
        else:
            position = game.skip(position)


@dataclass(frozen=True, slots=True)
class Figures:
    """How random games go: `plies` a game, and shares of 1.

    `first` are games won by the side that began, `drawn` those nobody won, `forced` the
    moves without a choice (passes are no moves), `passed` the plies that were passes.
    """

    plies: float
    first: float
    drawn: float
    forced: float
    passed: float


def figures(game: RoadGame, games: int) -> Figures:
    """Play `games` games from a won opening to their end."""
    chance = Random(SEED)  # noqa: S311 - no stakes
    outcomes = list(game.ruleset.throws.outcomes())
    moved = passed = forced = first = drawn = 0
    for number in range(games):
        starter = (0, game.seats // 2)[number % 2]
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
