"""Pictures of odds: one bar for a position."""

from io import BytesIO

import pytest
from PIL import Image

from engine.text import Say
from renderer.chart.bar import BAR, HEIGHT, draw_odds
from renderer.chart.layout import WIDTH
from renderer.chart.look import Look
from renderer.theme import CONTRAST, DARK
from tests.renderer.chart.golden import compare
from tests.renderer.chart.looks import LOOKS, NAMES, PAIRS, pairs, parchis, road

LIMIT = 10_000
"""The size limit of a picture, in bytes."""

GOLDEN = {
    "odds-road": (NAMES[:2], (0.62, 0.38), road()),
    "odds-parchis": (NAMES, (0.42, 0.38, 0.18, 0.02), parchis(4)),
    "odds-pairs": (PAIRS, (0.4, 0.6), pairs(DARK)),
    "odds-won": (("W" * 64, "Ben"), (1.0, 0.0), road(CONTRAST)),
}

ODDS = {2: (0.3, 0.7), 3: (0.25, 0.65, 0.1), 4: (0.42, 0.33, 0.2, 0.05)}


@pytest.mark.parametrize("name", GOLDEN)
def test_a_bar_matches_its_golden_picture(name: str, say: Say) -> None:
    """A bar matches its golden picture."""
    sides, odds, look = GOLDEN[name]
    compare(draw_odds(sides, odds, look, say), name)


def row(png: bytes) -> list[object]:
    """Return the colours of the row of pixels at the top of the bar, where no sign is."""
    shown = Image.open(BytesIO(png)).convert("RGB")
    return [shown.getpixel((x, BAR.top + 1)) for x in range(BAR.left, BAR.right)]


@pytest.mark.parametrize("look", LOOKS.values(), ids=LOOKS)
def test_parts_are_as_wide_as_the_chances(look: Look, say: Say) -> None:
    """Each side's part of the bar is as wide as its chance, in the order of the sides."""
    sides = len(look.sides)
    colours = row(draw_odds(NAMES[:sides], ODDS[sides], look, say))
    for side, share in zip(look.sides, ODDS[sides], strict=True):
        assert abs(colours.count(side.area) / BAR.width - share) < 0.01
    order = [colour for colour in dict.fromkeys(colours) if colour != look.curve]
    assert [each for each in order if each in {side.area for side in look.sides}] == [
        side.area for side in look.sides
    ]


@pytest.mark.parametrize("winner", range(4))
def test_a_certain_winner_has_the_whole_bar(winner: int, say: Say) -> None:
    """If the winner is certain, the bar has one colour and no lines."""
    look = parchis(4)
    odds = tuple(float(side == winner) for side in range(4))
    assert set(row(draw_odds(NAMES, odds, look, say))) == {look.sides[winner].area}


@pytest.mark.parametrize("look", LOOKS.values(), ids=LOOKS)
def test_bars_are_small(look: Look, say: Say) -> None:
    """A bar is a low palette PNG of a few kilobytes."""
    sides = len(look.sides)
    png = draw_odds(NAMES[:sides], ODDS[sides], look, say)
    shown = Image.open(BytesIO(png))
    assert (shown.format, shown.mode, shown.size) == ("PNG", "P", (WIDTH, HEIGHT))
    assert len(png) < LIMIT


def test_a_narrow_part_has_no_sign(say: Say) -> None:
    """A part of the bar that is narrower than its sign is only coloured."""
    look = parchis(2)
    shown = Image.open(BytesIO(draw_odds(NAMES[:2], (0.03, 0.97), look, say))).convert("RGB")
    part = shown.crop((BAR.left + 2, BAR.top + 2, BAR.left + 20, BAR.bottom - 2))
    assert part.getcolors() == [(part.width * part.height, look.sides[0].area)]
