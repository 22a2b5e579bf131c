"""The judge of the week finds what it is there to find."""

from dataclasses import dataclass, field, replace
from zoneinfo import ZoneInfo

import pytest

from bot.acts.play.move import Move
from bot.table.calls import Calls
from bot.table.clock import Clock
from bot.table.ids import TableId
from bot.table.pace import Pace
from bot.table.people import Place, Platform, User
from bot.table.seats import Person
from bot.table.table import Status, Table, Told
from tests.week.clock import FastClock
from tests.week.evidence import Evidence, Findings
from tests.week.ledger import Commit
from tests.week.life import Citizen
from tests.week.mail import Look, Sent, acts
from tests.week.people import DAY, HOUR, Character, Fate, Temper
from tests.week.verdict import judge

NOON = 1_792_497_600
"""12:00 UTC on a Tuesday."""

ANA, BEN = (User(Platform.DISCORD, name) for name in ("1", "2"))
PLAZA = Place(Platform.DISCORD, "7")
ID = TableId("zhuynciaow")

CHARACTER = Character(
    name="Ben",
    temper=Temper.OFFICE,
    city="UTC",
    zone=ZoneInfo("UTC"),
    reminders="on",
    private=False,
    quiet=(22, 8),
    takes_private=True,
    fate=Fate.STAYS,
    fate_at=0,
    vacation_at=0,
    vacation_days=0,
)

TABLE = Table(
    id=ID,
    code="c",
    revision=2,
    status=Status.PLAYING,
    header="puluc",
    seed=b"",
    place=PLAZA,
    seats=(Person(ANA, "Ana"), Person(BEN, "Ben")),
    created=NOON,
    touched=NOON,
    clock=Clock.start(Pace(DAY), 2, 1, NOON),
)
"""Ben is to move within a day."""


@dataclass
class Town:
    """What was recorded; Ben has the character that a test gives him."""

    ben: Character = CHARACTER
    ended: float = NOON + 2 * HOUR
    steps: dict[int, Commit] = field(
        default_factory=lambda: {2: Commit(NOON, "discord:1", (), TABLE)}
    )
    sent: list[Sent] = field(default_factory=list)
    left: dict[User, float] = field(default_factory=dict)
    away: dict[User, tuple[float, float]] = field(default_factory=dict)

    def step(self, at: float, operation: str, **changes: object) -> Commit:
        """Add a step of the table."""
        before = self.steps[max(self.steps)].table
        table = replace(before, revision=before.revision + 1, **changes)  # type: ignore[arg-type] # fields by name
        commit = self.steps[table.revision] = Commit(at, operation, (), table)
        return commit

    def remind(self, at: float) -> Commit:
        """Add a reminder on the board."""
        before = self.steps[max(self.steps)].table
        calls = Calls(before.calls.count + 1, int(at), revision=before.revision + 1)
        return self.step(at, f"call:{ID}:{before.revision}", calls=calls)

    def show(self, commit: Commit, at: float, *called: User) -> Sent:
        """Deliver the board of a step."""
        move = Move(ID, commit.table.revision, "b-1").code
        look = Look(at, "", acts([move]), 0)
        message = Sent(PLAZA, str(at), at, frozenset(called), frozenset(called), [look])
        self.sent.append(message)
        return message

    def judged(self) -> Findings:
        """Return the judge's findings, with a second of tolerance at 1000-fold speed."""
        people = {ANA: replace(CHARACTER, name="Ana"), BEN: self.ben}
        return judge(
            Evidence(
                clock=FastClock(NOON, 0, 1000),
                began=NOON,
                ended=self.ended,
                tolerance=1,
                kills=[],
                tables={ID: self.steps},
                citizens={user: Citizen(user, who, None) for user, who in people.items()},  # type: ignore[arg-type] # no square is needed here
                sent=self.sent,
                pressed=[],
                records={ID: ()},
                left=self.left,
                away=self.away,
            )
        )

    @property
    def wrong(self) -> dict[str, int]:
        """The faults found."""
        return {name: number for name, number in self.judged().wrong.items() if number}


@pytest.fixture
def town() -> Town:
    return Town()


def test_a_good_reminder(town: Town) -> None:
    """A reminder in time, delivered once and to the player to move, is not wrong."""
    town.show(town.remind(NOON + HOUR), NOON + HOUR + 60, BEN)
    assert town.wrong == {}


def test_quiet_hours(town: Town) -> None:
    """A reminder that is decided in quiet hours is wrong."""
    at = NOON + 11 * HOUR
    town.show(town.remind(at), at + 60, BEN)
    assert town.wrong == {"reminder in quiet hours": 1}


def test_late_arrival(town: Town) -> None:
    """A reminder that arrives in quiet hours is wrong only if it was slower than the tolerance."""
    at = NOON + 10 * HOUR - 60
    reminder = town.remind(at)
    town.show(reminder, at + 900, BEN)
    assert town.wrong == {}
    town.sent[0].at = at + 1100
    assert town.wrong == {"reminder in quiet hours": 1}


def test_twice(town: Town) -> None:
    """A reminder that arrives twice is wrong."""
    reminder = town.remind(NOON + HOUR)
    for at in (60, 90):
        town.show(reminder, NOON + HOUR + at, BEN)
    assert town.wrong == {"reminder sent twice": 1}


def test_never(town: Town) -> None:
    """A reminder that never arrives is wrong."""
    town.remind(NOON + HOUR)
    assert town.wrong == {"reminder never sent": 1}


def test_unwanted(town: Town) -> None:
    """A reminder to a player who has turned them off is wrong."""
    town.ben = replace(CHARACTER, reminders="off")
    town.show(town.remind(NOON + HOUR), NOON + HOUR + 60, BEN)
    assert town.wrong == {"reminder to a player who wants none": 1}


def test_vacation(town: Town) -> None:
    """A reminder during a vacation is wrong."""
    town.away[BEN] = (NOON, NOON + DAY)
    town.show(town.remind(NOON + HOUR), NOON + HOUR + 60, BEN)
    assert town.wrong == {"reminder during a vacation": 1}


def test_left(town: Town) -> None:
    """A reminder to a player who left before it was decided is wrong."""
    town.ben, town.left[BEN] = replace(CHARACTER, fate=Fate.LEAVES), NOON
    town.show(town.remind(NOON + HOUR), NOON + HOUR + 60, BEN)
    assert town.wrong == {"reminder to a player who has left": 1}


def test_wrong_place(town: Town) -> None:
    """A reminder on the board is wrong if the player wants them in private and can get them."""
    town.ben = replace(CHARACTER, private=True)
    town.show(town.remind(NOON + HOUR), NOON + HOUR + 60, BEN)
    assert town.wrong == {"reminder in the wrong place": 1}


def test_someone_else(town: Town) -> None:
    """A board must not call a player whom nothing waits for."""
    town.show(town.steps[2], NOON + 60, ANA)
    assert town.wrong == {"call of someone whom nothing waits for": 1}


def test_too_many(town: Town) -> None:
    """Four calls in a turn are too many."""
    town.show(town.steps[2], NOON, BEN)
    for hour in (1, 2, 3):
        town.show(town.remind(NOON + hour * HOUR), NOON + hour * HOUR, BEN)
    assert town.wrong == {"more than three calls in a turn": 1}


def test_nudges(town: Town) -> None:
    """A second nudge in a turn is wrong within a day."""
    for hour in (1, 5):
        revision = max(town.steps) + 1
        calls = Calls(nudged=NOON + hour * HOUR, revision=revision)
        town.show(
            town.step(NOON + hour * HOUR, f"discord:{hour}", calls=calls), NOON + hour * HOUR, BEN
        )
    assert town.wrong == {"nudge twice in a turn and day": 1}


def test_missing(town: Town) -> None:
    """A turn that lasts longer than half of its time needs a reminder."""
    town.ben, town.ended = replace(CHARACTER, quiet=None), NOON + 14 * HOUR
    assert town.wrong == {"reminder never decided": 1}


def test_told_that_it_is_over(town: Town) -> None:
    """A private message that a game is over is no reminder, though it comes soon after one."""
    town.ben, private = replace(CHARACTER, private=True), Place.private(BEN)
    reminded = Calls(1, NOON + HOUR, revision=3, place=private)
    town.step(NOON + HOUR, f"call:{ID}:2", calls=reminded)
    told = Told(4, places=(private,))
    town.step(NOON + HOUR + 60, "discord:2", status=Status.OVER, calls=Calls(), told=told)
    for at, looks in ((NOON + HOUR + 10, 2), (NOON + HOUR + 70, 1)):
        look = Look(at, "Ana", (), 0)
        town.sent.append(Sent(private, str(at), at, frozenset(), frozenset(), [look] * looks))
    assert town.wrong == {}


def test_standing(town: Town) -> None:
    """A reminder must not stand when the player has moved."""
    message = town.show(town.remind(NOON + HOUR), NOON + HOUR + 60, BEN)
    assert TABLE.clock is not None
    moved = TABLE.clock.turn(0, NOON + HOUR + 600)
    town.step(NOON + HOUR + 600, "discord:2", clock=moved, calls=Calls())
    assert town.wrong == {"reminder still standing after the move": 1}
    message.deleted = NOON + HOUR + 700
    assert town.wrong == {}


@pytest.mark.parametrize(
    ("late", "fault"),
    [
        (-1, "deadline acted on too early"),
        (60, None),
        (1_200, "deadline acted on late"),
    ],
)
def test_deadline(town: Town, late: int, fault: str | None) -> None:
    """A deadline is acted on when it comes, not before, and not later than the tolerance."""
    town.ended = NOON + 2 * DAY
    assert TABLE.clock is not None
    town.step(NOON + DAY + late, f"deadline:{ID}:2", clock=TABLE.clock.up())
    assert town.wrong == ({} if fault is None else {fault: 1})


def test_no_deadline(town: Town) -> None:
    """A deadline that nobody acts on is found."""
    town.ended = NOON + 2 * DAY
    assert town.wrong == {"deadline never acted on": 1}
