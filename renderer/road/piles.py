"""Piles: the drawings at one place of the road, one for each stack or for several equal ones."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from renderer.road.view import Crowd, RoadView, SeatView, StackView

APART = 4
"""The maximum number of stacks at one place with a pile each; of more, equal ones share a pile."""

ABREAST = 8
"""The maximum number of piles at one place; more are merged by side and heading."""


@dataclass(frozen=True, slots=True, order=True)
class Pile:
    """The drawing of `stacks` stacks; `captives` are their total by side.

    `heading` is 1 along the road as drawn in the picture, -1 against it, 0 if the next move
    decides. `mark` is the seat's number within its side, from 1, if a side has several seats,
    otherwise 0; it is also 0 for piles merged by side and heading.
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
    """Return the number, from 1, that distinguishes `seat` from its partners; 0 without any."""
    partners = [other for other, held in enumerate(seats) if held.side == seats[seat].side]
    return partners.index(seat) + 1 if len(seats) > 2 else 0


def piles(
    stacks: Iterable[StackView], seats: Sequence[SeatView], seen_from: int = 0
) -> tuple[Pile, ...]:
    """Return the piles for `stacks`, which share a place, in a stable order.

    Headings are relative to the picture: 1 is away from the base at the upper left, whichever side
    it belongs to.
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
    """Return the piles at each place that has stacks."""
    standing: dict[int, list[StackView]] = defaultdict(list)
    for stack in view.stacks:
        standing[stack.at].append(stack)
    return {at: piles(here, view.seats, seen_from) for at, here in standing.items()}


def _together(several: Sequence[Pile], number: int) -> Pile:
    jade, red = (sum(pile.captives[side] for pile in several) for side in (0, 1))
    return Pile(several[0].side, number, several[0].heading, (jade, red), len(several))
