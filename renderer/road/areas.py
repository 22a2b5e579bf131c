"""The areas of a road picture: where stacks, places and throws are, to make them clickable."""

from collections.abc import Iterator

from engine.text import Say
from renderer.box import Box
from renderer.road import head
from renderer.road.board import Board
from renderer.road.picture import plan_of, road_of
from renderer.road.piles import mark
from renderer.road.standing import Stand
from renderer.road.view import RoadView, StackView, Trace
from renderer.theme import MAIZE


class Finder:
    """Finds the parts of a view in its picture, in pixels; the theme makes no difference."""

    def __init__(self, view: RoadView, say: Say, seen_from: int = 0) -> None:
        self._view, self._road = view, road_of(view, seen_from)
        self._plan = plan_of(view, say)
        self._board = Board(view, self._road, self._plan)

    @property
    def size(self) -> tuple[int, int]:
        """The width and height of the picture."""
        return self._plan.size

    @property
    def cast(self) -> Box | None:
        """The area of the throws, None if there are none."""
        return head.cast_box(self._view, MAIZE)

    def place(self, at: int) -> Box:
        """Return the area of a space, or of the yard of a base."""
        if self._board.on_road(at):
            return self._board.place(at).box
        return self._plan.bases[self._road.place(at) > 0].yard

    def stack(self, stack: StackView) -> Box:
        """Return the area of a stack; for one that is not on the road yet, that of its base."""
        index = self._board.index_of(stack)
        if index is None:
            return self.place(stack.at)
        return self._inside(self._board.stands(stack.at)[index].box)

    def move(self, trace: Trace) -> tuple[Box, Box]:
        """Return the area of the stack that moved, before the move and now, both the same size."""
        diameter = self._plan.diameter
        now = next(self._arrived(trace), self._around(trace.end, (diameter, diameter)))
        return self._around(trace.start, now.size), now

    def _arrived(self, trace: Trace) -> Iterator[Box]:
        """Yield the area of the captain that moved, if it is still where its move ended.

        If its side has several stacks there, those with the number of its seat come first.
        """
        seats = self._view.seats
        side, number = seats[trace.seat].side, mark(trace.seat, seats)
        there: list[Stand] = [
            stand for stand in self._board.stands(trace.end) if stand.pile.side == side
        ]
        there.sort(key=lambda stand: stand.pile.mark != number)
        return (self._inside(stand.box) for stand in there)

    def _around(self, at: int, size: tuple[int, int]) -> Box:
        """Return a box of that size in the centre of a place."""
        (width, height), (x, y) = size, self._board.middle(at)
        if not self._board.on_road(at):
            yard = self.place(at)
            x, y = yard.middle, (yard.top + yard.bottom) // 2
        left, top = x - width // 2, y - height // 2
        return self._inside(Box(left, top, left + width, top + height))

    def _inside(self, box: Box) -> Box:
        """Return the part of a box that is inside the picture."""
        width, height = self.size
        return Box(
            max(0, box.left), max(0, box.top), min(width, box.right), min(height, box.bottom)
        )
