"""Watching a game on its own page, in a real browser."""

import json
import re
import signal
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from engine import open_game
from engine.record import Record, replay
from engine.record_json import read_record_data
from tests.e2e.watching import Watch, move, play_out

if TYPE_CHECKING:
    from conftest import Bot, Person

pytestmark = pytest.mark.browser
SMALL = "/puluc practice easy road=7 warriors=3"


@pytest.fixture
def ana(come: Callable[..., "Person"]) -> "Person":
    """Ana, who has started a game against the computer."""
    ana = come("Ana")
    ana.say(SMALL)
    ana.sees(1)
    ana.press("Start")
    ana.sees(2)
    ana.awaits_a_press()
    return ana


def test_the_watch_page_has_no_move_buttons(ana: "Person", bot: "Bot", watch: Watch) -> None:
    """The page of a running game shows its board, without buttons to play."""
    watching = watch(ana, bot)
    expect(watching.page.locator("#picture img")).to_be_visible()
    buttons = watching.page.get_by_role("button")
    expect(buttons).to_contain_text(["First", "Back", "Forward", "Live", "Play"])
    expect(buttons).to_have_count(5)


def test_stepping(ana: "Person", bot: "Bot", watch: Watch) -> None:
    """Buttons, keys, slider and list step through the game; the address has the step."""
    play_out(ana)
    watching = watch(ana, bot)
    last, page = watching.last, watching.page
    assert last > 3
    watching.stands_at(last)
    for act, step in (
        (lambda: watching.button("First").click(), 0),
        (lambda: watching.button("Forward").click(), 1),
        (lambda: page.keyboard.press("ArrowRight"), 2),
        (lambda: page.keyboard.press("End"), last),
        (lambda: page.keyboard.press("ArrowRight"), last),
        (lambda: page.keyboard.press("ArrowLeft"), last - 1),
        (lambda: page.keyboard.press("Home"), 0),
        (lambda: watching.button("Last").click(), last),
        (lambda: watching.button("Back").click(), last - 1),
        (lambda: watching.entries.nth(1).locator("a").click(), 1),
        (lambda: page.get_by_role("slider").fill("2"), 2),
        (lambda: page.get_by_role("slider").press("ArrowRight"), 3),
    ):
        act()
        watching.stands_at(step)
        expect(page).to_have_url(re.compile(rf"#{step}$"))


SEEN = """() => {
  window.seen = [];
  const list = document.querySelector("#moves");
  new MutationObserver((changes) => {
    for (const { target } of changes) {
      if (target.hasAttribute("aria-current")) {
        window.seen.push([...list.children].indexOf(target.parentElement));
      }
    }
  }).observe(list, { subtree: true, attributeFilter: ["aria-current"] });
}"""
"""Records which steps are shown, in order."""


def test_playing(ana: "Person", bot: "Bot", watch: Watch) -> None:
    """Play advances to the end step by step at the chosen speed, and then stops."""
    play_out(ana)
    watching = watch(ana, bot)
    last, page = watching.last, watching.page
    watching.entries.nth(last - 4).locator("a").click()
    watching.stands_at(last - 4)
    page.evaluate(SEEN)
    page.get_by_label("Speed").select_option("quadruple")
    watching.button("Play").click()
    expect(watching.button("Pause")).to_be_visible()
    watching.stands_at(last)
    expect(watching.button("Play")).to_be_visible()
    assert page.evaluate("window.seen") == [*range(last - 3, last + 1)]


def test_playing_again(ana: "Person", bot: "Bot", watch: Watch) -> None:
    """At the end, Play starts again; Pause or choosing a step stops it."""
    play_out(ana)
    watching = watch(ana, bot)
    watching.stands_at(watching.last)
    page = watching.page
    page.evaluate(SEEN)
    watching.button("Play").click()
    watching.button("Pause").click()
    assert page.evaluate("window.seen")[0] == 0
    expect(watching.button("Play")).to_be_visible()
    watching.button("Play").click()
    watching.button("Last").click()
    watching.stands_at(watching.last)
    expect(watching.button("Play")).to_be_visible()


def test_no_step_is_skipped(ana: "Person", bot: "Bot", watch: Watch) -> None:
    """However many steps arrive at once, a page that follows the game shows each of them."""
    watching = watch(ana, bot)
    begun = watching.last
    watching.stands_at(begun)
    watching.page.evaluate(SEEN)
    play_out(ana)
    expect(watching.page.locator("#state")).to_contain_text("This game is over.")
    watching.stands_at(watching.last)
    assert watching.page.evaluate("window.seen") == [*range(begun + 1, watching.last + 1)]


def test_the_headline_follows(ana: "Person", bot: "Bot", watch: Watch) -> None:
    """The heading and title name the players, and the result as soon as there is one."""
    watching = watch(ana, bot)
    heading = watching.page.get_by_role("heading", level=1)
    expect(heading).to_have_text("Ana vs Computer (easy)")
    ana.say("/puluc resign")
    ana.private.get_by_role("button", name="Yes, resign").click()
    expect(heading).to_contain_text("Ana resigned. Computer (easy) wins.")
    expect(watching.page).to_have_title(re.compile("Ana resigned"))


def test_the_way_back(ana: "Person", bot: "Bot", watch: Watch) -> None:
    """The page links back to the channel in which the game is played."""
    watching = watch(ana, bot)
    channel = re.sub("/as/.*", "", ana.page.url)
    watching.page.get_by_role("link", name="Chat").click()
    expect(watching.page).to_have_url(re.compile(re.escape(channel)))


def test_a_step_can_be_linked(ana: "Person", bot: "Bot", watch: Watch) -> None:
    """An address with a step opens at that step, with or without JavaScript."""
    play_out(ana)
    for rest in ("#2", "?step=2"):
        watching = watch(ana, bot, rest)
        watching.stands_at(2)
        expect(watching.page).to_have_url(re.compile("/g/[^?]+#2$"))


@pytest.mark.parametrize("step", ["999", "x", "-1", "%"])
def test_an_invalid_step(ana: "Person", bot: "Bot", watch: Watch, step: str) -> None:
    """An address with an invalid step says so and shows the current position."""
    watching = watch(ana, bot, f"#{step}")
    expect(watching.page.locator("#note")).to_contain_text("This game has no step")
    watching.stands_at(watching.last)


def test_following(ana: "Person", bot: "Bot", watch: Watch) -> None:
    """A page at the end of a running game follows it to the very end."""
    watching = watch(ana, bot)
    before = watching.last
    watching.stands_at(before)
    move(ana)
    watching.follows(ana)
    assert watching.last > before
    watching.stands_at(watching.last)
    expect(watching.page).to_have_url(re.compile("/g/[^#]+$"))
    play_out(ana)
    expect(watching.page.locator("#state")).to_contain_text("This game is over.")
    expect(watching.button("Last")).to_be_visible()
    watching.stands_at(watching.last)
    expect(watching.lines).to_contain_text("wins.")
    expect(watching.page.get_by_role("link", name="Animated replay")).to_be_visible()


@pytest.mark.parametrize("stays", [False, True], ids=["following", "at the first step"])
def test_moves_are_taken_back(ana: "Person", bot: "Bot", watch: Watch, *, stays: bool) -> None:
    """Steps that were taken back disappear; the page shows the last that stands, or stays."""
    move(ana)
    watching = watch(ana, bot)
    page, before = watching.page, watching.last
    words, earlier = watching.lines.inner_text(), page.request.get(page.url).text()
    move(ana)
    watching.follows(ana)
    watching.stands_at(watching.last)
    if stays:
        watching.button("First").click()
    revision = f'data-revision="{ana.revision + 1}"'
    undone = re.sub(r'data-revision="\d+"', revision, earlier)
    address = re.compile(r"/g/[\w-]+$")
    page.route(address, lambda route: route.fulfill(body=undone, content_type="text/html"))
    expect(page.locator(f"main[{revision}]")).to_have_count(1)
    assert watching.last == before
    watching.stands_at(0 if stays else before)
    expect(page.locator("#note")).to_be_empty()
    if not stays:
        assert watching.lines.inner_text() == words
    page.unroute(address)
    watching.follows(ana)
    assert watching.last > before
    watching.stands_at(0 if stays else watching.last)


def test_staying(ana: "Person", bot: "Bot", watch: Watch) -> None:
    """A page at an earlier step stays there, and offers the new moves."""
    move(ana)
    watching = watch(ana, bot)
    watching.button("First").click()
    move(ana)
    watching.follows(ana)
    expect(watching.page.locator("#note")).to_have_text("New moves have been played.")
    watching.stands_at(0)
    watching.button("Live").click()
    watching.stands_at(watching.last)
    expect(watching.page.locator("#note")).to_be_empty()


def test_an_offer_becomes_a_game(come: Callable[..., "Person"], bot: "Bot", watch: Watch) -> None:
    """The page of a challenge turns into that of the game when it begins."""
    ana = come("Ana")
    ana.say(SMALL)
    ana.sees(1)
    watching = watch(ana, bot)
    expect(watching.lines).to_contain_text("Ana")
    expect(watching.button("First")).to_have_count(0)
    ana.press("Start")
    ana.sees(2)
    ana.awaits_a_press()
    watching.follows(ana)
    expect(watching.button("Live")).to_be_visible()
    watching.stands_at(watching.last)


def test_alternative_text_at_each_step(ana: "Person", bot: "Bot", watch: Watch) -> None:
    """The picture has alt text at each step, and updates are announced politely."""
    play_out(ana)
    watching = watch(ana, bot, "#0")
    watching.stands_at(0)
    picture = watching.page.locator("#picture img")
    before = picture.get_attribute("alt")
    assert "to move" in (before or "")
    expect(watching.lines).to_have_role("status")
    watching.button("Last").click()
    expect(picture).to_have_attribute("alt", re.compile("Game over"))


def test_without_scripts(ana: "Person", bot: "Bot", watch: Watch) -> None:
    """Without JavaScript, the page shows the board and a list of steps whose links work."""
    play_out(ana)
    watching = watch(ana, bot, java_script_enabled=False)
    picture = watching.page.locator("#picture img")
    expect(picture).to_be_visible()
    expect(watching.page.get_by_role("button")).to_have_count(0)
    expect(watching.entries.last).to_contain_text("wins.")
    watching.entries.nth(1).locator("a").click()
    expect(picture).to_have_attribute("src", re.compile(r"/1\.png$"))
    first = watching.entries.nth(1).locator("a").inner_text()
    expect(watching.lines).to_contain_text(first)


def test_downloads(ana: "Person", bot: "Bot", watch: Watch) -> None:
    """The record, in both formats, and the animated replay can be downloaded."""
    play_out(ana)
    watching = watch(ana, bot)
    files = {}
    for name in ("Record (text)", "Record (JSON)", "Animated replay"):
        with watching.page.expect_download() as download:
            watching.page.get_by_role("link", name=name).click()
        files[Path(download.value.suggested_filename).suffix] = Path(
            download.value.path()
        ).read_bytes()
    record = Record.read(files[".txt"].decode())
    assert len(list(replay(open_game(record.header), record.entries))) == len(record.entries)
    assert read_record_data(json.loads(files[".json"])) == record
    assert files[".gif"].startswith(b"GIF89a")


def test_the_way_there(come: Callable[..., "Person"]) -> None:
    """Every board links to the page; for a finished game, the link offers to step through it."""
    ana = come("Ana")
    ana.say(SMALL)
    ana.sees(1)
    link = ana.board.get_by_role("link", name="Watch")
    expect(link).to_be_visible()
    ana.press("Start")
    ana.sees(2)
    expect(link).to_be_visible()
    play_out(ana)
    expect(ana.board.get_by_role("link", name="Step through")).to_be_visible()


def test_nothing_to_step_through(come: Callable[..., "Person"]) -> None:
    """A cancelled challenge has no link to a page."""
    ana = come("Ana")
    ana.say(SMALL)
    ana.sees(1)
    ana.press("Cancel")
    ana.sees(2)
    expect(ana.board.get_by_role("link", name="Watch")).to_have_count(0)


@pytest.mark.parametrize("width", [320, 400, 1000, 1280, 1400])
def test_every_width(ana: "Person", bot: "Bot", watch: Watch, width: int) -> None:
    """The page doesn't overflow sideways, and board and buttons are visible without scrolling."""
    watching = watch(ana, bot, viewport={"width": width, "height": 800})
    assert watching.page.evaluate("document.documentElement.scrollWidth") == width
    for name in ("First", "Back", "Forward", "Live", "Play"):
        expect(watching.button(name)).to_be_in_viewport(ratio=1)


def test_dark_and_light(ana: "Person", bot: "Bot", watch: Watch) -> None:
    """The page follows the system's light or dark mode."""
    grounds = [
        watch(ana, bot, color_scheme=scheme).page.evaluate(
            "getComputedStyle(document.body).backgroundColor"
        )
        for scheme in ("light", "dark")
    ]
    assert grounds == ["rgb(250, 244, 230)", "rgb(27, 21, 17)"]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_board_is_as_dark_as_the_page(
    ana: "Person", bot: "Bot", watch: Watch, scheme: str
) -> None:
    """On a dark page, the board is drawn in the dark theme at every step."""
    move(ana)
    watching = watch(ana, bot, color_scheme=scheme)
    theme = "?theme=dark" if scheme == "dark" else ""
    for step in (watching.last, 0):
        if step == 0:
            watching.button("First").click()
        watching.stands_at(step)
        watching.page.wait_for_function(
            "end => document.querySelector('#picture img').currentSrc.endsWith(end)",
            arg=f"/{step}.png{theme}",
        )


def test_the_server_goes_and_comes(ana: "Person", bot: "Bot", watch: Watch) -> None:
    """While the server is down, the page says so and stays; then it continues by itself."""
    move(ana)
    watching = watch(ana, bot)
    watching.stands_at(watching.last)
    bot.end(signal.SIGKILL)
    expect(watching.page.locator("#note")).to_contain_text("The server isn't responding")
    watching.button("First").click()
    expect(watching.lines).to_contain_text("goes first.")
    bot.start()
    expect(watching.page.locator("#note")).to_be_empty()
    watching.stands_at(0)
