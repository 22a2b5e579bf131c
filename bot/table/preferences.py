"""What the bot knows about a person on all tables: their blocks, and whether they have played."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol

from bot.table.people import User


class Reminders(StrEnum):
    """How many reminders a person wants."""

    ON = "on"
    LESS = "less"
    OFF = "off"


@dataclass(frozen=True, slots=True)
class Quiet:
    """Hours of the day in local time, from `start` to `end`, which may be past midnight."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Vacation:
    """A vacation, in Unix seconds; the person is back at `until`."""

    start: int
    until: int


@dataclass(frozen=True, slots=True)
class Preferences:
    """Whose challenges a person refuses: those of `blocked` (with their names), or everyone's.

    `played`: they have started a game before.
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


class PreferenceStore(Protocol):
    """Storage of preferences, which expire a year after their last use.

    Methods may raise StoreDown. Writes are idempotent.
    """

    async def preferences(self, user: User) -> Preferences:
        """Return a person's preferences."""
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
