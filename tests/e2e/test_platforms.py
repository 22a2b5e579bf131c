"""The program as processes on each platform: it plays, stops, and is replaced."""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import pytest

from tests.e2e.process import Process
from tests.e2e.served import FOR_EVER, Served, move, press, served, start
from tests.scenarios.on_discord import DISCORD
from tests.scenarios.on_telegram import TELEGRAM
from tests.scenarios.town import Town, revision

if TYPE_CHECKING:
    from conftest import Bot

TOO_MANY = 429
"""The status with which a platform asks to wait."""

SHORT = {"ruleset": "a-kaakil", "options": "warriors=2"}
"""A game of a few moves."""


@pytest.fixture(scope="module", params=[DISCORD, TELEGRAM], ids=["discord", "telegram"])
def platform(
    request: pytest.FixtureRequest,
    new_bot: "Callable[..., Bot]",
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Served]:
    """A platform, and the process that serves it for all tests."""
    folder = tmp_path_factory.mktemp("platform")
    with served(request.param, new_bot, folder, lambda _: {"PULUC_LOG": "debug"}) as found:
        yield found


def test_a_game(town: Town) -> None:
    """Two players finish a game in one message, with pictures, and review it."""
    _, ben, *_ = town.people
    board = town.begin(**SHORT)
    while "…" in board.labels:
        assert board.picture
        town.move()
    assert "wins." in board.words
    assert [one for one in town.messages if one.picture] == [board]
    town.press(ben, board, "Review")
    town.hears(ben, "Review")
    town.wait(lambda: any(one.picture for one in town.answers(ben) if one is not board))


def test_the_log(town: Town, process: Process) -> None:
    """The log, at its most verbose, contains no names, words, tokens or tracebacks."""
    (guest,) = town.guests(1)
    town.command(guest, "open")
    town.offers("Accept")
    town.command(guest, "game word", word="hummingbird")
    town.hears(guest, "hummingbird")
    process.settle()
    assert '"level": "debug"' in process.log
    for secret in (guest.name, "hummingbird", town.sim.token, "Traceback"):
        assert secret not in process.log


def test_it_finishes_before_it_stops(town: Town, process: Process) -> None:
    """A bot that is told to stop first shows the board of a press it has accepted."""
    board = town.begin()
    town.sim.delay_next(0.4, 1, town.editing)
    town.press(town.mover, board, board.labels[0])
    process.stop()
    assert board.edits == 2


def test_a_platform_that_does_not_respond(town: Town, process: Process) -> None:
    """A bot that is told to stop exits even while nothing that it asks for is answered."""
    board, asked = town.begin(), len(town.sim.requests)
    town.sim.delay_next(FOR_EVER, 4)
    press(town.mover, board)
    town.wait(lambda: len(town.sim.requests) > asked)
    process.stop()
    assert board.edits == 1


def test_a_platform_that_asks_to_wait(town: Town, process: Process) -> None:
    """A bot that is told to stop exits even while it may show nothing in the place."""
    board, asked = town.begin(), len(town.sim.requests)
    for part in (str(town.plaza.id), town.editing, "/webhooks/"):
        town.sim.limit_next(4, FOR_EVER, part)
    press(town.mover, board)
    town.wait(lambda: TOO_MANY in [one.status for one in town.sim.requests[asked:]])
    process.stop()
    assert board.edits == 1


def test_two_processes(town: Town, process: Process) -> None:
    """A press is one move of one of two processes; if one is killed, the other goes on alone."""
    second = process.another()
    start(town, second)
    try:
        board = town.begin()
        before = revision(board)
        for _ in range(3):
            town.move()
        assert revision(board) == before + 3
        assert (town.messages, board.edits) == ([board], 4)
        process.kill()
        move(town)
        start(town, process)
    finally:
        second.stop()
    move(town)
    assert revision(board) == before + 5


def test_a_deploy(town: Town, process: Process) -> None:
    """While a new process takes over from an old one, each press is one move."""
    board, new = town.begin(), process.another()
    before = revision(board)
    start(town, new)
    try:
        for number in range(6):
            if number == 2:
                process.begin_to_stop()
            move(town)
        process.ended()
        assert revision(board) == before + 6
        assert (town.messages, board.edits) == ([board], 7)
    finally:
        new.stop()
