"""Starts: with some of the shards, and those that fail."""

import re
import time
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager

import pytest

from bot.config import Config, WrongSetting
from bot.inbound.platform import Connection, Services, Unreachable
from tests.scenarios.on_discord import DISCORD
from tests.scenarios.on_telegram import TELEGRAM
from tests.scenarios.platform import Platform
from tests.scenarios.program import Program
from tests.watch import Watch

NOBODY = "http://127.0.0.1:9"
"""An address at which nothing listens."""


@pytest.mark.parametrize(
    ("platform", "wrong", "complaint"),
    [
        (DISCORD, {"discord_token": "wrong"}, "DISCORD_TOKEN: Discord rejects this token."),
        (DISCORD, {"discord_api_url": NOBODY}, "Discord isn't responding ("),
        (TELEGRAM, {"telegram_token": "1:wrong"}, "TELEGRAM_TOKEN: "),
        (TELEGRAM, {"telegram_api_url": NOBODY}, "TELEGRAM_API_URL: Can't connect"),
    ],
)
def test_a_start_that_fails(platform: Platform, wrong: dict[str, str], complaint: str) -> None:
    """With an invalid token, or without a connection, the program says in one line what to do."""
    clock = Watch(time.time())
    with platform.simulate(clock) as sim:
        settings = Config(_env_file=None, **platform.settings(sim) | wrong)
        with (
            pytest.raises((WrongSetting, Unreachable), match=rf"^{re.escape(complaint)}.*$"),
            Program(settings, [platform.open], clock),
        ):
            pytest.fail("the program has started")


def test_shards() -> None:
    """A process that runs some of the shards uses the gateway of the configured Discord."""
    clock = Watch(time.time())
    with DISCORD.simulate(clock) as sim:
        sim.gateway.shards = sim.gateway.max_concurrency = 4
        settings = Config(_env_file=None, **DISCORD.settings(sim), discord_shards="2-3/4")
        with Program(settings, [DISCORD.open], clock):
            sim.wait(lambda: sorted(sim.gateway.identified) == [2, 3])


@pytest.mark.parametrize("platform", [DISCORD, TELEGRAM])
def test_the_id_of_the_program(platform: Platform) -> None:
    """Where people sign in, the platform knows the program by the id that it has given it."""
    clock, known = Watch(time.time()), list[str]()
    with platform.simulate(clock) as sim:
        settings = Config(_env_file=None, **platform.settings(sim))

        @asynccontextmanager
        async def noted(
            opened: AbstractAsyncContextManager[Connection],
        ) -> AsyncIterator[Connection]:
            async with opened as connection:
                known.append(connection.client_id)
                yield connection

        def opening(
            settings: Config, services: Services
        ) -> AbstractAsyncContextManager[Connection] | None:
            opened = platform.open(settings, services)
            return None if opened is None else noted(opened)

        with Program(settings, [opening], clock):
            assert known == [str(sim.world.bot.id)]
