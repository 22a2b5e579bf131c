"""Everything that people read in the browser comes from the catalogue."""

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

import pytest

from bot.acts.look.help import TOPICS
from bot.acts.registry import COMMANDS
from bot.games.catalogue import games
from bot.games.spelling import typed_name
from bot.texts.catalogue import Catalogue
from tests.bot.on_web.test_whole_games import play_out
from tests.bot.pseudo import Page, found, strings
from tests.bot.pseudo import pseudo as in_pseudo
from tests.parchis import SHORT

if TYPE_CHECKING:
    from tests.bot.on_web.conftest import Browser, House

CODES: Final = {
    *("act", "code", "counts", "e", "file", "frame", "href", "id", "into", "key", "kind"),
    *("lettered", "mark", "marks", "operation", "path", "piece", "pieces", "scene", "src"),
    *("status", "style", "takes", "theme", "thing", "url", "walk", "yards"),
}
"""Names of what answers have that nobody reads, or that is data for other programs."""


@pytest.fixture
def house(house: "House", pseudo: Catalogue) -> "House":
    """A house whose bot speaks a made language."""
    house.catalogue = pseudo
    return house


async def read(browser: "Browser", path: str) -> Iterator[str]:
    """What people read on a page or in an answer."""
    answer = await browser.get(path)
    if "json" in answer.headers["Content-Type"]:
        return strings(answer.json, CODES)
    page = Page(answer.text)
    data = [each for text in page.data if text for each in strings(json.loads(text), CODES)]
    return iter([*page.read, *data])


MOVES: Final = 10
"""How often each of two people moves."""

LINES: Final = (
    *(f"/puluc help {topic}" for topic in TOPICS),
    *(f"/puluc {command.path}" for command in COMMANDS),
    *(f"/puluc rules {typed_name(key)}" for key in games().rulesets),
    *(f"/puluc me {word}" for word in ("quiet=22-8", "zone=Berlin", "vacation=7d", "quiet=x")),
    *("/puluc challenge @Ben road=1000", "/puluc open bul road=x", "/puluc 9"),
)


async def test_what_commands_say(ana: "Browser", ben: "Browser", house: "House") -> None:
    """Every command answers in the language."""
    said = list[str]()
    for line in LINES:
        answer = (await ana.say(line)).json
        codes = {each.get("code", "").rpartition(".")[2] for each in answer.get("choices", ())}
        words = found(strings(answer, CODES))
        said += [each for each in words if each.partition(" in: ")[0] not in codes]
        await house.settled()
    assert not said, "\n".join(dict.fromkeys(said))


async def test_pages(ana: "Browser", ben: "Browser", house: "House") -> None:
    """Every page is in the language, before and after a game."""
    said = list[str]()
    for path in ("/", "/c/maize", "/g/nothing", "/api/hello", "/rules/puluc", "/rules/parchis"):
        said += found(await read(ana, path))
    await ana.say("/puluc challenge @Ben puluc road=7 warriors=1")
    said += await on_game_pages(ana, house)
    await ben.press_button(in_pseudo("Accept"))
    await play_out(house, (ana, ben), lambda moves: moves[0])
    said += await on_game_pages(ana, house)
    assert not said, "\n".join(dict.fromkeys(said))


async def test_pages_of_parchis(ana: "Browser", ben: "Browser", house: "House") -> None:
    """The pages of a game of Parchís are in the language, too."""
    await ana.say(f"/puluc challenge @Ben parchis {SHORT}")
    await ben.press_button(in_pseudo("Accept"))
    for _ in range(MOVES):
        for player in (ana, ben):
            for code in (await player.moves())[:1]:
                await player.press(code)
    said = await on_game_pages(ana, house)
    assert not said, "\n".join(dict.fromkeys(said))


async def on_game_pages(browser: "Browser", house: "House") -> list[str]:
    """The strings on the pages of the newest game that have plain words, and those of its card."""
    await house.settled()
    code = (await house.table()).code
    said = found(strings(await house.bodies("card"), CODES))
    for rest in ("", "/state", "/text", "/steps", "/steps/1", "/judged", "/review"):
        said += found(await read(browser, f"/g/{code}{rest}"))
    page = await read(browser, f"/g/{code}/fair")
    return said + found(each for each in page if "python3" not in each and "puluc-corn" not in each)
