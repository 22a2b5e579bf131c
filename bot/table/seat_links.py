"""Which links to seats a table has, as values; `bot.table.invites` makes the links."""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class SeatLinks:
    """Which links a table has: their series, and those of it that have been used.

    A new series makes all links of earlier ones invalid.
    """

    series: int = 0
    used: tuple[int, ...] = ()


NO_LINKS: Final = SeatLinks()
