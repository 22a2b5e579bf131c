"""Pauses: how one side can end them alone, a day after asking for it. Pure functions.

Without that, somebody who is losing could keep a game paused until it ends without a winner.
"""

from collections.abc import Iterator

from bot.table.asking import Asking, Refused, Wish
from bot.table.pace import DAY
from bot.table.table import Table
from engine import AnyGame

NOTICE_SECONDS = DAY
"""How long after asking a side can go on, if others don't agree to that."""


def notices(table: Table) -> Iterator[Asking | Refused]:
    """Yield the wishes to end the pause, open or declined."""
    open_ = () if table.asking is None else (table.asking,)
    yield from (each for each in (*table.refused, *open_) if each.wish is Wish.RESUME)


def alone_from(game: AnyGame, table: Table, seat: int) -> int | None:
    """Return when the side of `seat` can end the pause alone, None if it hasn't asked for that."""
    side = game.side(seat)
    asked = (each.at for each in notices(table) if game.side(each.seat) == side)
    first = min(asked, default=None)
    return None if first is None else first + NOTICE_SECONDS
