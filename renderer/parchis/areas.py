"""The areas of a picture: where pieces, landings and the throw are, to make them clickable."""

from typing import Final

from engine.parchis.board import GOAL, HOME
from renderer.box import Box
from renderer.parchis import layout
from renderer.parchis.layout import AT_HOME, IN_GOAL, PIECE, Point, spot
from renderer.parchis.standing import Kind, arrange, is_square
from renderer.parchis.view import ParchisView

_AROUND: Final = 8
"""How much larger than a piece its area is, away from squares."""
_BESIDE: Final = PIECE - 4
"""The size of the area of a piece that shares its square, so that areas don't overlap."""


class Places:
    """Finds the parts of a view on a board that is turned so many quarters, in pixels."""

    def __init__(self, view: ParchisView, turn: int = 0) -> None:
        self._view, self._turn, self._squares = view, turn, arrange(view, turn)

    def piece(self, seat: int, place: int) -> Box:
        """Return the area of the pieces of a seat at a place.

        A piece that is alone on a square has the whole square.
        """
        return self._area(seat, place, Kind.PIECE, Kind.BARRIER)

    def landing(self, seat: int, place: int) -> Box:
        """Return the area where a piece of a seat would land."""
        if place == GOAL:
            return layout.around(self.goal_landing(seat), PIECE + _AROUND)
        return self._area(seat, place, Kind.LANDING)

    def goal_landing(self, seat: int) -> Point:
        """Return the middle of that area in its goal."""
        shown = self._view.seats[seat]
        return layout.goal_landing(shown.arm, self._turn, taken=GOAL in shown.places)

    def stand(self, seat: int, place: int, *kinds: Kind) -> Point:
        """Return the middle of what a seat has on a square; alone there if it has nothing there."""
        at = spot(place, self._view.seats[seat].arm, self._turn)
        stands = (each for each in self._squares.get(at, ()) if each.seat == seat)
        return next((each.at for each in stands if each.kind in kinds), layout.stands(*at).alone)

    def point(self, seat: int, place: int) -> Point:
        """Return the middle of a piece of a seat at a place, or of where it stood there."""
        shown = self._view.seats[seat]
        if place == HOME:
            last = max(0, shown.places.count(HOME) - 1)
            return layout.at_home(shown.arm, last, len(shown.places), self._turn)
        if place == GOAL:
            return layout.goal(shown.arm, self._turn)
        if not is_square(place, shown.arm):
            return layout.porch(place, self._turn)
        return self.stand(seat, place, *Kind)

    def _area(self, seat: int, place: int, *kinds: Kind) -> Box:
        """Return the area of what a seat has at a place, as far as it is of these kinds."""
        arm = self._view.seats[seat].arm
        if not is_square(place, arm):
            size = {HOME: AT_HOME, GOAL: IN_GOAL}.get(place, PIECE)
            return layout.around(self.point(seat, place), size + _AROUND)
        at = spot(place, arm, self._turn)
        stands = [each for each in self._squares.get(at, ()) if each.kind is not Kind.LEFT]
        for stand in stands if len(stands) > 1 else ():
            if stand.seat == seat and stand.kind in kinds:
                return layout.around(stand.at, _BESIDE)
        return layout.square(*at)
