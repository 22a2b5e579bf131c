"""Named values, gates, counters, locks and reports that processes share."""

from collections.abc import Mapping
from typing import NamedTuple, Protocol

from bot.table.ids import TableId


def changes_of(table: TableId) -> str:
    """Return the name by which `Notes.hears` tells of changes to a table."""
    return f"table:{table}"


class Said(NamedTuple):
    """What somebody says, and for how many seconds more unless they say it again."""

    text: str
    seconds: float


class Notes(Protocol):
    """Kept in the store. Methods may raise StoreDown. Writes are idempotent."""

    async def note(self, name: str) -> str | None:
        """Return the current text, None if there is none."""
        ...

    async def set_note(self, name: str, text: str) -> None:
        """Set the text, without expiry."""
        ...

    async def gate(self, name: str, seconds: int) -> bool:
        """Return True for the first caller, and False for all others until `seconds` later."""
        ...

    async def count(self, name: str, seconds: int) -> int:
        """Increment a counter, and return it. It restarts `seconds` after its first increment."""
        ...

    async def hold(self, name: str, holder: str, seconds: float) -> int:
        """Acquire or renew the lock `name`; return its token, or 0 if another holder has it.

        The lock expires after `seconds`. The token grows with every new holder (a fencing token),
        and begins again two days after the last one.
        """
        ...

    async def left(self, name: str) -> float:
        """Return for how many seconds more the lock is held unless it is renewed; 0 if it isn't."""
        ...

    async def report(self, name: str, holder: str, text: str, seconds: float) -> Mapping[str, Said]:
        """Say something as `holder` for `seconds`; return what all say now, by holder."""
        ...

    async def said(self, name: str) -> Mapping[str, Said]:
        """Return what all say now, by holder."""
        ...

    async def hears(self, name: str, seconds: float) -> None:
        """Return once the lock `name` is released, what is reported changes, or after `seconds`.

        Under the name `changes_of(table)`, once the table changes, or another one is posted that
        follows it. A change just before the call may be missed.
        """
        ...

    async def leave(self, name: str, holder: str) -> None:
        """Take back what `holder` says."""
        ...

    async def let_go(self, name: str, holder: str) -> None:
        """Release the lock; does nothing if another holder has it."""
        ...
