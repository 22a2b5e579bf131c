"""Fixtures: either store, and a table on a platform that edits and reposts messages."""

import pytest

from bot.store.link import Link
from bot.store.memory import MemoryStore
from bot.store.redis import RedisStore
from bot.table.ports import Store
from tests.bot.show.hall import Hall


@pytest.fixture(params=["memory", "redis"])
async def store(request: pytest.FixtureRequest, link: Link) -> Store:
    return MemoryStore() if request.param == "memory" else RedisStore(link)


@pytest.fixture(params=["memory", "redis"])
async def hall(request: pytest.FixtureRequest, link: Link) -> Hall:
    def clock() -> float:
        return hall.now

    store = MemoryStore(clock) if request.param == "memory" else RedisStore(link, clock)
    hall = Hall(store)
    await hall.begin()
    hall.chat.done.clear()
    return hall
