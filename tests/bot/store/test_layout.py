"""A store says whether its keys are laid out as this version expects."""

import pytest

from bot.store.layout import BEFORE_1_0, LAYOUT, NUMBER, Misfit, misfit
from bot.store.link import Link
from bot.store.redis import RedisStore
from bot.table.ports import Operation
from bot.table.table import Table

pytestmark = pytest.mark.parametrize("address", ["redis", "cut", "cluster"], indirect=True)


async def test_an_empty_store(anywhere: Link) -> None:
    """An empty store fits, and looking at it writes nothing."""
    assert await misfit(anywhere) is None
    assert await anywhere.run(lambda: anywhere.redis.exists(NUMBER)) == 0


async def test_a_store_of_other_programs(anywhere: Link) -> None:
    """A store that only other programs use fits."""
    for key in ("layout", "celery", "secret:django", "puluc"):
        await anywhere.run(lambda key=key: anywhere.redis.set(key, "7"))
    assert await misfit(anywhere) is None


async def test_a_store_in_use(anywhere: Link, table: Table) -> None:
    """A store in which this version keeps games fits."""
    store = RedisStore(anywhere)
    for name in ("ids", "cookies"):
        await store.secret(name)
    await store.create(table, Operation("post"))
    assert await misfit(anywhere) is None


@pytest.mark.parametrize("key", BEFORE_1_0)
async def test_a_store_of_a_version_before_1_0(anywhere: Link, key: str) -> None:
    """A store in which a version before 1.0 has started doesn't fit."""
    await anywhere.run(lambda: anywhere.redis.set(key, bytes(32)))
    assert await misfit(anywhere) is Misfit.BEFORE_1_0


@pytest.mark.parametrize(
    ("number", "found"), [(str(LAYOUT), None), (str(LAYOUT + 1), Misfit.LATER), ("", Misfit.LATER)]
)
async def test_a_store_with_a_number(anywhere: Link, number: str, found: Misfit | None) -> None:
    """A store fits if it has no number but that of this version's layout."""
    await anywhere.run(lambda: anywhere.redis.set(NUMBER, number))
    assert await misfit(anywhere) is found
