"""A whole board as SVG."""

from collections.abc import Mapping
from functools import partial

from bot.games.catalogue import Games
from bot.table.settings import Colours
from bot.table.table import Table
from bot.texts.catalogue import catalogue
from renderer.stage import Tableau
from renderer.theme import THEMES

_EMPTY = Tableau.of(())


def drawn(games: Games, table: Table, seat: int, colours: Colours, ratio: float) -> str:
    """Return the whole board of a table as SVG, or the empty board before play begins.

    Of the shapes of the game, it has the one closest to a `ratio` of width and height.
    """
    header, theme = table.header, THEMES[colours]
    family = games.of(header)
    shapes = family.shapes(header)
    rows = min(shapes, key=partial(_distance, shapes, ratio))
    if not table.position:
        return family.art(header, rows, seat).whole(theme, _EMPTY)
    say = catalogue(games.texts).voice("")  # no text is in the picture
    return games.scene(table, say).board.stage(rows, seat).picture(theme)


def _distance(shapes: Mapping[int, tuple[int, int]], ratio: float, rows: int) -> float:
    """Return how far a shape is from a ratio: twice as wide is as far as half as wide."""
    width, height = shapes[rows]
    return max(width / height / ratio, ratio * height / width)
