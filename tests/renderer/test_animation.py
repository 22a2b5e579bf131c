from collections.abc import Iterator, Sequence
from dataclasses import replace
from io import BytesIO
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from engine.text import Say, Text
from renderer.film import END, MOST, STEP, TURN, kept
from renderer.road.film import film, turning
from renderer.road.measures import HEAD
from renderer.road.picture import drawn
from renderer.road.plan import plan
from renderer.road.view import Banner, MatchView, RoadView, Trace
from renderer.theme import DARK
from tests.costly import COSTLY


def frames_of(gif: bytes) -> Iterator[Image.Image]:
    """Decode an animation into its frames."""
    picture = Image.open(BytesIO(gif))
    for frame in range(getattr(picture, "n_frames", 1)):
        picture.seek(frame)
        yield picture


def pixels(gif: bytes) -> list[bytes]:
    return [frame.convert("RGB").tobytes() for frame in frames_of(gif)]


def long_game(middle: RoadView, turns: Sequence[int], length: int = 3 * MOST) -> list[RoadView]:
    """Return a game of many views, with captures on the given turns."""
    return [
        replace(middle, last=(Trace(1, 11 - at % 2, 8, int(at in turns)),)) for at in range(length)
    ]


def test_frames_match_their_pictures(start: RoadView, middle: RoadView, say: Say) -> None:
    """Each frame is its position's picture at half size, without landings."""
    over = replace(middle, turn=None, winner=0, thrown=(), banner=Banner("free", 17, 1))
    frames = [start, middle, over]
    pictures = [
        Image.open(BytesIO(drawn(replace(view, landings=()), say, half=True, height=HEAD).png()))
        for view in frames
    ]
    assert pixels(film(frames, say)) == [picture.convert("RGB").tobytes() for picture in pictures]


def test_the_end_of_a_match_has_the_size_of_other_frames(middle: RoadView, say: Say) -> None:
    """The last frame of a match has the size of the others, although its picture is higher."""
    score, result = Text("as it is", words="Ana 2"), Text("as it is", words="Ana wins the match.")
    over = replace(middle, turn=None, winner=0, thrown=(), banner=Banner("free", 17, 1))
    frames = [
        replace(middle, match=MatchView(score)),
        replace(over, match=MatchView(score, result)),
    ]
    assert len({frame.size for frame in frames_of(film(frames, say))}) == 1
    assert len({drawn(view, say, height=HEAD).picture.size for view in frames}) == 2


def test_an_animation_is_half_as_large(middle: RoadView, say: Say) -> None:
    """An animation is a GIF, half as wide and half as high as a picture."""
    wide, high = plan(middle.road).size
    picture = Image.open(BytesIO(film([middle], say)))
    assert (picture.format, picture.size) == ("GIF", (wide // 2, (high + 1) // 2))


def test_captures_are_shown_longer(middle: RoadView, say: Say) -> None:
    """Frames with captures or kills are shown longer, and the last frame longest."""
    quiet = replace(middle, last=(Trace(0, 5, 3),))
    taken = replace(middle, last=(Trace(1, 11, 8, 2),))
    killed = replace(taken, killed=(1, 1))
    gif = film([quiet, taken, killed, quiet], say)
    assert [frame.info["duration"] for frame in frames_of(gif)] == [
        10 * delay for delay in (STEP, TURN, TURN, END)
    ]


def test_an_animation_goes_on_for_ever(middle: RoadView, say: Say) -> None:
    """An animation loops for ever."""
    assert Image.open(BytesIO(film([middle, middle], say))).info["loop"] == 0


def test_a_frame_without_a_change_is_a_frame(middle: RoadView, say: Say) -> None:
    """Two identical views are two frames."""
    one, other = pixels(film([middle, middle], say))
    assert one == other


def test_themes_and_sides_of_an_animation(middle: RoadView, say: Say) -> None:
    """An animation has a theme and a point of view, like a picture."""
    usual = film([middle], say)
    assert film([middle], say, DARK) != usual
    assert film([middle], say, seen_from=1) != usual


def test_a_long_game_keeps_its_captures(middle: RoadView) -> None:
    """A shortened animation of a long game keeps every capture if they fit."""
    turns = list(range(7, 3 * MOST, 9))
    shown = kept(turning(long_game(middle, turns)))
    assert len(shown) == MOST
    assert set(turns) <= set(shown)


def test_a_long_game_of_captures_is_thinned_out(middle: RoadView) -> None:
    """If there are too many captures to fit, some are dropped at even intervals."""
    shown = kept(turning(long_game(middle, range(3 * MOST))))
    assert len(shown) == MOST
    assert max(b - a for a, b in pairwise(shown)) <= 4


@given(st.integers(1, 4 * MOST), st.sets(st.integers(0, 4 * MOST)))
def test_first_and_last_are_always_shown(middle: RoadView, length: int, turns: set[int]) -> None:
    """Frames are in order and at most MOST; short games keep all, and both ends are always kept."""
    shown = kept(turning(long_game(middle, sorted(turns), length)))
    assert shown == sorted(set(shown))
    assert len(shown) == min(length, MOST)
    assert (shown[0], shown[-1]) == (0, length - 1)


@COSTLY
@given(st.data())
def test_any_game_can_be_animated(
    teams: st.SearchStrategy[RoadView], say: Say, data: st.DataObject
) -> None:
    """Any position can be a frame."""
    view = data.draw(teams)
    assert len(pixels(film([view, replace(view, stacks=())], say))) == 2


def test_no_frames_are_no_animation(say: Say) -> None:
    """An animation needs at least one frame."""
    with pytest.raises(IndexError):
        film([], say)
