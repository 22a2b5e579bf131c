"""Demos: the computer plays against itself."""

from bot.table.turns import DEMO_PAUSE
from tests.scenarios.town import Message, Town


def watched(town: Town) -> Message:
    """Let Ana start a demo, and return its board."""
    ana, *_ = town.people
    town.command(ana, "demo")
    town.sees("The computer is playing against itself. Ana started this game.")
    town.program.settle()
    return town.board


def test_a_demo(town: Town) -> None:
    """The computer plays against itself, without mentioning anyone, a move at a time."""
    board = watched(town)
    assert board.pinged == []
    assert board.labels == ["…"]
    before, edits = board.words, board.edits
    town.program.advance(DEMO_PAUSE + 1)
    assert board.words != before
    assert board.edits == edits + 1


def test_a_second_demo(town: Town) -> None:
    """While one such game is running, another isn't started in the same place."""
    _, ben, *_ = town.people
    board = watched(town)
    town.command(ben, "demo")
    town.hears(ben, "The computer is already playing against itself here.")
    town.program.settle()
    assert [one for one in town.messages if one.picture] == [board]


def test_stopping_a_demo(town: Town) -> None:
    """The player who started it stops it by the menu."""
    ana, *_ = town.people
    town.press(ana, watched(town), "…")
    town.follow(ana, "Stop")
    town.sees("stopped")
