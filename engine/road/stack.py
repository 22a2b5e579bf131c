"""Stacks and crowds, in readable and in packed form.

A crowd is a count of warriors by seat. Packed, it is one integer with four bits per seat, seat 0
lowest: no seat has more than nine warriors, so crowds can be added as integers.

A packed stack is one integer, too. From the lowest bit: 6 bits for where it stands, 4 bits for the
captain's seat, 2 bits for the heading plus one, then the crowd of captives. Packed values exist
in memory only; stored positions are text.
"""

from collections.abc import Iterable
from typing import Final, NamedTuple

AT: Final = 0b111111
"""Mask of where a packed stack stands."""

CAPTIVES: Final = 12
"""Shift of the crowd of captives in a packed stack."""


class Stack(NamedTuple):
    """A captain and the captives below it, which move together.

    `at` is a space, or the base from which a lone warrior walks home. `heading` is 1 up the road,
    -1 down, or 0 if the next move decides. `captives` are counts by seat.
    """

    at: int
    captain: int
    heading: int
    captives: tuple[int, ...]


def pack_crowd(counts: Iterable[int]) -> int:
    """Return the crowd with these `counts` by seat."""
    return sum(count << 4 * seat for seat, count in enumerate(counts))


def unpack_crowd(crowd: int, seats: int) -> tuple[int, ...]:
    """Return the counts by seat in `crowd`."""
    return tuple(crowd >> 4 * seat & 0xF for seat in range(seats))


def one_of(seat: int) -> int:
    """Return the crowd of one warrior of `seat`."""
    return 1 << 4 * seat


def side_mask(seats: int, side: int) -> int:
    """Return the mask of all seats of `side` in a crowd."""
    half = 4 * (seats // 2)
    return (1 << half) - 1 << half * side


def count(crowd: int) -> int:
    """Return the total number of warriors in `crowd`."""
    total = 0
    while crowd:
        total += crowd & 0xF
        crowd >>= 4
    return total


def pack_stack(stack: Stack) -> int:
    """Return `stack` as one integer."""
    at, captain, heading, captives = stack
    return at | captain << 6 | heading + 1 << 10 | pack_crowd(captives) << CAPTIVES


def unpack_stack(code: int, seats: int) -> Stack:
    """Return the stack packed as `code`."""
    captives = unpack_crowd(code >> CAPTIVES, seats)
    return Stack(code & AT, captain_of(code), (code >> 10 & 0b11) - 1, captives)


def captain_of(code: int) -> int:
    """Return the seat of a packed stack's captain."""
    return code >> 6 & 0xF


def everyone(code: int) -> int:
    """Return what capturing this stack adds to a packed stack: its captain and captives."""
    return (code >> CAPTIVES << CAPTIVES) + (1 << CAPTIVES + 4 * (code >> 6 & 0xF))


def without(values: tuple[int, ...], value: int) -> tuple[int, ...]:
    """Return packed stacks or numbers without the first that equals `value`."""
    at = values.index(value)
    return values[:at] + values[at + 1 :]


def liberate(stacks: Iterable[int], comrades: int, forward: int) -> tuple[tuple[int, ...], int]:
    """Take the crowd of `comrades` out of packed stacks; return the new stacks and the freed crowd.

    A stack that loses all its captives heads `forward` again; the others keep their heading.
    """
    left, freed = [], 0
    for code in stacks:
        ours = code >> CAPTIVES & comrades
        freed += ours
        rest = code - (ours << CAPTIVES)
        left.append(rest if not ours or rest >> CAPTIVES else _heading(rest, forward))
    return tuple(sorted(left)), freed


def _heading(code: int, heading: int) -> int:
    """Return a packed stack with its heading replaced by `heading`."""
    return code & ~(0b11 << 10) | heading + 1 << 10
