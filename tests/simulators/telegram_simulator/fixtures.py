"""What tests take from here: `from telegram_simulator.fixtures import telegram_simulator`."""

from collections.abc import Iterator

import pytest

from simulation.server import strict
from telegram_simulator.simulator import TelegramSimulator


@pytest.fixture
def telegram_simulator() -> Iterator[TelegramSimulator]:
    """A Telegram with nobody in it; what the bot should never have sent fails the test."""
    with strict(TelegramSimulator()) as simulator:
        yield simulator
