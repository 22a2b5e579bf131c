"""What a position of Parchís is worth to a seat: progress, safety, barriers and chances to capture.

The values are in steps: a piece on the ring is worth the steps it has made, less what its enemies'
next throws may cost it.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from engine.parchis.board import ENTRY_STEPS, GOAL, GOAL_STEPS, HOME, RING, SAFE, Arm, arms
from engine.parchis.moves import CAPTURED, FIVE
from engine.parchis.position import Board
from engine.parchis.ruleset import Ruleset

OUT: Final = 8.0
"""Value of a piece on its start compared with one at home."""

IN_GOAL: Final = 10.0
"""Value of a piece in the goal, besides its steps."""

SHELTERED: Final = 1.5
"""Value of a lone piece on a safe square, besides that nobody captures it there."""

BLOCKED: Final = 1.2
"""Value of a barrier for each enemy piece that is up to REACH steps behind it."""

REACH: Final = 7

THREAT: Final = 0.25
"""Part of a capture's value that counts for the seat that could make it with its next throw."""

PREY: Final = 0.3
"""Part of a captured piece's value that its captor gains, besides the bonus."""

MOST_RISK: Final = 0.9
"""The maximum probability of a capture, which sums over all enemies would exceed."""

BEST_OF_PAIR: Final = 0.7
"""How much the better of two partners counts: a pair wins with all pieces of either."""

FACES: Final = 6
SIX: Final = 6
FURTHEST: Final = 18
"""The largest distance at which an enemy is a risk, in steps."""


class Standing:
    """The value of boards under a ruleset."""

    def __init__(self, ruleset: Ruleset) -> None:
        seats = range(ruleset.seats)
        self._arms = arms(ruleset.seats)
        self._seats = seats
        self._steps = [_steps(arm) for arm in self._arms]
        self._values = [_values(arm) for arm in self._arms]
        self._hits = (_hits(ruleset.six), _hits(SIX, at_home=True))
        self._owners = {arm.start: arm.seat for arm in self._arms}
        sides = [ruleset.side(seat) for seat in seats]
        self._partners = [[o for o in seats if sides[o] == sides[s] and o != s] for s in seats]
        self._enemies = [[o for o in seats if sides[o] != sides[s]] for s in seats]

    def of(self, board: Board, seat: int) -> float:
        """Return how far `seat` is ahead of its enemies' average, in steps."""
        worth = self._worth(board)
        own = worth[seat]
        for partner in self._partners[seat]:
            better, other = max(own, worth[partner]), min(own, worth[partner])
            own = BEST_OF_PAIR * better + (1 - BEST_OF_PAIR) * other
        enemies = self._enemies[seat]
        return own - sum(worth[enemy] for enemy in enemies) / len(enemies)

    def _worth(self, board: Board) -> list[float]:
        """Return the value of each seat's pieces."""
        worth = [0.0] * len(self._seats)
        for seat, pieces in enumerate(board.pieces):
            values = self._values[seat]
            before = HOME
            for place in pieces:
                worth[seat] += values[place]
                if not self._is_on_ring(seat, place):
                    continue
                twin, before = place == before, place
                if pieces.count(place) > 1:
                    if not twin:
                        worth[seat] += BLOCKED * self._behind(board, seat, place)
                    if place in SAFE:
                        worth[seat] -= values[place] * self._eviction(board, seat, place)
                elif place in SAFE:
                    worth[seat] += SHELTERED - values[place] * self._eviction(board, seat, place)
                else:
                    self._expose(board, seat, place, worth)
        return worth

    def _is_on_ring(self, seat: int, place: int) -> bool:
        return HOME < place <= RING and place not in self._arms[seat].lesson

    def _behind(self, board: Board, seat: int, place: int) -> int:
        """Return how many enemies a barrier holds up."""
        return sum(
            self._distance(enemy, at, place) <= REACH
            for enemy in self._enemies[seat]
            for at in board.pieces[enemy]
        )

    def _distance(self, seat: int, at: int, place: int) -> int:
        """Return the steps of a piece of `seat` to a square, FURTHEST + 1 if it never comes there.

        That is also the distance of a piece on the square itself, or far behind.
        """
        if self._is_on_ring(seat, at):
            distance = (place - at) % RING
            if 0 < distance <= FURTHEST and self._steps[seat][at] + distance <= ENTRY_STEPS:
                return distance
        return FURTHEST + 1

    def _eviction(self, board: Board, seat: int, place: int) -> float:
        """Return the probability that an enemy who comes out on a full start captures a guest."""
        owner = self._owners.get(place)
        if owner not in self._enemies[seat] or owner is None or board.pieces[owner][0] != HOME:
            return 0.0
        full = sum(pieces.count(place) for pieces in board.pieces) > 1
        return 1 / FACES if full or not board.out[owner] else 0.0

    def _expose(self, board: Board, seat: int, place: int, worth: list[float]) -> None:
        """Add what a piece on a white square may lose, and what its enemies may gain by it."""
        value, risk = self._values[seat][place], 0.0
        for enemy in self._enemies[seat]:
            pieces = board.pieces[enemy]
            hits = self._hits[pieces[0] == HOME]
            for at in pieces:
                hit = hits[self._distance(enemy, at, place)]
                if hit:
                    risk += hit
                    worth[enemy] += THREAT * hit * (PREY * value + CAPTURED)
        worth[seat] -= min(risk, MOST_RISK) * value


def _steps(arm: Arm) -> Sequence[int]:
    """Return the steps made by a piece on each place; 0 before the start."""
    return [
        0 if place in arm.before_start else GOAL_STEPS if place == GOAL else arm.steps(place)
        for place in range(GOAL + 1)
    ]


def _values(arm: Arm) -> Sequence[float]:
    """Return the value of a piece on each place."""
    values = [OUT + steps for steps in _steps(arm)]
    for place in arm.before_start:
        values[place] = 0.0
    values[GOAL] += IN_GOAL
    return values


def _hits(six: int, *, at_home: bool = False) -> Sequence[float]:
    """Return the probability that a turn takes a given piece a distance, up to FURTHEST + 1.

    A 6 counts `six`, and a second throw follows. With pieces `at_home`, a 5 brings one out.
    """
    faces = [face for face in range(1, SIX) if not (at_home and face == FIVE)]
    single = [1 / FACES if distance in faces else 0.0 for distance in range(FURTHEST + 2)]
    hits = [*single]
    for distance in range(1, FURTHEST + 1):
        hits[distance] += (distance == six) / FACES
        hits[distance] += single[distance] / FACES  # another piece has played the 6
        if distance > six:
            hits[distance] += single[distance - six] / FACES
    hits[FURTHEST + 1] = 0.0
    return hits


@lru_cache(maxsize=32)
def standing(ruleset: Ruleset) -> Standing:
    """Return the values under a ruleset, computed once."""
    return Standing(ruleset)
