"""A table: one game in a channel, with its people. An immutable value; steps make new ones."""

from dataclasses import dataclass
from enum import StrEnum
from hashlib import blake2b
from string import ascii_lowercase
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
    ABANDONED = "abandoned"  # nobody moved for too long


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
    `casts` counts all casts so far. `idle_days` says for how many days nobody had moved when the
    table last told so, 0 since the last move. Times are Unix seconds.
    """

    id: TableId
    code: str
    revision: int
    status: Status
    header: str
    seed: bytes
    place: Place
    seats: tuple[Holder, ...]
    invited: Person | None = None
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
    idle_days: int = 0

    @property
    def is_practice(self) -> bool:
        """Whether a computer plays, or is to play."""
        return any(isinstance(holder, Computer) for holder in self.seats)

    @property
    def people(self) -> frozenset[User]:
        """Everyone whom the table concerns: who has a seat, and who is invited to one."""
        holders = (*self.seats, self.invited)
        return frozenset(holder.user for holder in holders if isinstance(holder, Person))

    @property
    def mark(self) -> str:
        """A few letters that tell this step from another of the same revision.

        After the store has lost its last steps, a different one may carry a revision that boards
        already show; the marks of their buttons differ from it but for one time in 450,000.
        """
        step = (self.id, str(self.revision), self.position, self.before, *self.story)
        number = int.from_bytes(blake2b("|".join(step).encode(), digest_size=8).digest())
        letters = len(ascii_lowercase)
        return "".join(ascii_lowercase[number // letters**at % letters] for at in range(4))

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
