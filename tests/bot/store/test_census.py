"""Counting the games in a store."""

from dataclasses import replace

import pytest

from bot.store import census, keys
from bot.store.census import open_games
from bot.store.link import Link
from bot.store.redis import RedisStore
from bot.table.due import Due
from bot.table.ids import TableId
from bot.table.ports import Operation
from bot.table.table import Table
from bot.table.upkeep import UPKEEP, upkeep

POSTED = Operation("post")


@pytest.mark.parametrize("at_once", [1, 1000])
async def test_games(
    link: Link, table: Table, monkeypatch: pytest.MonkeyPatch, at_once: int
) -> None:
    """Each game counts once, whatever else is scheduled for it, and in however many replies."""
    monkeypatch.setattr(census, "AT_ONCE", at_once)
    store = RedisStore(link)
    assert await open_games(link) == 0
    for number in range(300):
        game = replace(table, id=TableId(f"t{number:09}"), code=f"code-{number}")
        await store.create(game, POSTED)
        await store.schedule(upkeep(game))
        await store.schedule(Due(game.id, "deadline", 1))
    assert await open_games(link) == 300


async def test_a_game_that_is_over(link: Link, table: Table) -> None:
    """A game whose upkeep is done no longer counts."""
    store = RedisStore(link)
    await store.schedule(Due(table.id, UPKEEP, 1))
    await store.done(*await store.claim(2))
    assert await open_games(link) == 0


async def test_a_broken_key(link: Link, table: Table) -> None:
    """What can't be read isn't counted."""
    await link.redis.set(keys.due(table.id), "broken")
    assert await open_games(link) == 0
