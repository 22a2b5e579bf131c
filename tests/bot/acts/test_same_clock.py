"""The same turn has the same clock, whoever sits there: no side can make time for itself."""

import asyncio
from collections import Counter
from dataclasses import dataclass, field
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.acts.act import Act
from bot.acts.me.preferences import ChangeMe
from bot.acts.play.claim import Claim, Extend
from bot.acts.play.draw import Draw
from bot.acts.play.keep import KeepPlaying
from bot.acts.play.nudge import Nudge
from bot.acts.play.pause import Pause
from bot.acts.play.resign import Resign
from bot.acts.play.resume import Resume
from bot.acts.play.take import TakeSeat
from bot.acts.play.undo import Undo
from bot.table import departures
from bot.table.ids import TableId
from bot.table.pace import DAY, HOUR, MINUTE, Pace
from bot.table.people import Actor
from bot.table.seats import Person
from bot.table.table import Status, Table
from bot.table.terms import Flag, Terms
from engine import Choose, Throw
from engine.record import standing
from tests.bot.acts.room import ANA, BEN, CARA, Room, Why
from tests.bot.acts.sides import begun, mover, play_turn, three_sides
from tests.bot.acts.teams import DAN, EASY, team_game
from tests.costly import COSTLY

PACES = [Pace(HOUR), Pace(HOUR, MINUTE), Pace(DAY, HOUR)]
TIMED = pytest.mark.parametrize("pace", PACES, ids=str)


@pytest.fixture
def pebbles() -> Room:
    """A room with a game for three."""
    return three_sides()


async def with_left(room: Room, pace: Pace, seconds: int) -> TableId:
    """Return a game of three sides in which Ana is to move, with so many seconds left."""
    id_ = await begun(room, terms=Terms(pace))
    while await mover(room, id_) != 0:
        await play_turn(room, id_)
    room.now += left(await room.table(id_), room.now) - seconds
    return id_


def left(table: Table, now: float) -> int:
    """What the player to move has left."""
    assert table.clock is not None
    remaining = table.clock.remaining(now)
    assert remaining is not None
    return remaining


@TIMED
async def test_a_seat_given_up_and_taken_back(pebbles: Room, pace: Pace) -> None:
    """Who gives up their seat and takes it back, again and again, has the seconds left before."""
    id_ = await with_left(pebbles, pace, 2)
    for _ in range(20):
        for act in (Resign(id_, sure=True), TakeSeat(id_)):
            assert not (await pebbles.act(ANA, act)).refused
        assert left(await pebbles.table(id_), pebbles.now) == 2


@TIMED
async def test_a_seat_taken_by_a_friend(pebbles: Room, pace: Pace) -> None:
    """Somebody else who takes the seat has what was left, even if they come from a vacation."""
    await pebbles.act(DAN, ChangeMe((("vacation", "7d"),)))
    id_ = await with_left(pebbles, pace, 9)
    await pebbles.act(ANA, Resign(id_, sure=True))
    pebbles.now += 1
    await pebbles.act(DAN, TakeSeat(id_))
    assert left(await pebbles.table(id_), pebbles.now) == 8


@TIMED
async def test_one_who_was_alone(pebbles: Room, pace: Pace) -> None:
    """If leaving a game leaves one person, the clock that stopped goes on where it stood."""
    id_ = await with_left(pebbles, pace, 2)
    await pebbles.act(CARA, Resign(id_, sure=True))
    before = await pebbles.table(id_)
    await pebbles.act(ANA, Resign(id_, sure=True))
    assert (await pebbles.table(id_)).clock is None
    await pebbles.act(ANA, TakeSeat(id_))
    table = await pebbles.table(id_)
    assert before.clock is not None
    assert table.clock is not None
    assert (table.clock.left[1:], left(table, pebbles.now)) == (before.clock.left[1:], 2)


@TIMED
async def test_who_comes_back_to_one_who_was_alone(pebbles: Room, pace: Pace) -> None:
    """Who comes back and starts the clock of the one left leaves them what a turn brings."""
    id_ = await with_left(pebbles, pace, 2)
    for actor in (BEN, CARA):
        await pebbles.act(actor, Resign(id_, sure=True))
    pebbles.now += DAY
    await pebbles.act(BEN, TakeSeat(id_))
    assert left(await pebbles.table(id_), pebbles.now) == pace.brought


async def test_an_undo_without_opponents(room: Room) -> None:
    """Partners against computers take back moves at once, which makes no time."""
    terms = Terms(Pace(HOUR))
    id_ = await team_game(room, ANA, BEN, EASY, EASY, terms=terms)
    room.now += HOUR - 2
    moves = await room.moves(id_)
    await room.move(ANA, id_, moves[0])
    await room.move(ANA, id_, (await room.moves(id_))[0])
    for _ in range(3):
        assert not (await room.act(ANA, Undo(id_))).refused
        assert left(await room.table(id_), room.now) == 2
        table = await room.table(id_)
        seat = room.tables.to_move(table)
        assert seat == 0
        while room.tables.to_move(await room.table(id_)) == 0:
            await room.move(ANA, id_, (await room.moves(id_))[0])


async def test_a_day_of_one_s_own_side(room: Room, why: Why) -> None:
    """Partners can't give each other days while the other side waits."""
    id_ = await team_game(room, terms=Terms(Pace(HOUR)))
    await room.wait(HOUR)
    assert why(await room.act(BEN, Extend(id_))) == "extend.partner"
    assert why(await room.act(ANA, Extend(id_))) == "claim.own"


@dataclass
class Chase:
    """A game in which one side tries everything to gain time; the others move, or claim.

    `spent` is for how many seconds the clock of each seat has run, and `turns` the highest number
    of turns that each seat has begun.
    """

    room: Room
    id: TableId
    seats: tuple[int, ...]
    friends: tuple[Actor, ...]
    chance: Random
    spent: Counter[int] = field(default_factory=Counter)
    turns: Counter[int] = field(default_factory=Counter)

    @property
    def acts(self) -> list[Act]:
        """What the side tries. To play for another side isn't among it."""
        id_ = self.id
        return [
            *[Resign(id_, sure=True)] * 3,
            *(TakeSeat(id_, seat) for seat in self.seats * (4 // len(self.seats))),
            *[Undo(id_)] * 3,
            *(Pause(id_), Resume(id_), Draw(id_)),
            *(Extend(id_), Claim(id_), KeepPlaying(id_), Nudge(id_)),
            *(ChangeMe((("vacation", until),)) for until in ("2d", "off")),
        ]

    async def step(self) -> bool:
        """Let some time pass, and something happen; return whether the game goes on."""
        room, table = self.room, await self.room.table(self.id)
        passed = self.chance.choice([0, 1, 1, 2, 30, 600, HOUR])
        clock = table.clock
        if clock is not None and clock.stopped is None:
            self.spent[clock.seat] += min(passed, left(table, room.now))
        room.now += passed
        await room.fall_due()
        await self.check()
        table = await room.table(self.id)
        if table.status is Status.OVER:
            return False
        await self.act(table)
        await room.fall_due()
        await self.check()
        return (await room.table(self.id)).status is not Status.OVER

    async def act(self, table: Table) -> None:
        """Let the side try something, or the player to move play."""
        seat = self.room.tables.to_move(table)
        assert seat is not None
        holder = table.seats[seat]
        if self.chance.random() < 0.4 and isinstance(holder, Person):
            actor, move = Actor(holder.user, holder.name), await self.room.moves(self.id)
            await self.room.move(actor, self.id, self.chance.choice(move))
            return
        if table.forfeit in self.seats and self.chance.random() < 0.3:
            await self.room.act(self.chance.choice((BEN, CARA)), Claim(self.id))
            return
        await self.room.act(self.chance.choice(self.friends), self.chance.choice(self.acts))

    async def check(self) -> None:
        """Check that no seat of the side has had or has more time than its turns have brought."""
        table = await self.room.table(self.id)
        game, pace = self.room.games.game(table.header), table.terms.pace
        clock = table.clock or table.resting
        if table.status is Status.OVER or clock is None or pace is None:
            return
        line = standing(game, await self.room.store.record(self.id))
        phases = [*(played.phase for played in line), game.phase(line[-1].after)]
        begun = Counter(
            after.seat
            for before, after in pairwise(phases)
            if isinstance(before, Throw) and isinstance(after, Choose)
        )
        self.turns |= begun
        for seat in self.seats:
            turns = self.turns[seat]
            given = pace.time + turns * pace.increment if pace.has_bank else pace.time * turns
            now = clock.remaining(self.room.now) if clock.seat == seat else clock.left[seat]
            assert now is not None
            had = now if pace.has_bank or clock.seat == seat else 0
            assert self.spent[seat] + had <= given


@COSTLY
@given(st.sampled_from(PACES), st.sampled_from(Flag), st.booleans(), st.integers(0, 2**32))
def test_no_side_makes_time(pace: Pace, flag: Flag, team: bool, number: int) -> None:
    """Whatever a side does, its seats get the time that the pace gives for their turns."""

    async def chase() -> None:
        room, chance = three_sides(), Random(number)
        terms, friends = Terms(pace, flag), (ANA, DAN)
        if team:
            id_ = await team_game(room, ANA, DAN, BEN, EASY, terms=terms)
        else:
            id_ = await begun(room, terms=terms, seed=chance.randbytes(32))
        chased = Chase(room, id_, (0, 1) if team else (0,), friends, chance)
        await chased.check()
        for _ in range(60):
            if not await chased.step():
                break

    level, departures.STAND_IN_LEVEL = departures.STAND_IN_LEVEL, "easy"  # type: ignore[misc] # fast
    try:
        asyncio.run(chase())
    finally:
        departures.STAND_IN_LEVEL = level  # type: ignore[misc] # as before
