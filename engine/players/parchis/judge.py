"""The judge of Parchís: what positions are worth in points, as probabilities of winning.

Points are steps, by `standing`. How many of them decide a game depends on how far it is, so a curve
turns them into probabilities. It has been fitted to games.
"""

from collections.abc import Sequence
from itertools import pairwise
from math import exp, nextafter, sqrt
from operator import itemgetter
from typing import Final, NamedTuple

from engine.game import Places, Throw
from engine.parchis.game import ParchisGame
from engine.parchis.moves import Move
from engine.parchis.position import Position
from engine.players.judge import Source
from engine.players.parchis.foresight import Points
from engine.players.parchis.search import Search
from engine.players.parchis.standing import standing
from engine.stage import Stage

MOVE = Stage.MOVE  # a module global is faster to look up than an enum member


class Curve(NamedTuple):
    """How points become probabilities of coming first.

    A seat is e = 2.72 times as likely to win as one that is `least + growth * sqrt(steps)` points
    behind, where the leading seat is so many steps from the goal. A throw that is due is worth
    `turn` points. Seats that throw later have a part of that: the last of four has nothing.
    """

    least: float
    growth: float
    turn: float


CURVE: Final = Curve(least=9.5, growth=8.7, turn=6.2)
"""The curve with the smallest log loss in games of `medium`: `python -m scripts.calibrate_parchis`.

It is the same for all games. Curves for each number of seats, for pairs and for each ruleset would
reduce the log loss by only 0.002 nats on average.
"""


class ParchisJudge:
    """Judges the positions of a game of Parchís, as the player `hard` does."""

    source: Final = Source.POINTS

    def __init__(self, game: ParchisGame, curve: Curve = CURVE) -> None:
        self._game = game
        self._curve = curve
        self._standing = standing(game.ruleset)
        self._casts = tuple(game.throws.outcomes())
        self._sides = tuple(map(game.side, range(game.seats)))
        self._won = [[float(each == side) for each in range(game.sides)] for side in self._sides]
        seats = range(game.seats)
        self._due = [
            [curve.turn * (1 - (1 + (seat - turn) % game.seats) / game.seats) for seat in seats]
            for turn in seats
        ]

    def odds(self, position: Position, /) -> Sequence[float]:
        """Return how probably each side comes first, in any phase; these add up to 1.

        Looks ahead to the end of the moves that are due, or that follow the throw that is due.
        """
        phase = self._game.phase(position)
        if not isinstance(phase, Throw):
            return self._after_moves(position)
        sides = self._game.sides
        if phase.opening:
            return [1 / sides] * sides
        thrown = [self._after_moves(self._game.cast(position, cast)) for cast in self._casts]
        return [sum(odds) / len(thrown) for odds in zip(*thrown, strict=True)]

    def _after_moves(self, position: Position) -> Sequence[float]:
        """Return the odds after the best move that is due, with its bonuses, or after the pass."""
        game = self._game
        while position.stage is MOVE:
            moves = game.moves(position)
            if moves:
                odds = [self._after_moves(game.play(position, move)) for move in moves]
                return max(odds, key=itemgetter(self._sides[position.turn]))
            position = game.skip(position)
        return self.at_throw(position, self._standing.worth(position.board))

    def at_throw(self, position: Position, worth: Sequence[float], /) -> Sequence[float]:
        """Return the odds of a position in which a throw is due, given what each seat is worth.

        Does not look ahead. Partners win together, so their probabilities are added.
        """
        board = position.board
        if board.done:
            return self._won[board.done[0]]
        least, growth, _ = self._curve
        unit = least + growth * sqrt(self._standing.missing(board))
        due = self._due[position.turn]
        points = [each + more for each, more in zip(worth, due, strict=True)]
        most = max(points)
        shares = [exp((each - most) / unit) for each in points]
        total = sum(shares)
        odds = [0.0] * self._game.sides
        for side, share in zip(self._sides, shares, strict=True):
            odds[side] += share / total
        return odds

    def rate(self, position: Position, moves: Sequence[Move], /) -> Sequence[float]:
        """Return how probably the side to move comes first after each of some legal `moves`.

        The move that `hard` prefers has the largest probability. Once a seat has come first, all
        moves have the same.
        """
        game, done = self._game, position.board.done
        if done:
            return [self._won[done[0]][self._sides[position.turn]]] * len(moves)
        search = Search(game, Prospects(self, game, position.turn))
        return _ranked([search.value(game.play(position, move)) for move in moves])


class Prospect(NamedTuple):
    """What a position is worth to `hard`, and how probably its side comes first.

    `hard` goes by the points, so these are compared first.
    """

    points: float
    chance: float


class Prospects:
    """A scale of points and probabilities, each averaged for itself.

    A probability computed from the average of the points would be far off where some throws end
    the game: the 1000 points of one win outweigh all other throws.
    """

    def __init__(self, judge: ParchisJudge, game: ParchisGame, seat: int) -> None:
        self._judge = judge
        self._points = Points(game, seat)
        self._side = game.side(seat)
        self._seat = seat

    def at_throw(self, position: Position, worth: Sequence[float], /) -> Prospect:
        """Return the prospect of a position in which a throw is due."""
        points = self._points.at_throw(position, worth)
        return Prospect(points, self._judge.at_throw(position, worth)[self._side])

    def result(self, places: Places, /) -> Prospect:
        """Return the prospect of the end of a game."""
        return Prospect(self._points.result(places), float(self._seat in places[0]))

    def mean(self, values: Sequence[Prospect], /) -> Prospect:
        """Return the average of both."""
        points, chances = zip(*values, strict=True)
        return Prospect(sum(points) / len(values), sum(chances) / len(values))


def _ranked(prospects: Sequence[Prospect]) -> Sequence[float]:
    """Return the probabilities, lowered where they contradict the order of the points.

    That concerns about one move in a hundred, by at most 4 percentage points in 2,000 positions.
    """
    order = sorted(range(len(prospects)), key=lambda at: -prospects[at].points)
    ranked = [each.chance for each in prospects]
    for better, at in pairwise(order):
        most = ranked[better]
        if prospects[at].points < prospects[better].points:
            most = nextafter(most, 0.0)
        ranked[at] = min(ranked[at], most)
    return ranked
