"""Whole games of every kind of rules, from the challenge to the review."""

import struct

import pytest

from tests.scenarios.town import Message, Town

MOST_MOVES = 60
"""How many moves people make before one of them resigns."""

WIDTH, HEIGHTS = 900, range(300, 1201)
"""The size of pictures, in pixels."""


def size(board: Message) -> tuple[int, int]:
    """Return the width and the height of the picture of a board."""
    assert board.picture is not None
    width, height = struct.unpack(">II", board.picture[16:24])
    return width, height


@pytest.mark.parametrize(
    "ruleset",
    [
        "boolik",
        *(pytest.param(one, marks=pytest.mark.night) for one in ("bul", "kekchi", "a-kaakil")),
        pytest.param("footprints", marks=pytest.mark.night),
    ],
)
def test_a_game(town: Town, ruleset: str) -> None:
    """Two players finish a game in one message, and the bot reviews it.

    Each board is a picture of the right size, described in words. A resignation gets a message of
    its own, because it tells the other player.
    """
    ana, ben, *_ = town.people
    board = town.begin(ruleset=ruleset, options="warriors=2")
    assert board.pinged == [ben]
    for _ in range(MOST_MOVES):
        if "…" not in board.labels:
            break
        width, height = size(board)
        assert width == WIDTH
        assert height in HEIGHTS
        assert "Ana" in town.described(board)
        town.move()
    if "…" in board.labels:
        town.resign(ana)
        assert "resigned" in town.offers("Rematch").words
        return
    assert [one for one in town.messages if one.picture] == [board]
    assert board.labels == ["Rematch", "New game", "Review", "Fair throws"]
    town.press(ben, board, "Review")
    town.hears(ben, "Review")
    town.wait(lambda: any(one.picture for one in town.answers(ben) if one is not board))
