"""What the operator sees of a running bot: private messages, readiness and metrics."""

import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING

import pytest
from prometheus_client.parser import text_string_to_metric_families
from redis import Redis

from bot.on_web.health import RUNS
from bot.store.embedded import EmbeddedServer
from discord_simulator.simulator import DiscordSimulator
from telegram_simulator.people import Person
from telegram_simulator.simulator import TelegramSimulator
from tests.e2e.served import Outside, settings
from tests.scenarios.on_discord import DISCORD
from tests.scenarios.on_telegram import TELEGRAM
from tests.scenarios.town import Town
from tests.waiting import PATIENCE_SECONDS

if TYPE_CHECKING:
    from conftest import Bot

Start = Callable[..., "Bot"]

EVICTS = "The game store deletes data when it is full"


@pytest.fixture(scope="module")
def sim() -> Iterator[TelegramSimulator]:
    with TelegramSimulator() as simulator:
        yield simulator


@pytest.fixture(scope="module")
def other() -> Iterator[DiscordSimulator]:
    with DiscordSimulator() as simulator:
        yield simulator


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmbeddedServer]:
    """A store that would delete games when it is full."""
    server = EmbeddedServer.start(tmp_path_factory.mktemp("store"))
    with Redis.from_url(server.url) as client:
        client.config_set("maxmemory-policy", "allkeys-lru")
    yield server
    server.release()


@pytest.fixture(scope="module")
def start(
    new_bot: Start,
    sim: TelegramSimulator,
    other: DiscordSimulator,
    store: EmbeddedServer,
    tmp_path_factory: pytest.TempPathFactory,
) -> Start:
    """Start a bot on both platforms whose operator is this one, and wait until it is ready."""

    def start(operator: str) -> "Bot":
        data = tmp_path_factory.mktemp("bot") / "data"
        both = settings(TELEGRAM, sim) | settings(DISCORD, other)
        bot: Bot = new_bot(data, both | {"REDIS_URL": store.url, "PULUC_OPERATOR": operator})
        bot.start()
        wait(lambda: ready(bot) == (200, "ok"))
        return bot

    return start


@pytest.fixture(scope="module")
def ana(sim: TelegramSimulator) -> Person:
    """The operator, who has written to the bot."""
    ana = sim.person("Ana")
    ana.say(sim.private(ana), "/start")
    return ana


@pytest.fixture(scope="module")
def bot(start: Start, ana: Person) -> "Bot":
    """The bot that most tests share."""
    return start(f"telegram:{ana.id}")


def wait(seen: Callable[[], bool]) -> None:
    """Wait until something can be seen."""
    until = time.monotonic() + PATIENCE_SECONDS
    while not seen():
        assert time.monotonic() < until
        time.sleep(0.05)


def ready(bot: "Bot") -> tuple[int, str]:
    """What /readyz says, before the line about the release."""
    try:
        with urllib.request.urlopen(f"{bot.url}/readyz") as response:
            status, text = response.status, response.read().decode()
    except urllib.error.HTTPError as error:
        status, text = error.code, error.read().decode()
    assert text.endswith(f"\n{RUNS}")
    return status, text.removesuffix(f"\n{RUNS}")


def metrics(bot: "Bot") -> Mapping[str, float]:
    """All metrics, each summed over its labels."""
    with urllib.request.urlopen(f"{bot.url}/metrics") as response:
        families = list(text_string_to_metric_families(response.read().decode()))
    found: dict[str, float] = {}
    for family in families:
        for sample in family.samples:
            found[sample.name] = found.get(sample.name, 0.0) + sample.value
    return found


def begun(sim: TelegramSimulator) -> Town:
    """Let two people begin a game in a group of their own."""
    town = TELEGRAM.meet(Outside(), sim)
    town.begin()
    return town


def test_a_private_message_on_telegram(bot: "Bot", sim: TelegramSimulator, ana: Person) -> None:
    """The operator on Telegram is told what is wrong with the store, and nobody else is."""
    eva = sim.person("Eva")
    eva.say(sim.private(eva), "/start")
    sim.private(ana).wait_for(lambda message: EVICTS in message.words)
    sim.private(eva).wait_for(lambda message: message.sender.bot)
    assert not any(EVICTS in message.words for message in sim.private(eva).messages)


def test_readiness(bot: "Bot", sim: TelegramSimulator) -> None:
    """A bot is ready while both platforms are connected, and not while one of them fails."""
    assert ready(bot) == (200, "ok")
    sim.refuse_next("Bad Gateway", 502, 3, "getUpdates")
    wait(lambda: ready(bot) == (503, "telegram isn't connected"))
    wait(lambda: ready(bot) == (200, "ok"))


COUNTED = (
    "puluc_requests_total",
    "puluc_moves_total",
    "puluc_act_seconds_count",
    "puluc_show_seconds_count",
    "puluc_store_seconds_count",
    "puluc_work_seconds_count",
)
"""Metrics that a move increases."""


def test_metrics_of_a_move(bot: "Bot", sim: TelegramSimulator) -> None:
    """A move is counted where it is pressed, played, drawn, stored and shown."""
    before = metrics(bot)
    begun(sim).move()
    after = metrics(bot)
    assert [name for name in COUNTED if after[name] <= before.get(name, 0.0)] == []


def test_metrics_of_connections(bot: "Bot") -> None:
    """The metrics tell which platforms are connected, and how full the store is."""
    found = metrics(bot)
    assert found["puluc_platform_connected"] == 2
    assert found["puluc_store_used_bytes"] > 0
    assert found["puluc_store_max_clients"] > found["puluc_store_clients"] > 0


def test_metrics_of_failures(bot: "Bot", store: EmbeddedServer, sim: TelegramSimulator) -> None:
    """A store that refuses writes is counted, and makes the bot unready."""
    town = begun(sim)
    before = metrics(bot).get("puluc_store_errors_total", 0.0)
    with Redis.from_url(store.url) as client:
        client.config_set("maxmemory-policy", "noeviction")
        client.config_set("maxmemory", "1")
        town.press(town.mover, town.board, town.board.labels[0])
        assert ready(bot) == (503, "the store is full")
        client.config_set("maxmemory", "0")
        client.config_set("maxmemory-policy", "allkeys-lru")
    assert metrics(bot)["puluc_store_errors_total"] > before


@pytest.fixture
def a_day_later(store: EmbeddedServer) -> None:
    """Let the store forget what the operator has been told, as it does after a day."""
    with Redis.from_url(store.url) as client:
        for key in client.scan_iter("gate:operator:*"):
            client.delete(key)


@pytest.mark.usefixtures("a_day_later")
def test_a_private_message_on_discord(start: Start, other: DiscordSimulator) -> None:
    """The operator on Discord is told, too."""
    dan = other.person("Dan", other.guild("Village"))
    bot = start(f"discord:{dan.id}")
    other.direct(dan).wait_for(lambda message: EVICTS in message.text)
    bot.stop()


@pytest.mark.usefixtures("a_day_later")
def test_an_operator_who_cannot_be_reached(start: Start, sim: TelegramSimulator) -> None:
    """An operator who has never written to the bot is only told in the log, and games go on."""
    eva = sim.person("Eva")
    bot = start(f"telegram:{eva.id}")
    bot.wait_for_log('"operator.refused"')
    begun(sim).move()
    bot.stop()
