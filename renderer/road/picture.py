"""The picture of a position on the road."""

from dataclasses import replace

from engine.text import Say
from renderer.canvas import Canvas
from renderer.road import bases, foot, head
from renderer.road.board import Board
from renderer.road.ground import Road, bare, small
from renderer.road.measures import measures_of
from renderer.road.plan import Plan, lay, plan
from renderer.road.view import RoadView
from renderer.theme import MAIZE, Theme


def draw(view: RoadView, say: Say, theme: Theme = MAIZE, seen_from: int = 0) -> bytes:
    """Return the picture of `view` as a PNG file; `say` translates its text.

    The road begins at the base of the side `seen_from`.
    """
    return drawn(view, say, theme, seen_from).png()


def drawn(
    view: RoadView,
    say: Say,
    theme: Theme = MAIZE,
    seen_from: int = 0,
    *,
    half: bool = False,
    height: int | None = None,
) -> Canvas:
    """Return a canvas with the whole `view` drawn on it, at half size if `half`.

    `height` is the height of the head, None for the default.
    """
    road, layout = road_of(view, seen_from), plan_of(view, say, height)
    canvas = Canvas(theme, (small if half else bare)(theme, road, layout), half=half)
    head.draw(canvas, view, layout.head.height, say)
    for index, base in enumerate(layout.bases):
        bases.draw(canvas, view, index ^ seen_from, base, say)
    Board(view, road, layout).draw(canvas)
    foot.draw(canvas, view, layout, say)
    return canvas


def field(view: RoadView, say: Say, theme: Theme = MAIZE) -> bytes:
    """Return the road and bases of `view` alone, without names, head and foot, as a PNG file."""
    road = road_of(view, 0)
    layout = lay(view.road, replace(measures_of(view.road), name=0), head=0)
    canvas = Canvas(theme, bare(theme, road, layout))
    for side, base in enumerate(layout.bases):
        bases.draw(canvas, view, side, base, say)
    Board(view, road, layout).draw(canvas)
    return canvas.png()


def road_of(view: RoadView, seen_from: int) -> Road:
    """Return the part of a view that never changes during a game."""
    return Road(view.road, bases.sockets(view), seen_from, view.fire)


def plan_of(view: RoadView, say: Say, height: int | None = None) -> Plan:
    """Return the layout of a view's picture; `height` is the height of the head if not None."""
    lines = len(foot.matched(view)) + 1 + len(foot.lines(view, say))
    return plan(view.road, len(view.seats), height or head.height(view), lines)
