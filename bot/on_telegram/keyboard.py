"""Inline keyboards for pages and replies."""

from collections.abc import Iterable, Iterator
from contextlib import suppress

from telegram import InlineKeyboardButton, InlineKeyboardMarkup
from telegram.constants import KeyboardButtonStyle

from bot.commands.lines import typed_game
from bot.inbound.rows import shelves
from bot.show.page import Page
from bot.table.button import Button, Offer, Posts, Style, Url, resolved
from bot.table.options import Options
from engine.text import Say, Text

ROW_LENGTH = 34
"""How many characters fit in a row on a phone, with all its buttons of equal width."""

ROW_BUTTONS = 4
MAX_BUTTONS = 100
"""Telegram's limit for one message."""

_STYLES = {
    Style.PLAIN: None,
    Style.CAPTURE: KeyboardButtonStyle.PRIMARY,
    Style.GOOD: KeyboardButtonStyle.SUCCESS,
    Style.BAD: KeyboardButtonStyle.DANGER,
}


def keyboard(
    page: Page, say: Say, url: str | None, *, inline: bool = False
) -> InlineKeyboardMarkup | None:
    """Return the keyboard of a page; None if it offers nothing.

    `url` is the base of the public pages. An `inline` message can't be followed by another one. So
    its rematch button sends a new challenge to the same chat by inline mode.
    """
    rows = list[list[InlineKeyboardButton]]()
    for few in shelves(resolved(page.buttons, url)):
        buttons = list[InlineKeyboardButton]()
        for button in few:
            posts = button.act.posts if inline and isinstance(button, Button) else Posts.NOTHING
            if posts is Posts.TABLE:
                buttons.append(_inline_rematch(page, say))
            elif posts is Posts.NOTHING:
                buttons.append(_button(button, say))
        rows += _rows(buttons)
    return InlineKeyboardMarkup(rows) if rows else None


def _inline_rematch(page: Page, say: Say) -> InlineKeyboardButton:
    """Return a button that sends a challenge to the same game to the same chat by inline mode."""
    game = " ".join([page.header, *(f"{name}={value}" for name, value in page.terms.written)])
    return InlineKeyboardButton(say(Text("telegram.again")), switch_inline_query_current_chat=game)


def challenge_keyboard(buttons: Iterable[Button], say: Say) -> InlineKeyboardMarkup:
    """Return the keyboard of a challenge whose table isn't open yet."""
    rows = ([_button(button, say) for button in few] for few in shelves(buttons))
    return InlineKeyboardMarkup(list(rows))


def choice_keyboard(
    choices: Iterable[Offer], say: Say, url: str | None, *below: InlineKeyboardButton
) -> InlineKeyboardMarkup | None:
    """Return a keyboard of choices; None if there are none.

    Choices that don't fit in a button's payload are left out: users can type them. The buttons
    `below` get a row each.
    """
    buttons = list[InlineKeyboardButton]()
    for choice in choices:
        with suppress(ValueError):
            buttons += [_button(button, say) for button in resolved((choice,), url)]
    rows = [*_rows(buttons[: MAX_BUTTONS - len(below)]), *([button] for button in below)]
    return InlineKeyboardMarkup(rows) if rows else None


def link(label: str, url: str) -> InlineKeyboardMarkup:
    """Return a keyboard with one link."""
    return InlineKeyboardMarkup([[InlineKeyboardButton(label, url=url)]])


def into_group(group: str, say: Say) -> InlineKeyboardButton:
    """Return the link that adds the bot to a group."""
    return InlineKeyboardButton(say(Text("telegram.group")), url=group)


def into_any_chat(options: Options, say: Say) -> InlineKeyboardButton:
    """Return a button that sends a challenge to such a game to a chat of the user's choice."""
    query = "" if options == Options() else typed_game(options)
    return InlineKeyboardButton(say(Text("telegram.any-chat")), switch_inline_query=query)


def _button(button: Button | Url, say: Say) -> InlineKeyboardButton:
    if isinstance(button, Url):
        return InlineKeyboardButton(say(button.text), url=button.url)
    return InlineKeyboardButton(
        say(button.text), callback_data=button.act.code, style=_STYLES[button.style]
    )


def _rows(buttons: Iterable[InlineKeyboardButton]) -> Iterator[list[InlineKeyboardButton]]:
    row: list[InlineKeyboardButton] = []
    for button in buttons:
        longest = max(len(each.text) for each in (*row, button))
        if row and (len(row) == ROW_BUTTONS or longest * (len(row) + 1) > ROW_LENGTH):
            yield row
            row = []
        row.append(button)
    if row:
        yield row
