"""The languages of replies, pages and cards in the web chat."""

from typing import TYPE_CHECKING

import pytest

from bot.on_web.language import wanted
from bot.table.people import Platform, User
from bot.table.settings import Settings
from bot.texts.catalogue import Catalogue
from tests.bot.on_web.conftest import PLACE
from tests.bot.on_web.test_begin import GAME, begin, begun, refused

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
    assert (drawn.status, drawn.headers["Vary"]) == (200, "Accept-Language, Cookie")


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


async def test_the_switch(ana: "Browser") -> None:
    """Every page has a link to itself in each language, by its own name."""
    await ana.say("/puluc practice")
    code = (await ana.house.table()).code
    paths = ["/", "/c/maize", f"/g/{code}", f"/g/{code}/text", f"/g/{code}/fair", "/rules/bul"]
    for path in (*paths, "/g/nothing"):
        page = (await ana.get(path, headers=SPANISH)).text
        assert '<a href="?lang=en" lang="en" hreflang="en">English</a>' in page
        assert 'lang="es" hreflang="es" aria-current="true">Español</a>' in page


async def test_a_choice(ana: "Browser") -> None:
    """All pages are in the language that was chosen, whatever the browser prefers."""
    chosen = await ana.get("/?lang=es")
    assert '<html lang="es"' in chosen.text
    assert "SameSite=Lax" in chosen.headers["Set-Cookie"]
    assert '<html lang="es"' in (await ana.get("/rules/bul")).text
    assert '<html lang="en"' in (await ana.get("/?lang=en", headers=SPANISH)).text
    assert '<html lang="en"' in (await ana.get("/", headers=SPANISH)).text


async def test_the_address_after_a_choice(ana: "Browser") -> None:
    """Whoever uses the switch comes back to the page's own address, with all else that it says."""
    own_link = {"Sec-Fetch-Mode": "navigate", "Sec-Fetch-Site": "same-origin"}
    url = "/rules/bul?lang=es&step=3"
    async with ana.session.get(url, headers=own_link, allow_redirects=False) as response:
        assert (response.status, response.headers["Location"]) == (303, "/rules/bul?step=3")
        assert response.cookies["lang"].value == "es"


async def test_no_such_language(ana: "Browser") -> None:
    """A language that doesn't exist is not chosen, by an address or by a cookie."""
    page = await ana.get("/?lang=xx", headers={"Cookie": "lang=yy"})
    assert '<html lang="en"' in page.text
    assert "Set-Cookie" not in page.headers


async def test_the_step_stays(ana: "Browser") -> None:
    """On the text version of a game, the switch keeps the step that is shown."""
    await ana.say("/puluc practice")
    await ana.press_button("Start")
    code = (await ana.house.table()).code
    assert "?step=0&amp;lang=es" in (await ana.get(f"/g/{code}/text?step=0")).text


async def test_caches(ana: "Browser") -> None:
    """Caches are told that pages depend on the choice."""
    assert "Cookie" in (await ana.get("/")).headers["Vary"]


async def test_addresses_in_each_language(ana: "Browser") -> None:
    """Pages that may be found have an address in each language."""
    page = (await ana.get("/rules/bul")).text
    assert '<link rel="alternate" hreflang="es" href="/rules/bul?lang=es">' in page


async def test_the_choice_of_a_person(ana: "Browser", house: "House") -> None:
    """Who acts after a switch has that language as their own, and their games are in it."""
    await ana.get("/?lang=es")
    assert (await ana.say("/puluc games")).json["lines"] == ["No tienes partidas."]
    await ana.say("/puluc open")
    await house.settled()
    (card,) = await house.bodies("card")
    assert card["standing"] == ["Ana busca con quién jugar."]
    assert (await house.store.preferences(User(Platform.WEB, ana.me))).speaks == "es"


async def test_a_choice_by_command(ana: "Browser") -> None:
    """Pages are in the language that was chosen by a command, and without one as before it."""
    chosen = await ana.say("/puluc me language=es")
    assert chosen.json["lines"] == ["Idioma: Español."]
    assert '<html lang="es"' in (await ana.get("/")).text
    undone = await ana.say("/puluc me language=auto")
    assert undone.json["lines"][0].startswith("Language: as in your app")
    assert '<html lang="en"' in (await ana.get("/")).text


async def test_a_guest_stays_a_guest(ana: "Browser") -> None:
    """A guest has no name in any language: to invite somebody, they are asked for one."""
    ana.session.cookie_jar.clear()
    await begun(ana, "computer")
    await ana.get("/?lang=es")
    assert "enter your name" in await refused(await begin(ana, "link", **GAME))
