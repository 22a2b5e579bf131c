"""Stacks and crowds, as people read them and as the engine counts them.

A crowd is warriors counted by seat. Packed it is one integer with four bits a seat, seat 0
lowest: no seat has more than nine warriors, so adding two crowds is adding the integers.

A packed stack is one integer too, from the lowest bit: 6 bits where it stands, 4 bits the
captain's seat, 2 bits the heading plus one, then the crowd of captives. Packed values live
in memory only; what is kept is text.
"""

from collections.abc import Iterable
from typing import Final, NamedTuple

AT: Final = 0b111111
"""Mask of a packed stack: where it stands."""

CAPTIVES: Final = 12
"""Shift of a packed stack: the crowd of its captives."""


class Stack(NamedTuple):
    """A captain and the captives below it, which move as one.

    `at` is a space, or the base where a lone warrior waits to turn round. `heading` is 1 up
    the road, -1 down, 0 where the next move decides. `captives` are counted by seat.
    """

    at: int
    captain: int
    heading: int
    captives: tuple[int, ...]


def pack_crowd(counts: Iterable[int]) -> int:
    """Return the crowd of `counts` warriors by seat."""
    return sum(count << 4 * seat for seat, count in enumerate(counts))


def unpack_crowd(crowd: int, seats: int) -> tuple[int, ...]:
    """Return how many warriors of each seat are in `crowd`."""
    return tuple(crowd >> 4 * seat & 0xF for seat in range(seats))


def pack_stack(stack: Stack) -> int:
    """Return `stack` as one integer."""
    at, captain, heading, captives = stack
    return at | captain << 6 | heading + 1 << 10 | pack_crowd(captives) << CAPTIVES


def unpack_stack(code: int, seats: int) -> Stack:
    """Return the stack that `code` stands for."""
    captives = unpack_crowd(code >> CAPTIVES, seats)
    return Stack(code & AT, code >> 6 & 0xF, (code >> 10 & 0b11) - 1, captives)


def everyone(code: int) -> int:
    """Return what a packed stack gains by capturing this one: the captain and its captives."""
    return (code >> CAPTIVES << CAPTIVES) + (1 << CAPTIVES + 4 * (code >> 6 & 0xF))
