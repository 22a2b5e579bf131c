"""Every scenario is played in a town of each platform, unless it asks for one of them."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from bot.config import Config
from bot.on_telegram import connection
from bot.on_telegram.flood import Rates
from tests.scenarios.on_discord import DISCORD
from tests.scenarios.on_telegram import MANY, TELEGRAM, TelegramTown
from tests.scenarios.platform import Platform
from tests.scenarios.program import Program
from tests.scenarios.town import Town
from tests.watch import Watch


@contextmanager
def served(platform: Platform) -> Iterator[tuple[Program, Any]]:
    """Run the program on a platform of its own; yield it and the simulator."""
    clock = Watch(float(int(time.time())))
    with pytest.MonkeyPatch.context() as patch, platform.simulate(clock) as sim:
        patch.setattr(connection, "RATES", Rates(*[MANY] * 4))  # people are quicker than any
        patch.setenv("PTB_TIMEDELTA", "1")  # the library's new behaviour; the old one warns
        settings = Config(_env_file=None, **platform.settings(sim))
        with Program(settings, [platform.open], clock) as program:
            sim.wait_for_bot()
            yield program, sim


@contextmanager
def met(platform: Platform, program: Program, sim: Any) -> Iterator[Town]:
    """Let people meet. The bot sends nothing that the platform finds malformed."""
    program.clear()
    yield platform.meet(program, sim)
    program.settle()
    assert sim.violations == []


@pytest.fixture(scope="module")
def discord() -> Iterator[tuple[Program, Any]]:
    """The program that serves Discord for all tests of a module, and the simulator."""
    with served(DISCORD) as running:
        yield running


@pytest.fixture(scope="module")
def telegram() -> Iterator[tuple[Program, Any]]:
    """The program that serves Telegram for all tests of a module, and the simulator."""
    with served(TELEGRAM) as running:
        yield running


@pytest.fixture
def discord_town(discord: tuple[Program, Any]) -> Iterator[Town]:
    """Five people in a channel of a new server."""
    with met(DISCORD, *discord) as town:
        yield town


@pytest.fixture
def telegram_town(telegram: tuple[Program, Any]) -> Iterator[TelegramTown]:
    """Five people in a new supergroup."""
    with met(TELEGRAM, *telegram) as town:
        yield town


@pytest.fixture(params=["discord_town", "telegram_town"], ids=["discord", "telegram"])
def town(request: pytest.FixtureRequest) -> Town:
    """A new place with five people, on each platform."""
    return request.getfixturevalue(request.param)
