"""Pictures, and the page of a single table."""

import html
import re
from typing import TYPE_CHECKING

import pytest

from bot.config import WebMode

if TYPE_CHECKING:
    from collections.abc import Callable

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


@pytest.mark.parametrize("path", ["/picture/aaaaaaaaaa/1.png", "/picture/x/y.png", "/g/x/1.png"])
async def test_no_such_picture(ana: "Browser", path: str) -> None:
    """What was never drawn is not found."""
    assert (await ana.get(path)).status == 404


async def test_watch(playing: "Browser", house: "House") -> None:
    """A table's own page has its picture with its description, and what happened."""
    (board,) = await house.bodies("board")
    answer = await playing.get(board["watch"])
    assert answer.status == 200
    assert f'alt="{board["alt"]}"' in html.unescape(answer.text)
    assert all(line in html.unescape(answer.text) for line in board["lines"])
    (picture,) = re.findall(r'src="(/g/[^"]+\.png)"', answer.text)
    assert (await playing.get(picture)).body.startswith(b"\x89PNG")


async def test_watch_unchanged(playing: "Browser", house: "House") -> None:
    """The page tells its revision, so that a look that finds nothing new costs little."""
    path = f"/g/{(await house.table()).code}"
    assert (await playing.get(path)).headers["ETag"] == '"2"'


async def test_unknown_code(ana: "Browser") -> None:
    """A code that no table has leads to a friendly page."""
    answer = await ana.get("/g/unknown")
    assert answer.status == 404
    assert "There is no game at this address." in answer.text


async def test_names_are_text(open_browser: "Callable[[], Browser]", house: "House") -> None:
    """Markup in a name is text on a table's page."""
    browser = open_browser()
    await browser.be("<script>x</script>")
    await browser.say("/puluc open")
    answer = await browser.get(f"/g/{(await house.table()).code}")
    assert "&lt;script&gt;x&lt;/script&gt;" in answer.text
    assert "<script>" not in answer.text


async def test_watching_only(
    playing: "Browser", house: "House", open_browser: "Callable[[str], Browser]"
) -> None:
    """A server for watching shows tables by their codes, under whatever name it is called."""
    async with house.serving(WebMode.WATCH) as address:
        watcher = open_browser(address)
        answer = await watcher.get(f"/g/{(await house.table()).code}", {"Host": "games.example"})
        assert answer.status == 200


@pytest.mark.parametrize("path", ["/api/hello", "/api/events?channel=maize", "/as/x", "/c/maize"])
async def test_no_chat_when_watching(
    house: "House", open_browser: "Callable[[str], Browser]", path: str
) -> None:
    """A server for watching has no chat."""
    async with house.serving(WebMode.WATCH) as address:
        assert (await open_browser(address).get(path)).status == 404


async def test_front_page(house: "House", open_browser: "Callable[[str], Browser]") -> None:
    """A server for watching says what it is."""
    async with house.serving(WebMode.WATCH) as address:
        answer = await open_browser(address).get("/")
        assert "Every table has a page of its own" in answer.text
