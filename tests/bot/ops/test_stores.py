"""A store of a version whose games can't be read is refused, and left as it is."""

import asyncio
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any, Final

import pytest
from pydantic import SecretStr

from bot import wiring
from bot.config import Config, WrongSetting
from bot.findings import fail
from bot.ops import tools
from bot.ops.checks import store as check
from bot.ops.stores import connected
from bot.store.embedded import EmbeddedServer
from bot.store.layout import BEFORE_1_0, NUMBER
from bot.store.link import Link
from tests.bot.store.cluster import Cluster

OTHERS: Final = {BEFORE_1_0[0]: "before 1.0, which this version can't read", NUMBER: "of a later"}
"""What tells that a store is another version's, with a part of the sentence."""


async def keys(client: Any) -> Mapping[bytes, bytes]:
    """All keys of a server or a cluster, as the server writes them out."""
    found = [key async for key in client.scan_iter()]
    return {key: await client.dump(key) for key in found}


async def prepare(link: Link, mark: str) -> Mapping[bytes, bytes]:
    """Store what another version has, and return all of it."""
    await link.redis.set(mark, "2")
    await link.redis.hset("g:{7}:k3f9qd7m2x", mapping={"v": 1, "s": b"\x02a table", "o": "post"})
    return await keys(link.redis)


@pytest.mark.parametrize(("mark", "said"), OTHERS.items())
@pytest.mark.parametrize("kind", ["empty_server", "cluster"])
async def test_a_server(request: pytest.FixtureRequest, kind: str, mark: str, said: str) -> None:
    """The bot doesn't start on another version's server or cluster."""
    server: EmbeddedServer | Cluster = request.getfixturevalue(kind)
    link = Link(server.url)
    before = await prepare(link, mark)
    with pytest.raises(WrongSetting, match=rf"^REDIS_URL: the .*{said}.* Nothing was changed$"):
        async with wiring.running(Config(_env_file=None, redis_url=SecretStr(server.url))):
            pass
    assert await keys(link.redis) == before
    await link.close()


@asynccontextmanager
async def served(folder: Path) -> AsyncIterator[Link]:
    """Run the server of a folder."""
    server = await asyncio.to_thread(EmbeddedServer.start, folder)
    link = Link(server.url)
    yield link
    await link.close()
    await asyncio.to_thread(server.release)


@pytest.mark.parametrize(("mark", "said"), OTHERS.items())
async def test_a_folder(tmp_path: Path, mark: str, said: str) -> None:
    """The bot doesn't start on another version's folder, whether its server runs or not."""
    folder = tmp_path / "data"
    settings = Config(_env_file=None, puluc_data=folder, puluc_ephemeral=True)
    refused = partial(pytest.raises, WrongSetting, match=rf"^PULUC_DATA: the bundled .*{said}")
    async with AsyncExitStack() as stack:
        async with served(folder) as link:
            before = await prepare(link, mark)
            with refused():
                await connected(settings, stack)
        with refused():
            await connected(settings, stack)
    async with served(folder) as link:
        assert await keys(link.redis) == before


def files(folder: Path) -> Sequence[Path]:
    """The files in a folder."""
    return [*folder.iterdir()]


@pytest.mark.parametrize("arguments", [["backup", "FILE"], ["announce", "Hello."]])
async def test_a_tool(
    link: Link, empty_server: EmbeddedServer, tmp_path: Path, arguments: list[str]
) -> None:
    """The tools refuse such a store, too."""
    before = await prepare(link, BEFORE_1_0[0])
    file = str(tmp_path / "backup.jsonl")
    parsed = tools.parser().parse_args([file if each == "FILE" else each for each in arguments])
    with pytest.raises(WrongSetting, match=r"before 1\.0"):
        await parsed.run(Config(_env_file=None, redis_url=SecretStr(empty_server.url)), parsed)
    assert await keys(link.redis) == before
    assert not files(tmp_path)


async def test_the_doctor(link: Link, empty_server: EmbeddedServer) -> None:
    """The doctor tells that the store is another version's."""
    await prepare(link, BEFORE_1_0[0])
    settings = Config(_env_file=None, redis_url=SecretStr(empty_server.url))
    assert [each async for each in check.examine(settings)] == [
        fail(
            "REDIS_URL",
            f"the server at {empty_server.url.partition('://')[2]} holds games of Puluc before 1.0,"
            " which this version can't read; name an empty store instead",
        )
    ]
