"""A process that is killed around a game's end, or two at once, neither lose nor double a game."""

import asyncio
from asyncio import gather
from collections.abc import Awaitable, Callable
from dataclasses import replace
from itertools import count
from typing import Any, TypeAlias

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.acts.calling import CALLED_SECONDS
from bot.acts.play.resign import Resign
from bot.store.link import Link
from bot.store.memory import MemoryStore
from bot.store.redis import RedisStore
from bot.table import steps
from bot.table.due import BEGIN, NEXT, Due
from bot.table.ids import TableId
from bot.table.match import DRAW, LOSS, WIN
from bot.table.match_text import so_far
from bot.table.next_game import BEGIN_SECONDS
from bot.table.options import Options
from bot.table.people import User
from bot.table.ports import Operation, Store
from bot.table.seats import Person
from bot.table.table import Ending, Status, Table
from bot.table.terms import Terms
from bot.table.turns import Hands
from tests.bot.acts.match_room import begin, following, get_ready, show
from tests.bot.acts.room import ANA, PLACE, Room
from tests.bot.options import options
from tests.bot.show.offer import OFFER
from tests.costly import COSTLY

Stores: TypeAlias = Callable[[], Any]

LATEST = 40
"""No act makes as many calls to the store."""


class Killed(BaseException):
    """The process was killed. Nothing may catch it."""


class MortalStore:
    """A store whose process is killed around its nth call: before it, or right after it."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.calls = self.last = 0
        self.too_late = False

    def die(self, last: int, *, too_late: bool) -> None:
        """Be killed at this call from now on, `too_late` to prevent it; 0 means never."""
        self.calls, self.last, self.too_late = 0, last, too_late

    def __getattr__(self, name: str) -> Any:
        method = getattr(self.store, name)

        async def call(*arguments: Any, **more: Any) -> Any:
            self.calls += 1
            now = self.calls == self.last
            if now and not self.too_late:
                raise Killed
            result = await method(*arguments, **more)
            if now:
                raise Killed
            return result

        return call


class HalfCreating(RedisStore):
    """A store whose process is killed between the indexes and the table."""

    dies = False

    async def index(self, table: Table) -> None:
        await super().index(table)
        if self.dies:
            raise Killed


@pytest.fixture(params=["memory", "redis"])
def stores(request: pytest.FixtureRequest, link: Link) -> Stores:
    """Return a function that opens the same storage once more, for another process."""
    memory = MemoryStore(lambda: 0.0)
    return lambda: memory if request.param == "memory" else RedisStore(link, lambda: 0.0)


@pytest.fixture
def mortal(stores: Stores) -> MortalStore:
    return MortalStore(stores())


@pytest.fixture
def room(mortal: MortalStore) -> Room:
    return Room(store=mortal)  # type: ignore[arg-type] # passes calls on


async def only_next(room: Room, first: TableId) -> Table:
    """Return the game after the first one; check that it is the only open one."""
    (table,) = await room.store.tables_in(PLACE)
    assert table.id == room.service.next_games.id_after(first)
    assert table.match is not None
    assert [game.table for game in table.match.games] == [first]
    assert await room.store.tables_of(ANA.user) == (table,)
    assert await room.store.by_code(table.code) == table.id
    return table


async def killed(
    mortal: MortalStore, act: Callable[[], Awaitable[None]], at: int, *, too_late: bool
) -> bool:
    """Act and be killed at a call to the store; return whether that call came."""
    mortal.die(at, too_late=too_late)
    try:
        await act()
    except Killed:
        return True
    finally:
        mortal.die(0, too_late=False)
    return False


@pytest.mark.parametrize("too_late", [False, True])
async def test_killed_while_the_game_ends(room: Room, mortal: MortalStore, too_late: bool) -> None:
    """Wherever a process is killed while a game ends, the redelivered press leads to one game."""
    for at in range(1, LATEST):
        room.now += CALLED_SECONDS
        first = await begin(room)

        async def resign(first: TableId = first) -> None:
            await room.act(ANA, Resign(first, sure=True), operation=f"resign-{first}")

        cut = await killed(mortal, resign, at, too_late=too_late)
        await resign()
        await room.fall_due()
        table = await only_next(room, first)
        await over(room, table)
        if not cut:
            return
    pytest.fail("the press never came to its end")


@pytest.mark.parametrize("too_late", [False, True])
async def test_killed_while_the_next_game_is_posted(
    room: Room,
    mortal: MortalStore,
    too_late: bool,
) -> None:
    """Wherever a process is killed while it posts the next game, another one finishes the job."""
    for at in range(1, LATEST):
        first = await begin(room)
        await room.act(ANA, Resign(first, sure=True))
        due = Due(first, NEXT, room.now)

        async def post(due: Due = due) -> None:
            await room.service.next_games.post(due)

        cut = await killed(mortal, post, at, too_late=too_late)
        await room.fall_due()
        table = await only_next(room, first)
        await show(room, table.id)
        room.now += BEGIN_SECONDS
        await room.fall_due()
        begun = await room.table(table.id)
        assert begun.status is Status.PLAYING
        await over(room, begun)
        if not cut:
            return
    pytest.fail("the next game was never posted")


@pytest.mark.parametrize("too_late", [False, True])
async def test_killed_while_the_next_game_begins(
    room: Room,
    mortal: MortalStore,
    too_late: bool,
) -> None:
    """Wherever a process is killed while a game begins by itself, it begins once."""
    for at in range(1, LATEST):
        first = await begin(room)
        await room.act(ANA, Resign(first, sure=True))
        next_ = await following(room, first)
        room.now += BEGIN_SECONDS
        due = Due(next_, BEGIN, room.now)

        async def start(due: Due = due) -> None:
            await room.service.next_games.begin(due)

        cut = await killed(mortal, start, at, too_late=too_late)
        await room.fall_due()
        begun = await room.table(next_)
        assert (begun.status, begun.revision) == (Status.PLAYING, 2)
        assert len(await room.store.record(next_)) == begun.casts
        await over(room, begun)
        if not cut:
            return
    pytest.fail("the next game never began")


async def test_killed_between_indexes_and_table(link: Link) -> None:
    """A kill between the indexes of the next game and its table leaves no trace of another one."""
    store = HalfCreating(link)
    room = Room(store=store)  # type: ignore[arg-type] # a store
    first = await begin(room)
    await room.act(ANA, Resign(first, sure=True))
    store.dies = True
    with pytest.raises(Killed):
        await room.service.next_games.post(Due(first, NEXT, room.now))
    assert await store.tables_in(PLACE) == ()
    store.dies = False
    await room.fall_due()
    await only_next(room, first)


async def test_two_processes_post_it_at_once(stores: Stores) -> None:
    """Of handlers that run at once in two processes, one posts the game."""
    rooms = [Room(store=stores()) for _ in range(2)]
    first = await begin(rooms[0])
    await rooms[0].act(ANA, Resign(first, sure=True))
    due = Due(first, NEXT, rooms[0].now)
    await gather(*(room.service.next_games.post(due) for room in rooms * 5))
    table = await only_next(rooms[0], first)
    await rooms[1].service.next_games.post(due)
    assert await only_next(rooms[1], first) == table


async def test_two_processes_begin_it_at_once(stores: Stores) -> None:
    """Of handlers and presses that begin a game at once, one does; the others change nothing."""
    rooms = [Room(store=stores()) for _ in range(2)]
    for room, first_id in zip(rooms, ("a", "b"), strict=True):
        room.operations = (int(f"{ord(first_id)}{n}") for n in count())
    first = await begin(rooms[0])
    await rooms[0].act(ANA, Resign(first, sure=True))
    next_ = await following(rooms[0], first)
    for room in rooms:
        room.now += BEGIN_SECONDS
    due = Due(next_, BEGIN, rooms[0].now)
    handlers = (room.service.next_games.begin(due) for room in rooms * 3)
    await gather(*handlers, *(get_ready(room, next_) for room in rooms))
    begun = await rooms[0].table(next_)
    assert begun.status is Status.PLAYING
    assert len(await rooms[0].store.record(next_)) == begun.casts


async def test_posted_again_after_it_ended(room: Room) -> None:
    """A due that is handled again, even when the next game is over, posts nothing."""
    first = await begin(room)
    await room.act(ANA, Resign(first, sure=True))
    next_ = await following(room, first)
    await over(room, await room.table(next_))
    before = await room.table(next_)
    await room.service.next_games.post(Due(first, NEXT, room.now))
    assert await room.table(next_) == before


async def over(room: Room, table: Table) -> None:
    """End a table without a result, so that nothing follows."""
    step = steps.end(table, Ending.CLOSED, room.now)
    await room.tables.commit(table, step, Operation(f"over:{table.id}"))
    await room.fall_due()


results = st.lists(st.sampled_from([0, 1, None]), min_size=24, max_size=24)
matches = st.one_of(
    st.integers(2, 4).map(lambda wins: Terms(match=wins)),
    st.lists(st.sampled_from(["aj-sayil", "aj-tiwil", "a-kaakil"]), min_size=2, max_size=5).map(
        lambda keys: Terms(series=tuple(keys))
    ),
)


@COSTLY
@given(matches, st.sampled_from([2, 4, 6]), results)
def test_any_results(terms: Terms, seats: int, won: list[int | None]) -> None:
    """Any results lead to a decided match, with the right score, people and sides all the way."""
    asyncio.run(_play(terms, seats, won))


async def _play(terms: Terms, seats: int, won: list[int | None]) -> None:
    """Play a match in which party `won[n]`, or None, wins game n; compare it with plain sums."""
    room = Room()
    chosen = options("aj-sayil", seats=seats) if seats > 2 else Options("aj-sayil")
    match = room.tables.games.match(replace(chosen, terms=terms))
    assert match is not None
    people = tuple(Person(User(PLACE.platform, f"p{n}"), f"P{n}") for n in range(seats))
    table = await _first(room, match.header, people)
    table = replace(table, match=match, terms=terms)
    await room.store.create(table, Operation("post"), ())
    game = room.tables.games.game(table.header)
    parties = {person.user: game.side(number) for number, person in enumerate(people)}
    score = [0, 0]
    for number, party in enumerate(won):
        assert table.match is not None
        assert table.match.number == number
        game = room.tables.games.game(table.header)
        assert table.header == match.headers[number % len(match.headers)]
        for seat, person in enumerate(table.seats):
            assert isinstance(person, Person)
            assert game.side(seat) == (parties[person.user] + number) % 2
        side = None if party is None else (party + number) % 2
        score[0] += DRAW if party is None else WIN if party == 0 else LOSS
        score[1] += DRAW if party is None else WIN if party == 1 else LOSS
        ended = await _finish(room, table, side)
        after = so_far(ended, game)
        assert after is not None
        assert after.score() == tuple(score)
        await room.fall_due()
        following_ = await room.store.load(room.service.next_games.id_after(table.id))
        goal, played = WIN * terms.match, number + 1
        assert after.is_decided is (max(score) >= goal if goal else played == len(terms.series))
        if after.is_decided:
            best = () if score[0] == score[1] else (score.index(max(score)),)
            assert (after.winners(), following_) == (best, None)
            return
        assert following_ is not None
        table = following_
    pytest.fail("the match never ended")


async def _first(room: Room, header: str, people: tuple[Person, ...]) -> Table:
    """Return the first game of a match, in progress."""
    offered = replace(OFFER, header=header, seats=people, place=PLACE)
    step = steps.begin(offered, room.tables.games.game(header), Hands(room.corn), room.now)
    return replace(step.table, revision=1)


async def _finish(room: Room, table: Table, side: int | None) -> Table:
    """End a game: a side wins, or with None it is drawn."""
    game = room.tables.games.game(table.header)
    sides = tuple(tuple(n for n in range(game.seats) if game.side(n) == s) for s in (0, 1))
    places = (tuple(range(game.seats)),) if side is None else (sides[side], sides[1 - side])
    ending = Ending.DRAWN if side is None else Ending.WON
    step = steps.end(table, ending, room.now, places=places)
    await room.tables.commit(table, step, Operation(f"finish:{table.id}"))
    return step.table
