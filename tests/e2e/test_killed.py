"""Processes that are killed, and others that go on: nothing is lost, and nothing is seen twice."""

from collections.abc import Callable, Iterator
from threading import Thread
from typing import TYPE_CHECKING

import pytest

from tests.e2e.death import Death, Moment, main
from tests.e2e.process import Process
from tests.e2e.served import FOR_EVER, Served, press, served, start
from tests.scenarios.lobby import opened, rush
from tests.scenarios.match import SCORE, TWO, play_on
from tests.scenarios.on_discord import DISCORD
from tests.scenarios.on_telegram import TELEGRAM
from tests.scenarios.parchis import PLAYERS, Game, people_and_computers
from tests.scenarios.program import DAY
from tests.scenarios.town import Town, revision, table_of

if TYPE_CHECKING:
    from conftest import Bot


@pytest.fixture(scope="module")
def death(tmp_path_factory: pytest.TempPathFactory) -> Death:
    """Kills the process between two games of a match, once that is planned."""
    return Death(tmp_path_factory.mktemp("death") / "planned")


@pytest.fixture(scope="module", params=[DISCORD, TELEGRAM], ids=["discord", "telegram"])
def platform(
    request: pytest.FixtureRequest,
    new_bot: "Callable[..., Bot]",
    tmp_path_factory: pytest.TempPathFactory,
    death: Death,
) -> Iterator[Served]:
    """A platform, and the process that serves it for all tests."""
    folder = tmp_path_factory.mktemp("killed")
    with served(request.param, new_bot, folder, lambda _: death.settings, main) as found:
        yield found


@pytest.fixture
def town(platform: Served) -> Iterator[Town]:
    """A new place with five people."""
    with platform.met() as town:
        yield town
        platform.process.settle()


def shown(town: Town, words: str) -> int:
    """Return how many messages of the bot say this."""
    return sum(words in one.words for one in town.messages)


@pytest.mark.parametrize("arrived", [True, pytest.param(False, marks=pytest.mark.night)])
def test_while_reminding(town: Town, process: Process, arrived: bool) -> None:
    """A reminder of which the bot couldn't learn whether it arrived isn't decided on again."""
    town.begin(pace="3d")
    board = town.rest()
    before, table = len(town.messages), table_of(board)
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


@pytest.mark.parametrize("arrived", [True, pytest.param(False, marks=pytest.mark.night)])
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
        opened(town, options="seats=16 calls=later")
        rush(town, town.guests(20))
        assert town.messages == [town.plays()]
    finally:
        second.stop()


def test_a_press_whose_board_is_not_sent(town: Town, process: Process) -> None:
    """After a restart, a move that was made before a crash is shown, and isn't made again."""
    board = town.begin()
    before, asked = revision(board), len(town.sim.requests)
    town.sim.delay_next(FOR_EVER, 1, town.editing)
    press(town.mover, board)
    town.wait(lambda: any(town.editing in str(one) for one in town.sim.requests[asked:]))
    process.kill()
    start(town, process)
    town.wait(lambda: board.edits == 2)
    process.settle()
    assert revision(board) == before + 1
    assert town.messages == [board]


@pytest.mark.parametrize("arrived", [True, pytest.param(False, marks=pytest.mark.night)])
def test_a_board_that_is_not_noted(town: Town, process: Process, arrived: bool) -> None:
    """After a restart, a board that a crash left unshown is in one message that can be pressed."""
    ana, *_ = town.people
    town.begin()
    town.lose_boards(arrived=arrived)
    Thread(target=town.command, args=[ana, "board"], daemon=True).start()
    town.wait(lambda: town.lost)
    process.kill()
    town.recover()
    start(town, process)
    town.wait(lambda: town.board.labels and len(town.messages) > 1)
    process.settle()
    shown = sum(bool(one.labels) for one in town.messages)
    assert 1 <= shown <= 1 + arrived * town.most_strays
    town.move()


def test_a_game_of_parchis_goes_on(town: Town, process: Process) -> None:
    """A bot that is killed between two presses goes on with a game, and no move is lost."""
    game = Game(town, people_and_computers(town))
    assert not game.play(6)
    process.kill()  # while it shows the last press, and computers reply
    start(town, process)
    assert not game.play(6)
    assert [*game.record().tags.players] == PLAYERS[people_and_computers]
