"""Pictures of team games and matches, as they look on a phone."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from random import Random

import pytest

from engine.road.game import RoadGame
from engine.road.header import ruleset_with
from engine.text import Say, Text
from renderer import lettering
from renderer.box import Box
from renderer.canvas import Canvas
from renderer.colours import Colour
from renderer.road.foot import PARTNER, PARTNER_LEAST, SCORE_LEAST
from renderer.road.people import BRIEF, BRIEF_SIZE, brief
from renderer.road.picture import draw, drawn, plan_of
from renderer.road.view import MatchView, RoadView, SeatView
from renderer.sketch import Sketch
from renderer.theme import MAIZE, Theme
from tests.benchmarks.test_renderer import played

PHONE = 400
"""The width of a picture on a phone, in pixels."""
LEGIBLE = 8
"""The smallest text that can be read there, in pixels of the text size."""
NAMES = (
    *("Ana", "Bartolomé", "Kukulkan92", "Maria José", "Chac Mool", "Itzel P.", "Ixchel", "Tomás"),
    *("Ben", "Alejandra", "Big Jaguar", "Nicté-Ha", "Wilhelmina", "Quetzal", "Zoë", "Hunahpú"),
)

Written = list[tuple[str, float]]
"""The texts in a picture, with their sizes."""


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> Written:
    """Record every text that is drawn from now on."""
    texts: Written = []
    word, write = Sketch.word, Canvas.write

    def on_a_sketch(
        sketch: Sketch, x: float, y: float, text: str, size: float, fill: Colour
    ) -> None:
        texts.append((text, size))
        word(sketch, x, y, text, size, fill)

    def on_a_canvas(
        canvas: Canvas,
        text: str,
        box: Box,
        size: int,
        ink: Colour,
        ground: Colour,
        *,
        bold: bool = False,
        least: int | None = None,
    ) -> int:
        texts.append(lettering.fit(text, box.width, size, bold, least))
        return write(canvas, text, box, size, ink, ground, bold=bold, least=least)

    monkeypatch.setattr(Sketch, "word", on_a_sketch)
    monkeypatch.setattr(Canvas, "write", on_a_canvas)
    return texts


def fresh(name: str) -> Theme:
    """A theme of which no drawing is cached."""
    return replace(MAIZE, name=name)


def full(view: RoadView) -> RoadView:
    """The same position with sixteen people whose names have the usual length."""
    seats = zip(NAMES, view.seats, strict=True)
    return replace(view, seats=tuple(SeatView(name, seat.side) for name, seat in seats))


def sixteen(key: str) -> Iterator[RoadView]:
    """Every twentieth position of a game for sixteen."""
    game = RoadGame(ruleset_with(key, {"seats": "16"}))
    return (full(view) for view in islice(played(game, Random(1)), 0, 600, 20))


@pytest.mark.parametrize("key", ["aj-sakalil", pytest.param("a-kaakil", marks=pytest.mark.night)])
def test_everything_can_be_read_on_a_phone(key: str, say: Say, written: Written) -> None:
    """No name, number or count in a picture of a game for sixteen is too small on a phone."""
    for number, view in enumerate(sixteen(key)):
        written.clear()
        size = replace(view, title=Text("as it is", words="Aj sakalil"))
        draw(size, say, fresh(f"{key} {number}"))
        small = [(text, at) for text, at in written if at * PHONE / 900 < LEGIBLE]
        assert not small


def test_usual_names_are_whole(say: Say, written: Written) -> None:
    """Sixteen names of the usual length are written in full, and at the usual size."""
    view = replace(next(sixteen("aj-sayil")), title=Text("as it is", words="Aj sayil"))
    draw(view, say, fresh("names"))
    assert set(zip(NAMES, [PARTNER] * 16, strict=True)) <= set(written)


def test_a_long_name_leaves_the_counts(say: Say, written: Written) -> None:
    """A long name in the roster shrinks and is then shortened; the others keep their size."""
    view = replace(next(sixteen("aj-sayil")), title=Text("as it is", words="Aj sayil"))
    longest = replace(view, seats=(SeatView("W" * 40, 0), *view.seats[1:]))
    draw(longest, say, fresh("long"))
    assert any(
        text.startswith("WWW") and text.endswith("…") and size == PARTNER_LEAST
        for text, size in written
    )
    assert ("Ben", PARTNER) in written


def test_a_substitute(say: Say, written: Written) -> None:
    """The roster says for whom a computer plays, or else how strong it is."""
    view = replace(next(sixteen("aj-sayil")), title=Text("as it is", words="Aj sayil"))
    first, second, *others = view.seats
    standing_in = replace(first, name="Computer for Ana", level="medium", stands_in="Ana")
    usual = replace(second, name="Computer", level="easy")
    draw(replace(view, seats=(standing_in, usual, *others)), say, fresh("substitute"))
    assert {"for Ana", "easy"} <= {text for text, _ in written}


def test_whose_turn_it_is(say: Say) -> None:
    """The roster marks the player to move, and nobody else."""
    view = replace(next(sixteen("aj-sayil")), title=Text("as it is", words="Aj sayil"))
    plan = plan_of(view, say)

    def roster(turn: int) -> list[bytes]:
        picture = drawn(replace(view, turn=turn), say).picture
        lines = (*plan.roster[0], *plan.roster[1])
        return [picture.crop((*box.start, box.right, box.bottom)).tobytes() for box in lines]

    changed = [one != other for one, other in zip(roster(0), roster(9), strict=True)]
    assert [seat for seat, differs in enumerate(changed) if differs] == [0, 9]


@pytest.mark.parametrize("name", ["Ana", "W" * 64, "小" * 64, "ᏣᎳᎩ"])
def test_a_score_with_any_names(middle: RoadView, say: Say, written: Written, name: str) -> None:
    """However long the names are, the score of a match is drawn whole."""
    shown = brief(SeatView(name, 0), say)
    score = f"Game 10, first to 10 · {shown} 9½ : {shown} 8½"
    match = MatchView(Text("as it is", words=score))
    draw(replace(middle, match=match), say, fresh(f"score {name}"))
    assert any(text == score and size >= SCORE_LEAST for text, size in written)


def test_a_brief_name_is_narrow(say: Say) -> None:
    """A name that shares a line with another one has a limited width."""
    shown = brief(SeatView("W" * 64, 0), say)
    assert shown.endswith("…")
    assert lettering.width(shown, BRIEF_SIZE, bold=True) <= BRIEF


def test_the_result_of_a_match(middle: RoadView, say: Say, written: Written) -> None:
    """The picture says who has won the match, below the score."""
    score, result = (Text("as it is", words=words) for words in ("2 : 1", "Ana wins the match."))
    draw(replace(middle, match=MatchView(score, result)), say, fresh("result"))
    texts = [text for text, _ in written]
    assert texts.index("2 : 1") < texts.index("Ana wins the match.")
