"""Users and bots."""

from dataclasses import dataclass
from typing import Any

from typing_extensions import override

Json = dict[str, Any]


@dataclass(eq=False, repr=False)
class User:
    """A user or a bot."""

    id: int
    name: str
    language: str | None = None
    username: str | None = None
    bot: bool = False
    deleted: bool = False

    @override
    def __repr__(self) -> str:
        return self.name

    def json(self) -> Json:
        found: Json = {"id": self.id, "is_bot": self.bot, "first_name": self.name}
        found |= {"username": self.username} if self.username else {}
        return found | ({"language_code": self.language} if self.language else {})


ANONYMOUS = User(1_087_968_824, "Group", username="GroupAnonymousBot", bot=True)
"""The apparent sender of an anonymous administrator's messages."""
