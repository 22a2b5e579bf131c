"""Processes that are killed, and others that go on: nothing is lost, and nothing is seen twice."""

from collections.abc import Callable, Iterator
from threading import Thread
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

from tests.e2e.clock import SetClock
from tests.e2e.death import Death, Moment, main
from tests.e2e.process import Process
from tests.scenarios.lobby import opened, rush
from tests.scenarios.match import SCORE, TWO, play_on
from tests.scenarios.on_discord import DISCORD
from tests.scenarios.on_telegram import TELEGRAM
from tests.scenarios.platform import Platform
from tests.scenarios.program import DAY
from tests.scenarios.town import Town

if TYPE_CHECKING:
    from conftest import Bot


class Served(NamedTuple):
    """A platform, its simulator, and the process that serves it for all tests of a module."""

    platform: Platform
    sim: Any
    process: Process
    death: Death


@pytest.fixture(scope="module", params=[DISCORD, TELEGRAM], ids=["discord", "telegram"])
def served(
    request: pytest.FixtureRequest,
    new_bot: "Callable[..., Bot]",
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Served]:
    platform, folder = request.param, tmp_path_factory.mktemp("killed")
    clock, death = SetClock(folder / "ahead"), Death(folder / "planned")
    with platform.simulate(clock) as sim:
        asked = {name.upper(): value for name, value in platform.settings(sim).items()}
        bot = new_bot(folder / "data", asked | clock.settings | death.settings)
        bot.main = main
        bot.start()
        sim.wait_for_bot()
        yield Served(platform, sim, Process(bot, clock), death)
        bot.close()


@pytest.fixture
def process(served: Served) -> Process:
    """The process that serves the town."""
    return served.process


@pytest.fixture
def death(served: Served) -> Death:
    """Kills the process between two games of a match, once that is planned."""
    return served.death


@pytest.fixture
def town(served: Served) -> Iterator[Town]:
    """A new place with five people. The bot sends nothing that the platform finds malformed."""
    yield served.platform.meet(served.process, served.sim)
    served.process.settle()
    assert served.sim.violations == []


def start(town: Town, process: Process) -> None:
    """Start a process, and wait until the place is connected to it."""
    with town.reconnected():
        process.start()


def shown(town: Town, words: str) -> int:
    """Return how many messages of the bot say this."""
    return sum(words in one.words for one in town.messages)


@pytest.mark.parametrize("arrived", [True, False])
def test_while_reminding(town: Town, process: Process, arrived: bool) -> None:
    """A reminder of which the bot couldn't learn whether it arrived isn't decided on again."""
    town.begin(pace="3d")
    board = town.rest()
    before, table = len(town.messages), board.codes[0].split(".")[1]
    town.lose_boards(arrived=arrived)
    process.clock.advance(1.5 * DAY)
    town.wait(lambda: town.lost)
    process.kill()
    town.recover()
    start(town, process)
    town.wait(lambda: board.deleted)
    process.settle()
    assert town.board.pinged == [town.mover]
    assert 0 <= len(town.messages) - before <= arrived * town.most_strays
    assert process.logged("table.called", table) == 1


@pytest.mark.parametrize("moment", Moment)
def test_between_games(town: Town, process: Process, death: Death, moment: Moment) -> None:
    """A bot that is killed between two games of a match neither loses nor doubles the next one."""
    _, ben, *_ = town.people
    town.begin(**TWO)
    death.plan(moment)
    resigning = Thread(target=town.resign, args=[ben], daemon=True)  # it may never be answered
    resigning.start()
    process.wait_until_killed()
    assert shown(town, SCORE) == 0
    start(town, process)
    play_on(town, town.offers("Ready"))
    assert shown(town, SCORE) == 1


@pytest.mark.parametrize("arrived", [True, False])
def test_while_showing(town: Town, process: Process, arrived: bool) -> None:
    """The next game of a match is played once, even if nobody knows whether it was posted."""
    _, ben, *_ = town.people
    town.begin(**TWO)
    town.command(ben, "resign")
    asked = town.hears(ben, button="Yes, resign")
    town.lose_boards(arrived=arrived)
    town.press(ben, asked, "Yes, resign")
    town.wait(lambda: town.lost)
    process.kill()
    town.recover()
    start(town, process)
    process.settle()
    play_on(town, town.offers("Ready"))
    assert 0 <= shown(town, SCORE) - 1 <= arrived * town.most_strays


def test_a_crowd(town: Town, process: Process) -> None:
    """Two processes give a crowd that presses Join at once as many seats as there are."""
    second = process.another()
    start(town, second)
    try:
        opened(town, options="seats=16")
        rush(town, town.guests(20))
        assert town.messages == [town.plays()]
    finally:
        second.stop()
