"""Looks: contrast by WCAG 2.2, and palettes."""

from itertools import combinations

import pytest

from renderer.chart.look import Look, palette
from renderer.colours import contrast
from renderer.raster import painted
from renderer.sketch import Sketch
from tests.renderer.chart.looks import LOOKS, parchis

TEXT, SHAPE = 4.5, 3.0
"""The minimum contrast of text, and of shapes."""

every_look = pytest.mark.parametrize("look", LOOKS.values(), ids=LOOKS)


@every_look
def test_writing_can_be_read(look: Look) -> None:
    """All text has the contrast required for normal text."""
    written = [(look.ink, look.ground), (look.soft, look.ground)]
    written += [(look.on_mark, look.mark), (look.on_here, look.here)]
    written += [(side.ink, look.ground) for side in look.sides]
    for ink, ground in written:
        assert contrast(ink, ground) >= TEXT, (ink, ground)


@every_look
def test_marks_stand_out(look: Look) -> None:
    """The curve, marked moments and the marked step are visible on every area."""
    for side in look.sides:
        for mark in (look.curve, look.mark, look.here):
            assert contrast(mark, side.area) >= SHAPE, (mark, side.area)
    assert contrast(look.mark, look.ground) >= SHAPE


@every_look
def test_lines_stand_out(look: Look) -> None:
    """A side's line or its edge is visible on paper."""
    for side in look.sides:
        seen = max(contrast(paint, look.paper) for paint in (side.line, side.edge))
        assert seen >= SHAPE


@every_look
def test_areas_differ(look: Look) -> None:
    """Any two sides have different areas and lines."""
    for one, other in combinations(look.sides, 2):
        assert one.area != other.area
        assert one.line != other.line


@every_look
def test_signs_differ_in_shape(look: Look) -> None:
    """The signs of any two sides differ in shape, not only in colour."""

    def drawn(index: int) -> bytes:
        sketch = Sketch((120, 60), (1, 2, 3))
        for place, sign in enumerate(look.sides[index].signs):
            sign.draw(sketch, 30 + 60 * place, 30, 40)
        return painted(sketch).convert("L").point([int(grey != 2) for grey in range(256)]).tobytes()

    for one, other in combinations(range(len(look.sides)), 2):
        assert drawn(one) != drawn(other)


@every_look
def test_colours_fit_into_a_palette(look: Look) -> None:
    """The palette of a look contains each of its colours exactly."""
    assert set(look.all) <= set(palette(look).colours)


def test_a_look_is_made_once() -> None:
    """The look of a game in a theme is always the same object, which caches rely on."""
    assert parchis(3) is parchis(3)
