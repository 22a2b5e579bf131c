"""Fixture: a table on a platform that edits and reposts messages, with either store."""

import pytest

from bot.store.link import Link
from bot.store.memory import MemoryStore
from bot.store.redis import RedisStore
from tests.bot.show.hall import Hall


@pytest.fixture(params=["memory", "redis"])
async def hall(request: pytest.FixtureRequest, link: Link) -> Hall:
    def clock() -> float:
        return hall.now

    store = MemoryStore(clock) if request.param == "memory" else RedisStore(link, clock)
    hall = Hall(store)
    await hall.begin()
    hall.chat.done.clear()
    return hall
