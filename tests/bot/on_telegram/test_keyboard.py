"""Rows of buttons. On a phone all buttons of a row have the same width."""

from collections.abc import Sequence

import pytest

from bot.acts.beginnings import beginnings
from bot.acts.look.play import Play
from bot.on_telegram.keyboard import choice_keyboard
from bot.table.button import Button, Url
from engine.text import Name, Text
from tests.bot.on_telegram.conftest import CATALOGUE


def rows(labels: Sequence[str]) -> list[list[str]]:
    """Return the rows of buttons with these labels."""
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
    """A row has as many buttons as stay readable; a long one has a row of its own."""
    assert [len(row) for row in rows(labels)] == stand


def test_the_welcome_message() -> None:
    """No label in the welcome message is truncated."""
    keys = choice_keyboard(beginnings(), CATALOGUE.voice(), None)
    assert keys is not None
    for row in keys.inline_keyboard:
        assert len(row) * max(len(key.text) for key in row) <= 34


def test_links_among_buttons() -> None:
    """A link can be in a row with buttons."""
    link = Url(Text("play.games"), "https://t.me/c/1/2")
    keys = choice_keyboard([link, *beginnings()[:1]], CATALOGUE.voice(), None)
    assert keys is not None
    assert [key.url for key in keys.inline_keyboard[0]] == [link.url, None]
