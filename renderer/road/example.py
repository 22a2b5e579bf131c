"""Example pictures for the rules: excerpts of the board before and after a move, stacked."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from PIL import Image

from engine.text import Say
from renderer import casts
from renderer.canvas import Canvas
from renderer.cutout import CutOut
from renderer.palette import palette
from renderer.road import bases
from renderer.road.board import Board
from renderer.road.ground import Road, bare
from renderer.road.head import FRIEZE, bar
from renderer.road.measures import LYING, MARGIN, ROOM, WIDTH, Measures, measures_of
from renderer.road.piles import by_place
from renderer.road.plan import Plan, lay
from renderer.road.sprites import sign
from renderer.road.standing import build
from renderer.road.view import RoadView
from renderer.theme import MAIZE, Theme

HEAD: Final = 66
"""The height of the bar above an excerpt."""
SIGN: Final = 36
"""The size of the sign on it."""
RULE: Final = 3
"""The thickness of the line between two excerpts."""
IN_TWO_ROWS: Final = 15
"""The longest road in two rows; longer than in whole pictures, to keep stacks large."""
LONE: Final = 1.4
"""The minimum height of stacks, in diameters of their warriors."""


def strip(views: Sequence[RoadView], say: Say, theme: Theme = MAIZE, seen_from: int = 0) -> bytes:
    """Return the roads of `views`, stacked vertically, as a PNG file of minimum height.

    Each excerpt shows throws, stacks, landings, moves and bases, but no names and no foot.
    """
    excerpts = [_excerpt(view, say, theme, seen_from, _lowest(view.road, views)) for view in views]
    height = sum(part.height + RULE for part in excerpts) - RULE
    whole = Canvas(theme, Image.new("L", (WIDTH, height), palette(theme).index(theme.ink)))
    top = 0
    for part in excerpts:
        whole.lay(CutOut(whole.palette, part), 0, top)
        top += part.height + RULE
    return whole.png()


def _lowest(road: int, views: Sequence[RoadView]) -> Measures:
    """Return the measures of a road with rows as low as the stacks of all `views` allow."""
    usual = LYING[0] if road <= IN_TWO_ROWS else measures_of(road)
    d = lay(road, usual, HEAD).diameter
    groups = [group for view in views for group in by_place(view, 0).values()]
    if any(len(group) > 1 for group in groups):
        return replace(usual, name=0)
    tallest = max([LONE * d, *(build(pile, d).height for group in groups for pile in group)])
    row = min(usual.row, round(tallest) + ROOM + usual.label)
    return replace(usual, row=row, name=0)


def _excerpt(
    view: RoadView, say: Say, theme: Theme, seen_from: int, measures: Measures
) -> Image.Image:
    """Return one road of a strip in palette indices."""
    plan = lay(view.road, measures, HEAD)
    road = Road(view.road, bases.sockets(view), seen_from, view.fire)
    canvas = Canvas(theme, bare(theme, road, plan))
    _head(canvas, view, plan)
    for index, base in enumerate(plan.bases):
        bases.draw(canvas, view, index ^ seen_from, base, say)
    Board(view, road, plan).draw(canvas)
    return canvas.picture


def _head(canvas: Canvas, view: RoadView, plan: Plan) -> None:
    """Draw the throws on a bar in the colour of the side whose turn it is."""
    theme, seat = canvas.theme, view.last[-1].seat if view.last else view.turn or 0
    side, y = view.seats[seat].side, (HEAD - FRIEZE) // 2
    ground = theme.sides[side].bar
    canvas.lay(bar(theme, side, plan.head.height), 0, 0)
    canvas.lay_at(sign(theme, side, SIGN, 0, ground), MARGIN + 24, y)
    x = MARGIN + 60
    room = WIDTH - x - MARGIN
    for drawn in casts.drawings(
        view.thrown, theme, ground, room, HEAD - FRIEZE - 6, summed=view.summed
    ):
        canvas.lay(drawn, x, y - drawn.height // 2)
        x += drawn.width
