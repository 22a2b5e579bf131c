"""A page's offers as a keyboard under its message."""

from collections.abc import Iterable, Iterator

from telegram import InlineKeyboardButton, InlineKeyboardMarkup
from telegram.constants import KeyboardButtonStyle

from bot.show.page import Page, Style
from bot.table.codes import encode
from renderer.text import Say, Text

ROW_LETTERS = 30
"""How much the buttons of one row say together, to be readable on a phone."""

ROW_BUTTONS = 4

_STYLES = {
    Style.PLAIN: None,
    Style.CAPTURE: KeyboardButtonStyle.PRIMARY,
    Style.GOOD: KeyboardButtonStyle.SUCCESS,
    Style.BAD: KeyboardButtonStyle.DANGER,
}


def keyboard(page: Page, say: Say, url: str | None) -> InlineKeyboardMarkup | None:
    """Return the keyboard of a page, None where it offers nothing; `url` is that of its table."""
    buttons = [
        InlineKeyboardButton(
            say(button.text), callback_data=encode(button.intent), style=_STYLES[button.style]
        )
        for button in page.buttons
    ]
    if url is not None and page.picture is not None:
        buttons.append(InlineKeyboardButton(say(Text("button.watch")), url=url))
    return InlineKeyboardMarkup(list(_rows(buttons))) if buttons else None


def link(label: str, url: str) -> InlineKeyboardMarkup:
    """Return a keyboard of nothing but a link."""
    return InlineKeyboardMarkup([[InlineKeyboardButton(label, url=url)]])


def _rows(buttons: Iterable[InlineKeyboardButton]) -> Iterator[list[InlineKeyboardButton]]:
    row: list[InlineKeyboardButton] = []
    for button in buttons:
        letters = sum(len(each.text) for each in (*row, button))
        if row and (len(row) == ROW_BUTTONS or letters > ROW_LETTERS):
            yield row
            row = []
        row.append(button)
    if row:
        yield row
