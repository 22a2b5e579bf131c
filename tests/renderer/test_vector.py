"""Sketches as SVG, which look like the pixels of the same sketches."""

import json
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont
from PIL import Image, ImageChops, ImageStat
from resvg_py import svg_to_bytes

from renderer.box import Box
from renderer.colours import Colour
from renderer.fonts import STRONG
from renderer.glyphs import OUTLINES
from renderer.raster import painted
from renderer.sketch import Sketch
from renderer.vector import coded, cropped, markup, moved, svg
from scripts.outline_glyphs import CHARACTERS, outlines

GROUND: Colour = (240, 230, 200)
RED, BLUE = (180, 40, 20), (20, 60, 160)
SIZE = (80, 60)

CLOSE = 3.5
"""How much pixels may differ on average, from 0 to 255: the edges of shapes are smoother in SVG."""

Draw = Callable[[Sketch], object]


def inlaid(sketch: Sketch) -> None:
    light, shape = Sketch(SIZE, RED), Sketch(SIZE, (0, 0, 0))
    light.disc(40, 30, 30, BLUE)
    shape.bar(10, 5, 70, 55, (255, 255, 255), 10)
    sketch.inlay(light, shape)


def stamped(sketch: Sketch) -> None:
    def cross(part: Sketch, x: float, y: float) -> None:
        part.path(((x - 8, y - 8), (x + 8, y + 8)), 4, RED)
        part.disc(x, y, 8, BLUE)

    for x in (15, 40, 65):
        sketch.stamp("cross", x, 30, cross)


def pierced(sketch: Sketch) -> None:
    sketch.bar(5, 5, 75, 55, RED, 8)
    sketch.disc(40, 30, 30, None)
    sketch.disc(40, 30, 10, BLUE)


TRIANGLE = ((10, 50), (40, 6), (70, 50))

SHAPES: dict[str, Draw] = {
    "a disc": lambda sketch: sketch.disc(40, 30, 40, RED),
    "an ellipse": lambda sketch: sketch.disc(40, 30, 60, RED, 24),
    "a polygon": lambda sketch: sketch.polygon(TRIANGLE, RED),
    "a blob": lambda sketch: sketch.blob(TRIANGLE, RED),
    "a bar": lambda sketch: sketch.bar(10.4, 9.6, 70, 50, RED),
    "a round bar": lambda sketch: sketch.bar(10, 10, 70, 50, RED, 12),
    "a bar with some round corners": lambda sketch: sketch.bar(
        10, 10, 70, 50, RED, 16, (True, False, True, False)
    ),
    "a bar that is all round": lambda sketch: sketch.bar(10, 20, 70, 40, RED, 99),
    "a line": lambda sketch: sketch.path(TRIANGLE, 7, RED),
    "digits": lambda sketch: sketch.word(40, 30, "407+1", 24, RED),
    "letters": lambda sketch: sketch.word(40, 30, "ABc", 24, RED),
    "an inlay": inlaid,
    "stamps": stamped,
    "a hole": pierced,
}


def seen(body: str, size: tuple[int, int] = SIZE) -> Image.Image:
    """Return SVG elements as pixels on the ground."""
    png = bytes(svg_to_bytes(svg_string=svg(size, body), background=coded(GROUND)))
    return Image.open(BytesIO(png)).convert("RGB")


def difference(one: Image.Image, other: Image.Image) -> float:
    """Return how much pixels differ on average, from 0 to 255."""
    return max(ImageStat.Stat(ImageChops.difference(one, other)).mean)


@pytest.mark.parametrize("name", SHAPES)
def test_shapes_look_alike(name: str) -> None:
    """Each shape is the same in pixels and in SVG."""
    sketch, bare = Sketch(SIZE, GROUND), Sketch(SIZE, GROUND)
    SHAPES[name](sketch)
    assert difference(painted(sketch), seen(markup(sketch))) < CLOSE
    assert difference(painted(bare), seen(markup(sketch))) > 2 * CLOSE


def test_nothing_is_drawn_without_extent() -> None:
    """A bar that is empty once its edges are whole isn't drawn."""
    sketch = Sketch(SIZE, GROUND)
    sketch.bar(10.2, 10, 10.4, 50, RED)
    assert markup(sketch) == ""


def test_the_background_is_transparent() -> None:
    """A sketch without shapes shows what is below it, and so does a hole."""
    sketch = Sketch(SIZE, RED)
    sketch.bar(0, 0, *SIZE, BLUE)
    sketch.bar(0, 0, *SIZE, None)
    assert seen(markup(sketch)).getcolors() == [(SIZE[0] * SIZE[1], GROUND)]


def test_what_recurs_is_written_once() -> None:
    """A stamp is defined once, and used where it recurs."""
    sketch = Sketch(SIZE, GROUND)
    stamped(sketch)
    assert markup(sketch).count("<path") == 2
    assert markup(sketch).count("<use") == 3


def test_several_drawings_share_a_page() -> None:
    """Ids are those of what they stand for: other drawings have others, and equal ones the same."""
    one, other, same = (Sketch(SIZE, GROUND) for _ in range(3))
    inlaid(one)
    pierced(other)
    inlaid(same)
    assert markup(one) == markup(same)
    assert not ids(one) & ids(other)


def ids(sketch: Sketch) -> set[str]:
    return {part.partition('"')[0] for part in markup(sketch).split(' id="')[1:]}


def test_moved_and_cropped() -> None:
    """Elements can be moved, and cut off at the edges of a box."""
    sketch = Sketch(SIZE, GROUND)
    sketch.bar(0, 0, 20, 20, RED)
    there = seen(moved(markup(sketch), 30, 20.0))
    assert [there.getpixel(at) for at in ((29, 25), (31, 25), (49, 39), (51, 39))] == [
        *(GROUND, RED, RED, GROUND)
    ]
    part = seen(cropped(markup(sketch), Box(10, 0, 15, 60)))
    assert [part.getpixel((x, 5)) for x in (5, 12, 17)] == [GROUND, RED, GROUND]


@pytest.mark.parametrize(
    ("colour", "code"),
    [((255, 255, 255), "#fff"), ((1, 2, 3), "#010203"), ((17, 34, 51), "#123")],
)
def test_colours_are_short(colour: Colour, code: str) -> None:
    """A colour is written with three digits where that is the same."""
    assert coded(colour) == code


def test_a_character_without_an_outline() -> None:
    """A drawing that writes a character without an outline says what to do."""
    sketch = Sketch(SIZE, GROUND)
    sketch.word(40, 30, "Q", 20, RED)
    with pytest.raises(KeyError, match="add it to CHARACTERS"):
        markup(sketch)


def test_outlines_are_those_of_the_font() -> None:
    """The outlines are what the script takes from the font of bold text."""
    with TTFont(Path(OUTLINES).with_name(STRONG.file)) as font:
        taken = outlines(font)
    assert {key: [*each] for key, each in taken.items()} == json.loads(OUTLINES.read_text("utf-8"))
    assert "".join(taken) == CHARACTERS
