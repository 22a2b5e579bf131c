"""Rate limits and quotas per person, high enough that only floods reach them.

The `limits` library counts in this process's memory, which takes 5 microseconds; counting in the
store would cost each press another round trip (0.2 ms). Several processes together allow a multiple
of each limit, which is still far from a flood.
"""

from typing import Final, NamedTuple

from limits import RateLimitItem, RateLimitItemPerHour, RateLimitItemPerMinute
from limits.storage import MemoryStorage
from limits.strategies import MovingWindowRateLimiter

from bot.table.ids import TableId
from bot.table.intents import (
    Accept,
    AddComputer,
    Answer,
    Claim,
    Decline,
    Extend,
    Intent,
    Join,
    KeepPlaying,
    Leave,
    Move,
    Resume,
    Start,
)
from bot.table.people import User
from bot.table.request import Refusal
from engine.text import Text


class Limit(NamedTuple):
    """A rate, and the refusal for exceeding it."""

    rate: RateLimitItem
    refusal: Text


PRESSES: Final = Limit(
    RateLimitItemPerMinute(240, namespace="presses"), Text("limit.presses", count=240)
)
"""Presses on boards and challenges, per person."""

COMMANDS: Final = Limit(
    RateLimitItemPerMinute(40, namespace="commands"), Text("limit.commands", count=40)
)
"""All other requests, per person."""

BOARDS: Final = Limit(RateLimitItemPerMinute(6, namespace="boards"), Text("limit.boards", count=6))
"""Reposted boards, per person. Each one mentions the player to move."""

CHALLENGES: Final = Limit(
    RateLimitItemPerHour(5, namespace="challenges"), Text("limit.challenges", count=5)
)
"""Challenges from one person to another, open or answered."""

OFFERS: Final = Limit(RateLimitItemPerHour(10, namespace="offers"), Text("limit.offers", count=10))
"""Offers during a game, such as a draw, per person and table."""

WORDS: Final = Limit(RateLimitItemPerHour(10, namespace="words"), Text("word.often", limit=10))
"""Words for the throws, per person and table. Each one edits the table's message."""

RUNNING_GAMES: Final = 50
"""Games with others that one person may play at once."""

PRACTICE_GAMES: Final = 5
"""Games against the computer that one person may have open at once."""

OPEN_CHALLENGES: Final = 3
"""Challenges that one person may have open at once."""

WAITING_CHALLENGES: Final = 10
"""Challenges that may wait for one person's answer at once."""

_ON_BOARDS = (Move, Accept, Decline, Answer, Claim, Extend, KeepPlaying, Resume)
_IN_LOBBIES = (Join, Leave, AddComputer, Start)
_PRESSED = (*_ON_BOARDS, *_IN_LOBBIES)


class Limits:
    """Counts requests, and enforces the rate limits."""

    def __init__(self) -> None:
        self._limiter = MovingWindowRateLimiter(MemoryStorage())

    def admit(self, user: User, intent: Intent) -> None:
        """Count a request. Raises Refusal if it exceeds the person's limit."""
        self.count(PRESSES if isinstance(intent, _PRESSED) else COMMANDS, user)

    def count(self, limit: Limit, *whom: User | TableId) -> None:
        """Count one against `limit` for these people. Raises Refusal if that exceeds it.

        With a table, the limit is for these people at this table.
        """
        if not self.allow(limit, *whom):
            raise Refusal(limit.refusal)

    def allow(self, limit: Limit, *whom: User | TableId) -> bool:
        """Count one against `limit`, like `count`. Returns False if that exceeds it."""
        return self._limiter.hit(limit.rate, *map(str, whom))
