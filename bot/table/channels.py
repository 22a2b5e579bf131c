"""The port to what the web chat stores about its channels."""

from collections.abc import AsyncGenerator
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Message:
    """A message of the web chat.

    `version` grows with every change in the channel. `order` is the version at which the message
    was added, which gives its position among the others.
    """

    id: str
    order: int
    version: int
    body: str


class Channels(Protocol):
    """The messages and people of the web chat's channels. Methods may raise StoreDown.

    A channel expires a year after the last post or visit, and a person's entry in it a year after
    their last visit.
    """

    async def post(
        self,
        channel: str,
        message: str,
        body: str,
        *,
        once: bool = False,
        keep: int = 500,
        safe: bool = False,
    ) -> int:
        """Add a message, or replace the one with this id; return its version.

        With `once`, an existing message is left unchanged. A channel keeps its `keep` newest
        messages. With `safe`, raises Unsafe if replicas should have confirmed it, and didn't.
        """
        ...

    async def drop(self, channel: str, message: str) -> None:
        """Delete a message. Readers receive a version of it with an empty body."""
        ...

    async def since(self, channel: str, version: int) -> tuple[Message, ...]:
        """Return messages added or changed after `version`, oldest change first."""
        ...

    async def version(self, channel: str) -> int:
        """Return the version of the newest change; 0 if there is none.

        It can decrease if the store is rolled back.
        """
        ...

    def listen(self, channel: str) -> AsyncGenerator[int, None]:
        """Yield versions as they change, with a repeat now and then in case one was missed.

        Never ends, and survives lost connections.
        """
        ...

    async def enter(self, channel: str, user: str, name: str) -> bool:
        """Record that a user has entered a channel under a name, which may be a new one.

        Returns False and changes nothing if another user has or had that name, ignoring case.
        """
        ...

    async def people(self, channel: str) -> dict[str, str]:
        """Return the names of a channel's people by user id."""
        ...

    async def channels_of(self, user: str) -> tuple[str, ...]:
        """Return the channels that a user has entered, in any order."""
        ...

    async def leave(self, channel: str, user: str) -> None:
        """Remove a user and their names from a channel. Others can have these names then."""
        ...
