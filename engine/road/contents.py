"""What can stand on a space of a road game for two, seen by the player to move.

It is found by applying the rules of moves until nothing new turns up, so no rule is written here a
second time. Seat 0 is the player to move: a position in which seat 1 moves is looked at from the
other end of the road (`mirrored`).
"""

from collections.abc import Iterable
from itertools import product
from typing import Final, NamedTuple

from engine.road.moves import Move, way
from engine.road.ruleset import FarEnd, Ruleset
from engine.road.stack import Stack, everyone, liberate, pack_stack, unpack_stack

ANYWHERE: Final = 0
"""The place of stacks whose place does not matter."""

LONE: Final = Stack(ANYWHERE, captain=0, heading=1, captives=(0, 0))
"""A warrior of the player to move that has just entered."""

WAITING: Final = LONE._replace(heading=-1)
"""A warrior of the player to move in the enemy's base, from where it walks home."""


class Contents(NamedTuple):
    """What stands on a space: `number` equal stacks. On the road, `number` is always 1."""

    stack: Stack
    number: int = 1

    @property
    def warriors(self) -> tuple[int, int]:
        """How many warriors of the player to move, and of the opponent, there are."""
        captain, (mine, theirs) = self.stack.captain, self.stack.captives
        return self.number * (mine + (captain == 0)), self.number * (theirs + (captain == 1))

    @property
    def mirrored(self) -> "Contents":
        """The same, seen by the opponent."""
        return Contents(mirrored(self.stack), self.number)


def mirrored(stack: Stack) -> Stack:
    """Return `stack` seen by the other side; its place is left as it is."""
    at, captain, heading, captives = stack
    return Stack(at, 1 - captain, -heading, captives[::-1])


def contents_of_spaces(ruleset: Ruleset) -> list[Contents]:
    """Return everything that can stand on a space of the road, in ascending order of stacks."""
    mine: set[Stack] = set()
    captors: set[Stack] = set()
    fresh = {LONE}
    while fresh:
        mine |= fresh
        after, capturing = _moved(ruleset, fresh)
        new = capturing - captors
        captors |= new
        pairs = {*product(new, mine), *product(captors, fresh)}
        reached = after | {
            _captor(captor, mirrored(enemy))
            for captor, enemy in pairs
            if _fits(ruleset, captor, mirrored(enemy))
        }
        if ruleset.far_end is FarEnd.LIBERATE:
            reached |= {_liberated(stack) for stack in fresh}
        fresh = reached - mine
    return sorted(Contents(each) for stack in mine for each in (stack, mirrored(stack)))


def contents_of_base(ruleset: Ruleset) -> list[Contents]:
    """Return what can wait in the enemy's base: from one to all warriors of the player to move."""
    if ruleset.far_end is not FarEnd.WALK_BACK:
        return []
    return [Contents(WAITING, number + 1) for number in range(ruleset.warriors)]


def _moved(ruleset: Ruleset, stacks: Iterable[Stack]) -> tuple[set[Stack], set[Stack]]:
    """Return what `stacks` can become by a move from any place, without and with a capture.

    Captors are returned without their new captives.
    """
    after, captors = set[Stack](), set[Stack]()
    places = range(ruleset.road + 2)
    for stack, at, number, heading in product(stacks, places, sorted(ruleset.numbers), (1, -1)):
        move = way(ruleset, stack._replace(at=at), heading, number)
        if isinstance(move, Move):
            after |= {_unpack(move.after)} if move.after else set()
            captors |= {_unpack(move.captor)} if move.captor else set()
    return after, captors


def _fits(ruleset: Ruleset, captor: Stack, enemy: Stack) -> bool:
    together = map(sum, zip(Contents(captor).warriors, Contents(enemy).warriors, strict=True))
    return max(together) <= ruleset.warriors


def _captor(captor: Stack, enemy: Stack) -> Stack:
    """Return `captor` with everyone in the stack `enemy` under it."""
    return _unpack(pack_stack(captor) + everyone(pack_stack(enemy)))


def _liberated(stack: Stack) -> Stack:
    """Return what a stack of the player to move becomes if the opponent liberates its captives."""
    (code,), _ = liberate([pack_stack(stack)], comrades=0xF0, forward=1)
    return _unpack(code)


def _unpack(code: int) -> Stack:
    return unpack_stack(code, seats=2)._replace(at=ANYWHERE)
