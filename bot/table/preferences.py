"""What a person has set for themselves, wherever they play."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from bot.table.people import User


@dataclass(frozen=True, slots=True)
class Preferences:
    """Whose challenges a person refuses: those of `blocked` (with their names), or everyone's."""

    blocked: Mapping[User, str] = field(default_factory=dict)
    blocks_all: bool = False

    def refuses(self, *users: User) -> bool:
        """Whether this person wants no challenge from somebody who is any of `users`."""
        return self.blocks_all or any(user in self.blocked for user in users)
