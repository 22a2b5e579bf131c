"""Descriptions of charts and bars."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.text import Name, Say
from renderer.chart.describe import ALT_LIMIT, alt, alt_odds
from renderer.chart.view import Chart
from renderer.chart.words import percent
from tests.renderer.chart.looks import NAMES
from tests.renderer.chart.walks import walk

DUEL = Chart(("Ana", "Ben"), ((0.5, 0.5), (0.7, 0.3), (0.2, 0.8), (0.0, 1.0)))


def test_a_chart_is_described(say: Say) -> None:
    """A description tells the first chances, the highest and lowest ones, and the last."""
    assert alt(DUEL, say) == (
        "Chances to win from step 0 to step 3. "
        "Step 0: 50% for Ana and 50% for Ben. "
        "Ana: highest 70% at step 1, lowest 0% at step 3. "
        "Step 3: 0% for Ana and 100% for Ben."
    )


def test_marked_steps_are_described(say: Say) -> None:
    """A description tells where the marked moments are, and the chances at the marked step."""
    chart = Chart(DUEL.sides, DUEL.odds, moments=(2, 1), here=1)
    marks = "Marked moments: 1 at step 2 and 2 at step 1. Step 1: 70% for Ana and 30% for Ben. "
    assert marks in alt(chart, say)


@pytest.mark.parametrize("here", [0, 3])
def test_no_step_is_described_twice(say: Say, here: int) -> None:
    """A marked step that is the first or the last one is described only once."""
    assert alt(Chart(DUEL.sides, DUEL.odds, here=here), say) == alt(DUEL, say)


def test_every_side_is_described(say: Say) -> None:
    """With more than two sides, each side's highest and lowest chances are told."""
    text = alt(Chart(NAMES, walk(4, 60)), say)
    assert all(f"{name}: highest " in text for name in NAMES)


def test_the_only_step_is_described_briefly(say: Say) -> None:
    """The description of a single step has only its chances."""
    text = "Chance to win: 50% for Ana and 50% for Ben."
    assert alt(Chart(DUEL.sides, DUEL.odds[:1]), say) == text


def test_a_bar_is_described(say: Say) -> None:
    """A bar is described by each side's chance."""
    text = "Chance to win: 20% for Ana, 75% for Ben, and 5% for Carmen."
    assert alt_odds(("Ana", "Ben", "Carmen"), (0.2, 0.75, 0.05), say) == text


def test_names_are_marked() -> None:
    """Each side's name reaches the translator as a name, which platforms escape."""
    found = list[object]()

    def collect(text: object) -> str:
        for value in dict(getattr(text, "args", ())).values():
            found.append(value)
            if isinstance(value, tuple):
                for part in value:
                    collect(part)
        return ""

    alt(DUEL, collect)
    assert {str(value) for value in found if isinstance(value, Name)} == set(DUEL.sides)


def test_a_long_name_is_shortened(say: Say) -> None:
    """A name is at most forty characters long, on one line."""
    text = alt_odds(("Ana\nMaria " * 20, "Ben"), (0.5, 0.5), say)
    assert text == f"Chance to win: 50% for {('Ana Maria ' * 4)[:39]}… and 50% for Ben."


@given(
    st.lists(st.text(max_size=80), min_size=2, max_size=4),
    st.lists(st.integers(0, 1499), max_size=3),
    st.none() | st.integers(0, 1499),
)
def test_a_description_fits(
    say: Say, sides: list[str], moments: list[int], here: int | None
) -> None:
    """However long the names are, a description is short enough, with nothing cut at its end."""
    chart = Chart(tuple(sides), walk(len(sides), 1500), tuple(moments), here)
    text = alt(chart, say)
    assert len(text) <= ALT_LIMIT
    assert text.endswith(".")


def test_an_endless_description_is_cut() -> None:
    """A translation that is too long even with short names ends with an ellipsis."""
    text = alt(DUEL, lambda _: "x" * 400)
    assert len(text) == ALT_LIMIT
    assert text.endswith("…")


@pytest.mark.parametrize(
    ("share", "text"),
    [
        (0.0, "0%"),
        (0.0001, "1%"),
        (0.014, "1%"),
        (0.345, "34%"),
        (0.5, "50%"),
        (0.9999, "99%"),
        (1.0, "100%"),
        (1 - 1e-12, "100%"),
    ],
)
def test_only_what_is_certain_has_no_doubt(say: Say, share: float, text: str) -> None:
    """A chance is rounded to whole percents, but 0 % and 100 % are only for certain results."""
    assert say(percent(share)) == text
