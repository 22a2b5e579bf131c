"""The home page: one's own games, a new one, and what else there is."""

import json
import re
from typing import TYPE_CHECKING, Any

import pytest

from bot.config import WebMode
from bot.games.catalogue import games
from bot.on_web.begin import read_wish
from bot.on_web.files import STATIC
from bot.on_web.pages import HOME_WORDS, NOTIFY_WORDS
from bot.store.memory import MemoryStore
from bot.table.ports import StoreDown
from tests.bot.on_web.test_begin import GAME, begun

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.bot.on_web.conftest import Browser, House


def part(text: str, id_: str) -> str:
    """Return the part of a page from the element with this id to the end of its section."""
    _, _, rest = text.partition(f'id="{id_}"')
    return rest.partition("</section>")[0]


def data(text: str, id_: str) -> Any:
    """Return the JSON data with this id in a page."""
    found = re.search(rf'<script type="application/json" id="{id_}">(.*?)</script>', text, re.S)
    assert found
    return json.loads(found[1])


async def home(browser: "Browser") -> str:
    """Return the home page."""
    answer = await browser.get("/")
    assert answer.status == 200
    return answer.text


async def pictures(browser: "Browser", text: str) -> list[str]:
    """Return the content of the pictures in a part of the page."""
    paths = re.findall(r'data-art="([^"]+)"', text)
    return [(await browser.get(path.replace("&amp;", "&") + "dark")).text for path in paths]


@pytest.fixture
async def guest(open_browser: "Callable[[], Browser]") -> "Browser":
    """A browser that has never been here."""
    return open_browser()


async def test_first_visit(guest: "Browser") -> None:
    """At the first visit there are no games; one can play, or learn in the chat."""
    text = await home(guest)
    assert "Your games" not in text
    assert 'data-begin="computer"' in part(text, "hero")
    assert 'href="/c/maize#learn-puluc"' in part(text, "hero")


async def test_your_turn(guest: "Browser") -> None:
    """A game that waits for its person has a badge, its board, and a link to its table."""
    table = await begun(guest, "computer")
    await guest.house.settled()
    yours = part(await home(guest), "yours")
    assert f'<a class="game yours" href="/g/{table.code}">' in yours
    assert "Puluc against Computer (medium)" in yours
    assert '<span class="badge">Your turn</span>' in yours
    (picture,) = await pictures(guest, yours)
    assert picture.startswith("<svg")


async def test_the_urgent_first(guest: "Browser") -> None:
    """Games that wait for a person stand before others."""
    await begun(guest, "link", **GAME, names=["Ana"])
    await begun(guest, "computer", ruleset="bul")
    await guest.house.settled()
    yours = part(await home(guest), "yours")
    assert yours.index("Bul against") < yours.index("Puluc, open to anyone")
    assert yours.count('class="game yours"') == 1


async def test_one_screen(guest: "Browser") -> None:
    """A game of two people at one screen stands there once, with both names."""
    await begun(guest, "both", **GAME, names=["Ana", "Ben"])
    yours = part(await home(guest), "yours")
    assert yours.count('class="game') == 1
    assert "Ana vs Ben" in yours


async def test_strangers(ana: "Browser", guest: "Browser") -> None:
    """Others' games never stand among one's own, but can be watched; one's own can't."""
    table = await begun(ana, "computer")
    link = f'href="/g/{table.code}"'
    theirs, own = await home(guest), await home(ana)
    assert link not in part(theirs, "yours")
    assert link in part(theirs, "watched")
    assert link not in part(own, "watched")
    assert link in part(own, "yours")


async def test_a_challenge(ana: "Browser", ben: "Browser") -> None:
    """A challenge waits for the answer of those whom it addresses."""
    await ana.say("/challenge @Ben")
    assert '<span class="badge">Answer</span>' in part(await home(ben), "yours")


async def test_finished(ana: "Browser") -> None:
    """A finished game is listed with its result, and leads to its table."""
    table = await begun(ana, "computer")
    asked = await ana.say("/resign")
    await ana.press(asked.json["choices"][0]["code"])
    await ana.house.settled()
    text = await home(ana)
    assert 'class="game' not in text
    over = part(text, "over")
    assert f'<a href="/g/{table.code}">Puluc: Ana vs Computer (medium)</a>' in over
    assert "Ana resigned." in over


async def test_again(guest: "Browser") -> None:
    """The button that begins the last game again says which one that is."""
    await begun(guest, "computer", ruleset="bul", size="long", level="easy")
    assert "<small>Bul, long, easy</small>" in await home(guest)


async def test_the_name(ana: "Browser") -> None:
    """The button in the header has the person's initial; names are escaped."""
    await ana.post("/api/me", name="<b>")
    text = await home(ana)
    assert "<b>: " not in text
    assert 'data-named="&lt;b&gt;"' in text
    assert ">&lt;</button>" in text


async def test_all_games(guest: "Browser") -> None:
    """Every game on a shelf has a card with a picture of a real position."""
    text = await home(guest)
    entries = [entry.name for shelf in games().shelves for entry in shelf.entries]
    assert re.findall(r'name="entry" value="([^"]+)"', text) == entries
    drawn = await pictures(guest, part(text, "new"))
    assert len(drawn) == len(entries)
    assert all(picture.startswith("<svg") for picture in drawn)


async def test_choices(guest: "Browser") -> None:
    """The script gets sizes in words, with spaces and how long they take; players and teams."""
    offered = data(await home(guest), "choices")
    puluc = offered["rulesets"]["puluc"]
    short = puluc["games"]["short 2"]
    assert (short["title"], short["size"], short["time"]) == (
        "Puluc, short",
        "9 spaces",
        "5 minutes",
    )
    assert puluc["players"] == []
    assert offered["rulesets"]["parchis"]["players"] == [
        [2, "2 players"],
        [3, "3 players"],
        [4, "4 players"],
    ]
    assert [2, "1 against 1"] in offered["rulesets"]["aj-sayil"]["players"]


async def test_every_choice_can_begin(guest: "Browser") -> None:
    """Whatever the page offers can be begun."""
    offered, catalogue = data(await home(guest), "choices"), games()
    for key, ruleset in offered["rulesets"].items():
        sizes, players = ruleset["sizes"], ruleset["players"]
        assert len(ruleset["games"]) == max(len(sizes), 1) * max(len(players), 1)
        for name in ruleset["games"]:
            size, count = name.split()
            body: dict[str, object] = {"way": "link", "ruleset": key, "size": size}
            body |= {"players": int(count)} if players else {}
            for pace, _ in offered["paces"]:
                wish = read_wish(catalogue, body | ({"pace": pace} if pace else {}))
                assert wish.options is not None
                assert catalogue.game(catalogue.header(wish.options)).seats == int(count)


async def test_words(guest: "Browser") -> None:
    """The scripts get every text that they use, and no other."""
    words = data(await home(guest), "words")
    paths = (*(STATIC / "home").glob("*.js"), STATIC / "notify.js")
    scripts = [path.read_text("utf-8") for path in paths]
    asked = {key for text in scripts for key in re.findall(r'(?:say|Unable)\("([^"]+)"', text)}
    asked |= {"your-name", "first-name", "second-name", "sizes", "players", "levels", "paces"}
    assert words.keys() == asked == {key.partition(".")[2] for key in (*HOME_WORDS, *NOTIFY_WORDS)}


@pytest.mark.parametrize(
    "path",
    [
        "/home/game/chess.svg",
        "/home/game/bul.classic.svg?theme=pink",
        "/home/table/nothing/0123456789abcdef.svg",
    ],
)
async def test_no_such_picture(guest: "Browser", path: str) -> None:
    """There is no picture of what doesn't exist."""
    assert (await guest.get(path)).status == 404


async def test_pictures_are_kept(guest: "Browser") -> None:
    """A browser keeps pictures of games for an hour, and those of positions for ever."""
    table = await begun(guest, "computer")
    text = await home(guest)
    (path,) = re.findall(r'data-art="([^"]+)"', part(text, "yours"))
    current = await guest.get(path.replace("&amp;", "&") + "maize")
    assert "immutable" in current.headers["Cache-Control"]
    game = await guest.get("/home/game/bul.classic.svg")
    assert "max-age=3600" in game.headers["Cache-Control"]
    other = await guest.get(f"/home/table/{table.code}/0123456789abcdef.svg")
    assert "immutable" not in other.headers["Cache-Control"]


@pytest.mark.parametrize("seat", ["7", "-1", "x"])
async def test_no_such_seat(guest: "Browser", seat: str) -> None:
    """Nobody looks at a board from a seat that it doesn't have."""
    table = await begun(guest, "computer")
    path = f"/home/table/{table.code}/0123456789abcdef.svg?seat={seat}"
    assert (await guest.get(path)).status == 404


class Down(MemoryStore):
    """A store that doesn't answer."""

    async def tables_in(self, *_: Any) -> Any:
        raise StoreDown


async def test_a_store_that_is_down(house: "House", open_browser: Any) -> None:
    """If the store doesn't answer, the page says so."""
    house.store = Down()
    async with house.serving() as address:
        answer = await open_browser(address).get("/")
        assert answer.status == 503
        assert "<h1>" in answer.text


async def test_only_with_the_chat(house: "House", open_browser: Any) -> None:
    """A public server, where nobody can play, has no home page of games."""
    async with house.serving(WebMode.WATCH) as address:
        visitor = open_browser(address)
        assert 'data-begin="computer"' not in (await visitor.get("/")).text
        body = {"operation": "operation-1", "way": "computer"}
        assert (await visitor.post("/api/begin", **body)).status == 404
