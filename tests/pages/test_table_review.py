"""Looking back on the table page: the result, the steps, the worst moves, in a real browser."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from engine.corn import commitment
from tests.pages.browser import Windows
from tests.pages.games import Game, Watch
from tests.pages.site import Site

pytestmark = pytest.mark.browser
HEADER = "puluc road=7 warriors=3 table=kernels casts=one"
MOVES = 8
JUDGED = re.compile(r"/judged(\?|$)")


@pytest.fixture
def running(site: Site) -> Game:
    """A game of which some moves have been played, the same ones for all tests."""
    game = Game.offered(site, "a review", HEADER).begin()
    for _ in range(MOVES):
        game.move()
    return game


@pytest.fixture
def over(running: Game) -> Game:
    """That game, which Ana has resigned."""
    return running.resign()


@pytest.fixture
def still(windows: Windows) -> Page:
    """A window of somebody who wants no motion."""
    page = windows.take()
    page.emulate_media(reduced_motion="reduce")
    return page


def button(page: Page, name: str) -> Locator:
    return page.get_by_role("button", name=name, exact=True)


def stands_at(page: Page, step: int, last: int | None = None) -> None:
    """Check that the band and the address name a step."""
    of = r"\d+" if last is None else str(last)
    expect(page.locator(".says")).to_have_text(re.compile(rf"^Step {step} of {of}(?!\d)"))
    expect(page).to_have_url(re.compile(rf"#{step}$"))


def last_of(page: Page) -> int:
    """Return the number of the last step."""
    says = page.locator(".says")
    expect(says).to_have_text(re.compile("^Step"))
    return int(says.evaluate("(says) => says.firstChild.textContent").split()[-1])


def pieces(page: Page) -> list[str]:
    """Return the pieces on the board."""
    shown: list[str] = page.evaluate(
        """() => [...document.querySelectorAll(".pieces .piece:not(.walker)")].map((piece) =>
          [piece.dataset.id, piece.dataset.key, piece.style.cssText.match(/--[xy]: ?[\\d.-]+/g)]
            .join(" ")).sort()"""
    )
    return shown


def test_the_result(site: Site, over: Game, watch: Watch, still: Page) -> None:
    """The desk of a finished game has its review, chart, turning point, accuracy and luck."""
    page = watch(over, page=still)
    expect(button(page, "Review")).to_be_visible()
    teaser = page.locator(".teaser")
    expect(teaser.locator(".chart")).to_be_visible()
    expect(teaser).to_contain_text("The turning point:")
    for name in ("Ana", "Ben"):
        expect(teaser).to_contain_text(re.compile(rf"{name} \d+% accurate, luck \S+ points"))
    expect(page.get_by_role("link", name="New game")).to_have_attribute("href", "/")
    committed = commitment(site.table(over.id).seed)
    fair = page.get_by_role("link", name="Fair throws")
    expect(fair).to_have_attribute("href", f"{over.path}/fair#{committed}")


def test_stepping(over: Game, watch: Watch, still: Page) -> None:
    """Buttons, keys, and the chart step through the game."""
    page = watch(over, page=still)
    button(page, "Review").click()
    last = last_of(page)
    chart = page.locator(".judging .chart")
    expect(chart).to_be_visible()
    box = chart.bounding_box()
    assert box is not None
    where = {"x": box["width"] * 4.2 / last, "y": 10.0}
    for act, step in (
        (lambda: button(page, "First step").click(), 0),
        (lambda: button(page, "Forward").click(), 1),
        (lambda: page.keyboard.press("ArrowRight"), 2),
        (lambda: page.keyboard.press("ArrowLeft"), 1),
        (lambda: page.keyboard.press("End"), last),
        (lambda: page.keyboard.press("ArrowRight"), last),
        (lambda: button(page, "Back").click(), last - 1),
        (lambda: page.keyboard.press("Home"), 0),
        (lambda: button(page, "Last step").click(), last),
        (lambda: chart.click(position=where), 4),
    ):
        act()
        stands_at(page, step, last)


def test_quick_keys(over: Game, watch: Watch, still: Page) -> None:
    """Keys that follow each other quickly all count."""
    page = watch(over, "#0", still)
    stands_at(page, 0)
    for _ in range(4):
        page.keyboard.press("ArrowRight")
    stands_at(page, 4)


def test_motion_leads_to_the_same_board(
    over: Game, windows: Windows, watch: Watch, still: Page
) -> None:
    """A step that was walked to with motion looks as it does at once."""
    page = watch(over, "#2", windows.take())
    stands_at(page, 2)
    button(page, "Forward").click()
    stands_at(page, 3)
    expect(page.locator(".walker, .toss")).to_have_count(0)
    expect(page.locator(".tray .number")).to_be_visible()
    at_once = watch(over, "#3", still)
    stands_at(at_once, 3)
    expect(at_once.locator(".tray .number")).to_be_visible()
    assert pieces(page) == pieces(at_once)


def test_playing(over: Game, watch: Watch, still: Page) -> None:
    """The game plays back by itself to its end, and then stops."""
    page = watch(over, "#0", still)
    last = last_of(page)
    page.goto(f"{page.url.partition('#')[0]}#{last - 2}")
    stands_at(page, last - 2)
    button(page, "Play the game back").click()
    expect(button(page, "Pause")).to_be_visible()
    stands_at(page, last)
    expect(button(page, "Play the game back")).to_be_visible()


@pytest.mark.parametrize("rest", ["#3", "?step=3"])
def test_a_step_can_be_linked(over: Game, watch: Watch, still: Page, rest: str) -> None:
    """An address with a step opens at that step."""
    page = watch(over, rest, still)
    stands_at(page, 3)
    expect(page.locator(".told")).to_contain_text("to play")


def test_no_such_step(over: Game, watch: Watch, still: Page) -> None:
    """An address with a step that doesn't exist says so and shows the last."""
    page = watch(over, "#999", still)
    expect(page.locator(".toast")).to_have_text("This game has no step 999")
    stands_at(page, last_of(page))


def test_back_to_the_result(over: Game, watch: Watch, still: Page) -> None:
    """The result comes back, and the address names no step any more."""
    page = watch(over, "#3", still)
    stands_at(page, 3)
    button(page, "Back to the result").click()
    expect(page.locator(".says")).to_contain_text("Ben wins")
    expect(page).to_have_url(re.compile(rf"{over.path}$"))
    expect(button(page, "Review")).to_be_visible()


def test_a_running_game(running: Game, watch: Watch, still: Page) -> None:
    """A line of the log leads to its step, and the way back to the game as it is by now."""
    page = watch(running, page=still)
    line = page.locator(".log li").nth(-3)
    text = line.locator("span").inner_text()
    line.get_by_role("button").click()
    expect(page.locator(".told")).to_contain_text(text)
    expect(line.locator("[aria-current]")).to_have_count(1)
    last = last_of(page)
    running.move()
    expect(page.locator(".says")).to_have_text(re.compile(rf"of (?!{last}$)\d+$"))
    button(page, "Back to the game").click()
    expect(page.locator(".says")).to_contain_text("to move")
    expect(page.locator(".log li").nth(-4).locator("span")).to_have_text(text)


def test_the_worst_moves(over: Game, watch: Watch, still: Page) -> None:
    """Each of the worst moves leads to its step, with the ways of that move and a better one."""
    page = watch(over, "#0", still)
    worst = page.locator(".worst button")
    expect(worst.first).to_be_visible()
    for number in range(worst.count()):
        found = re.match(r"Step (\d+), ", worst.nth(number).inner_text())
        assert found is not None
        worst.nth(number).click()
        stands_at(page, int(found[1]))
        expect(page.locator(".way[data-kind=played]")).to_have_count(1)
        expect(page.locator(".way[data-kind=better]")).to_have_count(1)
        expect(page.locator(".solution")).to_contain_text("Better: ")


def test_retrying(over: Game, watch: Watch, still: Page) -> None:
    """Where a bad move was played, a move can be tried, and the page says whether it is better."""
    page = watch(over, "#0", still)
    page.locator(".worst button").first.click()
    better = page.locator(".better").inner_text().removeprefix("Better: ")
    played = page.locator(".was").inner_text().removeprefix("Played: ").partition(" (")[0]
    revision = over.revision
    for move, verdict in ((played, "is what was played"), (better, "that is the better move!")):
        button(page, "Retry this position").click()
        expect(page.locator(".way")).to_have_count(0)
        page.locator(".moves").get_by_text(move, exact=True).click()
        expect(page.locator(".solution")).to_contain_text(f"{move}")
        expect(page.locator(".solution p").first).to_contain_text(verdict)
    assert over.revision == revision


def test_giving_up(over: Game, watch: Watch, still: Page) -> None:
    """Instead of trying a move, the better one can be shown."""
    page = watch(over, "#0", still)
    page.locator(".worst button").first.click()
    button(page, "Retry this position").click()
    button(page, "Show the better move").click()
    expect(page.locator(".way[data-kind=better]")).to_have_count(1)


def test_the_review_takes_a_while(over: Game, watch: Watch, still: Page) -> None:
    """While the review is being worked out, the page says so, and can be used."""
    waiting: list[Route] = []

    def hold(route: Route) -> None:
        waiting.append(route)

    still.route(JUDGED, hold)
    page = watch(over, "#3", still)
    expect(page.locator(".judging")).to_contain_text("Working out the review…")
    button(page, "Forward").click()
    stands_at(page, 4)
    waiting.pop().continue_()
    expect(page.locator(".judging .chart")).to_be_visible()


@pytest.mark.parametrize(
    "fail",
    [
        lambda route: route.abort(),
        lambda route: route.fulfill(status=503, headers={"Retry-After": "1"}),
    ],
    ids=["network", "busy"],
)
def test_no_review_at_first(
    over: Game, watch: Watch, still: Page, fail: Callable[[Route], None]
) -> None:
    """If the review can't be had, the page goes on asking."""
    still.route(JUDGED, fail)
    page = watch(over, page=still)
    expect(page.locator(".teaser")).to_contain_text("Working out the review…")
    page.unroute(JUDGED)
    expect(page.locator(".teaser .chart")).to_be_visible()


def test_another_shape(over: Game, watch: Watch, still: Page) -> None:
    """The step stays when the board takes another shape."""
    page = watch(over, "#3", still)
    stands_at(page, 3)
    page.set_viewport_size({"width": 390, "height": 844})
    expect(page.locator(".pieces .piece").first).to_be_visible()
    stands_at(page, 3)
    button(page, "Forward").click()
    stands_at(page, 4)
