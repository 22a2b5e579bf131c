"""A page's offers as a keyboard under its message."""

from collections.abc import Iterable, Iterator
from contextlib import suppress

from telegram import InlineKeyboardButton, InlineKeyboardMarkup
from telegram.constants import KeyboardButtonStyle

from bot.show.page import Page
from bot.table.button import Button, Style
from bot.table.codes import encode
from bot.table.intents import Accept, TableRules
from bot.table.request import Choice
from bot.table.table import TableId
from engine.text import Say, Text

ROW_LETTERS = 30
"""How much the buttons of one row say together, to be readable on a phone."""

ROW_BUTTONS = 4
MOST_BUTTONS = 100
"""How many Telegram takes under one message."""

_STYLES = {
    Style.PLAIN: None,
    Style.CAPTURE: KeyboardButtonStyle.PRIMARY,
    Style.GOOD: KeyboardButtonStyle.SUCCESS,
    Style.BAD: KeyboardButtonStyle.DANGER,
}


def keyboard(page: Page, say: Say, url: str | None) -> InlineKeyboardMarkup | None:
    """Return the keyboard of a page, None where it offers nothing; `url` is that of its table."""
    buttons = [_button(button, say) for button in page.buttons]
    if url is not None and page.picture is not None:
        buttons.append(InlineKeyboardButton(say(Text("button.watch")), url=url))
    return InlineKeyboardMarkup(list(_rows(buttons))) if buttons else None


def challenge_keyboard(table: TableId, say: Say) -> InlineKeyboardMarkup:
    """Return the keyboard of a challenge whose table is not open yet."""
    accept = Button(Text("button.accept"), Accept(table, revision=1), Style.GOOD)
    rules = Button(Text("button.rules"), TableRules(table))
    return InlineKeyboardMarkup([[_button(accept, say), _button(rules, say)]])


def choice_keyboard(choices: Iterable[Choice], say: Say) -> InlineKeyboardMarkup | None:
    """Return buttons for what somebody may have meant, None where there is nothing to choose.

    What no button can carry is left out: it can be typed.
    """
    buttons = list[InlineKeyboardButton]()
    for choice in choices:
        with suppress(ValueError):
            buttons.append(_button(Button(choice.text, choice.intent), say))
    return InlineKeyboardMarkup(list(_rows(buttons[:MOST_BUTTONS]))) if buttons else None


def link(label: str, url: str) -> InlineKeyboardMarkup:
    """Return a keyboard of nothing but a link."""
    return InlineKeyboardMarkup([[InlineKeyboardButton(label, url=url)]])


def elsewhere(group: str, say: Say, *, inline: bool) -> InlineKeyboardMarkup:
    """Return links to where others are: into a group, and where `inline` into any chat."""
    links = [InlineKeyboardButton(say(Text("telegram.group")), url=group)]
    if inline:
        links.append(InlineKeyboardButton(say(Text("telegram.any-chat")), switch_inline_query=""))
    return InlineKeyboardMarkup([[link] for link in links])


def _button(button: Button, say: Say) -> InlineKeyboardButton:
    return InlineKeyboardButton(
        say(button.text), callback_data=encode(button.intent), style=_STYLES[button.style]
    )


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
