"""Pictures of charts.

`PULUC_GOLDEN=write pytest tests/renderer/chart` redraws the golden pictures.
"""

from dataclasses import replace
from io import BytesIO

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from engine.text import Say
from renderer.chart import curves, legend, picture
from renderer.chart.layout import HEAD, HEIGHT, PINS, PLOT, STEPS, WIDTH, x_of, y_of
from renderer.chart.look import Look, SideLook
from renderer.chart.picture import draw
from renderer.chart.view import Chart
from renderer.colours import Colour
from renderer.sketch import Sketch
from renderer.theme import CONTRAST, DARK
from tests.costly import COSTLY
from tests.renderer.chart.golden import compare
from tests.renderer.chart.looks import LOOKS, NAMES, PAIRS, pairs, parchis, road
from tests.renderer.chart.walks import walk

LIMIT = 30_000
"""The size limit of a picture, in bytes."""
READABLE = 16
"""The smallest text that can be read on a phone, where a picture is half as wide."""
LONG = ("Bartholomew of Cobán the Elder", "小林" * 20, "W" * 64, "محمد علي بن عبد الله")

DUEL = Chart(NAMES[:2], walk(2, 61, 13), (24, 22, 47), 35)
FOUR = Chart(NAMES, walk(4, 61, 4), (24, 22, 47), 35)


def opened(png: bytes) -> Image.Image:
    return Image.open(BytesIO(png)).convert("RGB")


def column(png: bytes, x: float) -> list[Colour]:
    """Return the colours of a column of the plot, from the top."""
    strip = opened(png).crop((round(x), PLOT.top, round(x) + 1, PLOT.bottom))
    return [strip.getpixel((0, y)) for y in range(strip.height)]  # type: ignore[misc] # RGB has no single number


GOLDEN = {
    "chart-road": (DUEL, road()),
    "chart-road-dark": (replace(DUEL, here=None), road(DARK)),
    "chart-road-contrast": (DUEL, road(CONTRAST)),
    "chart-parchis": (FOUR, parchis(4)),
    "chart-parchis-dark": (replace(FOUR, here=60), parchis(4, DARK)),
    "chart-parchis-contrast": (Chart(LONG[:3], walk(3, 400, 9)), parchis(3, CONTRAST)),
    "chart-pairs": (Chart(PAIRS, walk(2, 301, 6, over=False), (24, 25, 26)), pairs()),
    "chart-long": (Chart(NAMES, walk(4, 1501, 8)), parchis(4)),
}


@pytest.mark.parametrize("name", GOLDEN)
def test_a_chart_matches_its_golden_picture(name: str, say: Say) -> None:
    """A chart matches its golden picture."""
    chart, look = GOLDEN[name]
    compare(draw(chart, look, say), name)


@pytest.mark.parametrize("look", LOOKS.values(), ids=LOOKS)
@pytest.mark.parametrize("steps", [1, 2, 60, 400, 1500])
def test_pictures_are_small(look: Look, steps: int, say: Say) -> None:
    """A chart of any length is a palette PNG of the usual size in less than 30 KB."""
    sides = len(look.sides)
    marks = tuple(range(min(3, steps)))
    png = draw(Chart(LONG[:sides], walk(sides, steps, 3), marks, steps // 2), look, say)
    shown = Image.open(BytesIO(png))
    assert (shown.format, shown.mode, shown.size) == ("PNG", "P", (WIDTH, HEIGHT))
    assert len(png) < LIMIT


@COSTLY
@given(st.data())
def test_any_chart_can_be_drawn(say: Say, data: st.DataObject) -> None:
    """Any names and odds can be drawn, with any steps marked."""
    look = data.draw(st.sampled_from([*LOOKS.values()]))
    names = data.draw(st.lists(st.text(max_size=40), min_size=4, max_size=4))
    weights = st.lists(st.floats(0.0, 1.0), min_size=4, max_size=4)
    rows = [each[: len(look.sides)] for each in data.draw(st.lists(weights, min_size=1))]
    odds = tuple(
        tuple(part / sum(row) if sum(row) > 0.01 else 1 / len(row) for part in row) for row in rows
    )
    steps = st.integers(0, len(odds) - 1)
    moments, here = data.draw(st.lists(steps, max_size=12)), data.draw(st.none() | steps)
    chart = Chart(tuple(names[: len(look.sides)]), odds, tuple(moments), here)
    assert opened(draw(chart, look, say)).size == (WIDTH, HEIGHT)


def test_drawing_twice_gives_the_same_file(say: Say) -> None:
    """Drawing is deterministic to the byte."""
    assert draw(FOUR, parchis(4), say) == draw(FOUR, parchis(4), say)


@pytest.mark.parametrize("share", [0.1, 0.35, 0.8])
def test_areas_are_as_large_as_the_chances(share: float, say: Say) -> None:
    """The first side's colour fills its share of the plot from below, the other's the rest."""
    png = draw(Chart(NAMES[:2], ((share, 1 - share),) * 9), road(), say)
    colours, (below, above) = column(png, PLOT.middle), road().sides
    assert colours[0] == above.area
    assert colours[-1] == below.area
    assert abs(colours.count(below.area) / PLOT.height - share) < 0.02
    assert abs(colours.count(above.area) / PLOT.height - (1 - share)) < 0.02


def test_a_line_is_at_its_side_s_chance(say: Say) -> None:
    """With several sides, each has a line in its colour at its chance."""
    odds, look = (0.1, 0.2, 0.3, 0.4), parchis(4)
    colours = column(draw(Chart(NAMES, (odds,) * 9), look, say), PLOT.left + 100)
    for side, share in zip(look.sides, odds, strict=True):
        near = round(y_of(share)) - PLOT.top
        assert side.line in colours[near - 2 : near + 3]


def test_lines_bear_signs(say: Say) -> None:
    """With several sides, each line has its side's sign on it at least three times."""
    look, odds, drawn = parchis(4), (0.1, 0.2, 0.3, 0.4), list[tuple[int, float, float]]()

    def told(index: int, side: SideLook) -> SideLook:
        def draw_sign(_sketch: Sketch, x: float, y: float, _size: float) -> None:
            drawn.append((index, x, y))

        return replace(side, signs=(side.signs[0]._replace(draw=draw_sign),))

    sides = tuple(told(index, side) for index, side in enumerate(look.sides))
    draw(Chart(NAMES, (odds,) * 99), replace(look, sides=sides), say)
    for index, share in enumerate(odds):
        own = [(x, y) for other, x, y in drawn if other == index]
        on_line = [x for x, y in own if PLOT.left < x < PLOT.right and abs(y - y_of(share)) < 1]
        assert len(on_line) >= 3


def test_extremes_of_a_long_game_are_visible(say: Say) -> None:
    """A single step with another chance than its neighbours is visible among 1,500."""
    look = parchis(4)
    usual, peak = (0.25,) * 4, (0.91, 0.03, 0.03, 0.03)
    odds = tuple(peak if step == 700 else usual for step in range(1500))
    colours = column(draw(Chart(NAMES, odds), look, say), x_of(700, 1499))
    assert look.sides[0].edge in colours[round(y_of(0.91)) - PLOT.top - 3 :][:6]


def test_the_only_step_fills_the_plot(say: Say) -> None:
    """A chart of a single step shows its chances across the whole plot."""
    png = draw(Chart(NAMES[:2], ((0.4, 0.6),)), road(), say)
    apart = 40 * curves.DASHES
    assert column(png, PLOT.left + 42) == column(png, PLOT.left + 42 + apart)


@pytest.mark.parametrize("chart", [DUEL, FOUR], ids=["two", "four"])
def test_moments_are_numbered(chart: Chart, say: Say) -> None:
    """Each moment has a disc above the plot and a line below it."""
    look = road() if chart.duel else parchis(4)
    shown = opened(draw(replace(chart, moments=(10, 50), here=None), look, say))
    for step in (10, 50):
        x = round(x_of(step, 60))
        assert shown.getpixel((x - 11, PINS)) == look.mark
        assert look.mark in column(draw(replace(chart, moments=(step,)), look, say), x)


def test_close_moments_make_room(say: Say) -> None:
    """The discs of three moments at one step are beside one another."""
    shown = opened(draw(replace(DUEL, moments=(60, 60, 60), here=None), road(), say))
    row = [shown.getpixel((x, PINS)) == road().mark for x in range(WIDTH)]
    beside = [row[x] for x in range(PLOT.right - 2 * picture.PIN - 10, PLOT.right)]
    assert sum(beside) > picture.PIN
    assert sum(row) == sum(row[PLOT.right - 3 * picture.PIN - 10 : PLOT.right + picture.PIN])


def test_the_marked_step_has_a_line_and_a_plate(say: Say) -> None:
    """The marked step has a line through the whole plot, with its number on a plate."""
    shown, x = opened(draw(replace(DUEL, moments=()), road(), say)), round(x_of(35, 60))
    assert {shown.getpixel((x, y)) for y in range(PLOT.top, PLOT.bottom)} == {road().here}
    assert shown.getpixel((x - 16, STEPS.bottom - 6)) == road().here


def head(png: bytes) -> bytes:
    return opened(png).crop((HEAD.left, HEAD.top, HEAD.right, HEAD.bottom)).tobytes()


def test_the_head_tells_the_marked_step(say: Say) -> None:
    """The chances beside the names are those of the marked step, otherwise of the last one."""
    odds = ((0.5, 0.5), (0.7, 0.3), (0.2, 0.8))
    last, marked = Chart(NAMES[:2], odds), Chart(NAMES[:2], odds, here=1)
    assert head(draw(last, road(), say)) == head(draw(Chart(NAMES[:2], odds[2:]), road(), say))
    assert head(draw(marked, road(), say)) == head(draw(Chart(NAMES[:2], odds[1:2]), road(), say))


@pytest.mark.parametrize("look", [road(), parchis(4)], ids=["two", "four"])
def test_a_long_name_leaves_the_chance(look: Look, say: Say) -> None:
    """However long a name is, it is shortened, and the chance after it stays visible."""
    sides = len(look.sides)
    names = ("W" * 80,) * sides

    def drawn(share: float) -> bytes:
        rest = (1 - share) / (sides - 1)
        return head(draw(Chart(names, ((share, *[rest] * (sides - 1)),)), look, say))

    assert drawn(0.41) != drawn(0.44)


@pytest.mark.parametrize(
    ("look", "words"),
    [
        (road(), ("Jade", "Red")),
        (parchis(2), ("yellow triangle", "red diamond")),
        (
            pairs(),
            ("yellow triangle and red diamond", "blue square and green circle"),
        ),
    ],
    ids=["road", "parchis", "pairs"],
)
@pytest.mark.parametrize("name", ["", "ᏣᎳᎩ", "\N{HANGUL FILLER}"])
def test_no_name_vanishes(look: Look, words: tuple[str, str], name: str, say: Say) -> None:
    """A name with no drawable characters is replaced by what the side's signs are called."""
    unwritten = replace(DUEL, sides=(name, name))
    assert draw(unwritten, look, say) == draw(replace(DUEL, sides=words), look, say)


def test_text_can_be_read_on_a_phone() -> None:
    """No text becomes smaller than what can be read at half the width."""
    least = [picture.AXIS, picture.PIN_NUMBER, *(small for _, small in legend.SIZES)]
    assert min(least) >= READABLE
