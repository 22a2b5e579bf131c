"""The page of a table, and what is on it: steps, record, moving picture."""

import html
import re
from dataclasses import replace
from typing import TYPE_CHECKING, NoReturn

import pytest

from bot.config import WebMode
from bot.on_web.documents import Document
from bot.on_web.files import STATIC
from bot.on_web.pages import Pages
from bot.store.memory import MemoryStore
from bot.table.codes import encode
from bot.table.corn import statement_of
from bot.table.intents import Resign
from bot.table.ports import CorruptRecord, StoreDown
from bot.table.seats import Person
from bot.table.table import TableId
from bot.work.workshop import Busy
from engine import open_game
from engine.corn import commitment
from engine.record import Record, replay
from engine.record_json import read_record_data
from engine.verify import verify

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.bot.on_web.conftest import Answer, Browser, House

MOST_MOVES = 100
PARTS = ("", "/0.png", "/0.txt", "/record.txt", "/record.json", "/fair")


class Watcher:
    """Somebody who has the watch code of the only table."""

    def __init__(self, browser: "Browser", house: "House") -> None:
        self.browser = browser
        self.house = house

    async def get(self, rest: str = "", headers: dict[str, str] | None = None) -> "Answer":
        code = (await self.house.table()).code
        return await self.browser.get(f"/g/{code}{rest}", headers)


@pytest.fixture
async def watcher(ana: "Browser", house: "House") -> Watcher:
    """Somebody who watches Ana play against the computer."""
    await ana.say("/puluc practice road=5 warriors=1")
    await ana.press_button("Start")
    return Watcher(ana, house)


@pytest.fixture
async def after(watcher: Watcher, ana: "Browser", house: "House") -> Watcher:
    """The same when the game has been played to its end."""
    for _ in range(MOST_MOVES):
        (board,) = await house.bodies("board")
        if not board["live"]:
            break
        await ana.press_button(board["buttons"][0]["label"])
    return watcher


def steps(answer: "Answer") -> list[str]:
    """The steps of a page in words."""
    (listed,) = re.findall(r'<ol id="moves".*?</ol>', answer.text, re.DOTALL)
    return [html.unescape(re.sub("<.*?>", "", item)) for item in re.findall("<li>.*?</li>", listed)]


def shown(answer: "Answer") -> str:
    """Which picture a page shows."""
    (picture,) = re.findall(r'src="/g/[^"]+/(\d+)\.png"', answer.text)
    return str(picture)


async def test_the_newest_step(watcher: Watcher, house: "House") -> None:
    """The page shows the board as the chat does, with its description."""
    answer = await watcher.get()
    (board,) = await house.bodies("board")
    assert answer.status == 200
    assert f'alt="{board["alt"]}"' in html.unescape(answer.text)
    assert int(shown(answer)) == len(steps(answer)) - 1


async def test_every_step_in_words(after: Watcher) -> None:
    """The list begins with the opening and ends with who wins."""
    first, *_, last = steps(await after.get())
    assert "goes first." in first
    assert last.endswith("wins.")


async def test_the_script_has_its_words(watcher: Watcher) -> None:
    """Each page hands its script every sentence that it asks for, and no other."""
    for part, script in (("", "watch.js"), ("/fair", "fair.js")):
        source, text = (STATIC / script).read_text("utf-8"), (await watcher.get(part)).text
        asked = set(re.findall(r"phrase\(.*?\)", source))
        keys = {key for call in asked for key in re.findall(r'"(\w+)"', call)}
        handed = {
            re.sub("-([a-z])", lambda found: found[1].upper(), name)
            for name in re.findall(r"data-([a-z-]+)=", text)
        }
        assert keys <= handed
        assert handed - keys <= {"code", "revision", "live", "step", "to", "over"}


async def test_the_present_step_is_marked(after: Watcher) -> None:
    """One step of the list is the present one."""
    answer = await after.get("?step=1")
    marked = re.findall(r'<a href="([^"]+)" aria-current="step">', answer.text)
    assert marked == ["?step=1"]


async def test_a_step_has_a_page(after: Watcher) -> None:
    """A link of the list leads to its step without any script: picture and sentences."""
    answer = await after.get("?step=1")
    assert shown(answer) == "1"
    (lines,) = re.findall(r'<div id="lines".*?</div>', answer.text, re.DOTALL)
    told = " ".join(html.unescape(line) for line in re.findall("<p>(.*?)</p>", lines))
    assert told == steps(answer)[1]


async def test_a_step_s_picture(after: Watcher) -> None:
    """It is a PNG that may be kept for ever."""
    answer = await after.get("/0.png")
    assert answer.headers["Content-Type"] == "image/png"
    assert answer.body.startswith(b"\x89PNG")
    assert "immutable" in answer.headers["Cache-Control"]


async def test_a_step_s_description(after: Watcher) -> None:
    """It is the text twin of the picture, and may be kept as long."""
    answer = await after.get("/0.txt")
    assert answer.text in html.unescape((await after.get("?step=0")).text)
    assert "to move" in answer.text
    assert "immutable" in answer.headers["Cache-Control"]


@pytest.mark.parametrize(
    "rest", ["/999.png", "/999.txt", "?step=999", "?step=-1", "?step=x", "?step=" + "9" * 5000]
)
async def test_no_such_step(after: Watcher, rest: str) -> None:
    """A step that the game has not is said to be none."""
    answer = await after.get(rest)
    assert answer.status == 404
    assert "This game has no step" in answer.text


async def test_the_record(after: Watcher, house: "House") -> None:
    """The record comes as a file that the engine reads and plays again."""
    answer = await after.get("/record.txt")
    record = Record.read(answer.text)
    table = await house.table()
    assert answer.headers["Content-Disposition"] == f'attachment; filename="puluc-{table.id}.txt"'
    game = open_game(record.header)
    (*_, last) = replay(game, record.entries)
    assert game.write_position(last.after) == table.position


async def test_the_record_of_a_running_game(watcher: Watcher, house: "House") -> None:
    """It has what has happened so far."""
    record = Record.read((await watcher.get("/record.txt")).text)
    assert record.entries == await house.store.record((await house.table()).id)


async def test_the_record_tells_everything(after: Watcher, house: "House") -> None:
    """It names the players as they were shown, the result, and what every throw follows from."""
    table = await house.table()
    record = Record.read((await after.get("/record.txt")).text)
    assert record.tags.players == ("Ana", "Computer (medium)")
    assert (record.tags.places, record.tags.ending) == (table.places, "won")
    assert verify(record).agrees


async def test_the_record_as_json(after: Watcher, house: "House") -> None:
    """It says the same as the text, and comes as a file, too."""
    answer = await after.get("/record.json")
    table = await house.table()
    assert answer.headers["Content-Disposition"] == f'attachment; filename="puluc-{table.id}.json"'
    text = (await after.get("/record.txt")).text
    assert read_record_data(answer.json) == Record.read(text)


@pytest.mark.parametrize("theme", ["maize", "dark", "contrast"])
async def test_a_step_in_other_colours(after: Watcher, theme: str) -> None:
    """A step's picture is drawn for dark pages, too; by itself it is that of light ones."""
    answer = await after.get(f"/0.png?theme={theme}")
    assert answer.body.startswith(b"\x89PNG")
    assert (answer.body == (await after.get("/0.png")).body) == (theme == "maize")


async def test_colours_that_there_are_not(after: Watcher) -> None:
    """A theme of another name is nothing at this address."""
    assert (await after.get("/0.png?theme=pink")).status == 404


def meta(answer: "Answer") -> dict[str, str]:
    """What a page tells of itself to whoever shows a link to it."""
    found = re.findall(r'<meta (?:property|name)="([\w:]+)" content="([^"]*)">', answer.text)
    return {name: html.unescape(content) for name, content in found}


async def test_a_link_has_a_preview(after: Watcher, house: "House") -> None:
    """A chat can show who played, how it ended, and the board, by absolute addresses."""
    table = await house.table()
    async with house.serving(url="https://puluc.example/play") as address:
        answer = await after.browser.get(f"{address}/g/{table.code}")
    told, last = meta(answer), len(steps(answer)) - 1
    assert told["og:title"] == "Ana vs Computer (medium) · Puluc"
    assert told["og:description"].endswith(" wins.")
    assert told["og:url"] == f"https://puluc.example/play/g/{table.code}"
    assert told["og:image"] == f"https://puluc.example/play/g/{table.code}/{last}.png"
    assert "Game over" in told["og:image:alt"]
    assert told["twitter:card"] == "summary_large_image"


async def test_a_preview_without_an_address(watcher: Watcher) -> None:
    """Where nobody has said by which address people come, there are words, and no picture."""
    told = meta(await watcher.get())
    assert told["og:title"] == "Ana vs Computer (medium) · Puluc"
    assert told["og:description"]
    assert "og:image" not in told


async def test_the_record_has_its_link(after: Watcher, house: "House") -> None:
    """Where the address is known, the record leads back to the page."""
    table = await house.table()
    async with house.serving(url="https://puluc.example") as address:
        answer = await after.browser.get(f"{address}/g/{table.code}/record.txt")
    assert Record.read(answer.text).tags.link == f"https://puluc.example/g/{table.code}"


async def test_the_headline(watcher: Watcher, ana: "Browser", house: "House") -> None:
    """The page is headed by who plays whom, and by the result once there is one."""
    assert headline(await watcher.get()) == "Ana vs Computer (medium)"
    await ana.press(encode(Resign((await house.table()).id, sure=True)))
    assert headline(await watcher.get()) == (
        "Ana vs Computer (medium) Ana resigned. Computer (medium) wins."
    )


def headline(answer: "Answer") -> str:
    (found,) = re.findall(r'<h1 id="heading">(.*?)</h1>', answer.text)
    return html.unescape(re.sub("<.*?>", "", found)).strip()


async def test_the_way_back_to_the_chat(watcher: Watcher, house: "House") -> None:
    """A server with a chat leads back to the channel; one for watching has nowhere to lead."""
    assert '<a class="back" href="/c/maize">' in (await watcher.get()).text
    code = (await house.table()).code
    async with house.serving(WebMode.WATCH) as address:
        text = (await watcher.browser.get(f"{address}/g/{code}")).text
    assert 'class="back"' not in text


async def test_a_long_game_s_moving_picture(
    after: Watcher, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the moving picture leaves steps out, the page says how many it shows."""
    assert "leaving out moves" not in (await after.get()).text
    monkeypatch.setattr("bot.games.road.family.MOST", 1)
    async with after.house.serving() as address:
        code = (await after.house.table()).code
        text = (await after.browser.get(f"{address}/g/{code}")).text
    assert "It shows 1 of" in text


async def test_the_moving_picture(after: Watcher) -> None:
    """A game that is over can be taken away as a GIF file."""
    assert '<li ><a href="/g/' in (await after.get()).text
    answer = await after.get("/replay.gif")
    assert answer.headers["Content-Type"] == "image/gif"
    assert answer.body.startswith(b"GIF89a")


async def test_no_moving_picture_yet(watcher: Watcher) -> None:
    """While the game goes on there is none, and no link to it that could be seen."""
    assert '<li hidden><a href="/g/' in (await watcher.get()).text
    answer = await watcher.get("/replay.gif")
    assert answer.status == 404
    assert "once the game is over" in answer.text


async def test_an_offer(ana: "Browser", house: "House") -> None:
    """Before play begins the page says who challenges whom, and has nothing to step through."""
    await ana.say("/puluc open")
    watcher = Watcher(ana, house)
    answer = await watcher.get()
    (board,) = await house.bodies("board")
    assert "hasn&#x27;t started yet" in answer.text
    assert all(line in html.unescape(answer.text) for line in board["lines"])
    assert steps(answer) == []
    for rest in ("/0.png", "?step=0", "/replay.gif"):
        assert (await watcher.get(rest)).status == 404


async def test_a_challenge_that_was_taken_back(ana: "Browser", house: "House") -> None:
    """A table that never began is over, shows its seed, and has no moving picture."""
    await ana.say("/puluc open")
    await ana.press_button("Cancel")
    watcher = Watcher(ana, house)
    assert "cancelled the challenge" in (await watcher.get()).text
    fair = (await watcher.get("/fair")).text
    assert (await house.table()).seed.hex() in fair
    assert "<section hidden>\n    <h2>Throws</h2>" in fair
    assert (await watcher.get("/replay.gif")).status == 404


async def test_the_way_to_the_throws(watcher: Watcher, house: "House") -> None:
    """The page links to that of the throws, with the whole hash in the address."""
    table = await house.table()
    link = f'<a href="/g/{table.code}/fair#{commitment(table.seed)}">'
    assert link in (await watcher.get()).text


async def test_the_casts_can_be_checked(after: Watcher, house: "House") -> None:
    """Once a game is over, seed, statement and every throw are shown."""
    table = await house.table()
    answer, entries = await after.get("/fair"), await house.store.record(table.id)
    assert table.seed.hex() in answer.text
    assert html.escape(statement_of(table)) in answer.text
    (listed,) = re.findall(r'<table id="throws".*?</table>', answer.text, re.DOTALL)
    thrown = [entry for entry in entries if entry.isdigit()]
    assert re.findall(r"<code>(.*?)</code>", listed) == thrown


@pytest.mark.parametrize("part", ["", "/fair", "/record.txt", "/record.json"])
async def test_the_seed_stays_secret(watcher: Watcher, house: "House", part: str) -> None:
    """Whatever is told of a running game, it is only the hash that the throws are bound to."""
    answer, table = await watcher.get(part), await house.table()
    assert commitment(table.seed) in answer.text
    assert table.seed.hex() not in answer.text


async def test_the_command_names_the_file(after: Watcher, house: "House") -> None:
    """What can be run without the page names the record as it is downloaded."""
    table = await house.table()
    named = (await after.get("/record.txt")).headers["Content-Disposition"].split('"')[1]
    command = f"python -m engine verify {named} --commitment "
    assert (
        f'{command}<span id="shown">{commitment(table.seed)}</span>'
        in (await after.get("/fair")).text
    )


async def test_the_throws_are_explained(watcher: Watcher) -> None:
    """While the game goes on, the page says when the seed is shown, and has nothing to press."""
    text = (await watcher.get("/fair")).text
    assert "<p >The seed appears here when the game is over." in text
    assert '<p hidden class="check">' in text


async def test_a_word_is_shown(ana: "Browser", house: "House") -> None:
    """A word that went into the throws stands beside whoever gave it, as text."""
    await ana.say("/puluc practice road=5 warriors=1")
    await ana.say("/puluc word <b>maize")
    await ana.press_button("Start")
    text = (await Watcher(ana, house).get("/fair")).text
    assert '<th scope="row">Ana</th><td><code>&lt;b&gt;maize</code></td>' in text


async def test_no_change(watcher: Watcher) -> None:
    """A look that finds nothing new brings nothing."""
    tag = (await watcher.get()).headers["ETag"]
    answer = await watcher.get(headers={"If-None-Match": tag})
    assert (answer.status, answer.body) == (304, b"")
    assert answer.headers["ETag"] == tag


async def test_a_change(watcher: Watcher, ana: "Browser", house: "House") -> None:
    """After a move the page is another."""
    tag = (await watcher.get()).headers["ETag"]
    (board,) = await house.bodies("board")
    await ana.press_button(board["buttons"][0]["label"])
    assert (await watcher.get(headers={"If-None-Match": tag})).status == 200


@pytest.mark.parametrize("part", [*PARTS, "/replay.gif"])
async def test_a_warm_look(
    after: Watcher, house: "House", monkeypatch: pytest.MonkeyPatch, part: str
) -> None:
    """What was asked for once is sent again without being read, made, written or packed anew."""
    first = await after.get(part)

    def fail(*_: object) -> NoReturn:
        raise AssertionError("is gone")

    for owner, name in (
        (house.store, "record"),
        (house.store, "by_code"),
        (Pages, "filled"),
        (Document, "of"),
    ):
        monkeypatch.setattr(owner, name, fail)
    again = await after.get(part)
    assert (again.status, again.body) == (200, first.body)


async def test_the_record_does_not_change(after: Watcher) -> None:
    """A record that somebody has already is not sent again."""
    tag = (await after.get("/record.txt")).headers["ETag"]
    answer = await after.get("/record.txt", {"If-None-Match": f"W/{tag}"})
    assert (answer.status, answer.body) == (304, b"")


async def test_packed_or_not(watcher: Watcher) -> None:
    """Whoever takes it packed gets the same page in fewer bytes."""
    packed = await watcher.get(headers={"Accept-Encoding": "gzip"})
    plain = await watcher.get(headers={"Accept-Encoding": "identity"})
    assert packed.body == plain.body  # the client has unpacked it
    assert int(packed.headers["Content-Length"]) < int(plain.headers["Content-Length"])
    assert packed.headers["Vary"] == plain.headers["Vary"] == "Accept-Encoding, Accept-Language"


async def test_no_time_for_watchers(after: Watcher, house: "House") -> None:
    """Where too many watch, that is said, and when to come again."""

    async def busy(*_: object) -> NoReturn:
        raise Busy

    house.work = busy
    code = (await house.table()).code
    async with house.serving(WebMode.WATCH) as address:
        for part in ("", "/0.png", "/record.txt", "/record.json", "/fair", "/replay.gif"):
            answer = await after.browser.get(f"{address}/g/{code}{part}")
            assert answer.status == 503
            assert "Too many people are watching" in answer.text
            assert answer.headers["Retry-After"] == "5"


async def test_the_store_went_back(after: Watcher, house: "House") -> None:
    """After another game under the same numbers that one is shown, not what was kept."""
    before = (await after.get()).text
    table = await house.table()
    (seat, other) = table.seats
    assert isinstance(seat, Person)
    held = vars(house.store)["_tables"]
    held[table.id] = replace(table, seats=(replace(seat, name="Zoe"), other))
    assert "Zoe" not in before
    assert "Zoe" in (await after.get()).text


@pytest.mark.parametrize(("rest", "again"), [("", 1), ("?step=0", 0)])
async def test_without_scripts_it_comes_again(watcher: Watcher, rest: str, again: int) -> None:
    """Only the newest step of a running game is loaded again where there are no scripts."""
    assert (await watcher.get(rest)).text.count('http-equiv="refresh"') == again


@pytest.mark.parametrize(("rest", "links"), [("", 0), ("?step=0", 1)])
async def test_without_scripts_there_is_a_way_back(
    watcher: Watcher, house: "House", rest: str, links: int
) -> None:
    """From an earlier step a link leads to where the game stands."""
    code = (await house.table()).code
    assert (await watcher.get(rest)).text.count(f'<a href="/g/{code}">') == links


@pytest.mark.parametrize("part", PARTS)
async def test_headers(watcher: Watcher, part: str) -> None:
    """Whatever is asked for of a table is as protected as the chat."""
    headers = (await watcher.get(part)).headers
    assert "script-src 'self';" in headers["Content-Security-Policy"]
    assert headers["X-Content-Type-Options"] == "nosniff"


async def test_a_game_that_is_over_stays(after: Watcher) -> None:
    """A page that can no longer change is not loaded again."""
    assert "refresh" not in (await after.get()).text


@pytest.mark.parametrize("path", ["/g/unknown", "/g/unknown/0.png", "/g/unknown/record.txt"])
async def test_unknown_code(ana: "Browser", path: str) -> None:
    """A code that no table has leads to a friendly page."""
    answer = await ana.get(path)
    assert answer.status == 404
    assert "There&#x27;s no game at this address." in answer.text


@pytest.mark.parametrize("path", ["/g/", "/g/a.b", "/g/" + "a" * 65, "/g/unknown/x"])
async def test_mistyped_address(ana: "Browser", path: str) -> None:
    """What can be no code is answered in words, too."""
    answer = await ana.get(path)
    assert answer.status == 404
    assert "There&#x27;s nothing at this address." in answer.text


async def test_names_are_text(open_browser: "Callable[[], Browser]", house: "House") -> None:
    """Markup in a name is text, wherever the page says it."""
    browser = open_browser()
    await browser.be('<script>"x"</script>')
    await browser.say("/puluc practice")
    await browser.press_button("Start")
    answer = await Watcher(browser, house).get()
    assert "&lt;script&gt;&quot;x&quot;&lt;/script&gt;" in answer.text
    assert "<script>" not in answer.text


async def test_nothing_inline(after: Watcher) -> None:
    """The page names its script and styles and has none inside; nothing comes from elsewhere."""
    for part in ("", "/fair"):
        text = (await after.get(part)).text
        assert text.count("<script") == text.count('<script type="module" src="/static/') == 1
        assert "style=" not in text
        assert "//" not in text.replace("<!doctype", "")


class GoneStore(MemoryStore):
    """A store that went away."""

    async def load(self, table: TableId) -> NoReturn:
        raise StoreDown


class IllegibleStore(MemoryStore):
    """A store in which a table cannot be read."""

    async def load(self, table: TableId) -> NoReturn:
        raise CorruptRecord("the table's record cannot be read")


class WrongStore(MemoryStore):
    """A store with a record that is none."""

    async def record(self, table: TableId) -> tuple[str, ...]:
        return ("0110", "nonsense")


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize(
    ("faulty", "status", "told"),
    [
        (GoneStore, 503, "try again in a moment"),
        (IllegibleStore, 500, "Nothing has been deleted"),
        (WrongStore, 500, "Nothing has been deleted"),
    ],
)
async def test_trouble(
    watcher: Watcher, house: "House", faulty: type[MemoryStore], status: int, told: str, part: str
) -> None:
    """Without the store, or with a table or record that cannot be read, that is what is said."""
    code, kept = (await house.table()).code, vars(house.store)
    house.store = faulty()
    vars(house.store).update(kept)
    async with house.serving(WebMode.WATCH) as address:
        browser = replace(watcher.browser, house=house)
        answer = await browser.get(f"{address}/g/{code}{part}")
    assert answer.status == status
    assert told in answer.text


async def test_after_trouble(watcher: Watcher, house: "House") -> None:
    """A record that could not be read is looked at again the next time."""
    record, house.store.record = house.store.record, WrongStore().record
    assert (await watcher.get()).status == 500
    house.store.record = record
    assert (await watcher.get()).status == 200


@pytest.mark.parametrize("part", [*PARTS, "/replay.gif"])
async def test_watching_only(
    after: Watcher, house: "House", open_browser: "Callable[[str], Browser]", part: str
) -> None:
    """A server for watching serves the same but for the way back, by whatever name it is called."""
    async with house.serving(WebMode.WATCH) as address:
        stranger = Watcher(open_browser(address), house)
        answer = await stranger.get(part, {"Host": "games.example"})
        assert answer.status == 200
        here = re.sub(
            rb'<a class="back" href="/c/maize">.*?</a>', b"", (await after.get(part)).body
        )
        assert answer.body == here
