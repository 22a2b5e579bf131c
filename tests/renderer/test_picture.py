"""Pictures.

`PULUC_GOLDEN=write pytest tests/renderer/test_picture.py` draws the golden ones anew.
"""

import os
from collections.abc import Callable
from dataclasses import replace
from io import BytesIO
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageChops, ImageStat

from engine.text import Say, Text
from renderer import lettering
from renderer.casts import Thrown
from renderer.palette import palette
from renderer.road import sprites
from renderer.road.example import strip
from renderer.road.ground import Road, empty_road
from renderer.road.layout import layout
from renderer.road.picture import draw
from renderer.road.view import RoadView, SeatView, StackView, Trace
from renderer.theme import CONTRAST, DARK, MAIZE, Theme

GOLDEN = Path(__file__).parent / "golden"
TOLERANCE = 0.5
"""How far a picture may be from its golden one: the mean difference of a channel, 0 to 255."""


def opened(png: bytes) -> Image.Image:
    return Image.open(BytesIO(png))


@pytest.fixture
def views(start: RoadView, middle: RoadView) -> dict[str, RoadView]:
    """The positions of the golden pictures."""
    tall = replace(
        middle,
        turn=1,
        base=(0, 0),
        stacks=(
            StackView(2, 0, 1, (0, 9)),
            StackView(4, 1, -1, (8, 3)),
            StackView(7, 1, 0, (1, 2)),
        ),
        landings=(2, 9),
        last=Trace(0, 0, 4, 1),
    )
    long = replace(
        middle,
        road=19,
        base=(9, 2),
        killed=(1, 2),
        away=(1, 0),
        stacks=(
            StackView(1, 0, 1, (0, 0)),
            StackView(1, 0, -1, (0, 1)),
            StackView(12, 1, -1, (0, 0)),
            StackView(16, 1, -1, (0, 0)),
            StackView(16, 1, -1, (0, 0)),
            StackView(20, 0, -1, (0, 0)),
        ),
        landings=(5, 12),
        last=Trace(1, 15, 6, 2),
    )
    over = replace(middle, turn=None, winner=0, thrown=(), landings=())
    named = {"start": start, "middle": middle, "tall": tall, "long": long, "over": over}
    bounce = replace(middle, turn=0, last=Trace(0, 10, 8, 1, turned=11))
    around = replace(middle, road=19, turn=0, last=Trace(0, 9, 10, 2, turned=19))
    named |= {"bounce": bounce, "bounce-long": around}
    return named | {"fire": fire(middle), "teams": teams(middle)}


def fire(middle: RoadView) -> RoadView:
    """The fire, a number that has been played, a walker in the base, a move across two rows."""
    (lying,) = middle.thrown
    return replace(
        middle,
        road=19,
        stacks=(
            StackView(0, 1, 1, (0, 0)),
            StackView(7, 0, 1, (0, 0)),
            StackView(13, 0, -1, (1, 2)),
        ),
        fire=10,
        landings=(0, 10, 15),
        thrown=(Thrown(lying.table, (0, 0, 0, 0), played=True), lying),
        last=Trace(1, 14, 0),
    )


def teams(middle: RoadView) -> RoadView:
    """Eight seats on three rows, partners side by side, casts that count together."""
    (lying,) = middle.thrown
    names = ("Ana", "Zoë", "Νίκος", "山田", "Ben", "Иван", "Bartholomew of Cobán", "Mo")
    nobody = (0,) * 8
    stacks = ((0, 1, nobody), (1, 1, nobody), (2, -1, (0, 0, 1, 0, 0, 1, 2, 1)))
    return replace(
        middle,
        road=31,
        seats=tuple(SeatView(name, index // 4) for index, name in enumerate(names)),
        stacks=(
            *(StackView(12, *stack) for stack in stacks),
            StackView(20, 5, 0, (1, 0, 0, 0, 0, 0, 0, 0)),
            StackView(27, 7, -1, nobody),
        ),
        base=(4, 9, 0, 1, 3, 2, 0, 5),
        killed=(1, 0, 0, 2, 0, 0, 0, 1),
        away=nobody,
        turn=6,
        thrown=(lying, lying),
        summed=True,
        landings=(23, 27),
        last=Trace(2, 9, 12),
    )


@pytest.mark.parametrize(
    "name",
    ["start", "middle", "tall", "long", "over", "bounce", "bounce-long", "fire", "teams"],
)
def test_a_picture_is_as_it_was(name: str, views: dict[str, RoadView], say: Say) -> None:
    """A picture looks like its golden one."""
    compare(draw(views[name], say), name)


@pytest.mark.parametrize("theme", [DARK, CONTRAST], ids=lambda theme: theme.name)
def test_a_theme_looks_as_it_did(theme: Theme, views: dict[str, RoadView], say: Say) -> None:
    """A picture in another theme looks like its golden one."""
    compare(draw(views["fire"], say, theme), f"fire-{theme.name}")


def test_the_other_side_looks_as_it_did(views: dict[str, RoadView], say: Say) -> None:
    """A picture that is seen from the other side looks like its golden one."""
    compare(draw(views["fire"], say, seen_from=1), "fire-turned")


def test_an_example_looks_as_it_did(views: dict[str, RoadView], say: Say) -> None:
    """Two excerpts with their captions look like their golden picture."""
    before = replace(views["middle"], last=None)
    after = replace(views["middle"], landings=(), last=Trace(0, 5, 3))
    compare(strip([before, after], say, [before.title, after.note]), "strip")


def compare(drawn: bytes, name: str) -> None:
    """Compare with a golden picture, or write it."""
    path = GOLDEN / f"{name}.png"
    if os.environ.get("PULUC_GOLDEN") == "write":
        path.write_bytes(drawn)
    one, other = opened(drawn).convert("RGB"), Image.open(path).convert("RGB")
    assert one.size == other.size
    assert max(ImageStat.Stat(ImageChops.difference(one, other)).mean) < TOLERANCE


@settings(max_examples=25, deadline=None)
@given(st.data())
def test_any_position_can_be_drawn(
    two_seats: st.SearchStrategy[RoadView], say: Say, data: st.DataObject
) -> None:
    """A picture is a PNG file in palette mode, of the size that its road asks for."""
    view = data.draw(two_seats)
    picture = opened(draw(view, say))
    assert (picture.format, picture.mode) == ("PNG", "P")
    assert picture.size == layout(view.road, len(view.seats)).size


@settings(max_examples=10, deadline=None)
@given(st.data())
def test_a_team_game_can_be_drawn(
    teams: st.SearchStrategy[RoadView], say: Say, data: st.DataObject
) -> None:
    """A game of up to sixteen seats is a picture too."""
    view = data.draw(teams)
    assert opened(draw(view, say)).size == layout(view.road, len(view.seats)).size


def test_drawing_twice_gives_the_same_file(middle: RoadView, say: Say) -> None:
    """Two pictures of one position are the same bytes."""
    assert draw(middle, say) == draw(middle, say)


def test_drawing_leaves_the_empty_road_empty(middle: RoadView, say: Say) -> None:
    """The empty road that is kept is not drawn on."""
    before = empty_road(MAIZE, Road(middle.road)).copy().tobytes()
    draw(middle, say)
    assert empty_road(MAIZE, Road(middle.road)).copy().tobytes() == before


def test_sides_differ_in_shape() -> None:
    """Warriors of the two sides cover different pixels, whatever their colours."""
    ground = palette(MAIZE).index(MAIZE.ground)

    def outline(side: int) -> bytes:
        warrior = sprites.free_warrior(MAIZE, side, 48).drawn
        return warrior.point([int(index != ground) for index in range(256)]).tobytes()

    assert outline(0) != outline(1)


def test_a_name_without_glyphs_is_left_out(middle: RoadView, say: Say) -> None:
    """A name that the fonts lack shows its shape only, like no name at all."""
    unwritten = replace(middle, seats=(SeatView("山田太郎", 0), middle.seats[1]))
    nameless = replace(middle, seats=(SeatView("", 0), middle.seats[1]))
    assert draw(unwritten, say) == draw(nameless, say)


def test_a_long_text_is_written_smaller() -> None:
    """A text that has no room at its size is written smaller before it is shortened."""
    room = lettering.width("Bartholomew", 30) - 4
    shown, size = lettering.fit("Bartholomew", room, 30)
    assert shown == "Bartholomew"
    assert size < 30
    assert lettering.width(shown, size) <= room


def test_a_text_that_is_far_too_long_is_shortened() -> None:
    """A text that would not fit at four fifths of its size is shortened at its size."""
    shown, size = lettering.fit("Bartholomew", 90, 30)
    assert shown.endswith("…")
    assert size == 30


def test_a_long_text_is_broken_between_words() -> None:
    """Lines hold all words of a text in order, and each fits as far as its words allow."""
    text = "The stack goes on to the enemy base, with all that it has captured"
    lines = lettering.lines(text, 250, 29)
    assert " ".join(lines) == text
    assert len(lines) > 2
    assert all(lettering.width(line, 29) <= 250 for line in lines)


def test_a_long_name_is_shortened() -> None:
    """A text that has no room ends in an ellipsis and fits."""
    short = lettering.shorten("Bartholomew of Cobán", 150, 27)
    assert short.startswith("Bart")
    assert short.endswith("…")
    assert lettering.width(short, 27) <= 150


@pytest.mark.parametrize("name", ["Ana", "Zoë", "Νίκος", "Иван", "Bo'oq' 3"])
def test_names_that_can_be_written(name: str) -> None:
    """Latin, Greek and Cyrillic names can be written."""
    assert lettering.covers(name)


@pytest.mark.parametrize(
    "name", ["", " ", "山田", "한국", "علي", "דוד", "देव", "🦊", "\u202ename", "a\u0301\u0316"]
)
def test_names_that_cannot_be_written(name: str) -> None:
    """Other scripts, emoji, empty names and marks that only a text engine places cannot."""
    assert not lettering.covers(name)


def test_no_empty_boxes_are_drawn() -> None:
    """Characters that the fonts lack become one ellipsis."""
    assert lettering.drawable("山田 (jade) to move") == "… (jade) to move"


def test_a_line_break_does_not_break_the_line() -> None:
    """White space of any kind is one space in a picture."""
    assert lettering.drawable("Ana\n\tto  move") == "Ana to move"


def test_words_reach_the_picture(middle: RoadView, say: Say, words: Callable[[str], Text]) -> None:
    """Title, status and note are written."""
    bare = draw(middle, say)
    for part in ("title", "status", "note"):
        assert draw(replace(middle, **{part: words("Other words")}), say) != bare


def test_an_empty_name_is_left_out(middle: RoadView, say: Say) -> None:
    """Where somebody has no name the sign of their side stands for it."""
    nobody, other = middle.seats
    assert draw(replace(middle, seats=(replace(nobody, name=""), other)), say)
