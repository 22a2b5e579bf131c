"""A table's clock: whose turn it is since when, and how much time is left. Immutable.

Every method that returns another clock is a pure step. No step makes or loses time: what a seat has
left is what it was given, minus the time that ran during its turns. So the same turn has the same
time, whoever sits there and whatever was taken back. Only what other sides agree to or do can give
a seat more (`granted`, `replenished`, `extended`). Time never runs backwards: if the system's clock
jumps back, no time has run, and it runs on from there.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from bot.table.pace import Pace


class Stop(StrEnum):
    """Why a clock stands still."""

    PAUSED = "paused"  # the players have agreed on a pause, or only one person is left
    VACATION = "vacation"  # the player to move is on vacation, which ends at `Clock.since`
    UP = "up"  # the time is up, and the board says so


@dataclass(frozen=True, slots=True, kw_only=True)
class Clock:
    """Whose turn it is, and how much time is left; times are in seconds.

    The turn of `seat` began at `began`, with `given` seconds; the turn before it began at `before`,
    0 if there was none or that isn't known. At `since`, when the time of `seat`
    last began to run, each seat had the time in `left`; if `since` is yet to come, it begins to run
    then. Without a pace there is no time to run out: `left` is empty, `given` is 0, and only a
    pause stops the clock. `ahead` counts for each seat the turns to come that have had their time,
    because a move was taken back; empty if none.
    """

    seat: int
    began: int
    since: int
    pace: Pace | None = None
    left: tuple[int, ...] = ()
    given: int = 0
    stopped: Stop | None = None
    ahead: tuple[int, ...] = ()
    before: int = 0

    def __post_init__(self) -> None:
        untimed, seats = self.pace is None, len(self.left)
        if untimed != (seats == 0) or not (untimed or 0 <= self.seat < seats):
            raise ValueError("a clock has a time for each seat if, and only if, it has a pace")
        if any(left < 0 for left in self.left):
            raise ValueError("a clock never has less than no time left")

    @classmethod
    def start(cls, pace: Pace | None, seats: int, seat: int, now: float) -> "Clock":
        """Return the clock of a game that begins with the turn of `seat`."""
        at = int(now)
        left = () if pace is None else (pace.time,) * seats
        clock = cls(seat=seat, began=at, since=at, pace=pace, left=left).turn(seat, now)
        return replace(clock, before=0)

    @property
    def deadline(self) -> int | None:
        """When the time is up if nothing happens before, None if it never is."""
        if not self.left or self.stopped in (Stop.PAUSED, Stop.UP):
            return None
        return self.since + self.left[self.seat]

    def remaining(self, now: float) -> int | None:
        """Return how much time `seat` has left, None without a pace."""
        return self._charged(now).left[self.seat] if self.left else None

    def turn(self, seat: int, now: float) -> "Clock":
        """Return the clock at the beginning of a turn of `seat`. A pause goes on."""
        left, given, ahead = self._charged(now).left, 0, self.ahead
        if self.pace is not None:
            had = seat < len(ahead) and ahead[seat] > 0
            kept = left[seat] if had or self.pace.has_bank else 0
            given = kept if had else kept + self.pace.brought
            ahead = _with(ahead, seat, ahead[seat] - 1) if had else ahead
        return self._begun(seat, _with(left, seat, given), given, now, ahead)

    def returned(self, seat: int, now: float, turns: Sequence[int] = ()) -> "Clock":
        """Return the clock after a move was taken back, so that it is the turn of `seat` again.

        The seat has what it had left, because the turn has had its time. `turns` are the seats of
        the turns that had begun since that move. They have had their time, too, and get none when
        they are played again. A pause goes on.
        """
        left = self._charged(now).left
        had = self.ahead or (0,) * len(left)
        ahead = tuple(count + turns.count(number) for number, count in enumerate(had))
        return self._begun(seat, left, left[seat] if left else 0, now, ahead)

    def granted(self, seat: int, now: float, turns: Sequence[int] = ()) -> "Clock":
        """Return the clock after the other sides have let `seat` take back a move.

        As `returned`, but the turn has at least what a turn brings, so that nobody loses on time
        because of a favour. With a time for each turn, nobody else loses the time of later turns.
        """
        bank = self.pace is not None and self.pace.has_bank
        return self.returned(seat, now, turns if bank else ()).replenished()

    def replenished(self) -> "Clock":
        """Return the clock with at least what a turn brings: the increment, or a turn's time."""
        if self.pace is None or self.left[self.seat] >= self.pace.brought:
            return self
        brought = self.pace.brought
        return replace(self, left=_with(self.left, self.seat, brought), given=brought)

    def delayed(self, until: int) -> "Clock":
        """Return the clock, which begins to run at `until`; unchanged if it stands still."""
        return self if self.stopped is not None else replace(self, since=max(self.since, until))

    def paused(self, now: float) -> "Clock":
        """Return the clock, stopped until `resumed`; unchanged if the time is up."""
        if self.stopped is Stop.UP:
            return self
        return replace(self._charged(now), since=int(now), stopped=Stop.PAUSED)

    def resumed(self, now: float) -> "Clock":
        """Return the clock, running again."""
        if self.stopped is not Stop.PAUSED:
            return self
        return replace(self, since=int(now), stopped=None)

    def passed_on(self, now: float) -> "Clock":
        """Return the clock after another player has taken over the seat to move.

        They have what is left of the turn or the bank: nothing, if the time was up. A pause goes
        on; a vacation was that of the other player.
        """
        return self.returned(self.seat, now)

    def rested(self, now: float) -> "Clock":
        """Return the clock of a game in which one person is left, stopped until `resumed`."""
        return replace(self._charged(now), since=int(now), stopped=Stop.PAUSED)

    def held(self, start: int, until: int) -> "Clock":
        """Return the clock of a player who is on vacation from `start`, which has come, to `until`.

        Time that ran before the vacation stays spent. If the clock already stands still for this
        vacation, this changes its end. It has no effect on a clock that stands still for another
        reason, or whose time was up before the vacation.
        """
        deadline = self.deadline
        if deadline is None:
            return self
        if self.stopped is Stop.VACATION and start < self.since:
            return replace(self, since=until)
        if start >= deadline or until <= self.since:
            return self
        return replace(self._charged(start), since=until, stopped=Stop.VACATION)

    def woken(self, now: float) -> "Clock":
        """Return the clock, running again if the vacation that stopped it is over."""
        over = self.stopped is Stop.VACATION and now >= self.since
        return replace(self, stopped=None) if over else self

    def up(self) -> "Clock":
        """Return the clock of a player whose time is up; unchanged if it can't be."""
        if self.deadline is None:
            return self
        return replace(self, left=_with(self.left, self.seat, 0), stopped=Stop.UP)

    def extended(self, seconds: int, now: float) -> "Clock":
        """Return the clock after the opponent has given `seconds` more.

        If the time was up, it runs again from now on. Without a pace, nothing changes.
        """
        if not self.left:
            return self
        left = _with(self.left, self.seat, self.left[self.seat] + seconds)
        if self.stopped is not Stop.UP:
            return replace(self, left=left, given=self.given + seconds)
        return replace(self, left=left, given=seconds, since=int(now), stopped=None)

    def _begun(
        self,
        seat: int,
        left: tuple[int, ...],
        given: int,
        now: float,
        ahead: tuple[int, ...] = (),
    ) -> "Clock":
        """Return the clock at the beginning of a turn, with the time that each seat has left.

        A move doesn't end a pause, or else it would start the clock of a player who rests.
        """
        at, pause = int(now), self.stopped if self.stopped is Stop.PAUSED else None
        begun = replace(self, seat=seat, began=at, since=at, left=left, given=given, stopped=pause)
        return replace(begun, ahead=ahead if any(ahead) else (), before=self.began)

    def _charged(self, now: float) -> "Clock":
        """Return the clock with the time that has run until `now` taken off; `since` stays."""
        if not self.left or self.stopped in (Stop.PAUSED, Stop.UP):
            return self
        had = self.left[self.seat]
        ran = max(int(now) - self.since, 0)
        return replace(self, left=_with(self.left, self.seat, max(had - ran, 0)))


def _with(left: tuple[int, ...], seat: int, seconds: int) -> tuple[int, ...]:
    """Return the time that each seat has left, with `seconds` for `seat`; empty if `left` is."""
    return tuple(seconds if number == seat else had for number, had in enumerate(left))
