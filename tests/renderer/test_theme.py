"""Contrasts as WCAG 2.2 counts them, and colours as colour-blind people see them."""

from itertools import combinations

import pytest

from renderer.palette import APART, SIZE, palette
from renderer.theme import CONTRAST, DARK, MAIZE, THEMES, Colour, Theme

TEXT, SHAPE, HIGH = 4.5, 3.0, 7.0
"""The least contrast of writing and of shapes, and of writing where contrast is to be high."""

CLEAR = 25.0
"""A difference of colours (CIE 1976) that nobody overlooks; 2.3 can just be noticed."""

SEEN_BY = {
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
"""What becomes of linear red, green and blue (Machado, Oliveira and Fernandes 2009)."""

every_theme = pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)


def linear(colour: Colour) -> list[float]:
    shares = [part / 255 for part in colour]
    return [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in shares]


def luminance(colour: Colour) -> float:
    red, green, blue = linear(colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: Colour, other: Colour) -> float:
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def lab(colour: Colour, eyes: str) -> tuple[float, float, float]:
    """The colour as `eyes` see it, in CIELAB (D65)."""
    seen = linear(colour)
    mixed = (sum(a * b for a, b in zip(row, seen, strict=True)) for row in SEEN_BY[eyes])
    red, green, blue = (min(1.0, max(0.0, part)) for part in mixed)
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089
    a, b, c = (t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in (x, y, z))
    return 116 * b - 16, 500 * (a - b), 200 * (b - c)


def difference(one: Colour, other: Colour, eyes: str) -> float:
    pairs = zip(lab(one, eyes), lab(other, eyes), strict=True)
    return sum((a - b) ** 2 for a, b in pairs) ** 0.5


@every_theme
def test_writing_can_be_read(theme: Theme) -> None:
    """All that is written has the contrast that normal text needs."""
    written = [(theme.ink, theme.ground), (theme.soft_ink, theme.ground)]
    written += [(theme.number, space) for space in theme.spaces]
    written += [(side.ink, theme.ground) for side in theme.sides]
    written += [(side.inlay, side.face) for side in theme.sides]
    written += [(theme.kernel_mark, theme.kernel)]
    for ink, ground in written:
        assert contrast(ink, ground) >= TEXT, (ink, ground)


@every_theme
def test_warriors_stand_out(theme: Theme) -> None:
    """Warriors and the marks of a side have the contrast that shapes need, wherever they are."""
    for side in theme.sides:
        for ground in theme.grounds:
            assert contrast(side.face, ground) >= SHAPE


def test_high_contrast_is_high() -> None:
    """In the theme of high contrast all writing has the contrast that is called enhanced."""
    grounds = CONTRAST.grounds
    assert all(contrast(CONTRAST.ink, ground) >= HIGH for ground in grounds)
    assert all(contrast(CONTRAST.number, ground) >= HIGH for ground in grounds)
    assert all(contrast(side.ink, CONTRAST.ground) >= HIGH for side in CONTRAST.sides)


@every_theme
@pytest.mark.parametrize("eyes", SEEN_BY)
def test_sides_can_be_told_by_their_colours(theme: Theme, eyes: str) -> None:
    """Also those who do not see some colours tell the two sides apart by colour alone."""
    jade, red = theme.sides
    assert difference(jade.face, red.face, eyes) >= CLEAR


@every_theme
@pytest.mark.parametrize("eyes", SEEN_BY)
def test_the_fire_is_no_warrior(theme: Theme, eyes: str) -> None:
    """The fire has another colour than the warriors, for everyone."""
    for side in theme.sides:
        assert difference(theme.flame, side.face, eyes) >= CLEAR / 2


@every_theme
def test_colours_fit_into_a_palette(theme: Theme) -> None:
    """Every colour of a theme is in its palette, and two of a palette can be told apart."""
    colours = palette(theme).colours
    assert len(colours) <= SIZE
    for colour in (*theme.grounds, *theme.paints):
        assert min(distance(colour, other) for other in colours) < APART
    for one, other in combinations(colours, 2):
        assert distance(one, other) >= APART


def distance(one: Colour, other: Colour) -> int:
    return max(abs(a - b) for a, b in zip(one, other, strict=True))


def test_themes_have_names() -> None:
    """There are three themes, each found by its name."""
    assert THEMES == {"maize": MAIZE, "dark": DARK, "contrast": CONTRAST}
