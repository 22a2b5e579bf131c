"""The people of the week: how they live, and what they mean to do at a table.

All randomness comes from seeded generators, so that a seed always brings the same people.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import Enum, auto
from random import Random
from zoneinfo import ZoneInfo

from bot.acts.act import Act
from bot.acts.gather.accept import Accept
from bot.acts.gather.rematch import Rematch
from bot.acts.play.answer import Answer
from bot.acts.play.claim import Claim, Extend
from bot.acts.play.draw import Draw
from bot.acts.play.move import Move
from bot.acts.play.nudge import Nudge
from bot.acts.play.pause import Pause
from bot.acts.play.resume import Resume
from bot.acts.play.undo import Undo
from bot.table.clock import Stop
from bot.table.people import User
from bot.table.seats import Kept, Person
from bot.table.table import Status, Table

MINUTE, HOUR, DAY = 60, 3_600, 86_400

ZONES = (
    ("Berlin", "Europe/Berlin"),
    ("Guatemala City", "America/Guatemala"),
    ("Tokyo", "Asia/Tokyo"),
    ("Kathmandu", "Asia/Kathmandu"),
    ("Europe/London", "Europe/London"),
    ("America/New_York", "America/New_York"),
    ("Pacific/Auckland", "Pacific/Auckland"),
    ("America/St_Johns", "America/St_Johns"),
)
"""What people type as their time zone, and which one that is."""

QUIET = ((22, 8), (23, 7), (0, 9), None)
"""Quiet hours that people set; None for no quiet hours."""

PACES = ("", "12h", "1d", "3d", "1d+1h")

WAKING, SLEEPING = 7, 23
"""The local hours in which people are awake."""


class Temper(Enum):
    """How a person plays."""

    QUICK = auto()  # within minutes, while awake
    OFFICE = auto()  # within hours, while awake
    FORGETTER = auto()  # only when reminded, or never
    VANISHER = auto()  # for some days, then never again


class Fate(Enum):
    """What becomes of a person during the week."""

    STAYS = auto()
    FALLS_SILENT = auto()
    LEAVES = auto()  # the channels where they play
    BLOCKS = auto()  # the bot, or its private messages


@dataclass(frozen=True, slots=True, kw_only=True)
class Character:
    """How a person lives; times are Unix seconds, 0 for never.

    Their fate comes at `fate_at`. They go on vacation at `vacation_at`, for `vacation_days`.
    """

    name: str
    temper: Temper
    city: str
    zone: ZoneInfo
    reminders: str
    private: bool
    quiet: tuple[int, int] | None
    takes_private: bool
    fate: Fate
    fate_at: float
    vacation_at: float
    vacation_days: int

    @property
    def preferences(self) -> dict[str, str]:
        """What they type after `/puluc me`, by option."""
        quiet = "off" if self.quiet is None else f"{self.quiet[0]}-{self.quiet[1]}"
        where = "private" if self.private else "channel"
        return {
            "zone": self.city,
            "quiet": quiet,
            "reminders": self.reminders,
            "where": where,
        }

    def awake(self, at: float, chance: Random) -> float:
        """Return the first moment from `at` on at which they are awake."""
        there = datetime.fromtimestamp(at, self.zone)
        if WAKING <= there.hour < SLEEPING:
            return at
        up = there.replace(hour=WAKING, minute=chance.randrange(60))
        return (up if up > there else up + timedelta(days=1)).timestamp()

    def local_hour(self, at: float) -> int:
        """Return the hour on their clock."""
        return datetime.fromtimestamp(at, self.zone).hour

    def is_quiet(self, at: float) -> bool:
        """Return whether these are their quiet hours."""
        if self.quiet is None:
            return False
        start, end = self.quiet
        hour = self.local_hour(at)
        return start <= hour < end if start < end else hour >= start or hour < end

    def is_away(self, at: float) -> bool:
        """Return whether they are on vacation."""
        return 0 < self.vacation_at <= at < self.vacation_at + self.vacation_days * DAY

    def is_gone(self, at: float) -> bool:
        """Return whether they have stopped playing for good."""
        return 0 < self.fate_at <= at and self.fate is not Fate.STAYS


def characters(number: int, start: float, seconds: float, chance: Random) -> Iterator[Character]:
    """Yield people for a run that starts at `start` and takes `seconds`."""
    for n in range(number):
        temper = chance.choices(list(Temper), (15, 45, 28, 12))[0]
        city, zone = chance.choice(ZONES)
        fate = Fate.STAYS
        if temper is Temper.VANISHER:
            fate = chance.choice((Fate.FALLS_SILENT, Fate.LEAVES, Fate.BLOCKS))
        leaves_for_vacation = temper is not Temper.VANISHER and chance.random() < 0.15
        yield Character(
            name=f"{chance.choice(('Ana', 'Ben', 'Cy', 'Eli', 'Ixchel', 'Juan', 'Mo'))}{n}",
            temper=temper,
            city=city,
            zone=ZoneInfo(zone),
            reminders=chance.choices(("on", "less", "off"), (70, 15, 15))[0],
            private=chance.random() < 0.35,
            quiet=chance.choice(QUIET),
            takes_private=chance.random() > 0.2,
            fate=fate,
            fate_at=0 if fate is Fate.STAYS else start + chance.uniform(0.1, 0.5) * seconds,
            vacation_at=start + chance.uniform(0.1, 0.6) * seconds if leaves_for_vacation else 0,
            vacation_days=chance.randint(1, 3),
        )


def terms(number: int) -> dict[str, str]:
    """Return the terms of a table, by option; they differ from table to table."""
    pace = PACES[number % len(PACES)]
    if not pace:
        return {}
    found = {"pace": pace}
    if number % 3 == 0:
        found["flag"] = "auto"
    if number % 7 == 0:
        found["vacation"] = "yes" if pace == "12h" else "no"
    return found


@dataclass(frozen=True, slots=True)
class Plan:
    """What a person means to do at a table, and when."""

    at: float
    user: User
    table: Table
    act: Act
    """What to press; of a move or an answer only the kind counts, and whether it agrees."""


def seat_of(table: Table, user: User) -> int | None:
    """Return a person's seat, also one that is reserved for them."""
    for at, seat in enumerate(table.seats):
        if isinstance(seat, Person | Kept) and seat.user == user:
            return at
    return None


def plans(who: Character, user: User, table: Table, now: float, chance: Random) -> Sequence[Plan]:
    """Return what a person means to do now that a table has changed."""
    seat = seat_of(table, user)
    if seat is None or who.is_gone(now) or (who.is_away(now) and chance.random() < 0.9):
        return ()

    def plan(seconds: float, act: Act) -> Plan:
        return Plan(who.awake(now + seconds, chance), user, table, act)

    return tuple(plan(seconds, act) for seconds, act in _intentions(who, table, seat, now, chance))


def _intentions(
    who: Character, table: Table, seat: int, now: float, chance: Random
) -> Iterator[tuple[float, Act]]:
    """Yield what to do after how many seconds, unless they sleep."""
    clock, some_hours = table.clock, chance.uniform(0.3, 6) * HOUR
    if table.status is Status.OFFERED:
        if isinstance(table.seats[seat], Kept):
            yield chance.uniform(1, 40) * MINUTE, Accept(table.id)
        return
    if table.status is Status.OVER:
        if seat in table.winners and chance.random() < 0.4:
            yield some_hours, Rematch(table.id)
        return
    if clock is None:
        return
    if table.asking is not None and table.asking.seat != seat and chance.random() < 0.8:
        yield some_hours, Answer(table.id, table.asking.revision, chance.random() < 0.7)
    if table.forfeit is not None and table.forfeit != seat:
        decision = chance.choices((Claim(table.id), Extend(table.id), None), (5, 3, 2))[0]
        if decision is not None:
            yield chance.uniform(0.2, 8) * HOUR, decision
    if clock.stopped is Stop.PAUSED and chance.random() < 0.8:
        yield chance.uniform(3, 12) * HOUR, Resume(table.id)
    elif clock.seat == seat:
        yield from _move(who, table, chance)
    else:
        yield from _while_waiting(who, table, now, chance)


def _move(who: Character, table: Table, chance: Random) -> Iterator[tuple[float, Act]]:
    if chance.random() < 0.03 and table.moves > 2:
        wished = chance.choice([Undo(table.id), Draw(table.id), Pause(table.id)])
        yield chance.uniform(0.2, 2) * HOUR, wished
    move = Move(table.id, table.revision, "")
    match who.temper:
        case Temper.QUICK:
            yield chance.uniform(4, 30) * MINUTE, move
        case Temper.OFFICE | Temper.VANISHER:
            yield chance.uniform(0.5, 7) * HOUR, move
        case Temper.FORGETTER:
            # The same for the whole turn, whatever happens at the table meanwhile.
            clock = table.clock
            turn = Random(f"{table.id} {clock.began if clock else 0}")
            reminders = turn.choices((0, 1, 2, 9), (20, 45, 20, 15))[0]
            nudged = table.calls.nudged > 0
            if table.calls.count + nudged >= reminders:
                yield chance.uniform(0.3, 4) * HOUR, move


def _while_waiting(
    who: Character, table: Table, now: float, chance: Random
) -> Iterator[tuple[float, Act]]:
    began = table.clock.began if table.clock is not None else now
    if chance.random() < 0.3:
        yield max(began + chance.uniform(8, 60) * HOUR - now, MINUTE), Nudge(table.id)
    if chance.random() < 0.02 and table.moves > 2:
        yield chance.uniform(1, 10) * MINUTE, Undo(table.id)
