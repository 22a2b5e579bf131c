"""What is drawn at one place of the road: each stack a pile, or those that look alike as one."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from renderer.road.view import Crowd, RoadView, SeatView, StackView

APART = 4
"""At most so many stacks of one place stand each for itself; of more, those alike are one pile."""

ABREAST = 8
"""At most so many piles stand at one place; more are gathered by heading."""


@dataclass(frozen=True, slots=True, order=True)
class Pile:
    """`stacks` stacks that look alike: captain, heading, captives by side (all of them together).

    `heading` is 1 along the road as the picture has it, -1 against it, 0 where it is open. `mark`
    is the seat's number within its side, from 1, where a side has several seats, else 0.
    """

    side: int
    mark: int
    heading: int
    captives: tuple[int, int]
    stacks: int = 1


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

    Headings are as the picture has them: 1 is away from the base at the upper left, whose ever
    that is.
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


def by_place(view: RoadView, seen_from: int) -> dict[int, tuple[Pile, ...]]:
    """Return the piles of every place where stacks stand."""
    standing: dict[int, list[StackView]] = defaultdict(list)
    for stack in view.stacks:
        standing[stack.at].append(stack)
    return {at: piles(here, view.seats, seen_from) for at, here in standing.items()}


def _together(several: Sequence[Pile], number: int) -> Pile:
    jade, red = (sum(pile.captives[side] for pile in several) for side in (0, 1))
    return Pile(several[0].side, number, several[0].heading, (jade, red), len(several))
