"""Buttons and menus: a page's offers as components that any process can read, at any time.

What a component means is in its custom id, written by the codec of all platforms; nothing is kept
in memory for it. So a press works after a restart, in another process, and under another release.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Any, Protocol, Self, TypeAlias

import discord
from discord import ui

from bot.show.page import Button, Page, Style
from bot.table.codes import encode
from bot.table.corn import WORD_LIMIT
from bot.table.intents import Accept
from renderer.text import Say, Text

MOST_BUTTONS = 25
MOST_OPTIONS = 25
MOST_LETTERS = 80
"""Of a button's label; a menu's options may be a little longer."""

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

    async def ask_word(self, interaction: Interaction, code: str) -> None:
        """Ask for a word for the casts, to go with what the code means."""
        ...


class Press(ui.DynamicItem[ui.Button[Any]], template=r"(?P<code>1[a-z]\.[^:]*)"):
    """A button; its custom id is the code of what it means."""

    @classmethod
    async def from_custom_id(
        cls, interaction: Interaction, item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """Make the button that was pressed, from its custom id alone."""
        assert isinstance(item, ui.Button)  # noqa: S101 - no other component has such an id
        return cls(item)

    async def callback(self, interaction: Interaction) -> None:
        """Do what the button means."""
        await _answering(interaction).press(interaction, self.custom_id)


class Ask(ui.DynamicItem[ui.Button[Any]], template=rf"{WITH_WORD}(?P<code>.*)"):
    """A button that asks for a word first."""

    @classmethod
    async def from_custom_id(
        cls, interaction: Interaction, item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """Make the button that was pressed, from its custom id alone."""
        assert isinstance(item, ui.Button)  # noqa: S101 - no other component has such an id
        return cls(item)

    async def callback(self, interaction: Interaction) -> None:
        """Open the window that asks."""
        code = self.custom_id.removeprefix(WITH_WORD)
        await _answering(interaction).ask_word(interaction, code)


class Pick(ui.DynamicItem[ui.Select[Any]], template=r"pick:(?P<number>[0-9])"):
    """A menu of moves, where there are more than buttons fit; its values are codes."""

    @classmethod
    async def from_custom_id(
        cls, interaction: Interaction, item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """Make the menu that was picked from, from its custom id alone."""
        assert isinstance(item, ui.Select)  # noqa: S101 - no other component has such an id
        return cls(item)

    async def callback(self, interaction: Interaction) -> None:
        """Do what the option means."""
        (code,) = self.item.values
        await _answering(interaction).press(interaction, code)


ITEMS = (Press, Ask, Pick)
"""Every component that a message of ours can have."""


def _answering(interaction: Interaction) -> Answering:
    inbound: Answering = interaction.client.inbound
    return inbound


def view(page: Page, say: Say) -> ui.View:
    """Return the components of a page, for one message."""
    made = ui.View(timeout=None)
    items = list(_items(page.buttons, say))
    asking = [Accept(page.table)] if any(_accepts(button) for button in page.buttons) else []
    items += [
        ui.Button(label=_label(say(Text("button.word"))), custom_id=WITH_WORD + encode(accept))
        for accept in asking
    ]
    for item in items:
        made.add_item(item)
    made.stop()  # the library need not remember it: what is pressed is matched by its id
    return made


def _accepts(button: Button) -> bool:
    return isinstance(button.intent, Accept)


def _items(buttons: Sequence[Button], say: Say) -> Iterator[ui.Item[Any]]:
    if len(buttons) <= MOST_BUTTONS:
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


def _label(words: str) -> str:
    return words if len(words) <= MOST_LETTERS else words[: MOST_LETTERS - 1] + "…"


def word_window(code: str, say: Say) -> ui.Modal:
    """Return the window that asks for a word for the casts; its id tells what the word is for."""
    window = ui.Modal(title=say(Text("button.word")), custom_id=WITH_WORD + code)
    window.add_item(
        ui.Label(
            text=say(Text("discord.word")),
            description=say(Text("discord.word-why")),
            component=ui.TextInput(custom_id="word", max_length=WORD_LIMIT, required=False),
        )
    )
    window.stop()  # as above
    return window
