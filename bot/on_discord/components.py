"""Buttons and menus: a page's offers as components that any process can read, at any time.

What a component means is in its custom id, written by the codec of all platforms; nothing is kept
in memory for it. So a press works after a restart, in another process, and under another release.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Protocol, Self, TypeAlias

import discord
from discord import ui

from bot.on_discord.names import located
from bot.show.page import Page
from bot.table.button import Button, Style
from bot.table.codes import encode
from bot.table.intents import Accept
from bot.table.request import Choice
from engine.corn import WORD_LIMIT
from engine.text import Say, Text

MOST_BUTTONS = 25
MOST_OPTIONS = 25
MOST_LETTERS = 80
"""Of a button's label; a menu's options may be a little longer."""

MOST_LETTERS_OF_A_TITLE = 45
"""Of a window, and of a field in it."""

WITH_WORD = "word:"
"""Before a code: a button that asks for a word first, and the window that asks."""

_STYLES = {
    Style.PLAIN: discord.ButtonStyle.secondary,
    Style.CAPTURE: discord.ButtonStyle.primary,
    Style.GOOD: discord.ButtonStyle.success,
    Style.BAD: discord.ButtonStyle.danger,
}

Interaction: TypeAlias = "discord.Interaction[Any]"


class Answering(Protocol):
    """Answers presses; the client that receives them has one as `inbound`."""

    async def press(self, interaction: Interaction, code: str) -> None:
        """Do what a button means."""
        ...


class Pressed(ui.DynamicItem[ui.Item[Any]], template=r"(?s:.*)"):
    """Whatever was pressed or chosen: any id at all, so that none is left without an answer."""

    @classmethod
    async def from_custom_id(
        cls, interaction: Interaction, item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """Make what was pressed, from its custom id alone."""
        return cls(item)

    async def callback(self, interaction: Interaction) -> None:
        """Do what the button means, or what was chosen in the menu."""
        data: Mapping[str, Any] = interaction.data or {}
        answering: Answering = interaction.client.inbound
        await answering.press(interaction, next(iter(data.get("values", ())), self.custom_id))


def view(page: Page, say: Say, url: str | None = None) -> ui.View:
    """Return the components of a page, for one message; with a link to `url`."""
    made = ui.View(timeout=None)
    link = [ui.Button[Any](label=_label(say(Text("button.watch"))), url=url)] if url else []
    beside = [*_asking(page, say), *link]
    for item in (*_offers(page.buttons, say, MOST_BUTTONS - len(beside)), *beside):
        made.add_item(item)
    made.stop()  # the library need not remember it: what is pressed is matched by its id
    return made


def choices(offered: Sequence[Choice], say: Say, channel: Callable[[str], str]) -> ui.View:
    """Return a button for each choice, as many as a message takes; two that mean one are one.

    `channel` tells what a channel is called.
    """
    made = ui.View(timeout=None)
    meant = {encode(each.intent): say(located(each.text, channel)) for each in offered}
    for code, words in list(meant.items())[:MOST_BUTTONS]:
        made.add_item(ui.Button(label=_label(words), custom_id=code))
    made.stop()  # as above
    return made


def _asking(page: Page, say: Say) -> Iterator["ui.Button[Any]"]:
    """A button that asks for a word first, beside each that accepts, where one can be given."""
    for button in page.buttons:
        if page.asks_word and isinstance(button.intent, Accept):
            label = _label(say(Text("button.word")))
            yield ui.Button(label=label, custom_id=WITH_WORD + encode(button.intent))


def _offers(buttons: Sequence[Button], say: Say, room: int) -> Iterator[ui.Item[Any]]:
    """A button for each offer, or menus where there are too many."""
    if len(buttons) <= room:
        for button in buttons:
            yield ui.Button(
                label=_label(say(button.text)),
                custom_id=encode(button.intent),
                style=_STYLES[button.style],
            )
        return
    for number, first in enumerate(range(0, len(buttons), MOST_OPTIONS)):
        few = buttons[first : first + MOST_OPTIONS]
        yield ui.Select(
            custom_id=f"pick:{number}",
            placeholder=_label(say(Text("discord.pick", count=len(buttons)))),
            options=[
                discord.SelectOption(label=_label(say(b.text)), value=encode(b.intent)) for b in few
            ],
        )


def _label(words: str, most: int = MOST_LETTERS) -> str:
    return words if len(words) <= most else words[: most - 1] + "…"


def word_window(code: str, say: Say) -> ui.Modal:
    """Return the window that asks for a word for the casts; its id tells what the word is for."""
    title = _label(say(Text("button.word")), MOST_LETTERS_OF_A_TITLE)
    window = ui.Modal(title=title, custom_id=WITH_WORD + code)
    window.add_item(
        ui.Label(
            text=_label(say(Text("discord.word")), MOST_LETTERS_OF_A_TITLE),
            description=_label(say(Text("discord.word-why"))),
            component=ui.TextInput(custom_id="word", max_length=WORD_LIMIT, required=False),
        )
    )
    window.stop()  # as above
    return window


def typed_word(data: object) -> str:
    """What was typed into the window's only field, wherever it stands in what Discord sends."""
    if isinstance(data, Mapping):
        if data.get("custom_id") == "word" and "value" in data:
            return str(data["value"])
        return typed_word([data.get("component"), *data.get("components", ())])
    return "".join(map(typed_word, data)) if isinstance(data, list) else ""
