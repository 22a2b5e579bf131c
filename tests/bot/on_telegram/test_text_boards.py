"""Groups where the bot can write but not send photos."""

from typing import TYPE_CHECKING

import pytest

from bot.on_telegram.outbound import TEXT_ONLY_SECONDS
from bot.table.settings import Placing, Settings
from tests.bot.on_telegram.test_boards import place

if TYPE_CHECKING:
    from tests.bot.on_telegram.conftest import Village

PHOTOS = "can_send_photos"
NOTE = "I'm not allowed to send photos here, so the board is drawn in letters."


async def test_a_text_board(village: "Village") -> None:
    """The board is text, with its buttons and a line about the missing permission."""
    village.sim.forbid(village.plaza, PHOTOS)
    board = await village.play()
    assert board.picture is None
    assert "o Ana: 5 in base" in board.marked("pre")[0]
    assert NOTE in board.text
    await village.press(village.ana, board, "Enter → 3")
    assert village.board is board
    assert (await village.table()).moves == 1


@pytest.mark.parametrize("placement", [Placing.AUTO, Placing.NEW])
async def test_pictures_again(village: "Village", placement: Placing) -> None:
    """Once photos are allowed again, boards are pictures without the line about permission."""
    await village.store.change_settings(place(village.plaza), Settings(placement))
    village.sim.forbid(village.plaza, PHOTOS)
    board = await village.play([2, 1, 3, 1, 2, 3])
    village.sim.allow(village.plaza, PHOTOS)
    village.now += TEXT_ONLY_SECONDS
    await village.press(village.ana, board, board.labels[0])
    assert village.board.picture
    assert NOTE not in village.board.caption


async def test_a_text_board_after_a_picture(village: "Village") -> None:
    """If a board is a picture already, a new text board is posted: the picture would be wrong."""
    board = await village.play()
    village.sim.forbid(village.plaza, PHOTOS)
    await village.press(village.ana, board, "Enter → 3")
    assert village.board is not board
    assert NOTE in village.board.text
    assert board.deleted


async def test_photos_are_tried_now_and_then(village: "Village") -> None:
    """While text boards are shown, photos are tried only now and then, not for every board."""
    village.sim.forbid(village.plaza, PHOTOS)
    board = await village.play([2, 1, 3, 1, 2, 3])
    await village.press(village.ana, board, board.labels[0])
    refused = [one.method for one in village.sim.requests if one.status == 400]
    assert refused == ["editMessageMedia"]
    village.now += TEXT_ONLY_SECONDS
    await village.press(village.ben, board, board.labels[0])
    refused = [one.method for one in village.sim.requests if one.status == 400]
    assert refused == ["editMessageMedia", "sendPhoto"]


async def test_an_administrator(village: "Village") -> None:
    """A bot that is an administrator can send photos all the same."""
    village.sim.forbid(village.plaza, PHOTOS)
    village.sim.appoint_bot(village.plaza)
    assert (await village.play()).picture


async def test_chat_send_photos_forbidden(village: "Village") -> None:
    """Telegram's other error for missing permission is recognised, too."""
    village.sim.refuse_next("Bad Request: CHAT_SEND_PHOTOS_FORBIDDEN", part="editMessageMedia")
    assert NOTE in (await village.play()).text
