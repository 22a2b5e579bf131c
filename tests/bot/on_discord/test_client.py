"""Starting, connecting and closing."""

import asyncio
from typing import TYPE_CHECKING

import discord
import pytest
from aiohttp import ClientPayloadError, ServerDisconnectedError

from bot.config import Shards
from bot.on_discord import client as on_discord
from bot.on_discord.client import PERMISSIONS, Client
from bot.table.ports import StoreDown

if TYPE_CHECKING:
    from discord_simulator.simulator import DiscordSimulator
    from tests.bot.on_discord.conftest import House, Town


REGISTERING = "PUT /applications/"


async def test_commands_are_registered_once(town: "Town") -> None:
    """A restart registers the commands again only if they have changed."""
    await town.start()
    assert town.asked(REGISTERING) == 1


async def test_commands_that_are_gone(town: "Town") -> None:
    """A restart registers the commands again if another program has replaced the list."""
    await town.client.http.bulk_upsert_global_commands(town.sim.world.bot.id, [])
    await town.start()
    assert "puluc" in {command["name"] for command in town.sim.commands[None]}


async def test_a_press_after_a_restart(town: "Town") -> None:
    """A board that was posted before a restart can still be played."""
    table = await town.play()
    await town.start()
    await town.press(town.ana, town.board, "Enter → 3")
    assert (await town.reload(table.id)).moves == 1


async def test_commands_that_cannot_be_registered(town: "Town") -> None:
    """If Discord rejects the commands, the bot still starts, and tries again at the next start."""
    await town.store.set_note(f"discord.commands.{town.sim.world.bot.id}", "")
    town.sim.refuse_next(20012, part=REGISTERING)
    await town.start()
    await town.start()
    assert town.asked(REGISTERING) == 3


async def test_no_privileged_intents(house: "House") -> None:
    """The bot requests only the guilds intent: no members, presences or messages."""
    assert house.client().intents == discord.Intents(guilds=True)


async def test_minimal_permissions() -> None:
    """The invitation requests only the permissions that boards in channels and threads need."""
    wanted = {
        "read_messages",
        "send_messages",
        "send_messages_in_threads",
        "create_public_threads",
        "attach_files",
        "read_message_history",
    }
    assert {name for name, given in PERMISSIONS if given} == wanted


async def test_shards(house: "House") -> None:
    """A process runs the shards that it's configured for."""
    inbound = house.client().inbound
    client = Client(inbound, house.shared, Shards.read("4-7/16"))
    assert (client.shard_ids, client.shard_count) == ([4, 5, 6, 7], 16)


LIMITS = {"total": 1000, "remaining": 900, "reset_after": 7_000, "max_concurrency": 2}


@pytest.mark.parametrize(
    ("remaining", "hours", "seconds"),
    [
        (1000, 24, 0),
        (500, 24, 0),  # half of them are free
        (400, 24, 216),
        (25, 24, 3456),
        (250, 12, 0),
        (200, 12, 216),
        (20, 0.5, 0),
        (19, 0.5, 1800),
    ],
)
async def test_start_throttling(
    house: "House",
    monkeypatch: pytest.MonkeyPatch,
    remaining: int,
    hours: float,
    seconds: int,
) -> None:
    """Starts are delayed if Discord's identifies wouldn't last until their number is reset."""
    client, slept = house.client(), []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    monkeypatch.setattr(on_discord.asyncio, "sleep", sleep)
    limits = LIMITS | {"remaining": remaining, "reset_after": round(hours * 3_600_000)}
    client.limits = discord.SessionStartLimits(**limits)  # type: ignore[arg-type] # the library builds it from JSON
    await client.throttle_start()
    assert slept == [seconds]


async def test_identifying_in_turn(house: "House") -> None:
    """Shards of the same bucket identify one at a time, across processes; others don't wait."""
    first, second = house.client(), house.client()
    for client in (first, second):
        client.limits = discord.SessionStartLimits(**LIMITS)  # type: ignore[arg-type] # the library builds it from JSON
    await first.before_identify_hook(0)
    await second.before_identify_hook(1)
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.05):
            await second.before_identify_hook(2)


async def test_identifying_without_a_store(house: "House", monkeypatch: pytest.MonkeyPatch) -> None:
    """While the store is down, shards wait before they identify instead of failing."""

    async def down(*_: object) -> bool:
        raise StoreDown

    client = house.client()
    client.limits = discord.SessionStartLimits(**LIMITS)  # type: ignore[arg-type] # the library builds it from JSON
    monkeypatch.setattr(house.store, "gate", down)
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.05):
            await client.before_identify_hook(0)


class Broken:
    """A Discord that fails a number of times and records the pauses between attempts."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *faults: Exception) -> None:
        self.faults, self.slept = list(faults), list[float]()
        self.sessions = 0
        monkeypatch.setattr(on_discord.asyncio, "sleep", self._sleep)

    async def _sleep(self, seconds: float) -> None:
        self.slept.append(seconds)

    async def ask(self, *_: object) -> str:
        if self.faults:
            raise self.faults.pop(0)
        return "answer"


class Http:
    """The response that the library's errors refer to."""

    status = 503
    reason = "broken"


def broken() -> discord.DiscordServerError:
    return discord.DiscordServerError(Http(), "")  # type: ignore[arg-type] # has all that's used


@pytest.mark.parametrize(
    "fault", [broken, discord.GatewayNotFound, ServerDisconnectedError, ClientPayloadError]
)
async def test_a_login_that_is_retried(
    house: "House", monkeypatch: pytest.MonkeyPatch, fault: type[Exception]
) -> None:
    """The login is retried while Discord is failing."""
    client, discord_ = house.client(), Broken(monkeypatch, fault(), fault())
    monkeypatch.setattr(client, "login", discord_.ask)
    await on_discord._log_in(client, "token")  # noqa: SLF001 - its caller never returns
    assert discord_.slept == [1, 2]


async def test_a_login_that_gives_up(house: "House", monkeypatch: pytest.MonkeyPatch) -> None:
    """The login gives up after half a minute of failures."""
    client, discord_ = house.client(), Broken(monkeypatch, *(broken() for _ in range(9)))
    monkeypatch.setattr(client, "login", discord_.ask)
    with pytest.raises(on_discord.Unreachable):
        await on_discord._log_in(client, "token")  # noqa: SLF001 - its caller never returns
    assert sum(discord_.slept) == 30


async def test_a_retried_gateway_lookup(house: "House", monkeypatch: pytest.MonkeyPatch) -> None:
    """The gateway lookup is retried while Discord is failing."""
    client = house.client()
    discord_ = Broken(monkeypatch, discord.GatewayNotFound(), discord.GatewayNotFound())
    client.shard_ids = client.shard_count = None
    asked = []

    async def gateway() -> tuple[int, str, dict[str, int]]:
        asked.append(await discord_.ask())
        return 3, "wss://gateway.example", LIMITS

    async def connect() -> None:
        asked.append(f"{client.shard_count} shards")

    monkeypatch.setattr(client.http, "get_bot_gateway", gateway)
    monkeypatch.setattr(client, "connect", connect)
    await client.stay_connected()
    assert asked == ["answer", "3 shards"]
    assert discord_.slept == [1, 2, 0]  # and no throttling


async def test_two_bots_on_one_store(house: "House", monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots with different tokens don't wait for each other."""
    clients = []
    for number in (1, 2):
        client = house.client()
        client.limits = discord.SessionStartLimits(**LIMITS)  # type: ignore[arg-type] # the library builds it from JSON
        client._connection.application_id = number  # noqa: SLF001 - set by the login
        clients.append(client)
    async with asyncio.timeout(60):
        for client in clients:
            await client.before_identify_hook(0)


async def test_an_end_while_a_shard_reconnects(
    house: "House", api: "DiscordSimulator", monkeypatch: pytest.MonkeyPatch
) -> None:
    """A process stops while a shard reconnects, although the library ignores cancellations then."""
    client, identifies = house.client(), asyncio.Event()
    # The library's thread of a connection that is given up would outlive the test.
    api.gateway.heartbeat_seconds = 3600

    async def turn(*_: object) -> bool:
        identifies.set()
        return False

    async with on_discord.connected(client, api.token, api.url) as (_, ended):
        await client.wait_for("connect")
        monkeypatch.setattr(house.store, "gate", turn)
        await asyncio.to_thread(api.invalidate_sessions)
        await identifies.wait()
    assert ended.done()
