"""Time from a press in Discord to its answer and to the new board (`make bench`)."""

import signal
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from discord_simulator.members import Guild
from discord_simulator.people import Person
from discord_simulator.places import Channel
from discord_simulator.simulator import DiscordSimulator
from tests.e2e.latency import Waits, at_once

if TYPE_CHECKING:
    from conftest import Bot

Game = tuple[Channel, Person, Person]


@pytest.fixture
def sim(new_bot: "Callable[..., Bot]", tmp_path: Path) -> Iterator[DiscordSimulator]:
    """A Discord with a bot."""
    with DiscordSimulator() as sim:
        settings = {"DISCORD_API_URL": sim.url, "DISCORD_TOKEN": sim.token}
        bot = new_bot(tmp_path / "data", settings=settings)
        bot.start()
        sim.wait_for_bot()
        yield sim
        bot.end(signal.SIGTERM)


def begin(sim: DiscordSimulator, village: Guild) -> Game:
    """Start a game in its own channel."""
    plaza, ana, ben = sim.channel(village, "plaza"), sim.person("Ana"), sim.person("Ben")
    ana.command(plaza, "puluc challenge", opponent=ben)
    ben.press(plaza.wait_for(lambda message: message.labels), "Accept")
    plaza.wait_for(lambda message: message.picture)
    return plaza, ana, ben


def play(game: Game, sim: DiscordSimulator, waits: Waits, most: int = 1000) -> None:
    """Play a game, or that many moves of it, and record the waiting times."""
    plaza, ana, ben = game
    board = plaza.last
    for _ in range(most):
        if not board.labels:
            return
        edits, began = board.edits, time.perf_counter()
        ana_moves = board.content.splitlines()[-1].startswith("Ana")
        answer = (ana if ana_moves else ben).press(board, board.labels[0])
        sim.wait(lambda edits=edits: board.edits > edits)
        waits.boards.append(1000 * (time.perf_counter() - began))
        waits.answers.append(answer.milliseconds)


def test_a_game_of_presses(benchmark: BenchmarkFixture, sim: DiscordSimulator) -> None:
    """Milliseconds from INTERACTION_CREATE to the acknowledgement, and to the new board."""
    game, waits = begin(sim, sim.guild("Village")), Waits()
    asked = len(sim.requests)
    benchmark.pedantic(play, (game, sim, waits), rounds=1)
    asked = len(sim.requests) - asked
    waits.note(benchmark)
    benchmark.extra_info["requests a move"] = asked / len(waits.boards)


def test_a_hundred_tables(benchmark: BenchmarkFixture, sim: DiscordSimulator) -> None:
    """The same with a hundred tables at once, and the turns per second."""
    village, waits = sim.guild("Village"), Waits()
    games = [partial(play, begin(sim, village), sim, waits, 15) for _ in range(100)]
    at_once(benchmark, waits, games)
