"""The files of boards: at addresses under which they never change."""

from typing import TYPE_CHECKING

import pytest

from tests.bot.on_web.test_table_state import state

if TYPE_CHECKING:
    from tests.bot.on_web.conftest import Browser, House


async def files(house: "House", browser: "Browser", query: str = "rows=3") -> dict[str, str]:
    """Return the addresses of the files of a new game's board."""
    await browser.say("/puluc practice")
    found: dict[str, str] = (await state(house, browser, query))["board"]["files"]
    return found


async def test_every_file(house: "House", ana: "Browser") -> None:
    """Each address that a page is told has a file, which browsers keep for ever."""
    for address in (await files(house, ana)).values():
        answer = await ana.get(address)
        assert answer.status == 200
        assert "immutable" in answer.headers["Cache-Control"]


async def test_a_file_of_another_release(house: "House", ana: "Browser") -> None:
    """What another release has drawn is served as this one draws it, and not kept."""
    address = (await files(house, ana))["floor"]
    _, art, digest, rest = address.split("/", 3)
    answer = await ana.get(f"/{art}/{'0' * len(digest)}/{rest}")
    assert answer.status == 200
    assert "immutable" not in answer.headers["Cache-Control"]


async def test_themes_have_files_of_their_own(house: "House", ana: "Browser") -> None:
    """The same board in another theme has another digest."""
    light = await files(house, ana)
    dark = (await state(house, ana, "rows=3&theme=dark"))["board"]["files"]
    assert light["floor"].split("/")[2] != dark["floor"].split("/")[2]


@pytest.mark.parametrize(
    "query",
    [
        "",
        "game=puluc+road%3D11+warriors%3D5+table%3Dkernels+casts%3Done&rows=3",
        "game=chess&rows=3&theme=maize",
        "game=puluc+road%3D11+warriors%3D5+table%3Dkernels+casts%3Done&rows=99&theme=maize",
        "game=puluc+road%3D11+warriors%3D5+table%3Dkernels+casts%3Done&rows=3&theme=maize&seat=9",
        f"game={'x' * 4000}&rows=3&theme=maize",
    ],
)
async def test_there_is_no_such_board(ana: "Browser", query: str) -> None:
    """A board that no game has is not found."""
    assert (await ana.get(f"/art/{'0' * 16}/floor.svg?{query}")).status == 404


async def test_there_is_no_such_file(house: "House", ana: "Browser") -> None:
    """A file that boards don't have is not found."""
    address = (await files(house, ana))["floor"]
    assert (await ana.get(address.replace("floor.svg", "roof.svg"))).status == 404
