"""The layout of a store: which keys there are, and what they hold.

Every version from 1.0 on uses layout 1, which needs no number. A later layout writes its number to
`NUMBER` before anything else, so that no older version starts there. Versions before 1.0 wrote
secrets of other names at their start, and their tables can't be read.
"""

from enum import Enum, auto
from typing import Any, Final

from bot.store.link import Link

LAYOUT: Final = 1

NUMBER: Final = "puluc:layout"
"""The key of a layout's number."""

BEFORE_1_0: Final = ("secret:tables", "secret:web")
"""Keys of versions before 1.0. They must never be used again."""


class Misfit(Enum):
    """Which version's layout a store has, if this one can't use it."""

    BEFORE_1_0 = auto()
    LATER = auto()


async def misfit(link: Link) -> Misfit | None:
    """Return why this version can't use the store; None if it can. Raises StoreDown."""

    def look(pipeline: Any) -> None:
        pipeline.get(NUMBER)
        for key in BEFORE_1_0:
            pipeline.exists(key)

    number, *earlier = await link.batch(look)
    if any(earlier):
        return Misfit.BEFORE_1_0
    return None if number in (None, str(LAYOUT).encode()) else Misfit.LATER
