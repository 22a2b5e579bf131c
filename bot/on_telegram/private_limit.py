"""The limit of a private chat: about one message or edit a second, with short bursts.

Nothing is left out. Each message gets a slot, in the order in which they are asked for, and waits
for it; the slots of a quiet chat are at once. A board that has to wait keeps its slot, so that
replies can't hold it up, and what it shows then is the newest.
"""

from dataclasses import dataclass, field

LONGEST_SECONDS = 60.0
"""How long replies may have to wait. Only floods get there: then they are left out."""


@dataclass(slots=True)
class PrivateLimit:
    """The slots of a private chat: one in `spacing` seconds, and `at_once` after a pause.

    Slots are times without pauses; `due` adds those that came since.
    """

    spacing: float
    at_once: int
    _next: float = field(default=float("-inf"), init=False)
    """When all slots that have been given would be used up, if there were no bursts."""

    _shift: float = field(default=0.0, init=False)
    """By how much pauses have postponed everything."""

    _paused_until: float = field(default=float("-inf"), init=False)
    _board: float | None = field(default=None, init=False)

    def reserve(self, now: float, messages: int) -> float:
        """Give a slot for so many messages at once."""
        self._next = max(now - self._shift, self._next) + messages * self.spacing
        return self._next - self.at_once * self.spacing

    def due(self, slot: float) -> float:
        """Return the time of a slot."""
        return slot + self._shift

    def delay(self, now: float) -> float:
        """Return how long one more message would have to wait."""
        last = max(now - self._shift, self._next) + self.spacing
        return max(0.0, self.due(last - self.at_once * self.spacing) - now)

    def wait(self, now: float, _board: str, *, burst: bool) -> float:
        """Return 0 if a board may be sent now, or else the seconds until its slot."""
        if self._board is None:
            self._board = self.reserve(now, 1)
        late = self.due(self._board) - now
        if late > 0:
            return late
        self._board = None
        return 0.0

    def admits(self, now: float, _person: str, messages: int) -> bool:
        """Whether a reply of so many messages doesn't wait for too long."""
        return self.delay(now) + (messages - 1) * self.spacing <= LONGEST_SECONDS

    def gathers(self, _now: float, _messages: int) -> float:
        """Replies are gathered in groups only."""
        return 0.0

    def admits_notice(self, _now: float) -> bool:
        """A notice that replies are left out waits for its slot, after all others."""
        return True

    def pause(self, now: float, seconds: float) -> None:
        """Allow nothing for `seconds`, and no burst after that."""
        until = now + seconds
        postponed = max(0.0, until - max(now, self._paused_until))
        burst = (self.at_once - 1) * self.spacing
        self._next = max(self._next, now - self._shift + burst)
        self._shift += postponed
        self._paused_until = max(until, self._paused_until)

    def is_idle(self, now: float) -> bool:
        """Whether the chat needn't be tracked any more."""
        return self.due(self._next) <= now and self._paused_until <= now
