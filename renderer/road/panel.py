"""The cards below the road: who plays a side, its warriors in base, its fallen."""

from typing import NamedTuple

from engine.text import Say, Text
from renderer import lettering
from renderer.box import Box
from renderer.canvas import Canvas
from renderer.cutout import CutOut
from renderer.road import sprites
from renderer.road.layout import ONE_COLUMN, Card
from renderer.road.piles import by_side, mark
from renderer.road.view import RoadView

NAME, PARTNER, LABEL = 30, 25, 23
"""Sizes of writing, in pixels."""
EMBLEM = 27
"""The shape beside a name."""
LABEL_ROOM = 130
"""The widest label of the fallen."""
WARRIOR = 46
"""The largest warrior of a card."""
SMALLEST = 20
"""A smaller one could not be told from a fallen one."""
COUNTED = 34
"""A warrior that stands for those of a partner."""
GAP = 18
"""Between groups of warriors."""
BESIDE = 8
"""Between a word and what it tells."""


class Panel:
    """Writes the cards of one view."""

    def __init__(self, canvas: Canvas, view: RoadView, say: Say) -> None:
        self._canvas, self._view, self._say = canvas, view, say

    def draw(self, side: int, card: Card) -> None:
        """Fill the card of `side`; one without boxes for seats tells of the warriors only."""
        seats = [seat for seat, held in enumerate(self._view.seats) if held.side == side]
        if card.seats:
            for seat, box in zip(seats, card.seats, strict=True):
                self._seat(seat, box, rightwards=card.rightwards)
        if card.waiting:
            for seat, box in zip(seats, card.waiting, strict=True):
                self._waiting(seat, box, each=len(card.seats) <= ONE_COLUMN)
        self._warriors(side, card, alone=not card.waiting)

    def _seat(self, seat: int, box: Box, *, rightwards: bool) -> None:
        """Write who holds `seat` beside its sign.

        The mover is underlined, the winners stand on plates of their side's colour. A name that
        the fonts cannot write is left out: the sign stands for it.
        """
        view, canvas = self._view, self._canvas
        side, number = view.seats[seat].side, mark(seat, view.seats)
        look = canvas.theme.sides[side]
        won = view.winner == side
        marked = won or view.turn == seat
        if number:
            sign = sprites.token(canvas.theme, side, box.height - 2, number)
        else:
            sign = sprites.emblem(
                canvas.theme,
                side,
                EMBLEM,
                look.face if won else canvas.theme.ground,
                look.inlay if won else look.face,
            )
        beside = sign.width + 10
        name = view.seats[seat].name
        written = lettering.drawable(name) if lettering.covers(name) else ""
        usual = PARTNER if number else NAME
        shown, size = lettering.fit(written, box.width - beside - 8, usual, marked)
        long = lettering.width(shown, size, marked) if shown else 0
        whole = beside + long if shown else sign.width
        left = box.left if rightwards else box.right - whole
        plate = left + beside - 7 if number else left - 8
        ground = look.face if won else canvas.theme.ground
        if won and (shown or not number):
            canvas.bar((plate, box.top, left + whole + 7, box.bottom - 3), look.face)
        canvas.lay(sign, left, box.top + (box.height - 2 - sign.height) // 2)
        if shown:
            room = Box(left + beside, box.top, left + whole + 1, box.bottom - 2)
            ink = look.inlay if won else look.ink
            canvas.write(shown, room, size, ink, bold=marked, ground=ground)
        if marked and not won:
            canvas.bar((left, box.bottom - 4, left + whole - 1, box.bottom - 1), look.face)

    def _waiting(self, seat: int, box: Box, *, each: bool) -> None:
        """Set out the warriors that a partner has in base."""
        side, many = self._view.seats[seat].side, self._view.base[seat]
        if many:
            across = min(WARRIOR, box.height, box.width // many) if each else COUNTED
            ring = sprites.free_warrior(self._canvas.theme, side, across)
            self._group(_Group("", ring, many), box.left, box, side, each=each)

    def _warriors(self, side: int, card: Card, *, alone: bool) -> None:
        """Set the warriors of `side` out in one line: those in base, and apart the fallen.

        Where partners play, those in base stand by their seats' names, and the fallen are counted;
        so are all where there is no room for each.
        """
        theme, box = self._canvas.theme, card.warriors
        waiting, killed, away = (
            by_side(crowd, self._view.seats)[side]
            for crowd in (self._view.base, self._view.killed, self._view.away)
        )
        labels = [self._label("picture.killed", killed), self._label("picture.away", away)]
        room = box.width - sum(self._long(label) + GAP for label in labels if label)
        many = waiting + killed + away
        each = alone and many * SMALLEST <= room
        across = min(WARRIOR, box.height - 2, room // max(many, 1)) if each else COUNTED
        groups = [
            _Group("", sprites.free_warrior(theme, side, across), waiting if alone else 0),
            _Group(labels[0], sprites.dead_warrior(theme, side, across), killed),
            _Group(labels[1], sprites.gone_warrior(theme, side, across), away),
        ]
        shown = [group for group in groups if group.many]
        x = box.left
        if not card.rightwards:
            shown.reverse()
            long = sum(self._length(group, each=each) + GAP for group in shown) - GAP
            x = box.right - long
        for group in shown:
            x = self._group(group, x, box, side, each=each) + GAP

    def _group(self, group: "_Group", x: int, box: Box, side: int, *, each: bool) -> int:
        """Draw one group from `x`; return where it ends."""
        canvas, across = self._canvas, group.sprite.width
        if group.label:
            room = Box(x, box.top, x + LABEL_ROOM, box.bottom)
            x = canvas.write(group.label, room, LABEL, canvas.theme.soft_ink) + BESIDE
        for _ in range(group.many if each else 1):
            canvas.lay(group.sprite, x, box.top + (box.height - across) // 2)
            x += across
        if not each:
            room, ink = Box(x + 2, box.top, box.right, box.bottom), canvas.theme.sides[side].ink
            x = canvas.write(group.times, room, PARTNER, ink, bold=True)
        return x

    def _length(self, group: "_Group", *, each: bool) -> int:
        """Return how wide a group is."""
        label = self._long(group.label) if group.label else 0
        if each:
            return label + group.many * group.sprite.width
        return label + group.sprite.width + 2 + lettering.width(group.times, PARTNER, bold=True)

    def _label(self, key: str, count: int) -> str:
        return lettering.shorten(self._say(Text(key)), LABEL_ROOM, LABEL) if count else ""

    def _long(self, label: str) -> int:
        return lettering.width(label, LABEL) + BESIDE


class _Group(NamedTuple):
    """So many warriors that fare alike, and the word before them."""

    label: str
    sprite: CutOut
    many: int

    @property
    def times(self) -> str:
        """How many they are, written."""
        return f"{sprites.TIMES}{self.many}"
