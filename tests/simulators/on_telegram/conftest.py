"""A python-telegram-bot client, connected to the simulator."""

from collections.abc import AsyncIterator

import pytest
from telegram import Bot

from small_telegram_bot import Poller, client
from telegram_simulator.fixtures import telegram_simulator
from telegram_simulator.people import Person
from telegram_simulator.places import Chat
from telegram_simulator.simulator import TelegramSimulator

__all__ = ["telegram_simulator"]


@pytest.fixture
def ana(telegram_simulator: TelegramSimulator) -> Person:
    return telegram_simulator.person("Ana", language="es")


@pytest.fixture
def ben(telegram_simulator: TelegramSimulator) -> Person:
    return telegram_simulator.person("Ben", username="benben")


@pytest.fixture
def plaza(telegram_simulator: TelegramSimulator, ana: Person, ben: Person) -> Chat:
    return telegram_simulator.group("Plaza")


@pytest.fixture
async def bot(
    telegram_simulator: TelegramSimulator, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Bot]:
    monkeypatch.setenv("PTB_TIMEDELTA", "1")  # otherwise every RetryAfter warns
    async with client(telegram_simulator) as bot:
        yield bot


@pytest.fixture
async def poller(bot: Bot, plaza: Chat) -> Poller:
    """A poller of a bot that already knows about its group."""
    poller = Poller(bot)
    (joined,) = await poller()
    assert joined.my_chat_member is not None
    return poller
