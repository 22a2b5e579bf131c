"""Roads as pages show them."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Final

from typing_extensions import override

from engine.throws import FACES, Thing
from renderer.box import Box
from renderer.casts import Objects, drawn
from renderer.cutout import CutOut
from renderer.placing import Placed, Sprite
from renderer.road import bases, marks, sprites
from renderer.road.board import Board
from renderer.road.ground import Ground, Road, dividers, floor, standing, wood
from renderer.road.picture import road_of
from renderer.road.piles import Pile, by_side, mark, piles
from renderer.road.plan import Plan, page_plan, shapes
from renderer.road.pyramids import Yard, pyramid, yard
from renderer.road.standing import Stand, arrange, build
from renderer.road.view import RoadView, StackView, Trace
from renderer.sketch import Point, Sketch
from renderer.stage import THROWN, Art, Going, Owned, Size, Tableau, put
from renderer.theme import Theme
from renderer.vector import markup

SIGN: Final = 44
"""The size of the sign of a side."""
WAYS: Final = ((1, 0), (-1, 0), (0, 1), (0, -1))


@dataclass(frozen=True, slots=True)
class RoadArt(Art[Theme]):
    """An empty road in so many rows; in teams, there are `partners` on each side."""

    road: Road
    rows: int
    partners: int = 1

    def __post_init__(self) -> None:
        """Raise ValueError if the road has no such shape."""
        if self.rows not in shapes(self.road.length):
            raise ValueError(f"no page shows {self.road.length} spaces in {self.rows} rows")

    @property
    def plan(self) -> Plan:
        """The layout of the board."""
        return page_plan(self.road.length, self.rows)

    @property
    @override
    def size(self) -> Size:
        return self.plan.size

    @property
    @override
    def tints(self) -> int:
        return 2

    @override
    def look(self, theme: Theme) -> Theme:
        return theme

    @override
    def table(self, theme: Theme) -> str:
        sketch = Sketch(self.size, theme.ground)
        sketch.bar(0, 0, *self.size, theme.ground)
        wood(sketch, theme, self.size)
        return markup(sketch)

    @override
    def floor(self, theme: Theme, tint: int | None = None) -> str:
        sketch = Sketch(self.size, theme.ground)
        floor(sketch, theme, self.plan, tint)
        return markup(sketch)

    @override
    def over(self, theme: Theme) -> str:
        sketch = Sketch(self.size, theme.ground)
        dividers(sketch, theme, self.road, self.plan)
        there = standing(self.road, self.plan)
        return markup(sketch) + "".join(put(each.sprite.drawn(theme), each) for each in there)

    @property
    @override
    def chosen(self) -> Mapping[str, Sprite[Theme]]:
        thrown: dict[str, Sprite[Theme]] = {
            f"{thing}{face}": Sprite(_thrown, (thing, face))
            for thing, faces in FACES.items()
            for face in faces
        }
        numbers = range(1, self.partners + 1) if self.partners > 1 else ()
        signs: dict[str, Sprite[Theme]] = {
            f"sign{side}.{number}" if number else f"sign{side}": Sprite(_sign, (side, number))
            for side in (0, 1)
            for number in (0, *numbers)
        }
        return {**thrown, **signs}

    @property
    @override
    def usual(self) -> tuple[Sprite[Theme], ...]:
        return tuple(chain.from_iterable(map(self._usual, (0, 1))))

    def _usual(self, side: int) -> Iterator[Sprite[Theme]]:
        size, d = self.plan.bases[side].yard.size, self.plan.diameter
        for state in Yard:
            yield Sprite(yard, (side, size, self.road.sockets, state))
        socket = pyramid(size, self.road.sockets).socket
        if self.partners > 1:
            for number in range(1, self.partners + 1):
                yield Sprite(sprites.in_socket, (side, socket, "free", number))
        else:
            for fate in ("free", "killed"):
                yield Sprite(sprites.in_socket, (side, socket, fate, 0))
        yield from (Sprite(marks.step, (side, way), Ground(0)) for way in WAYS)
        yield Sprite(marks.hollow, (side, d), Ground(0))


class RoadStage:
    """A view on a road with `rows` rows that begins at the base of the side `seen_from`."""

    def __init__(self, view: RoadView, rows: int, seen_from: int) -> None:
        """Raise ValueError if the road has no such shape."""
        self.view = view
        self._road = road_of(view, seen_from)
        self.art = RoadArt(self._road, rows, len(view.seats) // 2)
        self._plan = self.art.plan
        self._board = Board(view, self._road, self._plan)

    @property
    def names(self) -> tuple[Owned, ...]:
        """The areas of the names, by side."""
        boxes = (base.name for base in self._plan.bases)
        return self._by_side(box for box in boxes if box is not None)

    @property
    def yards(self) -> tuple[Owned, ...]:
        """The areas of the bases, by side."""
        return self._by_side(base.yard for base in self._plan.bases)

    @property
    def tableau(self) -> Tableau:
        """What lies on the road."""
        board = self._board
        layers = (board.steps(), board.hollows(), board.stacks(), board.captures())
        tints = (Owned(box, side) for box, side in board.tints())
        return Tableau.of(chain(*map(self._base, (0, 1)), *layers), tints)

    @property
    def landings(self) -> tuple[Placed[Theme], ...]:
        """What marks the places where the seat to move can land."""
        return tuple(self._board.landings())

    def new_in_bases(self, before: "RoadStage") -> tuple[str, ...]:
        """Return the ids of warriors in bases that weren't there before, alive or killed."""
        was, now = ({*stage._warriors()} for stage in (before, self))  # noqa: SLF001 - its own kind
        return tuple(each.id for each in self._warriors() if each in now - was)

    def piece(self, stack: StackView) -> str:
        """Return the id of the pile that shows a stack, or of the next warrior from its base."""
        index = self._board.index_of(stack)
        return f"s{stack.at}.{index}" if index is not None else f"b{self._next(stack)}"

    def piles_at(self, at: int) -> dict[str, int]:
        """Return the ids of the piles at a place, with their sides."""
        stands = enumerate(self._board.stands(at))
        return {f"s{at}.{number}": stand.pile.side for number, stand in stands}

    def place(self, at: int) -> Box:
        """Return the area of a space, or of the yard of a base."""
        if self._board.on_road(at):
            return self._board.place(at).box
        return self._plan.bases[self._road.place(at) > 0].yard

    def going(self, stack: StackView, traces: Sequence[Trace]) -> Going:
        """Return how a page offers the moves that a stack, or a seat, makes at once."""
        end, side = traces[-1].end, self.view.seats[stack.captain].side
        walk = tuple(self.art.middle(each) for each in self.walk(stack, traces))
        mark_ = self._board.landing(side, end)
        return Going(self.piece(stack), self.place(stack.at), self.place(end), mark_, walk)

    def walk(self, stack: StackView, traces: Sequence[Trace]) -> tuple[Placed[Theme], ...]:
        """Return a stack at every place on its way, facing the next one, with both ends."""
        (at, turn), *stops = chain.from_iterable(map(self._board.stops, traces))
        return (self._begins(stack, at, turn), *(self._passes(stack, *stop) for stop in stops))

    def _begins(self, stack: StackView, at: int, turn: int) -> Placed[Theme]:
        """Return a stack where it stands or, if it enters, on its socket."""
        index = self._board.index_of(stack)
        if index is not None:
            stand = self._board.stands(at)[index]
            return self._moving(stack, (at, turn), stand.build.diameter, (stand.x, stand.y))
        base, socket = self.place(at), int(self._next(stack)[2:])
        x, y = pyramid(base.size, self._road.sockets).sockets[socket]
        return self._moving(stack, (at, turn), self._plan.diameter, (base.left + x, base.top + y))

    def _passes(self, stack: StackView, at: int, turn: int) -> Placed[Theme]:
        """Return a stack alone at a place, or in the middle of a base."""
        if self._board.on_road(at):
            place = self._board.place(at)
            (stand,) = arrange((self._pile(stack, at, turn),), place, self._plan.diameter)
            return self._moving(stack, (at, turn), stand.build.diameter, (stand.x, stand.y))
        base = self.place(at)
        middle = base.middle, (base.top + base.bottom) // 2
        return self._moving(stack, (at, turn), self._plan.diameter, middle)

    def _moving(
        self, stack: StackView, stop: tuple[int, int], diameter: int, middle: Point
    ) -> Placed[Theme]:
        """Return a stack that moves on from a stop; its captain is centred at `middle`."""
        at, turn = stop
        pile = self._pile(stack, at, turn)
        beside = self._board.place(min(max(at, 1), self._road.length))
        stand = Stand(pile, build(pile, diameter), *middle)
        return self._board.pile(f"w{at}", stand, beside.way, Ground(beside.shade))

    def _pile(self, stack: StackView, at: int, turn: int) -> Pile:
        moving = replace(stack, at=at, heading=turn)
        (pile,) = piles([moving], self.view.seats, self._road.seen_from)
        return pile

    def _next(self, stack: StackView) -> str:
        """Return the side and the socket of the warrior that leaves its base next."""
        seats, side = self.view.seats, self.view.seats[stack.captain].side
        if self.view.teams:
            return f"{side}.{mark(stack.captain, seats) - 1}"
        return f"{side}.{by_side(self.view.base, seats)[side] - 1}"

    def _by_side(self, boxes: Iterable[Box]) -> tuple[Owned, ...]:
        found = (Owned(box, index ^ self._road.seen_from) for index, box in enumerate(boxes))
        return tuple(sorted(found, key=lambda each: each.side))

    def _base(self, index: int) -> Iterator[Placed[Theme]]:
        side, base = index ^ self._road.seen_from, self._plan.bases[index]
        yield from bases.state(self.view, side, base)
        yield from bases.warriors(self.view, side, base)

    def _warriors(self) -> Iterator[Placed[Theme]]:
        for index, base in enumerate(self._plan.bases):
            yield from bases.warriors(self.view, index ^ self._road.seen_from, base)


def _thrown(theme: Theme, thing: Thing, face: int) -> CutOut:
    return drawn(Objects(thing, (face,), played=False), theme, theme.ground, THROWN)


def _sign(theme: Theme, side: int, number: int) -> CutOut:
    return sprites.sign(theme, side, SIGN, number, theme.ground)
