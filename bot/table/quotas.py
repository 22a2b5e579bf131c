"""Quotas: how many of something a person has done recently."""

from typing import Protocol


class Quotas(Protocol):
    """Sets of items counted under a name. Methods may raise StoreDown. Writes are idempotent.

    Counting an item again has no effect, so a redelivered request costs nothing.
    """

    async def take(self, name: str, item: str, *, now: int, until: int, limit: int) -> bool:
        """Count `item` until `until` (Unix seconds). Returns False if `limit` others are counted.

        Expired items no longer count.
        """
        ...

    async def taken(self, name: str, *, now: int) -> tuple[str, ...]:
        """Return the counted items that haven't expired, the first to expire first."""
        ...

    async def give_back(self, name: str, item: str) -> None:
        """Stop counting this item."""
        ...
