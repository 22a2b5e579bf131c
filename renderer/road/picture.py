"""The picture of a position on the road."""

from engine.text import Say
from renderer import casts
from renderer.box import Box
from renderer.canvas import Canvas
from renderer.road.board import Board
from renderer.road.ground import Road, empty_road, small_road
from renderer.road.layout import layout
from renderer.road.panel import Panel
from renderer.road.view import RoadView
from renderer.theme import MAIZE, Theme

TITLE, STATUS, NOTE = 36, 32, 24
"""Sizes of writing, in pixels."""


def draw(view: RoadView, say: Say, theme: Theme = MAIZE, seen_from: int = 0) -> bytes:
    """Return the picture of `view` as a PNG file; `say` gives its few words.

    The base of the side `seen_from` is at the left, and its warriors set out to the right.
    """
    return drawn(view, say, theme, seen_from).png()


def drawn(
    view: RoadView, say: Say, theme: Theme = MAIZE, seen_from: int = 0, *, half: bool = False
) -> Canvas:
    """Return the canvas with all of `view` on it, where `half` half as wide and half as high."""
    road = Road(view.road, len(view.seats), seen_from, view.fire)
    plan = layout(road.length, road.seats)
    canvas = Canvas(theme, (small_road if half else empty_road)(theme, road), half=half)
    lying = casts.lying(view.thrown, theme, plan.cast.width, summed=view.summed)
    x = plan.cast.right - sum(sprite.width for sprite in lying)
    for text, box, size, ink in (
        (view.title, plan.title, TITLE, theme.soft_ink),
        (view.status, plan.status, STATUS, theme.ink),
    ):
        within = Box(box.left, box.top, min(box.right, x - 24), box.bottom)
        canvas.write(say(text), within, size, ink, bold=size == TITLE)
    for sprite in lying:
        canvas.lay(sprite, x, (plan.cast.top + plan.cast.bottom - sprite.height) // 2)
        x += sprite.width
    Board(canvas, view, road, plan.way).draw()
    panel = Panel(canvas, view, say)
    for index, card in enumerate(plan.cards):
        panel.draw(index ^ seen_from, card)
    canvas.write(say(view.note), plan.note, NOTE, theme.soft_ink)
    return canvas
