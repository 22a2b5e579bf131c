"""Seats by link, in a real browser: two people with nothing but a link play a game."""

import re
import time
from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from bot.config import Config, WebMode
from tests.e2e.ports import free_port
from tests.pages.browser import Windows
from tests.pages.site import Site
from tests.watch import Watch as Clock

SECRET = re.compile("#")
"""Addresses that have a secret."""


@pytest.fixture(scope="module")
def public() -> Iterator[Site]:
    """A public site, at an address that its links have."""
    port = free_port()
    settings = Config(
        _env_file=None,
        port=port,
        puluc_url=f"http://127.0.0.1:{port}",  # type: ignore[arg-type] # pydantic reads it
        puluc_web=WebMode.PLAY,
    )
    with Site(Clock(float(int(time.time()))), settings) as site:
        yield site


@pytest.fixture
def ana(windows: Windows, public: Site) -> Page:
    """Ana's window, in which she has just begun a game by link."""
    public.clear()
    page = windows.take()
    page.goto(public.url)
    page.locator("#chosen").wait_for()  # made by the page's script
    page.locator("button[data-begin=link]").first.click()
    page.locator("#naming input").fill("Ana")
    page.keyboard.press("Enter")
    page.locator(".link input").wait_for()
    return page


@pytest.fixture
def link(ana: Page) -> str:
    """The link that Ana's page shows."""
    return ana.locator(".link input").input_value()


def accept(page: Page) -> Locator:
    """Return the button that takes a seat."""
    return page.locator(".panel").get_by_role("button", name="Accept")


def begun(page: Page) -> Locator:
    """Return the table once play has begun."""
    return page.locator('.table[data-status="playing"]')


def take(page: Page, link: str, name: str) -> None:
    """Take a seat by a link, under a name."""
    page.goto(link)
    accept(page).click()
    page.get_by_label("Your name").fill(name)
    page.keyboard.press("Enter")


def test_a_friend_takes_the_seat(windows: Windows, ana: Page, link: str) -> None:
    """The game begins for both, with the names of both."""
    ben = windows.take()
    take(ben, link, "Ben")
    begun(ben).wait_for()
    begun(ana).wait_for()
    expect(ana.locator(".top h1")).to_contain_text("Ben")


def test_the_secret_leaves_the_address(windows: Windows, link: str) -> None:
    """Once it is used, neither history nor bookmarks keep it."""
    ben = windows.take()
    take(ben, link, "Ben")
    expect(ben).not_to_have_url(SECRET)


def test_a_page_that_has_heard_of_it_before(windows: Windows, link: str) -> None:
    """Who sits becomes a player, although the page has already heard that somebody sat down."""
    ben = windows.take()

    def late(route: Route) -> None:
        answer = route.fetch()
        begun(ben).wait_for()
        route.fulfill(response=answer)

    ben.goto(link)
    accept(ben).wait_for()
    ben.route("**/seat", late)
    accept(ben).click()
    ben.get_by_label("Your name").fill("Ben")
    ben.keyboard.press("Enter")
    expect(ben.locator(".top h1")).to_contain_text("with Ana")


def make_new_links(ana: Page, link: str) -> None:
    """Make new links in the menu of Ana's page, and wait until it shows them."""
    ana.locator("#more").click()
    ana.get_by_role("dialog").get_by_role("button", name="Links").click()
    ana.get_by_role("dialog").get_by_role("button", name="New links").click()
    expect(ana.locator(".panel .link input")).not_to_have_value(link)


def test_new_links(ana: Page, link: str) -> None:
    """When the host has made new links, the page shows them."""
    make_new_links(ana, link)


def test_a_code_that_is_being_scanned(ana: Page, link: str) -> None:
    """The QR code stays when something changes on the page, such as the link itself."""
    ana.locator(".scan summary").click()
    make_new_links(ana, link)
    assert ana.locator(".scan").evaluate("(scan) => scan.open")


def test_to_look_takes_nothing(windows: Windows, public: Site, link: str) -> None:
    """Somebody who opens the link and goes away has changed nothing."""
    dora = windows.take()
    dora.goto(link)
    accept(dora).wait_for()
    (table,) = public.store.tables
    assert table.has_free_seat


def test_without_the_secret(windows: Windows, link: str) -> None:
    """The address of the page alone gives no seat, and asks for no word."""
    cara = windows.take()
    cara.goto(link.partition("#")[0])
    cara.locator(".seats").wait_for()
    expect(cara.locator(".panel")).to_contain_text("open the link that you were sent")
    assert not accept(cara).count()
    assert not cara.locator(".word").count()


def test_a_link_that_is_used_up(windows: Windows, ana: Page, link: str) -> None:
    """Whoever comes second watches the game."""
    take(windows.take(), link, "Ben")
    begun(ana).wait_for()
    cara = windows.take()
    cara.goto(link)
    begun(cara).wait_for()
    expect(cara).not_to_have_url(SECRET)


def test_a_link_in_an_open_page(windows: Windows, link: str) -> None:
    """Somebody who already watches can open the link in the same window."""
    ben = windows.take()
    ben.goto(link.partition("#")[0])
    ben.locator(".seats").wait_for()
    ben.goto(link)
    accept(ben).wait_for()


def test_watchers_read_the_rules(windows: Windows, link: str) -> None:
    """Somebody without a name is led to the page of the rules."""
    cara = windows.take()
    cara.goto(link.partition("#")[0])
    cara.locator(".panel").get_by_role("link", name="Rules").click()
    cara.wait_for_url("**/rules/puluc")


def test_a_code_to_scan(ana: Page) -> None:
    """The QR code is shown on demand, and drawn within the page's policy."""
    ana.locator(".scan summary").click()
    expect(ana.locator(".qr svg")).to_be_visible()
    box = ana.locator(".qr svg").bounding_box()
    assert box is not None
    assert box["width"] == pytest.approx(box["height"], abs=1)
    assert box["width"] > 150


def renewed(ana: Page) -> str:
    """Make a new link to Ben's seat in the menu of Ana's page; return it."""
    begun(ana).wait_for()
    ana.locator("#more").click()
    ana.get_by_role("dialog").get_by_role("button", name="Links").click()
    ana.get_by_role("dialog").get_by_role("button", name="New link for Ben").click()
    url = ana.get_by_role("dialog").locator(".link input").input_value()
    ana.keyboard.press("Escape")
    return url


def gone_on(page: Page, link: str) -> None:
    """Continue as Ben with a new link."""
    page.goto(link)
    page.get_by_role("button", name="Continue as Ben").click()
    expect(page.locator(".top h1")).to_contain_text("with Ana")


def test_a_lost_seat(windows: Windows, ana: Page, link: str) -> None:
    """A new link gives the seat to another browser at once, without asking for a name."""
    take(windows.take(), link, "Ben")
    other = windows.take()
    gone_on(other, renewed(ana))
    expect(other).not_to_have_url(SECRET)
    expect(ana.locator(".desk")).to_contain_text("Ben continued in another browser")


def test_a_seat_is_taken_back(windows: Windows, ana: Page, link: str) -> None:
    """The page that had the seat says where it has gone, and one press brings it back."""
    ben, other = windows.take(), windows.take()
    take(ben, link, "Ben")
    gone_on(other, renewed(ana))
    ben.get_by_role("button", name="Take the seat back").click()
    expect(ben.locator(".top h1")).to_contain_text("with Ana")
    expect(other.get_by_role("button", name="Take the seat back")).to_have_count(0)
    expect(other.locator(".top h1")).to_contain_text("Ben")


def test_a_guest_who_is_here(windows: Windows, ana: Page, link: str) -> None:
    """A guest who hasn't lost the seat reads of the new link, and ends it with one press."""
    ben, other = windows.take(), windows.take()
    take(ben, link, "Ben")
    url = renewed(ana)
    ben.get_by_role("button", name="I'm here").click()
    expect(ben.get_by_role("button", name="I'm here")).to_have_count(0)
    other.goto(url)
    expect(other.locator(".toast")).to_contain_text("doesn't give a seat any more")
