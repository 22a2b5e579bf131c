"""The text version of a table's page, in a real browser."""

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from engine import open_game
from engine.record import Record, replay
from engine.record_json import read_record_data
from tests.pages.browser import Scheme, Windows
from tests.pages.games import PLACE, Game, Watch

pytestmark = pytest.mark.browser


@pytest.fixture
def over(game: Game) -> Game:
    """A game that has been played to its end."""
    return game.play_out()


def test_without_scripts(over: Game, windows: Windows, watch: Watch) -> None:
    """Without JavaScript, the page links to its text version, with links to all steps."""
    page = watch(over, page=windows.open(java_script_enabled=False))
    page.get_by_role("link", name="The game as text and pictures").click()
    picture = page.locator("#picture img")
    expect(picture).to_be_visible()
    entries = page.locator("#moves li")
    expect(entries.last).to_contain_text("wins.")
    first = entries.nth(1).locator("a").inner_text()
    entries.nth(1).locator("a").click()
    expect(picture).to_have_attribute("src", re.compile(r"/1\.png$"))
    expect(page.locator("#lines")).to_contain_text(first)


def test_stepping(over: Game, watch: Watch) -> None:
    """Links step through the text version."""
    page = watch(over, "/text")
    picture = page.locator("#picture img")
    last = page.locator("#moves li").count() - 1
    for name, step in (("First", 0), ("Forward", 1), ("Last", last), ("Back", last - 1)):
        page.locator("nav").get_by_role("link", name=name).click()
        expect(picture).to_have_attribute("src", re.compile(rf"/{step}\.png$"))


def test_the_review_without_scripts(over: Game, windows: Windows, watch: Watch) -> None:
    """Without JavaScript, a link leads to the review, and from there to the worst moves."""
    page = watch(over, "/text", page=windows.open(java_script_enabled=False))
    page.get_by_role("link", name="Show the review").click()
    expect(page.locator("#chart img")).to_be_visible()
    link = page.locator("#worst a").first
    found = re.match(r"At step (\d+),", link.inner_text())
    assert found is not None
    link.click()
    shown = re.compile(rf"/{found[1]}\.png$")
    expect(page.locator("#picture img")).to_have_attribute("src", shown)


def test_the_way_back(game: Game, watch: Watch) -> None:
    """The text version links back to the channel in which the game is played."""
    page = watch(game, "/text")
    page.get_by_role("link", name="Chat").click()
    expect(page).to_have_url(re.compile(f"/c/{PLACE.channel}(/|$)"))


def test_downloads(over: Game, watch: Watch) -> None:
    """The record, in both formats, and the animated replay can be downloaded."""
    page = watch(over, "/text")
    files = {}
    for name in ("Record (text)", "Record (JSON)", "Animated replay"):
        with page.expect_download() as download:
            page.get_by_role("link", name=name).click()
        files[Path(download.value.suggested_filename).suffix] = Path(
            download.value.path()
        ).read_bytes()
    record = Record.read(files[".txt"].decode())
    assert len(list(replay(open_game(record.header), record.entries))) == len(record.entries)
    assert read_record_data(json.loads(files[".json"])) == record
    assert files[".gif"].startswith(b"GIF89a")


def test_every_width(over: Game, watch: Watch) -> None:
    """The text version and the review don't overflow sideways."""
    for part in ("/text", "/review"):
        page = watch(over, part)
        for width in (320, 400, 1000, 1400):
            page.set_viewport_size({"width": width, "height": 800})
            assert page.evaluate("document.documentElement.scrollWidth") == width


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_board_is_as_dark_as_the_page(
    game: Game, windows: Windows, watch: Watch, scheme: Scheme
) -> None:
    """On a dark page, the board is drawn in the dark theme."""
    page = watch(game, "/text", page=windows.take(scheme=scheme))
    picture = page.locator("#picture img")
    source = picture.evaluate("image => image.decode().then(() => image.currentSrc)")
    assert source.endswith("?theme=dark") == (scheme == "dark")
