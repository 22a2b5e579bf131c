"""Checking the throws of a game in the browser."""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from bot.acts.gather.cancel import Cancel
from bot.acts.gather.decline import Decline
from engine.corn import RECIPE, Recipe, commitment, draw, statement
from engine.throws import D6, TABLES
from tests.pages.browser import Windows
from tests.pages.games import Game
from tests.pages.site import Site

pytestmark = pytest.mark.browser
MOVES = 3
SEED = bytes(range(32))

THROWN = """async ([seed, recipe, table, header, words, numbers]) => {
    const corn = await import("/static/corn.js");
    const text = corn.statement(recipe, await corn.commitment(seed), table, header, words);
    const draw = await corn.thrower(seed, text, corn.throwsOf(header));
    return Promise.all(numbers.map(draw));
}"""
"""Returns the throws of these numbers, as the page's script computes them."""

KERNELS, *OTHERS = TABLES

Fair = Callable[..., Page]
Record = dict[str, Any]
Change = Callable[[Record], None]


@pytest.fixture
def fair(windows: Windows, site: Site) -> Fair:
    """Open the page about the throws of a table, in any window or in a given one."""

    def fair(
        game: Game, rest: str = "", change: Change | None = None, page: Page | None = None
    ) -> Page:
        opened = windows.take() if page is None else page
        if change is not None:
            tamper(opened, change)
        opened.goto(f"{site.url}{game.path}/fair{rest}")
        return opened

    return fair


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


def played(game: Game) -> Game:
    """Play a few moves and resign."""
    for _ in range(MOVES):
        game.move()
    return game.resign()


@pytest.fixture
def over(game: Game) -> Game:
    """A game of a few moves."""
    return played(game)


@pytest.mark.parametrize(
    "table", [KERNELS, *(pytest.param(each, marks=pytest.mark.night) for each in OTHERS)]
)
@pytest.mark.parametrize("recipe", Recipe)
def test_every_throw_agrees(site: Site, fair: Fair, table: str, recipe: Recipe) -> None:
    """With every recipe and throw table, the browser finds that all throws of the game match."""
    header = f"puluc road=7 warriors=5 table={table} casts=one"
    name = table if recipe is Recipe.CORN_1 else f"{table} by seat"
    page = fair(played(Game.offered(site, name, header, recipe).begin()))
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


def test_the_script_throws_as_the_engine_does(windows: Windows, site: Site) -> None:
    """Over many throws, some of which skip a byte, the script and the engine agree."""
    page, numbers = windows.take(), [f"{seat}{n}" for seat in "ab" for n in range(200)]
    page.goto(f"{site.url}/g/none/fair")  # any page of the server may import its scripts
    for table in (*TABLES.values(), D6):
        header = f"puluc road=11 warriors=5 table={table.key} casts=one"
        header, words = header if table is not D6 else "parchis seats=2", ["maíz rojo", ""]
        text = statement(RECIPE, commitment(SEED), "k3f9qd7m2x", header, words)
        what = [SEED.hex(), RECIPE, "k3f9qd7m2x", header, words, numbers]
        thrown = page.evaluate(THROWN, what)
        assert thrown == [table.write(draw(SEED, text, number, table)) for number in numbers]


def test_while_the_game_goes_on(game: Game, fair: Fair) -> None:
    """During a game, the page compares the hash with the link and doesn't show the seed yet."""
    page = fair(game)
    secret = page.get_by_text("The seed appears here when the game is over.")
    expect(secret).to_be_visible()
    expect(secret).to_contain_text(RECIPE)
    expect(page.get_by_role("button")).to_have_count(0)
    expect(page.get_by_role("heading", name="Seed")).to_have_count(0)
    expect(page.locator("#link")).to_contain_text("doesn't contain a complete hash")
    hash_ = shown_hash(page)
    page.goto(f"{page.url}#{hash_}")
    expect(page.locator("#link")).to_have_text("It matches the hash in the link you followed.")
    page.goto(f"{page.url.partition('#')[0]}#{'0' * 64}")
    expect(page.locator("#link")).to_contain_text(f"different hash: {'0' * 64}")


def test_the_link_of_the_page(over: Game, fair: Fair, site: Site) -> None:
    """The link in the text version contains the whole hash, which matches the seed."""
    page = fair(over)
    page.goto(f"{site.url}{over.path}/text")
    page.get_by_role("link", name="Check every throw of this game").click()
    expect(page).to_have_url(re.compile("/fair#[0-9a-f]{64}$"))
    expect(page.locator("#link")).to_have_text("It matches the hash in the link you followed.")
    expect(page.locator("#bound")).to_contain_text("is the one published before the game")
    page.get_by_role("link", name="Game").click()
    expect(page).to_have_url(re.compile(re.escape(over.path) + "(#|$)"))


def test_another_hash_in_the_link(over: Game, fair: Fair) -> None:
    """If the link has another hash, the page says so at once and again after the full check."""
    page = fair(over, f"#{'0' * 64}")
    expect(page.locator("#link")).to_contain_text("The link you followed has a different hash")
    check(page)
    expect(page.locator("#verdict")).to_contain_text("This seed doesn't match the hash")
    expect(page.locator("#verdict")).to_have_class("differs")


@pytest.mark.parametrize(
    ("seat", "intent"), [(0, Cancel), (1, Decline)], ids=["cancelled", "declined"]
)
def test_a_challenge_that_never_began(
    offer: Game, fair: Fair, seat: int, intent: type[Cancel | Decline]
) -> None:
    """For a challenge that never began, the seed is shown and matches the hash in the link."""
    hash_ = shown_hash(fair(offer))
    offer.act(seat, intent(offer.id))
    page = fair(offer, f"#{hash_}")
    expect(page.locator("#link")).to_have_text("It matches the hash in the link you followed.")
    check(page)
    expect(page.locator("#verdict")).to_contain_text("There were no throws")


def turned(record: Record) -> None:
    """Change the first throw."""
    first = record["entries"][0]
    record["entries"][0] = first.translate(str.maketrans("01", "10"))


def test_a_changed_throw(over: Game, fair: Fair) -> None:
    """A throw that doesn't follow from the seed is reported beside the one that does."""
    page = fair(over, change=turned)
    check(page)
    expect(page.locator("#verdict")).to_have_text("These throws don't match: a0.")
    row = page.locator("#throws tbody tr").first
    thrown, drawn = row.locator("code").all_inner_texts()
    assert thrown.translate(str.maketrans("01", "10")) == drawn
    expect(row.locator("td").last).to_have_class("differs")


def undone(record: Record) -> None:
    """Take back the first move with the throw after it, and play it again."""
    entries, throwers = record["entries"], record["throwers"]
    first, second = [at for at, entry in enumerate(entries) if not entry.isdigit()][:2]
    record["entries"] = [*entries[:second], "undo", *entries[first:]]
    before, until = (sum(map(str.isdigit, entries[:at])) for at in (first, second))
    record["throwers"] = [*throwers[:until], *throwers[before:]]


def undone_for_another_throw(record: Record) -> None:
    """After an undo, throw something else than before."""
    undone(record)
    entries = record["entries"]
    at = entries.index("undo") + 2
    entries[at] = entries[at].translate(str.maketrans("01", "10"))


def undone_too_often(record: Record) -> None:
    """Take back a move before there is one."""
    record["entries"].insert(2, "undo")


def test_throws_after_an_undo(over: Game, fair: Fair) -> None:
    """Throws that an undo took back match again, with the numbers that they had."""
    page = fair(over, change=undone)
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


def test_another_throw_after_an_undo(over: Game, fair: Fair) -> None:
    """A throw after an undo that differs from the one taken back is reported by its number."""
    page = fair(over, change=undone_for_another_throw)
    check(page)
    expect(page.locator("#verdict")).to_have_text(
        re.compile(r"^These throws don't match: [ab]\d+\.$")
    )


def test_an_undo_without_a_move(over: Game, fair: Fair) -> None:
    """A record with an undo that has nothing to take back can't be checked."""
    page = fair(over, change=undone_too_often)
    check(page)
    expect(page.locator("#verdict")).to_contain_text("nothing has been checked")


def other_seed(record: Record) -> None:
    record["seed"] = "00" * 32


def other_word(record: Record) -> None:
    record["words"][0] = "gold"


def other_table(record: Record) -> None:
    record["table"] = "aaaaaaaaaa"


def other_recipe(record: Record) -> None:
    record["recipe"] = Recipe.CORN_1


def other_throwers(record: Record) -> None:
    record["throwers"] = [1 - seat for seat in record["throwers"]]


@pytest.mark.parametrize(
    "change", [other_seed, other_word, other_table, other_recipe, other_throwers]
)
def test_a_changed_record(over: Game, fair: Fair, change: Change) -> None:
    """If the seed, a word, the table, the recipe or who threw was changed, the throws differ."""
    page = fair(over, change=change)
    check(page)
    expect(page.locator("#verdict")).to_contain_text("These throws don't match")
    if change is other_seed:
        expect(page.locator("#bound")).to_contain_text("not the one published before the game")


def test_another_seed_without_throws(offer: Game, fair: Fair) -> None:
    """A seed that doesn't match the hash is detected even without throws."""
    offer.act(0, Cancel(offer.id))
    page = fair(offer, change=other_seed)
    check(page)
    expect(page.locator("#verdict")).to_contain_text("This seed doesn't match the hash")


def no_seed(record: Record) -> None:
    del record["seed"]


def no_throwers(record: Record) -> None:
    del record["throwers"]


def test_who_threw_is_shown(over: Game, fair: Fair) -> None:
    """Beside each throw, the page shows whose it is by the record from which it was computed."""
    page = fair(over, change=other_throwers)
    names = page.locator("#throws tbody tr td:nth-child(2)")
    before = names.all_inner_texts()
    check(page)
    expect(page.locator("#verdict")).to_contain_text("These throws don't match")
    swapped = {"Ana": "Ben", "Ben": "Ana"}
    assert names.all_inner_texts() == [swapped[name] for name in before]


@pytest.mark.parametrize("change", [no_seed, no_throwers])
def test_a_record_that_lacks_something(over: Game, fair: Fair, change: Change) -> None:
    """Without the seed or who threw, the page doesn't claim that anything matches."""
    page = fair(over, change=change)
    check(page)
    expect(page.locator("#verdict")).to_contain_text("nothing has been checked")


def other_game(record: Record) -> None:
    record["game"] = "chess squares=64"


def newer_recipe(record: Record) -> None:
    record["recipe"] = "puluc-corn-3"


@pytest.mark.parametrize("change", [other_game, newer_recipe])
def test_throws_that_are_not_known(over: Game, fair: Fair, change: Change) -> None:
    """For a throw table or recipe that the page doesn't know, it points to the command line."""
    page = fair(over, change=change)
    check(page)
    expect(page.locator("#verdict")).to_contain_text("doesn't know how this game makes its throws")


def test_every_width(over: Game, fair: Fair) -> None:
    """The page doesn't overflow sideways, however long the hash, the seed and the words are."""
    page = fair(over)
    check(page)
    expect(page.locator("#verdict")).to_contain_text("throws match")
    for width in (320, 400, 1280):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth") == width


def test_a_page_that_is_not_secure(over: Game, windows: Windows, fair: Fair) -> None:
    """Where the browser refuses to compute hashes, the page says so and offers an alternative."""
    page = windows.open()
    page.add_init_script("Object.defineProperty(crypto, 'subtle', { value: undefined })")
    fair(over, f"#{'0' * 64}", page=page)
    expect(page.locator("#verdict")).to_contain_text("https pages only")
    expect(page.locator("#link")).to_contain_text("has a different hash")
    expect(page.get_by_role("button")).to_have_count(0)


def test_without_scripts(over: Game, windows: Windows, fair: Fair) -> None:
    """Without JavaScript, the page is readable and offers an alternative."""
    page = fair(over, page=windows.open(java_script_enabled=False))
    expect(page.locator("#seed")).to_have_text(re.compile("^[0-9a-f]{64}$"))
    expect(page.locator("#statement")).to_contain_text("puluc-corn-2")
    expect(page.get_by_role("button")).to_have_count(0)
    expect(page.get_by_text("python3 -m engine verify")).to_be_visible()
