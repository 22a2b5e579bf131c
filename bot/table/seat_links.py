"""Which links to seats a table has, as values; `bot.table.invites` makes the links."""

from dataclasses import dataclass
from typing import Final

from bot.table.people import User
from bot.table.seats import Person


@dataclass(frozen=True, slots=True)
class Renewed:
    """A guest's seat for which the host has made a new link, because the guest had lost it.

    `user` has the seat. The link counts since `revision`; it is None if the link has been used, or
    the guest has done something since. `before` are those who had the seat in other browsers, the
    first one first; they can take it back. Once one has, it is `settled`, and there are no more
    links.
    """

    user: User
    revision: int | None = None
    before: tuple[Person, ...] = ()
    settled: bool = False


@dataclass(frozen=True, slots=True)
class SeatLinks:
    """Which links a table has: their series, and those of it that have been used.

    A new series makes all links of earlier ones invalid. `renewed` are those to taken seats.
    """

    series: int = 0
    used: tuple[int, ...] = ()
    renewed: tuple[Renewed, ...] = ()


NO_LINKS: Final = SeatLinks()
