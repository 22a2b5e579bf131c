"""Small things that processes tell each other, each by a name of its own."""

from typing import Protocol


class Notes(Protocol):
    """Kept in the store. May raise StoreDown; every write may be repeated."""

    async def note(self, name: str) -> str | None:
        """The text that was noted last."""
        ...

    async def set_note(self, name: str, text: str) -> None:
        """Note a text, for ever."""
        ...

    async def gate(self, name: str, seconds: int) -> bool:
        """True for whoever comes first; False for everybody else until `seconds` later."""
        ...

    async def count(self, name: str, seconds: int) -> int:
        """Count one more, and return how many there are since counting began.

        It begins anew `seconds` after it began.
        """
        ...

    async def hold(self, name: str, holder: str, seconds: float) -> int:
        """Hold `name` for so long, or go on holding it; return the token, 0 if another holds it.

        A new holder's token is higher than those of all before.
        """
        ...

    async def let_go(self, name: str, holder: str) -> None:
        """Hold `name` no longer; nothing happens if another holds it."""
        ...
