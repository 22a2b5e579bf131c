"""Which buttons of a page belong together, so that no row mixes them."""

from collections.abc import Iterable, Iterator
from itertools import groupby

from bot.table.button import Button, Url


def shelves(buttons: Iterable[Button | Url]) -> Iterator[list[Button | Url]]:
    """Yield neighbouring buttons that belong together; usually all of them."""
    for _, few in groupby(buttons, lambda button: button.shelf):
        yield list(few)
