"""What is drawn at one place of the road: each stack a pile, or those that look alike as one."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from renderer.road.view import Crowd, SeatView, StackView

SINGLY = 2
"""A pile with at most so many captives shows each of them; more are counted by side."""

APART = 4
"""At most so many stacks of one place stand each for itself; of more, those alike are one pile."""

ABREAST = 8
"""At most so many piles stand at one place; more are gathered by heading."""


@dataclass(frozen=True, slots=True)
class Layer:
    """One captive's edge below the captain, standing for `count` of its side."""

    side: int
    count: int


@dataclass(frozen=True, slots=True, order=True)
class Pile:
    """`stacks` stacks that look alike: captain, heading, captives by side (all of them together).

    `heading` is 1 to the right, -1 to the left, 0 where it is open. `mark` is the seat's number
    within its side, from 1, where a side has several seats; 0 where it tells nothing.
    """

    side: int
    mark: int
    heading: int
    captives: tuple[int, int]
    stacks: int = 1

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
    """Return the number, from 1, that tells `seat` from its partners; 0 where it has none."""
    partners = [other for other, held in enumerate(seats) if held.side == seats[seat].side]
    return partners.index(seat) + 1 if len(seats) > 2 else 0


def piles(
    stacks: Iterable[StackView], seats: Sequence[SeatView], seen_from: int = 0
) -> tuple[Pile, ...]:
    """Return the piles that show `stacks`, all at one place, in a steady order.

    Headings are as the picture has them: 1 is rightwards, also where side 1 is at the left.
    """
    each = sorted(
        Pile(
            side=seats[stack.captain].side,
            mark=mark(stack.captain, seats),
            heading=-stack.heading if seen_from else stack.heading,
            captives=by_side(stack.captives, seats),
        )
        for stack in stacks
    )
    if len(each) <= APART:
        return tuple(each)
    alike = Counter(each)
    if len(alike) <= ABREAST:
        return tuple(_together([pile] * count, pile.mark) for pile, count in alike.items())
    gathered: dict[tuple[int, int], list[Pile]] = {}
    for pile in each:
        gathered.setdefault((pile.side, pile.heading), []).append(pile)
    return tuple(_together(several, 0) for several in gathered.values())


def _together(several: Sequence[Pile], number: int) -> Pile:
    jade, red = (sum(pile.captives[side] for pile in several) for side in (0, 1))
    return Pile(several[0].side, number, several[0].heading, (jade, red), len(several))
