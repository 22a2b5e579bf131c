"""Fixtures for tests: `from telegram_simulator.fixtures import telegram_simulator`."""

from collections.abc import Iterator

import pytest

from simulation.server import strict
from telegram_simulator.simulator import TelegramSimulator


@pytest.fixture
def telegram_simulator() -> Iterator[TelegramSimulator]:
    """A Telegram without users. A request that no bot should send fails the test."""
    with strict(TelegramSimulator()) as simulator:
        yield simulator
