"""The limit of a group: so many messages and edits a minute.

Boards have priority and are spaced evenly, so that quick play never leads to a long wait. Each that
has to wait gets a slot, in the order in which they ask, so that no game of several overtakes
another; what it shows then is the newest. Replies to commands have their own share of the limit,
and no user can use it all up; others go to private chats, or several are gathered in one message.

What only one member sees (`ephemeral.py`) counts like any other message: Telegram doesn't say that
it doesn't. Deletions and reactions are no messages, and don't count.
"""

from collections import deque
from dataclasses import dataclass, field, replace

AT_ONCE = 2
"""Reposting a board can take two calls: the second removes the old message's buttons."""

SPAN_SECONDS = 60.0

ROUNDING_SECONDS = 1e-3
"""What may be left of a sum of times; it isn't a wait."""


@dataclass(frozen=True, slots=True)
class Allowance:
    """A group's limit per minute, and how many boards it may get at once."""

    minute: int
    at_once: int = AT_ONCE

    @property
    def reserve(self) -> int:
        """The part of the limit that is reserved for replies, which are spaced like boards."""
        return max(1, self.minute // 10)

    @property
    def share(self) -> int:
        """The maximum number of replies, if boards leave enough room."""
        return max(1, self.minute // 4)

    @property
    def per_user(self) -> int:
        """How many replies one user may get per minute."""
        return max(1, self.share * 3 // 5)

    @property
    def quiet(self) -> int:
        """Up to this many messages of any kind, replies may use more than the reserve."""
        return max(1, self.minute // 2)

    def spacing(self, answers: int) -> float:
        """Return the seconds between boards, given the number of replies in the last minute."""
        boards = self.minute - max(self.reserve, answers) - self.at_once + 1
        return SPAN_SECONDS / max(1, boards)


@dataclass(slots=True)
class GroupLimit:
    """What was sent to a group in the last minute; `next` is when the next board is due."""

    limit: Allowance
    sent: deque[float] = field(default_factory=deque)
    answers: deque[tuple[float, str]] = field(default_factory=deque)
    slots: dict[str, float] = field(default_factory=dict)
    """When the boards that wait are due."""

    next: float = 0.0
    paused_until: float = 0.0

    def wait(self, now: float, board: str, *, burst: bool) -> float:
        """Count a board and return 0, or return the seconds until its slot.

        With `burst`, half of the limit may be used at once: nobody plays in that chat.
        """
        self._forget(now)
        limit = replace(self.limit, at_once=self.limit.quiet) if burst else self.limit
        if board not in self.slots:
            spacing = limit.spacing(len(self.answers))
            # The spacing may have become shorter since `next` was set, with fewer replies.
            spaced = min(self.next - (limit.at_once - 1) * spacing, now + SPAN_SECONDS)
            self.slots[board] = max(now, spaced)
            self.next = max(now, self.next) + spacing
        room = max(self.paused_until, self.slots[board])
        if len(self.sent) >= limit.minute:
            room = max(room, self.sent[-limit.minute] + SPAN_SECONDS)
        if room - now > ROUNDING_SECONDS:
            return room - now
        del self.slots[board]
        self.sent.append(now)
        return 0.0

    def admits(self, now: float, person: str, messages: int) -> bool:
        """Count a reply of `messages` to `person`, and return True if the limit allows it."""
        self._forget(now)
        own = sum(asker == person for _, asker in self.answers)
        if own >= self.limit.per_user or self._room(now, messages) > now:
            return False
        self.sent.extend([now] * messages)
        self.answers.extend([(now, person)] * messages)
        return True

    def gathers(self, now: float, messages: int) -> float:
        """Count so many messages for several people and return 0, or return the seconds to wait."""
        self._forget(now)
        if (room := self._room(now, messages)) > now:
            return room - now
        self.sent.extend([now] * messages)
        self.answers.extend([(now, "")] * messages)
        return 0.0

    def _room(self, now: float, messages: int) -> float:
        """Return from when on the limit allows replies, in so many messages.

        While boards are shown quickly, replies are as far apart as what is reserved allows.
        """
        limit, room = self.limit, self.paused_until
        answers, sent = len(self.answers) + messages, len(self.sent) + messages
        if self.answers and (answers > limit.share or sent > limit.quiet):
            room = max(room, self.answers[-1][0] + SPAN_SECONDS / limit.reserve)
            if (over := min(answers - limit.reserve, len(self.answers))) > 0:
                room = max(room, self.answers[over - 1][0] + SPAN_SECONDS)
        if sent > limit.minute and self.sent:
            room = max(room, self.sent[min(sent - limit.minute, len(self.sent)) - 1] + SPAN_SECONDS)
        return room

    def admits_notice(self, now: float) -> bool:
        """Count a notice that replies are left out, and return True if the limit allows it."""
        self._forget(now)
        if self.paused_until > now or len(self.sent) >= self.limit.minute:
            return False
        self.sent.append(now)
        self.answers.append((now, ""))
        return True

    def reserve(self, _now: float, _messages: int) -> float:
        """Return when a reply may be sent that has been admitted: at once, or after a pause."""
        return 0.0

    def due(self, slot: float) -> float:
        """Return the time of what was reserved."""
        return max(slot, self.paused_until)

    def delay(self, now: float) -> float:
        """Return how long a reply would have to wait that is admitted."""
        return max(0.0, self.paused_until - now)

    def pause(self, now: float, seconds: float) -> None:
        """Allow nothing for `seconds`."""
        self.paused_until = now + seconds

    def is_idle(self, now: float) -> bool:
        """Whether the chat needn't be tracked any more."""
        last = self.sent[-1] + SPAN_SECONDS if self.sent else 0.0
        return max(last, self.next, self.paused_until, *self.slots.values()) <= now

    def _forget(self, now: float) -> None:
        """Drop everything that was sent more than a minute ago, and slots that weren't used."""
        until = now - SPAN_SECONDS
        if any(slot <= until for slot in self.slots.values()):
            self.slots = {board: slot for board, slot in self.slots.items() if slot > until}
        while self.sent and self.sent[0] <= until:
            self.sent.popleft()
        while self.answers and self.answers[0][0] <= until:
            self.answers.popleft()
