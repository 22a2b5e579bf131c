"""Golden pictures of Parchís, and pictures and descriptions of any position.

`PULUC_GOLDEN=write pytest tests/renderer/parchis/test_parchis_golden.py` redraws them.
"""

import os
from dataclasses import replace
from io import BytesIO
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageChops, ImageStat

from engine.parchis.board import GOAL, HOME
from engine.text import Say, Text
from renderer.fitting import ALT_LIMIT
from renderer.parchis import foot, layout
from renderer.parchis.describe import BOARD_WIDTH, alt, board
from renderer.parchis.picture import draw
from renderer.parchis.view import Arm, MoveView, ParchisView, Pending, SeatView, ThrowView
from renderer.theme import MAIZE, THEMES, Theme
from tests.costly import COSTLY

GOLDEN = Path(__file__).parents[1] / "golden"
TOLERANCE = 0.5
"""Tolerance against the golden picture: the mean difference of a channel, from 0 to 255."""

ARMS = {2: (0, 2), 3: (0, 1, 2), 4: (0, 1, 2, 3)}
NAMES = ("Ana", "Benito", "Bartholomew Diaz", "Нико")


def words(text: str) -> Text:
    """Make a text from words."""
    return Text("parchis.picture.name", name=text)


def seats(*places: tuple[int, ...]) -> tuple[SeatView, ...]:
    """Return a seat for each group of pieces."""
    arms = ARMS[len(places)]
    return tuple(
        SeatView(NAMES[arm], Arm(arm), each) for arm, each in zip(arms, places, strict=True)
    )


START = ParchisView(
    seats=seats(*((HOME,) * 4,) * 4),
    turn=0,
    pending=Pending(5, 5),
    moves=(MoveView(0, HOME, 5, pieces=2),),
    last=(),
    title=words("Parchís"),
)
MIDDLE = replace(
    START,
    seats=(
        SeatView("Ana", Arm.YELLOW, (9, 29, 29, 71)),
        SeatView("Benito", Arm.BLUE, (5, 17, 24, 43), thrown=(ThrowView(6), ThrowView(5))),
        SeatView("Bartholomew Diaz", Arm.RED, (0, 5, 39, 72), thrown=(ThrowView(3, lost=True),)),
        SeatView("Нико", Arm.GREEN, (8, 8, 26, 60), thrown=(ThrowView(1, alone=True),)),
    ),
    pending=Pending(3, 3),
    moves=(
        MoveView(0, 9, 12, letter="A"),
        MoveView(0, 29, 32, letter="B"),
        MoveView(0, 71, 74, letter="C"),
    ),
    last=(MoveView(2, 68, 5), MoveView(3, 59, 60, captures=(2,))),
    made=84,
)
VIEWS = {
    "start": START,
    "middle": MIDDLE,
    "bonus": replace(
        START,
        seats=seats((8, 8, 29, 70), (0, 22, 36, 43), (0, 5, 65, 65), (12, 63, 74, GOAL)),
        turn=3,
        pending=Pending(20, None),
        moves=(
            MoveView(3, 12, 32, letter="A"),
            MoveView(3, 63, 15, captures=(1,), letter="B"),
        ),
        last=(MoveView(3, 60, 63, captures=(2,)),),
        made=91,
    ),
    "twelve": replace(
        START,
        seats=seats((5, 26, 68, 70), (5, 22, 29, 76), (10, 19, 28, 28)),
        pending=Pending(12, 6),
        moves=(MoveView(0, 5, 17, letter="A"), MoveView(0, 26, 38, letter="B")),
        made=66,
    ),
    "third": replace(
        START,
        seats=(
            *seats((0, 5, 20, 55), (0, 29, 0, 0))[:1],
            SeatView("Computer for Ben", Arm.RED, (0, 72, 76, 76), "hard", "Ben"),
        ),
        last=(MoveView(1, 48, 54), MoveView(1, 54, HOME)),
        moves=(MoveView(0, HOME, 5),),
        made=44,
    ),
    "lost": replace(
        START,
        seats=seats((72, 73, 74, 75), (0, 0, 1, 12)),
        pending=Pending(20, None, lost=True),
        moves=(),
        made=180,
    ),
    "full": replace(
        START,
        seats=seats((0, 0, 20, 55), (5, 29, 0, 0), (5, 7, 7, 76), (0, 0, 0, 0)),
        moves=(MoveView(0, HOME, 5, captures=(2,)),),
        last=(MoveView(2, 1, 5),),
        made=40,
    ),
    "lesson": replace(
        START,
        seats=tuple(
            replace(seat, learner=seat.places[1])
            for seat in seats((0, 2, 0, 76), (0, 19, 0, 76), (0, 36, 39, 76), (0, 53, 0, 0))
        ),
        pending=Pending(1, 3),
        moves=(MoveView(0, 2, 3),),
        last=(MoveView(3, 52, 53),),
        made=22,
    ),
    "pairs": replace(
        MIDDLE,
        pairs=True,
        score=words("Game 2 of 3 · Ana and Bartholomew Diaz 1, Benito and Нико 0"),
        changed=(words("a 6 counts 7"), words("pieces turn back at the goal")),
    ),
    "opening": replace(
        START,
        seats=(replace(START.seats[0], thrown=(ThrowView(4),)), *START.seats[1:]),
        turn=1,
        pending=None,
        moves=(),
        opening=True,
    ),
    "over": replace(
        START,
        seats=tuple(
            replace(seat, rank=rank)
            for seat, rank in zip(seats((GOAL,) * 4, (0, 12, 75, GOAL)), (1, 2), strict=True)
        ),
        turn=None,
        pending=None,
        moves=(),
        last=(MoveView(0, 74, GOAL),),
        ended=words("Ana wins."),
        score=words("Game 3 of 3 · Ana 2, Bartholomew Diaz 1"),
        result=words("Ana wins the match."),
        made=218,
    ),
}


@pytest.mark.parametrize("name", VIEWS)
def test_a_picture_matches_its_golden_picture(name: str, say: Say) -> None:
    """A picture matches its golden picture."""
    compare(draw(VIEWS[name], say), f"parchis-{name}")


@pytest.mark.parametrize("theme", [each for each in THEMES.values() if each is not MAIZE])
def test_a_theme_matches_its_golden_picture(theme: Theme, say: Say) -> None:
    """A picture in another theme matches its golden picture."""
    compare(draw(MIDDLE, say, theme), f"parchis-middle-{theme.name}")


def compare(drawn: bytes, name: str) -> None:
    """Compare a picture with its golden picture, or write that."""
    path = GOLDEN / f"{name}.png"
    if os.environ.get("PULUC_GOLDEN") == "write":
        path.write_bytes(drawn)
    one, other = Image.open(BytesIO(drawn)).convert("RGB"), Image.open(path).convert("RGB")
    assert one.size == other.size
    assert max(ImageStat.Stat(ImageChops.difference(one, other)).mean) < TOLERANCE


@st.composite
def parchis_views(draw: st.DrawFn) -> ParchisView:
    """Generate views of two to four seats, whether or not a game could get there."""
    arms, names = ARMS[draw(st.integers(2, 4))], st.text(max_size=40)
    throws = st.builds(ThrowView, st.integers(1, 6), st.booleans(), st.booleans())
    places, seat = st.integers(HOME, GOAL), st.integers(0, len(arms) - 1)
    moves = st.builds(
        MoveView,
        seat,
        places,
        places,
        pieces=st.integers(1, 2),
        captures=st.lists(seat, max_size=2).map(tuple),
        back=st.booleans(),
    )
    shown = draw(st.lists(moves, max_size=4))
    texts = st.none() | names.map(words)
    pieces = [draw(st.lists(places, min_size=4, max_size=4)) for _ in arms]
    return ParchisView(
        seats=tuple(
            SeatView(
                draw(names),
                Arm(arm),
                tuple(sorted(own)),
                level=draw(st.sampled_from(("", "", "hard"))),
                stands_in=draw(st.sampled_from(("", "Eva"))),
                rank=draw(st.none() | st.integers(1, 4)),
                learner=next((at for at in own if at in layout.lesson(Arm(arm))), None),
                thrown=tuple(draw(st.lists(throws, max_size=6))),
            )
            for arm, own in zip(arms, pieces, strict=True)
        ),
        turn=draw(st.none() | seat),
        pending=draw(
            st.none()
            | st.builds(
                Pending,
                st.sampled_from((1, 3, 7, 10, 12, 20)),
                st.none() | st.integers(1, 6),
                st.booleans(),
                st.booleans(),
            )
        ),
        moves=tuple(
            replace(move, letter=letter) for move, letter in zip(shown, "ABCD", strict=False)
        ),
        last=tuple(draw(st.lists(moves, max_size=12))),
        title=words(draw(names)),
        made=draw(st.integers(0, 999)),
        changed=tuple(map(words, draw(st.lists(names, max_size=6)))),
        ended=draw(texts),
        pairs=len(arms) == 4 and draw(st.booleans()),
        score=draw(texts),
        result=draw(texts),
        opening=draw(st.booleans()),
    )


@COSTLY
@given(view=parchis_views())
def test_any_position_can_be_shown(view: ParchisView, say: Say) -> None:
    """Any position has a palette PNG of the planned size, a description and a board of letters."""
    picture = Image.open(BytesIO(draw(view, say)))
    assert (picture.format, picture.mode) == ("PNG", "P")
    assert picture.size == layout.size(len(foot.lines(view, say)))
    assert len(alt(view, say)) <= ALT_LIMIT
    assert max(map(len, board(view, say).splitlines())) <= BOARD_WIDTH
