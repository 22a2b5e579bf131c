"""Pictures of boards in the chat."""

from typing import TYPE_CHECKING

import pytest

from bot.games.catalogue import games
from bot.show.presenter import page_of
from bot.table.settings import Colours, Look

if TYPE_CHECKING:
    from tests.bot.on_web.conftest import Browser, House


@pytest.fixture
async def playing(ana: "Browser", house: "House") -> "Browser":
    """Ana's browser, in a game against the computer."""
    await ana.say("/puluc practice")
    await ana.press_button("Start")
    return ana


async def test_picture(playing: "Browser", house: "House") -> None:
    """The newest board's picture is a PNG that can be cached for ever."""
    (board,) = await house.bodies("board")
    answer = await playing.get(board["picture"])
    assert answer.headers["Content-Type"] == "image/png"
    assert answer.body.startswith(b"\x89PNG")
    assert "immutable" in answer.headers["Cache-Control"]


async def test_a_dark_picture(playing: "Browser", house: "House") -> None:
    """A board has a second picture in dark colours for dark pages."""
    (board,) = await house.bodies("board")
    light, dark = [await playing.get(board[kind]) for kind in ("picture", "dark")]
    page = page_of(games(), await house.table(), "en", Look(Colours.DARK))
    assert page.picture is not None
    assert dark.body == page.picture.png
    assert dark.body != light.body


@pytest.mark.parametrize("query", ["theme=neon", "view=above"])
async def test_no_such_look(playing: "Browser", house: "House", query: str) -> None:
    """An unknown theme or view is not found."""
    table = await house.table()
    address = f"/picture/{table.id}/{table.revision}.png?{query}"
    assert (await playing.get(address)).status == 404


async def test_old_picture(playing: "Browser", house: "House") -> None:
    """The picture of an outdated board gets a 410 response."""
    table = await house.table()
    assert (await playing.get(f"/picture/{table.id}/1.png")).status == 410


@pytest.mark.parametrize("path", ["/picture/aaaaaaaaaa/1.png", "/picture/x/y.png"])
async def test_no_such_picture(ana: "Browser", path: str) -> None:
    """A picture that doesn't exist is not found."""
    assert (await ana.get(path)).status == 404
