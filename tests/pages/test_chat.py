"""Playing from the chat: its cards lead to tables, its answers are private."""

import re

import pytest
from playwright.sync_api import Route, expect

from tests.pages.at_table import AtTable, mover, play, play_out
from tests.pages.people import Come, Person, begin
from tests.pages.site import Site

pytestmark = pytest.mark.browser


@pytest.fixture
def two(come: Come) -> tuple[Person, Person]:
    """Ana and Ben, without any games."""
    return come("Ana"), come("Ben")


@pytest.mark.parametrize(
    ("options", "summary", "header"),
    [
        (
            "bul far-end=walk-back",
            "walk back",
            "bul road=11 warriors=5 table=kernels casts=one far-end=walk-back",
        ),
        (
            "kekchi after-capture=open road=9 throw=sapper",
            "one or three is 3",
            "kekchi road=9 warriors=5 table=sapper casts=sum after-capture=open",
        ),
        (
            "footprints exact=yes",
            "exact",
            "footprints road=11 warriors=5 table=footprints casts=one exact=yes",
        ),
    ],
    ids=["bul", "kekchi", "footprints"],
)
def test_a_game_with_options(
    come: Come, site: Site, options: str, summary: str, header: str
) -> None:
    """Options that differ from the ruleset's defaults are shown at the table and used."""
    ana = come("Ana")
    ana.say(f"/puluc practice easy {options}")
    table = ana.sit_down()
    expect(table.desk).to_contain_text(summary)
    table.press("Start")
    table.begins()
    assert [table.header for table in site.store.tables] == [header]


def test_a_practice_game(come: Come) -> None:
    """A game against the computer is finished at its table; its card says who has won."""
    ana = come("Ana")
    ana.say("/puluc practice road=5 warriors=1")
    table = ana.sit_down()
    table.press("Start")
    table.begins()
    play_out(table)
    ana.page.go_back()
    expect(ana.card).to_contain_text(re.compile("(Ana|Computer.*) beat "))
    expect(ana.card.get_by_role("link")).to_have_text("Open the game")


def test_the_header_shows_what_waits(two: tuple[Person, Person]) -> None:
    """The header and the card say what waits for the player: an answer, or a turn."""
    _, ben = two
    two[0].say("/puluc challenge @Ben")
    for place in (ben.page.locator("#turn"), ben.card.get_by_role("link")):
        expect(place).to_contain_text("Waiting for you")
    ben.page.locator("#turn").click()
    tables = two[0].sit_down(), AtTable(ben.page).shown()
    tables[1].press("Accept")
    turn = mover(*tables)
    assert turn is not None
    for person in two:
        person.page.go_back()
    (mine,) = [person for person in two if person.page is turn.page]
    for place in (mine.page.locator("#turn"), mine.card.get_by_role("link")):
        expect(place).to_contain_text("Your turn")
    (other,) = [person for person in two if person is not mine]
    expect(other.card.get_by_role("link")).to_have_text("Open the game")
    expect(other.page.locator("#turn")).to_be_hidden()


def test_nothing_is_typed_too_early(two: tuple[Person, Person]) -> None:
    """Typing is disabled until the player has joined, and then enabled at once."""
    page, held = two[0].page, list[Route]()
    page.route("**/api/enter", lambda route: held.append(route))
    page.reload()
    message, send = page.locator("#message"), page.get_by_role("button", name="Send")
    expect(message).to_be_visible()
    expect(message).to_be_disabled()
    expect(send).to_be_disabled()
    (coming,) = held
    coming.continue_()
    expect(message).to_be_focused()
    expect(send).to_be_enabled()


def test_the_page_does_not_grow(two: tuple[Person, Person]) -> None:
    """However many games there are, only the messages scroll, not the page."""
    ana, _ = two
    for _ in range(3):
        ana.say("/puluc open")
    for command in ("rules", "help", "settings"):
        ana.say(f"/puluc {command}")
    expect(ana.answers).to_have_count(3)
    higher = "document.scrollingElement.scrollHeight - innerHeight"
    assert ana.page.evaluate(higher) == 0


def test_rules_come_with_their_pictures(come: Come) -> None:
    """The rules have drawn examples with captions, and are shown from the top."""
    ana = come("Ana")
    ana.say("/puluc rules boolik")
    expect(ana.private.get_by_role("heading")).to_have_text("Boolik")
    pictures = ana.private.locator("figure img")
    expect(pictures).to_have_count(3)
    for picture in pictures.all():
        picture.scroll_into_view_if_needed()
        assert picture.evaluate("image => image.decode().then(() => image.naturalWidth)")
        expect(picture).to_have_attribute("alt", re.compile("Before: .* Then: "))
    expect(ana.private.locator("figcaption").nth(1)).to_contain_text("and back to 8")


@pytest.mark.parametrize(
    ("typed", "code", "steps"),
    [
        ("/puluc learn", "1learn.{}", 8),
        pytest.param(
            "/puluc learn parchis", "1learn.{}..parchis-spain", 10, marks=pytest.mark.night
        ),
    ],
)
def test_the_guided_game(come: Come, typed: str, code: str, steps: int) -> None:
    """The tutorials can be finished with the keyboard alone, in one place in the log."""
    ana = come("Ana")
    ana.say(typed)
    head = ana.private.get_by_role("heading")
    for step in range(1, steps + 1):
        expect(head).to_have_text(re.compile(f"Step {step} of {steps}: "))
        loaded = "image => image.decode().then(() => image.naturalWidth > 0)"
        assert ana.private.locator("img").evaluate(loaded)
        ana.private.locator(f'[data-code="{code.format(step)}"]').press("Enter")
    expect(head).to_have_text("You've won!")
    assert ana.page.evaluate("document.activeElement.textContent") == "Play a real game"
    expect(ana.answers).to_have_count(1)
    ana.private.get_by_text("Play a real game").click()
    table = ana.sit_down()
    table.press("Start")
    table.begins()


def test_markup_in_what_people_say(two: tuple[Person, Person]) -> None:
    """Markup that players type is shown literally."""
    ana, ben = two
    ana.say("<img src=x onerror=alert(1)> & <b>bold</b>")
    expect(ben.page.locator("#log")).to_contain_text("<img src=x onerror=alert(1)> & <b>bold</b>")
    assert ben.page.locator("#log b", has_text="bold").count() == 0


def test_the_browser_comes_back(two: tuple[Person, Person]) -> None:
    """Back from a table, and after a reload, the channel is as it was."""
    ana, ben = two
    ana.say("Who plays?")
    play(*begin(ana, ben), moves=1)
    for person in two:
        person.page.go_back()
    for person in two:
        expect(person.cards).to_have_count(1)
        said = person.page.locator(".said").all_inner_texts()
        person.page.reload()
        expect(person.card).to_be_visible()
        expect(person.page.locator(".said")).to_have_text(said)
