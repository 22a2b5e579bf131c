"""Which buttons of a page belong together, so that no row mixes them."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from typing import Final

from bot.table.button import Button, Url
from bot.table.intents import AddComputer, Join, Leave

_SHELVES: Final[Mapping[type, str]] = {Join: "sides", Leave: "seats", AddComputer: "seats"}
"""The buttons with rows of their own: in a lobby its sides, and who has a seat there."""


def shelves(buttons: Iterable[Button | Url]) -> Iterator[list[Button | Url]]:
    """Yield neighbouring buttons that belong together; usually all of them."""
    for _, few in groupby(buttons, _shelf):
        yield list(few)


def _shelf(button: Button | Url) -> str:
    return _SHELVES.get(type(button.intent), "") if isinstance(button, Button) else ""
