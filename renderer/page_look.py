"""What surrounds boards on web pages: their colours by name, and wood and friezes as SVG."""

from collections.abc import Iterator
from typing import Final

from renderer.colours import Colour
from renderer.parchis.colours import paints
from renderer.road.ground import wood
from renderer.road.head import fret
from renderer.sketch import Sketch
from renderer.theme import Theme
from renderer.vector import markup, svg

WOOD: Final = 1800, 1098
"""The size of a piece of wood, which can be repeated."""

FRIEZE: Final = 22, 15
"""The size of one turn of a frieze, which can be repeated."""


def colours(theme: Theme) -> Iterator[tuple[str, Colour]]:
    """Yield the colours of what surrounds boards, and of what moves over them, with their names.

    Those of a side end with its number. Those of Parchís begin with p, and end with the arm's.
    """
    yield from (("wood", theme.ground), ("wood3", theme.grain[1]), ("wood-ink", theme.ink))
    yield from (("plate", theme.plate), ("on-plate", theme.on_plate))
    yield from (("gold", theme.gold), ("ray", theme.ray), ("on-gold", theme.on_gold))
    for number, side in enumerate(theme.sides):
        yield from ((f"bar{number}", side.bar), (f"on-bar{number}", side.on_bar))
        yield from ((f"face{number}", side.face), (f"ink{number}", side.ink))
    look = paints(theme)
    yield "p-ground", look.ground
    for number, arm in enumerate(look.arms):
        yield from ((f"pface{number}", arm.face), (f"pedge{number}", arm.edge))
        yield from ((f"pink{number}", arm.ink), (f"pwall{number}", arm.wall))


def wooden(theme: Theme) -> str:
    """Return the wood of the table; flat themes have none."""
    sketch = Sketch(WOOD, theme.ground)
    wood(sketch, theme, WOOD)
    return svg(WOOD, markup(sketch))


def frieze(theme: Theme, side: int) -> str:
    """Return one turn of the frieze below the bar of a side."""
    look = theme.sides[side]
    edge, inside = (look.bar, look.frieze) if theme.flat else (look.frieze, look.bar)
    sketch = Sketch(FRIEZE, edge)
    sketch.bar(0, 0, *FRIEZE, edge)
    fret(sketch, 2, 10, inside)
    return svg(FRIEZE, markup(sketch))
