"""Friends on the local network, in a real browser."""

import time
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from bot.on_web.network import Network
from tests.pages.at_table import AtTable, play
from tests.pages.browser import ELSEWHERE, Windows
from tests.pages.site import Site
from tests.watch import Watch

pytestmark = pytest.mark.browser

PASTED = """() => {
    const field = document.createElement("textarea");
    document.body.append(field);
    field.focus();
    return field;
}"""
"""Runs in a page: adds a field in which something can be pasted."""


@pytest.fixture
def home() -> Iterator[Site]:
    """A program that is open to the local network."""
    with Site(Watch(float(int(time.time()))), network=Network(ELSEWHERE)) as site:
        yield site


def test_a_friend(home: Site, windows: Windows) -> None:
    """Ana's page on her computer has a link that Ben, elsewhere, can open, play at and copy."""
    page = windows.take()
    page.goto(home.url)
    page.locator("#chosen").get_by_role("button", name="Invite by link").click()
    page.locator("#naming input").first.fill("Ana")
    page.get_by_role("button", name="Begin").click()
    ana = AtTable(page).shown()
    link = page.get_by_label("Link to this game").input_value()
    assert link == f"{home.url.replace('127.0.0.1', ELSEWHERE)}{ana.path}"

    ben = AtTable.open(windows.take(), link)
    assert not ben.page.evaluate("isSecureContext")
    ben.press("Accept")
    ben.page.get_by_label("Your name").fill("Ben")
    ben.answer("Join")
    for table in (ana, ben):
        table.begins()
    play(ana, ben, moves=3)

    ben.menu("Copy the link")
    expect(ben.page.get_by_text("Link copied")).to_be_visible()
    field = ben.page.evaluate_handle(PASTED)
    ben.page.keyboard.press("Control+V")
    assert ben.page.evaluate("field => field.value", field) == link
