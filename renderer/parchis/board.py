"""What changes on the board: the last moves, pieces, places to land on, and goals."""

from collections.abc import Iterator
from itertools import chain
from typing import Final

from engine.parchis.board import CORRIDOR, GOAL, RING, SAFE
from renderer.parchis import layout, marks, pieces
from renderer.parchis.colours import Paints
from renderer.parchis.ground import SIGN, Ground, Part, ground_of, numbered
from renderer.parchis.layout import PIECE, Spot, spot
from renderer.parchis.standing import Kind, Stand, arrange, letter_of
from renderer.parchis.view import Arm, ParchisView
from renderer.placing import Placed, Sprite

_LEFT, _LEARNS = PIECE - 5, 30
"""The sizes of the shape where a move began, and of where a piece would walk under instruction."""

_SIZE: Final = 19
"""The text size of the number of a square in a corridor."""

_LETTERS: Final = {Kind.PIECE: "q", Kind.BARRIER: "q", Kind.LANDING: "l", Kind.LEFT: "m"}
"""The letters with which the ids of what is on squares begin."""


class Board:
    """Places a view on the squares and goals of a board that is turned so many quarters."""

    def __init__(self, view: ParchisView, turn: int = 0) -> None:
        self._view, self._playing = view, frozenset(seat.arm for seat in view.seats)
        self._turn, self._squares = turn, arrange(view, turn)

    def placed(self) -> Iterator[Placed[Paints]]:
        """Yield goals, the last moves, what is on squares, and pieces under instruction."""
        seats = range(len(self._view.seats))
        yield from chain.from_iterable(map(self._bared, self._squares))
        yield from chain.from_iterable(map(self._goal, seats))
        yield from chain.from_iterable(map(self._dots, range(len(self._view.last))))
        yield from chain.from_iterable(map(self._square, self._squares))
        yield from chain.from_iterable(map(self._lesson, seats))

    def _arm(self, seat: int) -> Arm:
        return self._view.seats[seat].arm

    def _ground(self, at: Spot) -> Ground:
        return ground_of(self._playing, at)

    def _moved(self, seat: int, place: int) -> Arm | None:
        """Return the arm of a seat if one of the last moves took a piece of it to this place."""
        moved = any((move.seat, move.end) == (seat, place) for move in self._view.last)
        return self._arm(seat) if moved else None

    def _bared(self, at: Spot) -> Iterator[Placed[Paints]]:
        """Yield the bare ground of a safe square, instead of its sign."""
        if at.place in SAFE:
            sprite = Sprite(marks.blank, (SIGN,), self._ground(at), through=True)
            yield Placed(f"x{at.place}", sprite, *layout.stands(*at).alone)

    def _dots(self, number: int) -> Iterator[Placed[Paints]]:
        """Yield a dot on each empty square that a move passed."""
        move = self._view.last[number]
        if move.back:
            return
        arm = self._arm(move.seat)
        for place in way(arm, move.start, move.end):
            at = spot(place, arm, self._turn)
            if at not in self._squares:
                sprite = Sprite(marks.dot, (arm,), self._ground(at))
                yield Placed(f"t{number}.{place}", sprite, *layout.stands(*at).alone)

    def _square(self, at: Spot) -> Iterator[Placed[Paints]]:
        """Yield what is on a square."""
        stands, ground = self._squares[at], self._ground(at)
        if at.place in CORRIDOR:
            point, text = layout.stands(*at).number, f"c{at.place - RING}"
            yield numbered(f"n{at.arm}.{at.place}", point, text, (_SIZE, at.arm), ground)
        for stand in stands:
            if stand.captures:
                sprite = Sprite(marks.frame, (self._arm(stand.seat), at), ground)
                yield Placed(f"f{at.place}", sprite, *layout.centre(layout.square(*at)))
        for stand in stands:
            yield Placed(
                f"{_LETTERS[stand.kind]}{stand.seat}.{at.place}",
                self._sprite(at, stand, ground),
                *stand.at,
            )

    def _sprite(self, at: Spot, stand: Stand, ground: Ground) -> Sprite[Paints]:
        """Return the drawing of what is on a square."""
        arm = self._arm(stand.seat)
        match stand.kind:
            case Kind.PIECE:
                ring = self._moved(stand.seat, at.place)
                return pieces.sprite(arm, PIECE, ground, stand.letter, ring)
            case Kind.BARRIER:
                return Sprite(marks.barrier, (arm, at, stand.letter), ground)
            case Kind.LANDING:
                return Sprite(pieces.outlined, (arm, PIECE, stand.letter), ground)
            case Kind.LEFT:
                return Sprite(pieces.pale, (arm, _LEFT), ground)

    def _goal(self, index: int) -> Iterator[Placed[Paints]]:
        """Yield how many pieces are in a goal, and who could arrive there."""
        seat = self._view.seats[index]
        count, ground = seat.places.count(GOAL), Ground(Part.STAIR, seat.arm)
        if count:
            ring = self._moved(index, GOAL)
            sprite = pieces.sprite(seat.arm, layout.IN_GOAL, ground, str(count), ring)
            yield Placed(f"g{index}", sprite, *layout.goal(seat.arm, self._turn))
        arriving = [move for move in self._view.moves if (move.seat, move.end) == (index, GOAL)]
        if arriving:
            letters = "".join(move.letter for move in arriving)
            sprite = Sprite(pieces.outlined, (seat.arm, PIECE, letters), ground)
            at = layout.goal_landing(seat.arm, self._turn, taken=count > 0)
            yield Placed(f"l{index}.{GOAL}", sprite, *at)

    def _lesson(self, index: int) -> Iterator[Placed[Paints]]:
        """Yield the piece of a seat under instruction, and where it would walk."""
        seat = self._view.seats[index]
        lesson = layout.lesson(seat.arm)
        for move in self._view.moves:
            if move.seat == index and move.end in lesson:
                shape = (seat.arm, _LEARNS, move.letter)
                sprite = Sprite(pieces.outlined, shape, Ground(Part.WALL, seat.arm))
                yield Placed(f"l{index}.{move.end}", sprite, *layout.porch(move.end, self._turn))
        if seat.learner is not None:
            at = Spot(seat.learner, Arm.YELLOW, self._turn)
            letter = letter_of(self._view, index, seat.learner)
            sprite = Sprite(marks.learner, (seat.arm, at, letter), Ground(Part.TABLE))
            yield Placed(
                f"q{index}.{seat.learner}", sprite, *layout.porch(seat.learner, self._turn)
            )


def way(arm: Arm, start: int, end: int) -> Iterator[int]:
    """Yield the places between two places on the way of an arm."""
    began = layout.start(arm)
    ring = (*range(began, RING + 1), *range(1, began - 4))
    places = list(chain(ring, CORRIDOR, (GOAL,)))
    if start in places and end in places:
        yield from places[places.index(start) + 1 : places.index(end)]
