"""Watching a game on its own page, in a real browser."""

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from engine import open_game
from engine.record import Record, replay
from engine.record_json import read_record_data
from tests.pages.browser import Scheme, Windows
from tests.pages.games import PLACE, Game
from tests.pages.watching import POLL_SECONDS, Watch

pytestmark = pytest.mark.browser
SMALL = "/puluc practice easy road=5 warriors=1"

EVERYTHING = "**"

PLAY_SECONDS = 1.5
"""How long a replay shows each step, at the usual speed."""

NEWS_SECONDS = 0.9
"""The same for steps that have just been played."""


@pytest.fixture
def over(game: Game) -> Game:
    """A game that has been played to its end."""
    return game.play_out()


def test_the_watch_page_has_no_move_buttons(game: Game, watch: Watch) -> None:
    """The page of a running game shows its board, without buttons to play."""
    watching = watch(game)
    expect(watching.page.locator("#picture img")).to_be_visible()
    buttons = watching.page.get_by_role("button")
    expect(buttons).to_contain_text(["First", "Back", "Forward", "Live", "Play"])
    expect(buttons).to_have_count(5)


def test_stepping(over: Game, watch: Watch) -> None:
    """Buttons, keys, slider and list step through the game; the address has the step."""
    watching = watch(over)
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


def test_playing(over: Game, watch: Watch) -> None:
    """Play advances to the end step by step at the chosen speed, and then stops."""
    watching = watch(over)
    last, page = watching.last, watching.page
    watching.entries.nth(last - 4).locator("a").click()
    watching.stands_at(last - 4)
    page.evaluate(SEEN)
    page.get_by_label("Speed").select_option("quadruple")
    watching.button("Play").click()
    expect(watching.button("Pause")).to_be_visible()
    watching.plays_to_the_end(PLAY_SECONDS / 4)
    expect(watching.button("Play")).to_be_visible()
    assert page.evaluate("window.seen") == [*range(last - 3, last + 1)]


def test_playing_again(over: Game, watch: Watch) -> None:
    """At the end, Play starts again; Pause or choosing a step stops it."""
    watching = watch(over)
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


def test_no_step_is_skipped(game: Game, watch: Watch) -> None:
    """However many steps arrive at once, a page that follows the game shows each of them."""
    watching = watch(game)
    begun = watching.last
    watching.stands_at(begun)
    watching.page.evaluate(SEEN)
    game.play_out()
    watching.follows(game)
    expect(watching.page.locator("#state")).to_contain_text("This game is over.")
    watching.plays_to_the_end(NEWS_SECONDS)
    assert watching.page.evaluate("window.seen") == [*range(begun + 1, watching.last + 1)]


def test_the_headline_follows(game: Game, watch: Watch) -> None:
    """The heading and title name the players, and the result as soon as there is one."""
    watching = watch(game)
    heading = watching.page.get_by_role("heading", level=1)
    expect(heading).to_have_text("Ana vs Ben")
    game.resign()
    watching.follows(game)
    expect(heading).to_contain_text("Ana resigned. Ben wins.")
    expect(watching.page).to_have_title(re.compile("Ana resigned"))


def test_the_way_back(game: Game, watch: Watch) -> None:
    """The page links back to the channel in which the game is played."""
    watching = watch(game)
    watching.page.get_by_role("link", name="Chat").click()
    expect(watching.page).to_have_url(re.compile(f"/c/{PLACE.channel}(/|$)"))


def test_a_step_can_be_linked(over: Game, watch: Watch) -> None:
    """An address with a step opens at that step, with or without JavaScript."""
    for rest in ("#2", "?step=2"):
        watching = watch(over, rest)
        watching.stands_at(2)
        expect(watching.page).to_have_url(re.compile("/g/[^?]+#2$"))


@pytest.mark.parametrize(
    "step", ["999", "%", *(pytest.param(each, marks=pytest.mark.night) for each in ("x", "-1"))]
)
def test_an_invalid_step(game: Game, watch: Watch, step: str) -> None:
    """An address with an invalid step says so and shows the current position."""
    watching = watch(game, f"#{step}")
    expect(watching.page.locator("#note")).to_contain_text("This game has no step")
    watching.stands_at(watching.last)


def test_following(game: Game, watch: Watch) -> None:
    """A page at the end of a running game follows it to the very end."""
    watching = watch(game)
    before = watching.last
    watching.stands_at(before)
    game.move()
    watching.follows(game)
    assert watching.last > before
    watching.stands_at(watching.last)
    expect(watching.page).to_have_url(re.compile("/g/[^#]+$"))
    game.play_out()
    watching.follows(game)
    expect(watching.page.locator("#state")).to_contain_text("This game is over.")
    expect(watching.button("Last")).to_be_visible()
    watching.plays_to_the_end(NEWS_SECONDS)
    expect(watching.lines).to_contain_text("wins.")
    expect(watching.page.get_by_role("link", name="Animated replay")).to_be_visible()


@pytest.mark.parametrize("stays", [False, True], ids=["following", "at the first step"])
def test_moves_are_taken_back(game: Game, watch: Watch, *, stays: bool) -> None:
    """Steps that were taken back disappear; the page shows the last that stands, or stays."""
    game.move()
    watching = watch(game)
    page, before = watching.page, watching.last
    words = watching.lines.inner_text()
    seat = game.move()
    watching.follows(game)
    assert watching.last > before
    watching.plays_to_the_end(NEWS_SECONDS)
    if stays:
        watching.button("First").click()
    game.take_back(seat)
    watching.follows(game)
    assert watching.last == before
    watching.stands_at(0 if stays else before)
    expect(page.locator("#note")).to_be_empty()
    if not stays:
        assert watching.lines.inner_text() == words
    game.move()
    watching.follows(game)
    assert watching.last > before
    if not stays:
        watching.plays_to_the_end(NEWS_SECONDS)
    watching.stands_at(0 if stays else watching.last)


def test_staying(game: Game, watch: Watch) -> None:
    """A page at an earlier step stays there, and offers the new moves."""
    game.move()
    watching = watch(game)
    watching.button("First").click()
    game.move()
    watching.follows(game)
    expect(watching.page.locator("#note")).to_have_text("New moves have been played.")
    watching.stands_at(0)
    watching.button("Live").click()
    watching.stands_at(watching.last)
    expect(watching.page.locator("#note")).to_be_empty()


def test_an_offer_becomes_a_game(offer: Game, watch: Watch) -> None:
    """The page of a challenge turns into that of the game when it begins."""
    watching = watch(offer)
    expect(watching.lines).to_contain_text("Ana")
    expect(watching.button("First")).to_have_count(0)
    offer.begin()
    watching.follows(offer)
    expect(watching.button("Live")).to_be_visible()
    watching.stands_at(watching.last)


def test_alternative_text_at_each_step(over: Game, watch: Watch) -> None:
    """The picture has alt text at each step, and updates are announced politely."""
    watching = watch(over, "#0")
    watching.stands_at(0)
    picture = watching.page.locator("#picture img")
    before = picture.get_attribute("alt")
    assert "to move" in (before or "")
    expect(watching.lines).to_have_role("status")
    watching.button("Last").click()
    expect(picture).to_have_attribute("alt", re.compile("Game over"))


def test_without_scripts(over: Game, windows: Windows, watch: Watch) -> None:
    """Without JavaScript, the page shows the board and a list of steps whose links work."""
    watching = watch(over, page=windows.open(java_script_enabled=False))
    picture = watching.page.locator("#picture img")
    expect(picture).to_be_visible()
    expect(watching.page.get_by_role("button")).to_have_count(0)
    expect(watching.entries.last).to_contain_text("wins.")
    watching.entries.nth(1).locator("a").click()
    expect(picture).to_have_attribute("src", re.compile(r"/1\.png$"))
    first = watching.entries.nth(1).locator("a").inner_text()
    expect(watching.lines).to_contain_text(first)


def test_downloads(over: Game, watch: Watch) -> None:
    """The record, in both formats, and the animated replay can be downloaded."""
    watching = watch(over)
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


def test_every_width(game: Game, watch: Watch) -> None:
    """The page doesn't overflow sideways, and board and buttons are visible without scrolling."""
    watching = watch(game)
    for width in (320, 400, 1000, 1280, 1400):
        watching.page.set_viewport_size({"width": width, "height": 800})
        assert watching.page.evaluate("document.documentElement.scrollWidth") == width
        for name in ("First", "Back", "Forward", "Live", "Play"):
            expect(watching.button(name)).to_be_in_viewport(ratio=1)


def test_dark_and_light(game: Game, windows: Windows, watch: Watch) -> None:
    """The page follows the system's light or dark mode."""
    grounds = [
        watch(game, page=windows.take(scheme=scheme)).page.evaluate(
            "getComputedStyle(document.body).backgroundColor"
        )
        for scheme in ("light", "dark")
    ]
    assert grounds == ["rgb(250, 244, 230)", "rgb(27, 21, 17)"]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_board_is_as_dark_as_the_page(
    game: Game, windows: Windows, watch: Watch, scheme: Scheme
) -> None:
    """On a dark page, the board is drawn in the dark theme at every step."""
    game.move()
    watching = watch(game, page=windows.take(scheme=scheme))
    theme = "?theme=dark" if scheme == "dark" else ""
    for step in (watching.last, 0):
        if step == 0:
            watching.button("First").click()
        watching.stands_at(step)
        watching.page.wait_for_function(
            "end => document.querySelector('#picture img').currentSrc.endsWith(end)",
            arg=f"/{step}.png{theme}",
        )


def test_the_server_goes_and_comes(game: Game, watch: Watch) -> None:
    """While the server is down, the page says so and stays; then it continues by itself."""
    game.move()
    watching = watch(game)
    page = watching.page
    watching.stands_at(watching.last)
    page.route(EVERYTHING, lambda route: route.abort())
    watching.passes(POLL_SECONDS)
    expect(page.locator("#note")).to_contain_text("The server isn't responding")
    watching.button("First").click()
    expect(watching.lines).to_contain_text("goes first.")
    page.unroute(EVERYTHING)
    watching.passes(POLL_SECONDS)
    expect(page.locator("#note")).to_be_empty()
    watching.stands_at(0)
