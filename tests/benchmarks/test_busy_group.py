"""How long boards and answers take in a busy group on Telegram, by the clock of the group."""

import asyncio

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from telegram_simulator.simulator import TelegramSimulator
from tests.bot.on_telegram.busy import Busy, Evening
from tests.bot.on_telegram.conftest import connected
from tests.bot.on_telegram.still import StillVillage

SECONDS, COMMANDS = 150, 26


async def evening(*, ephemeral: bool) -> Busy:
    """Let two pairs play and six people ask, of whom three haven't started the bot."""
    with TelegramSimulator() as sim:
        sim.knows_ephemeral = ephemeral
        async with connected(sim, StillVillage) as village:
            return await Evening(village).played(SECONDS, commands=COMMANDS)


@pytest.mark.parametrize("ephemeral", [False, True])
def test_a_busy_group(
    benchmark: BenchmarkFixture, monkeypatch: pytest.MonkeyPatch, *, ephemeral: bool
) -> None:
    """Seconds from a move to its board, and from a command to its answer, in 150 seconds."""
    monkeypatch.setenv("PTB_TIMEDELTA", "1")
    busy: Busy = benchmark.pedantic(lambda: asyncio.run(evening(ephemeral=ephemeral)), rounds=1)
    benchmark.extra_info["figures"] = str(busy)
    assert not busy.unanswered
