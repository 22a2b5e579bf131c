"""Contrast by WCAG 2.2, and colours as seen with colour blindness."""

import pytest

from renderer.colours import Colour, contrast
from renderer.palette import SIZE, palette
from renderer.road.warriors import faded
from renderer.theme import CONTRAST, DARK, MAIZE, THEMES, Theme

TEXT, SHAPE = 4.5, 3.0
"""The minimum contrast of text, and of shapes."""

CLEAR = 25.0
"""A colour difference (CIE 1976) that is obvious; 2.3 is just noticeable."""

EYES = {
    "everyone": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "protanopes": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopes": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopes": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
"""Transformations of linear red, green and blue (Machado, Oliveira and Fernandes 2009)."""

every_theme = pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)


def linear(colour: Colour) -> list[float]:
    shares = [part / 255 for part in colour]
    return [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in shares]


def lab(colour: Colour, eyes: str) -> tuple[float, float, float]:
    """Return the colour as `eyes` see it, in CIELAB (D65)."""
    seen = linear(colour)
    mixed = (sum(a * b for a, b in zip(row, seen, strict=True)) for row in EYES[eyes])
    red, green, blue = (min(1.0, max(0.0, part)) for part in mixed)
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089
    a, b, c = (t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in (x, y, z))
    return 116 * b - 16, 500 * (a - b), 200 * (b - c)


def difference(one: Colour, other: Colour, eyes: str) -> float:
    pairs = zip(lab(one, eyes), lab(other, eyes), strict=True)
    return sum((a - b) ** 2 for a, b in pairs) ** 0.5


def grounds(theme: Theme) -> tuple[Colour, ...]:
    """Return the background colours of stacks and marks."""
    return (*theme.spaces, *(tint for side in theme.sides for tint in side.tints))


def least(theme: Theme) -> float:
    """Return the minimum contrast of a mark that carries meaning."""
    return TEXT if theme is CONTRAST else SHAPE


@every_theme
def test_writing_can_be_read(theme: Theme) -> None:
    """All text has the contrast required for normal text."""
    written = [(theme.ink, theme.ground), (theme.soft_ink, theme.ground)]
    written += [(theme.on_plate, theme.plate), (theme.kernel_mark, theme.kernel)]
    written += [(theme.on_gold, theme.gold), (theme.on_gold, theme.ray)]
    written += [(theme.number, ground) for ground in grounds(theme)]
    for side in theme.sides:
        written += [(side.ink, theme.ground), (side.inlay, side.face), (side.inlay, side.pill)]
        written += [(side.on_bar, side.bar)]
    for ink, ground in written:
        assert contrast(ink, ground) >= TEXT, (ink, ground)


@every_theme
def test_marks_of_the_road_stand_out(theme: Theme) -> None:
    """Landings, hollows, steps and pills are visible on spaces of every tint."""
    for side in theme.sides:
        for ground in grounds(theme):
            assert contrast(side.mark, ground) >= least(theme), (side.mark, ground)
            assert contrast(side.pill, ground) >= least(theme), (side.pill, ground)


@every_theme
def test_warriors_stand_out(theme: Theme) -> None:
    """A warrior's face or edge is visible on every ground, including its own tint."""
    for side in theme.sides:
        for ground in (*grounds(theme), theme.yard, side.niche):
            seen = max(contrast(paint, ground) for paint in (side.face, side.edge, side.inlay))
            assert seen >= least(theme), (side, ground)


@every_theme
def test_bases_stand_out(theme: Theme) -> None:
    """Pyramids are visible in their yards, sockets in pyramids, and killed warriors in sockets."""
    floors = (theme.yard, *(side.tints[1] for side in theme.sides))
    for index, side in enumerate(theme.sides):
        assert contrast(side.wall, side.niche) >= least(theme)
        for floor in floors:
            stones = (side.wall, side.joint, side.ledge)
            assert max(contrast(stone, floor) for stone in stones) >= least(theme), floor
        fallen = faded(theme, index)
        seen = max(contrast(fallen, side.niche), contrast(fallen, theme.shade))
        assert seen >= least(theme)


@every_theme
def test_the_fire_stands_out(theme: Theme) -> None:
    """At least one colour of the flames is visible on every space."""
    for ground in theme.spaces:
        assert max(contrast(part, ground) for part in theme.flame) >= least(theme)


@every_theme
def test_a_number_to_play_stands_out(theme: Theme) -> None:
    """The plate of a number and the kernels beside it are visible on the bar."""
    for side in theme.sides:
        assert contrast(theme.plate, side.bar) >= least(theme)
        assert contrast(theme.kernel, side.bar) >= least(theme)


@every_theme
@pytest.mark.parametrize("eyes", EYES)
def test_sides_can_be_told_by_their_colours(theme: Theme, eyes: str) -> None:
    """The sides can be told apart by colour alone, even with colour blindness."""
    jade, red = theme.sides
    assert difference(jade.face, red.face, eyes) >= CLEAR


@every_theme
@pytest.mark.parametrize("eyes", EYES)
def test_the_fire_is_no_warrior(theme: Theme, eyes: str) -> None:
    """No warrior has the colour of the fire, even with colour blindness."""
    for side in theme.sides:
        assert max(difference(part, side.face, eyes) for part in theme.flame) >= CLEAR / 2


@every_theme
def test_colours_fit_into_a_palette(theme: Theme) -> None:
    """A theme's palette contains each of its colours exactly, and no duplicates."""
    colours = palette(theme).colours
    assert len(colours) <= SIZE
    assert set(theme.all) <= set(colours)
    assert len(set(colours)) == len(colours)


def test_themes_have_names() -> None:
    """There are three themes, each found by its name."""
    assert THEMES == {"maize": MAIZE, "dark": DARK, "contrast": CONTRAST}
