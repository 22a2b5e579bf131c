"""Who is told how a table has ended: people who did not end it, and may not have been there."""

from collections.abc import Collection, Mapping, Sequence
from typing import Final

from bot.table.pace import MINUTE
from bot.table.people import User
from bot.table.seats import Kept, Person, Seat
from bot.table.table import Ending, Status, Table

QUICK_SECONDS: Final = 5 * MINUTE
"""Moves closer together than this count as quick play, in which everyone looks at the board."""

AT_ONCE_SECONDS: Final = 5 * MINUTE
"""A challenge that is cancelled within this time is not worth a second mention."""

_PLAYED_OUT: Final = (Ending.WON, Ending.DRAWN)


def hearers(before: Table, after: Table, by: Collection[User]) -> tuple[int, ...]:
    """Return the seats of those who are to be told that a table is over, one for each person.

    `by` are the accounts of who ended it; it is empty if it ended by itself. Nobody is told the end
    of quick play, of a game that they alone have played against computers, or of a challenge that
    was cancelled at once.
    """
    if before.status is Status.OVER or after.status is not Status.OVER:
        return ()
    if before.is_practice or before.is_demo:
        return ()
    quick = after.touched - before.touched < QUICK_SECONDS
    retracted = after.touched - after.created < AT_ONCE_SECONDS
    if (quick and after.ending in _PLAYED_OUT) or (retracted and after.ending is Ending.CANCELLED):
        return ()
    left = after.seats[after.ended_by or 0] if after.ending is Ending.LEFT else None
    gone = (left.user,) if isinstance(left, Person) else ()
    found = hearing(after.seats)
    return tuple(seat for user, seat in found.items() if user not in (*by, *gone))


def hearing(seats: Sequence[Seat]) -> Mapping[User, int]:
    """Return the first seat of each person who has one or for whom one is reserved."""
    found = dict[User, int]()
    for number, seat in enumerate(seats):
        if isinstance(seat, Person | Kept) and not seat.user.is_deleted:
            found.setdefault(seat.user, number)
    return found
