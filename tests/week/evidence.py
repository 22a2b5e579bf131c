"""What was recorded in the week, what the judge has found in it, and whom a table waits for."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from bot.table.ids import TableId
from bot.table.people import User
from bot.table.seats import Person
from bot.table.table import Status, Table
from tests.week.clock import FastClock
from tests.week.ledger import Commit
from tests.week.life import Citizen
from tests.week.mail import Sent
from tests.week.towns import Pressed

AFTER_KILL_SECONDS = 12.0
"""How long what a killed process has left behind may take, in real seconds."""

Turn = tuple[TableId, int, int]
"""A player's turn: the table, the seat, and when the turn began."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """Everything that was recorded; `tolerance` is in real seconds."""

    clock: FastClock
    began: float
    ended: float
    tolerance: float
    kills: Sequence[float]
    tables: Mapping[TableId, Mapping[int, Commit]]
    citizens: Mapping[User, Citizen]
    sent: Sequence[Sent]
    pressed: Sequence[Pressed]
    records: Mapping[TableId, tuple[str, ...]]
    left: Mapping[User, float]
    """When people left or blocked, in fast time."""
    away: Mapping[User, tuple[float, float]]
    """Vacations as the store knows them."""

    def slack(self, at: float) -> float:
        """Return how long after `at` something decided then may take, in fast seconds."""
        killed = any(abs(kill - at) < AFTER_KILL_SECONDS * self.clock.speed for kill in self.kills)
        return (AFTER_KILL_SECONDS if killed else self.tolerance) * self.clock.speed

    def steps(self) -> Iterator[tuple[Commit, Commit | None]]:
        """Yield every step with the one that follows it at the same table."""
        for steps in self.tables.values():
            for revision, commit in sorted(steps.items()):
                yield commit, steps.get(revision + 1)

    def is_away(self, user: User, at: float) -> bool:
        """Whether a person is on a vacation that was already stored."""
        start, until = self.away.get(user, (0.0, 0.0))
        return start + self.slack(start) <= at < until

    def is_reachable(self, user: User) -> bool:
        """Whether a person's platform delivers private messages to them."""
        return self.citizens[user].character.takes_private and user not in self.left


@dataclass(slots=True)
class Findings:
    """Counts of what is wrong, with examples, and figures for the report."""

    wrong: Counter[str] = field(default_factory=Counter)
    examples: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    noted: Counter[str] = field(default_factory=Counter)
    """What is not wrong, but worth knowing."""
    reminders_per_turn: Counter[int] = field(default_factory=Counter)
    calls_per_turn: Counter[int] = field(default_factory=Counter)
    hours: Counter[int] = field(default_factory=Counter)
    delays: list[float] = field(default_factory=list)
    """From the decision to the arrival of reminders, in fast seconds."""
    late: list[float] = field(default_factory=list)
    """How late deadlines were acted on, in fast seconds."""

    def fault(self, what: str, *details: object) -> None:
        """Count a fault and keep the first examples."""
        self.wrong[what] += 1
        if len(self.examples[what]) < 5:
            self.examples[what].append(" ".join(map(str, details)))


def is_reminder(commit: Commit) -> bool:
    """Whether a step calls the player to move."""
    table = commit.table
    return table.status is Status.PLAYING and 0 < table.calls.revision == table.revision


def is_nudge(commit: Commit) -> bool:
    """Whether it was an opponent who called the player."""
    return is_reminder(commit) and commit.cause not in ("call", "refused")


def is_decision(commit: Commit) -> bool:
    """Whether a call asks an opponent to decide, instead of the player to move."""
    return commit.table.forfeit is not None


def turn_of(table: Table) -> Turn | None:
    """Return the turn that a person has at a table, None if it waits for none."""
    if table.status is not Status.PLAYING or table.clock is None:
        return None
    return table.id, table.clock.seat, table.clock.began


def waited_for(table: Table) -> User | None:
    """Return whom a table of two waits for: the person to move, or the one who is to decide."""
    if table.status is not Status.PLAYING or table.clock is None:
        return None
    seat = table.clock.seat if table.forfeit is None else 1 - table.forfeit
    holder = table.seats[seat]
    return holder.user if isinstance(holder, Person) else None


def described(commit: Commit) -> tuple[object, ...]:
    """Return what identifies a step in the report."""
    return commit.table.id, commit.table.revision, commit.cause or "act", round(commit.at)
