"""Drawing what changes on the board: the last moves, pieces, places to land on, and goals."""

from collections.abc import Iterator
from itertools import chain

from engine.parchis.board import CORRIDOR, GOAL, RING, SAFE
from renderer.colours import Colour
from renderer.parchis import layout, marks, pieces
from renderer.parchis.drawing import Cut, Sheet
from renderer.parchis.ground import SIGN, ground_of
from renderer.parchis.layout import PIECE, Spot, spot
from renderer.parchis.standing import Kind, Stand, arrange, letter_of
from renderer.parchis.view import Arm, MoveView, ParchisView

_LEFT, _LEARNS = PIECE - 5, 30
"""The sizes of the shape where a move began, and of where a piece would walk under instruction."""

_NUMBER, _SIZE = (36, 24), 19
"""The area and the text size of the number of a square in a corridor."""


class Board:
    """Draws a view on the squares and goals of a sheet."""

    def __init__(self, view: ParchisView, sheet: Sheet) -> None:
        self._view, self._sheet, self._paints = view, sheet, sheet.paints
        self._playing = frozenset(seat.arm for seat in view.seats)
        self._squares = arrange(view)

    def draw(self) -> None:
        """Draw goals, the last moves, what is on squares, and pieces under instruction."""
        for at in self._squares:
            self._clear(at)
        for index in range(len(self._view.seats)):
            self._goal(index)
        for move in self._view.last:
            self._dots(move)
        for at, stands in self._squares.items():
            self._square(at, stands)
        for index in range(len(self._view.seats)):
            self._lesson(index)

    def _arm(self, seat: int) -> Arm:
        return self._view.seats[seat].arm

    def _moved(self, seat: int, place: int) -> Arm | None:
        """Return the arm of a seat if one of the last moves took a piece of it to this place."""
        moved = any((move.seat, move.end) == (seat, place) for move in self._view.last)
        return self._arm(seat) if moved else None

    def _clear(self, at: Spot) -> None:
        """Erase the sign of a safe square, which would show between the pieces."""
        if at.place in SAFE:
            ground = ground_of(self._paints, self._playing, *at)
            self._sheet.clear(layout.around(layout.stands(*at).alone, SIGN), ground)

    def _dots(self, move: MoveView) -> None:
        """Draw a dot on each empty square that a move passed."""
        if move.back:
            return
        arm = self._arm(move.seat)
        for place in way(arm, move.start, move.end):
            at = spot(place, arm)
            if at not in self._squares:
                ground = ground_of(self._paints, self._playing, *at)
                self._sheet.lay(marks.dot(self._paints, arm, ground), layout.stands(*at).alone)

    def _square(self, at: Spot, stands: tuple[Stand, ...]) -> None:
        """Draw what is on a square."""
        sheet, look = self._sheet, self._paints
        ground = ground_of(look, self._playing, *at)
        if at.place in CORRIDOR:
            box = layout.around(layout.stands(*at).number, *_NUMBER)
            text, ink = f"c{at.place - RING}", look.arms[at.arm].ink
            sheet.write(text, box, _SIZE, (ground, ink), centred=True)
        for stand in stands:
            if stand.captures:
                frame = marks.frame(look, self._arm(stand.seat), at, ground)
                sheet.lay(frame, layout.centre(layout.square(*at)))
        for stand in stands:
            sheet.lay(self._cut(at, stand, ground), stand.at)

    def _cut(self, at: Spot, stand: Stand, ground: Colour) -> Cut:
        """Return the drawing of what is on a square."""
        look, arm = self._paints, self._arm(stand.seat)
        match stand.kind:
            case Kind.PIECE:
                ring = self._moved(stand.seat, at.place)
                return pieces.piece(look, arm, PIECE, ground, stand.letter, ring)
            case Kind.BARRIER:
                return marks.barrier(look, arm, at, ground, stand.letter)
            case Kind.LANDING:
                return pieces.outlined(look, arm, PIECE, ground, stand.letter)
            case Kind.LEFT:
                return pieces.pale(look, arm, _LEFT, ground)

    def _goal(self, index: int) -> None:
        """Draw how many pieces are in a goal, and who could arrive there."""
        sheet, look, seat = self._sheet, self._paints, self._view.seats[index]
        count, ground = seat.places.count(GOAL), look.arms[seat.arm].stair
        if count:
            ring = self._moved(index, GOAL)
            drawn = pieces.piece(look, seat.arm, layout.IN_GOAL, ground, str(count), ring)
            sheet.lay(drawn, layout.goal(seat.arm))
        arriving = [move for move in self._view.moves if (move.seat, move.end) == (index, GOAL)]
        if arriving:
            letters = "".join(move.letter for move in arriving)
            drawn = pieces.outlined(look, seat.arm, PIECE, ground, letters)
            sheet.lay(drawn, layout.goal_landing(seat.arm, taken=count > 0))

    def _lesson(self, index: int) -> None:
        """Draw the piece of a seat under instruction, and where it would walk."""
        sheet, look, seat = self._sheet, self._paints, self._view.seats[index]
        ground, lesson = look.arms[seat.arm].wall, layout.lesson(seat.arm)
        for move in self._view.moves:
            if move.seat == index and move.end in lesson:
                drawn = pieces.outlined(look, seat.arm, _LEARNS, ground, move.letter)
                sheet.lay(drawn, layout.porch(move.end))
        if seat.learner is not None:
            letter = letter_of(self._view, index, seat.learner)
            drawn = marks.learner(look, seat.arm, seat.learner, look.ground, letter)
            sheet.lay(drawn, layout.porch(seat.learner))


def way(arm: Arm, start: int, end: int) -> Iterator[int]:
    """Yield the places between two places on the way of an arm."""
    began = layout.start(arm)
    ring = (*range(began, RING + 1), *range(1, began - 4))
    places = list(chain(ring, CORRIDOR, (GOAL,)))
    if start in places and end in places:
        yield from places[places.index(start) + 1 : places.index(end)]
