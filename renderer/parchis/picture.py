"""The picture of a position of Parchís."""

from engine.text import Say
from renderer.parchis import foot, head, homes, layout
from renderer.parchis.board import Board
from renderer.parchis.colours import paints
from renderer.parchis.drawing import Sheet
from renderer.parchis.ground import bare
from renderer.parchis.view import ParchisView
from renderer.theme import MAIZE, Theme


def draw(view: ParchisView, say: Say, theme: Theme = MAIZE) -> bytes:
    """Return the picture of `view` as a PNG file; `say` translates its text."""
    return drawn(view, say, theme).png()


def drawn(view: ParchisView, say: Say, theme: Theme = MAIZE) -> Sheet:
    """Return a sheet with the whole `view` drawn on it."""
    look, lines = paints(theme), foot.lines(view, say)
    blank = bare(look, frozenset(seat.arm for seat in view.seats))
    sheet = Sheet(look, blank, layout.size(len(lines)))
    head.draw(sheet, view, say)
    for index in range(len(view.seats)):
        homes.draw(sheet, view, index, say)
    Board(view, sheet).draw()
    foot.draw(sheet, lines)
    return sheet
