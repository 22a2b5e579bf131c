"""What a position of Parchís is worth to a seat: progress, safety, barriers and chances to capture.

The values are in steps: a piece on the ring is worth the steps it has made, less what its enemies'
next throws may cost it.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final

from engine.parchis.board import (
    ENTRY_STEPS,
    GOAL,
    GOAL_STEPS,
    HOME,
    RING,
    SAFE,
    Arm,
)
from engine.parchis.moves import CAPTURED, FIVE, SIX
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
FURTHEST: Final = 18
"""The largest distance at which an enemy is a risk, in steps."""


class Standing:
    """The value of boards under a ruleset."""

    def __init__(self, ruleset: Ruleset) -> None:
        seats = range(ruleset.seats)
        self._arms = ruleset.arms
        self._seats = seats
        self._steps = [_steps(arm).__getitem__ for arm in self._arms]
        self._all = ruleset.pieces * GOAL_STEPS
        self._values = [_values(arm) for arm in self._arms]
        self._on_ring = [frozenset(range(1, RING + 1)).difference(arm.lesson) for arm in self._arms]
        hits = (_hits(ruleset.six), _hits(SIX, at_home=True))
        self._hits = [tuple(_hits_from(arm, each) for each in hits) for arm in self._arms]
        self._behind = [_behind(arm) for arm in self._arms]
        self._owners = {arm.start: arm.seat for arm in self._arms}
        sides = [ruleset.side(seat) for seat in seats]
        self._partners = [[o for o in seats if sides[o] == sides[s] and o != s] for s in seats]
        self._enemies = [[o for o in seats if sides[o] != sides[s]] for s in seats]

    def ahead(self, worth: Sequence[float], seat: int) -> float:
        """Return how far `seat` is ahead of its enemies' average, given what each is worth."""
        own = worth[seat]
        for partner in self._partners[seat]:
            better, other = max(own, worth[partner]), min(own, worth[partner])
            own = BEST_OF_PAIR * better + (1 - BEST_OF_PAIR) * other
        enemies = self._enemies[seat]
        return own - sum(worth[enemy] for enemy in enemies) / len(enemies)

    def missing(self, board: Board) -> int:
        """Return how many steps the pieces of the leading seat are from the goal, all together."""
        made = [
            sum(map(step_of, pieces))
            for step_of, pieces in zip(self._steps, board.pieces, strict=True)
        ]
        return self._all - max(made)

    def worth(self, board: Board) -> Sequence[float]:
        """Return the value of each seat's pieces."""
        worth = [0.0] * len(self._seats)
        for seat, pieces in enumerate(board.pieces):
            values, on_ring = self._values[seat], self._on_ring[seat]
            before = HOME
            for place in pieces:
                worth[seat] += values[place]
                if place not in on_ring:
                    continue
                twin, before = place == before, place
                if pieces.count(place) > 1:
                    if not twin:
                        worth[seat] += BLOCKED * self._held(board, seat, place)
                    if place in SAFE:
                        worth[seat] -= values[place] * self._eviction(board, seat, place)
                elif place in SAFE:
                    worth[seat] += SHELTERED - values[place] * self._eviction(board, seat, place)
                else:
                    self._expose(board, seat, place, worth)
        return worth

    def _held(self, board: Board, seat: int, place: int) -> int:
        """Return how many enemies a barrier holds up."""
        return sum(
            at in self._behind[enemy][place]
            for enemy in self._enemies[seat]
            for at in board.pieces[enemy]
        )

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
            hits = self._hits[enemy][pieces[0] == HOME][place]
            if hits.keys().isdisjoint(pieces):
                continue
            for at in pieces:
                if at in hits:
                    hit = hits[at]
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


def _hits_from(arm: Arm, hits: Sequence[float]) -> Sequence[Mapping[int, float]]:
    """Return, for each square, from where a piece of `arm` hits it, and how probably.

    `hits` are the probabilities by distance.
    """
    return [
        {at: hits[distance] for at, distance in _approaches(arm, place) if hits[distance]}
        for place in range(RING + 1)
    ]


def _behind(arm: Arm) -> Sequence[frozenset[int]]:
    """Return, for each square, those up to REACH steps before it on the way of `arm`."""
    return [
        frozenset(at for at, distance in _approaches(arm, place) if distance <= REACH)
        for place in range(RING + 1)
    ]


def _approaches(arm: Arm, place: int) -> Sequence[tuple[int, int]]:
    """Return the squares up to FURTHEST steps before `place` on the way of `arm`, and how far."""
    end = arm.steps(place)
    if place == HOME or end > ENTRY_STEPS:
        return []
    return [(arm.place(steps), end - steps) for steps in range(max(0, end - FURTHEST), end)]


@lru_cache(maxsize=32)
def standing(ruleset: Ruleset) -> Standing:
    """Return the values under a ruleset, computed once."""
    return Standing(ruleset)
