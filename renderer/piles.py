"""What is drawn at one place of the road: stacks that look alike become one pile."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from renderer.view import Crowd, SeatView, StackView

SINGLY = 3
"""A pile with at most so many captives shows each of them; more are counted by side."""

ABREAST = 4
"""At most so many piles stand at one place; more are gathered by heading."""


@dataclass(frozen=True, slots=True)
class Layer:
    """One captive's edge below the captain, standing for `count` of its side."""

    side: int
    count: int


@dataclass(frozen=True, slots=True)
class Pile:
    """`stacks` stacks that look alike: captain, heading, captives by side (all of them together).

    `mark` is the seat's number, from 1, where a side has several seats; 0 where it tells nothing.
    """

    side: int
    heading: int
    captives: tuple[int, int]
    stacks: int = 1
    mark: int = 0

    @property
    def layers(self) -> tuple[Layer, ...]:
        """The captives as they are drawn, the lowest first."""
        own, enemy = self.captives[self.side], self.captives[1 - self.side]
        if own + enemy <= SINGLY:
            return (Layer(self.side, 1),) * own + (Layer(1 - self.side, 1),) * enemy
        lying = (Layer(self.side, own), Layer(1 - self.side, enemy))
        return tuple(layer for layer in lying if layer.count)

    @property
    def counted(self) -> bool:
        """Whether the captives are counted by side instead of shown each."""
        return sum(self.captives) > SINGLY


def by_side(crowd: Crowd, seats: Sequence[SeatView]) -> tuple[int, int]:
    """Return how many of `crowd` belong to each side."""
    counts = [0, 0]
    for count, seat in zip(crowd, seats, strict=True):
        counts[seat.side] += count
    return counts[0], counts[1]


def mark(seat: int, seats: Sequence[SeatView]) -> int:
    """Return the number that tells `seat` from its partners; 0 where it has none."""
    return seat + 1 if len(seats) > 2 else 0


def piles(stacks: Iterable[StackView], seats: Sequence[SeatView]) -> tuple[Pile, ...]:
    """Return the piles that show `stacks`, all at one place, in a steady order."""
    alike = Counter(
        (
            seats[stack.captain].side,
            stack.heading,
            by_side(stack.captives, seats),
            mark(stack.captain, seats),
        )
        for stack in stacks
    )
    if len(alike) <= ABREAST:
        return tuple(
            Pile(side, heading, (count * jade, count * red), count, number)
            for (side, heading, (jade, red), number), count in sorted(alike.items())
        )
    gathered: dict[tuple[int, int], tuple[int, int, int]] = {}
    for (side, heading, (jade, red), _), count in alike.items():
        a, b, c = gathered.get((side, heading), (0, 0, 0))
        gathered[side, heading] = a + count * jade, b + count * red, c + count
    return tuple(
        Pile(side, heading, (jade, red), count)
        for (side, heading), (jade, red, count) in sorted(gathered.items())
    )
