"""The picture of a position on the road.

A picture is kept as palette indices from the first stroke to the file: the empty road and all
that can lie on it are drawn once, smooth, and pasted from then on.
"""

from collections import defaultdict
from collections.abc import Iterator
from io import BytesIO
from itertools import pairwise

from PIL import Image, ImageDraw

from renderer import layout as places
from renderer import lettering, sprites, standing
from renderer.ground import empty_road
from renderer.layout import BasePlace, Box, Layout
from renderer.palette import palette
from renderer.piles import by_side, mark, piles
from renderer.text import Say, Text
from renderer.theme import MAIZE, Colour, Theme
from renderer.view import RoadView, StackView

TITLE, STATUS, NAME, NOTE = 38, 29, 27, 23
"""Sizes of writing, in pixels."""

CAST_HIGH, CAST_LOW = 80, 24
"""The largest and the smallest kernel."""

COUNTS = 140
"""The room for the fallen of both sides with their counts."""

EMBLEM = 26
"""The shape beside a name."""

SHOWN_EACH = 9
"""A base with at most so many warriors shows each of them."""

COMPRESSION = 6


def draw(view: RoadView, say: Say, theme: Theme = MAIZE) -> bytes:
    """Return the picture of `view` as a PNG file; `say` gives its few words."""
    file = BytesIO()
    picture(view, say, theme).save(file, "PNG", compress_level=COMPRESSION)
    return file.getvalue()


def picture(view: RoadView, say: Say, theme: Theme = MAIZE) -> Image.Image:
    """Return the picture of `view` in palette mode; the palette depends on the theme only."""
    drawing = _Drawing(view, say, theme)
    drawing.head()
    drawing.cast()
    drawing.places()
    drawing.trace()
    for side in (0, 1):
        drawing.base(side)
    drawing.foot()
    return drawing.finished()


class _Drawing:
    """One picture in the making."""

    def __init__(self, view: RoadView, say: Say, theme: Theme) -> None:
        self.view, self.say, self.theme = view, say, theme
        self.plan: Layout = places.layout(view.road)
        self.palette = palette(theme)
        self.canvas = empty_road(theme, view.road).copy()
        self.lying = _lying(view, theme, self.plan.cast.width)

    def finished(self) -> Image.Image:
        """Return the picture with its colours."""
        self.canvas.putpalette(self.palette.bytes)
        return self.canvas

    def head(self) -> None:
        """Write what the game is and how it stands."""
        room = self.plan.cast.right - sum(sprite.width for sprite in self.lying) - 24
        for text, box, size, ink in (
            (self.view.title, self.plan.title, TITLE, self.theme.ink),
            (self.view.status, self.plan.status, STATUS, self.theme.soft_ink),
        ):
            within = Box(box.left, box.top, min(box.right, room), box.bottom)
            self.write(self.say(text), within, size, ink, bold=size == TITLE)

    def cast(self) -> None:
        """Lay the casts out in the upper right corner, the last one outermost."""
        box = self.plan.cast
        x = box.right - sum(sprite.width for sprite in self.lying)
        for sprite in self.lying:
            self.canvas.paste(sprite, (x, (box.top + box.bottom - sprite.height) // 2))
            x += sprite.width

    def places(self) -> None:
        """Stand the stacks on the road and mark where the mover can land."""
        stacks: dict[int, list[StackView]] = defaultdict(list)
        for stack in self.view.stacks:
            stacks[stack.at].append(stack)
        for at in self.view.landings:
            self.landing(at, occupied=bool(stacks.get(at)))
        for at, here in stacks.items():
            self.stacks(at, here)

    def landing(self, at: int, *, occupied: bool) -> None:
        """Mark one place where the mover can land."""
        if self.view.turn is None:
            return
        side, place = self.view.seats[self.view.turn].side, self.plan.places[at]
        if occupied:
            sprite = sprites.target(self.theme, side, place.stand.size, place.shade)
            self.canvas.paste(sprite, (place.stand.left, place.stand.top))
        else:
            room = places.inner(place)
            d = standing.slots(1, room).diameter
            sprite = sprites.landing(self.theme, side, room.size, d, place.shade)
            self.canvas.paste(sprite, (room.left, room.top))

    def stacks(self, at: int, stacks: list[StackView]) -> None:
        """Stand all stacks of one place side by side."""
        place = self.plan.places[at]
        shown = piles(stacks, self.view.seats)
        slots = standing.arrange(shown, place)
        for pile, slot in zip(shown, slots.boxes, strict=True):
            sprite, mask = sprites.pile(self.theme, pile, slot.size, slots.diameter, place.shade)
            self.canvas.paste(sprite, (slot.left, slot.top), mask)

    def trace(self) -> None:
        """Trace the last move above the road."""
        last = self.view.last
        if last is None or last.start == last.end:
            return
        side = self.view.seats[last.seat].side
        way = 1 if last.end > last.start else -1
        start, end = self.plan.places[last.start], self.plan.places[last.end]
        stops = [(start.row, start.box.middle), (end.row, end.box.middle)]
        if start.row != end.row:
            outer = self.plan.rows[0].box.right + 8, self.plan.rows[1].box.left - 8
            stops[1:1] = [(start.row, outer[start.row]), (end.row, outer[end.row])]
        legs = [(a, b) for a, b in pairwise(stops) if a[0] == b[0]]
        for leg in legs:
            (row, a), (_, b) = leg
            first, final = leg is legs[0], leg is legs[-1]
            captured = last.captured if final else 0
            sprite, mask = sprites.trace(
                self.theme, side, abs(b - a), way, captured, tail=first, tip=final
            )
            corner = (min(a, b) - sprites.TRACE_PAD, self.plan.rows[row].band.top)
            self.canvas.paste(sprite, corner, mask)

    def base(self, side: int) -> None:
        """Write a side's names and set its warriors out."""
        base = self.plan.bases[side]
        end, room = self.names(side, base), base.warriors
        if base.in_line and base.rightwards:
            room = Box(end + 24, room.top, room.right, room.bottom)
        elif base.in_line:
            room = Box(room.left, room.top, end - 24, room.bottom)
        self.warriors(side, room, rightwards=base.rightwards)

    def names(self, side: int, base: BasePlace) -> int:
        """Write who plays `side` beside its shape; return where that ends, towards the middle.

        The mover is underlined; the winner stands on a plate of the side's colour.
        A name that the fonts cannot write is left out: the shape stands for it.
        """
        view, look, box = self.view, self.theme.sides[side], base.name
        names = [seat.name for seat in view.seats if seat.side == side]
        shown = lettering.drawable(", ".join(name for name in names if lettering.covers(name)))
        won = view.winner == side
        marked = won or (view.turn is not None and view.seats[view.turn].side == side)
        beside = EMBLEM + 10
        shown = lettering.shorten(shown, box.width - beside, NAME, marked) if shown else ""
        long = beside + lettering.width(shown, NAME, marked) if shown else EMBLEM
        left = box.left if base.rightwards else box.right - long
        ground, ink = (look.face, look.inlay) if won else (self.theme.ground, look.edge)
        pen, colour = ImageDraw.Draw(self.canvas), self.palette.index(look.face)
        if won:
            pen.rectangle((left - 8, box.top, left + long + 7, box.bottom - 2), fill=colour)
        middle = box.top + (box.height - 3) // 2
        shape = sprites.emblem(self.theme, side, EMBLEM, ground, look.inlay if won else look.face)
        self.canvas.paste(shape, (left, middle - EMBLEM // 2))
        if shown:
            room = Box(left + beside, box.top, left + long + 1, box.bottom - 4)
            self.write(shown, room, NAME, ink, bold=marked, ground=ground)
        if marked and not won:
            pen.rectangle((left, box.bottom - 4, left + long - 1, box.bottom - 2), fill=colour)
        return left + long if base.rightwards else left

    def warriors(self, side: int, room: Box, *, rightwards: bool) -> None:
        """Set the warriors in a base out, each of them or each seat's with a count."""
        seats = [i for i, seat in enumerate(self.view.seats) if seat.side == side]
        waiting = [(i, self.view.base[i]) for i in seats if self.view.base[i]]
        if sum(count for _, count in waiting) <= SHOWN_EACH:
            waiting = [(i, 1) for i, count in waiting for _ in range(count)]
        boxes = standing.crowd(len(waiting), room, rightwards)
        for (seat, count), box in zip(waiting, boxes, strict=True):
            number = mark(seat, self.view.seats)
            sprite = sprites.free_warrior(self.theme, side, box.width, number, count)
            self.canvas.paste(sprite, (box.left, box.top))

    def foot(self) -> None:
        """Lay the dead out, and those who left for good; write the note."""
        view = self.view
        self.write(self.say(view.note), self.plan.note, NOTE, self.theme.soft_ink)
        lines = [
            (Text(key), by_side(crowd, view.seats))
            for key, crowd in (("picture.killed", view.killed), ("picture.away", view.away))
            if any(crowd)
        ]
        for (label, fallen), box in zip(lines, self.plan.killed, strict=False):
            room = Box(box.left, box.top, box.right - COUNTS, box.bottom)
            x = self.write(self.say(label), room, NOTE, self.theme.soft_ink) + 12
            across = box.height
            for side, count in enumerate(fallen):
                if count:
                    self.canvas.paste(sprites.dead_warrior(self.theme, side, across), (x, box.top))
                    room = Box(x + across + 4, box.top, box.right, box.bottom)
                    ink = self.theme.sides[side].edge
                    x = self.write(str(count), room, NAME, ink, bold=True) + 16

    def write(
        self,
        text: str,
        box: Box,
        size: int,
        ink: Colour,
        *,
        bold: bool = False,
        ground: Colour | None = None,
    ) -> int:
        """Write `text` into `box` from its left, in the middle of its height; return its end."""
        shown = lettering.shorten(lettering.drawable(text), box.width, size, bold)
        if not shown:
            return box.left
        mask = lettering.mask(shown, size, bold)
        written = mask.point(self.palette.ramp(ground or self.theme.ground, ink))
        self.canvas.paste(written, (box.left, lettering.top(box.top, box.bottom, size)))
        return box.left + lettering.width(shown, size, bold)


def _lying(view: RoadView, theme: Theme, room: int) -> tuple[Image.Image, ...]:
    """Return the casts and their numbers as pictures, as large as `room` allows."""
    for high in range(CAST_HIGH, CAST_LOW, -2):
        shown = tuple(_cast(view, theme, high))
        if sum(sprite.width for sprite in shown) <= room:
            return shown
    return tuple(_cast(view, theme, CAST_LOW))


def _cast(view: RoadView, theme: Theme, high: int) -> Iterator[Image.Image]:
    numbers = [thrown.table.number(thrown.objects) for thrown in view.thrown]
    for index, (thrown, number) in enumerate(zip(view.thrown, numbers, strict=True)):
        yield sprites.thrown(theme, thrown.table.thing, thrown.objects, thrown.played, high)
        if not view.summed:
            yield sprites.number(theme, number, thrown.played, high)
        elif index == len(numbers) - 1:
            yield sprites.number(theme, sum(numbers), thrown.played, high)
