"""Fixtures for tests: `from discord_simulator.fixtures import discord_simulator`."""

from collections.abc import Iterator

import pytest

from discord_simulator.simulator import DiscordSimulator
from simulation.server import strict


@pytest.fixture
def discord_simulator() -> Iterator[DiscordSimulator]:
    """A Discord without users. A request that no bot should send fails the test."""
    with strict(DiscordSimulator()) as simulator:
        yield simulator
