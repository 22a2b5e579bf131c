"""What only Telegram has, and what goes wrong there: through the client library."""

from tests.scenarios.on_telegram import TelegramTown


def test_out_of_order(telegram_town: TelegramTown) -> None:
    """Of presses that arrive in reverse, those that are no longer legal change nothing."""
    town = telegram_town
    board = town.begin()
    mover, other = town.mover, town.waiting
    with town.sim.delivering(backwards=True):
        answers = [
            person.press(board, board.labels[0], wait=False) for person in (mover, other, mover)
        ]
    assert all(answer.wait().answered for answer in answers)
    town.program.settle()
    assert board.edits == 2
