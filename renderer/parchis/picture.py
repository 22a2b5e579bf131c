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


def field(view: ParchisView, say: Say, theme: Theme = MAIZE) -> bytes:
    """Return the board of `view` alone, without head and foot, as a PNG file."""
    sheet = _board(view, say, theme, layout.SIZE)
    sheet.picture = sheet.picture.crop((0, layout.HEAD, *layout.SIZE))
    return sheet.png()


def drawn(view: ParchisView, say: Say, theme: Theme = MAIZE) -> Sheet:
    """Return a sheet with the whole `view` drawn on it."""
    lines = foot.lines(view, say)
    sheet = _board(view, say, theme, layout.size(len(lines)))
    head.draw(sheet, view, say)
    foot.draw(sheet, lines)
    return sheet


def _board(view: ParchisView, say: Say, theme: Theme, size: tuple[int, int]) -> Sheet:
    """Return a sheet of this size with everything but head and foot."""
    look, playing = paints(theme), frozenset(seat.arm for seat in view.seats)
    sheet = Sheet(look, bare(look, playing, len(view.seats[0].places)), size)
    for index in range(len(view.seats)):
        homes.draw(sheet, view, index, say)
    for placed in Board(view).placed():
        sheet.put(placed)
    return sheet
