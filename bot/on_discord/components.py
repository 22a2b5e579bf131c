"""Buttons and menus: a page's offers as components that any process can read, at any time.

What a component means is in its custom id, written by the codec of all platforms; nothing is kept
in memory for it. So a press works after a restart, in another process, and under another release.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Protocol, Self, TypeAlias

import discord
from discord import ui

from bot.on_discord.names import located
from bot.show.page import Page
from bot.table.button import Button, Offer, Style, Url, resolved
from bot.table.codes import encode
from bot.table.intents import ChooseOpponent, Move, Options
from engine.text import Say, Text

MOST_BUTTONS = 25
MOST_OPTIONS = 25
MOST_LETTERS = 80
"""Of a button's label; a menu's options may be a little longer."""

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

    async def challenge(
        self, interaction: Interaction, code: str, person: discord.abc.User
    ) -> None:
        """Challenge a person who was chosen from a list."""
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
        answering: Answering = interaction.client.inbound
        match self.item:
            case ui.UserSelect(values=[person, *_]):
                await answering.challenge(interaction, self.custom_id, person)
            case ui.Select(values=[code, *_]):
                await answering.press(interaction, code)
            case _:
                await answering.press(interaction, self.custom_id)


def view(page: Page, say: Say, url: str | None = None) -> ui.View:
    """Return the components of a page, for one message; `url` is that of the public pages."""
    made = ui.View(timeout=None)
    for item in _offers(list(resolved(page.buttons, url)), say):
        made.add_item(item)
    made.stop()  # the library need not remember it: what is pressed is matched by its id
    return made


def choices(
    offered: Iterable[Offer], say: Say, channel: Callable[[str], str], url: str | None
) -> ui.View:
    """Return a button for each choice, as many as a message takes; two that mean one are one.

    `channel` tells what a channel is called, `url` is that of the public pages.
    """
    made = ui.View(timeout=None)
    meant = {
        each.url if isinstance(each, Url) else encode(each.intent): each
        for each in resolved(offered, url)
    }
    for each in list(meant.values())[:MOST_BUTTONS]:
        made.add_item(_button(each, say(located(each.text, channel))))
    made.stop()  # as above
    return made


def people(options: Options, say: Say) -> "ui.UserSelect[Any]":
    """Return a list of people, of whom one can be chosen as the opponent."""
    code, asked = encode(ChooseOpponent(options)), _label(say(Text("challenge.whom")))
    return ui.UserSelect(custom_id=code, placeholder=asked)


def _offers(buttons: Sequence[Button | Url], say: Say) -> Iterator[ui.Item[Any]]:
    """A button for each offer; where there are too many, menus of the moves among them."""
    moves = [b for b in buttons if isinstance(b, Button) and isinstance(b.intent, Move)]
    if len(buttons) <= MOST_BUTTONS:
        moves = []
    for number, first in enumerate(range(0, len(moves), MOST_OPTIONS)):
        few = moves[first : first + MOST_OPTIONS]
        yield ui.Select(
            custom_id=f"pick:{number}",
            placeholder=_label(say(Text("discord.pick", count=len(moves)))),
            options=[
                discord.SelectOption(label=_label(say(b.text)), value=encode(b.intent)) for b in few
            ],
        )
    for button in buttons:
        if button not in moves:
            yield _button(button, say(button.text))


def _button(button: Button | Url, words: str) -> "ui.Button[Any]":
    if isinstance(button, Url):
        return ui.Button(label=_label(words), url=button.url)
    code, style = encode(button.intent), _STYLES[button.style]
    return ui.Button(label=_label(words), custom_id=code, style=style)


def _label(words: str, most: int = MOST_LETTERS) -> str:
    return words if len(words) <= most else words[: most - 1] + "…"
