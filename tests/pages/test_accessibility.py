"""The pages pass axe, in light and dark themes, narrow and wide."""

import pytest
from playwright.sync_api import expect

from tests.pages.at_table import AtTable
from tests.pages.browser import Windows
from tests.pages.faults import Find
from tests.pages.games import Game, Watch
from tests.pages.people import Come
from tests.pages.site import Site

pytestmark = pytest.mark.browser


def test_the_chat(come: Come, found: Find) -> None:
    """The chat passes axe: cards of challenges, running and finished games, answers and menus."""
    ana, ben = come("Ana"), come("Ben")
    page = ana.page
    for over in (True, False):
        ana.say("/practice easy")
        expect(ana.card).to_contain_text("Press Start")
        ana.sit_down().press("Start")
        assert AtTable(page).throw()
        page.go_back()
        if over:
            ana.say("/resign")
            ana.private.get_by_role("button", name="Yes, resign").click()
            expect(ana.card).to_have_attribute("data-live", "false")
    ben.say("A line for everybody")
    ana.say("/rules")
    expect(ana.private).to_contain_text("Aim.")
    ana.say("/hint")
    expect(ana.private).to_contain_text("Your only move")
    ana.say("/learn")
    expect(ana.private).to_contain_text("Step 1")
    ben.say("/challenge @Ana")
    expect(ana.card).to_contain_text("Ben challenges Ana")
    page.locator("#games-name").click()
    assert found(page) == []
    page.locator("#message").fill("/")
    page.locator("#me").click()
    assert found(page) == []


def test_the_welcome(windows: Windows, site: Site, found: Find) -> None:
    """The page on which players enter their names passes axe."""
    page = windows.take()
    page.goto(f"{site.url}/c/maize")
    page.get_by_label("Your name").wait_for()
    assert found(page) == []


def test_a_visitor_s_name(come: Come, windows: Windows, site: Site, found: Find) -> None:
    """The form by which a visitor takes a seat passes axe."""
    ana = come("Ana")
    ana.say("/open")
    visitor = AtTable.open(windows.take(), site.url + ana.sit_down().path)
    visitor.press("Accept")
    visitor.page.get_by_label("Your name").wait_for()
    assert found(visitor.page) == []


def test_a_game_s_own_pages(game: Game, watch: Watch, site: Site, found: Find) -> None:
    """The text version of a game and the pages of its review, throws and rules pass axe."""
    page = watch(game.play_out(), "/text")
    for path in ("/text", "/review", "/fair"):
        page.goto(f"{site.url}{game.path}{path}")
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        assert found(page) == []
    page.goto(f"{site.url}/rules/puluc")
    assert found(page) == []


def test_looking_back(game: Game, watch: Watch, found: Find) -> None:
    """The result of a game and its review on the table page pass axe."""
    page = watch(game.play_out())
    expect(page.locator(".teaser .chart")).to_be_visible()
    assert found(page) == []
    page.get_by_role("button", name="Review").click()
    expect(page.locator(".judging .chart")).to_be_visible()
    assert found(page) == []
