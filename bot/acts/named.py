"""Acts by their names.

Acts don't import each other, so that each can be read and changed alone; what one offers of another
is called by name. A test resolves the calls within `bot/acts`.
"""

from collections.abc import Iterable
from typing import Any

from bot.table.button import Button, Offer, Pressable, Style
from bot.table.request import Reply
from bot.table.table import Table
from engine.text import Text

ACTS: dict[str, type[Any]] = {}
"""The class of each act by its name; acts enter themselves when they are imported."""

CODES: dict[str, type[Any]] = {}
"""The class of each act by its name on buttons."""


def act(name: str, *values: object, **more: object) -> Pressable:
    """Return the act of this name with the values of its fields."""
    pressable: Pressable = ACTS[name](*values, **more)
    return pressable


def button(
    text: Text | str, name: str, *values: object, style: Style = Style.PLAIN, **more: object
) -> Button:
    """Return a button for the act of this name; `text` is its label, or the label's key."""
    return Button(Text(text) if isinstance(text, str) else text, act(name, *values, **more), style)


async def perform(name: str, here: object, *values: object, **more: object) -> Reply:
    """Do the act of this name in the context `here`.

    Only the service checks whether the actor is a moderator.
    """
    reply: Reply = await ACTS[name](*values, **more).handle(here)
    return reply


def menu_of(name: str, table: Table, here: object) -> Iterable[Offer]:
    """Return what the act of this name puts in the menu of a table."""
    offers: Iterable[Offer] = ACTS[name].menu(table, here)
    return offers
