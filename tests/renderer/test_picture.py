"""Pictures.

`PULUC_GOLDEN=write pytest tests/renderer/test_picture.py` redraws the golden pictures.
"""

import os
from collections.abc import Callable
from dataclasses import replace
from io import BytesIO
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageChops, ImageStat

from engine.text import Say, Text
from renderer import lettering
from renderer.casts import Thrown
from renderer.cutout import CutOut
from renderer.palette import palette
from renderer.road import foot, sprites
from renderer.road.example import strip
from renderer.road.ground import bare
from renderer.road.people import fit_sentence
from renderer.road.picture import draw, plan_of, road_of
from renderer.road.pyramids import Yard, yard
from renderer.road.view import (
    DRAW,
    Banner,
    Landing,
    MatchView,
    RoadView,
    SeatView,
    StackView,
    Trace,
)
from renderer.theme import CONTRAST, DARK, MAIZE, Theme
from tests.costly import COSTLY

GOLDEN = Path(__file__).parent / "golden"
TOLERANCE = 0.5
"""Tolerance against the golden picture: the mean difference of a channel, from 0 to 255."""


def opened(png: bytes) -> Image.Image:
    return Image.open(BytesIO(png))


@pytest.fixture
def views(start: RoadView, middle: RoadView) -> dict[str, RoadView]:
    """Return the positions of the golden pictures."""
    tall = replace(
        middle,
        turn=1,
        base=(0, 0),
        stacks=(
            StackView(2, 0, 1, (0, 9)),
            StackView(4, 1, -1, (8, 3)),
            StackView(7, 1, 0, (1, 2)),
        ),
        landings=lands(2, 9),
        last=(Trace(0, 0, 4, 1),),
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
        landings=lands(5, 12),
        last=(Trace(1, 15, 6, 2),),
    )
    over = replace(middle, turn=None, winner=0, thrown=(), landings=(), banner=WON)
    drawn = replace(over, winner=DRAW, banner=Banner("kills", 40, None, (3, 3)))
    nobody = replace(over, winner=None, banner=Banner("abandoned", 40))
    named = {"start": start, "middle": middle, "tall": tall, "long": long, "over": over}
    bounce = replace(middle, turn=0, last=(Trace(0, 10, 8, 1, turned=11),))
    around = replace(middle, road=19, turn=0, last=(Trace(0, 9, 10, 2, turned=19),))
    again = replace(middle, turn=0, last=(Trace(0, 10, 3, rounds=1),))
    changed = replace(middle, changed=tuple(map(as_it_is, CHANGED)))
    named |= {"bounce": bounce, "bounce-long": around, "round": again, "changed": changed}
    named |= {"drawn": drawn, "nobody": nobody}
    named |= {"sixteen": sixteen(middle), "match": match(over)}
    return named | {"fire": fire(middle), "teams": teams(middle)}


WON = Banner("free", 40, 1)
CHANGED = ("9 spaces instead of 11", "3 warriors each instead of 5", "two numbers a turn")


def lands(*places: int) -> tuple[Landing, ...]:
    """Landings with the number 2."""
    return tuple(Landing(at, (2,)) for at in places)


def as_it_is(words: str) -> Text:
    return Text("as it is", words=words)


def fire(middle: RoadView) -> RoadView:
    """A fire, a played number, a walker in the base, and a move across two rows."""
    (lying,) = middle.thrown
    return replace(
        middle,
        road=19,
        stacks=(
            StackView(0, 1, 1, (0, 0)),
            StackView(7, 0, 1, (0, 0)),
            StackView(13, 0, -1, (1, 2)),
        ),
        fire=(10,),
        landings=lands(0, 10, 15),
        thrown=(Thrown(lying.table, (0, 0, 0, 0), played=True), lying),
        last=(Trace(1, 18, 14), Trace(1, 14, 0)),
    )


def teams(middle: RoadView) -> RoadView:
    """Eight seats on three rows, partners sharing spaces, and casts that are added up."""
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
        landings=lands(23, 27),
        last=(Trace(2, 9, 12),),
    )


def sixteen(middle: RoadView) -> RoadView:
    """Sixteen seats, one with a computer that stands in for a player, in the second of five games.

    A player has just helped a partner.
    """
    nobody = (0,) * 16
    substitute = SeatView("Computer for Chac Mool", 0, "medium", "Chac Mool")
    people = [SeatView(name, index // 8) for index, name in enumerate(SIXTEEN)]
    return replace(
        middle,
        road=19,
        seats=(*people[:4], substitute, *people[5:]),
        stacks=(
            *(StackView(2, seat, 1, nobody) for seat in (1, 2, 6)),
            StackView(4, 3, -1, (*nobody[:9], 2, 0, 1, *nobody[12:])),
            StackView(13, 8, 1, (0, 0, 3, *nobody[3:])),
            StackView(17, 14, -1, nobody),
        ),
        base=(4, 2, 1, 4, 2, 3, 3, 1, 0, 2, 2, 2, 1, 2, 0, 1),
        killed=(1, 0, 0, 1, 2, 1, 0, 0, 0, 0, 1, 0, 0, 2, 1, 0),
        away=nobody,
        turn=9,
        landings=lands(18),
        last=(Trace(6, 0, 2, helper=7),),
        match=MatchView(as_it_is("Game 2 of 5 · Red ½, Jade ½")),
    )


SIXTEEN = (
    *("Ana", "Bartolomé", "Kukulkan92", "María José", "", "Itzel P.", "Ixchel", "Tomás"),
    *("Ben", "Alejandra", "Big Jaguar", "Nicté-Ha", "Wilhelmina", "Quetzal", "Zoë", "Hunahpú"),
)


def match(over: RoadView) -> RoadView:
    """The end of a match."""
    score = as_it_is("Game 5, first to 3 · Ana 3, Ben 1½")
    return replace(over, match=MatchView(score, as_it_is("Ana wins the match.")))


@pytest.mark.parametrize(
    "name",
    [
        *("start", "middle", "tall", "long", "over", "drawn", "nobody"),
        *("bounce", "bounce-long", "round", "changed", "fire", "teams", "sixteen", "match"),
    ],
)
def test_a_picture_matches_its_golden_picture(
    name: str, views: dict[str, RoadView], say: Say
) -> None:
    """A picture matches its golden picture."""
    compare(draw(views[name], say), name)


@pytest.mark.parametrize("theme", [DARK, CONTRAST], ids=lambda theme: theme.name)
def test_a_theme_matches_its_golden_picture(
    theme: Theme, views: dict[str, RoadView], say: Say
) -> None:
    """A picture in another theme matches its golden picture."""
    compare(draw(views["fire"], say, theme), f"fire-{theme.name}")


def test_the_other_side_matches_its_golden_picture(views: dict[str, RoadView], say: Say) -> None:
    """A picture drawn from the other side matches its golden picture."""
    compare(draw(views["fire"], say, seen_from=1), "fire-turned")


def test_an_example_matches_its_golden_picture(views: dict[str, RoadView], say: Say) -> None:
    """Two excerpts match their golden picture."""
    before = replace(views["middle"], last=())
    after = replace(views["middle"], landings=(), last=(Trace(0, 5, 3),))
    compare(strip([before, after], say), "strip")


def compare(drawn: bytes, name: str) -> None:
    """Compare a picture with its golden picture, or write that."""
    path = GOLDEN / f"{name}.png"
    if os.environ.get("PULUC_GOLDEN") == "write":
        path.write_bytes(drawn)
    one, other = opened(drawn).convert("RGB"), Image.open(path).convert("RGB")
    assert one.size == other.size
    assert max(ImageStat.Stat(ImageChops.difference(one, other)).mean) < TOLERANCE


@COSTLY
@given(st.data())
def test_any_position_can_be_drawn(
    two_seats: st.SearchStrategy[RoadView], say: Say, data: st.DataObject
) -> None:
    """A picture of any position is a palette PNG of the planned size."""
    view = data.draw(two_seats)
    picture = opened(draw(view, say))
    assert (picture.format, picture.mode) == ("PNG", "P")
    assert picture.size == plan_of(view, say).size


@COSTLY
@given(st.data())
def test_a_team_game_can_be_drawn(
    teams: st.SearchStrategy[RoadView], say: Say, data: st.DataObject
) -> None:
    """A game of up to sixteen seats can be drawn."""
    view = data.draw(teams)
    assert opened(draw(view, say)).size == plan_of(view, say).size


def test_drawing_twice_gives_the_same_file(middle: RoadView, say: Say) -> None:
    """Drawing is deterministic to the byte."""
    assert draw(middle, say) == draw(middle, say)


def test_drawing_leaves_the_empty_road_empty(middle: RoadView, say: Say) -> None:
    """Drawing a position doesn't alter the cached empty road."""
    road, lies = road_of(middle, 0), plan_of(middle, say)
    before = bare(MAIZE, road, lies).tobytes()
    draw(middle, say)
    assert bare(MAIZE, road, lies).tobytes() == before


def test_sides_differ_in_shape() -> None:
    """Warriors and pyramids of the two sides differ in shape, not only in colour."""

    def outline(drawn: CutOut) -> bytes:
        assert drawn.mask
        return drawn.mask.tobytes()

    def empty(side: int) -> bytes:
        niche = palette(MAIZE).index(MAIZE.sides[side].niche)
        drawn = yard(MAIZE, side, (146, 164), 5, Yard.USUAL).drawn
        return drawn.point([int(index == niche) for index in range(256)]).tobytes()

    jade, red = (sprites.sign(MAIZE, side, 48, 0, MAIZE.ground) for side in (0, 1))
    assert outline(jade) != outline(red)
    assert empty(0) != empty(1)


@pytest.mark.parametrize("name", ["", "ᏣᎳᎩ", "\N{HANGUL FILLER}"])
def test_no_name_vanishes(middle: RoadView, say: Say, name: str) -> None:
    """A name with no drawable characters is replaced by the name of its side."""
    unwritten = replace(middle, seats=(SeatView(name, 0), middle.seats[1]))
    called = replace(middle, seats=(SeatView("Jade", 0), middle.seats[1]))
    assert draw(unwritten, say) == draw(called, say)


def test_a_computer_whose_name_is_too_long(middle: RoadView, say: Say) -> None:
    """A computer goes by that word where its name with its level would be cut off."""
    ana, _ = middle.seats
    levelled = replace(middle, turn=0, seats=(ana, SeatView("Computer (hard)", 1, level="hard")))
    plain = replace(middle, turn=0, seats=(ana, SeatView("Computer", 1)))
    assert draw(levelled, say) == draw(plain, say)


@pytest.mark.parametrize("key", ["status.turn", "status.pass", "picture.won"])
@pytest.mark.parametrize("name", ["Bartholomew of Cobán the Elder" * 3, "W" * 64, "小" * 64])
def test_a_long_name_leaves_the_rest(say: Say, key: str, name: str) -> None:
    """After a long name, everything else about its player still fits beside it."""
    text, size = fit_sentence(say, key, name, 400, 45, 28)
    assert text.endswith(say(Text(key, name="…")))
    assert size == 28
    assert lettering.width(text, size, bold=True) <= 400


def test_words_reach_the_picture(middle: RoadView, say: Say, words: Callable[[str], Text]) -> None:
    """The picture has the ruleset's name, the changed options and the last move in words."""
    bare_ = draw(middle, say)
    assert draw(replace(middle, title=words("Other words")), say) != bare_
    assert draw(replace(middle, changed=(words("Other words"),)), say) != bare_
    assert draw(replace(middle, moves=18), say) != bare_


def test_every_change_is_named(middle: RoadView, say: Say) -> None:
    """However many options were changed, the foot has room for all of them."""
    changed = tuple(map(as_it_is, CHANGED * 4))
    foot_text = " ".join(foot.lines(replace(middle, changed=changed), say))
    assert all(foot_text.count(each) == 4 for each in CHANGED)


@pytest.mark.parametrize(
    "banner",
    [
        *(WON, Banner("kills", 40, None, (4, 2))),
        *(Banner(how, 40, 1) for how in ("resigned", "timeout", "left", "agreed")),
    ],
    ids=lambda banner: banner.how,
)
def test_a_banner_shows_why(middle: RoadView, say: Say, banner: Banner) -> None:
    """The banner shows why the game ended and after how many moves."""
    over = replace(middle, turn=None, winner=0, thrown=(), landings=(), banner=banner)
    other = replace(over, banner=Banner("aborted", 40, 0))
    longer = replace(over, banner=replace(banner, moves=41))
    assert len({draw(view, say) for view in (over, other, longer)}) == 3
