"""A table: one game in a channel, with its people. An immutable value; steps make new ones."""

from dataclasses import dataclass
from enum import StrEnum
from hashlib import blake2b
from string import ascii_lowercase
from typing import NewType

from bot.table.people import Place, User
from bot.table.seats import Computer, Free, Holder, Kept, Person, Seat
from engine.game import Over, Places

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


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """Everything that is known of a game but its record.

    There is a seat for each seat of its game. No seat is free or kept once
    play has begun. `header`, `position` and `story` are written by the game that the header tells.
    `position` is empty until play begins. `before` and `story` tell what a board tells: the
    position it began in and the record entries since, which are those of a person's step and of
    what computers did after it. `lying` are the casts of the present turn, as written by the throw
    table; `casts` counts all casts so far. `places` are groups of seats, best first
    (`engine.game.Over`), and empty where nobody was placed. `idle_days` says for how many days
    nobody had moved when the table last told so, 0 since the last move. `hosted_by` is the seat of
    whoever posted the table. `hint` is the key of the one that is given to the seat to move, empty
    for none. Times are Unix seconds.
    """

    id: TableId
    code: str
    revision: int
    status: Status
    header: str
    seed: bytes
    place: Place
    seats: tuple[Seat, ...]
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
    places: Places = ()
    idle_days: int = 0
    hint: str = ""
    hosted_by: int = 0

    @property
    def is_practice(self) -> bool:
        """Whether one person plays against computers, or is to."""
        return not any(isinstance(seat, Free | Kept) for seat in self.seats) and (
            sum(isinstance(seat, Person) for seat in self.seats) == 1
        )

    @property
    def people(self) -> frozenset[User]:
        """Everyone whom the table concerns: who has a seat, and for whom one is kept."""
        return frozenset(seat.user for seat in self.seats if isinstance(seat, Person | Kept))

    @property
    def asked(self) -> tuple[Kept, ...]:
        """For whom seats are kept."""
        return tuple(seat for seat in self.seats if isinstance(seat, Kept))

    @property
    def has_free_seat(self) -> bool:
        """Whether anyone may take a seat."""
        return any(isinstance(seat, Free) for seat in self.seats)

    @property
    def taken(self) -> tuple[Holder, ...]:
        """Who has a seat, in the order of seats."""
        return tuple(seat for seat in self.seats if isinstance(seat, Person | Computer))

    @property
    def guests(self) -> tuple[Holder, ...]:
        """Who else than the host has a seat, in the order of seats."""
        others = (*self.seats[: self.hosted_by], *self.seats[self.hosted_by + 1 :])
        return tuple(seat for seat in others if isinstance(seat, Person | Computer))

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that came first; nobody in a draw, or where nobody was placed."""
        return Over(self.places).winners(len(self.seats)) if self.places else ()

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
        host = self.seats[self.hosted_by]
        assert isinstance(host, Person)  # noqa: S101 - who posts a table has a seat
        return host

    def seat_of(self, user: User) -> int | None:
        """The seat that `user` has, None without one."""
        for number, seat in enumerate(self.seats):
            if isinstance(seat, Person) and seat.user == user:
                return number
        return None
