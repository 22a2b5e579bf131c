"""The review of a finished game on its watch page, in a real browser."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from renderer.chart.layout import FRAME
from tests.pages.browser import Scheme, Windows
from tests.pages.games import Game
from tests.pages.site import Site
from tests.pages.watching import Watch, Watching

pytestmark = pytest.mark.browser
HEADER = "puluc road=7 warriors=3 table=kernels casts=one"
MOVES = 8
REVIEW = re.compile(r"/g/[\w-]+/review$")

CURSOR = """() => {
  const centre = ({ left, width }) => left + width / 2;
  const chart = document.querySelector("#chart img").getBoundingClientRect();
  const cursor = document.querySelector(".cursor").getBoundingClientRect();
  return (centre(cursor) - chart.left) / chart.width;
}"""
"""Returns where the cursor is, as a share of the chart's width."""

LOADED = (
    """() => [...document.querySelectorAll("#worst img")].every((image) => image.naturalWidth)"""
)
"""Whether the pictures of the worst moves are loaded."""


@pytest.fixture
def game(site: Site) -> Game:
    """A game of which some moves have been played, the same ones for all tests."""
    game = Game.offered(site, "a review", HEADER).begin()
    for _ in range(MOVES):
        game.move()
    return game


@pytest.fixture
def over(game: Game) -> Game:
    """That game, which Ana has resigned."""
    return game.resign()


def reviewed(watching: Watching) -> Page:
    """Scroll to the review of an open page, and wait until it is there."""
    watching.page.locator("#review").scroll_into_view_if_needed()
    expect(watching.page.locator(".cursor")).to_be_visible()
    return watching.page


def marks(watching: Watching, step: int) -> None:
    """Check that the page and the cursor are at a step, whose chances are told."""
    watching.stands_at(step)
    wanted = FRAME.left + (FRAME.right - FRAME.left) * step / watching.last
    assert watching.page.evaluate(CURSOR) == pytest.approx(wanted, abs=0.002)
    expect(watching.page.locator("#chances")).to_contain_text(f"Step {step}: ")


def test_the_cursor_follows(over: Game, watch: Watch) -> None:
    """The cursor in the chart is at the step that the page shows."""
    watching = watch(over, "#2")
    page = reviewed(watching)
    marks(watching, 2)
    for key, step in (("ArrowRight", 3), ("End", watching.last), ("Home", 0)):
        page.keyboard.press(key)
        marks(watching, step)


def test_the_cursor_follows_a_replay(over: Game, watch: Watch) -> None:
    """The cursor moves while the game is played back."""
    watching = watch(over)
    reviewed(watching)
    watching.entries.nth(watching.last - 2).locator("a").click()
    watching.button("Play").click()
    marks(watching, watching.last)


def test_a_click_on_the_chart(over: Game, watch: Watch) -> None:
    """A click on the chart goes to the nearest step; beside the plot, to its first or last one."""
    watching = watch(over, "#0")
    chart = reviewed(watching).locator("#chart")
    box = chart.bounding_box()
    assert box is not None
    a_step = box["width"] * (FRAME.right - FRAME.left) / watching.last
    start, y = box["width"] * FRAME.left, box["height"] / 2
    for x, step in (
        (start + 4.4 * a_step, 4),
        (start + 4.6 * a_step, 5),
        (start / 2, 0),
        (box["width"] - 2, watching.last),
    ):
        chart.click(position={"x": x, "y": y})
        marks(watching, step)


def test_a_mistake_leads_to_its_step(over: Game, watch: Watch) -> None:
    """Each of the worst moves has its picture, and leads to the step at which it was made."""
    watching = watch(over)
    page = reviewed(watching)
    links = page.locator("#worst a")
    assert links.count() > 0
    for link in links.all():
        link.scroll_into_view_if_needed()
        found = re.match(r"At step (\d+), (Ana|Ben) played", link.inner_text())
        assert found is not None
        step, name = int(found[1]), found[2]
        link.click()
        marks(watching, step)
        expect(watching.lines).to_contain_text(f"{name} to play")
        expect(page.locator("#picture")).to_be_in_viewport()
    for picture in page.locator("#worst img").all():
        picture.scroll_into_view_if_needed()
    page.wait_for_function(LOADED)


def test_a_running_game(game: Game, watch: Watch) -> None:
    """A running game has no review; the section appears when the game is over."""
    watching = watch(game)
    watching.stands_at(watching.last)
    section = watching.page.locator("#review")
    expect(section).to_be_hidden()
    game.resign()
    expect(section).to_be_visible()
    reviewed(watching)
    watching.stands_at(watching.last)
    marks(watching, watching.last)


def test_the_review_takes_a_while(over: Game, watch: Watch) -> None:
    """While the review is being worked out, the page says so, and can be used."""
    waiting: list[Route] = []

    def hold(route: Route) -> None:
        waiting.append(route)

    watching = watch(over)
    page = watching.page
    page.route(REVIEW, hold)
    page.reload()
    page.locator("#review").scroll_into_view_if_needed()
    expect(page.locator("#reviewing")).to_have_text("Working out the review …")
    page.keyboard.press("Home")
    watching.stands_at(0)
    waiting.pop().continue_()
    expect(page.locator(".cursor")).to_be_visible()
    marks(watching, 0)


@pytest.mark.parametrize(
    ("fail", "why"),
    [
        (lambda route: route.abort(), "The server isn't responding."),
        (lambda route: route.fulfill(status=503), "The review can't be worked out right now."),
    ],
    ids=["network", "busy"],
)
def test_no_review_at_first(
    over: Game, watch: Watch, fail: Callable[[Route], None], why: str
) -> None:
    """If the review can't be loaded, the page says why, and a button tries again."""
    watching = watch(over)
    page = watching.page
    page.route(REVIEW, fail)
    page.reload()
    page.locator("#review").scroll_into_view_if_needed()
    expect(page.locator("#reviewing")).to_contain_text(why)
    page.unroute(REVIEW)
    watching.button("Try again").click()
    reviewed(watching)
    expect(watching.button("Try again")).to_have_count(0)


def test_without_scripts(over: Game, windows: Windows, watch: Watch) -> None:
    """Without JavaScript, a link leads to the review, and from there to the worst moves."""
    watching = watch(over, page=windows.open(java_script_enabled=False))
    page = watching.page
    page.get_by_role("link", name="Show the review").click()
    expect(page.locator("#chart img")).to_be_visible()
    link = page.locator("#worst a").first
    found = re.match(r"At step (\d+),", link.inner_text())
    assert found is not None
    link.click()
    step = int(found[1])
    expect(page.locator("#picture img")).to_have_attribute("src", re.compile(rf"/{step}\.png$"))


def test_every_width(over: Game, watch: Watch) -> None:
    """The review doesn't overflow sideways, and its chart comes before the list of steps."""
    page = reviewed(watch(over))
    for width in (320, 400, 1000, 1200, 1400):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth") == width
        chart, steps = (page.locator(part).bounding_box() for part in ("#chart", "#moves"))
        assert chart is not None
        assert steps is not None
        assert chart["y"] + chart["height"] < steps["y"]


def test_a_wide_window(over: Game, windows: Windows, watch: Watch) -> None:
    """In a wide window, the chart can be seen beside the board."""
    watching = watch(over, page=windows.take(1200, 800))
    page = reviewed(watching)
    for part in ("#picture", "#chart"):
        expect(page.locator(part)).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_pictures_are_as_dark_as_the_page(
    over: Game, windows: Windows, watch: Watch, scheme: Scheme
) -> None:
    """On a dark page, the chart and the worst moves are drawn in the dark theme."""
    watching = watch(over, page=windows.take(scheme=scheme))
    page = reviewed(watching)
    for picture in page.locator("#chart img, #worst img").all():
        picture.scroll_into_view_if_needed()
        source = picture.evaluate("image => image.decode().then(() => image.currentSrc)")
        assert source.endswith("?theme=dark") == (scheme == "dark")
