"""A table's clock: whose turn it is since when, and how much time is left. Immutable.

Every method that returns another clock is a pure step. No step makes or loses time: what a seat has
left is what it was given, minus the time that ran during its turns. Time never runs backwards, even
if the system's clock does.
"""

from dataclasses import dataclass, replace
from enum import StrEnum

from bot.table.pace import Pace


class Stop(StrEnum):
    """Why a clock stands still."""

    PAUSED = "paused"  # the players have agreed on a pause
    VACATION = "vacation"  # the player to move is on vacation, which ends at `Clock.since`
    UP = "up"  # the time is up, and the board says so


@dataclass(frozen=True, slots=True, kw_only=True)
class Clock:
    """Whose turn it is, and how much time is left; times are in seconds.

    The turn of `seat` began at `began`, with `given` seconds. At `since`, when the time of `seat`
    last began to run, each seat had the time in `left`. Without a pace there is no time to run out:
    `left` is empty, `given` is 0, and only a pause stops the clock.
    """

    seat: int
    began: int
    since: int
    pace: Pace | None = None
    left: tuple[int, ...] = ()
    given: int = 0
    stopped: Stop | None = None

    @classmethod
    def start(cls, pace: Pace | None, seats: int, seat: int, now: float) -> "Clock":
        """Return the clock of a game that begins with the turn of `seat`."""
        at = int(now)
        left = () if pace is None else (pace.time,) * seats
        return cls(seat=seat, began=at, since=at, pace=pace, left=left).turn(seat, now)

    @property
    def deadline(self) -> int | None:
        """When the time is up if nothing happens before, None if it never is."""
        if not self.left or self.stopped in (Stop.PAUSED, Stop.UP):
            return None
        return self.since + self.left[self.seat]

    def runs(self, now: float) -> bool:
        """Return whether the time of `seat` is running out."""
        return self.deadline is not None and now >= self.since

    def remaining(self, now: float) -> int | None:
        """Return how much time `seat` has left, None without a pace."""
        return self._charged(now).left[self.seat] if self.left else None

    def turn(self, seat: int, now: float) -> "Clock":
        """Return the clock at the beginning of a turn of `seat`."""
        charged = self._charged(now)
        fresh = replace(charged, seat=seat, began=int(now), since=int(now), stopped=None)
        if self.pace is None:
            return fresh
        kept = charged.left[seat] + self.pace.increment if self.pace.has_bank else self.pace.time
        return fresh._with(kept, given=kept)

    def returned(self, seat: int, now: float) -> "Clock":
        """Return the clock after a move was taken back, so that it is the turn of `seat` again.

        A bank stays as it is: the turn has had its increment.
        """
        if self.pace is None or not self.pace.has_bank:
            return self.turn(seat, now)
        charged = self._charged(now)
        kept = charged.left[seat]
        again = replace(charged, seat=seat, began=int(now), since=int(now), stopped=None)
        return again._with(kept, given=kept)

    def paused(self, now: float) -> "Clock":
        """Return the clock, stopped until `resumed`."""
        return replace(self._charged(now), since=int(now), stopped=Stop.PAUSED)

    def resumed(self, now: float) -> "Clock":
        """Return the clock, running again."""
        if self.stopped is not Stop.PAUSED:
            return self
        return replace(self, since=int(now), stopped=None)

    def held(self, start: int, until: int) -> "Clock":
        """Return the clock of a player who is on vacation from `start` to `until`.

        Time that ran before the vacation stays spent. If the vacation was announced before, this
        changes its end. It has no effect on a clock that stands still for another reason, or whose
        time was up before the vacation.
        """
        deadline = self.deadline
        if deadline is None:
            return self
        if self.stopped is not Stop.VACATION and (start >= deadline or until <= self.since):
            return self
        resting = self if self.stopped is Stop.VACATION else self._charged(start)
        return replace(resting, since=until, stopped=Stop.VACATION)

    def up(self) -> "Clock":
        """Return the clock of a player whose time is up."""
        return replace(self, stopped=Stop.UP)._with(0)

    def extended(self, seconds: int, now: float) -> "Clock":
        """Return the clock after the opponent has given `seconds` more, running from now on."""
        return replace(self, since=int(now), stopped=None)._with(seconds, given=seconds)

    def _charged(self, now: float) -> "Clock":
        """Return the clock with the time that has run until `now` taken off; `since` stays."""
        if not self.left or self.stopped in (Stop.PAUSED, Stop.UP):
            return self
        had = self.left[self.seat]
        return self._with(had - min(max(int(now) - self.since, 0), had))

    def _with(self, left: int, given: int | None = None) -> "Clock":
        """Return the clock with other time left for `seat`."""
        times = (*self.left[: self.seat], left, *self.left[self.seat + 1 :])
        return replace(self, left=times, given=self.given if given is None else given)
