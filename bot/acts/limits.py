"""Rate limits and quotas per person, high enough that only floods reach them.

They are counted in this process's memory, which takes 1.5 microseconds; counting in the store would
cost each press another round trip (0.2 ms). Several processes together allow a multiple of each
limit, which is still far from a flood.

The `limits` library has such windows in memory, too, but never forgets anyone: after each press, a
thread looks through all people who have ever pressed, which takes 39 ms with 10,000 of them.
"""

import time
from collections import OrderedDict, defaultdict, deque
from collections.abc import Callable
from typing import Final, NamedTuple, TypeAlias

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
from bot.table.pace import HOUR, MINUTE
from bot.table.people import User
from bot.table.request import Refusal
from engine.text import Text

_Whom: TypeAlias = tuple[User | TableId, ...]


class Limit(NamedTuple):
    """At most `most` requests in any `seconds`, and the refusal for exceeding that."""

    name: str
    most: int
    seconds: float
    refusal: Text


PRESSES: Final = Limit("presses", 240, MINUTE, Text("limit.presses", count=240))
"""Presses on boards and challenges, per person."""

COMMANDS: Final = Limit("commands", 40, MINUTE, Text("limit.commands", count=40))
"""All other requests, per person."""

BOARDS: Final = Limit("boards", 6, MINUTE, Text("limit.boards", count=6))
"""Reposted boards, per person. Each one mentions the player to move."""

CHALLENGES: Final = Limit("challenges", 5, HOUR, Text("limit.challenges", count=5))
"""Challenges from one person to another, open or answered."""

OFFERS: Final = Limit("offers", 10, HOUR, Text("limit.offers", count=10))
"""Offers during a game, such as a draw, per person and table."""

WORDS: Final = Limit("words", 10, HOUR, Text("word.often", limit=10))
"""Words for the throws, per person and table. Each one edits the table's message."""

REVIEWS: Final = Limit("reviews", 12, MINUTE, Text("limit.reviews", count=12))
"""Reviews of finished games, per person. Each one takes up to a few seconds of processor time."""

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
    """Counts requests, and enforces the rate limits; `clock` returns seconds."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._counted: dict[str, OrderedDict[_Whom, deque[float]]] = defaultdict(OrderedDict)
        """When each was counted, by limit; those who haven't been for longest come first."""

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
        now, counted = self._clock(), self._counted[limit.name]
        over = now - limit.seconds
        while counted and next(iter(counted.values()))[-1] <= over:
            counted.popitem(last=False)
        times = counted.setdefault(whom, deque())
        while times and times[0] <= over:
            times.popleft()
        if len(times) >= limit.most:
            return False
        times.append(now)
        counted.move_to_end(whom)
        return True
