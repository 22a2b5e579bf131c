"""Boards of Parchís as pages show them: turned so that the viewer's home is at the lower right."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import chain
from typing import Final

from typing_extensions import override

from engine.parchis.board import GOAL, HOME
from engine.throws import FACES, Thing
from renderer.box import Box
from renderer.cutout import CutOut
from renderer.parchis import homes, layout, marks, pieces
from renderer.parchis.areas import Places
from renderer.parchis.board import Board, way
from renderer.parchis.colours import Paints, paints
from renderer.parchis.drawing import cut
from renderer.parchis.ground import Ground, Part, numbers, sketched
from renderer.parchis.layout import AT_HOME, HEAD, PIECE, Point, Spot, spot
from renderer.parchis.standing import Kind, is_square
from renderer.parchis.view import Arm, MoveView, ParchisView
from renderer.placing import Placed, Sprite
from renderer.sketch import Sketch
from renderer.stage import THROWN, Art, Going, Owned, Size, Tableau, put
from renderer.theme import Theme
from renderer.things import die
from renderer.vector import markup, moved

SIGN: Final = 36
"""The size of the sign of a seat."""


@dataclass(frozen=True, slots=True)
class ParchisArt(Art[Paints]):
    """An empty board for the arms that play with so many `pieces` each, turned by `turn`."""

    playing: frozenset[Arm]
    pieces: int
    turn: int = 0

    @property
    @override
    def size(self) -> Size:
        width, height = layout.SIZE
        return width, height - HEAD

    @property
    @override
    def tints(self) -> int:
        return 0

    @override
    def look(self, theme: Theme) -> Paints:
        return paints(theme)

    @override
    def table(self, theme: Theme) -> str:
        sketch = Sketch(self.size, paints(theme).ground)
        sketch.bar(0, 0, *self.size, paints(theme).ground)
        return markup(sketch)

    @override
    def floor(self, theme: Theme, tint: int | None = None) -> str:
        look = paints(theme)
        board = markup(sketched(look, self.playing, self.pieces, self.turn))
        numbered = numbers(self.playing, self.turn)
        written = "".join(put(each.sprite.drawn(look), each) for each in numbered)
        return moved(board + written, 0, -HEAD)

    @override
    def over(self, theme: Theme) -> str:
        return ""

    @property
    @override
    def chosen(self) -> Mapping[str, Sprite[Paints]]:
        dice: dict[str, Sprite[Paints]] = {
            f"{Thing.DIE}{face}": Sprite(_thrown, (face,)) for face in FACES[Thing.DIE]
        }
        signs = {
            f"sign{arm.value}": pieces.sprite(arm, SIGN, Ground(Part.TABLE))
            for arm in sorted(self.playing)
        }
        return {**dice, **signs}

    @property
    @override
    def usual(self) -> tuple[Sprite[Paints], ...]:
        return tuple(chain.from_iterable(map(self._usual, sorted(self.playing))))

    @staticmethod
    def _usual(arm: Arm) -> Iterator[Sprite[Paints]]:
        cell = Ground(Part.CELL)
        yield from (pieces.sprite(arm, size, cell) for size in (PIECE, AT_HOME))
        yield Sprite(marks.dot, (arm,), cell)
        yield homes.framed(arm)


class ParchisStage:
    """A view on a board that is turned so many quarters."""

    def __init__(self, view: ParchisView, turn: int) -> None:
        self.view, self._turn = view, turn
        self._plain = replace(view, moves=tuple(replace(move, letter="") for move in view.moves))
        self._places = Places(view, turn)
        self.art = ParchisArt(
            frozenset(seat.arm for seat in view.seats), len(view.seats[0].places), turn
        )

    @property
    def names(self) -> tuple[Owned, ...]:
        """The areas of the names, by seat; the side is the arm."""
        return self._owned(
            layout.name(seat.arm, self._turn, learns=seat.learner is not None)
            for seat in self.view.seats
        )

    @property
    def yards(self) -> tuple[Owned, ...]:
        """The areas of the homes, by seat; the side is the arm."""
        return self._owned(layout.home(seat.arm, self._turn) for seat in self.view.seats)

    @property
    def casts(self) -> tuple[tuple[int, int, int], ...]:
        """Where throws lie, by seat, with the arm."""
        arms = [seat.arm for seat in self.view.seats]
        points = (layout.cast(arm, self._turn) for arm in arms)
        return tuple((x, y - HEAD, arm) for (x, y), arm in zip(points, arms, strict=True))

    @property
    def tableau(self) -> Tableau:
        """What lies on the board; pieces have no letters, which only who is to move needs."""
        return Tableau.of(self._placed())

    @property
    def landings(self) -> tuple[Placed[Paints], ...]:
        """What marks the places where the seat to move can land."""
        return tuple(each for each in self._placed() if each.id[0] in "lf")

    def new_at_home(self, before: "ParchisStage") -> tuple[str, ...]:
        """Return the ids of pieces at home that weren't there before."""
        was, now = (
            [each.id for each in stage.tableau.pieces if each.id[0] == "h"]
            for stage in (before, self)
        )
        return tuple(id_ for id_ in now if id_ not in was)

    def piece(self, seat: int, place: int) -> str:
        """Return the id of the pieces of a seat at a place; of several at home, of the last one."""
        if place == HOME:
            return f"h{seat}.{max(0, self.view.seats[seat].places.count(HOME) - 1)}"
        return f"g{seat}" if place == GOAL else f"q{seat}.{place}"

    def walk(self, move: MoveView) -> tuple[Placed[Paints], ...]:
        """Return a piece at every place on the way of a move, with both ends."""
        arm = self.view.seats[move.seat].arm
        direct = move.back or HOME in (move.start, move.end)
        between = () if direct else way(arm, move.start, move.end)
        points = [
            self._places.point(move.seat, move.start),
            *(layout.stands(*spot(place, arm, self._turn)).alone for place in between),
            self._end(move),
        ]
        sprite = pieces.sprite(arm, PIECE, Ground(Part.CELL))
        return tuple(Placed(f"w{n}", sprite, x, y - HEAD) for n, (x, y) in enumerate(points))

    def going(self, move: MoveView) -> Going:
        """Return how a page offers a move."""
        arm, walk = self.view.seats[move.seat].arm, self.walk(move)
        outlined = Sprite(pieces.outlined, (arm, PIECE, move.letter), Ground(Part.CELL))
        start = self._places.piece(move.seat, move.start)
        at, frame = spot(move.end, arm, self._turn), None
        if move.captures:
            sprite = Sprite(marks.frame, (arm, at), Ground(Part.CELL))
            x, y = layout.centre(layout.square(*at))
            frame = Placed(f"f{move.end}", sprite, x, y - HEAD)
        return Going(
            self.piece(move.seat, move.start),
            _raised(layout.home(arm, self._turn) if move.start == HOME else start),
            _raised(self._places.landing(move.seat, move.end)),
            Placed(f"l{move.seat}.{move.end}", outlined, walk[-1].x, walk[-1].y),
            tuple((each.x, each.y) for each in walk),
            frame,
            self._lettered(move) if move.letter else None,
        )

    def _end(self, move: MoveView) -> Point:
        """Return the middle of the place where a move ends."""
        if move.end == GOAL:
            return self._places.goal_landing(move.seat)
        if is_square(move.end, self.view.seats[move.seat].arm):
            return self._places.stand(move.seat, move.end, Kind.LANDING)
        return self._places.point(move.seat, move.end)

    def _lettered(self, move: MoveView) -> Sprite[Paints]:
        """Return what moves with the letter of its move."""
        arm, cell = self.view.seats[move.seat].arm, Ground(Part.CELL)
        if move.start == HOME:
            return pieces.sprite(arm, AT_HOME, cell, move.letter)
        if not is_square(move.start, arm):
            at = Spot(move.start, Arm.YELLOW, self._turn)
            return Sprite(marks.learner, (arm, at, move.letter), cell)
        if self.view.seats[move.seat].places.count(move.start) > 1:
            at = spot(move.start, arm, self._turn)
            return Sprite(marks.barrier, (arm, at, move.letter), cell)
        return pieces.sprite(arm, PIECE, cell, move.letter)

    def _placed(self) -> Iterator[Placed[Paints]]:
        """Yield everything on the board."""
        view, turn = self._plain, self._turn
        for seat in range(len(view.seats)):
            yield from (each.moved(0, -HEAD) for each in homes.state(view, seat, turn))
            yield from (each.moved(0, -HEAD) for each in homes.waiting(view, seat, turn))
        yield from (each.moved(0, -HEAD) for each in Board(view, turn).placed())

    def _owned(self, boxes: Iterable[Box]) -> tuple[Owned, ...]:
        seats = zip(boxes, self.view.seats, strict=True)
        return tuple(Owned(_raised(box), seat.arm) for box, seat in seats)


def turned_to(arm: Arm) -> int:
    """Return how to turn a board so that the home of an arm is at the lower right."""
    return -arm % len(Arm)


def _raised(box: Box) -> Box:
    """Return a box on a board without the head of a picture above it."""
    return layout.shifted(box, -HEAD)


@lru_cache(maxsize=64)
def _thrown(look: Paints, face: int) -> CutOut:
    sketch = Sketch((THROWN, THROWN), look.ground)
    colours = look.die_edge, look.die, look.pip
    die(sketch, *sketch.middle, THROWN - 2, colours, face, Thing.DIE)
    return cut(sketch, look, look.ground)
