"""Random team games whose players leave, are replaced and come back, and the records of them."""

from dataclasses import dataclass, field, replace
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from bot.acts.leaving import depart
from bot.acts.records import record_of
from bot.store import codec
from bot.table import departures, steps
from bot.table.clock import Stop
from bot.table.corn import FairCorn, words_of
from bot.table.due import THINK
from bot.table.former import Departure
from bot.table.pace import DAY, HOUR, Pace
from bot.table.people import Platform, User
from bot.table.seats import Computer, Person, Seat
from bot.table.step import Step
from bot.table.table import Ending, Status
from bot.table.terms import Terms
from bot.table.turns import Hands
from bot.table.undo import taken_back
from engine import Choose
from engine.record import Record, standing
from engine.road.header import write_header
from engine.road.rulesets import MOPAN, RULESETS
from engine.verify import verify
from tests.bot.show.offer import GAMES, OFFER, SAY
from tests.costly import COSTLY

HANDS = Hands(FairCorn())
HEADERS = [
    write_header(replace(RULESETS[key], seats=seats)) for key in MOPAN for seats in (4, 6, 16)
]
PACES = [None, Pace(3 * DAY), Pace(DAY, HOUR)]
WHYS = [Departure.RESIGNED, Departure.TIMEOUT, Departure.LEFT, Departure.MATCH_LEFT]
STEPS = 70


def person(number: int, word: str = "") -> Person:
    return Person(User(Platform.WEB, f"p{number}"), f"P{number}", word)


@dataclass
class Evening:
    """A team game, its record, and who had the seats when each of its moves was made."""

    header: str
    chance: Random
    pace: Pace | None
    now: float = 1_000_000.0
    record: list[str] = field(default_factory=list)
    made: list[tuple[Seat, ...]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.game = GAMES.game(self.header)
        seats: list[Seat] = [person(n, f"word {n}") for n in range(self.game.seats)]
        for number in range(1, self.game.seats):
            if self.chance.random() < 0.3:
                seats[number] = Computer("easy")
        seed = self.chance.randbytes(32)
        terms = Terms(self.pace)
        offer = replace(OFFER, header=self.header, seed=seed, seats=tuple(seats), terms=terms)
        self.table = offer
        self.words = words_of(offer)
        self.sides = {self.game.side(n) for n, seat in enumerate(seats) if isinstance(seat, Person)}
        self.take(steps.begin(offer, self.game, HANDS, self.now))

    @property
    def position(self) -> object:
        return GAMES.position(self.table)

    @property
    def people(self) -> list[User]:
        return sorted(self.table.people, key=str)

    @property
    def mover(self) -> int:
        seat = steps.to_move(self.table, self.game, self.position)
        assert seat is not None
        return seat

    def take(self, step: Step) -> None:
        """Commit a step."""
        before, self.table = self.table, step.table
        self.record.extend(step.entries)
        del self.made[self.table.moves :]
        self.made.extend([before.seats] * (self.table.moves - len(self.made)))

    def move(self) -> None:
        """Play a random move for the seat to move."""
        phase = self.game.phase(self.position)
        assert isinstance(phase, Choose)
        move = self.game.write_move(self.chance.choice(phase.moves))
        position, seat = self.position, self.mover
        self.take(steps.play(self.table, self.game, position, seat, move, HANDS, self.now))

    def leave(self) -> None:
        """Let a random person leave, for any reason."""
        user = self.chance.choice(self.people)
        seat = self.chance.choice(self.table.seats_of(user))
        why = self.chance.choice(WHYS)
        self.hand_over(depart(GAMES, self.table, seat, why, self.now))
        if self.table.status is Status.PLAYING:
            assert not self.table.seats_of(user)

    def join(self) -> None:
        """Let a partner, the one who left, or someone new take over a random seat."""
        if not self.table.vacated:
            return
        seat = self.chance.choice(self.table.vacated)
        side = self.game.side(seat)
        known = [
            holder
            for holder in (*self.table.seats, *(each.holder for each in self.table.former))
            if isinstance(holder, Person)
            and departures.sides_of(self.game, self.table, holder.user) == {side}
        ]
        taker = self.chance.choice([*known, person(self.chance.randrange(100, 10_000))])
        self.hand_over(
            departures.take_over(
                self.table,
                self.game,
                self.position,
                seat,
                Person(taker.user, taker.name),
                self.now,
            )
        )
        assert seat in self.table.seats_of(taker.user)

    def undo(self) -> None:
        """Let a random person take back the last move they chose, if there is one."""
        user = self.chance.choice(self.people)
        seats = self.table.seats_of(user)
        taken = taken_back(self.game, self.table, self.record, seats)
        if taken is not None:
            assert self.made[taken.moves][taken.seat] == self.table.seats[taken.seat]
            self.take(steps.take_back(self.table, taken, self.now))
            assert self.mover in seats

    def hand_over(self, step: Step) -> None:
        """Commit a step that changes players, and check what it leaves alone."""
        before, after = self.table, step.table
        if after.status is Status.PLAYING:
            assert replace(after, revision=before.revision).mark == before.mark
            assert (after.lying, after.casts, after.moves) == (
                before.lying,
                before.casts,
                before.moves,
            )
            turn = before.seats[self.mover] != after.seats[self.mover]
            thinks = turn and isinstance(after.seats[self.mover], Computer)
            assert any(due.what == THINK for due in step.dues) == thinks
        self.take(step)

    def check(self) -> None:
        """Check the table, and that its record leads to it and verifies."""
        table, game = self.table, self.game
        assert codec.read(codec.write(table)) == table
        assert words_of(table) == self.words
        for user in table.people:
            assert len({game.side(seat) for seat in table.seats_of(user)}) == 1
        if table.status is Status.PLAYING:
            assert {game.side(table.seats_of(user)[0]) for user in table.people} == self.sides
            assert (table.clock is None) == table.is_practice
            assert table.clock is None or table.clock.seat == self.mover
        line = standing(game, self.record)
        assert game.write_position(line[-1].after) == table.position
        self.check_record([p.phase.seat for p in line if isinstance(p.phase, Choose)])

    def check_record(self, movers: list[int]) -> None:
        """Check the record: its throws, and who made each move, as its tags tell."""
        over = replace(self.table, status=Status.OVER, ending=self.table.ending or Ending.CLOSED)
        record = record_of(over, self.record, SAY)
        assert Record.read(record.write()) == record
        assert verify(record, GAMES.game).agrees
        names, successors = [*record.tags.players], [*record.tags.successors]
        for number, (seat, seats) in enumerate(zip(movers, self.made, strict=True)):
            while successors and successors[0].moves <= number:
                successor = successors.pop(0)
                names[successor.seat] = successor.player
            holder = seats[seat]
            assert isinstance(holder, Person | Computer)
            assert names[seat] == (holder.name if isinstance(holder, Person) else names[seat])
            assert isinstance(holder, Person) != names[seat].startswith("Computer")


@COSTLY
@given(st.sampled_from(HEADERS), st.sampled_from(PACES), st.integers(0, 2**32))
def test_an_evening(header: str, pace: Pace | None, number: int) -> None:
    """Whoever leaves and joins, the game goes on as its record says, with the same throws."""
    chance = Random(number)
    evening = Evening(header, chance, pace)
    acts = [evening.move] * 6 + [evening.leave, evening.join, evening.join, evening.undo]
    for _ in range(STEPS):
        if evening.table.status is Status.OVER:
            break
        evening.now += chance.choice([0, 1, HOUR, DAY])
        clock = evening.table.clock
        if clock is not None and clock.left and chance.random() < 0.2:
            evening.take(steps.retime(evening.table, replace(clock.up(), stopped=Stop.UP)))
        act = chance.choice(acts)
        act()
        if act != evening.move:
            evening.check()
    evening.check()
