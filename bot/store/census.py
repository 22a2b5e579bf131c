"""How many games there are: each that isn't over has one piece of upkeep scheduled."""

from typing import Any, Final

from bot.store import keys
from bot.store.link import Link
from bot.store.queues import is_of_wrong_type
from bot.table.ids import TableId
from bot.table.upkeep import UPKEEP

AT_ONCE: Final = 1000
"""About how many pieces of due work a command reads."""


async def open_games(link: Link) -> int:
    """Return how many games run or wait for players, with those about to be deleted unplayed.

    It is exact unless games begin or end meanwhile. Raises StoreDown.
    """
    cursors = dict.fromkeys(keys.all_due(), 0)
    found: set[bytes] = set()
    while cursors:
        left = tuple(cursors.items())

        def read(pipeline: Any, left: tuple[tuple[str, int], ...] = left) -> None:
            for key, cursor in left:
                pipeline.zscan(key, cursor, match=keys.falling(TableId("*"), UPKEEP), count=AT_ONCE)

        answers = await link.batch(read, is_of_wrong_type)  # which whoever uses it sets aside
        cursors = {}
        for (key, _), answer in zip(left, answers, strict=True):
            if not isinstance(answer, Exception):
                cursor, members = answer
                found.update(member for member, _ in members)
                if cursor:
                    cursors[key] = cursor
    return len(found)
