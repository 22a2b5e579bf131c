"""From a press in Discord to its answer and to the new board, over a game (`make bench`)."""

import signal
import statistics
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from pytest_benchmark.fixture import BenchmarkFixture

from discord_simulator.simulator import DiscordSimulator

if TYPE_CHECKING:
    from conftest import Bot


def test_a_game_of_presses(
    benchmark: BenchmarkFixture, new_bot: "Callable[..., Bot]", tmp_path: Path
) -> None:
    """Milliseconds from INTERACTION_CREATE to the acknowledgement, and to the new board."""
    with DiscordSimulator() as sim:
        plaza = sim.channel(sim.guild("Village"), "plaza")
        ana, ben = sim.person("Ana"), sim.person("Ben")
        settings = {"DISCORD_API_URL": sim.url, "DISCORD_TOKEN": sim.token}
        bot = new_bot(tmp_path / "data", settings=settings)
        bot.start()
        sim.wait_for_bot()
        ana.command(plaza, "puluc challenge", opponent=ben)
        ben.press(plaza.wait_for(lambda message: message.labels), "Accept")
        board = plaza.wait_for(lambda message: message.picture)
        answers, boards = [], []

        def game() -> None:
            while board.labels:
                edits, began = board.edits, time.perf_counter()
                ana_moves = board.content.splitlines()[-1].startswith("Ana")
                answer = (ana if ana_moves else ben).press(board, board.labels[0])
                sim.wait(lambda edits=edits: board.edits > edits)
                boards.append(1000 * (time.perf_counter() - began))
                answers.append(answer.milliseconds or 3000)

        asked = len(sim.requests)
        benchmark.pedantic(game, rounds=1)
        asked = len(sim.requests) - asked
        bot.end(signal.SIGTERM)
    for name, waits in (("answer", answers), ("board", boards)):
        benchmark.extra_info |= {
            f"{name}: median ms": round(statistics.median(waits), 1),
            f"{name}: p99 ms": round(sorted(waits)[int(len(waits) * 0.99)], 1),
        }
    benchmark.extra_info |= {"moves": len(boards), "requests a move": asked / len(boards)}
