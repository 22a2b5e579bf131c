"""The areas of a picture: where pieces, landings and the throw are, to make them clickable."""

from renderer.box import Box
from renderer.parchis import layout
from renderer.parchis.layout import GOAL, HOME, IN_GOAL, PIECE, SIZE
from renderer.parchis.view import ParchisView


class Finder:
    """Finds the parts of a view in its picture, in pixels; the theme makes no difference."""

    def __init__(self, view: ParchisView) -> None:
        self._view = view

    @property
    def size(self) -> tuple[int, int]:
        """The width and height of the picture."""
        return SIZE

    @property
    def cast(self) -> Box | None:
        """The area of the number to play, None if there is none."""
        view = self._view
        if view.turn is None or view.pending is None:
            return None
        return layout.around(layout.cast(view.seats[view.turn].arm), 204, 120)

    def piece(self, seat: int, place: int) -> Box:
        """Return the area of the pieces of a seat at a place: its square, home or goal."""
        shown = self._view.seats[seat]
        if place == HOME:
            last = max(0, shown.places.count(HOME) - 1)
            return layout.around(layout.at_home(shown.arm, last), layout.AT_HOME + 8)
        if place == GOAL:
            return layout.around(layout.goal(shown.arm), IN_GOAL + 12)
        if place in layout.lesson(shown.arm):
            return layout.around(layout.porch(place), PIECE)
        return layout.square(place, shown.arm)

    def landing(self, seat: int, place: int) -> Box:
        """Return the area where a piece of a seat would land."""
        shown = self._view.seats[seat]
        if place == GOAL:
            taken = GOAL in shown.places
            return layout.around(layout.goal_landing(shown.arm, taken=taken), PIECE + 8)
        return self.piece(seat, place)
