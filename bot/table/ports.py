"""Ports: the interfaces that tables need from the outside; the wiring picks implementations."""

from collections.abc import Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from enum import Enum, StrEnum, auto
from typing import NewType, Protocol

from bot.table.accounts import Accounts
from bot.table.due import Due, Dues
from bot.table.ids import TableId
from bot.table.notes import Notes
from bot.table.pace import DAY
from bot.table.people import Place, Platform, User
from bot.table.preferences import PreferenceStore
from bot.table.quotas import Quotas
from bot.table.settings import Settings
from bot.table.subscriptions import Subscriptions
from bot.table.table import Table
from engine.text import Text

Operation = NewType("Operation", str)
"""The idempotency key of one press or command: the same for every delivery of it."""

REDELIVERY_SECONDS = DAY
"""How long a platform may redeliver the same request."""


MAX_REST_SECONDS = 3600.0
"""The longest rest of a board. A time further ahead is a leftover of a clock that was set back."""


PLAYED_SECONDS = DAY
"""How long a place remembers which games were played there."""

PLAYED_MOST = 100
"""The maximum number of games that a place remembers."""


class Down(StrEnum):
    """Why the store cannot do what it was asked."""

    AWAY = "away"
    """It does not answer. Nothing was changed."""
    FULL = "full"
    """It is full: it can be read but not written. Nothing was changed."""
    READ_ONLY = "read-only"
    """It can be read but not written. Nothing was changed."""
    FORBIDDEN = "forbidden"
    """The server denies the bot's user a right. Nothing was changed."""
    UNSURE = "unsure"
    """It did not confirm a write, which may or may not have happened."""


class StoreDown(Exception):  # noqa: N818 - a condition that every caller may meet
    """The store is unavailable, for `reason`. The same operation may be retried.

    No operation is ever half done.
    """

    def __init__(self, reason: Down = Down.AWAY) -> None:
        super().__init__(reason.value)
        self.reason = reason

    @property
    def text(self) -> Text:
        """The message for users."""
        return Text(f"store.{self.reason}")


class Unsafe(Exception):  # noqa: N818 - a condition, not a fault
    """A change was made, but too few replicas have confirmed it in time."""


class CorruptRecord(ValueError):  # noqa: N818 - describes the stored bytes
    """A stored table that cannot be read; the exception's message says why.

    Such a table is never overwritten. `text` is the message for users.
    """

    text = Text("table.corrupt")


class NewerRecord(CorruptRecord):
    """A stored table written by a newer release, with data that this release would lose."""

    text = Text("table.newer")


class Verdict(Enum):
    """The result of a commit."""

    APPLIED = auto()
    REPEATED = auto()  # this operation was applied before
    APPLIED_UNSAFE = auto()  # and too few replicas have it yet
    REPEATED_UNSAFE = auto()
    STALE = auto()  # the table has moved on to another revision

    @property
    def applied(self) -> bool:
        """Whether this call made the change."""
        return self in (Verdict.APPLIED, Verdict.APPLIED_UNSAFE)

    @property
    def unsafe(self) -> bool:
        """Whether the change stands, but has too few replicas to survive a failure."""
        return self in (Verdict.APPLIED_UNSAFE, Verdict.REPEATED_UNSAFE)


@dataclass(frozen=True, slots=True)
class Shown:
    """What a place shows of a table: up to which revision, in which message.

    The message is `""` if the place no longer shows the table. Times are Unix seconds, 0 if
    unknown.
    """

    revision: int
    message: str
    posted: float = 0
    """When the message was posted."""
    at: float = 0
    """When this revision was shown in it."""
    agreement: str = ""
    """What the message said when it was posted (`bot.table.agreement`), empty if unknown."""


@dataclass(frozen=True, slots=True)
class Showing:
    """All that is needed to show a board: the table, what its place shows now, its settings."""

    table: Table
    shown: Shown | None
    settings: Settings


@dataclass(frozen=True, slots=True)
class Overdue:
    """A board that a place has yet to show, and since when, as far as that is known."""

    table: TableId
    place: Place
    since: float | None = field(default=None, compare=False)


def resting_until(now: float, seconds: float) -> float:
    """Return when a board that rests from `now` on may be shown again."""
    return now + min(seconds, MAX_REST_SECONDS)


def rests(since: float, now: float) -> bool:
    """Return whether a board that is overdue since `since`, possibly a future time, still rests."""
    return now < since <= now + MAX_REST_SECONDS


class Indexes(Protocol):
    """Where tables are found. Lists leave out tables that cannot be read."""

    async def index(self, table: Table) -> None:
        """Add a table to the indexes of its people and places, before it is created or moved.

        Those who have left it find it with `past_of`.

        Also renews these entries and the watch code for a year, so call it now and then while the
        table is open.
        """
        ...

    async def unindex(self, table: Table) -> None:
        """Move a finished table to the indexes of such tables. It keeps its watch code.

        `past_of` lists it from now on for all and, if play had begun, `played_in` for
        `PLAYED_SECONDS` after its end.
        """
        ...

    async def tables_of(self, user: User) -> tuple[Table, ...]:
        """Return all open tables that concern a person, newest first."""
        ...

    async def tables_in(self, place: Place) -> tuple[Table, ...]:
        """Return all open tables that one channel shows, newest first."""
        ...

    async def played_in(self, place: Place, *, since: float, limit: int) -> tuple[Table, ...]:
        """Return the games that ended in one channel after `since`, at most `limit`, newest first.

        All but the last `PLAYED_MOST` are missing.
        """
        ...

    async def disconnect(self, table: TableId, user: User) -> None:
        """Remove what points from a person to a table that doesn't name them any more.

        These are the indexes by person, and what is noted of the table's board in places that are
        named after them.
        """
        ...

    async def past_of(self, user: User) -> tuple[TableId, ...]:
        """Return tables of the last year that a person has left, or that are over, newest first.

        They store the person's account. Tables that have been deleted since may be listed, too.
        """
        ...


class Boards(Protocol):
    """What places show, and what they have yet to show."""

    async def overdue(self, platform: Platform, limit: int = 100) -> tuple[Overdue, ...]:
        """Return boards that are yet to be shown on `platform`, longest waiting first.

        Resting boards are left out at no cost. Entries that cannot be parsed are set aside.
        """
        ...

    async def any_overdue(self, platform: Platform) -> None:
        """Return once `overdue` may find something on `platform`, in whatever process it happened.

        A board that has just become overdue is first left to the process that has changed it.
        """
        ...

    async def rest(self, table: TableId, place: Place, seconds: float) -> None:
        """Postpone an overdue board by `seconds`, at most `MAX_REST_SECONDS`.

        Until then, neither `overdue` nor `showing` returns it in any process. No effect on a board
        that is not overdue.
        """
        ...

    async def shown(self, table: TableId, place: Place) -> Shown | None:
        """Return what this place shows of the table, None if nothing is noted."""
        ...

    async def mark_shown(self, table: TableId, place: Place, shown: Shown) -> bool:
        """Note what was shown. Returns False if the table has moved on and the board is overdue."""
        ...

    async def unshow(self, table: TableId, place: Place, revision: int) -> bool:
        """Like `mark_shown`, for a place that stops showing the table: nothing is noted there."""
        ...

    async def give_up(self, table: TableId, place: Place, revision: int) -> None:
        """Stop trying to show this revision, because it cannot be shown.

        The next will be overdue.
        """
        ...

    async def mark_overdue(self, table: TableId, place: Place) -> None:
        """Mark the table's board as overdue in `place`, whatever its revision."""
        ...

    def showing(self, table: TableId, place: Place) -> AbstractAsyncContextManager[Showing | None]:
        """Take a short lease on a board, and read all that is needed to show it.

        Yields None if another process or task holds the lease, the board rests, or the place is up
        to date. A board whose table is gone is dropped. The lease expires if it cannot be released.
        Raises CorruptRecord like `load`.
        """
        ...


class Store(
    Accounts, Boards, Dues, Indexes, Notes, PreferenceStore, Quotas, Subscriptions, Protocol
):
    """Storage of tables. Every method may raise StoreDown. Writes are idempotent.

    `create`, `commit` and `change_settings` raise it with Down.UNSURE if the write may have
    happened. Repeating the same call settles whether it did.

    `load`, `by_code` and `showing` raise CorruptRecord for a table that cannot be read; lists leave
    such tables out.

    The conformance suite (tests/bot/store) defines what an implementation must do.
    """

    async def load(self, table: TableId) -> Table | None:
        """Return the table in its current state, None if there is none."""
        ...

    async def create(
        self,
        table: Table,
        operation: Operation,
        dues: Sequence[Due] = (),
        entries: Sequence[str] = (),
    ) -> bool:
        """Add a table at revision 1, to be shown in its places.

        Adds it to the indexes of its people and its places, and schedules `dues`. `entries` begin
        its record, if play has begun. Returns False if another operation has created it.
        """
        ...

    async def commit(
        self,
        after: Table,
        entries: Sequence[str],
        operation: Operation,
        places: Sequence[Place],
        dues: Sequence[Due] = (),
    ) -> Verdict:
        """Replace the table's revision `after.revision - 1` and append `entries` to its record.

        Atomic: state, record and operation, `places` marked as overdue, `dues` scheduled, or none
        of it. A finished table and its record expire a year after its end, or after a few days if
        it was never played; other tables never expire.
        """
        ...

    async def applied(self, table: TableId, operation: Operation) -> bool:
        """Return whether this operation is among the last ones that changed the table."""
        ...

    async def record(self, table: TableId) -> tuple[str, ...]:
        """Return the record's entries so far."""
        ...

    async def by_code(self, code: str) -> TableId | None:
        """Return the table with this watch code, None if there is none."""
        ...

    async def erase(self, table: Table) -> None:
        """Delete a table with its record, watch code and index entries."""
        ...

    async def settings(self, place: Place) -> Settings:
        """Return the settings of the channel of `place`. Threads share those of their channel."""
        ...

    async def change_settings(self, place: Place, settings: Settings) -> None:
        """Replace the settings of the channel of `place`."""
        ...

    async def forget(self, user: User) -> None:
        """Delete an account's preferences, blocks, subscriptions, indexes and private settings.

        It is no longer linked to others, which keep theirs. Its tables stay as they are. Other
        people's blocks of it go on under its pseudonym, and without its name.
        """
        ...

    async def secret(self, name: str) -> bytes:
        """Return 32 random bytes, the same in every process that asks for this name."""
        ...

    async def ping(self) -> None:
        """Raise StoreDown if the store does not answer."""
        ...


class Clock(Protocol):
    """The current time."""

    def __call__(self) -> float:
        """Return the current time in Unix seconds."""
        ...
