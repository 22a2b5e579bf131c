"""Processes that share a server do together what one does in memory, whatever the order."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeAlias

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.store.embedded import EmbeddedServer
from bot.store.link import Link
from bot.store.memory import MemoryStore
from bot.store.redis import RedisStore
from bot.table.people import Place, Platform, User
from bot.table.ports import Operation, Shown, Store
from bot.table.table import Person, Status, Table, TableId

FAR = 2**33
"""A time in the future: what ends before the present is dropped by the server itself."""

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


def table(id_: TableId, revision: int) -> Table:
    """One of three tables, as it is at a revision."""
    n = IDS.index(id_)
    return Table(
        id=id_,
        code=f"code-{n}",
        revision=revision,
        status=Status.OFFERED if revision == 1 else Status.PLAYING,
        header="a game",
        seed=bytes(32),
        place=PLACES[n % 2],
        seats=(Person(USERS[n % 2], "Ana"),),
        invited=None,
        created=n,
        touched=n,
    )


def create(id_: TableId, operation: Operation) -> Act:
    return lambda store: store.create(table(id_, 1), operation)


def commit(
    id_: TableId, revision: int, entries: tuple[str, ...], operation: Operation, to: list[Place]
) -> Act:
    return lambda store: store.commit(table(id_, revision), entries, operation, to)


def join(user: User, id_: TableId) -> Act:
    return lambda store: store.join(user, id_)


def mark_shown(id_: TableId, place: Place, revision: int) -> Act:
    return lambda store: store.mark_shown(id_, place, Shown(revision, f"m|{revision}"))


def mark_overdue(id_: TableId, place: Place) -> Act:
    return lambda store: store.mark_overdue(id_, place)


def overdue(place: Place) -> Act:
    return lambda store: store.overdue(place.platform)


def reserve(user: User, id_: TableId, now: int, until: int) -> Act:
    return lambda store: store.reserve_offer(user, id_, now=now, until=until, limit=2)


def release(user: User, id_: TableId) -> Act:
    return lambda store: store.release_offer(user, id_)


acts = st.one_of(
    st.builds(create, ids, operations),
    st.builds(
        commit, ids, revisions, entries, operations, st.lists(places, max_size=2, unique=True)
    ),
    st.builds(join, users, ids),
    st.builds(mark_shown, ids, places, revisions),
    st.builds(mark_overdue, ids, places),
    st.builds(overdue, places),
    st.builds(reserve, users, ids, times, times),
    st.builds(release, users, ids),
)


async def seen(store: Store) -> list[object]:
    """Everything that can be asked of a store."""
    answers: list[object] = []
    for id_ in IDS:
        answers += [await store.load(id_), await store.record(id_)]
        answers += [await store.shown(id_, place) for place in PLACES]
        answers += [await store.applied(id_, Operation(name)) for name in ("o1", "o2", "o3")]
        answers.append(await store.by_code(f"code-{IDS.index(id_)}"))
    for user in USERS:
        answers += [await store.tables_of(user), await store.offers(user)]
    for place in PLACES:
        answers += [await store.tables_in(place), await store.overdue(place.platform)]
    return answers


@settings(
    max_examples=60,
    deadline=None,  # the machine may be busy
    suppress_health_check=[HealthCheck.too_slow],  # likewise
)
@given(line=st.lists(st.tuples(st.integers(0, 1), acts), max_size=25))
def test_the_stores_agree(valkey: EmbeddedServer, line: list[tuple[int, Act]]) -> None:
    """Two processes answer what memory answers, act for act, and so does all that they keep."""

    async def compare() -> None:
        links = [Link(valkey.url), Link(valkey.url)]
        await links[0].redis.flushall()
        memory, processes = MemoryStore(), [RedisStore(link) for link in links]
        for process, act in line:
            assert await act(processes[process]) == await act(memory)
        for store in processes:
            assert await seen(store) == await seen(memory)
        for link in links:
            await link.close()

    asyncio.run(compare())
