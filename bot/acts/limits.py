"""Rate limits and quotas per person, high enough that only floods reach them.

They are counted in this process's memory, which takes 2 microseconds; counting in the store would
cost each press another round trip (0.2 ms). Several processes together allow a multiple of each
limit, which is still far from a flood. Limits that must hold over all processes are quotas in the
store (`calling.py`, `posting.py`, `aborts.py`).
"""

import time
from collections.abc import Callable
from typing import Final, NamedTuple, TypeAlias

from bot.table.ids import TableId
from bot.table.pace import HOUR, MINUTE
from bot.table.people import User
from bot.table.request import Refusal
from bot.work.window import Window
from engine.text import Text

_Whom: TypeAlias = tuple[User | TableId, ...]


class Limit(NamedTuple):
    """At most `most` requests in any `seconds`, and the refusal for exceeding that."""

    most: int
    seconds: float
    refusal: Text


PRESSES: Final = Limit(240, MINUTE, Text("limit.presses", count=240))
"""Presses on boards and challenges, per person."""

COMMANDS: Final = Limit(90, MINUTE, Text("limit.commands", count=90))
"""All other requests, per person."""

BOARDS: Final = Limit(6, MINUTE, Text("limit.boards", count=6))
"""Reposted boards, per person. Each one mentions the player to move."""

OFFERS: Final = Limit(10, HOUR, Text("limit.offers", count=10))
"""Offers during a game, such as a draw, per person and table."""

WORDS: Final = Limit(10, HOUR, Text("word.often", limit=10))
"""Words for the throws, per person and table. Each one edits the table's message."""

REVIEWS: Final = Limit(12, MINUTE, Text("limit.reviews", count=12))
"""Reviews of finished games, per person. Each one takes up to a few seconds of processor time."""

FORGETS: Final = Limit(5, HOUR, Text("limit.forgets", count=5))
"""Deletions of one's data, per person. Each one looks through everyone's preferences."""

MY_DATA: Final = Limit(5, HOUR, Text("limit.my-data", count=5))
"""Looks at what is stored about oneself, per person. Each one reads all games of a year."""

LINKS: Final = Limit(10, HOUR, Text("limit.links", count=10))
"""Codes entered to link accounts, per person, so that nobody can guess one."""

RUNNING_GAMES: Final = 50
"""Games with others that one person may play at once."""

PRACTICE_GAMES: Final = 5
"""Games against the computer that one person may have open at once."""

OPEN_CHALLENGES: Final = 3
"""Challenges that one person may have open at once."""

WAITING_CHALLENGES: Final = 10
"""Challenges that may wait for one person's answer at once."""


class Limits:
    """Counts requests, and enforces the rate limits; `clock` returns seconds."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._windows: dict[Limit, Window[_Whom]] = {}

    def count(self, limit: Limit, *whom: User | TableId) -> None:
        """Count one against `limit` for these people. Raises Refusal if that exceeds it.

        With a table, the limit is for these people at this table.
        """
        if not self.allow(limit, *whom):
            raise Refusal(limit.refusal)

    def allow(self, limit: Limit, *whom: User | TableId) -> bool:
        """Count one against `limit`, like `count`. Returns False if that exceeds it."""
        if limit not in self._windows:
            self._windows[limit] = Window(limit.most, limit.seconds, self._clock)
        return self._windows[limit].allow(whom)
