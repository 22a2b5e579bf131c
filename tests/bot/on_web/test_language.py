"""In which language the web answers, and a channel's boards are."""

from typing import TYPE_CHECKING

import pytest

from bot.games.catalogue import games
from bot.on_web.language import wanted
from bot.show.presenter import page_of
from bot.table.settings import Colours, Settings
from bot.texts.catalogue import Catalogue
from tests.bot.on_web.conftest import PLACE

if TYPE_CHECKING:
    from tests.bot.on_web.conftest import Browser, House

SPANISH = {"Accept-Language": "es-MX,es;q=0.9,en;q=0.8"}


@pytest.fixture
def house(house: "House", spanish: Catalogue) -> "House":
    """A house in which a second language is spoken."""
    house.catalogue = spanish
    return house


@pytest.mark.parametrize(
    ("header", "tags"),
    [
        ("", ()),
        ("es", ("es",)),
        ("es-MX,es;q=0.9,en;q=0.8", ("es-MX", "es", "en")),
        ("en;q=0.1, es-419 ; q=1.0 ,fr;q=0.5", ("es-419", "fr", "en")),
        ("es;q=0,en", ("en",)),
        ("*", ()),
        ("en;q=2, es;q=x, <b>, fr", ("fr",)),
    ],
)
def test_what_a_browser_wants(header: str, tags: tuple[str, ...]) -> None:
    """Languages are read in the order of their weight; what makes no sense is left out."""
    assert wanted(header) == tags


async def test_answers(ana: "Browser") -> None:
    """Whoever asks is answered in the language of their browser."""
    assert (await ana.say("/puluc games", headers=SPANISH)).json["lines"] == ["No tienes partidas."]
    assert (await ana.say("/puluc games")).json["lines"][0].startswith("You have no games")


async def test_rules(ana: "Browser") -> None:
    """The pictures of rules are told in it, too, and each language has its own."""
    told = (await ana.say("/puluc rules puluc", headers=SPANISH)).json
    assert told["sections"][-1]["text"].startswith("Otros: ")
    assert all(picture["alt"].startswith("Antes: ") for picture in told["pictures"])
    drawn = await ana.get(told["pictures"][0]["src"], headers=SPANISH)
    assert (drawn.status, drawn.headers["Vary"]) == (200, "Accept-Language")


async def test_boards(ana: "Browser", house: "House") -> None:
    """A channel's boards are in the language that is set for it, whoever acts there."""
    await house.store.change_settings(PLACE, Settings(language="es"))
    await ana.say("/puluc open")
    await house.settled()
    (board,) = await house.bodies("board")
    assert board["lines"][0] == "Ana busca con quién jugar."
    assert board["buttons"][0]["label"] == "Aceptar"


async def test_pictures(ana: "Browser", house: "House") -> None:
    """A board's picture looks as its channel wants it."""
    await house.store.change_settings(PLACE, Settings(theme=Colours.DARK, language="es"))
    await ana.say("/puluc practice")
    await ana.press((await shown(house))["buttons"][0]["code"])
    picture = (await ana.get((await shown(house))["picture"])).body
    settings, table = await house.store.settings(PLACE), await house.table()
    expected = page_of(games(), table, "es", settings.look).picture
    assert expected is not None
    assert picture == expected.png


async def shown(house: "House") -> dict[str, object]:
    """The newest board."""
    await house.settled()
    return (await house.bodies("board"))[-1]


async def test_who_comes_in(ana: "Browser", house: "House") -> None:
    """Everybody is told in the channel's language who has come in."""
    await house.store.change_settings(PLACE, Settings(language="es"))
    await ana.be("Ben")
    assert [notice["text"] for notice in await house.bodies("notice")] == [
        "Ana has joined.",
        "Ben ha llegado.",
    ]


async def test_pages(ana: "Browser", house: "House") -> None:
    """Pages, and the words of their scripts, are in the language of whoever looks."""
    await ana.say("/puluc open")
    code = (await house.table()).code
    for path in (f"/g/{code}", "/", "/g/nothing"):
        assert '<html lang="es">' in (await ana.get(path, headers=SPANISH)).text
        assert '<html lang="en">' in (await ana.get(path)).text
    page = await ana.get(f"/g/{code}", headers=SPANISH)
    assert "busca con quién jugar" in page.text
    assert "Accept-Language" in page.headers["Vary"]
    assert (await ana.get("/api/hello", headers=SPANISH)).json["words"]["you-are"] == "Eres {name}"
    assert "No hay tal partida." in (await ana.get("/g/nothing", headers=SPANISH)).text
