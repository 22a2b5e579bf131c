"""Checking the throws of a game in the browser."""

import json
import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import Page, Route, expect

from engine.corn import commitment, draw, statement
from engine.throws import D6, TABLES, ThrowTable

if TYPE_CHECKING:
    from conftest import Bot, Person, Windows

pytestmark = pytest.mark.browser
MOVES = 3
SEED = bytes(range(32))

Fair = Callable[..., Page]
Record = dict[str, Any]
Change = Callable[[Record], None]


@pytest.fixture
def fair(windows: "Windows", bot: "Bot") -> Fair:
    """Open the page about the throws of a player's newest table."""

    def fair(person: "Person", rest: str = "", change: Change | None = None) -> Page:
        page = windows.take()
        if change is not None:
            tamper(page, change)
        page.goto(f"{bot.url}{path_of(person)}/fair{rest}")
        return page

    return fair


def path_of(person: "Person") -> str:
    link = person.board.locator('a[href^="/g/"]').first.get_attribute("href")
    page = re.match(r"/g/[\w-]+", link or "")
    assert page is not None
    return page[0]


def tamper(page: Page, change: Change) -> None:
    """Simulate a dishonest server that modifies the record."""

    def answer(route: Route) -> None:
        response = route.fetch()
        record = response.json()
        change(record)
        route.fulfill(response=response, body=json.dumps(record))

    page.route(re.compile(r"/record\.json$"), answer)


def shown_hash(page: Page) -> str:
    return page.locator("#commitment").inner_text()


def check(page: Page) -> None:
    page.get_by_role("button", name="Recompute every throw").click()


def begin(person: "Person", options: str) -> None:
    person.say(f"/puluc practice easy {options}")
    person.sees(1)
    person.press("Start")
    person.sees(2)
    person.awaits_a_press()


def play(person: "Person", options: str = "road=7 warriors=5") -> None:
    """Play a few moves and resign."""
    begin(person, options)
    for _ in range(MOVES):
        revision = person.revision
        person.moves.first.click()
        person.sees(revision + 1)
        person.awaits_a_press()
    person.say("/puluc resign")
    person.private.get_by_role("button", name="Yes, resign").click()
    expect(person.board).to_have_attribute("data-live", "false")


@pytest.fixture
def ana(come: Callable[..., "Person"]) -> "Person":
    return come("Ana")


@pytest.mark.parametrize("table", TABLES)
def test_every_throw_agrees(ana: "Person", fair: Fair, table: str) -> None:
    """With every throw table, the browser finds that all throws of the game match."""
    play(ana, f"road=7 warriors=5 throw={table}")
    page = fair(ana)
    check(page)
    expect(page.locator("#verdict")).to_have_text(
        re.compile(r"^All \d+ throws match the seed and the words\.$")
    )
    rows = page.locator("#throws tbody tr")
    assert rows.count() > MOVES
    for row in rows.all():
        thrown, drawn = row.locator("code").all_inner_texts()
        assert thrown == drawn
        expect(row).to_contain_text("matches")


@pytest.mark.parametrize("table", [*TABLES.values(), D6], ids=lambda table: table.key)
def test_the_script_throws_as_the_engine_does(
    windows: "Windows", bot: "Bot", table: ThrowTable
) -> None:
    """Over many throws, some of which skip a byte, the script and the engine agree."""
    header = f"puluc road=11 warriors=5 table={table.key} casts=one"
    header, words = header if table is not D6 else "parchis seats=2", ["maíz rojo", ""]
    text = statement(commitment(SEED), "k3f9qd7m2x", header, words)
    page, count = windows.take(), 400
    page.goto(f"{bot.url}/g/none/fair")  # any page of the server may import its scripts
    thrown = page.evaluate(
        """async ([seed, table, header, words, count]) => {
          const corn = await import("/static/corn.js");
          const text = corn.statement(await corn.commitment(seed), table, header, words);
          const draw = await corn.thrower(seed, text, corn.throwsOf(header));
          return Promise.all(Array.from({ length: count }, (_, n) => draw(n)));
        }""",
        [SEED.hex(), "k3f9qd7m2x", header, words, count],
    )
    assert thrown == [table.write(draw(SEED, text, n, table)) for n in range(count)]


def test_while_the_game_goes_on(ana: "Person", fair: Fair) -> None:
    """During a game, the page compares the hash with the link and doesn't show the seed yet."""
    begin(ana, "road=7 warriors=5")
    page = fair(ana)
    expect(page.get_by_text("The seed appears here when the game is over.")).to_be_visible()
    expect(page.get_by_role("button")).to_have_count(0)
    expect(page.get_by_role("heading", name="Seed")).to_have_count(0)
    expect(page.locator("#link")).to_contain_text("doesn't contain a complete hash")
    hash_ = shown_hash(page)
    page.goto(f"{page.url}#{hash_}")
    expect(page.locator("#link")).to_have_text("It matches the hash in the link you followed.")
    page.goto(f"{page.url.partition('#')[0]}#{'0' * 64}")
    expect(page.locator("#link")).to_contain_text(f"different hash: {'0' * 64}")


def test_the_link_of_the_page(ana: "Person", fair: Fair, bot: "Bot") -> None:
    """The link on the watch page contains the whole hash, which matches the seed."""
    play(ana)
    page = fair(ana)
    page.goto(f"{bot.url}{path_of(ana)}")
    page.get_by_role("link", name="Check every throw of this game").click()
    expect(page).to_have_url(re.compile("/fair#[0-9a-f]{64}$"))
    expect(page.locator("#link")).to_have_text("It matches the hash in the link you followed.")
    expect(page.locator("#bound")).to_contain_text("is the one published before the game")
    page.get_by_role("link", name="Game").click()
    expect(page).to_have_url(re.compile(re.escape(path_of(ana)) + "(#|$)"))


def test_another_hash_in_the_link(ana: "Person", fair: Fair) -> None:
    """If the link has another hash, the page says so at once and again after the full check."""
    play(ana)
    page = fair(ana, f"#{'0' * 64}")
    expect(page.locator("#link")).to_contain_text("The link you followed has a different hash")
    check(page)
    expect(page.locator("#verdict")).to_contain_text("This seed doesn't match the hash")
    expect(page.locator("#verdict")).to_have_class("differs")


@pytest.mark.parametrize("ending", ["cancelled", "declined"])
def test_a_challenge_that_never_began(
    ana: "Person", come: Callable[..., "Person"], fair: Fair, ending: str
) -> None:
    """For a challenge that never began, the seed is shown and matches the hash in the link."""
    ben = come("Ben")
    ana.say("/puluc challenge @Ben")
    ana.sees(1)
    ben.sees(1)
    hash_ = shown_hash(fair(ana))
    (ana if ending == "cancelled" else ben).press("Cancel" if ending == "cancelled" else "Decline")
    expect(ana.board).to_have_attribute("data-live", "false")  # her word is a step of its own
    page = fair(ana, f"#{hash_}")
    expect(page.locator("#link")).to_have_text("It matches the hash in the link you followed.")
    check(page)
    expect(page.locator("#verdict")).to_contain_text("There were no throws")


def turned(record: Record) -> None:
    """Change the first throw."""
    first = record["entries"][0]
    record["entries"][0] = first.translate(str.maketrans("01", "10"))


def test_a_changed_throw(ana: "Person", fair: Fair) -> None:
    """A throw that doesn't follow from the seed is reported beside the one that does."""
    play(ana)
    page = fair(ana, change=turned)
    check(page)
    expect(page.locator("#verdict")).to_have_text("These throws don't match: 0.")
    row = page.locator("#throws tbody tr").first
    thrown, drawn = row.locator("code").all_inner_texts()
    assert thrown.translate(str.maketrans("01", "10")) == drawn
    expect(row.locator("td").last).to_have_class("differs")


def undone(record: Record) -> None:
    """Take back the first move with the throw after it, and play it again."""
    entries = record["entries"]
    first, second = [at for at, entry in enumerate(entries) if not entry.isdigit()][:2]
    record["entries"] = [*entries[:second], "undo", *entries[first:]]


def undone_for_another_throw(record: Record) -> None:
    """After an undo, throw something else than before."""
    undone(record)
    entries = record["entries"]
    at = entries.index("undo") + 2
    entries[at] = entries[at].translate(str.maketrans("01", "10"))


def undone_too_often(record: Record) -> None:
    """Take back a move before there is one."""
    record["entries"].insert(2, "undo")


def test_throws_after_an_undo(ana: "Person", fair: Fair) -> None:
    """Throws that an undo took back match again, with the numbers that they had."""
    play(ana)
    page = fair(ana, change=undone)
    before = page.locator("#throws tbody tr").count()
    check(page)
    expect(page.locator("#verdict")).to_contain_text("throws match the seed and the words.")
    rows = page.locator("#throws tbody tr")
    numbers = rows.locator("th").all_inner_texts()
    assert rows.count() > before
    assert len(set(numbers)) == before
    for row in rows.all():
        thrown, drawn = row.locator("code").all_inner_texts()
        assert thrown == drawn


def test_another_throw_after_an_undo(ana: "Person", fair: Fair) -> None:
    """A throw after an undo that differs from the one taken back is reported by its number."""
    play(ana)
    page = fair(ana, change=undone_for_another_throw)
    check(page)
    expect(page.locator("#verdict")).to_have_text(re.compile(r"^These throws don't match: \d+\.$"))


def test_an_undo_without_a_move(ana: "Person", fair: Fair) -> None:
    """A record with an undo that has nothing to take back can't be checked."""
    play(ana)
    page = fair(ana, change=undone_too_often)
    check(page)
    expect(page.locator("#verdict")).to_contain_text("nothing has been checked")


def other_seed(record: Record) -> None:
    record["seed"] = "00" * 32


def other_word(record: Record) -> None:
    record["words"][0] = "gold"


def other_table(record: Record) -> None:
    record["table"] = "aaaaaaaaaa"


@pytest.mark.parametrize("change", [other_seed, other_word, other_table])
def test_a_changed_record(ana: "Person", fair: Fair, change: Change) -> None:
    """If the seed, a word or the table was changed, the throws don't match."""
    play(ana)
    page = fair(ana, change=change)
    check(page)
    expect(page.locator("#verdict")).to_contain_text("These throws don't match")
    if change is other_seed:
        expect(page.locator("#bound")).to_contain_text("not the one published before the game")


def test_another_seed_without_throws(ana: "Person", fair: Fair) -> None:
    """A seed that doesn't match the hash is detected even without throws."""
    ana.say("/puluc open")
    ana.sees(1)
    ana.press("Cancel")
    expect(ana.board).to_have_attribute("data-live", "false")
    page = fair(ana, change=other_seed)
    check(page)
    expect(page.locator("#verdict")).to_contain_text("This seed doesn't match the hash")


def no_seed(record: Record) -> None:
    del record["seed"]


def test_a_record_without_a_seed(ana: "Person", fair: Fair) -> None:
    """If the server withholds the seed, the page doesn't claim that anything matches."""
    play(ana)
    page = fair(ana, change=no_seed)
    check(page)
    expect(page.locator("#verdict")).to_contain_text("nothing has been checked")


def other_game(record: Record) -> None:
    record["game"] = "chess squares=64"


def test_throws_that_are_not_known(ana: "Person", fair: Fair) -> None:
    """For a throw table that the page doesn't know, it points to the command line."""
    play(ana)
    page = fair(ana, change=other_game)
    check(page)
    expect(page.locator("#verdict")).to_contain_text("doesn't know how this game makes its throws")


@pytest.mark.parametrize("width", [320, 400, 1280])
def test_every_width(ana: "Person", windows: "Windows", bot: "Bot", width: int) -> None:
    """The page doesn't overflow sideways, however long the hash, the seed and the words are."""
    play(ana)
    page = windows.open(viewport={"width": width, "height": 800})
    page.goto(f"{bot.url}{path_of(ana)}/fair")
    check(page)
    expect(page.locator("#verdict")).to_contain_text("throws match")
    assert page.evaluate("document.documentElement.scrollWidth") == width
    page.context.close()


def test_a_page_that_is_not_secure(ana: "Person", windows: "Windows", bot: "Bot") -> None:
    """Where the browser refuses to compute hashes, the page says so and offers an alternative."""
    play(ana)
    page = windows.open()
    page.add_init_script("Object.defineProperty(crypto, 'subtle', { value: undefined })")
    page.goto(f"{bot.url}{path_of(ana)}/fair#{'0' * 64}")
    expect(page.locator("#verdict")).to_contain_text("https pages only")
    expect(page.locator("#link")).to_contain_text("has a different hash")
    expect(page.get_by_role("button")).to_have_count(0)
    page.context.close()


def test_without_scripts(ana: "Person", windows: "Windows", bot: "Bot") -> None:
    """Without JavaScript, the page is readable and offers an alternative."""
    play(ana)
    page = windows.open(java_script_enabled=False)
    page.goto(f"{bot.url}{path_of(ana)}/fair")
    expect(page.locator("#seed")).to_have_text(re.compile("^[0-9a-f]{64}$"))
    expect(page.locator("#statement")).to_contain_text("puluc-corn-1")
    expect(page.get_by_role("button")).to_have_count(0)
    expect(page.get_by_text("python3 -m engine verify")).to_be_visible()
    page.context.close()
