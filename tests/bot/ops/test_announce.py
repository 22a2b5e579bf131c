"""`python -m bot announce`, on a real server."""

import argparse
from collections.abc import Sequence
from dataclasses import replace

import pytest
from pydantic import SecretStr

from bot.config import Config
from bot.ops import announce, tools
from bot.store.embedded import EmbeddedServer
from bot.store.link import Link
from bot.store.redis import RedisStore
from bot.table.ids import TableId
from bot.table.ports import Operation
from bot.table.table import Table
from tests.bot.show.offer import begun

SAID = "Puluc will be down for ten minutes at 14:00 UTC."


def parsed(*arguments: str) -> argparse.Namespace:
    """The arguments of a command line."""
    return tools.parser().parse_args(["announce", *arguments])


@pytest.fixture
def settings(valkey: EmbeddedServer) -> Config:
    return Config(redis_url=SecretStr(valkey.url))


async def playing(link: Link, count: int) -> Sequence[Table]:
    """Store games that have begun, and return them."""
    store, game = RedisStore(link), begun().table
    ids = [TableId(f"aaaaaaaaa{number}") for number in range(count)]
    tables = [replace(game, id=id_, code=id_, revision=1) for id_ in ids]
    for table in tables:
        await store.create(table, Operation(f"post-{table.id}"))
    return tables


async def test_every_board(
    link: Link, settings: Config, capsys: pytest.CaptureFixture[str]
) -> None:
    """The line appears below every running game."""
    tables = await playing(link, 3)
    assert await announce.run(settings, parsed(SAID)) == 0
    assert capsys.readouterr().out.startswith("Set for 3 running games, until ")
    for table in tables:
        stored = await RedisStore(link).load(table.id)
        assert stored is not None
        assert stored.announcement is not None
        assert stored.announcement.text == SAID


async def test_its_end(link: Link, settings: Config, capsys: pytest.CaptureFixture[str]) -> None:
    """`--end` removes the line."""
    (table,) = await playing(link, 1)
    await announce.run(settings, parsed(SAID))
    await announce.run(settings, parsed("--end"))
    assert capsys.readouterr().out.endswith("Removed from 1 running game.\n")
    stored = await RedisStore(link).load(table.id)
    assert stored is not None
    assert stored.announcement is None


async def test_a_corrupt_table(
    link: Link, settings: Config, capsys: pytest.CaptureFixture[str]
) -> None:
    """A table that can't be read is left alone, and the others get the line."""
    broken, _ = await playing(link, 2)
    (key,) = [key async for key in link.redis.scan_iter(f"g:*{broken.id}")]
    await link.redis.hset(key, "s", b"\x03nonsense")
    assert await announce.run(settings, parsed(SAID)) == 0
    assert "Set for 1 running game, until " in capsys.readouterr().out
    assert await link.redis.hget(key, "s") == b"\x03nonsense"


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        ([" \n"], "must be a line of text"),
        (["\x1b[31mred"], "must be a line of text"),
        (["x" * 201], "at most 200 characters; it has 201"),
        ([SAID, "--hours", "0"], "must be a number above 0, at most 72"),
        ([SAID, "--hours", "soon"], "must be a number above 0, at most 72"),
        ([SAID, "--end"], "not allowed with"),
        ([], "required"),
    ],
)
def test_wrong_arguments(
    arguments: list[str], why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """A wrong argument gets a message that says what is allowed."""
    with pytest.raises(SystemExit):
        parsed(*arguments)
    assert why in capsys.readouterr().err
