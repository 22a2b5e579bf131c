"""Rate limiting of messages and edits, per chat and in total, before they are sent.

Telegram lets a bot send about one message a second to a private chat, 20 a minute to a group, and
30 a second in all. Edits count, too; answers to presses don't.

The library's `AIORateLimiter` delays calls after they are made, so boards are outdated when they
arrive. It lets 20 through at once and up to 20 more in the same minute, and when Telegram refuses
one, it stops calls to all chats. In a 150 s test, in a group with a change every second and a
command every 15 s, boards came up to 43 s late, replies 31 s, and a call to another chat 42 s. With
this module, boards were at most 1 s old and 8 s apart, nothing was refused, and other chats didn't
wait.
"""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Final

from telegram.error import RetryAfter

from bot.on_telegram.group_limit import Allowance, GroupLimit
from bot.on_telegram.private_limit import PrivateLimit

NOTICE_SECONDS: Final = 60.0
"""How long not to tell a chat again that replies are left out."""

NOTABLE_SECONDS: Final = 2.0
"""A reply that has to wait for longer is announced."""

TYPING_SECONDS: Final = 4.0
"""How often to repeat that; Telegram shows it for five seconds."""

MAX_CHATS: Final = 1000
"""How many chats to track before dropping idle ones."""

Sleep = Callable[[float], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Rates:
    """Telegram's limits on messages and edits.

    It doesn't say how many a private chat takes at once. An album is one call with ten messages.
    """

    group_minute: int = 20
    private_second: float = 1.0
    private_at_once: int = 10
    total_second: int = 30


RATES: Final = Rates()


@dataclass(slots=True)
class _Chat:
    """A chat's limit, and when it was told that replies are left out."""

    limit: GroupLimit | PrivateLimit
    noticed: float = field(default=float("-inf"))


class Flood:
    """Counts what this process sends to each chat and in total.

    `clock` is monotonic, in seconds (`time.monotonic`), and `sleep` waits by it.
    """

    def __init__(
        self,
        clock: Callable[[], float],
        rates: Rates = RATES,
        sleep: Sleep = asyncio.sleep,
    ) -> None:
        self._clock = clock
        self._sleep = sleep
        self._rates = rates
        self._total: deque[float] = deque(maxlen=rates.total_second)
        """When the latest messages were or will be sent, as many as go in a second."""
        self._chats: dict[str, _Chat] = {}
        self._max_chats = MAX_CHATS

    def wait(self, chat: str, board: str = "", *, burst: bool = False) -> float:
        """Count a board and return 0, or return the seconds until its turn, which it keeps.

        With `burst`, half of a group's limit may be used at once: nobody plays in that chat.
        """
        return self._limit(chat).wait(self._clock(), board, burst=burst)

    async def gathering(self, chat: str, messages: int = 1) -> None:
        """Wait until replies to several people in a group may be sent in so many messages."""
        while (late := self._limit(chat).gathers(self._clock(), messages)) > 0:
            await self._sleep(late)

    def admits(self, chat: str, person: str, messages: int = 1) -> bool:
        """Count a reply of `messages` to `person`, and return True if the limit allows it.

        In a private chat it waits for its `turn` and is counted there.
        """
        return self._limit(chat).admits(self._clock(), person, messages)

    def admits_notice(self, chat: str) -> bool:
        """Count a notice that replies are left out, and return True if the limit allows it.

        It allows at most one a minute.
        """
        now, state = self._clock(), self._chat(chat)
        if now - state.noticed < NOTICE_SECONDS or not state.limit.admits_notice(now):
            return False
        state.noticed = now
        return True

    def delay(self, chat: str) -> float:
        """Return how many seconds one more reply would have to wait."""
        return self._limit(chat).delay(self._clock())

    async def turn(
        self, chat: str, messages: int = 1, announce: Callable[[], Awaitable[object]] | None = None
    ) -> None:
        """Wait until so many messages may be sent to a chat, at once; `announce` a notable wait."""
        limit = self._limit(chat)
        slot = limit.reserve(self._clock(), messages)
        while (late := limit.due(slot) - self._clock()) > 0:
            if announce is not None and late > NOTABLE_SECONDS:
                await announce()
            await self._sleep(min(late, TYPING_SECONDS))
        await self.total_turn(messages)

    async def total_turn(self, messages: int = 1) -> None:
        """Wait until so many messages may be sent, whatever the chat."""
        now = at = self._clock()
        for _ in range(messages):
            full = len(self._total) == self._rates.total_second
            at = max(at, self._total[-1] if self._total else at, self._total[0] + 1 if full else at)
            self._total.append(at)
        if at > now:
            await self._sleep(at - now)

    def pause(self, chat: str, seconds: float) -> None:
        """Send nothing to `chat` for `seconds`, usually because Telegram asked for it."""
        self._limit(chat).pause(self._clock(), seconds)

    def _limit(self, chat: str) -> GroupLimit | PrivateLimit:
        return self._chat(chat).limit

    def _new(self, chat: str) -> _Chat:
        rates = self._rates
        if chat.startswith(("-", "@")):  # a group or a channel
            return _Chat(GroupLimit(Allowance(rates.group_minute)))
        return _Chat(PrivateLimit(1 / rates.private_second, rates.private_at_once))

    def _chat(self, chat: str) -> _Chat:
        """Return the state of `chat`."""
        if len(self._chats) > self._max_chats:
            now = self._clock()
            self._chats = {
                name: each
                for name, each in self._chats.items()
                if not each.limit.is_idle(now) or now - each.noticed < NOTICE_SECONDS
            }
            self._max_chats = max(MAX_CHATS, 2 * len(self._chats))
        if chat not in self._chats:
            self._chats[chat] = self._new(chat)
        return self._chats[chat]


def retry_seconds(later: RetryAfter) -> float:
    """Return the number of seconds to wait after a RetryAfter."""
    after = later.retry_after
    return float(after) if isinstance(after, int) else after.total_seconds()
