"""The languages of replies, pages and cards in the web chat."""

from typing import TYPE_CHECKING

import pytest

from bot.on_web.language import wanted
from bot.table.settings import Settings
from bot.texts.catalogue import Catalogue
from tests.bot.on_web.conftest import PLACE

if TYPE_CHECKING:
    from tests.bot.on_web.conftest import Browser, House

SPANISH = {"Accept-Language": "es-MX,es;q=0.9,en;q=0.8"}


@pytest.fixture
def house(house: "House", spanish: Catalogue) -> "House":
    """A house whose bot has a second language."""
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
def test_accept_language(header: str, tags: tuple[str, ...]) -> None:
    """Languages are sorted by weight, and invalid ones are left out."""
    assert wanted(header) == tags


async def test_answers(ana: "Browser") -> None:
    """Replies are in the language of the browser."""
    assert (await ana.say("/puluc games", headers=SPANISH)).json["lines"] == ["No tienes partidas."]
    assert (await ana.say("/puluc games")).json["lines"][0].startswith("You have no games")


async def test_rules(ana: "Browser") -> None:
    """The rules and the alt text of their pictures are in the browser's language, too."""
    rules = (await ana.say("/puluc rules puluc", headers=SPANISH)).json
    assert rules["sections"][-1]["text"].startswith("Otros: ")
    assert all(picture["alt"].startswith("Antes: ") for picture in rules["pictures"])
    drawn = await ana.get(rules["pictures"][0]["src"], headers=SPANISH)
    assert (drawn.status, drawn.headers["Vary"]) == (200, "Accept-Language")


async def test_cards(ana: "Browser", house: "House") -> None:
    """A channel's cards are in the language of its settings, not the browser's."""
    await house.store.change_settings(PLACE, Settings(language="es"))
    await ana.say("/puluc open")
    await house.settled()
    (card,) = await house.bodies("card")
    assert card["standing"] == ["Ana busca con quién jugar."]


async def test_the_notice_of_a_newcomer(ana: "Browser", house: "House") -> None:
    """The notice that someone has joined is in the channel's language."""
    await house.store.change_settings(PLACE, Settings(language="es"))
    await ana.be("Ben")
    assert [notice["text"] for notice in await house.bodies("notice")] == [
        "Ana has joined.",
        "Ben ha llegado.",
    ]


async def test_pages(ana: "Browser", house: "House") -> None:
    """Pages and the texts of their scripts are in the browser's language."""
    await ana.say("/puluc open")
    code = (await house.table()).code
    for path in (f"/g/{code}", "/", "/g/nothing"):
        assert '<html lang="es"' in (await ana.get(path, headers=SPANISH)).text
        assert '<html lang="en"' in (await ana.get(path)).text
    page = await ana.get(f"/g/{code}", headers=SPANISH)
    assert "busca con quién jugar" in page.text
    assert "Accept-Language" in page.headers["Vary"]
    assert (await ana.get("/api/hello", headers=SPANISH)).json["words"]["you-are"] == "Eres {name}"
    assert "No hay tal partida." in (await ana.get("/g/nothing", headers=SPANISH)).text
