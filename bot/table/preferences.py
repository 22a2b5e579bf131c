"""What is known of a person wherever they play: what they have set, and that they have played."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

from bot.table.people import User


@dataclass(frozen=True, slots=True)
class Preferences:
    """Whose challenges a person refuses: those of `blocked` (with their names), or everyone's.

    `played`: they have begun a game before.
    """

    blocked: Mapping[User, str] = field(default_factory=dict)
    blocks_all: bool = False
    played: bool = False

    def refuses(self, *users: User) -> bool:
        """Whether this person wants no challenge from somebody who is any of `users`."""
        return self.blocks_all or any(user in self.blocked for user in users)


class PreferenceStore(Protocol):
    """Keeps them until a year after their last use. May raise StoreDown; writes may be repeated."""

    async def preferences(self, user: User) -> Preferences:
        """What a person has set."""
        ...

    async def block(self, user: User, whom: User | None, name: str = "") -> None:
        """Note that `user` wants no challenges from `whom` (None: from anyone), called `name`."""
        ...

    async def unblock(self, user: User, whom: User | None) -> None:
        """Take that back; where it was not so, nothing happens."""
        ...

    async def note_played(self, user: User) -> None:
        """Note that `user` has begun a game."""
        ...
