"""The picture of a position of Parchís."""

from collections import defaultdict
from collections.abc import Iterator
from itertools import chain

from engine.text import Say
from renderer.parchis import head, homes, layout, marks, pieces
from renderer.parchis.colours import paints
from renderer.parchis.drawing import Sheet
from renderer.parchis.ground import bare, ground_of
from renderer.parchis.layout import CORRIDOR, GOAL, HOME, PIECE, RING, Spot, spot
from renderer.parchis.view import Arm, MoveView, ParchisView
from renderer.theme import MAIZE, Theme


def draw(view: ParchisView, say: Say, theme: Theme = MAIZE) -> bytes:
    """Return the picture of `view` as a PNG file; `say` translates its text."""
    return drawn(view, say, theme).png()


def drawn(view: ParchisView, say: Say, theme: Theme = MAIZE) -> Sheet:
    """Return a sheet with the whole `view` drawn on it."""
    playing = frozenset(seat.arm for seat in view.seats)
    sheet = Sheet(paints(theme), bare(paints(theme), playing))
    head.draw(sheet, view, say)
    _Board(view, sheet, playing).draw(say)
    return sheet


class _Board:
    """The pieces and marks of a view on their squares."""

    def __init__(self, view: ParchisView, sheet: Sheet, playing: frozenset[Arm]) -> None:
        self._view, self._sheet, self._playing = view, sheet, playing
        self._paints = sheet.paints
        self._standing: defaultdict[Spot, list[int]] = defaultdict(list)
        for index, seat in enumerate(view.seats):
            for place in seat.places:
                if HOME < place < GOAL and place not in layout.lesson(seat.arm):
                    self._standing[spot(place, seat.arm)].append(index)
        self._landing: defaultdict[Spot, list[MoveView]] = defaultdict(list)
        for move in view.moves:
            arm = self._arm(move.seat)
            if move.end < GOAL and move.end not in layout.lesson(arm):
                self._landing[spot(move.end, arm)].append(move)
        self._began = {
            spot(move.start, self._arm(move.seat)): self._arm(move.seat)
            for move in view.last
            if HOME < move.start < GOAL and move.start not in layout.lesson(self._arm(move.seat))
        }

    def draw(self, say: Say) -> None:
        """Draw homes, goals, the last moves, squares and pieces under instruction."""
        view = self._view
        for index in range(len(view.seats)):
            homes.draw(self._sheet, view, index, say, self._letter(index, HOME))
            self._goal(index)
        for move in view.last:
            self._dots(move)
        for each in dict.fromkeys((*self._began, *self._standing, *self._landing)):
            self._square(each)
        for index in range(len(view.seats)):
            self._lesson(index)

    def _arm(self, seat: int) -> Arm:
        return self._view.seats[seat].arm

    def _letter(self, seat: int, place: int) -> str:
        moves = self._view.moves
        return next((m.letter for m in moves if (m.seat, m.start) == (seat, place)), "")

    def _mover(self, seat: int, place: int) -> Arm | None:
        """Return the arm of a seat if it moved to this place last."""
        moved = any((m.seat, m.end) == (seat, place) for m in self._view.last)
        return self._arm(seat) if moved else None

    def _dots(self, move: MoveView) -> None:
        arm = self._arm(move.seat)
        if move.back or move.end in layout.lesson(arm):
            return
        for place in way(arm, move.start, move.end):
            each = spot(place, arm)
            if each not in self._standing and each not in self._landing:
                ground = ground_of(self._paints, self._playing, place, arm)
                at = layout.stands(*each).alone
                self._sheet.lay(marks.dot(self._paints, arm, ground), at)

    def _square(self, each: Spot) -> None:
        sheet, look = self._sheet, self._paints
        ground = ground_of(look, self._playing, *each)
        stands, standing = layout.stands(*each), self._standing.get(each, [])
        landing = self._landing.get(each, [])
        if each.place in CORRIDOR:
            box = layout.around(stands.number, 36, 24)
            ink = look.arms[each.arm].ink
            text = f"c{each.place - RING}"
            sheet.write(text, box, 19, (ground, ink), centred=True)
        if any(move.captures for move in landing):
            box = layout.square(*each)
            centre = box.middle, (box.top + box.bottom) // 2
            arm = self._arm(landing[0].seat)
            sheet.lay(marks.frame(look, arm, each.place, ground), centre)
        first, second = stands.first, stands.second
        if len(standing) == 2 and standing[0] == standing[1]:
            seat = standing[0]
            gap = abs(first[0] - second[0]) + abs(first[1] - second[1])
            middle = (first[0] + second[0]) // 2, (first[1] + second[1]) // 2
            upright, letter = first[0] == second[0], self._letter(seat, each.place)
            arm = self._arm(seat)
            sheet.lay(marks.barrier(look, arm, (gap, upright), ground, letter), middle)
            standing = []
            spots = [middle, middle]
            pale = False
        else:
            here = len(standing) + len(landing)
            pale = each in self._began and here < 2
            between = (first[0] + second[0]) // 2, (first[1] + second[1]) // 2
            spots = [stands.alone] if here + pale == 1 else [first, second, between]
        cuts = [
            pieces.piece(
                look,
                self._arm(seat),
                PIECE,
                ground,
                self._letter(seat, each.place),
                self._mover(seat, each.place),
            )
            for seat in standing
        ]
        cuts += [
            pieces.outlined(look, self._arm(move.seat), PIECE, ground, move.letter)
            for move in landing
        ]
        if pale:
            cuts.append(pieces.pale(look, self._began[each], PIECE - 5, ground))
        for cut, at in zip(cuts, spots, strict=False):
            sheet.lay(cut, at)

    def _goal(self, index: int) -> None:
        sheet, look, seat = self._sheet, self._paints, self._view.seats[index]
        count, ground = seat.places.count(GOAL), look.arms[seat.arm].stair
        if count:
            ring = self._mover(index, GOAL)
            drawn = pieces.piece(look, seat.arm, layout.IN_GOAL, ground, str(count), ring)
            sheet.lay(drawn, layout.goal(seat.arm))
        for move in self._view.moves:
            if (move.seat, move.end) == (index, GOAL):
                at = layout.goal_landing(seat.arm, taken=count > 0)
                sheet.lay(pieces.outlined(look, seat.arm, PIECE, ground, move.letter), at)

    def _lesson(self, index: int) -> None:
        sheet, look, seat = self._sheet, self._paints, self._view.seats[index]
        ground = look.arms[seat.arm].wall
        for move in self._view.moves:
            if move.seat == index and move.end in layout.lesson(seat.arm):
                drawn = pieces.outlined(look, seat.arm, 26, ground, move.letter)
                sheet.lay(drawn, layout.porch(move.end))
        if seat.learner is not None:
            side = layout.cell(seat.learner, seat.arm).arm
            letter = self._letter(index, seat.learner)
            drawn = marks.learner(look, seat.arm, side, look.ground, letter)
            sheet.lay(drawn, layout.porch(seat.learner))


def way(arm: Arm, start: int, end: int) -> Iterator[int]:
    """Yield the places between two places on the way of an arm."""
    began = layout.start(arm)
    ring = (*range(began, RING + 1), *range(1, began - 4))
    places = list(chain(ring, CORRIDOR, (GOAL,)))
    if start in places and end in places:
        yield from places[places.index(start) + 1 : places.index(end)]
