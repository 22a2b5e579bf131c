"""Drawing the cobs of maize that separate the spaces of a road."""

from renderer.sketch import Sketch
from renderer.theme import Theme

COLUMNS = 3
"""The number of kernels side by side."""


def cob(sketch: Sketch, theme: Theme, x: float, top: float, bottom: float, width: float) -> None:
    """Draw a cob centred at `x`, with its tip at `top` and its husk at `bottom`."""
    light, deep, edge = theme.cob
    half = width * 0.93 / 2
    _ear(sketch, x, top, bottom, half, 1.7, edge)
    _ear(sketch, x, top, bottom, half, 0, deep)
    height = max(3, round(half * 2 / COLUMNS * 0.95))
    y = round(top + half * 0.55)
    while y < bottom - half * 0.6:
        reach = half * _bulge((y - top) / (half * 3.2))
        for column in range(COLUMNS):
            middle = x - reach + (column + 0.5) * 2 * reach / COLUMNS
            fill = deep if column == COLUMNS - 1 else light
            sketch.disc(middle, y + height / 2, reach / COLUMNS * 1.76, edge, height)
            sketch.disc(middle, y + height / 2 - 0.25, reach / COLUMNS * 1.76, fill, height * 0.9)
        y += height
    _husk(sketch, theme, x, bottom, half)


def _bulge(share: float) -> float:
    """Return the relative width of a cob, 0 to 1; `share` 0 is its tip, 1 its widest part."""
    return float((1 - (1 - min(share, 1.0)) ** 2) ** 0.5)


def _ear(
    sketch: Sketch,
    x: float,
    top: float,
    bottom: float,
    half: float,
    grow: float,
    fill: tuple[int, int, int],
) -> None:
    width = half + grow
    sketch.bar(
        x - width, top + half * 1.6 - grow, x + width, bottom - half + grow, fill, width * 0.6
    )
    sketch.disc(x, top + half * 1.9, 2 * width, fill, 2 * (half * 1.9 + grow))


def _husk(sketch: Sketch, theme: Theme, x: float, bottom: float, half: float) -> None:
    """Draw the leaves at the bottom: one on each side and one in front."""
    light, deep = theme.husk
    top = round(bottom - half * 2.7)
    for way in (-1, 1):
        sketch.polygon(
            (
                *((x, bottom + 2), (x, top + half * 1.6), (x + way * half * 1.45, top)),
                *((x + way * half * 1.3, top + half * 1.7), (x + way * half * 0.7, bottom + 1)),
            ),
            deep,
        )
    front = ((x, top + half * 0.5), (x + half * 0.5, top + half * 1.9), (x, bottom + 2))
    sketch.polygon((*front, (x - half * 0.5, top + half * 1.9)), light)
