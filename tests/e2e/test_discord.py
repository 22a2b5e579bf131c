"""The program as processes on Discord: a start that is broken off, and shards that are shared."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from tests.e2e.served import made
from tests.scenarios.on_discord import DISCORD

if TYPE_CHECKING:
    from conftest import Bot

SHARDS = [0, 1, 2, 3]


def test_stopped_during_the_start(new_bot: "Callable[..., Bot]", tmp_path: Path) -> None:
    """A bot that is told to stop while it waits for Discord at startup exits."""
    with DISCORD.simulate(time.time) as sim:
        sim.delay_next(300, 1, "GET /users/@me")
        process = made(DISCORD, sim, new_bot, tmp_path)
        process.launch()
        sim.wait(lambda: sim.requests)
        process.stop()


def test_shards_of_a_killed_process(new_bot: "Callable[..., Bot]", tmp_path: Path) -> None:
    """Two processes share the shards; if one is killed, the other takes over all of them."""
    with DISCORD.simulate(time.time) as sim:
        gateway = sim.gateway
        gateway.shards = gateway.max_concurrency = len(SHARDS)
        gateway.identify_seconds = 0

        def are_held() -> bool:
            return sorted(session.shard[0] for session in sim.sessions) == SHARDS

        first = made(DISCORD, sim, new_bot, tmp_path)
        first.start()
        second = first.another()
        second.start()
        try:
            sim.wait(lambda: gateway.identified.total() >= len(SHARDS) + 2 and are_held())
            before = gateway.identified.total()
            first.kill()
            sim.wait(lambda: gateway.identified.total() == before + 2 and are_held())
            town = DISCORD.meet(second, sim)
            assert not town.people[0].command(town.plaza, "puluc help").failed
        finally:
            second.stop()
