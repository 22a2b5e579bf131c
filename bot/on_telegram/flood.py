"""How much a chat bears: so many messages and edits a minute, counted before they are sent."""

from collections import defaultdict, deque

from bot.table.ports import Clock

GROUP_MINUTE = 20
"""What Telegram lets a bot write and edit in a group within a minute."""

PRIVATE_MINUTE = 60
SPAN_SECONDS = 60.0


class Flood:
    """Counts what this process sent to each chat within the last minute."""

    def __init__(self, clock: Clock, group_minute: int = GROUP_MINUTE) -> None:
        self._clock = clock
        self._group_minute = group_minute
        self._sent: defaultdict[str, deque[float]] = defaultdict(deque)

    def wait(self, chat: str) -> float:
        """Count one message to `chat`, or say how many seconds later there will be room for it."""
        now, sent = self._clock(), self._sent[chat]
        while sent and sent[0] <= now - SPAN_SECONDS:
            sent.popleft()
        most = self._group_minute if chat.startswith("-") else PRIVATE_MINUTE
        if len(sent) >= most:
            return sent[0] + SPAN_SECONDS - now
        sent.append(now)
        return 0.0
