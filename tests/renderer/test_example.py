from collections.abc import Callable
from dataclasses import replace
from io import BytesIO

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from engine.text import Say, Text
from renderer.road.example import strip
from renderer.road.plan import plan
from renderer.road.view import RoadView, StackView
from tests.costly import COSTLY


def height(png: bytes) -> int:
    return Image.open(BytesIO(png)).height


@pytest.fixture
def bare(start: RoadView) -> RoadView:
    """A road with one stack and nothing else."""
    lone = (StackView(4, 0, 1, (0, 0)),)
    return replace(start, stacks=lone, base=(0, 0), thrown=(), landings=())


def test_a_strip_is_low(middle: RoadView, say: Say) -> None:
    """An excerpt is lower than the picture of the same position."""
    assert height(strip([middle], say)) < plan(middle.road).size[1] - 60


def test_a_strip_is_as_wide_as_a_picture(middle: RoadView, say: Say) -> None:
    """A strip is a PNG in palette mode, as wide as a picture."""
    drawn = Image.open(BytesIO(strip([middle], say)))
    assert (drawn.format, drawn.mode, drawn.width) == ("PNG", "P", plan(11).size[0])


def test_excerpts_stand_one_under_another(middle: RoadView, say: Say) -> None:
    """Two excerpts together are at least twice as high as one."""
    assert height(strip([middle, middle], say)) >= 2 * height(strip([middle], say))


def test_a_strip_is_as_low_as_its_stacks_allow(bare: RoadView, say: Say) -> None:
    """Without captives the rows are lower."""
    stack = (StackView(4, 0, 1, (2, 2)),)
    assert height(strip([bare], say)) < height(strip([replace(bare, stacks=stack)], say))


def test_names_and_foot_are_left_out(
    middle: RoadView, say: Say, words: Callable[[str], Text]
) -> None:
    """Excerpts leave out names, what is played and the number of moves."""
    nameless = tuple(replace(seat, name="") for seat in middle.seats)
    other = replace(middle, seats=nameless, title=words("a"), changed=(words("b"),), moves=3)
    assert strip([middle], say) == strip([other], say)


def test_a_strip_can_be_turned_round(middle: RoadView, say: Say) -> None:
    """An excerpt can be drawn from the other side."""
    assert strip([middle], say) != strip([middle], say, seen_from=1)


@COSTLY
@given(st.data())
def test_any_positions_make_a_strip(
    two_seats: st.SearchStrategy[RoadView],
    teams: st.SearchStrategy[RoadView],
    say: Say,
    data: st.DataObject,
) -> None:
    """A strip can show any positions, with any number of seats."""
    views = [data.draw(two_seats), data.draw(teams)]
    assert height(strip(views, say)) > 0
