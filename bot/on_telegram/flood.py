"""How much a chat bears: so many messages and edits a minute, counted before they are sent."""

from collections import deque

from telegram.error import RetryAfter

from bot.table.ports import Clock

GROUP_MINUTE = 20
"""What Telegram lets a bot write and edit in a group within a minute."""

PRIVATE_MINUTE = 60
SPAN_SECONDS = 60.0

MANY_CHATS = 1000
"""So many are remembered before those are forgotten where nothing was sent of late."""


class Flood:
    """Counts what this process sent to each chat within the last minute.

    The first half of what a chat bears may go out at once; the rest is spread, so that nobody who
    plays quickly waits for a whole minute at the end of it.
    """

    def __init__(self, clock: Clock, group_minute: int = GROUP_MINUTE) -> None:
        self._clock = clock
        self._group_minute = group_minute
        self._sent: dict[str, deque[float]] = {}
        self._resting: dict[str, float] = {}

    def wait(self, chat: str) -> float:
        """Count one message to `chat`, or say how many seconds later there will be room for it."""
        now, sent = self._clock(), self._lately(chat)
        many = chat.startswith(("-", "@"))  # a group or a channel
        most = self._group_minute if many else PRIVATE_MINUTE
        room = self._resting.get(chat, 0.0)
        if len(sent) >= most:
            room = max(room, sent[-most] + SPAN_SECONDS)
        elif len(sent) >= most / 2:
            room = max(room, sent[-1] + SPAN_SECONDS / most)
        if room > now:
            return room - now
        self._resting.pop(chat, None)
        sent.append(now)
        return 0.0

    def count(self, chat: str) -> None:
        """Count a message that is sent whether there is room for it or not."""
        self._lately(chat).append(self._clock())

    def rest(self, chat: str, seconds: float) -> None:
        """Send nothing to `chat` for so long, as Telegram has asked."""
        self._resting[chat] = self._clock() + seconds

    def _lately(self, chat: str) -> deque[float]:
        """When something was sent to `chat` within the last minute."""
        began = self._clock() - SPAN_SECONDS
        if len(self._sent) > MANY_CHATS:
            self._sent = {c: sent for c, sent in self._sent.items() if sent and sent[-1] > began}
        sent = self._sent.setdefault(chat, deque())
        while sent and sent[0] <= began:
            sent.popleft()
        return sent


def patience(later: RetryAfter) -> float:
    """For how many seconds Telegram wants to be left alone."""
    after = later.retry_after
    return float(after) if isinstance(after, int) else after.total_seconds()
