"""What the bot knows about a person on all tables: their blocks, reminders, hours and vacation."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol, TypedDict, Unpack

from typing_extensions import override

from bot.table.people import User


class Reminders(StrEnum):
    """How many reminders of their turns a person wants."""

    ON = "on"
    LESS = "less"
    OFF = "off"


@dataclass(frozen=True, slots=True)
class Quiet:
    """Quiet hours: from the hour `start` to the hour `end`, which may be on the next day.

    Hours are 0 to 23, in local time. Raises ValueError for others, and if both are the same.
    """

    start: int
    end: int

    def __post_init__(self) -> None:
        if not {self.start, self.end} <= set(range(24)) or self.start == self.end:
            raise ValueError(f"no quiet hours: {self}")

    @override
    def __str__(self) -> str:
        return f"{self.start}-{self.end}"

    @classmethod
    def read(cls, text: str) -> "Quiet":
        """Parse what `str` wrote; raises ValueError for anything else."""
        start, end = text.split("-")
        return cls(int(start), int(end))


@dataclass(frozen=True, slots=True)
class Vacation:
    """A vacation, planned or past: the person is away from `start`, and is back at `until`.

    Times are Unix seconds. Raises ValueError unless `start` is before `until`.
    """

    start: int
    until: int

    def __post_init__(self) -> None:
        if self.start >= self.until:
            raise ValueError(f"no vacation: {self}")

    @override
    def __str__(self) -> str:
        return f"{self.start}-{self.until}"

    @classmethod
    def read(cls, text: str) -> "Vacation":
        """Parse what `str` wrote; raises ValueError for anything else."""
        start, until = text.split("-")
        return cls(int(start), int(until))

    def covers(self, at: float) -> bool:
        """Return whether the person is away at `at`."""
        return self.start <= at < self.until


@dataclass(frozen=True, slots=True)
class Preferences:
    """Whose challenges a person refuses, and how and when they want to be reminded.

    They refuse the challenges of `blocked` (with their names), or everyone's if `blocks_all`.
    `played`: they have started a game before. `private`: they want their reminders as private
    messages, which their platform has `refused` to deliver if that is set. `zone` is the time zone
    of `quiet`: an IANA name or an offset such as `+05:30`, empty if unknown, which means UTC.
    `vacation` is their current or last one. `language` is the tag of the language in which they
    last changed a preference.
    """

    blocked: Mapping[User, str] = field(default_factory=dict)
    blocks_all: bool = False
    played: bool = False
    reminders: Reminders = Reminders.ON
    private: bool = False
    refused: bool = False
    quiet: Quiet | None = None
    zone: str = ""
    vacation: Vacation | None = None
    language: str = ""

    def refuses(self, *users: User) -> bool:
        """Return whether this person refuses challenges from someone who is any of `users`."""
        return self.blocks_all or any(user in self.blocked for user in users)


class Changes(TypedDict, total=False):
    """New values for fields of `Preferences`."""

    reminders: Reminders
    private: bool
    refused: bool
    quiet: Quiet | None
    zone: str
    vacation: Vacation | None
    language: str


class PreferenceStore(Protocol):
    """Storage of preferences, which expire a year after their last use.

    Methods may raise StoreDown. Writes are idempotent.
    """

    async def preferences(self, user: User) -> Preferences:
        """Return a person's preferences. Values that cannot be read are left at their defaults."""
        ...

    async def block(self, user: User, whom: User | None, name: str = "") -> None:
        """Block challenges to `user` from `whom`, called `name`, or from everyone if None."""
        ...

    async def unblock(self, user: User, whom: User | None) -> None:
        """Remove that block; does nothing if there is none."""
        ...

    async def note_played(self, user: User) -> None:
        """Record that `user` has started a game."""
        ...

    async def prefer(self, user: User, **changes: Unpack[Changes]) -> None:
        """Change some of a person's preferences at once, and leave the others as they are."""
        ...
