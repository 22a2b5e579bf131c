"""Drawing times and file sizes of charts and bars."""

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from bot.texts.catalogue import catalogue
from engine.text import Say
from renderer.chart.bar import draw_odds
from renderer.chart.describe import alt
from renderer.chart.picture import draw
from renderer.chart.view import Chart
from tests.renderer.chart.looks import NAMES, parchis, road
from tests.renderer.chart.walks import walk

ROUNDS = 100
LOOKS = {2: road(), 3: parchis(3), 4: parchis(4)}


@pytest.fixture(scope="module")
def say() -> Say:
    """Translate into English."""
    return catalogue(()).voice("en")


def chart_of(sides: int, steps: int) -> Chart:
    """Return a chart with three moments and a marked step."""
    return Chart(NAMES[:sides], walk(sides, steps), (9, 20, 31), 40)


every_length = pytest.mark.parametrize("steps", [60, 400, 1500])


@every_length
@pytest.mark.parametrize("sides", LOOKS)
def test_draw(benchmark: BenchmarkFixture, say: Say, sides: int, steps: int) -> None:
    """Drawing and encoding a chart with warm caches; reports the file size in bytes, too."""
    chart, look = chart_of(sides, steps), LOOKS[sides]
    benchmark.extra_info["bytes"] = len(draw(chart, look, say))
    benchmark.pedantic(lambda: draw(chart, look, say), rounds=ROUNDS)


@every_length
def test_alt(benchmark: BenchmarkFixture, say: Say, steps: int) -> None:
    """Describing a chart of four sides in words."""
    chart = chart_of(4, steps)
    benchmark.pedantic(lambda: alt(chart, say), rounds=ROUNDS)


@pytest.mark.parametrize("sides", LOOKS)
def test_odds(benchmark: BenchmarkFixture, say: Say, sides: int) -> None:
    """Drawing and encoding a bar with warm caches; reports the file size in bytes, too."""
    names, (odds, *_), look = NAMES[:sides], walk(sides, 1), LOOKS[sides]
    benchmark.extra_info["bytes"] = len(draw_odds(names, odds, look, say))
    benchmark.pedantic(lambda: draw_odds(names, odds, look, say), rounds=ROUNDS)
