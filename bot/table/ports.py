"""What the tables need from outside; the wiring decides who provides it."""

from collections.abc import AsyncGenerator, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from enum import Enum, StrEnum, auto
from typing import NewType, Protocol

from bot.table.due import Due, Dues
from bot.table.notes import Notes
from bot.table.people import Place, Platform, User
from bot.table.preferences import PreferenceStore
from bot.table.quotas import Quotas
from bot.table.settings import Settings
from bot.table.table import Table, TableId
from engine.text import Text

Operation = NewType("Operation", str)
"""What one press or command is known by, the same when it is delivered again."""

REPEATED_SECONDS = 24 * 3600
"""How long platforms may deliver the same request again."""


REST_SECONDS_MOST = 3600.0
"""How long a board rests at most; a time further ahead was written before a clock was set back."""


class Down(StrEnum):
    """Why the store does not do what it is asked."""

    AWAY = "away"
    """It does not answer. Nothing was changed."""
    FULL = "full"
    """It has no room for changes; what it holds can be read. Nothing was changed."""
    READ_ONLY = "read-only"
    """It takes no changes; what it holds can be read. Nothing was changed."""
    UNSURE = "unsure"
    """It was asked for a change and has not answered: the change may have been made, or not."""


class StoreDown(Exception):  # noqa: N818 - a state of the world, met by every caller
    """The store does not do what it is asked, for `reason`; the same act may be tried again.

    Nothing was half done.
    """

    def __init__(self, reason: Down = Down.AWAY) -> None:
        super().__init__(reason.value)
        self.reason = reason

    @property
    def text(self) -> Text:
        """What people are told."""
        return Text(f"store.{self.reason}")


class CorruptRecord(ValueError):  # noqa: N818 - reads as what it says of the bytes
    """A stored table that cannot be read; the message names what is wrong. It is left as it is.

    `text` is what people are told.
    """

    text = Text("table.corrupt")


class NewerRecord(CorruptRecord):
    """A stored table that a newer release wrote: this one would lose what it cannot read."""

    text = Text("table.newer")


class Verdict(Enum):
    """What became of a commit."""

    APPLIED = auto()
    REPEATED = auto()  # this operation had been applied before
    STALE = auto()  # the table has another revision by now


@dataclass(frozen=True, slots=True)
class Shown:
    """What a place shows of a table: up to which revision, in which message.

    No message (`""`): nothing of the table stands there any more. Times are Unix seconds, 0 where
    they are not known.
    """

    revision: int
    message: str
    posted: float = 0
    """When the message was posted."""
    at: float = 0
    """When this revision was shown in it."""
    old: tuple[str, ...] = ()
    """Messages that have yet to be retired, as releases noted them that did not schedule it."""


@dataclass(frozen=True, slots=True)
class Showing:
    """What a place is to show: the table as it is now, what stands there, how it wants it."""

    table: Table
    shown: Shown | None
    settings: Settings


@dataclass(frozen=True, slots=True)
class Overdue:
    """A board that some place has yet to show."""

    table: TableId
    place: Place


def resting_until(now: float, seconds: float) -> float:
    """When a board that rests from `now` on may be shown again."""
    return now + min(seconds, REST_SECONDS_MOST)


def rests(since: float, now: float) -> bool:
    """Whether a board that is overdue `since` then, perhaps a time to come, still rests."""
    return now < since <= now + REST_SECONDS_MOST


class Store(Dues, Notes, PreferenceStore, Quotas, Protocol):
    """Where tables live. Every method may raise StoreDown; every write may be repeated.

    `create`, `commit` and `change_settings` raise it with Down.UNSURE if they may have been done.
    The same call, made again, settles that.

    `load`, `by_code` and `showing` raise CorruptRecord for a table that cannot be read; lists
    leave such tables out.

    One conformance suite (tests/bot/store) says what an implementation has to do.
    """

    async def load(self, table: TableId) -> Table | None:
        """The table as it is now."""
        ...

    async def create(self, table: Table, operation: Operation, dues: Sequence[Due] = ()) -> bool:
        """Add a table, at revision 1, to be shown in its place; False if another operation did.

        Its people and its place find it in their indexes from then on; `dues` fall due at it.
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
        """Replace the table of revision `after.revision - 1` and extend its record, or do nothing.

        All or nothing: state, record, operation, `places` marked as to be shown, `dues` scheduled.
        A table that is over is kept for a year from then on, with its record; others for ever.
        """
        ...

    async def applied(self, table: TableId, operation: Operation) -> bool:
        """Whether this operation is among the last ones that changed the table."""
        ...

    async def record(self, table: TableId) -> tuple[str, ...]:
        """The record's entries so far."""
        ...

    async def by_code(self, code: str) -> TableId | None:
        """The table with this watch code."""
        ...

    async def index(self, table: Table) -> None:
        """Let the people of a table, and its place, find it, before it concerns them.

        Renews for how long they and its watch code lead to it (a year): to be asked again, at
        least now and then, while the table is open.
        """
        ...

    async def unindex(self, table: Table) -> None:
        """Take a table that is over out of the indexes; its watch code lasts as long as it does."""
        ...

    async def tables_of(self, user: User) -> tuple[Table, ...]:
        """Every open table that concerns a person, newest first."""
        ...

    async def tables_in(self, place: Place) -> tuple[Table, ...]:
        """Every open table of one channel, newest first."""
        ...

    async def overdue(self, platform: Platform, limit: int = 100) -> tuple[Overdue, ...]:
        """Boards that have yet to be shown on `platform`, first what has waited longest.

        Those that rest are left out, and cost nothing. A board whose table is gone is forgotten;
        what cannot be read is set aside.
        """
        ...

    async def rest(self, table: TableId, place: Place, seconds: float) -> None:
        """Leave an overdue board alone for so long, at most `REST_SECONDS_MOST`.

        Meanwhile neither `overdue` nor `showing` gives it to anybody, in whichever process. A board
        that is not overdue does not rest.
        """
        ...

    async def shown(self, table: TableId, place: Place) -> Shown | None:
        """What this place shows of the table."""
        ...

    async def mark_shown(self, table: TableId, place: Place, shown: Shown) -> bool:
        """Note what was shown.

        The board is overdue (False) if the table has moved on since.
        """
        ...

    async def give_up(self, table: TableId, place: Place, revision: int) -> None:
        """Do not ask for this revision to be shown, which cannot be; the next one is overdue."""
        ...

    async def mark_overdue(self, table: TableId, place: Place) -> None:
        """Ask for the table to be shown in `place`, at whatever revision it is."""
        ...

    def showing(self, table: TableId, place: Place) -> AbstractAsyncContextManager[Showing | None]:
        """A short lease on a board, and all that is needed to show it, read under the lease.

        None: another holder has it, in whichever process, or it rests, or the place has all that
        there is to show. It ends by itself where it cannot be given back. CorruptRecord as from
        `load`.
        """
        ...

    async def settings(self, place: Place) -> Settings:
        """What is set for the channel of `place`; threads have their channel's settings."""
        ...

    async def change_settings(self, place: Place, settings: Settings) -> None:
        """Set everything for the channel of `place`."""
        ...

    async def secret(self, name: str) -> bytes:
        """32 random bytes, the same for every process that asks for this name."""
        ...

    async def ping(self) -> None:
        """Nothing, or StoreDown."""
        ...


@dataclass(frozen=True, slots=True)
class Message:
    """A message of the web chat.

    `version` grows with every change in its channel; `order` is the version at which the
    message was added, and so its place among the others.
    """

    id: str
    order: int
    version: int
    body: str


class Channels(Protocol):
    """The messages and people of the web chat's channels. May raise StoreDown.

    A channel that nobody has posted in or come into for a year is forgotten, and so is a person of
    a channel who has not come in for a year.
    """

    async def post(
        self, channel: str, message: str, body: str, *, once: bool = False, keep: int = 500
    ) -> int:
        """Add a message, or change the one of this id in its place; return its version.

        With `once` a message that is there stays as it is. A channel keeps its `keep` newest.
        """
        ...

    async def drop(self, channel: str, message: str) -> None:
        """Take a message away; a reader learns of it by a version with an empty body."""
        ...

    async def since(self, channel: str, version: int) -> tuple[Message, ...]:
        """Messages added or changed after `version`, oldest change first."""
        ...

    async def version(self, channel: str) -> int:
        """The version of the newest change; 0 where there is none.

        It is smaller than before where the store has gone back to an earlier state.
        """
        ...

    def listen(self, channel: str) -> AsyncGenerator[int, None]:
        """Versions as they come, and now and then one without a change, so that nothing is missed.

        Never ends, and survives lost connections.
        """
        ...

    async def enter(self, channel: str, user: str, name: str) -> bool:
        """Note that somebody has come into a channel under a name, which may be a new one.

        False, and nothing is changed, if somebody else has or had the name, in whatever case.
        """
        ...

    async def people(self, channel: str) -> dict[str, str]:
        """The people of a channel: names by user id."""
        ...


class Clock(Protocol):
    """The time of day."""

    def __call__(self) -> float:
        """Unix seconds."""
        ...
