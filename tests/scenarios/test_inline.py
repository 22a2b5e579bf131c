"""Games in a chat without the bot, which people post by inline results: all in one message."""

from collections.abc import Callable

from tests.scenarios.match import SCORE
from tests.scenarios.on_telegram import TelegramTown
from tests.scenarios.town import Message


def posted(town: TelegramTown, query: str, button: str) -> Message:
    """Let Ana post a game among all people; wait until its message has this button."""
    ana, *_ = town.people
    away = town.sim.supergroup("Away", *town.people, with_bot=False)
    (offer,) = ana.inline(query, away).results
    message: Message = ana.choose(offer, away)
    seen(message, lambda: button in message.labels)
    return message


def seen(message: Message, so: Callable[[], object]) -> None:
    """Wait until something can be seen in the only message of a chat."""
    message.chat.wait(lambda here: here == [message] and so())


def test_a_lobby(telegram_town: TelegramTown) -> None:
    """Four people gather in one message, and play in it."""
    town = telegram_town
    _, ben, cara, dan, eve = town.people
    lobby = posted(town, "aj-sayil seats=4", "Start")
    assert lobby.labels[:2] == ["Join jade", "Join red"]
    for person, side in ((ben, "red"), (cara, "jade"), (dan, "red")):
        town.press(person, lobby, f"Join {side}")
    seen(lobby, lambda: "to move." in lobby.words)
    town.press(eve, lobby, lobby.labels[0])
    town.hears(eve, "You aren't playing in this game.")
    mover = town.mover_of(lobby)
    town.press(mover, lobby, lobby.labels[0])
    seen(lobby, lambda: town.mover_of(lobby) is not mover)


def test_a_match(telegram_town: TelegramTown) -> None:
    """The games of a match follow each other in one message."""
    town = telegram_town
    ana, ben, *_ = town.people
    board = posted(town, "puluc match=2", "Cancel")
    town.press(ben, board, "Accept")
    seen(board, lambda: "…" in board.labels)
    edits = board.edits
    town.press(town.mover_of(board), board, board.labels[0])
    seen(board, lambda: board.edits > edits)
    town.press(ben, board, "…")
    town.follow(ben, "Resign game", "Yes, resign")
    seen(board, lambda: SCORE in board.words)
    for person in (ana, ben):
        seen(board, lambda: "Ready" in board.labels)
        town.press(person, board, "Ready")
    seen(board, lambda: "to move." in board.words)
