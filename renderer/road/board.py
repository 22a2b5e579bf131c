"""What stands on the road of a position: stacks, places to land on, the last move."""

from collections import defaultdict
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from renderer.canvas import Canvas
from renderer.road import marks, sprites, standing
from renderer.road.ground import Road
from renderer.road.piles import piles
from renderer.road.rows import Roadway, Spot, inner
from renderer.road.view import RoadView, StackView, Trace

LOOP = 22
"""Half the width of the trace of a move that ends where it began."""


class _Leg(NamedTuple):
    """A part of a move in one row: from where to where, in which lane; whether it turns there."""

    row: int
    start: int
    end: int
    lane: int
    turns: bool = False


class Board:
    """Draws on a road as it lies on one canvas, where lone piles are at most `tall`."""

    def __init__(
        self,
        canvas: Canvas,
        view: RoadView,
        road: Road,
        way: Roadway,
        tall: float = standing.TALL,
    ) -> None:
        self._canvas, self._view, self._road, self._tall = canvas, view, road, tall
        self._rows, self._places = way.rows, way.places
        self._largest = standing.alone(way.places[1], tall)

    def draw(self) -> None:
        """Stand the stacks on the road, mark where the mover can land, trace the last move."""
        stacks: dict[int, list[StackView]] = defaultdict(list)
        for stack in self._view.stacks:
            stacks[stack.at].append(stack)
        for at in self._view.landings:
            self._landing(at, occupied=at in stacks or at == self._view.fire)
        for at, here in stacks.items():
            self._stacks(at, here)
        if self._view.last:
            self._trace(self._view.last)

    def _place(self, at: int) -> Spot:
        return self._places[self._road.place(at)]

    def _landing(self, at: int, *, occupied: bool) -> None:
        if self._view.turn is None:
            return
        theme, side = self._canvas.theme, self._view.seats[self._view.turn].side
        place = self._place(at)
        if occupied:
            frame = marks.target(theme, side, place.stand.size, place.shade)
            self._canvas.lay(frame, place.stand.left, place.stand.top)
        else:
            room = inner(place)
            d = standing.alone(place, self._tall, self._largest)
            self._canvas.lay(
                marks.landing(theme, side, room.size, d, place.shade), room.left, room.top
            )

    def _stacks(self, at: int, stacks: list[StackView]) -> None:
        """Stand all stacks of one place side by side."""
        place = self._place(at)
        shown = piles(stacks, self._view.seats, self._road.seen_from)
        standing_there, diameter = standing.arrange(shown, place, self._tall, self._largest)
        for pile, slot in standing_there:
            drawn = sprites.pile(self._canvas.theme, pile, slot.size, diameter, place.shade)
            self._canvas.lay(drawn, slot.left, slot.top)
            if slot.bottom < inner(place).bottom:
                shelf = (slot.left + 2, slot.bottom + 1, slot.right - 3, slot.bottom + 2)
                self._canvas.bar(shelf, self._canvas.theme.number)

    def _trace(self, last: Trace) -> None:
        """Trace a move above the road; its longest leg (back, if it turned) tells its prey."""
        side = self._view.seats[last.seat].side
        legs = list(self._legs(last))
        longest = max(legs, key=lambda leg: (leg.lane, abs(leg.end - leg.start)))
        for leg in legs:
            drawn = marks.trace(
                self._canvas.theme,
                side,
                abs(leg.end - leg.start),
                1 if leg.end > leg.start else -1,
                last.captured if leg is longest else 0,
                tail=leg is legs[0],
                tip=leg is legs[-1],
                lane=leg.lane,
                turns=leg.turns,
            )
            left = min(leg.start, leg.end) - marks.TRACE_PAD
            self._canvas.lay(drawn, left, self._rows[leg.row].band.top)

    def _legs(self, last: Trace) -> Iterator[_Leg]:
        """Return the parts of a move, one for each row that it crosses, there and back."""
        start, end = self._place(last.start), self._place(last.end)
        if last.turned not in (None, last.start, last.end):
            turned = self._place(last.turned)
            *there, up_to = self._straight(start, turned, marks.AWAY)
            yield from (*there, up_to._replace(turns=True))
            yield from self._straight(turned, end, marks.BACK)
        elif start is end:
            middle = start.box.middle
            yield _Leg(start.row, middle - LOOP, middle + LOOP, marks.LANE)
        else:
            yield from self._straight(start, end, marks.LANE)

    def _straight(self, start: Spot, end: Spot, lane: int) -> Iterator[_Leg]:
        way = 1 if (end.row, end.box.left) > (start.row, start.box.left) else -1
        stops = [(start.row, start.box.middle)]
        for row in range(start.row, end.row, way):
            edges = self._rows[row].box.right + 8, self._rows[row + way].box.left - 8
            if way < 0:
                edges = self._rows[row].box.left - 8, self._rows[row + way].box.right + 8
            stops += [(row, edges[0]), (row + way, edges[1])]
        stops.append((end.row, end.box.middle))
        for (row, a), (_, b) in list(pairwise(stops))[::2]:
            yield _Leg(row, a, b, lane)
