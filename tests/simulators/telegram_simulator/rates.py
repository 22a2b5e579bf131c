"""How many messages and edits Telegram takes from a bot: in each chat, and in all of them.

From its FAQ for bots: about one a second in a private chat, with short bursts; 20 a minute in a
group; 30 a second over all chats. Answers to queries and chat actions don't count. How short a
burst is, it doesn't say; here, it is as long as an album, which is one call.
"""

import math
from collections import deque
from collections.abc import Callable
from typing import Protocol

from telegram_simulator.members import Json
from telegram_simulator.refusals import Refused

COUNTED = ("send", "edit")  # prefixes of methods
NOT_COUNTED = {"sendChatAction"}
MANY = {"sendMediaGroup"}  # each picture is a message

GROUP, MINUTE = 20, 60
BURST, PRIVATE_SECONDS = 10, 1.0
TOTAL, TOTAL_SECONDS = 30, 1.0


def too_many(retry_after: float) -> Refused:
    """Too many requests."""
    said = f"Too Many Requests: retry after {retry_after}"
    return Refused(429, said, {"retry_after": retry_after})


class Rate(Protocol):
    """What limits some messages; times are in seconds."""

    def wait(self, now: float, messages: int) -> float:
        """Return how long so many messages have to wait; 0 if they needn't."""
        ...

    def take(self, now: float, messages: int) -> None:
        """Count messages."""
        ...


class Window:
    """At most `most` messages in any `seconds`."""

    def __init__(self, most: int, seconds: float) -> None:
        self.most, self.seconds = most, seconds
        self._sent: deque[float] = deque()

    def wait(self, now: float, messages: int) -> float:
        """Return how long it takes until the oldest message no longer counts."""
        while self._sent and now - self._sent[0] >= self.seconds:
            self._sent.popleft()
        if len(self._sent) + messages <= self.most:
            return 0.0
        return self._sent[0] + self.seconds - now if self._sent else self.seconds

    def take(self, now: float, messages: int) -> None:
        """Count messages."""
        self._sent.extend([now] * messages)


class Bucket:
    """One message in `seconds`, and up to `burst` at once after a pause."""

    def __init__(self, burst: int, seconds: float) -> None:
        self.burst, self.seconds = burst, seconds
        self._full = float("-inf")  # when a whole burst is possible

    def wait(self, now: float, messages: int) -> float:
        """Return how long it takes until there is room for the messages."""
        room = self.burst * self.seconds - max(0.0, self._full - now)
        return max(0.0, messages * self.seconds - room)

    def take(self, now: float, messages: int) -> None:
        """Count messages."""
        self._full = max(now, self._full) + messages * self.seconds


class Rates:
    """The limits that are in force; None of a kind: no such limit."""

    def __init__(
        self,
        clock: Callable[[], float],
        *,
        group: Callable[[], Rate] | None = None,
        private: Callable[[], Rate] | None = None,
        total: Rate | None = None,
    ) -> None:
        self._clock = clock
        self._group, self._private, self._total = group, private, total
        self._chats: dict[int, Rate] = {}

    def check(self, method: str, params: Json) -> None:
        """Count a request, or refuse it."""
        if not method.startswith(COUNTED) or method in NOT_COUNTED:
            return
        now, messages = self._clock(), len(params.get("media", [0])) if method in MANY else 1
        rates = [rate for rate in (self._of(params.get("chat_id")), self._total) if rate]
        wait = max((rate.wait(now, messages) for rate in rates), default=0.0)
        if wait > 1e-6:  # what is left of sums of times isn't a wait
            raise too_many(math.ceil(wait))
        for rate in rates:
            rate.take(now, messages)

    def _of(self, chat: object) -> Rate | None:
        if not isinstance(chat, int):
            return None  # an inline message
        new = self._private if chat > 0 else self._group
        if new is not None and chat not in self._chats:
            self._chats[chat] = new()
        return self._chats.get(chat)
