"""Processes that share a server behave like one store in memory, in any order of calls."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeAlias

from hypothesis import given
from hypothesis import strategies as st

from bot.store.embedded import EmbeddedServer
from bot.store.link import Link
from bot.store.memory import MemoryStore
from bot.store.redis import RedisStore
from bot.table.due import Due
from bot.table.ids import TableId
from bot.table.people import Place, Platform, User
from bot.table.ports import Operation, Shown, Store
from bot.table.preferences import Preferences, Quiet, Reminders
from bot.table.seats import Free, Person
from bot.table.settings import Placing, Settings
from bot.table.table import Status, Table

FAR = 2**33
"""A time in the future: the server itself drops what has expired."""

USERS = [User(Platform.WEB, "ana"), User(Platform.DISCORD, "ben")]
PLACES = [Place(Platform.WEB, "maize"), Place(Platform.DISCORD, "1", "2")]
IDS = [TableId(letter * 10) for letter in "abc"]

Act: TypeAlias = Callable[[Store], Awaitable[object]]

ids = st.sampled_from(IDS)
users = st.sampled_from(USERS)
places = st.sampled_from(PLACES)
revisions = st.integers(1, 4)
operations = st.sampled_from(["o1", "o2", "o3"]).map(Operation)
entries = st.lists(st.sampled_from(["0110", "b+3"]), max_size=2).map(tuple)
times = st.integers(FAR, FAR + 3)
moments = st.integers(0, 90)
whats = st.sampled_from(["repost:web:maize:", "reminder"])
settings_of_channels = st.builds(
    Settings, st.sampled_from(Placing), st.booleans(), st.booleans(), st.booleans()
)


def table(id_: TableId, revision: int) -> Table:
    """One of three tables at this revision."""
    n = IDS.index(id_)
    return Table(
        id=id_,
        code=f"code-{n}",
        revision=revision,
        status=Status.OFFERED if revision == 1 else Status.PLAYING,
        header="a game",
        seed=bytes(32),
        place=PLACES[(n + revision // 3) % 2],
        seats=(Person(USERS[n % 2], "Ana"), Free()),
        created=n,
        touched=n,
    )


def create(id_: TableId, operation: Operation) -> Act:
    return lambda store: store.create(table(id_, 1), operation)


def commit(
    id_: TableId, revision: int, entries: tuple[str, ...], operation: Operation, to: list[Place]
) -> Act:
    async def act(store: Store) -> object:
        await store.index(table(id_, revision))
        dues = [Due(id_, "upkeep", revision)]
        return await store.commit(table(id_, revision), entries, operation, to, dues)

    return act


def block(user: User, whom: User | None) -> Act:
    return lambda store: store.block(user, whom, "Ben")


def unblock(user: User, whom: User | None) -> Act:
    return lambda store: store.unblock(user, whom)


def prefer(user: User, new: Preferences, old: Preferences) -> Act:
    return lambda store: store.prefer(user, new, old)


def mark_shown(id_: TableId, place: Place, revision: int) -> Act:
    shown = Shown(revision, f"m|{revision}", revision + 0.5, revision + 0.25)
    return lambda store: store.mark_shown(id_, place, shown)


def give_up(id_: TableId, place: Place, revision: int) -> Act:
    return lambda store: store.give_up(id_, place, revision)


def unshow(id_: TableId, place: Place, revision: int) -> Act:
    return lambda store: store.unshow(id_, place, revision)


def change_settings(place: Place, settings: Settings) -> Act:
    return lambda store: store.change_settings(place, settings)


def set_note(name: str, text: str) -> Act:
    return lambda store: store.set_note(name, text)


def schedule(id_: TableId, what: str, at: int) -> Act:
    return lambda store: store.schedule(Due(id_, what, at))


def claim(now: int, does: int, again: int | None) -> Act:
    """Claim dues and do the first few, optionally rescheduling each before it is done."""

    async def act(store: Store) -> object:
        claimed = sorted(await store.claim(now), key=lambda due: (due.table, due.what))
        for due in claimed[:does]:
            if again is not None:
                await store.schedule(Due(due.table, due.what, again))
            await store.done(due)
        return [(due.table, due.what) for due in claimed]

    return act


def mark_overdue(id_: TableId, place: Place) -> Act:
    return lambda store: store.mark_overdue(id_, place)


def overdue(place: Place) -> Act:
    return lambda store: store.overdue(place.platform)


def reserve(user: User, id_: TableId, now: int, until: int) -> Act:
    return lambda store: store.take(str(user), id_, now=now, until=until, limit=2)


def release(user: User, id_: TableId) -> Act:
    return lambda store: store.give_back(str(user), id_)


preferences = st.builds(
    Preferences,
    reminders=st.sampled_from(Reminders),
    quiet=st.sampled_from([None, Quiet(22, 8)]),
    zone=st.sampled_from(["", "+05:30"]),
)
acts = st.one_of(
    st.builds(create, ids, operations),
    st.builds(
        commit, ids, revisions, entries, operations, st.lists(places, max_size=2, unique=True)
    ),
    st.builds(block, users, st.none() | users),
    st.builds(unblock, users, st.none() | users),
    st.builds(prefer, users, preferences, preferences),
    st.builds(mark_shown, ids, places, revisions),
    st.builds(give_up, ids, places, revisions),
    st.builds(unshow, ids, places, revisions),
    st.builds(change_settings, places, settings_of_channels),
    st.builds(set_note, st.sampled_from(["n", "o"]), st.text(max_size=3)),
    st.builds(schedule, ids, whats, moments),
    st.builds(claim, moments, st.integers(0, 3), st.none() | moments),
    st.builds(mark_overdue, ids, places),
    st.builds(overdue, places),
    st.builds(reserve, users, ids, times, times),
    st.builds(release, users, ids),
)


async def showing(store: Store, id_: TableId, place: Place) -> object:
    async with store.showing(id_, place) as what:
        return what


async def contents(store: Store) -> list[object]:
    """Everything that a store can be asked."""
    answers: list[object] = []
    for id_ in IDS:
        answers += [await store.load(id_), await store.record(id_)]
        answers += [await store.shown(id_, place) for place in PLACES]
        answers += [await store.applied(id_, Operation(name)) for name in ("o1", "o2", "o3")]
        answers.append(await store.by_code(f"code-{IDS.index(id_)}"))
    for user in USERS:
        answers += [await store.tables_of(user), await store.taken(str(user), now=0)]
        answers.append(await store.preferences(user))
    for place in PLACES:
        answers += [await store.tables_in(place), await store.overdue(place.platform)]
        answers += [await showing(store, id_, place) for id_ in IDS]
        answers.append(await store.settings(place))
    answers += [await store.note(name) for name in ("n", "o")]
    answers.append({(due.table, due.what) for due in await store.claim(FAR)})
    return answers


@given(line=st.lists(st.tuples(st.integers(0, 1), acts), max_size=25))
def test_the_stores_agree(valkey: EmbeddedServer, line: list[tuple[int, Act]]) -> None:
    """Two processes return what memory returns for every call, and end with the same contents."""

    async def compare() -> None:
        links = [Link(valkey.url), Link(valkey.url)]
        await links[0].redis.flushall()
        memory, processes = MemoryStore(), [RedisStore(link) for link in links]
        for process, act in line:
            assert await act(processes[process]) == await act(memory)
        for store in processes:
            assert await contents(store) == await contents(memory)
        for link in links:
            await link.close()

    asyncio.run(compare())
