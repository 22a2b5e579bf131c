"""A table's clock neither makes nor loses time, whatever happens to it."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.table.clock import Clock, Stop
from bot.table.pace import DAY, HOUR, Pace

NOON = 1_795_348_800  # 2026-11-22 12:00 UTC
EACH_TURN = Pace(100)
BANK = Pace(100, 10)
GIVEN = 40
"""How many seconds an opponent gives in these tests."""

paces = st.sampled_from([EACH_TURN, BANK, Pace(1000), Pace(500, 100)])


@dataclass
class Ledger:
    """What each of two seats has left, counted second by second.

    The time of `seat` runs from `since`, when it had `left[seat]`, except during the spans `away`.
    """

    pace: Pace
    seat: int
    since: int
    left: list[int]
    stopped: bool = False
    paused: bool = False
    away: list[tuple[int, int]] = field(default_factory=list)

    @classmethod
    def start(cls, pace: Pace, seat: int, now: int) -> "Ledger":
        ledger = cls(pace, seat, now, [pace.time, pace.time], stopped=True)
        ledger.turn(seat, now)
        return ledger

    def remaining(self, now: int) -> int:
        if self.stopped:
            return self.left[self.seat]
        ran = [s for s in range(self.since, now) if not any(a <= s < b for a, b in self.away)]
        return max(self.left[self.seat] - len(ran), 0)

    def settle(self, now: int, *, stopped: bool = False) -> None:
        self.left[self.seat] = self.remaining(now)
        self.since, self.stopped, self.away = now, stopped, []

    def turn(self, seat: int, now: int) -> None:
        self.settle(now, stopped=self.paused)
        self.seat = seat
        kept = self.left[seat] + self.pace.increment
        self.left[seat] = kept if self.pace.has_bank else self.pace.time

    def returned(self, seat: int, now: int, *, granted: bool = False) -> None:
        self.settle(now, stopped=self.paused)
        self.seat = seat
        if granted:
            brought = self.pace.increment or self.pace.time
            self.left[seat] = max(self.left[seat], brought)

    def hold(self, start: int, until: int) -> None:
        was_up = start >= self.since and self.remaining(start) == 0
        if self.stopped or was_up:
            return
        if self.away and start < self.away[-1][1]:
            self.away[-1] = (self.away[-1][0], until)
        else:
            self.settle(max(start, self.since))
            self.away = [(start, until)]


@dataclass(frozen=True)
class Event:
    """Something that happens `later` than the event before, or before it if time jumps back."""

    what: str
    later: int
    seat: int
    start: int
    length: int


events = st.lists(
    st.builds(
        Event,
        st.sampled_from(
            [
                *("turn", "return", "grant", "pass on"),
                *("pause", "resume", "hold", "flag", "extend", "look"),
            ]
        ),
        st.integers(-30, 90),
        st.integers(0, 1),
        st.integers(0, 60),
        st.integers(1, 120),
    ),
    max_size=15,
)


def happen(clock: Clock, ledger: Ledger, event: Event, now: int) -> Clock:
    """Let an event happen to a clock and to its ledger."""
    match event.what:
        case "turn":
            ledger.turn(event.seat, now)
            return clock.turn(event.seat, now)
        case "return":
            ledger.returned(event.seat, now)
            return clock.returned(event.seat, now)
        case "grant":
            ledger.returned(event.seat, now, granted=True)
            return clock.granted(event.seat, now)
        case "pass on":
            ledger.returned(clock.seat, now)
            return clock.passed_on(now)
        case "pause" if clock.stopped is not Stop.UP:
            ledger.settle(now, stopped=True)
            ledger.paused = True
            return clock.paused(now)
        case "resume" if clock.stopped is Stop.PAUSED:
            ledger.settle(now)
            ledger.paused = False
            return clock.resumed(now)
        case "hold":
            start, until = now - event.start, max(now, ledger.since) + event.length
            ledger.hold(start, until)
            return clock.held(start, until)
        case "flag" if clock.deadline is not None and now >= clock.deadline:
            assert ledger.remaining(now) == 0
            ledger.settle(now, stopped=True)
            return clock.up()
        case "extend":
            if clock.stopped is Stop.UP:
                ledger.settle(now)
            ledger.left[ledger.seat] += GIVEN
            return clock.extended(GIVEN, now)
    return clock


@given(paces, events)
def test_time_is_neither_lost_nor_made(pace: Pace, events: Sequence[Event]) -> None:
    """A seat has what it was given minus the seconds that ran, even if the clock jumps back."""
    now = NOON
    clock, ledger = Clock.start(pace, 2, 0, now), Ledger.start(pace, 0, now)
    for event in events:
        now += event.later
        clock = happen(clock, ledger, event, now)
        for later in (0, 1, 50, 500):
            assert clock.remaining(now + later) == ledger.remaining(now + later)
        other = 1 - clock.seat
        assert clock.left[other] == ledger.left[other] >= 0


@given(st.lists(st.integers(0, 40), max_size=30))
def test_a_bank_is_spent_or_kept(turns: Sequence[int]) -> None:
    """What the players have and what ran add up to their banks and the increments of all turns."""
    now, clock = NOON, Clock.start(Pace(10_000, 10), 2, 0, NOON)
    for seconds in turns:
        now += seconds
        clock = clock.turn(1 - clock.seat, now)
    assert sum(clock.left) + sum(turns) == 2 * 10_000 + 10 * (len(turns) + 1)


@given(paces, events)
def test_a_step_that_is_repeated(pace: Pace, events: Sequence[Event]) -> None:
    """To pause, resume, hold or flag a clock twice at one moment is to do it once."""
    now, clock = NOON, Clock.start(pace, 2, 0, NOON)
    ledger = Ledger.start(pace, 0, NOON)
    for event in events:
        now += event.later
        clock = happen(clock, ledger, event, now)
        until = max(now, clock.since) + event.length
        for once in (
            clock.paused(now),
            clock.resumed(now),
            clock.held(now - event.start, until),
            clock.up(),
        ):
            assert once.resumed(now).paused(now) == once.paused(now)
            assert once.paused(now).paused(now) == once.paused(now)
            assert once.held(now - event.start, until).held(now - event.start, until) == (
                once.held(now - event.start, until)
            )
            assert once.up().up() == once.up()


def test_the_time_of_each_turn() -> None:
    """Without an increment, every turn has the same time, and what is left of it is lost."""
    clock = Clock.start(EACH_TURN, 2, 0, NOON).turn(1, NOON + 30)
    assert (clock.deadline, clock.given) == (NOON + 130, 100)
    again = clock.turn(0, NOON + 40)
    assert again.deadline == NOON + 140


def test_a_bank() -> None:
    """With an increment, a turn has what is left of the bank and the increment."""
    clock = Clock.start(BANK, 2, 0, NOON)
    assert clock.left == (110, 100)
    clock = clock.turn(1, NOON + 30).turn(0, NOON + 35)
    assert (clock.left, clock.given) == ((90, 105), 90)


def test_without_a_pace() -> None:
    """Without a pace nothing runs out, and only the turn is known."""
    clock = Clock.start(None, 2, 1, NOON)
    assert (clock.deadline, clock.remaining(NOON + DAY), clock.left) == (None, None, ())
    assert clock.extended(DAY, NOON) == clock
    assert clock.up() == clock
    assert clock.held(NOON, NOON + DAY) == clock
    assert (clock.turn(0, NOON + 5).seat, clock.turn(0, NOON + 5).began) == (0, NOON + 5)


def test_a_pause() -> None:
    """A pause takes no time, however long it is."""
    clock = Clock.start(EACH_TURN, 2, 0, NOON).paused(NOON + 30)
    assert (clock.deadline, clock.remaining(NOON + DAY)) == (None, 70)
    assert clock.resumed(NOON + DAY).deadline == NOON + DAY + 70


def test_time_that_is_up_cannot_be_paused() -> None:
    """A pause doesn't undo that the time is up."""
    up = Clock.start(EACH_TURN, 2, 0, NOON).up()
    assert up.paused(NOON + 100) == up


def test_a_move_after_the_deadline() -> None:
    """A move after the deadline leaves an empty bank, to which the next turn adds."""
    clock = Clock.start(BANK, 2, 0, NOON).turn(1, NOON + 500)
    assert clock.left == (0, 110)
    assert clock.turn(0, NOON + 500).left == (10, 110)


def test_a_day_for_a_player_without_time() -> None:
    """A player whose time was up has exactly the time that the opponent gives."""
    clock = Clock.start(EACH_TURN, 2, 0, NOON).up().extended(DAY, NOON + 300)
    assert (clock.deadline, clock.given, clock.stopped) == (NOON + 300 + DAY, DAY, None)


def test_a_day_for_a_player_who_has_time() -> None:
    """A player who still has time keeps it, and gets the day on top."""
    clock = Clock.start(Pace(5 * DAY), 2, 0, NOON).extended(DAY, NOON + HOUR)
    assert clock.deadline == NOON + 6 * DAY


def test_a_vacation() -> None:
    """Time that ran before a vacation stays spent; the rest runs on at its end."""
    clock = Clock.start(EACH_TURN, 2, 0, NOON).held(NOON + 30, NOON + DAY)
    assert (clock.deadline, clock.remaining(NOON + HOUR)) == (NOON + DAY + 70, 70)
    assert [clock.remaining(NOON + DAY + later) for later in (-1, 0, 1, 70)] == [70, 70, 69, 0]


def test_a_vacation_that_ends_early() -> None:
    """A player who is back earlier has the same time left, from then on."""
    clock = Clock.start(EACH_TURN, 2, 0, NOON).held(NOON + 30, NOON + DAY)
    assert clock.held(NOON + 30, NOON + HOUR).deadline == NOON + HOUR + 70


def test_a_second_vacation_in_one_turn() -> None:
    """The time between two vacations is spent."""
    clock = Clock.start(EACH_TURN, 2, 0, NOON).held(NOON, NOON + DAY)
    again = clock.held(NOON + DAY + 60, NOON + 2 * DAY)
    assert again.deadline == NOON + 2 * DAY + 40


def test_a_vacation_after_the_deadline() -> None:
    """A vacation that begins after the deadline doesn't move it."""
    clock = Clock.start(EACH_TURN, 2, 0, NOON)
    assert clock.held(NOON + 100, NOON + DAY) == clock
    ended = clock.held(NOON, NOON + 10)
    assert ended.held(NOON + 110, NOON + DAY) == ended


def test_a_move_on_vacation() -> None:
    """A move during a vacation costs nothing, and the opponent's time runs."""
    clock = Clock.start(BANK, 2, 0, NOON).held(NOON, NOON + DAY).turn(1, NOON + HOUR)
    assert (clock.left, clock.stopped, clock.since) == ((110, 110), None, NOON + HOUR)


def test_a_clock_that_jumps_back() -> None:
    """If the system's clock jumps back, nobody gains or loses; time runs on from there."""
    clock = Clock.start(BANK, 2, 0, NOON).turn(1, NOON - HOUR)
    assert (clock.left, clock.deadline) == ((110, 110), NOON - HOUR + 110)


def test_a_move_taken_back() -> None:
    """A turn that an undo returns to has the bank as it was left, without another increment."""
    clock = Clock.start(BANK, 2, 0, NOON).turn(1, NOON + 30).returned(0, NOON + 35)
    assert (clock.left, clock.given, clock.deadline) == ((80, 105), 80, NOON + 115)


def test_a_turn_of_a_fixed_time_taken_back() -> None:
    """Without a bank, a turn that an undo returns to has the time that it had left."""
    clock = Clock.start(EACH_TURN, 2, 0, NOON).turn(1, NOON + 30).returned(0, NOON + 35)
    assert clock.deadline == NOON + 105


def test_a_turn_of_a_fixed_time_played_again() -> None:
    """A turn that is played again after an undo has what is left of its time, the next one all."""
    clock = Clock.start(EACH_TURN, 2, 0, NOON).turn(1, NOON).turn(0, NOON)
    returned = clock.returned(0, NOON + 40, turns=(1, 0))
    again = returned.turn(1, NOON + 50).turn(0, NOON + 50)
    assert (returned.deadline, again.deadline) == (NOON + 100, NOON + 100)
    assert again.turn(1, NOON + 50).turn(0, NOON + 50).deadline == NOON + 150


@pytest.mark.parametrize(("pace", "least"), [(EACH_TURN, 100), (BANK, 10)])
def test_a_favour(pace: Pace, least: int) -> None:
    """After a move was taken back by consent, the turn has at least what a turn brings."""
    clock = Clock.start(pace, 2, 0, NOON).turn(1, NOON + 109).granted(0, NOON + 500)
    assert clock.deadline == NOON + 500 + least


def test_a_favour_to_a_player_with_time() -> None:
    """Who has more than a turn brings gets nothing when others let them take back a move."""
    clock = Clock.start(BANK, 2, 0, NOON).turn(1, NOON + 30)
    assert clock.granted(0, NOON + 35, (1,)) == clock.returned(0, NOON + 35, (1,))


def test_who_grants_a_favour() -> None:
    """Without a bank, who has let the other take back a move has a whole turn after that."""
    clock = Clock.start(EACH_TURN, 2, 0, NOON).turn(1, NOON).granted(0, NOON + 90, turns=(1,))
    assert clock.turn(1, NOON + 95).deadline == NOON + 195


@pytest.mark.parametrize("stopped", [None, Stop.PAUSED, Stop.VACATION])
def test_a_clock_that_begins_to_run_later(stopped: Stop | None) -> None:
    """A clock that is delayed runs from then on, if it doesn't stand still anyway."""
    clock = replace(Clock.start(EACH_TURN, 2, 0, NOON), stopped=stopped)
    later = clock.delayed(NOON + HOUR)
    assert (later == clock) is (stopped is not None)
    if stopped is None:
        assert [later.remaining(NOON + HOUR + wait) for wait in (-60, 0, 60)] == [100, 100, 40]
        assert later.turn(1, NOON + 60).left == (100, 100)


def test_one_person_is_left() -> None:
    """A clock that rests keeps what is left, through turns, until others come."""
    clock = Clock.start(EACH_TURN, 2, 0, NOON).rested(NOON + 40)
    assert clock.resumed(NOON + DAY).deadline == NOON + DAY + 60
    assert clock.turn(1, NOON + DAY).turn(0, NOON + DAY).stopped is Stop.PAUSED
    up = Clock.start(EACH_TURN, 2, 0, NOON).up().rested(NOON + 200)
    assert up.resumed(NOON + DAY).deadline == NOON + DAY


@pytest.mark.parametrize(
    ("pace", "left", "deadline"),
    [
        (EACH_TURN, (70, 100), NOON + 30 + 70),
        (BANK, (80, 100), NOON + 30 + 80),
        (None, (), None),
    ],
)
def test_another_player(pace: Pace | None, left: tuple[int, ...], deadline: int | None) -> None:
    """Who takes over the seat to move has what is left of the turn, or of the bank."""
    clock = Clock.start(pace, 2, 0, NOON).passed_on(NOON + 30)
    assert (clock.left, clock.deadline, clock.began) == (left, deadline, NOON + 30)


def test_another_player_when_the_time_is_up() -> None:
    """Who takes over a seat whose time is up has none."""
    clock = Clock.start(BANK, 2, 0, NOON).up().passed_on(NOON + 500)
    assert (clock.stopped, clock.given, clock.deadline) == (None, 0, NOON + 500)


@pytest.mark.parametrize("pace", [EACH_TURN, BANK, None])
def test_another_player_in_a_pause(pace: Pace | None) -> None:
    """A pause goes on when another player takes over, and costs no time."""
    clock = Clock.start(pace, 2, 0, NOON).paused(NOON).passed_on(NOON + DAY)
    assert (clock.stopped, clock.deadline) == (Stop.PAUSED, None)
    again = clock.resumed(NOON + 2 * DAY)
    assert again.left == Clock.start(pace, 2, 0, NOON).left


def test_another_player_during_a_vacation() -> None:
    """The vacation of a player who has left no longer stops the clock."""
    clock = Clock.start(EACH_TURN, 2, 0, NOON).held(NOON + 10, NOON + DAY).passed_on(NOON + 20)
    assert (clock.stopped, clock.deadline) == (None, NOON + 110)


@pytest.mark.parametrize(
    "wrong", [{"left": ()}, {"left": (100,), "seat": 1}, {"left": (-1, 5)}, {"pace": None}]
)
def test_an_impossible_clock(wrong: dict[str, object]) -> None:
    """A clock needs a time for each seat if it has a pace, and no time is negative."""
    with pytest.raises(ValueError, match="a clock"):
        replace(Clock.start(EACH_TURN, 2, 0, NOON), **wrong)  # type: ignore[arg-type] # by name


def test_turns_that_are_played_again() -> None:
    """After a move was taken back, the turns since then get no second increment."""
    clock = Clock.start(BANK, 2, 0, NOON).turn(1, NOON).returned(0, NOON, turns=(1,))
    again = clock.turn(1, NOON)
    assert again.left == clock.left
    assert again.turn(0, NOON).turn(1, NOON).left[1] == again.left[1] + BANK.increment


def test_a_vacation_that_is_over() -> None:
    """When a vacation is over, the clock runs, and no longer says why it stood still."""
    clock = Clock.start(EACH_TURN, 2, 0, NOON).held(NOON, NOON + DAY)
    assert clock.woken(NOON + DAY - 1) == clock
    woken = clock.woken(NOON + DAY)
    assert (woken.stopped, woken.deadline) == (None, clock.deadline)
