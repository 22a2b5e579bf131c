"""What the bot knows about a person on all tables: their blocks, and whether they have played."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

from bot.table.people import User


@dataclass(frozen=True, slots=True)
class Preferences:
    """Whose challenges a person refuses: those of `blocked` (with their names), or everyone's.

    `played`: they have started a game before.
    """

    blocked: Mapping[User, str] = field(default_factory=dict)
    blocks_all: bool = False
    played: bool = False

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
