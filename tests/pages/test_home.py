"""The home page in a real browser: a game in one press, and what else it offers."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from engine.header import key_of
from tests.pages.browser import Windows
from tests.pages.faults import Find
from tests.pages.site import Site

pytestmark = pytest.mark.browser

TABLE = re.compile(r"/g/[\w-]+")


@pytest.fixture
def page(windows: Windows, site: Site) -> Iterator[Page]:
    """The home page at a first visit, as soon as its scripts run, without its pictures.

    To draw them takes half of the time. A route would take as long, because nothing is cached then.
    """
    page = windows.take()
    network = page.context.new_cdp_session(page)
    network.send("Network.enable")
    network.send("Network.setBlockedURLs", {"urls": ["*/home/*.svg*"]})
    page.goto(site.url)
    page.locator("#chosen").wait_for()
    yield page
    network.detach()


def press(page: Page, name: str) -> None:
    """Press a button of the game that is chosen."""
    page.locator("#chosen").get_by_role("button", name=name).click()


def home(page: Page, site: Site) -> None:
    """Go back to the home page, when all that follows has happened."""
    page.wait_for_url(TABLE)
    site.settle()
    page.goto(site.url)
    page.locator("#chosen").wait_for()


def called(page: Page, *names: str) -> None:
    """Type names where they are asked for, and begin."""
    for field, name in zip(page.locator("#naming input").all(), names, strict=True):
        field.fill(name)
    page.get_by_role("button", name="Begin").click()
    page.wait_for_url(TABLE)


def test_one_press(page: Page, site: Site) -> None:
    """From the first visit, one press leads to a game that has begun and waits for a move."""
    page.get_by_role("button", name="Play the computer").first.click()
    home(page, site)
    card = page.locator(".game.yours")
    expect(card).to_contain_text("Puluc against Computer (medium)")
    card.click()
    page.wait_for_url(TABLE)


def test_the_chosen_game(page: Page, site: Site) -> None:
    """What is chosen is told in a sentence, and begins."""
    page.get_by_role("radio", name="Spanish Parchís").check()
    options = page.locator("#options")
    for choice in ("Short", "3 players", "Hard"):
        options.get_by_role("radio", name=choice).check()
    expect(page.locator("#alone")).to_contain_text(
        "Spanish Parchís, short, against the computer (hard)."
    )
    expect(page.locator("#together")).to_contain_text("Among people, 3 players:")
    press(page, "Play the computer")
    home(page, site)
    (table,) = site.store.tables
    assert (key_of(table.header), len(table.seats)) == ("parchis-spain", 3)
    again = page.get_by_role("button", name="Play the computer").first
    expect(again).to_contain_text("Spanish Parchís, short, hard")


def test_with_the_keyboard(page: Page, site: Site) -> None:
    """Arrows choose another game, and a press of its button begins it."""
    page.get_by_role("radio", name="Puluc, short").focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#chosen-title")).to_have_text("Puluc")
    expect(page.get_by_role("radio", name="Classic")).to_be_checked()
    page.locator("#chosen [data-begin=computer]").focus()
    page.keyboard.press("Enter")
    page.wait_for_url(TABLE)


def test_an_invitation(page: Page, site: Site) -> None:
    """A name is asked for in place, once; then an invitation is one press."""
    press(page, "Invite by link")
    called(page, "Lucía")
    home(page, site)
    expect(page.locator("#who")).to_have_text("L")
    expect(page.locator(".game")).to_contain_text("Puluc, open to anyone")
    page.get_by_role("button", name="Invite a friend").click()
    page.wait_for_url(TABLE)


def test_a_name_that_is_not_given(page: Page) -> None:
    """Who doesn't want to be named goes back to the button."""
    press(page, "Invite by link")
    page.get_by_role("button", name="Cancel").click()
    expect(page.locator("#naming")).to_be_hidden()
    expect(page.locator("#chosen [data-begin=link]")).to_be_focused()


def test_both_sides(page: Page, site: Site) -> None:
    """Two people at one screen type their names, and their game begins."""
    press(page, "Play both sides")
    called(page, "<b>Ana</b>", "Ben")
    home(page, site)
    expect(page.locator(".game.yours")).to_contain_text("<b>Ana</b> vs Ben")


def test_a_refusal(page: Page) -> None:
    """A refusal is told beside the button, and the names stay to be changed."""
    press(page, "Play both sides")
    for field in page.locator("#naming input").all():
        field.fill("Ana")
    page.get_by_role("button", name="Begin").click()
    expect(page.locator("#problem")).to_have_text("Please enter two different names.")
    expect(page.locator("#naming input").first).to_have_value("Ana")


def test_both_sides_are_for_two(page: Page) -> None:
    """With more than two players, nobody plays both sides."""
    both = page.get_by_role("button", name="Play both sides")
    page.get_by_role("radio", name="Spanish Parchís").check()
    expect(both).to_be_visible()
    page.get_by_role("radio", name="4 players").check()
    expect(both).to_be_hidden()


def test_name_and_colours(page: Page, site: Site) -> None:
    """The button with the initial changes the name and the colours, and both last."""
    page.locator("#who").click()
    page.get_by_label("Your name").fill("Ødegård")
    page.get_by_label("Colours", exact=True).select_option("High contrast")
    page.get_by_role("button", name="Save").click()
    expect(page.locator("#me")).to_be_hidden()
    expect(page.locator("#who")).to_have_text("Ø")
    page.goto(site.url)
    expect(page.locator("html")).to_have_attribute("data-theme", "contrast")
    expect(page.locator(".kind img").first).to_have_attribute("src", re.compile("theme=contrast"))
    expect(page.locator("#who")).to_have_text("Ø")
    page.evaluate("localStorage.clear()")


def test_dark(windows: Windows, site: Site) -> None:
    """Where the system is dark, so are the page and its pictures."""
    page = windows.take(scheme="dark")
    page.goto(site.url)
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    expect(page.locator(".kind img").first).to_have_attribute("src", re.compile("theme=dark"))


def test_a_lesson(page: Page) -> None:
    """A lesson is one press from the first visit: nobody has to say who they are."""
    page.locator("#learn").get_by_role("link", name="Puluc").click()
    expect(page.locator(".private").last).to_contain_text("Step 1")


def test_games_of_others(page: Page, windows: Windows, site: Site) -> None:
    """A game of others can be watched, and isn't among one's own; lists follow by themselves."""
    other = windows.open()
    other.goto(site.url)
    other.get_by_role("button", name="Play the computer").first.click()
    other.wait_for_url(TABLE)
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(page.locator("#watched a")).to_contain_text("vs Computer (medium)")
    expect(page.locator("#yours a")).to_have_count(0)


def test_a_narrow_window(windows: Windows, site: Site) -> None:
    """Where there is no room beside the cards, the options are below the chosen one."""
    page = windows.take(390, 844)
    page.goto(site.url)
    page.get_by_role("radio", name="Bul").check()
    below = "document.querySelector('.kind:has(:checked)').nextElementSibling.id"
    assert page.evaluate(below) == "chosen"


def test_without_scripts(windows: Windows, site: Site) -> None:
    """Without scripts, the page says so, and its links work."""
    page = windows.open(java_script_enabled=False)
    page.goto(site.url)
    expect(page.locator("noscript .note")).to_be_visible()
    page.locator("#rules").get_by_role("link", name="Bul", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Bul")


def test_accessible(page: Page, site: Site, found: Find) -> None:
    """The page passes axe: at the first visit, with games and names to type, and its dialog."""
    assert found(page) == []
    page.get_by_role("button", name="Play the computer").first.click()
    home(page, site)
    press(page, "Play both sides")
    assert found(page) == []
    page.locator("#who").click()
    assert found(page) == []


def test_the_switch_of_languages(page: Page, site: Site) -> None:
    """The switch, at the end of the page, leads back to the page's own address."""
    page.get_by_role("navigation", name="Language").get_by_role("link", name="English").click()
    page.wait_for_url(f"{site.url}/")
    assert [c["value"] for c in page.context.cookies() if c["name"] == "lang"] == ["en"]
