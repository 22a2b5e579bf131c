"""A page's offers as a keyboard under its message."""

from collections.abc import Iterable, Iterator
from contextlib import suppress

from telegram import InlineKeyboardButton, InlineKeyboardMarkup
from telegram.constants import KeyboardButtonStyle

from bot.show.page import Page
from bot.table.button import Button, Offer, Style, Url, resolved
from bot.table.codes import encode
from bot.table.intents import Accept, Play, Rematch, TableRules
from bot.table.table import TableId
from engine.text import Say, Text

ROW_LETTERS = 30
"""How much the buttons of one row say together, to be readable on a phone."""

ROW_BUTTONS = 4
MOST_BUTTONS = 100
"""How many Telegram takes under one message."""

_BEGINS = (Play, Rematch)
"""What leads to another game."""

_STYLES = {
    Style.PLAIN: None,
    Style.CAPTURE: KeyboardButtonStyle.PRIMARY,
    Style.GOOD: KeyboardButtonStyle.SUCCESS,
    Style.BAD: KeyboardButtonStyle.DANGER,
}


def keyboard(
    page: Page, say: Say, url: str | None, *, inline: bool = False
) -> InlineKeyboardMarkup | None:
    """Return the keyboard of a page, None where it offers nothing.

    `url` is that of the public pages. An `inline` message is all that there is of its place:
    no other game begins there.
    """
    buttons = [
        _button(button, say)
        for button in resolved(page.buttons, url)
        if not (inline and isinstance(button, Button) and isinstance(button.intent, _BEGINS))
    ]
    return InlineKeyboardMarkup(list(_rows(buttons))) if buttons else None


def challenge_keyboard(table: TableId, say: Say) -> InlineKeyboardMarkup:
    """Return the keyboard of a challenge whose table is not open yet."""
    accept = Button(Text("button.accept"), Accept(table, revision=1), Style.GOOD)
    rules = Button(Text("button.rules"), TableRules(table))
    return InlineKeyboardMarkup([[_button(accept, say), _button(rules, say)]])


def choice_keyboard(
    choices: Iterable[Offer], say: Say, url: str | None
) -> InlineKeyboardMarkup | None:
    """Return buttons for what somebody may have meant, None where there is nothing to choose.

    What no button can carry is left out: it can be typed.
    """
    buttons = list[InlineKeyboardButton]()
    for choice in resolved(choices, url):
        with suppress(ValueError):
            buttons.append(_button(choice, say))
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


def _button(button: Button | Url, say: Say) -> InlineKeyboardButton:
    if isinstance(button, Url):
        return InlineKeyboardButton(say(button.text), url=button.url)
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
