"""Drawing what changes on the road: stacks, places to land on and the moves of the turn."""

from collections import defaultdict
from collections.abc import Iterator
from typing import Final

from renderer.box import Box
from renderer.canvas import Canvas
from renderer.placing import Placed, Sprite
from renderer.road import marks, sprites
from renderer.road.ground import Ground, Road, tinted
from renderer.road.piles import by_place, piles
from renderer.road.plan import Plan
from renderer.road.standing import LINE, Stand, arrange
from renderer.road.view import RoadView, StackView, Trace
from renderer.road.winding import Place, Way
from renderer.theme import Theme

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

    def index_of(self, stack: StackView) -> int | None:
        """Return which of the piles at its place shows a stack, None if there is none."""
        (wanted,) = piles([stack], self._view.seats, self._road.seen_from)
        for index, stand in enumerate(self.stands(stack.at)):
            shown = stand.pile
            if (shown.side, shown.heading) == (wanted.side, wanted.heading) and (
                shown.stacks > 1 or (shown.mark, shown.captives) == (wanted.mark, wanted.captives)
            ):
                return index
        return None

    def middle(self, at: int) -> tuple[int, int]:
        """Return the centre of a lone warrior at `at`."""
        place = self.place(at)
        room, line = place.stand, 0.5 if place.bend or not self.on_road(at) else LINE
        return room.middle, round(room.top + room.height * line)

    def draw(self, canvas: Canvas) -> None:
        """Draw tints and traces of moves, landings, stacks and counts of captured warriors."""
        for box, side in self.tints():
            canvas.cover(tinted(canvas.theme, self._road, self._plan, side), box)
        for layer in (self.steps, self.hollows, self.landings, self.stacks, self.captures):
            for placed in layer():
                canvas.put(placed)

    def _tinted(self) -> dict[int, int]:
        """Return where moves of the turn began or ended, with the side whose tint to use."""
        ends = [(at, trace.seat) for trace in self._view.last for at in (trace.start, trace.end)]
        return {at: self._view.seats[seat].side for at, seat in ends}

    def _ground(self, at: int) -> Ground:
        return Ground(self.place(at).shade if self.on_road(at) else None, self._tints.get(at))

    def tints(self) -> Iterator[tuple[Box, int]]:
        """Yield the areas that are in the tints of a side, with the side."""
        for at, side in self._tints.items():
            if self.on_road(at):
                yield self._whole(at), side

    def _whole(self, at: int) -> Box:
        """Return the area of a space, extended to the cobs beside it."""
        place, beside = self.place(at), self._plan.measures.cob // 4
        box = place.box
        left, right = box.left - beside, box.right + beside
        if place.bend:
            left, right = (
                (box.left - 3, right)
                if box.left < self._plan.size[0] // 2
                else (left, box.right + 3)
            )
        return Box(left, box.top, right, box.bottom)

    def steps(self) -> Iterator[Placed[Theme]]:
        """Yield a chevron for each move on each space it passed; several are in a column."""
        passed: dict[int, list[tuple[int, Way]]] = defaultdict(list)
        for trace in self._view.last:
            # Whoever goes round may pass a space twice in the same direction.
            for at, way in dict.fromkeys(self._passed(trace)):
                passed[at].append((self._view.seats[trace.seat].side, way))
        for at, steps in passed.items():
            place, (x, y) = self.place(at), self.middle(at)
            if at in self._piles or at in self._lands or at in self._view.fire:
                low = place.box.bottom - self._plan.measures.label // 2
                x, y = x + self._plan.measures.number, low - marks.STEP * (len(steps) - 1)
            for line, (side, way) in enumerate(steps):
                sprite = Sprite(marks.step, (side, way), self._ground(at))
                yield Placed(f"t{at}.{line}", sprite, x, y + line * marks.STEP)

    def hollows(self) -> Iterator[Placed[Theme]]:
        """Yield an empty outline where a move began, if no stack is there now."""
        for number, trace in enumerate(self._view.last):
            at = trace.start
            if self.on_road(at) and at not in self._piles:
                shape = (self._view.seats[trace.seat].side, self._plan.diameter)
                sprite = Sprite(marks.hollow, shape, self._ground(at))
                yield Placed(f"m{number}", sprite, *self.middle(at))

    def _passed(self, trace: Trace) -> Iterator[tuple[int, Way]]:
        """Yield the spaces between the ends of a move, with the direction on each."""
        for start, end in self._legs(trace):
            turn = 1 if end > start else -1
            facing = -turn if self._road.seen_from else turn
            for at in range(start + turn, end, turn):
                if self.on_road(at):
                    a, b = self.place(at).way
                    yield at, (a * facing, b * facing)

    def stops(self, trace: Trace) -> Iterator[tuple[int, int]]:
        """Yield the places on the way of a move, with both ends, and where it goes on from each.

        That is 1 up the road and -1 down, and at the end, where it has come from.
        """
        before = None
        for start, end in self._legs(trace):
            turn = 1 if end > start else -1
            yield from ((at, turn) for at in range(start, end + turn, turn) if at != before)
            before = end

    def _legs(self, trace: Trace) -> Iterator[tuple[int, int]]:
        """Yield where a move began and ended, once for each part of it in one direction."""
        if trace.rounds:
            home, far = self._view.bases(self._view.seats[trace.seat].side)
            yield trace.start, far
            yield from [(home, far)] * (trace.rounds - 1)
            yield home, trace.end
        elif trace.turned not in (None, trace.start, trace.end):
            yield trace.start, trace.turned or 0
            yield trace.turned or 0, trace.end
        else:
            yield trace.start, trace.end

    def landings(self) -> Iterator[Placed[Theme]]:
        """Yield what marks the places where the seat to move can land."""
        view = self._view
        if view.turn is None:
            return
        several = sum(not thrown.played for thrown in view.thrown) > 1 and not view.summed
        for at, numbers in ((landing.at, landing.numbers) for landing in view.landings):
            number = numbers[0] if several and len(numbers) == 1 else 0
            yield self.landing(view.seats[view.turn].side, at, number)

    def landing(self, side: int, at: int, number: int = 0) -> Placed[Theme]:
        """Return what marks that `side` can land at a place; `number` is shown unless it is 0."""
        id_, ground = f"l{at}", self._ground(at)
        if not self.on_road(at):
            yard = self._plan.bases[bool(self._road.place(at))].yard
            return Placed(
                id_, Sprite(marks.target, (side, yard.size), ground), *yard.start, centred=False
            )
        if at in self._piles or at in self._view.fire:
            box = self.place(at).box
            low = box.bottom - self._plan.measures.label + 2
            sprite = Sprite(marks.target, (side, (box.width + 2, low - box.top - 4)), ground)
            return Placed(id_, sprite, box.left - 1, box.top + 4, centred=False)
        shape = (side, round(self._plan.diameter * LONE), number)
        sprite = Sprite(marks.landing, shape, ground, through=True)
        return Placed(id_, sprite, *self.middle(at))

    def stacks(self) -> Iterator[Placed[Theme]]:
        """Yield the piles, those at one place in the order of `stands`."""
        for at in self._piles:
            for number, stand in enumerate(self.stands(at)):
                yield self.pile(f"s{at}.{number}", stand, self.place(at).way, self._ground(at))

    @staticmethod
    def pile(id_: str, stand: Stand, way: Way, ground: Ground) -> Placed[Theme]:
        """Return a pile where it stands; `way` is the direction of the road there."""
        sprite = Sprite(sprites.pile, (stand.pile, way, stand.build), ground)
        left, top = stand.box.left - sprites.PAD, stand.box.top - sprites.PAD
        return Placed(id_, sprite, left, top, centred=False)

    def captures(self) -> Iterator[Placed[Theme]]:
        """Yield how many warriors a move captured, beside the number of its space or above it."""
        measures = self._plan.measures
        height = round(measures.label * 0.8)
        for number, trace in enumerate(self._view.last):
            if not trace.captured or not self.on_road(trace.end):
                continue
            place, enemy = self.place(trace.end), 1 - self._view.seats[trace.seat].side
            x, y = place.box.right, place.box.bottom - measures.label // 2
            if place.bend:  # bends have room above the number
                x, y = place.box.middle, y - height
            width = marks.captured_size(height, trace.captured)[0]
            shape = (enemy, height, trace.captured)
            sprite = Sprite(marks.captured, shape, self._ground(trace.end))
            yield Placed(f"c{number}", sprite, min(x, self._plan.size[0] - width // 2 - 4), y)
