"""A table: one game in a channel, with its people. An immutable value; steps make new ones."""

from dataclasses import dataclass
from enum import StrEnum
from typing import NewType, TypeAlias

from bot.table.people import Place, User

TableId = NewType("TableId", str)
"""Ten letters and digits; public, in logs and button payloads."""


class Status(StrEnum):
    """How far a table has come."""

    OFFERED = "offered"
    PLAYING = "playing"
    OVER = "over"


class Ending(StrEnum):
    """Why a table is over."""

    WON = "won"
    DRAWN = "drawn"
    RESIGNED = "resigned"
    ABORTED = "aborted"
    DECLINED = "declined"
    CANCELLED = "cancelled"
    EXPIRED = "expired"
    CLOSED = "closed"


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who has a seat, or is to have one; `word` went into the casts (public)."""

    user: User
    name: str
    word: str = ""


@dataclass(frozen=True, slots=True)
class Computer:
    """A computer player of some strength."""

    level: str


Holder: TypeAlias = Person | Computer


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """Everything that is known of a game but its record.

    While OFFERED, `seats` holds the host and, for a practice game, the computer; `invited` is
    the person addressed, None where anybody may accept. `header`, `position` and `story` are
    written by the game (`engine.open_game(header)` reads them). `position` is empty until play
    begins. `before` and `story` tell the last step: the position it began in and the record
    entries it added. `lying` are the casts of the present turn, as written by the throw table;
    `casts` counts all casts so far. Times are Unix seconds.
    """

    id: TableId
    code: str
    revision: int
    status: Status
    header: str
    seed: bytes
    place: Place
    seats: tuple[Holder, ...]
    invited: Person | None
    created: int
    touched: int
    position: str = ""
    before: str = ""
    story: tuple[str, ...] = ()
    lying: tuple[str, ...] = ()
    casts: int = 0
    moves: int = 0
    ending: Ending | None = None
    ended_by: int | None = None
    winner: int | None = None

    @property
    def host(self) -> Person:
        """Who posted the table."""
        host = self.seats[0]
        assert isinstance(host, Person)  # noqa: S101 - seat 0 is always the poster's
        return host

    def seat_of(self, user: User) -> int | None:
        """The seat that `user` has, None without one."""
        for seat, holder in enumerate(self.seats):
            if isinstance(holder, Person) and holder.user == user:
                return seat
        return None
