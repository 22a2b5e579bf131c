"""The program as processes on Telegram: updates that come again, a webhook, a restored store."""

import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.e2e.process import Process
from tests.e2e.served import Served, served
from tests.scenarios import on_discord
from tests.scenarios.on_discord import DISCORD
from tests.scenarios.on_telegram import TELEGRAM
from tests.scenarios.town import Town, revision

if TYPE_CHECKING:
    from conftest import Bot


@pytest.fixture(scope="module")
def platform(
    new_bot: "Callable[..., Bot]", tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Served]:
    """A process that polls for updates."""
    folder = tmp_path_factory.mktemp("polling")
    with served(TELEGRAM, new_bot, folder, lambda _: {"PULUC_LOG": "debug"}) as found:
        yield found


@pytest.fixture(scope="module")
def hooking(
    new_bot: "Callable[..., Bot]", tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Served]:
    """A process with a webhook."""
    folder = tmp_path_factory.mktemp("hooking")
    with served(TELEGRAM, new_bot, folder, _hook) as found:
        yield found


@pytest.fixture
def hooked(hooking: Served) -> Iterator[Town]:
    """A new supergroup whose updates Telegram sends to a webhook."""
    with hooking.met() as town:
        yield town


def _hook(bot: "Bot") -> dict[str, str]:
    return {"TELEGRAM_WEBHOOK_URL": bot.url, "PORT": str(bot.port)}


def test_a_game_by_webhook(hooked: Town) -> None:
    """Two players finish a game; Telegram sends their presses to the webhook."""
    town = hooked
    assert town.sim.webhook.endswith("/telegram")
    board = town.begin(ruleset="a-kaakil", options="warriors=2")
    while "…" in board.labels:
        town.move()
    assert "wins." in board.words
    assert not any(one.method == "getUpdates" for one in town.sim.requests)


def test_a_webhook_without_a_store(hooked: Town, hooking: Served) -> None:
    """Updates that arrive while the store is down are refused, redelivered and applied once."""
    town = hooked
    board = town.begin()
    before = revision(board)
    with hooking.process.without_a_store():
        town.press(town.mover, board, board.labels[0])
        town.wait(lambda: "503" in str(town.sim.world.updates.error))
    town.wait(lambda: board.edits == 2)
    town.sim.wait(lambda: not town.sim.pending)
    hooking.process.settle()
    assert revision(board) == before + 1


def test_a_request_that_fails(town: Town, process: Process) -> None:
    """The log of a failed request shows neither its address, with the token, nor a traceback."""
    ana, *_ = town.people
    town.sim.break_next(502, 1, "getUpdates")
    town.command(ana, "help")
    town.wait(lambda: any(one.status == 502 for one in town.sim.requests))
    process.settle()
    assert '"level": "debug"' in process.log
    assert town.sim.token not in process.log
    assert "Traceback" not in process.log


def test_without_a_store_for_a_while(town: Town, process: Process) -> None:
    """While the store doesn't respond, a press is acknowledged and kept, and played later."""
    board = town.begin()
    before = revision(board)
    with process.without_a_store():
        assert town.mover.press(board, board.labels[0]).answered
        assert board.edits == 1
    town.wait(lambda: board.edits == 2)
    process.settle()
    assert revision(board) == before + 1


@pytest.mark.parametrize("kills", [3, pytest.param(12, marks=pytest.mark.night)])
def test_killed_again_and_again(town: Town, process: Process, kills: int) -> None:
    """However soon after a press a bot is killed, the press is one move."""
    board = town.begin()
    for kill in range(kills):
        before = revision(board)
        town.mover.press(board, board.labels[0], wait=False)
        time.sleep(0.004 * (kill % 4))  # before, during or after receipt
        process.kill()
        process.start()
        town.wait(lambda before=before: revision(board) > before)
        town.sim.wait(lambda: not town.sim.pending)
        process.settle()
        assert revision(board) == before + 1


def test_a_restore(town: Town, process: Process) -> None:
    """After a restore, later boards are refused with the reason, and the game goes on."""
    ana, *_ = town.people
    early = town.begin()
    town.move()
    words, backup = early.words, process.folder / "backup.jsonl.gz"
    process.tool("backup", backup)
    town.move()
    town.command(ana, "board")
    late = town.wait(lambda: town.board is not early and town.board)
    town.move()
    process.stop()
    said = process.tool("restore", "--replace", backup)
    assert "again, because chats may show later ones." in said
    process.start()
    restored = town.wait(lambda: town.board not in (early, late) and town.board)
    assert words in restored.words
    before = revision(restored)
    town.press(town.mover_of(late), late, late.labels[0])
    town.hears(town.mover_of(late), "restored to an earlier move")
    process.settle()
    assert words in town.board.words
    town.move()
    assert revision(town.board) == before + 1


def test_everything_in_one_process(new_bot: "Callable[..., Bot]", tmp_path: Path) -> None:
    """One process serves Discord, Telegram and the page, each with its own games."""
    with DISCORD.simulate(time.time) as discord:

        def both(_bot: "Bot") -> dict[str, str]:
            return {name.upper(): value for name, value in on_discord.settings(discord).items()}

        with served(TELEGRAM, new_bot, tmp_path, both) as telegram, telegram.met() as town:
            discord.wait_for_bot()
            for each in (town, DISCORD.meet(telegram.process, discord)):
                each.begin()
                each.move()
            assert "t.me/puluc_bot?startgroup=new" in telegram.process.log
            urllib.request.urlopen(telegram.process.url).close()
        assert discord.violations == []
