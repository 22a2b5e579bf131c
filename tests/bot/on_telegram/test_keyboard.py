"""Buttons in rows, as a phone shows them: all of a row alike wide."""

from collections.abc import Sequence

import pytest

from bot.acts.welcome import BEGINNINGS
from bot.on_telegram.keyboard import choice_keyboard
from bot.table.button import Button, Url
from bot.table.intents import Play
from engine.text import Name, Text
from tests.bot.on_telegram.conftest import CATALOGUE


def rows(labels: Sequence[str]) -> list[list[str]]:
    """How buttons with these labels stand."""
    buttons = [Button(Text("name.person", name=Name(label)), Play()) for label in labels]
    keys = choice_keyboard(buttons, CATALOGUE.voice(), None)
    return [] if keys is None else [[key.text for key in row] for row in keys.inline_keyboard]


@pytest.mark.parametrize(
    ("labels", "stand"),
    [
        ([], []),
        (["4 → 7", "5 → 8", "6 → 9", "7 → 10", "…"], [4, 1]),
        (["Enter → 3", "2 → 5 captures 2", "…"], [2, 1]),
        (["x" * 60, "…"], [1, 1]),
    ],
)
def test_rows(labels: Sequence[str], stand: Sequence[int]) -> None:
    """As many as can be read stand in a row; a long one stands alone."""
    assert [len(row) for row in rows(labels)] == stand


def test_the_first_card() -> None:
    """No label of the first steps is cut."""
    keys = choice_keyboard(BEGINNINGS, CATALOGUE.voice(), None)
    assert keys is not None
    for row in keys.inline_keyboard:
        assert len(row) * max(len(key.text) for key in row) <= 34


def test_links_among_buttons() -> None:
    """A link may stand beside buttons."""
    link = Url(Text("play.games"), "https://t.me/c/1/2")
    keys = choice_keyboard([link, *BEGINNINGS[:1]], CATALOGUE.voice(), None)
    assert keys is not None
    assert [key.url for key in keys.inline_keyboard[0]] == [link.url, None]
