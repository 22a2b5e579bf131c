"""Buttons and select menus, stateless: the custom id is the code of an act.

All platforms use the same codec, and no component is kept in memory. So a press works after a
restart, in another process, and under another release.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Protocol, Self, TypeAlias

import discord
from discord import ui
from typing_extensions import override

from bot.inbound.rows import shelves
from bot.on_discord.emoji import Emoji
from bot.on_discord.layout import BOARD, Layout, Part, Picture, Row
from bot.on_discord.names import located, pressables, without_id
from bot.show.page import Page
from bot.table.button import Button, Group, Offer, Pressable, Style, Url, resolved
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

_NO_EMOJI = Emoji()

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

    `Pressed` is not called for these. A selection of users or of nothing returns its menu's code.
    """
    data: Mapping[str, Any] = interaction.data or {}
    pressed: str | None = data.get("custom_id")
    if interaction.type is not discord.InteractionType.component or interaction.message is None:
        return None
    if pressed in pressables(interaction.message):
        return None
    if data["component_type"] == discord.ComponentType.string_select.value and data["values"]:
        return str(data["values"][0])
    return pressed


def board(page: Page, words: str, say: Say, url: str | None, emoji: Emoji) -> Layout:
    """Return the message that shows a page: its words, its picture, and what can be pressed.

    `say` translates without markup; `url` is the base of the public pages.
    """
    picture, accent = page.picture, None
    parts: list[Part] = [words]
    if picture is not None:
        parts.append(Picture(BOARD, picture.alt, picture.png))
        accent = picture.accent
    parts += rows(resolved(page.buttons, url), say, emoji=emoji)
    return Layout(tuple(parts), framed=True, accent=accent)


def rows(
    buttons: Iterable[Button | Url],
    say: Say,
    groups: Iterable[Group] = (),
    emoji: Emoji = _NO_EMOJI,
) -> Iterator[Part]:
    """Yield the rows of a message's buttons, up to the limit of a message, and their labels.

    Buttons of different shelves don't share a row. `groups` are labelled, or shown as a menu. If
    there are too many buttons, the moves are in menus.
    """
    offered, labels = list(buttons), {group.shelf: group for group in groups}
    moves = [each for each in offered if isinstance(each, Button) and each.move]
    if len(offered) <= MAX_BUTTONS:
        moves = []
    for number, first in enumerate(range(0, len(moves), MAX_OPTIONS)):
        several = moves[first : first + MAX_OPTIONS]
        yield _menu(f"pick:{number}", Text("discord.pick", count=len(moves)), several, say, emoji)
    others = [each for each in offered if each not in moves][:MAX_BUTTONS]
    for few in shelves(others):
        group = labels.get(few[0].shelf)
        if group is not None and group.menu:
            yield _menu(f"pick:{group.shelf}", group.label, few, say, emoji)
            continue
        if group is not None:
            yield f"**{say(group.label)}**"
        for first in range(0, len(few), ROW_BUTTONS):
            row = few[first : first + ROW_BUTTONS]
            yield ui.ActionRow(*(_button(button, say(button.text), emoji) for button in row))


def choices(
    offered: Iterable[Offer],
    groups: Iterable[Group],
    say: Say,
    channel: Callable[[str], str],
    url: str | None,
) -> Iterator[Part]:
    """Yield rows with a button for each choice, without duplicates; `groups` as for `rows`.

    Labels have the ids of tables only where nothing else tells two of them apart.

    `channel` returns a channel's name, `url` is the base of the public pages.
    """
    unique = {
        each.url if isinstance(each, Url) else each.act.code: each
        for each in resolved(offered, url)
    }
    said = {each.text: say(located(each.text, channel)) for each in unique.values()}
    brief = {text: without_id(text, label) for text, label in said.items()}
    often = Counter(brief.values())
    labels = {text: label if often[label] == 1 else said[text] for text, label in brief.items()}
    yield from rows(unique.values(), lambda text: labels.get(text) or say(text), groups)


def outside(offered: Iterable[Offer]) -> Iterator[Offer]:
    """Yield what is possible where the bot isn't a member."""
    return (each for each in offered if not (isinstance(each, Button) and each.act.inside))


def people(chosen_for: Pressable, question: Text, most: int, say: Say) -> Row:
    """Return a menu for selecting up to `most` people, of whom something is to be done."""
    placeholder, most = _label(say(question)), min(most, MAX_OPTIONS)
    return ui.ActionRow(
        ui.UserSelect(custom_id=chosen_for.code, placeholder=placeholder, max_values=most)
    )


def _menu(name: str, label: Text, offered: Iterable[Button | Url], say: Say, emoji: Emoji) -> Row:
    """Return a menu for pressing one of several buttons; links can't be in one."""
    options = [
        discord.SelectOption(
            label=_label(say(each.text)), value=each.act.code, emoji=emoji.of(each.sign)
        )
        for each in offered
        if isinstance(each, Button)
    ]
    placeholder = _label(say(label))
    return ui.ActionRow(ui.Select(custom_id=name, placeholder=placeholder, options=options))


def _button(button: Button | Url, words: str, emoji: Emoji) -> "ui.Button[Any]":
    if isinstance(button, Url):
        return ui.Button(label=_label(words), url=button.url)
    return ui.Button(
        label=_label(words),
        custom_id=button.act.code,
        style=_STYLES[button.style],
        emoji=emoji.of(button.sign),
        disabled=button.disabled,
    )


def _label(words: str, most: int = MAX_LENGTH) -> str:
    return words if len(words) <= most else words[: most - 1] + "…"
