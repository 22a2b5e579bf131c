"""Small excerpts one under another, for pages that explain the rules: before and after a move."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace

from PIL import Image

from engine.text import Say, Text
from renderer import casts, lettering
from renderer.box import Box
from renderer.canvas import Canvas
from renderer.cutout import CutOut
from renderer.palette import palette
from renderer.png import Blank
from renderer.road import standing
from renderer.road.board import Board
from renderer.road.ground import Road, bare
from renderer.road.layout import WARRIOR_LINE, Card
from renderer.road.panel import Panel
from renderer.road.piles import Pile, piles
from renderer.road.rows import BAND, HEIGHTS, HUSK, LABEL, MARGIN, WIDTH, counts, roadway
from renderer.road.view import RoadView, StackView
from renderer.theme import MAIZE, Theme

CAPTION, LINE = 29, 38
"""How large a caption is written, and how high its line is."""
EDGE = 10
"""Above a row without a trace, above and below an excerpt, between casts and warriors."""
RULE = 2
"""How thick the line between two excerpts is."""
LEAST = 2 * LABEL + 60
"""The lowest row."""


def strip(
    views: Sequence[RoadView],
    say: Say,
    captions: Sequence[Text] = (),
    theme: Theme = MAIZE,
    seen_from: int = 0,
) -> bytes:
    """Return the roads of `views` one under another as a PNG file, as low as can be.

    Of each there are the stacks, the places to land on, the last move, the casts and the warriors
    off the road, but neither names nor title, status and note. Above each stands its caption, if
    there are any.
    """
    measures = _measure(views, seen_from)
    said: Sequence[Text | None] = captions or (None,) * len(views)
    excerpts = [
        _Excerpt(view, say, theme, seen_from, measures).draw(caption)
        for view, caption in zip(views, said, strict=True)
    ]
    high = sum(part.height + RULE for part in excerpts) - RULE
    rules = palette(theme).index(theme.cob_edge)
    whole = Canvas(theme, Blank(Image.new("L", (WIDTH, high), rules)))
    top = 0
    for part in excerpts:
        whole.lay(CutOut(theme, part), 0, top)
        top += part.height + RULE
    return whole.png()


def _measure(views: Sequence[RoadView], seen_from: int) -> tuple[int, float]:
    """Return the lowest rows on which stacks are as large as elsewhere, and the tallest stack."""
    groups = [group for view in views for group in _groups(view, seen_from)]
    lone = [standing.tallness(shown[0]) for _, _, shown in groups if len(shown) == 1]
    tall = max([standing.LOWEST, *lone])
    rows = max(len(counts(view.road)) for view in views)

    def diameters(high: int) -> list[int]:
        found = []
        for road, place, shown in groups:
            places = roadway(road, 0, high).places
            largest = standing.alone(places[1], tall)
            found += [largest, standing.arrange(shown, places[place], tall, largest)[1]]
        return found

    largest = diameters(HEIGHTS[rows])
    for high in range(LEAST, HEIGHTS[rows], 4):
        if diameters(high) == largest:
            return high, tall
    return HEIGHTS[rows], tall


def _groups(view: RoadView, seen_from: int) -> Iterator[tuple[int, int, tuple[Pile, ...]]]:
    """Return the length of the road, a place counted from the left and the piles there."""
    stacks: dict[int, list[StackView]] = defaultdict(list)
    for stack in view.stacks:
        stacks[stack.at].append(stack)
    road = Road(view.road, seen_from=seen_from)
    for at, here in stacks.items():
        yield view.road, road.place(at), piles(here, view.seats, seen_from)


class _Excerpt:
    """One road of a strip; `measures` are the height of its rows and its tallest stack."""

    def __init__(
        self, view: RoadView, say: Say, theme: Theme, seen_from: int, measures: tuple[int, float]
    ) -> None:
        self._view, self._say, self._theme = view, say, theme
        self._road = Road(view.road, len(view.seats), seen_from, view.fire)
        self._high, self._tall = measures

    def draw(self, caption: Text | None) -> Image.Image:
        """Return the excerpt as palette indices."""
        room = WIDTH - 2 * MARGIN
        said = lettering.drawable(self._say(caption)) if caption else ""
        lines = lettering.lines(said, room, CAPTION)
        head = EDGE + LINE * len(lines)
        way = roadway(self._view.road, head, self._high, BAND if self._view.last else EDGE)
        below = way.rows[-1].box.bottom + HUSK
        foot = WARRIOR_LINE if self._has_foot() else 0
        size = WIDTH, below + foot + EDGE
        canvas = Canvas(self._theme, bare(self._theme, self._road, way, size))
        for index, line in enumerate(lines):
            box = Box(MARGIN, EDGE + index * LINE, WIDTH - MARGIN, EDGE + (index + 1) * LINE)
            canvas.write(line, box, CAPTION, self._theme.ink)
        Board(canvas, self._view, self._road, way, self._tall).draw()
        if foot:
            self._foot(canvas, Box(MARGIN, below, WIDTH - MARGIN, below + foot))
        return canvas.picture

    def _has_foot(self) -> bool:
        view = self._view
        return any((*view.thrown, *view.base, *view.killed, *view.away))

    def _foot(self, canvas: Canvas, box: Box) -> None:
        """Below the road lie the casts, between the warriors of the two sides."""
        lying = casts.lying(
            self._view.thrown,
            self._theme,
            box.width // 2,
            box.height - 4,
            summed=self._view.summed,
        )
        long = sum(sprite.width for sprite in lying)
        x = box.middle - long // 2
        for sprite in lying:
            canvas.lay(sprite, x, box.top + 2)
            x += sprite.width
        wide = (box.width - long) // 2 - EDGE
        cards = (
            Card((), (), replace(box, right=box.left + wide), rightwards=True),
            Card((), (), replace(box, left=box.right - wide), rightwards=False),
        )
        panel = Panel(canvas, self._view, self._say)
        for index, card in enumerate(cards):
            panel.draw(index ^ self._road.seen_from, card)
