"""What the bot stores of the chats that it serves itself, about the people in them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from typing_extensions import override

from bot.table.people import User


@dataclass(frozen=True, slots=True)
class Line:
    """A message of a person; `posted` is Unix seconds."""

    posted: float
    text: str


@dataclass(frozen=True, slots=True)
class Chat:
    """A channel that a person has entered, their name there, and what they wrote, oldest first."""

    channel: str
    name: str
    lines: tuple[Line, ...]


class Chats(Protocol):
    """The chats that the bot serves itself. Methods may raise StoreDown."""

    async def of(self, user: User) -> Sequence[Chat]:
        """Return what is stored about a person."""
        ...

    async def forget(self, user: User) -> None:
        """Delete it: their name, their messages, and notices that name them. Idempotent."""
        ...


class NoChats(Chats):
    """Implements `Chats` where the bot serves none."""

    @override
    async def of(self, _user: User) -> Sequence[Chat]:
        return ()

    @override
    async def forget(self, _user: User) -> None:
        pass
