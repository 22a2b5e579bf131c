"""What a real server tells about itself."""

from collections.abc import Callable
from functools import partial

import pytest
from structlog.testing import capture_logs

from bot.store import vitals
from bot.store.link import Link
from bot.table.pace import HOUR
from bot.table.ports import Down


@pytest.fixture
def server(open_server: Callable[..., str]) -> Callable[..., str]:
    """Start a server with these options; return its address."""
    return partial(open_server, "--port", "0")


async def seen(url: str) -> vitals.Vitals:
    """What the server at this address tells."""
    link = Link(url)
    try:
        return await vitals.read(link)
    finally:
        await link.close()


async def test_the_bundled_server(link: Link) -> None:
    """The bundled server keeps data on disk, evicts nothing, accepts writes and has no limit."""
    found = await vitals.read(link)
    assert (found.saves, found.policy, found.refuses) == (True, "noeviction", None)
    assert (found.max_bytes, found.replica, found.unknown) == (0, False, ())
    assert found.used_bytes
    assert found.clients
    assert found.max_clients


async def test_the_last_backup(link: Link) -> None:
    """The store knows when it was last saved, and when that was last done regularly."""

    async def known() -> tuple[bool, bool]:
        found = await vitals.read(link)
        ages = (found.backup_age, found.regular_age)
        assert all(age is None or 0 <= age < HOUR for age in ages)
        return ages[0] is not None, ages[1] is not None

    assert await known() == (False, False)
    await vitals.note_backup(link, regular=False)
    assert await known() == (True, False)
    await vitals.note_backup(link, regular=True)
    assert await known() == (True, True)
    await vitals.note_backup(link, regular=False)
    assert await known() == (True, True)


async def test_a_small_plan(server: Callable[..., str]) -> None:
    """The limits, the policy and missing persistence are read from the server."""
    found = await seen(
        server(
            *("--maxmemory", "25mb", "--maxmemory-policy", "allkeys-lru"),
            *("--save", "", "--maxclients", "20"),
        )
    )
    assert (found.max_bytes, found.policy) == (25 * 2**20, "allkeys-lru")
    assert (found.max_clients, found.saves) == (20, False)


async def test_snapshots(server: Callable[..., str]) -> None:
    """Snapshots count as persistence."""
    assert (await seen(server("--save", "900 1"))).saves is True


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        (("--min-replicas-to-write", "1"), Down.READ_ONLY),
        (("--replicaof", "127.0.0.1 1"), Down.READ_ONLY),
        (("--maxmemory", "1", "--maxmemory-policy", "noeviction"), Down.FULL),
    ],
)
async def test_a_server_that_refuses_writes(
    server: Callable[..., str], options: tuple[str, ...], reason: Down
) -> None:
    """A server that refuses writes is recognised by a write."""
    assert (await seen(server("--save", "", *options))).refuses is reason


async def test_a_user_without_rights(server: Callable[..., str]) -> None:
    """What the server forbids is unknown, which isn't an error and isn't logged as one."""
    rights = ("on", "nopass", "~*", "&*", "+@all", "-info", "-config")
    with capture_logs() as lines:
        found = await seen(server("--save", "", "--user", "default", *rights))
    assert not lines
    assert found == vitals.Vitals()
    assert "policy" in found.unknown


async def test_a_command_that_does_not_exist(server: Callable[..., str]) -> None:
    """A hosting service that renames CONFIG leaves only what INFO doesn't tell unknown."""
    found = await seen(server("--save", "", "--rename-command", "CONFIG", ""))
    assert found.unknown == ("saves",)
