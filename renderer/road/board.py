"""Drawing what changes on the road: stacks, places to land on and the moves of the turn."""

from collections import defaultdict
from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from renderer.box import Box
from renderer.canvas import Canvas
from renderer.colours import Colour
from renderer.road import marks, sprites
from renderer.road.ground import Road, ground_of, tinted
from renderer.road.measures import WIDTH
from renderer.road.piles import by_place
from renderer.road.plan import Plan
from renderer.road.standing import LINE, Stand, arrange
from renderer.road.view import RoadView, Trace
from renderer.road.winding import Place, Way

LONE: Final = 0.92
"""The size of the outline of a landing, in diameters."""


class Board:
    """Draws a view on a road by a plan. The layout of the stacks is computed once."""

    def __init__(self, view: RoadView, road: Road, plan: Plan) -> None:
        self._view, self._road, self._plan = view, road, plan
        self._piles = by_place(view, road.seen_from)
        self._lands = {landing.at for landing in view.landings}
        self._tints = self._tinted()

    def place(self, at: int) -> Place:
        """Return the place of the space or base `at`."""
        return self._plan.places[self._road.place(at)]

    def on_road(self, at: int) -> bool:
        """Tell whether `at` is a space, not a base."""
        return 1 <= at <= self._view.road

    def stands(self, at: int) -> tuple[Stand, ...]:
        """Return the piles at `at` with their positions."""
        if at not in self._piles:
            return ()
        return arrange(self._piles[at], self.place(at), self._plan.diameter)

    def middle(self, at: int) -> tuple[int, int]:
        """Return the centre of a lone warrior at `at`."""
        place = self.place(at)
        room, line = place.stand, 0.5 if place.bend or not self.on_road(at) else LINE
        return room.middle, round(room.top + room.height * line)

    def draw(self, canvas: Canvas) -> None:
        """Draw tints and traces of moves, landings, stacks and counts of captured warriors."""
        self._tint(canvas)
        self._steps(canvas)
        for trace in self._view.last:
            self._hollow(canvas, trace)
        self._landings(canvas)
        for at in self._piles:
            way = self.place(at).way
            for stand in self.stands(at):
                drawn = sprites.pile(
                    canvas.theme, stand.pile, way, stand.build, self._ground(canvas, at)
                )
                box = stand.box
                canvas.lay(drawn, box.left - sprites.PAD, box.top - sprites.PAD)
        for trace in self._view.last:
            if trace.captured and self.on_road(trace.end):
                self._captured(canvas, trace)

    def _tinted(self) -> dict[int, int]:
        """Return where moves of the turn began or ended, with the side whose tint to use."""
        ends = [(at, trace.seat) for trace in self._view.last for at in (trace.start, trace.end)]
        return {at: self._view.seats[seat].side for at, seat in ends}

    def _ground(self, canvas: Canvas, at: int) -> Colour:
        theme, tint = canvas.theme, self._tints.get(at)
        if self.on_road(at):
            return ground_of(theme, self.place(at), tint)
        return theme.yard if tint is None else theme.sides[tint].tints[1]

    def _tint(self, canvas: Canvas) -> None:
        for at, side in self._tints.items():
            if self.on_road(at):
                sheet = tinted(canvas.theme, self._road, self._plan, side)
                canvas.cover(sheet, self._whole(at))

    def _whole(self, at: int) -> Box:
        """Return the area of a space, extended to the cobs beside it."""
        place, beside = self.place(at), self._plan.measures.cob // 4
        box = place.box
        left, right = box.left - beside, box.right + beside
        if place.bend:
            left, right = (box.left - 3, right) if box.left < WIDTH // 2 else (left, box.right + 3)
        return Box(left, box.top, right, box.bottom)

    def _steps(self, canvas: Canvas) -> None:
        """Draw a chevron for each move on each space it passed; several are drawn in a column."""
        passed: dict[int, list[tuple[int, Way]]] = defaultdict(list)
        for trace in self._view.last:
            for at, way in self._passed(trace):
                passed[at].append((self._view.seats[trace.seat].side, way))
        for at, steps in passed.items():
            place, (x, y) = self.place(at), self.middle(at)
            if at in self._piles or at in self._lands or at == self._view.fire:
                low = place.box.bottom - self._plan.measures.label // 2
                x, y = x + self._plan.measures.number, low - marks.STEP * (len(steps) - 1)
            for line, (side, way) in enumerate(steps):
                drawn = marks.step(canvas.theme, side, way, self._ground(canvas, at))
                canvas.lay_at(drawn, x, y + line * marks.STEP)

    def _hollow(self, canvas: Canvas, trace: Trace) -> None:
        """Draw an empty outline where a move began, if no stack is there now."""
        if self.on_road(trace.start) and trace.start not in self._piles:
            theme, side = canvas.theme, self._view.seats[trace.seat].side
            ground = self._ground(canvas, trace.start)
            drawn = marks.hollow(theme, side, self._plan.diameter, ground)
            canvas.lay_at(drawn, *self.middle(trace.start))

    def _passed(self, trace: Trace) -> Iterator[tuple[int, Way]]:
        """Yield the spaces between the ends of a move, with the direction on each."""
        stops = [trace.start, trace.end]
        if trace.turned not in (None, trace.start, trace.end):
            stops.insert(1, trace.turned or 0)
        for start, end in pairwise(stops):
            turn = 1 if end > start else -1
            facing = -turn if self._road.seen_from else turn
            for at in range(start + turn, end, turn):
                if self.on_road(at):
                    a, b = self.place(at).way
                    yield at, (a * facing, b * facing)

    def _landings(self, canvas: Canvas) -> None:
        view, theme = self._view, canvas.theme
        if view.turn is None:
            return
        side = view.seats[view.turn].side
        several = sum(not thrown.played for thrown in view.thrown) > 1 and not view.summed
        for landing in view.landings:
            at, ground = landing.at, self._ground(canvas, landing.at)
            if not self.on_road(at):
                yard = self._plan.bases[bool(self._road.place(at))].yard
                drawn = marks.target(theme, side, yard.size, ground)
                canvas.lay(drawn, *yard.start)
            elif at in self._piles or at == view.fire:
                box = self.place(at).box
                low = box.bottom - self._plan.measures.label + 2
                drawn = marks.target(theme, side, (box.width + 2, low - box.top - 4), ground)
                canvas.lay(drawn, box.left - 1, box.top + 4)
            else:
                number = landing.numbers[0] if several and len(landing.numbers) == 1 else 0
                d = round(self._plan.diameter * LONE)
                drawn = marks.landing(theme, side, d, number, ground)
                canvas.lay_at(drawn, *self.middle(at))

    def _captured(self, canvas: Canvas, trace: Trace) -> None:
        """Draw how many warriors were captured on a space, beside its number or above it."""
        place, measures = self.place(trace.end), self._plan.measures
        enemy = 1 - self._view.seats[trace.seat].side
        height = round(measures.label * 0.8)
        ground = self._ground(canvas, trace.end)
        drawn = marks.captured(canvas.theme, enemy, height, trace.captured, ground)
        x, y = place.box.right, place.box.bottom - measures.label // 2
        if place.bend:  # bends have room above the number
            x, y = place.box.middle, y - height
        canvas.lay_at(drawn, min(x, WIDTH - drawn.width // 2 - 4), y)
