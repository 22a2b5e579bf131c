"""The pages pass axe, in light and dark themes, narrow and wide."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Page, expect

if TYPE_CHECKING:
    from conftest import Bot, Person, Windows

pytestmark = pytest.mark.browser
Come = Callable[..., "Person"]

AXE = (Path(__file__).parent / "axe" / "axe.min.js").read_text("utf-8")
RUN = """async () => (await axe.run()).violations.flatMap(({id, help, nodes}) =>
    nodes.map(({target}) => `${id} (${help}): ${target}`))"""
LOOKS = [(scheme, width) for scheme in ("light", "dark") for width in (320, 1280)]
SIDEWAYS = """() => [document.documentElement, ...document.querySelectorAll("body, body *")]
    .filter((each) => each.scrollWidth > each.clientWidth && each.clientWidth > 0)
    .filter((each) => each === document.documentElement
        || ["auto", "scroll"].includes(getComputedStyle(each).overflowX))
    .map((each) => each.id || each.className || each.tagName)"""


def found(page: Page) -> list[str]:
    """Return axe's findings on a page in each look, and anything that overflows sideways."""
    page.evaluate(AXE)
    faults = []
    for scheme, width in LOOKS:
        page.emulate_media(color_scheme=scheme)
        page.set_viewport_size({"width": width, "height": 800})
        faults += [f"{scheme}, {width} px: {fault}" for fault in page.evaluate(RUN)]
        faults += [f"{width} px: {part} scrolls sideways" for part in page.evaluate(SIDEWAYS)]
    page.emulate_media(color_scheme="light")
    page.set_viewport_size({"width": 1000, "height": 900})
    return faults


@pytest.fixture
def ana(come: Come) -> "Person":
    """Ana, who has finished a game."""
    ana = come("Ana")
    ana.say("/practice easy puluc road=7 warriors=1")
    ana.press("Start")
    ana.sees(2)
    ana.awaits_a_press()
    while not ana.is_over:
        before = ana.revision
        ana.moves.first.click()
        ana.sees(before + 1)
        ana.awaits_a_press()
    return ana


def test_the_chat(ana: "Person", come: Come) -> None:
    """The chat passes axe: boards of challenges, running and finished games, answers and menus."""
    ben, page = come("Ben"), ana.page
    ben.say("A line for everybody")
    ana.say("/practice easy")
    ana.press("Start")
    ana.board.locator(".spot").first.wait_for()
    ana.say("/rules")
    expect(ana.private).to_contain_text("Aim.")
    ana.say("/hint")
    expect(ana.private).to_contain_text("Your only move")
    ana.say("/learn")
    expect(ana.private).to_contain_text("Step 1")
    ben.say("/challenge @Ana")
    expect(ana.board).to_contain_text("Ben challenges Ana")
    ana.board.get_by_text("Add a word that helps").click()
    page.locator("#games-name").click()
    assert found(page) == []
    page.locator("#message").fill("/")
    page.locator("#me").click()
    assert found(page) == []


def test_the_welcome(windows: "Windows", bot: "Bot") -> None:
    """The page on which players enter their names passes axe."""
    page = windows.take()
    page.goto(bot.url)
    page.get_by_label("Your name").wait_for()
    assert found(page) == []


def test_a_game_s_own_pages(ana: "Person", bot: "Bot") -> None:
    """A finished game's page and the pages of its review, throws and rules pass axe."""
    link = ana.board.locator('a[href^="/g/"]').first.get_attribute("href") or ""
    path = link.partition("#")[0]
    for page in (path, f"{path}/review", f"{path}/fair", "/rules/puluc"):
        ana.page.goto(f"{bot.url}{page}")
        expect(ana.page.get_by_role("heading", level=1)).to_be_visible()
        if page == path:
            ana.page.locator("#review").scroll_into_view_if_needed()
            expect(ana.page.locator("#chart")).to_be_visible()
        assert found(ana.page) == []
