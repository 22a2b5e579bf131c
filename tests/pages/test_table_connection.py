"""How the page of a table follows its game: connections, absence, and other pages beside it."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.pages.games import Game, Sit
from tests.pages.site import Site

pytestmark = pytest.mark.browser

EVENTS = re.compile(r"/events\?")
"""Where a page hears of what happens."""

HIDE = """(hidden) => {
    Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
}"""
"""Runs in a page: nobody sees it, or somebody does again."""


def test_a_lost_connection(choice: Game, sit: Sit, own: Callable[..., Page]) -> None:
    """A lost connection is said to be lost until it is found again, and nothing is missed."""
    page = own()
    page.clock.install()
    unreachable = re.compile(r"/(events|update)\?")
    page.route(unreachable, lambda route: route.abort())
    ana = sit(choice, 0, page=page)
    page.clock.fast_forward(2000)
    away = page.get_by_role("alert")
    expect(away).to_have_text("Connection lost, trying again")
    choice.move()
    page.unroute(unreachable)
    page.clock.fast_forward(2000)
    expect(away).to_be_hidden()
    expect(ana.turn).to_have_text("Ben to move")


def test_a_silent_connection(choice: Game, sit: Sit, own: Callable[..., Page]) -> None:
    """A page that hears nothing for a minute connects anew: the old connection may be dead."""
    page = own()
    page.clock.install()
    page.route(EVENTS, lambda _: None)  # never answered
    ana = sit(choice, 0, page=page)
    choice.move()
    page.unroute(EVENTS)
    page.clock.fast_forward(66_000)
    expect(ana.turn).to_have_text("Ben to move")


def test_out_of_sight(choice: Game, sit: Sit, own: Callable[..., Page]) -> None:
    """A page that nobody sees for a while leaves the table, until somebody sees it again."""
    ana = sit(choice, 0)
    page = own()
    page.clock.install()
    watching = sit(choice, page=page)
    expect(watching.turn).to_have_text("Ana to move")
    eyes = ana.page.locator(".eyes")
    expect(eyes).to_be_visible()
    page.evaluate(HIDE, True)
    page.clock.fast_forward(30_000)
    expect(eyes).to_be_hidden()
    choice.move()
    page.evaluate(HIDE, False)
    expect(watching.turn).to_have_text("Ben to move")
    expect(eyes).to_be_visible()


def test_two_windows(choice: Game, sit: Sit) -> None:
    """A second window of the same player follows the first."""
    first = sit(choice, 0)
    second = sit(choice, 0)
    first.moves.first.click()
    expect(second.turn).to_have_text("Ben to move")
    expect(second.moves).to_have_count(0)


def test_going_back(choice: Game, sit: Sit) -> None:
    """Whoever goes back to the page sees the newest scene."""
    ana = sit(choice, 0)
    ana.page.goto(f"{choice.site.url}/c/other")
    choice.move()
    ana.page.go_back()
    ana.shown()
    expect(ana.turn).to_have_text("Ben to move")


def test_the_switch_of_languages(site: Site, sit: Sit) -> None:
    """The switch is in the menu, and leads back to the game as it was seen."""
    ana = sit(Game.offered(site, "a language").begin(), 0)
    ana.page.evaluate("history.replaceState(null, '', `${location.pathname}?step=2`)")
    before = ana.page.url
    ana.page.locator("#more").click()
    with ana.page.expect_navigation():
        ana.page.get_by_role("dialog").get_by_role("link", name="English").click()
    assert ana.page.url == before
