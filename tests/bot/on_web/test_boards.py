"""Pictures of boards in the chat."""

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.bot.on_web.conftest import Browser, House


@pytest.fixture
async def playing(ana: "Browser", house: "House") -> "Browser":
    """Ana, who plays against the computer."""
    await ana.say("/puluc practice")
    await ana.press_button("Start")
    return ana


async def test_picture(playing: "Browser", house: "House") -> None:
    """The newest board's picture is a PNG that may be kept for ever."""
    (board,) = await house.bodies("board")
    answer = await playing.get(board["picture"])
    assert answer.headers["Content-Type"] == "image/png"
    assert answer.body.startswith(b"\x89PNG")
    assert "immutable" in answer.headers["Cache-Control"]


async def test_old_picture(playing: "Browser", house: "House") -> None:
    """Pictures of boards that have moved on are gone."""
    table = await house.table()
    assert (await playing.get(f"/picture/{table.id}/1.png")).status == 410


@pytest.mark.parametrize("path", ["/picture/aaaaaaaaaa/1.png", "/picture/x/y.png"])
async def test_no_such_picture(ana: "Browser", path: str) -> None:
    """What was never drawn is not found."""
    assert (await ana.get(path)).status == 404
