"""Drawing times and file sizes of pictures of Parchís from real games."""

from collections.abc import Callable
from itertools import cycle
from statistics import median, quantiles
from time import perf_counter

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from bot.texts.catalogue import catalogue
from engine.text import Say
from renderer.parchis.describe import alt
from renderer.parchis.film import film
from renderer.parchis.picture import draw, drawn
from renderer.parchis.view import ParchisView
from renderer.theme import THEMES, Theme
from tests.renderer.parchis.played import OPTIONS, every_option, sample

EACH = 100
"""The number of positions from a game with each of the options."""


@pytest.fixture(scope="module")
def say() -> Say:
    """Translate into English."""
    return catalogue(()).voice("en")


@pytest.fixture(scope="module")
def positions() -> list[ParchisView]:
    """Return positions of games of two to four with all options."""
    return every_option(EACH)


def measured(benchmark: BenchmarkFixture, work: Callable[[], object], rounds: int) -> None:
    """Measure something after doing it once, and report the 95th percentile in milliseconds."""
    times = list[float]()

    def timed() -> None:
        began = perf_counter()
        work()
        times.append(1000 * (perf_counter() - began))

    benchmark.pedantic(timed, rounds=rounds)
    benchmark.extra_info["p95 ms"] = round(quantiles(times, n=20)[-1], 2)


@pytest.mark.parametrize("theme", THEMES.values(), ids=list(THEMES))
def test_draw(
    benchmark: BenchmarkFixture, positions: list[ParchisView], say: Say, theme: Theme
) -> None:
    """Drawing and encoding a picture with warm caches; reports file sizes in bytes, too."""
    sizes = sorted(len(draw(view, say, theme)) for view in positions)
    benchmark.extra_info["bytes"] = {"median": median(sizes), "largest": sizes[-1]}
    turn = cycle(positions)
    measured(benchmark, lambda: draw(next(turn), say, theme), len(positions))


def test_picture(benchmark: BenchmarkFixture, positions: list[ParchisView], say: Say) -> None:
    """Drawing a picture without encoding it."""
    turn = cycle(positions)
    measured(benchmark, lambda: drawn(next(turn), say), len(positions))


def test_alt(benchmark: BenchmarkFixture, positions: list[ParchisView], say: Say) -> None:
    """Describing a position in words."""
    turn = cycle(positions)
    measured(benchmark, lambda: alt(next(turn), say), len(positions))


def test_film(benchmark: BenchmarkFixture, say: Say) -> None:
    """Drawing a game of four as an animated GIF; the file size is reported with the time."""
    views = sample(OPTIONS[0], 1, 1000)
    benchmark.extra_info["bytes"] = len(film(views, say))
    benchmark.pedantic(lambda: film(views, say), rounds=5)
