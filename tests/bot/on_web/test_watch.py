"""The text version of a table's page: its steps, record and animated replay."""

import html
import re
from dataclasses import replace
from typing import TYPE_CHECKING, NoReturn

import pytest

from bot.acts.play.resign import Resign
from bot.config import WebMode
from bot.on_web.documents import Document
from bot.on_web.files import STATIC
from bot.on_web.pages import Pages
from bot.store.memory import MemoryStore
from bot.table.corn import statement_of
from bot.table.ids import TableId
from bot.table.ports import CorruptRecord, StoreDown
from bot.table.seats import Person
from bot.work.workshop import Busy
from engine import open_game
from engine.corn import commitment
from engine.record import UNDO, Record, replay
from engine.record_json import read_record_data
from engine.verify import verify

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.bot.on_web.conftest import Answer, Browser, House

MOST_MOVES = 100
PARTS = ("", "/0.png", "/0.txt", "/record.txt", "/record.json", "/fair")


class Watcher:
    """A person with the watch code of the only table."""

    def __init__(self, browser: "Browser", house: "House") -> None:
        self.browser = browser
        self.house = house

    async def get(self, rest: str = "", headers: dict[str, str] | None = None) -> "Answer":
        path = f"/g/{(await self.house.table()).code}"
        text = "/text" if rest.startswith("?") or not rest else ""
        return await self.browser.get(f"{path}{text}{rest}", headers)


@pytest.fixture
async def watcher(ana: "Browser", house: "House") -> Watcher:
    """A person who watches Ana play against the computer."""
    await ana.say("/puluc practice road=5 warriors=1")
    await ana.press_button("Start")
    return Watcher(ana, house)


@pytest.fixture
async def after(watcher: Watcher, ana: "Browser", house: "House") -> Watcher:
    """A person who watches the same game after its end."""
    for _ in range(MOST_MOVES):
        moves = await ana.moves()
        if not moves:
            break
        await ana.press(moves[0])
    return watcher


def steps(answer: "Answer") -> list[str]:
    """Return the texts of a page's steps."""
    (listed,) = re.findall(r'<ol id="moves".*?</ol>', answer.text, re.DOTALL)
    return [html.unescape(re.sub("<.*?>", "", item)) for item in re.findall("<li.*?</li>", listed)]


def shown(answer: "Answer") -> str:
    """Return the number of the picture that a page shows."""
    (picture,) = re.findall(r'src="/g/[^"]+/(\d+)\.png"', answer.text)
    return str(picture)


async def mark(watcher: Watcher) -> str:
    """Return the mark of the first step."""
    (found, *_) = re.findall(
        r'src="/g/[^"/]+/([0-9a-f]+)/0\.png"', (await watcher.get("?step=0")).text
    )
    return str(found)


async def test_the_newest_step(watcher: Watcher, ana: "Browser") -> None:
    """The page shows the newest board with its alt text."""
    answer = await watcher.get()
    assert answer.status == 200
    assert f'alt="{(await ana.table())["alt"]}"' in html.unescape(answer.text)
    assert int(shown(answer)) == len(steps(answer)) - 1


async def test_every_step_in_words(after: Watcher) -> None:
    """The list of steps starts with the opening and ends with the winner."""
    first, *_, last = steps(await after.get())
    assert "goes first." in first
    assert last.endswith("wins.")


async def test_the_script_has_its_texts(watcher: Watcher) -> None:
    """The fairness page gives its script exactly the texts that it uses."""
    source, text = (STATIC / "fair.js").read_text("utf-8"), (await watcher.get("/fair")).text
    asked = set(re.findall(r"phrase\(.*?\)", source))
    keys = {key for call in asked for key in re.findall(r'"(\w+)"', call)}
    handed = {
        re.sub("-([a-z])", lambda found: found[1].upper(), name)
        for name in re.findall(r"data-([a-z-]+)=", text)
    }
    assert keys <= handed
    assert handed - keys <= {"code", "over"}


async def test_the_current_step_is_marked(after: Watcher) -> None:
    """One step of the list is marked as the current one."""
    answer = await after.get("?step=1")
    marked = re.findall(r'<a href="([^"]+)" aria-current="step">', answer.text)
    assert marked == ["?step=1"]


async def test_a_step_has_a_page(after: Watcher) -> None:
    """Without scripts, a link in the list opens its step's picture and text."""
    answer = await after.get("?step=1")
    assert shown(answer) == "1"
    (lines,) = re.findall(r'<div id="lines".*?</div>', answer.text, re.DOTALL)
    text = " ".join(html.unescape(line) for line in re.findall("<p>(.*?)</p>", lines))
    assert text == steps(answer)[1]


async def test_a_step_s_picture(after: Watcher) -> None:
    """A step's picture is a PNG that can be cached for ever."""
    answer = await after.get(f"/{await mark(after)}/0.png")
    assert answer.headers["Content-Type"] == "image/png"
    assert answer.body.startswith(b"\x89PNG")
    assert "immutable" in answer.headers["Cache-Control"]


async def test_a_step_s_description(after: Watcher) -> None:
    """A step's text is the picture's alt text, and can be cached for ever."""
    answer = await after.get(f"/{await mark(after)}/0.txt")
    assert answer.text in html.unescape((await after.get("?step=0")).text)
    assert "to move" in answer.text
    assert "immutable" in answer.headers["Cache-Control"]


@pytest.mark.parametrize("rest", ["/0.png", "/0.txt", "/00/0.png", "/00/0.txt"])
async def test_a_step_without_its_mark(after: Watcher, rest: str) -> None:
    """At an address without the step's mark, caches ask again: an undo may change the step."""
    answer = await after.get(rest)
    assert answer.status == 200
    assert answer.headers["Cache-Control"] == "no-cache"
    assert answer.body == (await after.get(f"/{await mark(after)}/{rest[-5:]}")).body


@pytest.mark.parametrize(
    "rest", ["/999.png", "/999.txt", "?step=999", "?step=-1", "?step=x", "?step=" + "9" * 5000]
)
async def test_no_such_step(after: Watcher, rest: str) -> None:
    """A step that doesn't exist is not found."""
    answer = await after.get(rest)
    assert answer.status == 404
    assert "This game has no step" in answer.text


async def test_the_record(after: Watcher, house: "House") -> None:
    """The record is a file that the engine can read and replay."""
    answer = await after.get("/record.txt")
    record = Record.read(answer.text)
    table = await house.table()
    assert answer.headers["Content-Disposition"] == f'attachment; filename="puluc-{table.id}.txt"'
    game = open_game(record.header)
    (*_, last) = replay(game, record.entries)
    assert game.write_position(last.after) == table.position


async def test_the_record_of_a_running_game(watcher: Watcher, house: "House") -> None:
    """The record of a running game contains the moves so far."""
    record = Record.read((await watcher.get("/record.txt")).text)
    assert record.entries == await house.store.record((await house.table()).id)


async def test_the_record_is_complete(after: Watcher, house: "House") -> None:
    """The record has the players' names, the result, and all that's needed to check the throws."""
    table = await house.table()
    record = Record.read((await after.get("/record.txt")).text)
    assert record.tags.players == ("Ana", "Computer (medium)")
    assert (record.tags.places, record.tags.ending) == (table.places, "won")
    assert verify(record).agrees


async def test_the_record_as_json(after: Watcher, house: "House") -> None:
    """The JSON record is a file with the same content as the text."""
    answer = await after.get("/record.json")
    table = await house.table()
    assert answer.headers["Content-Disposition"] == f'attachment; filename="puluc-{table.id}.json"'
    text = (await after.get("/record.txt")).text
    assert read_record_data(answer.json) == Record.read(text)


@pytest.mark.parametrize("theme", ["maize", "dark", "contrast"])
async def test_a_step_in_other_colours(after: Watcher, theme: str) -> None:
    """A step's picture is available in every theme, with maize as the default."""
    answer = await after.get(f"/0.png?theme={theme}")
    assert answer.body.startswith(b"\x89PNG")
    assert (answer.body == (await after.get("/0.png")).body) == (theme == "maize")


async def test_unknown_colours(after: Watcher) -> None:
    """A picture in an unknown theme is not found."""
    assert (await after.get("/0.png?theme=pink")).status == 404


def meta(answer: "Answer") -> dict[str, str]:
    """Return the metadata that a page provides for link previews."""
    found = re.findall(r'<meta (?:property|name)="([\w:]+)" content="([^"]*)">', answer.text)
    return {name: html.unescape(content) for name, content in found}


async def test_a_link_has_a_preview(after: Watcher, house: "House") -> None:
    """A link preview has the players, the result and the board, with absolute addresses."""
    table = await house.table()
    async with house.serving(url="https://puluc.example/play") as address:
        answer = await after.browser.get(f"{address}/g/{table.code}")
    preview, last = meta(answer), len(steps(await after.get())) - 1
    assert preview["og:title"] == "Ana vs Computer (medium) · Puluc"
    verdict, _, offer = preview["og:description"].partition(" wins. ")
    assert verdict
    assert offer.endswith("or check its throws.")
    assert preview["og:url"] == f"https://puluc.example/play/g/{table.code}"
    assert preview["og:image"] == f"https://puluc.example/play/g/{table.code}/{last}.png"
    assert "Game over" in preview["og:image:alt"]
    assert preview["twitter:card"] == "summary_large_image"


async def test_a_preview_without_a_public_address(watcher: Watcher) -> None:
    """Without a public address, the link preview has text but no picture."""
    preview = meta(await watcher.get())
    assert preview["og:title"] == "Ana vs Computer (medium) · Puluc"
    assert preview["og:description"].startswith("Puluc: watch this game")
    assert "og:image" not in preview


async def test_the_record_has_its_link(after: Watcher, house: "House") -> None:
    """If the bot has a public address, the record links to the game page."""
    table = await house.table()
    async with house.serving(url="https://puluc.example") as address:
        answer = await after.browser.get(f"{address}/g/{table.code}/record.txt")
    assert Record.read(answer.text).tags.link == f"https://puluc.example/g/{table.code}"


async def test_the_headline(watcher: Watcher, ana: "Browser", house: "House") -> None:
    """The heading has the players, and the result once the game is over."""
    assert headline(await watcher.get()) == "Ana vs Computer (medium)"
    await ana.press(Resign((await house.table()).id, sure=True).code)
    assert headline(await watcher.get()) == (
        "Ana vs Computer (medium) Ana resigned. Computer (medium) wins."
    )


def headline(answer: "Answer") -> str:
    (found,) = re.findall(r'<h1 id="heading">(.*?)</h1>', answer.text)
    return html.unescape(re.sub("<.*?>", "", found)).strip()


async def test_the_link_to_the_chat(watcher: Watcher, house: "House") -> None:
    """The page links back to the channel, except on a watch-only server."""
    assert '<a class="back" href="/c/maize">' in (await watcher.get()).text
    code = (await house.table()).code
    async with house.serving(WebMode.WATCH) as address:
        text = (await watcher.browser.get(f"{address}/g/{code}/text")).text
    assert 'class="back"' not in text


async def test_a_long_game_s_replay(after: Watcher, monkeypatch: pytest.MonkeyPatch) -> None:
    """If the animated replay leaves moves out, the page says how many it shows."""
    monkeypatch.setattr("bot.games.road.FAMILY.longest_film", 1000)
    assert "leaving out moves" not in (await after.get()).text
    monkeypatch.setattr("bot.games.road.FAMILY.longest_film", 1)
    async with after.house.serving() as address:
        code = (await after.house.table()).code
        text = (await after.browser.get(f"{address}/g/{code}/text")).text
    assert "It shows 1 of" in text


async def test_the_replay(after: Watcher) -> None:
    """A finished game can be downloaded as a GIF."""
    assert '<li><a href="/g/' in (await after.get()).text
    answer = await after.get("/replay.gif")
    assert answer.headers["Content-Type"] == "image/gif"
    assert answer.body.startswith(b"GIF89a")


async def test_no_replay_yet(watcher: Watcher) -> None:
    """A running game has no animated replay, and the link to it is hidden."""
    assert '<li hidden><a href="/g/' in (await watcher.get()).text
    answer = await watcher.get("/replay.gif")
    assert answer.status == 404
    assert "once the game is over" in answer.text


async def test_an_offer(ana: "Browser", house: "House") -> None:
    """The page of a challenge has the challenge's text but no steps."""
    await ana.say("/puluc open")
    watcher = Watcher(ana, house)
    answer = await watcher.get()
    await house.settled()
    (card,) = await house.bodies("card")
    assert "hasn't started yet" in html.unescape(answer.text)
    assert card["standing"][0] in html.unescape(answer.text)
    assert steps(answer) == []
    for rest in ("/0.png", "?step=0", "/replay.gif"):
        assert (await watcher.get(rest)).status == 404


async def test_a_cancelled_challenge(ana: "Browser", house: "House") -> None:
    """A cancelled challenge shows its seed, but no throws and no animated replay."""
    await ana.say("/puluc open")
    await ana.press_button("Cancel")
    watcher = Watcher(ana, house)
    assert "cancelled the game" in (await watcher.get()).text
    fair = (await watcher.get("/fair")).text
    assert (await house.table()).seed.hex() in fair
    assert "<section hidden>\n    <h2>Throws</h2>" in fair
    assert (await watcher.get("/replay.gif")).status == 404


async def test_the_link_to_the_throws(watcher: Watcher, house: "House") -> None:
    """The page links to the fair-throws page, with the whole hash in the address."""
    table = await house.table()
    link = f'<a href="/g/{table.code}/fair#{commitment(table.seed)}">'
    assert link in (await watcher.get()).text


async def test_the_throws_can_be_checked(after: Watcher, house: "House") -> None:
    """Once a game is over, the fair-throws page shows the seed, the statement and every throw."""
    table = await house.table()
    answer, entries = await after.get("/fair"), await house.store.record(table.id)
    assert table.seed.hex() in answer.text
    assert statement_of(table) in html.unescape(answer.text)
    (listed,) = re.findall(r'<table id="throws".*?</table>', answer.text, re.DOTALL)
    thrown = [entry for entry in entries if entry.isdigit()]
    assert re.findall(r"<code>(.*?)</code>", listed) == thrown
    assert "<p hidden>Players took back moves in this game." in answer.text


async def test_throws_after_an_undo_are_listed(
    after: Watcher, house: "House", monkeypatch: pytest.MonkeyPatch
) -> None:
    """Throws that an undo took back are listed again with their numbers, and explained."""
    table = await house.table()
    entries = await house.store.record(table.id)
    moves = [at for at, entry in enumerate(entries) if not entry.isdigit()]

    async def undone(_table: TableId) -> tuple[str, ...]:
        return (*entries[: moves[1]], UNDO, *entries[moves[0] :])

    monkeypatch.setattr(house.store, "record", undone)
    text = (await after.get("/fair")).text
    assert "<p>Players took back moves in this game." in text
    (listed,) = re.findall(r'<table id="throws".*?</table>', text, re.DOTALL)
    rows = re.findall(r'<th scope="row">([ab]\d+)</th>.*?<code>(.*?)</code>', listed)
    casts = [entry for entry in entries if entry.isdigit()]
    taken = sum(entry.isdigit() for entry in entries[moves[0] : moves[1]])
    line, again = rows[: moves[0] + taken], rows[moves[0] + taken :]
    assert taken
    assert again[:taken] == line[moves[0] :]
    assert [cast for _, cast in (*line, *again[taken:])] == casts
    assert len({number for number, _ in rows}) == len(casts)


@pytest.mark.parametrize("part", ["", "/fair", "/record.txt", "/record.json"])
async def test_the_seed_stays_secret(watcher: Watcher, house: "House", part: str) -> None:
    """The pages and records of a running game contain the fair-throw hash but not the seed."""
    answer, table = await watcher.get(part), await house.table()
    assert commitment(table.seed) in answer.text
    assert table.seed.hex() not in answer.text


async def test_the_command_names_the_file(after: Watcher, house: "House") -> None:
    """The command to check the throws uses the record's file name."""
    table = await house.table()
    named = (await after.get("/record.txt")).headers["Content-Disposition"].split('"')[1]
    command = f"python3 -m engine verify {named} --commitment "
    assert (
        f'{command}<span id="shown">{commitment(table.seed)}</span>'
        in (await after.get("/fair")).text
    )


async def test_the_throws_are_explained(watcher: Watcher) -> None:
    """The fair-throws page of a running game says when the seed appears and hides the button."""
    text = (await watcher.get("/fair")).text
    assert "<p>The seed appears here when the game is over." in text
    assert '<p class="check" hidden>' in text


async def test_a_word_is_shown(ana: "Browser", house: "House") -> None:
    """The fair-throws page shows a player's word, as plain text."""
    await ana.say("/puluc practice road=5 warriors=1")
    await ana.say("/puluc word <b>maize")
    await ana.press_button("Start")
    text = (await Watcher(ana, house).get("/fair")).text
    assert '<th scope="row">Ana</th><td><code>&lt;b&gt;maize</code></td>' in text


async def test_no_change(watcher: Watcher) -> None:
    """A request with the current ETag gets an empty 304 response."""
    tag = (await watcher.get()).headers["ETag"]
    answer = await watcher.get(headers={"If-None-Match": tag})
    assert (answer.status, answer.body) == (304, b"")
    assert answer.headers["ETag"] == tag


async def test_a_change(watcher: Watcher, ana: "Browser", house: "House") -> None:
    """After a move the page has a new ETag."""
    tag = (await watcher.get()).headers["ETag"]
    await ana.press((await ana.moves())[0])
    assert (await watcher.get(headers={"If-None-Match": tag})).status == 200


@pytest.mark.parametrize("part", [*PARTS, "/replay.gif"])
async def test_a_cached_response(
    after: Watcher, house: "House", monkeypatch: pytest.MonkeyPatch, part: str
) -> None:
    """A repeated request is served from the cache, without reading the store or rendering again."""
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
    """A record with a current ETag is not sent again."""
    tag = (await after.get("/record.txt")).headers["ETag"]
    answer = await after.get("/record.txt", {"If-None-Match": f"W/{tag}"})
    assert (answer.status, answer.body) == (304, b"")


async def test_compression(watcher: Watcher) -> None:
    """A client that accepts gzip gets the same page in fewer bytes."""
    packed = await watcher.get(headers={"Accept-Encoding": "gzip"})
    plain = await watcher.get(headers={"Accept-Encoding": "identity"})
    assert packed.body == plain.body  # the client has decompressed it
    assert int(packed.headers["Content-Length"]) < int(plain.headers["Content-Length"])
    assert (
        packed.headers["Vary"]
        == plain.headers["Vary"]
        == "Accept-Encoding, Accept-Language, Cookie"
    )


async def test_too_many_watchers(after: Watcher, house: "House") -> None:
    """If too many people are watching, the response says so and when to try again."""

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
    """A table that has changed under the same revision isn't served from the cache."""
    before = (await after.get()).text
    table = await house.table()
    (seat, other) = table.seats
    assert isinstance(seat, Person)
    held = vars(house.store)["_tables"]
    held[table.id] = replace(table, seats=(replace(seat, name="Zoe"), other))
    assert "Zoe" not in before
    assert "Zoe" in (await after.get()).text


@pytest.mark.parametrize(("rest", "again"), [("", 1), ("?step=0", 0)])
async def test_refresh_without_scripts(watcher: Watcher, rest: str, again: int) -> None:
    """Without scripts, only the newest step of a running game refreshes itself."""
    assert (await watcher.get(rest)).text.count('http-equiv="refresh"') == again


@pytest.mark.parametrize(("rest", "links"), [("", 0), ("?step=0", 1)])
async def test_a_link_to_the_newest_step(
    watcher: Watcher, house: "House", rest: str, links: int
) -> None:
    """An earlier step links to the newest one."""
    code = (await house.table()).code
    assert (await watcher.get(rest)).text.count(f'href="/g/{code}/text">') == links


@pytest.mark.parametrize("part", PARTS)
async def test_headers(watcher: Watcher, part: str) -> None:
    """All pages and files of a table have the same security headers as the chat."""
    headers = (await watcher.get(part)).headers
    assert "script-src 'self';" in headers["Content-Security-Policy"]
    assert headers["X-Content-Type-Options"] == "nosniff"


async def test_a_finished_game_does_not_refresh(after: Watcher) -> None:
    """The page of a finished game doesn't refresh itself."""
    assert "refresh" not in (await after.get()).text


@pytest.mark.parametrize("path", ["/g/unknown", "/g/unknown/0.png", "/g/unknown/record.txt"])
async def test_unknown_code(ana: "Browser", path: str) -> None:
    """An unknown code gets a friendly error page."""
    answer = await ana.get(path)
    assert answer.status == 404
    assert "There's no game at this address." in html.unescape(answer.text)


@pytest.mark.parametrize("path", ["/g/", "/g/a.b", "/g/" + "a" * 65, "/g/unknown/x"])
async def test_mistyped_address(ana: "Browser", path: str) -> None:
    """An invalid address gets a friendly error page, too."""
    answer = await ana.get(path)
    assert answer.status == 404
    assert "There's nothing at this address." in html.unescape(answer.text)


async def test_names_are_text(open_browser: "Callable[[], Browser]", house: "House") -> None:
    """Markup in a name is escaped."""
    browser = open_browser()
    await browser.be('<script>"x"</script>')
    await browser.say("/puluc practice")
    await browser.press_button("Start")
    answer = await Watcher(browser, house).get()
    assert "&lt;script&gt;&#34;x&#34;&lt;/script&gt;" in answer.text
    assert "<script>" not in answer.text


async def test_nothing_inline(after: Watcher) -> None:
    """The pages have no inline scripts or styles and load nothing from other sites."""
    for part, scripts in (("", 0), ("/fair", 1)):
        text = (await after.get(part)).text
        assert text.count("<script") == text.count('<script type="module" src="/static/') == scripts
        assert "style=" not in text
        assert "//" not in text.replace("<!doctype", "")


class GoneStore(MemoryStore):
    """A store that is down."""

    async def load(self, table: TableId) -> NoReturn:
        raise StoreDown


class IllegibleStore(MemoryStore):
    """A store with a table that can't be read."""

    async def load(self, table: TableId) -> NoReturn:
        raise CorruptRecord("the table's record cannot be read")


class WrongStore(MemoryStore):
    """A store with an invalid record."""

    async def record(self, table: TableId) -> tuple[str, ...]:
        return ("0110", "nonsense")


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize(
    ("faulty", "status", "text"),
    [
        (GoneStore, 503, "try again in a moment"),
        (IllegibleStore, 500, "Nothing has been deleted"),
        (WrongStore, 500, "Nothing has been deleted"),
    ],
)
async def test_errors(
    watcher: Watcher, house: "House", faulty: type[MemoryStore], status: int, text: str, part: str
) -> None:
    """A store that is down, and a table or record that can't be read, get error pages."""
    code, kept = (await house.table()).code, vars(house.store)
    house.store = faulty()
    vars(house.store).update(kept)
    async with house.serving(WebMode.WATCH) as address:
        browser = replace(watcher.browser, house=house)
        answer = await browser.get(f"{address}/g/{code}{part}")
    assert answer.status == status
    assert text in answer.text


async def test_after_an_error(watcher: Watcher, house: "House") -> None:
    """A record that couldn't be read is read again at the next request."""
    record, house.store.record = house.store.record, WrongStore().record
    assert (await watcher.get()).status == 500
    house.store.record = record
    assert (await watcher.get()).status == 200


@pytest.mark.parametrize("part", [*PARTS, "/replay.gif"])
async def test_watch_only(
    after: Watcher, house: "House", open_browser: "Callable[[str], Browser]", part: str
) -> None:
    """A watch-only server serves the same under any host name, but without a link to the chat."""
    async with house.serving(WebMode.WATCH) as address:
        stranger = Watcher(open_browser(address), house)
        answer = await stranger.get(part, {"Host": "games.example"})
        assert answer.status == 200
        here = re.sub(
            rb'  <a class="back" href="/c/maize">.*?</a>\n', b"", (await after.get(part)).body
        )
        assert answer.body == here
