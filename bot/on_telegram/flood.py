"""How much a chat bears: so many messages and edits a minute, counted before they are sent.

Boards come first and are spaced evenly, so that quick play never ends in a long wait. Answers to
commands have a share of their own, of which nobody can take all.

The library's `AIORateLimiter` delays calls that are made already, whose boards grow old meanwhile.
It lets 20 through at once and up to 20 more within the same minute, and where Telegram refuses one,
it stops the calls to every chat. In a group with a change every second and a question every 15 s,
over 150 s, boards came up to 43 s late, answers 31 s, and a call to another chat 42 s. As counted
here, boards were at most 1 s old and 8 s apart, nothing was refused, and no other chat waited.
"""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from telegram.error import RetryAfter

GROUP_MINUTE = 20
"""What Telegram lets a bot write and edit in a group within a minute."""

GROUP_AT_ONCE = 2
"""A board that is posted anew is two messages: the one that it replaces loses its buttons."""

PRIVATE_MINUTE = 60
PRIVATE_AT_ONCE = 30

SPAN_SECONDS = 60.0

MANY_CHATS = 1000
"""So many are remembered before those are forgotten where nothing was sent of late."""


@dataclass(frozen=True, slots=True)
class Allowance:
    """What one chat bears in a minute, and how many boards may go there at once."""

    minute: int
    at_once: int

    @property
    def reserve(self) -> int:
        """How much is kept for answers however many boards there are."""
        return self.minute // 20

    @property
    def share(self) -> int:
        """How many answers there may be where boards leave the room."""
        return max(1, self.minute // 4)

    @property
    def calm(self) -> int:
        """Up to so many messages of any kind, answers may use more than what is reserved."""
        return max(1, self.minute // 2)

    def spacing(self, answers: int) -> float:
        """How many seconds are between two boards, given the answers of the last minute."""
        boards = self.minute - max(self.reserve, answers) - self.at_once + 1
        return SPAN_SECONDS / max(1, boards)


@dataclass(slots=True)
class _Chat:
    """What was sent to a chat within the last minute; `next` is when the next board is due."""

    sent: deque[float] = field(default_factory=deque)
    answers: deque[tuple[float, str]] = field(default_factory=deque)
    next: float = 0.0
    rests_until: float = 0.0
    noticed: float = float("-inf")

    def forget(self, began: float) -> None:
        """Forget what was sent before the last minute began."""
        while self.sent and self.sent[0] <= began:
            self.sent.popleft()
        while self.answers and self.answers[0][0] <= began:
            self.answers.popleft()

    def is_idle(self, now: float) -> bool:
        """Whether there is nothing to remember."""
        last = self.sent[-1] + SPAN_SECONDS if self.sent else 0.0
        return max(last, self.next, self.rests_until, self.noticed + SPAN_SECONDS) <= now


class Flood:
    """Counts what this process sent to each chat within the last minute.

    `clock` gives seconds that never go back (`time.monotonic`).
    """

    def __init__(self, clock: Callable[[], float], group_minute: int = GROUP_MINUTE) -> None:
        self._clock = clock
        self._group = Allowance(group_minute, GROUP_AT_ONCE)
        self._private = Allowance(PRIVATE_MINUTE, PRIVATE_AT_ONCE)
        self._chats: dict[str, _Chat] = {}
        self._many = MANY_CHATS

    def wait(self, chat: str, *, burst: bool = False) -> float:
        """Count one board for `chat`, or say how many seconds later there will be room for it.

        `burst`: half of a minute's may go at once, for nobody plays in that chat.
        """
        now, bears, state = self._clock(), self._allowance(chat), self._lately(chat)
        if burst:
            bears = replace(bears, at_once=bears.calm)
        spacing = bears.spacing(len(state.answers))
        # Where answers end in between, boards come closer than when `next` was set.
        spaced = min(state.next - (bears.at_once - 1) * spacing, now + SPAN_SECONDS)
        room = max(state.rests_until, spaced)
        if len(state.sent) >= bears.minute:
            room = max(room, state.sent[-bears.minute] + SPAN_SECONDS)
        if room > now:
            return room - now
        state.next = max(now, state.next) + spacing
        state.sent.append(now)
        return 0.0

    def admits(self, chat: str, person: str, messages: int = 1) -> bool:
        """Count an answer of so many messages that `person` asked for, if there is room for it."""
        now, bears, state = self._clock(), self._allowance(chat), self._lately(chat)
        answers, sent = len(state.answers) + messages, len(state.sent) + messages
        own = sum(whose == person for _, whose in state.answers)
        group = bears is self._group
        if state.rests_until > now or (group and own >= self._most_of_one):
            return False
        if answers > bears.reserve and (answers > bears.share or sent > bears.calm):
            return False
        state.sent.extend([now] * messages)
        state.answers.extend([(now, person)] * messages)
        return True

    def notice(self, chat: str) -> bool:
        """Count a line that says that answers are left out: one a minute, where there is room."""
        now, state = self._clock(), self._lately(chat)
        too_soon = now - state.noticed < SPAN_SECONDS or state.rests_until > now
        if too_soon or len(state.sent) >= self._allowance(chat).minute:
            return False
        state.noticed = now
        state.sent.append(now)
        state.answers.append((now, ""))
        return True

    def count(self, chat: str) -> None:
        """Count a message that is sent whether there is room for it or not."""
        self._lately(chat).sent.append(self._clock())

    def rest(self, chat: str, seconds: float) -> None:
        """Send nothing to `chat` for so long, as Telegram has asked."""
        self._lately(chat).rests_until = self._clock() + seconds

    @property
    def _most_of_one(self) -> int:
        """How many of a group's answers one person may ask for within a minute."""
        return max(1, self._group.share * 3 // 5)

    def _allowance(self, chat: str) -> Allowance:
        many = chat.startswith(("-", "@"))  # a group or a channel
        return self._group if many else self._private

    def _lately(self, chat: str) -> _Chat:
        """What was sent to `chat` within the last minute."""
        now = self._clock()
        if len(self._chats) > self._many:
            self._chats = {c: state for c, state in self._chats.items() if not state.is_idle(now)}
            self._many = max(MANY_CHATS, 2 * len(self._chats))
        state = self._chats.setdefault(chat, _Chat())
        state.forget(now - SPAN_SECONDS)
        return state


def patience(later: RetryAfter) -> float:
    """For how many seconds Telegram wants to be left alone."""
    after = later.retry_after
    return float(after) if isinstance(after, int) else after.total_seconds()
