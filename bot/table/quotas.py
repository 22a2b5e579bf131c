"""How many of something a person may have done lately, counted one by one."""

from typing import Protocol


class Quotas(Protocol):
    """Items that are counted under a name. May raise StoreDown; every write may be repeated.

    An item is counted once, however often it is: a request that is delivered again costs nothing.
    """

    async def take(self, name: str, item: str, *, now: int, until: int, limit: int) -> bool:
        """Count `item` until then (Unix seconds); False if `limit` others are counted.

        Those whose time has come are counted no longer.
        """
        ...

    async def taken(self, name: str) -> tuple[str, ...]:
        """What is counted, first what is counted no longer first."""
        ...

    async def give_back(self, name: str, item: str) -> None:
        """Count this item no longer."""
        ...
