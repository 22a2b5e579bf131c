"""Inline keyboards for pages and replies."""

from collections.abc import Iterable, Iterator
from contextlib import suppress

from telegram import (
    InlineKeyboardButton,
    InlineKeyboardMarkup,
    SwitchInlineQueryChosenChat,
)
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


def keyboard(page: Page, say: Say, url: str | None) -> InlineKeyboardMarkup | None:
    """Return the keyboard of a page; None if it offers nothing.

    `url` is the base of the public pages.
    """
    return _keyboard(
        [_button(button, say) for button in few] for few in shelves(resolved(page.buttons, url))
    )


def inline_keyboard(
    page: Page, say: Say, url: str | None, *, queries: bool
) -> InlineKeyboardMarkup | None:
    """Return the keyboard of a page in an inline message, which no other message can follow.

    Where a button would post one, or where a page that is over has no others, a button sends a
    challenge to the same game to the same chat by inline mode, if the bot accepts inline `queries`.
    """
    new = [_new_challenge(page, say)] if queries else []
    shelved = [
        [
            found
            for button in few
            for found in ([_button(button, say)] if stays_in_message(button) else new)
        ]
        for few in shelves(resolved(page.buttons, url))
    ]
    return _keyboard(shelved if shelved or page.live else [new])


def stays_in_message(button: Button | Url) -> bool:
    """Whether pressing a button posts no other message than the one that has it."""
    return isinstance(button, Url) or button.act.posts in (Posts.NOTHING, Posts.NEXT)


def _new_challenge(page: Page, say: Say) -> InlineKeyboardButton:
    """Return a button that sends a challenge to the same game to the same chat by inline mode."""
    label = say(Text("button.new"))
    return InlineKeyboardButton(label, switch_inline_query_current_chat=page.typed)


def _keyboard(
    shelved: Iterable[Iterable[InlineKeyboardButton]],
) -> InlineKeyboardMarkup | None:
    """Return a keyboard with rows for each shelf; None without buttons."""
    rows = [row for buttons in shelved for row in _rows(buttons)]
    return InlineKeyboardMarkup(rows) if rows else None


def challenge_keyboard(buttons: Iterable[Button], say: Say) -> InlineKeyboardMarkup:
    """Return the keyboard of a challenge whose table isn't open yet."""
    rows = ([_button(button, say) for button in few] for few in shelves(buttons))
    return InlineKeyboardMarkup(list(rows))


def choice_keyboard(
    choices: Iterable[Offer], say: Say, url: str | None, *below: InlineKeyboardButton
) -> InlineKeyboardMarkup | None:
    """Return a keyboard of choices; None if there are none.

    Those of different shelves don't share a row. Choices that don't fit in a button's payload are
    left out: users can type them. The buttons `below` get a row each.
    """
    rows = list[list[InlineKeyboardButton]]()
    for few in shelves([*resolved(choices, url)][: MAX_BUTTONS - len(below)]):
        buttons = list[InlineKeyboardButton]()
        for button in few:
            with suppress(ValueError):
                buttons.append(_button(button, say))
        rows += _rows(buttons)
    rows += ([button] for button in below)
    return InlineKeyboardMarkup(rows) if rows else None


def link(label: str, url: str) -> InlineKeyboardMarkup:
    """Return a keyboard with one link."""
    return InlineKeyboardMarkup([[InlineKeyboardButton(label, url=url)]])


def into_group(group: str, say: Say) -> InlineKeyboardButton:
    """Return the link that adds the bot to a group."""
    return InlineKeyboardButton(say(Text("telegram.group")), url=group)


def into_any_chat(options: Options, say: Say) -> InlineKeyboardButton:
    """Return a button that sends a challenge to such a game to a chat of the user's choice.

    There must be people who can accept it: a bot can't, and in a channel few can write.
    """
    query = "" if options == Options() else typed_game(options)
    chat = SwitchInlineQueryChosenChat(query, allow_user_chats=True, allow_group_chats=True)
    return InlineKeyboardButton(
        say(Text("telegram.any-chat")), switch_inline_query_chosen_chat=chat
    )


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
