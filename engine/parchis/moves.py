"""Moves, and the ways that pieces can go by a number, regardless of where other pieces are."""

from collections.abc import Collection
from typing import Final, NamedTuple

from engine.parchis.board import ENTRY_STEPS, GOAL, GOAL_STEPS, HOME, RING, SAFE, Arm
from engine.parchis.reason import Reason
from engine.parchis.ruleset import Goal, Obstacle, Ruleset

FIVE: Final = 5
"""The number that brings pieces out."""

SIX: Final = 6

FIRST_TWO: Final = 2
"""The number that brings out a seat's first piece with the option `first-two`."""

CAPTURED: Final = 20
"""The bonus for a capture."""

ARRIVED: Final = 10
"""The bonus for a piece that reached the goal."""

BONUSES: Final = (CAPTURED, ARRIVED)
NUMBERS: Final = (1, 2, 3, 4, 5, 6, 7, 12, *BONUSES)
"""Every number that can be pending under some ruleset."""


def again_after(ruleset: Ruleset) -> Collection[int]:
    """Return the bonuses after which a seat throws again."""
    if isinstance(ruleset.again, bool):
        return BONUSES if ruleset.again else ()
    return (ruleset.again,)


class Move(NamedTuple):
    """A piece moves from `start` to `end` by `number`, or comes out if `start` is HOME.

    `pieces` is 2 if two come out at once. `captures` are the seats of the captured pieces, in
    order. `back` is true if the piece turned round on the way.
    """

    start: int
    end: int
    number: int
    pieces: int = 1
    captures: tuple[int, ...] = ()
    back: bool = False


class Way(NamedTuple):
    """Where a number takes a piece, and what would hinder it, as masks.

    A barrier on `path` forbids the move, and so do two pieces on `landing`. A piece of another seat
    on `prey` is captured, and one on `shy` forbids the move.
    """

    move: Move
    path: int
    landing: int
    prey: int
    shy: int


def way(ruleset: Ruleset, arm: Arm, place: int, number: int) -> Way | Reason:
    """Return the way of a piece on `place` that meets no barrier, or the rule that forbids it."""
    at = arm.steps(place)
    furthest = at + number
    if furthest > GOAL_STEPS:
        if ruleset.goal is Goal.EXACT:
            return Reason.NOT_EXACT
        return turned(ruleset, arm, place, number, GOAL_STEPS)
    if _leaves_the_ring(ruleset, at, furthest):
        return Reason.LAST_SAFE
    end = arm.place(furthest)
    bit = arm.bits[end]
    prey = bit if end <= RING and end not in SAFE else 0
    path = sum(arm.bits[arm.place(steps)] for steps in range(at + 1, furthest + 1))
    return Way(Move(place, end, number), path, bit, prey, 0)


def turned(ruleset: Ruleset, arm: Arm, place: int, number: int, turn: int) -> Way | Reason:
    """Return the way of a piece that turns round `turn` steps from its start, or what forbids it.

    The piece itself hinders nobody: where it stood, it may pass and stop.
    """
    at = arm.steps(place)
    reached = 2 * turn - at - number
    if _leaves_the_ring(ruleset, at, turn):
        return Reason.LAST_SAFE
    if reached < 0:
        return Reason.BEHIND_START
    if reached <= ENTRY_STEPS and (at > ENTRY_STEPS or turn == GOAL_STEPS):
        return Reason.OUT_OF_CORRIDOR
    there = [*range(at + 1, turn + 1), *range(reached, turn)]
    path = 0
    for steps in there:
        path |= arm.bits[arm.place(steps)]
    end, stood = arm.place(reached), arm.bits[place]
    landing = arm.bits[end] & ~stood
    shy = landing if end <= RING and end not in SAFE else 0
    return Way(Move(place, end, number, back=True), path & ~stood, landing, 0, shy)


def way_past(ruleset: Ruleset, arm: Arm, place: int, number: int, barriers: int) -> Way | Reason:
    """Return the way of a piece on `place`, or the rule that forbids it.

    It takes only `barriers` into account, none of the other pieces.
    """
    if ruleset.barrier is Obstacle.BOUNCE:
        at = arm.steps(place)
        for steps in range(at + 1, min(at + number, GOAL_STEPS) + 1):
            if arm.bits[arm.place(steps)] & barriers:
                found = turned(ruleset, arm, place, number, steps - 1)
                break
        else:
            found = way(ruleset, arm, place, number)
    else:
        found = way(ruleset, arm, place, number)
    if isinstance(found, Way) and found.path & barriers & ~arm.bits[place]:
        return Reason.BARRIER
    return found


def _leaves_the_ring(ruleset: Ruleset, at: int, furthest: int) -> bool:
    """Tell whether a move goes beyond the entry from before it, which `last-safe` forbids."""
    return ruleset.last_safe and at < ENTRY_STEPS < furthest


def ways(ruleset: Ruleset, arm: Arm, number: int) -> tuple[Way | None, ...]:
    """Return the way of a piece by `number` that meets no barrier, for each place.

    None where the number leads nowhere, as at home, in the goal and under instruction.
    """

    def found(place: int) -> Way | None:
        if place in (HOME, GOAL) or place in arm.lesson:
            return None
        there = way(ruleset, arm, place, number)
        return there if isinstance(there, Way) else None

    return tuple(map(found, range(GOAL + 1)))
