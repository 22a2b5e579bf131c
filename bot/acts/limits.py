"""What one person may ask for in a while: limits that people never meet, and floods do.

Counted by the `limits` library in this process's memory, which takes 5 microseconds; counted in the
store each press would take a round trip more (0.2 ms). Several processes let through as many times
as much, which is still no flood.
"""

from typing import Final, NamedTuple

from limits import RateLimitItem, RateLimitItemPerHour, RateLimitItemPerMinute
from limits.storage import MemoryStorage
from limits.strategies import MovingWindowRateLimiter

from bot.table.intents import Accept, Decline, Intent, Move
from bot.table.people import User
from bot.table.request import Refusal
from engine.text import Text


class Limit(NamedTuple):
    """So many in a while, and what is said about one too many."""

    rate: RateLimitItem
    refusal: Text


PRESSES: Final = Limit(
    RateLimitItemPerMinute(240, namespace="presses"), Text("limit.presses", count=240)
)
"""Presses on boards and challenges, by one person."""

COMMANDS: Final = Limit(
    RateLimitItemPerMinute(40, namespace="commands"), Text("limit.commands", count=40)
)
"""Everything else that one person asks for."""

BOARDS: Final = Limit(RateLimitItemPerMinute(6, namespace="boards"), Text("limit.boards", count=6))
"""Boards that one person has posted anew, each calling the player who is to move."""

CHALLENGES: Final = Limit(
    RateLimitItemPerHour(5, namespace="challenges"), Text("limit.challenges", count=5)
)
"""Challenges of one person to another, open or answered."""

RUNNING_GAMES: Final = 50
"""Games with others that one person may play at once."""

PRACTICE_GAMES: Final = 5
"""Games against the computer that one person may have open at once."""

OPEN_CHALLENGES: Final = 3
"""Challenges that one person may have open at once."""

WAITING_CHALLENGES: Final = 10
"""Challenges that may wait for one person's answer at once."""

_PRESSED = (Move, Accept, Decline)


class Limits:
    """Counts what people ask for."""

    def __init__(self) -> None:
        self._limiter = MovingWindowRateLimiter(MemoryStorage())

    def admit(self, user: User, intent: Intent) -> None:
        """Count a request; Refusal if it is one too many."""
        self.count(PRESSES if isinstance(intent, _PRESSED) else COMMANDS, user)

    def count(self, limit: Limit, *people: User) -> None:
        """Count one more for these people; Refusal if it is one too many."""
        if not self.allow(limit, *people):
            raise Refusal(limit.refusal)

    def allow(self, limit: Limit, *people: User) -> bool:
        """Count one more for these people, unless it is one too many."""
        return self._limiter.hit(limit.rate, *map(str, people))
