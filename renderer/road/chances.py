"""The look of charts of road games."""

from functools import lru_cache, partial

from engine.text import Text
from renderer.chart.look import Look, SideLook, Sign
from renderer.road.ground import wood
from renderer.road.warriors import THICK, eye, warrior
from renderer.sketch import Sketch
from renderer.theme import Theme


@lru_cache(maxsize=4)
def look(theme: Theme) -> Look:
    """Return the look of the charts and bars of a road game."""
    return Look(
        ground=theme.ground,
        cover=lambda sketch, size: wood(sketch, theme, size),
        paper=theme.spaces[0],
        grain=theme.grain,
        kerb=theme.kerb,
        shade=theme.shade,
        rim=5,
        curve=theme.ink,
        grid=theme.soft_ink,
        ink=theme.ink,
        soft=theme.soft_ink,
        mark=theme.ray,
        on_mark=theme.on_gold,
        here=theme.ink,
        on_here=theme.on_plate,
        sides=(_side(theme, 0), _side(theme, 1)),
    )


def _side(theme: Theme, side: int) -> SideLook:
    """Return the look of a side, whose sign is one of its warriors."""
    own = theme.sides[side]
    colours = (own.edge, own.shine, own.face, own.inlay)
    sign = Sign(partial(_warrior, theme, side), Text(f"picture.side.{side}"), colours)
    return SideLook(own.bar, own.face, own.edge, own.ink, (sign,))


def _warrior(theme: Theme, side: int, sketch: Sketch, x: float, y: float, size: float) -> None:
    """Draw a warrior of a side without a heading."""
    d = size * 0.86
    warrior(sketch, theme, side, x, y - size * 0.03, d, THICK)
    eye(sketch, side, x, y - size * 0.03, d, theme.sides[side].inlay)
