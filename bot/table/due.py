"""Dues: tasks scheduled for a table, such as a computer's turn, a deadline or a repost.

The commit of a step also schedules its dues, so a crash cannot separate them.
"""

from dataclasses import dataclass
from typing import Protocol

from bot.table.ids import TableId

THINK = "think"
"""The kind of a computer's turn."""

ENDED = "ended"
"""The kind that a step schedules when it ends its table."""

NEXT = "next"
"""The kind that a step schedules when it ends a game of a match, to be followed by another."""

BEGIN = "begin"
"""The kind of the moment when the next game of a match begins by itself."""

DEADLINE = "deadline"
"""The kind of the moment when the time of the player to move is up."""

CALL = "call"
"""The kind of a reminder to the player to move, and of a second look at an absence."""

TELL = "tell"
"""The kind of the moment when a person is told the end of a table that came in their quiet hours.

Its detail is the seat: `tell:1`.
"""

VACATION = "vacation"
"""The kind that is scheduled when a player's vacation changes, for each of their tables."""

REFUSED = "refused"
"""The kind that is scheduled when a platform refuses to deliver a private reminder.

Its detail is the reminder's place: `refused:telegram:@17:`.
"""

UNCALLED = "uncalled"
"""The kind that is scheduled when a board that calls a person could not be posted for that.

Its detail is the board's place: `uncalled:discord:guest.@me.17:`.
"""

UNSHOWN = "unshown"
"""The kind that is scheduled when a copy of a board can't be shown.

Its detail is the copy's place: `unshown:telegram:17:`.
"""

NOTIFY = "notify"
"""The kind of the moment when a person is notified of what a board calls them for.

Its detail is their seat: `notify:1`.
"""

ANNOUNCED = "announced"
"""The kind of the moment when a board no longer shows an announcement."""

FORGET = "forget"
"""The kind that is scheduled for each table of a person who wants their data deleted.

Its detail is the person: `forget:telegram:17`.
"""

FORGOTTEN = "forgotten"
"""The kind that is scheduled when a table no longer has a person's data, for a last look at it.

Its detail is the person, as above.
"""

UNLINK = "unlink"
"""The kind that is scheduled for each table whose seats are given back to other accounts.

Its detail is the account that isn't linked any more: `unlink:telegram:17`.
"""

LEASE_SECONDS = 3
"""How long a claim lasts, unless it is renewed: so long does the work of a dead process wait."""


@dataclass(frozen=True, slots=True)
class Due:
    """A task for a table, due at `at` (Unix seconds).

    `what` is a kind, or a kind with details: `repost:web:maize:`. A table has at most one due for
    each `what`. In a claimed due, `at` is the time when the claim expires, which no other claim
    has.
    """

    table: TableId
    what: str
    at: float

    @property
    def kind(self) -> str:
        """The kind, without the details."""
        return self.what.partition(":")[0]


class Dues(Protocol):
    """The queue of dues; survives restarts.

    All methods may raise StoreDown. Writes are idempotent.
    """

    async def schedule(self, due: Due) -> None:
        """Schedule a due, or reschedule it if it is already scheduled."""
        ...

    async def any_due(self) -> None:
        """Return as soon as `claim` may find something; whoever scheduled it, in any process.

        That isn't certain: another process may be faster.
        """
        ...

    async def claim(self, now: float, limit: int = 20) -> tuple[Due, ...]:
        """Claim up to `limit` dues whose time has come, each for one caller at a time.

        The oldest due is always among them, so none starves. A due that is not done when its claim
        expires, after `LEASE_SECONDS`, can be claimed again. Entries that cannot be parsed are set
        aside.
        """
        ...

    async def renew(self, now: float, *claims: Due) -> tuple[Due, ...]:
        """Prolong claims to `LEASE_SECONDS` from now; return them, in order, as they are now.

        Those rescheduled or claimed again in the meantime stay as they are; of several claims of
        one due, the last comes last.
        """
        ...

    async def release(self, at: float, *claims: Due) -> None:
        """End claims, so that the dues fall due at `at`, except as in `renew`."""
        ...

    async def done(self, *dues: Due) -> None:
        """Delete claimed dues, except those rescheduled or claimed again in the meantime."""
        ...
