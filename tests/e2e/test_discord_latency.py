"""Time from a press in Discord to its answer and to the new board (`make bench`)."""

import signal
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from discord_simulator.people import Person
from discord_simulator.places import Channel, Message
from discord_simulator.simulator import DiscordSimulator
from tests.e2e.latency import Waits, at_once

if TYPE_CHECKING:
    from conftest import Bot

EDITS, SECONDS = 5, 5.0
"""How often Discord lets a bot edit messages of one channel, or those of one interaction."""

PACE_SECONDS, GAMES, MOVES = 3.0, 8, 15
"""How fast people play in a channel of games: a move in so many seconds in each of them."""

Game = tuple[Message, Person, Person]


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


def begin(sim: DiscordSimulator, plaza: Channel) -> Game:
    """Start a game in a channel."""
    ana, ben, known = sim.person("Ana"), sim.person("Ben"), plaza.messages
    ana.command(plaza, "puluc challenge", opponent=ben)
    ben.press(plaza.wait_for(lambda one: one.labels and one not in known), "Accept")
    return plaza.wait_for(lambda one: one.picture and one not in known), ana, ben


def play(
    game: Game, sim: DiscordSimulator, waits: Waits, most: int = 1000, pace: float = 0
) -> None:
    """Play a game, or that many moves of it, and record the waiting times.

    Moves are at least `pace` seconds apart, however long a board takes.
    """
    board, ana, ben = game
    for _ in range(most):
        if "Rematch" in board.labels:
            return
        edits, began = board.edits, time.perf_counter()
        ana_moves = board.words.splitlines()[-1].startswith("Ana")
        answer = (ana if ana_moves else ben).press(board, board.labels[0])
        sim.wait(lambda edits=edits: board.edits > edits)
        took = time.perf_counter() - began
        waits.boards.append(1000 * took)
        waits.answers.append(answer.milliseconds)
        time.sleep(max(0.0, pace - took))


def test_a_game_of_presses(benchmark: BenchmarkFixture, sim: DiscordSimulator) -> None:
    """Milliseconds from INTERACTION_CREATE to the acknowledgement, and to the new board."""
    game, waits = begin(sim, sim.channel(sim.guild("Village"), "plaza")), Waits()
    asked = len(sim.requests)
    benchmark.pedantic(play, (game, sim, waits), rounds=1)
    asked = len(sim.requests) - asked
    waits.note(benchmark)
    benchmark.extra_info["requests a move"] = asked / len(waits.boards)


def test_a_hundred_tables(benchmark: BenchmarkFixture, sim: DiscordSimulator) -> None:
    """The same with a hundred tables at once, and the turns per second."""
    village, waits = sim.guild("Village"), Waits()
    plazas = [sim.channel(village, "plaza") for _ in range(100)]
    games = [partial(play, begin(sim, plaza), sim, waits, MOVES) for plaza in plazas]
    at_once(benchmark, waits, games)


@pytest.mark.parametrize("channels", [1, GAMES])
def test_games_in_one_channel(
    benchmark: BenchmarkFixture, sim: DiscordSimulator, channels: int
) -> None:
    """The same with eight games at people's pace, in one channel or eight, limited as on Discord.

    Also how many requests each move takes, and how many of them Discord refuses.
    """
    village, waits = sim.guild("Village"), Waits()
    plazas = [sim.channel(village, "plaza") for _ in range(channels)]
    begun = [begin(sim, plazas[number % channels]) for number in range(GAMES)]
    sim.limit(EDITS, SECONDS)
    sim.forget_requests()

    def join(number: int) -> None:
        time.sleep(number * PACE_SECONDS / GAMES)
        play(begun[number], sim, waits, MOVES, PACE_SECONDS)

    at_once(benchmark, waits, [partial(join, number) for number in range(GAMES)])
    benchmark.extra_info["requests a move"] = round(len(sim.requests) / len(waits.boards), 2)
    benchmark.extra_info["429s"] = sum(request.status == 429 for request in sim.requests)
