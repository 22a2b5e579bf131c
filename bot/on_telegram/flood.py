"""Rate limiting of messages and edits, per chat and minute, before they are sent.

Boards have priority and are spaced evenly, so that quick play never leads to a long wait. Replies
to commands have their own share of the limit, and no user can use it all up.

The library's `AIORateLimiter` delays calls after they are made, so boards are outdated when they
arrive. It lets 20 through at once and up to 20 more in the same minute, and when Telegram refuses
one, it stops calls to all chats. In a 150 s test, in a group with a change every second and a
command every 15 s, boards came up to 43 s late, replies 31 s, and a call to another chat 42 s. With
this module, boards were at most 1 s old and 8 s apart, nothing was refused, and other chats didn't
wait.
"""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from telegram.error import RetryAfter

GROUP_MINUTE = 20
"""Telegram's limit for a bot's messages and edits in a group per minute."""

GROUP_AT_ONCE = 2
"""Reposting a board takes two calls: the second removes the old message's buttons."""

PRIVATE_MINUTE = 60
PRIVATE_AT_ONCE = 30

SPAN_SECONDS = 60.0

MAX_CHATS = 1000
"""How many chats to track before dropping idle ones."""


@dataclass(frozen=True, slots=True)
class Allowance:
    """A chat's limit per minute, and how many boards it may get at once."""

    minute: int
    at_once: int

    @property
    def reserve(self) -> int:
        """The part of the limit that is reserved for replies."""
        return self.minute // 20

    @property
    def share(self) -> int:
        """The maximum number of replies, if boards leave enough room."""
        return max(1, self.minute // 4)

    @property
    def quiet(self) -> int:
        """Up to this many messages of any kind, replies may use more than the reserve."""
        return max(1, self.minute // 2)

    def spacing(self, answers: int) -> float:
        """Return the seconds between boards, given the number of replies in the last minute."""
        boards = self.minute - max(self.reserve, answers) - self.at_once + 1
        return SPAN_SECONDS / max(1, boards)


@dataclass(slots=True)
class _Chat:
    """What was sent to a chat in the last minute; `next` is when the next board is due."""

    sent: deque[float] = field(default_factory=deque)
    answers: deque[tuple[float, str]] = field(default_factory=deque)
    next: float = 0.0
    paused_until: float = 0.0
    noticed: float = float("-inf")

    def forget(self, until: float) -> None:
        """Drop everything sent up to a time."""
        while self.sent and self.sent[0] <= until:
            self.sent.popleft()
        while self.answers and self.answers[0][0] <= until:
            self.answers.popleft()

    def is_idle(self, now: float) -> bool:
        """Whether the chat needn't be tracked any more."""
        last = self.sent[-1] + SPAN_SECONDS if self.sent else 0.0
        return max(last, self.next, self.paused_until, self.noticed + SPAN_SECONDS) <= now


class Flood:
    """Counts what this process has sent to each chat in the last minute.

    `clock` is monotonic, in seconds (`time.monotonic`).
    """

    def __init__(self, clock: Callable[[], float], group_minute: int = GROUP_MINUTE) -> None:
        self._clock = clock
        self._group = Allowance(group_minute, GROUP_AT_ONCE)
        self._private = Allowance(PRIVATE_MINUTE, PRIVATE_AT_ONCE)
        self._chats: dict[str, _Chat] = {}
        self._max_chats = MAX_CHATS

    def wait(self, chat: str, *, burst: bool = False) -> float:
        """Count one board and return 0, or return the seconds until the limit allows it.

        With `burst`, half of the limit may be used at once: nobody plays in that chat.
        """
        now, limit, state = self._clock(), self._allowance(chat), self._recent(chat)
        if burst:
            limit = replace(limit, at_once=limit.quiet)
        spacing = limit.spacing(len(state.answers))
        # The spacing may have become shorter since `next` was set, with fewer replies.
        spaced = min(state.next - (limit.at_once - 1) * spacing, now + SPAN_SECONDS)
        room = max(state.paused_until, spaced)
        if len(state.sent) >= limit.minute:
            room = max(room, state.sent[-limit.minute] + SPAN_SECONDS)
        if room > now:
            return room - now
        state.next = max(now, state.next) + spacing
        state.sent.append(now)
        return 0.0

    def admits(self, chat: str, person: str, messages: int = 1) -> bool:
        """Count a reply of `messages` to `person`, and return True if the limit allows it."""
        now, limit, state = self._clock(), self._allowance(chat), self._recent(chat)
        answers, sent = len(state.answers) + messages, len(state.sent) + messages
        own = sum(asker == person for _, asker in state.answers)
        group = limit is self._group
        if state.paused_until > now or (group and own >= self._per_user):
            return False
        if answers > limit.reserve and (answers > limit.share or sent > limit.quiet):
            return False
        state.sent.extend([now] * messages)
        state.answers.extend([(now, person)] * messages)
        return True

    def admits_notice(self, chat: str) -> bool:
        """Count a notice that replies are left out, and return True if the limit allows it.

        It allows at most one a minute.
        """
        now, state = self._clock(), self._recent(chat)
        too_soon = now - state.noticed < SPAN_SECONDS or state.paused_until > now
        if too_soon or len(state.sent) >= self._allowance(chat).minute:
            return False
        state.noticed = now
        state.sent.append(now)
        state.answers.append((now, ""))
        return True

    def count(self, chat: str) -> None:
        """Count a message that is sent regardless of the limit."""
        self._recent(chat).sent.append(self._clock())

    def pause(self, chat: str, seconds: float) -> None:
        """Send nothing to `chat` for `seconds`, usually because Telegram asked for it."""
        self._recent(chat).paused_until = self._clock() + seconds

    @property
    def _per_user(self) -> int:
        """How many replies in a group one user may get per minute."""
        return max(1, self._group.share * 3 // 5)

    def _allowance(self, chat: str) -> Allowance:
        shared = chat.startswith(("-", "@"))  # a group or a channel
        return self._group if shared else self._private

    def _recent(self, chat: str) -> _Chat:
        """Return the state of `chat`, up to date."""
        now = self._clock()
        if len(self._chats) > self._max_chats:
            self._chats = {c: state for c, state in self._chats.items() if not state.is_idle(now)}
            self._max_chats = max(MAX_CHATS, 2 * len(self._chats))
        state = self._chats.setdefault(chat, _Chat())
        state.forget(now - SPAN_SECONDS)
        return state


def retry_seconds(later: RetryAfter) -> float:
    """Return the number of seconds to wait after a RetryAfter."""
    after = later.retry_after
    return float(after) if isinstance(after, int) else after.total_seconds()
