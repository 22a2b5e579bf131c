"""Time from a press in Telegram to its answer and to the new board (`make bench`)."""

import re
import signal
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from telegram_simulator.messages import Message
from telegram_simulator.people import Person
from telegram_simulator.places import Chat
from telegram_simulator.simulator import TelegramSimulator
from tests.e2e.latency import Waits, at_once

if TYPE_CHECKING:
    from conftest import Bot

Game = tuple[Chat, Person, Person]


@pytest.fixture
def sim(new_bot: "Callable[..., Bot]", tmp_path: Path) -> Iterator[TelegramSimulator]:
    """A Telegram with a bot that has no rate limit."""
    with TelegramSimulator() as sim:
        settings = {"TELEGRAM_API_URL": sim.url, "TELEGRAM_TOKEN": sim.token}
        bot = new_bot(tmp_path / "data", settings=settings | {"TELEGRAM_GROUP_MINUTE": "1000000"})
        bot.start()
        sim.wait_for_bot()
        yield sim
        bot.end(signal.SIGTERM)


def begin(sim: TelegramSimulator) -> Game:
    """Start a game in its own group."""
    ana, ben = sim.person("Ana"), sim.person("Ben")
    plaza = sim.group("Plaza", ana, ben)
    sim.delete(plaza.wait_for(lambda message: message.labels))  # the greeting
    ana.say(plaza, "/challenge@puluc_bot Ben", ben)
    ben.press(plaza.wait_for(lambda message: message.labels), "Accept")
    plaza.wait_for(lambda message: message.picture)
    return plaza, ana, ben


def mover(board: Message, ana: Person, ben: Person) -> Person:
    ana_moves = re.search(r"^Ana \(\w+\) to move\.$", board.caption, re.MULTILINE)
    return ana if ana_moves else ben


def play(game: Game, waits: Waits, most: int = 1000) -> None:
    """Play a game, or that many moves of it, and record the waiting times."""
    plaza, ana, ben = game
    board = plaza.last
    for _ in range(most):
        if "Rematch" in board.labels:
            return
        edits, began = board.edits, time.perf_counter()
        answer = mover(board, ana, ben).press(board, board.labels[0])
        plaza.wait(lambda _, edits=edits: board.edits > edits, 30)
        waits.boards.append(1000 * (time.perf_counter() - began))
        waits.answers.append(answer.milliseconds)


def test_a_game_of_presses(benchmark: BenchmarkFixture, sim: TelegramSimulator) -> None:
    """Milliseconds from a press to its answer, and to the new board."""
    game, waits = begin(sim), Waits()
    asked = len(sim.requests)
    benchmark.pedantic(play, (game, waits), rounds=1)
    asked = sum(request.method != "getUpdates" for request in sim.requests[asked:])
    waits.note(benchmark)
    benchmark.extra_info["calls a move"] = asked / len(waits.boards)


def test_a_hundred_tables(benchmark: BenchmarkFixture, sim: TelegramSimulator) -> None:
    """The same with a hundred tables at once, and the turns per second."""
    waits = Waits()
    games = [partial(play, begin(sim), waits, 15) for _ in range(100)]
    at_once(benchmark, waits, games)
