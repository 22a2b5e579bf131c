"""Which buttons of a page belong together, so that no row mixes them."""

from collections.abc import Iterable, Iterator
from itertools import groupby

from bot.table.button import Button, Url


def shelves(buttons: Iterable[Button | Url]) -> Iterator[list[Button | Url]]:
    """Yield neighbouring buttons that belong together; usually all of them."""
    for _, few in groupby(buttons, _shelf):
        yield list(few)


def _shelf(button: Button | Url) -> str:
    return button.shelf if isinstance(button, Button) else ""
