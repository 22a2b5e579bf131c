"""Buttons and select menus, stateless: the custom id is the code of an act.

All platforms use the same codec, and no component is kept in memory. So a press works after a
restart, in another process, and under another release.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Protocol, Self, TypeAlias

import discord
from discord import ui
from typing_extensions import override

from bot.inbound.rows import shelves
from bot.on_discord.names import located
from bot.show.page import Page
from bot.table.button import Button, Offer, Pressable, Style, Url, resolved
from engine.text import Say, Text

MAX_BUTTONS = 25
ROW_BUTTONS = 5
MAX_OPTIONS = 25
MAX_LENGTH = 80
"""Of a button's label, in characters. Discord allows a little more for menu options."""

_STYLES = {
    Style.PLAIN: discord.ButtonStyle.secondary,
    Style.CAPTURE: discord.ButtonStyle.primary,
    Style.GOOD: discord.ButtonStyle.success,
    Style.BAD: discord.ButtonStyle.danger,
}

Interaction: TypeAlias = "discord.Interaction[Any]"


class PressHandler(Protocol):
    """Handles presses and selections; the client's `inbound`."""

    async def press(self, interaction: Interaction, code: str) -> None:
        """Do what a button says."""
        ...

    async def choose(
        self, interaction: Interaction, code: str, people: Sequence[discord.abc.User]
    ) -> None:
        """Do what a menu says with the users selected from it."""
        ...


class Pressed(ui.DynamicItem[ui.Item[Any]], template=r"(?s:.*)"):
    """Any pressed button or selection. Matches every custom id, so that every press is answered."""

    @classmethod
    @override
    async def from_custom_id(
        cls, interaction: Interaction, item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """Create the item; its custom id is all that's needed."""
        return cls(item)

    @override
    async def callback(self, interaction: Interaction) -> None:
        """Pass the press or selection to the handler."""
        handler: PressHandler = interaction.client.inbound
        match self.item:
            case ui.UserSelect(values=[_, *_] as people):
                await handler.choose(interaction, self.custom_id, people)
            case ui.Select(values=[code, *_]):
                await handler.press(interaction, code)
            case _:
                await handler.press(interaction, self.custom_id)


def removed(interaction: Interaction) -> str | None:
    """Return the code of a pressed component if its message no longer has it, otherwise None.

    `Pressed` is not called for these. A selection of users returns its menu's code.
    """
    data: Mapping[str, Any] = interaction.data or {}
    pressed: str | None = data.get("custom_id")
    if interaction.type is not discord.InteractionType.component or interaction.message is None:
        return None
    rows = (row for row in interaction.message.components if isinstance(row, discord.ActionRow))
    if any(pressed == getattr(item, "custom_id", None) for row in rows for item in row.children):
        return None
    if data["component_type"] == discord.ComponentType.string_select.value:
        return str(data["values"][0])
    return pressed


def view(page: Page, say: Say, url: str | None = None) -> ui.View:
    """Return the components of a page's message; `url` is the base of the public pages."""
    components = ui.View(timeout=None)
    for item in _items(list(resolved(page.buttons, url)), say):
        components.add_item(item)
    components.stop()  # the library needn't remember it: presses are matched by custom id
    return components


def choices(
    offered: Iterable[Offer], say: Say, channel: Callable[[str], str], url: str | None
) -> ui.View:
    """Return a button for each choice, without duplicates and up to the limit of a message.

    `channel` returns a channel's name, `url` is the base of the public pages.
    """
    components = ui.View(timeout=None)
    unique = {
        each.url if isinstance(each, Url) else each.act.code: each
        for each in resolved(offered, url)
    }
    for each in list(unique.values())[:MAX_BUTTONS]:
        components.add_item(_button(each, say(located(each.text, channel))))
    components.stop()  # as above
    return components


def people(chosen_for: Pressable, question: Text, most: int, say: Say) -> "ui.UserSelect[Any]":
    """Return a menu for selecting up to `most` people, of whom something is to be done."""
    placeholder, most = _label(say(question)), min(most, MAX_OPTIONS)
    return ui.UserSelect(custom_id=chosen_for.code, placeholder=placeholder, max_values=most)


def _items(buttons: Sequence[Button | Url], say: Say) -> Iterator[ui.Item[Any]]:
    """Yield the components of a page. Discord fills the rows unless some have to be separate."""
    groups = list(shelves(buttons))
    if len(groups) == 1:
        yield from _offers(buttons, say)
        return
    rows = (
        group[first : first + ROW_BUTTONS]
        for group in groups
        for first in range(0, len(group), ROW_BUTTONS)
    )
    for number, row in enumerate(rows):
        for button in row:
            yield _button(button, say(button.text), number)


def _offers(buttons: Sequence[Button | Url], say: Say) -> Iterator[ui.Item[Any]]:
    """Yield a button for each offer; if there are too many, put the moves in menus instead."""
    moves = [b for b in buttons if isinstance(b, Button) and b.move]
    if len(buttons) <= MAX_BUTTONS:
        moves = []
    for number, first in enumerate(range(0, len(moves), MAX_OPTIONS)):
        few = moves[first : first + MAX_OPTIONS]
        yield ui.Select(
            custom_id=f"pick:{number}",
            placeholder=_label(say(Text("discord.pick", count=len(moves)))),
            options=[
                discord.SelectOption(label=_label(say(b.text)), value=b.act.code) for b in few
            ],
        )
    for button in buttons:
        if button not in moves:
            yield _button(button, say(button.text))


def _button(button: Button | Url, words: str, row: int | None = None) -> "ui.Button[Any]":
    if isinstance(button, Url):
        return ui.Button(label=_label(words), url=button.url, row=row)
    code, style = button.act.code, _STYLES[button.style]
    return ui.Button(label=_label(words), custom_id=code, style=style, row=row)


def _label(words: str, most: int = MAX_LENGTH) -> str:
    return words if len(words) <= most else words[: most - 1] + "…"
