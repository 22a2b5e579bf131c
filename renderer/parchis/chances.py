"""The look of charts of Parchís."""

from collections.abc import Sequence
from functools import lru_cache, partial

from renderer.chart.look import Look, SideLook, Sign
from renderer.parchis.colours import Paints, paints
from renderer.parchis.pieces import solid
from renderer.parchis.view import Arm
from renderer.parchis.words import SIDES
from renderer.sketch import Sketch
from renderer.theme import Theme


@lru_cache(maxsize=32)
def look(theme: Theme, sides: tuple[tuple[Arm, ...], ...]) -> Look:
    """Return the look of the charts and bars of a game; each side has an arm, or two in pairs."""
    own = paints(theme)
    return Look(
        ground=own.ground,
        cover=_bare,
        grain=(),
        paper=own.cell,
        kerb=own.line,
        shade=own.ground,
        rim=2,
        curve=own.ink,
        grid=own.line,
        ink=own.ink,
        soft=own.soft,
        mark=own.ink,
        on_mark=own.ground,
        here=own.number,
        on_here=own.cell,
        sides=tuple(_side(own, arms) for arms in sides),
    )


def _bare(_sketch: Sketch, _size: tuple[int, int]) -> None:
    """Leave the ground as it is."""


def _side(own: Paints, arms: Sequence[Arm]) -> SideLook:
    """Return the look of a side in the colours of its first arm, with the signs of all."""
    first, signs = own.arms[arms[0]], tuple(_sign(own, arm) for arm in arms)
    return SideLook(first.stair, first.face, first.edge, first.ink, signs)


def _sign(own: Paints, arm: Arm) -> Sign:
    """Return the sign of an arm: one of its pieces."""
    look = own.arms[arm]
    return Sign(partial(_piece, own, arm), SIDES[arm], (look.edge, look.face, look.inlay))


def _piece(own: Paints, arm: Arm, sketch: Sketch, x: float, y: float, size: float) -> None:
    """Draw a piece with the sign of its arm."""
    solid(sketch, own, arm, x, y, round(size))
