"""The layout of charts: steps, probabilities, and marks that make room for one another."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from renderer.chart.layout import (
    FRAME,
    HEIGHT,
    NUMBERS,
    PLOT,
    WIDTH,
    numbered,
    spread,
    x_of,
    y_of,
)


@pytest.mark.parametrize("step", [0, 1, 30, 59, 60])
def test_a_step_can_be_found_in_the_frame(step: int) -> None:
    """A step is at its share of the frame, which is in fractions of the picture."""
    x = FRAME.left + (FRAME.right - FRAME.left) * step / 60
    assert x_of(step, 60) == pytest.approx(x * WIDTH)


def test_the_frame_has_every_probability() -> None:
    """The frame reaches from 0 % at the bottom to 100 % at the top."""
    assert y_of(0) == pytest.approx(FRAME.bottom * HEIGHT)
    assert y_of(1) == pytest.approx(FRAME.top * HEIGHT)


def test_the_only_step_is_at_the_left() -> None:
    """The only step of a chart is at the left end of the frame."""
    assert x_of(0, 0) == PLOT.left


places = st.lists(st.floats(0, 100), max_size=12)


@given(places)
def test_spread_marks_stay_inside(wanted: list[float]) -> None:
    """Marks that make room for one another stay between the ends."""
    assert all(-1e-6 <= at <= 100 + 1e-6 for at in spread(wanted, 10, 0, 100))


@given(places)
def test_spread_marks_are_apart(wanted: list[float]) -> None:
    """Marks are at least as far apart as asked, or else as far as there is room."""
    apart = min(10, 100 / max(1, len(wanted) - 1))
    found = sorted(spread(wanted, 10, 0, 100))
    assert all(other - one >= apart - 1e-6 for one, other in pairwise(found))


@given(places)
def test_spread_marks_keep_their_order(wanted: list[float]) -> None:
    """A mark that belongs before another one is before it."""
    found = spread(wanted, 10, 0, 100)
    assert [found[i] for i in sorted(range(len(found)), key=wanted.__getitem__)] == sorted(found)


def test_marks_with_room_stay_where_they_are() -> None:
    """Marks that are far enough apart don't move."""
    assert spread((80, 20, 50), 10, 0, 100) == (80, 20, 50)


@pytest.mark.parametrize(
    ("last", "steps"),
    [
        (0, (0,)),
        (1, (0, 1)),
        (6, (0, 1, 2, 3, 4, 5, 6)),
        (61, (0, 10, 20, 30, 40, 50, 61)),
        (400, (0, 50, 100, 150, 200, 250, 300, 350, 400)),
        (1500, (0, 200, 400, 600, 800, 1000, 1200, 1500)),
    ],
)
def test_round_steps_are_numbered(last: int, steps: tuple[int, ...]) -> None:
    """Steps at round distances have numbers, and so has the last one."""
    assert numbered(last) == steps


@given(st.integers(0, 10_000))
def test_numbers_have_room(last: int) -> None:
    """The numbers of two steps are never closer than their minimum distance."""
    xs = [x_of(step, last) for step in numbered(last)]
    assert all(other - one >= NUMBERS - 1e-6 for one, other in pairwise(xs))
