"""Games in a chat without the bot, where people name it: all in the message that answers them."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.scenarios.on_telegram import TelegramTown
from tests.scenarios.town import Message


@pytest.fixture
def away(telegram_town: TelegramTown) -> Any:
    """A group of all people without the bot."""
    town = telegram_town
    return town.sim.supergroup("Away", *town.people, with_bot=False)


def asked(town: TelegramTown, away: Any, words: str, button: str, **how: Any) -> Message:
    """Let Ana name the bot; wait until its answer has this button."""
    ana, *_ = town.people
    ana.say(away, f"@{town.sim.username} {words}", **how)
    away.wait(lambda here: here[-1].sender.bot and button in here[-1].labels)
    answer: Message = away.last
    return answer


def seen(message: Message, so: Callable[[], object]) -> None:
    """Wait until something can be seen in the only message of the bot in a chat."""
    message.chat.wait(lambda here: [one for one in here if one.sender.bot] == [message] and so())


def test_a_game_and_its_rematch(telegram_town: TelegramTown, away: Any) -> None:
    """Two people play, and play again with one press each, in one message."""
    town = telegram_town
    ana, ben, *_ = town.people
    board = asked(town, away, "play bul warriors=1", "Cancel")
    town.press(ben, board, "Accept")
    seen(board, lambda: "…" in board.labels)
    while "Rematch" not in board.labels:
        edits = board.edits
        town.press(town.mover_of(board), board, board.labels[0])
        seen(board, lambda edits=edits: board.edits > edits)  # type: ignore[misc] # a default
    again = next(button for button in board.buttons if button.label == "Rematch")
    for person in (ana, ben):
        town.press(person, board, again)
    seen(board, lambda: "to move." in board.words)
    assert "Games: " in board.words


def test_an_opponent(telegram_town: TelegramTown, away: Any) -> None:
    """Only the author of the message that Ana replies to can accept."""
    town = telegram_town
    _, ben, cara, *_ = town.people
    board = asked(town, away, "challenge", "Cancel", reply_to=ben.say(away, "Who plays?"))
    town.press(cara, board, "Accept")
    town.hears(cara, "This challenge is for Ben.")
    town.press(ben, board, "Accept")
    seen(board, lambda: "to move." in board.words)


def test_against_the_computer(telegram_town: TelegramTown, away: Any) -> None:
    """Ana plays the computer, and resigns in her private chat."""
    town = telegram_town
    ana, *_ = town.people
    board = asked(town, away, "practice", "Start")
    town.press(ana, board, "Start")
    seen(board, lambda: len(board.labels) > 1 and "…" in board.labels)
    edits = board.edits
    town.press(ana, board, board.labels[0])
    seen(board, lambda: board.edits > edits)
    town.press(ana, board, "…")
    town.follow(ana, "Resign", "Yes, resign")
    seen(board, lambda: "Play again" in board.labels)
    town.press(ana, board, "Play again")
    seen(board, lambda: "to move." in board.words)
