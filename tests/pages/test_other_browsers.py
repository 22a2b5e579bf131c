"""The home page and the game page in Firefox and in WebKit, the engine of Safari."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import pytest

from tests.pages.at_table import CLEAR, STEP
from tests.pages.conftest import signed
from tests.pages.games import Game
from tests.pages.site import Site
from tests.pages.test_table_page import HEADERS, HIDDEN, TINY
from tests.pages.webdriver import LAUNCHERS, Browser
from tests.waiting import wait_until

pytestmark = pytest.mark.night

MOST_STEPS = 200
"""More than any of these games has."""

SIZES = ((1280, 800), (390, 844))

READY = "() => 'ready' in document.documentElement.dataset"
IS_AT = "(selector) => document.querySelector(selector) !== null"
SAYS = "(selector, text) => document.querySelector(selector)?.textContent.includes(text)"
BUTTON = """(name) => {
    const all = [...document.querySelectorAll("button, a.button")];
    const made = all.find((each) => each.checkVisibility()
        && [each.ariaLabel, each.textContent.trim()].includes(name));
    made?.scrollIntoView({ block: "nearest" });
    const box = made?.getBoundingClientRect();
    return box ? [box.left + box.width / 2, box.top + box.height / 2] : null;
}"""
"""Runs in a page: the middle of a button with a name, null if there is none."""

MIDDLE = """(selector) => {
    const { left, top, width, height } = document.querySelector(selector).getBoundingClientRect();
    return [left + width / 2, top + height / 2];
}"""
"""Runs in a page: the middle of something."""

LAST_LINE = """async () => {
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    const log = document.querySelector(".log").getBoundingClientRect();
    const line = document.querySelector(".log li:last-child").getBoundingClientRect();
    return line.top >= log.top - 1 && line.bottom <= log.bottom + 1;
}"""
"""Runs in a page: whether the newest line of the log is in view."""


@pytest.fixture(scope="module", params=[*LAUNCHERS])
def launched(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Browser]:
    """Each of the browsers, which runs as long as the tests of this module need it."""
    with LAUNCHERS[request.param](tmp_path_factory.mktemp(request.param)) as browser:
        yield browser


@pytest.fixture
def browser(launched: Browser, site: Site) -> Iterator[Browser]:
    """A browser of a new visitor; errors in its pages fail the test."""
    launched.resize(1280, 800)
    launched.open(site.url)
    launched.send("DeleteAllCookies")
    launched.run("() => localStorage.clear()")
    launched.errors()
    yield launched
    assert launched.errors() == []
    launched.open("about:blank")


@pytest.fixture
def tiny(site: Site, request: pytest.FixtureRequest) -> Game:
    """A game of few moves, which has just begun."""
    return Game.offered(site, request.node.name, TINY).begin()


def sit(browser: Browser, game: Game, seat: int) -> None:
    """Open a game as one of its players."""
    cookie = "=".join(signed(game.people[seat]))
    browser.run("(cookie) => { document.cookie = `${cookie}; path=/`; }", cookie)
    browser.open(game.site.url + game.path)
    browser.becomes(READY)


def press(browser: Browser, name: str, kind: str = "mouse") -> None:
    """Press a button."""
    browser.becomes(BUTTON, name)
    browser.point(browser.run(BUTTON, name), kind)


@dataclass
class Pointer:
    """Plays by clicks on the page, or by touching it."""

    browser: Browser
    kind: str = "mouse"

    def throw(self) -> None:
        press(self.browser, "Throw", self.kind)

    def move(self) -> None:
        self.browser.point(self.browser.run(CLEAR)["at"], self.kind)

    def hasten(self) -> None:
        """Press the board, which ends what is in motion."""
        self.browser.point(self.browser.run(MIDDLE, ".board"), self.kind)


@dataclass
class Keys:
    """Plays by keys alone: Enter throws, arrows choose, and Enter plays."""

    browser: Browser

    def throw(self) -> None:
        self.browser.key("Enter")

    def move(self) -> None:
        self.browser.key("ArrowDown")
        self.browser.key("Enter")


def play_out(player: Pointer | Keys, others: Callable[[], None]) -> None:
    """Play to the result; the others play when it is their turn."""

    def step() -> str | None:
        others()
        found: str | None = player.browser.run(STEP)
        return found

    for _ in range(MOST_STEPS):
        wait_until(step, "the page waits for nobody")
        match step():
            case "throw":
                player.throw()
            case "move":
                player.move()
            case "over":
                return
    pytest.fail("the game doesn't end")


def ben_plays(game: Game) -> Callable[[], None]:
    """Return what lets Ben move, without a window, when it is his turn."""

    def play() -> None:
        if game.turn == 1:
            game.move()

    return play


def test_errors_are_heard(launched: Browser, site: Site) -> None:
    """Errors in scripts of a page, and what its policy forbids, are heard of."""
    launched.open(site.url)
    launched.run("() => { document.body.append(document.createElement('img')); }")
    launched.run("() => { document.body.lastChild.src = 'http://elsewhere/'; }")
    launched.run("() => document.getElementById('naming').remove()")
    press(launched, "Play the computer")
    heard = ""

    def both() -> bool:
        nonlocal heard
        heard += " ".join(launched.errors())
        return "TypeError" in heard and "img-src" in heard

    wait_until(both, "an error isn't heard of")


def test_a_game_against_the_computer(browser: Browser, site: Site) -> None:
    """One press on the home page begins a game, which is played to its result, and played again."""
    press(browser, "Play the computer")
    browser.becomes(READY)
    first = browser.run("() => location.pathname")
    player = Pointer(browser)

    def others() -> None:
        site.settle()
        player.hasten()

    play_out(player, others)
    press(browser, "Play again")
    browser.becomes("(path) => location.pathname !== path", first)
    browser.becomes(READY)
    browser.becomes(STEP)


@pytest.mark.parametrize("kind", ["mouse", "touch"])
def test_a_game_on_the_board(browser: Browser, tiny: Game, kind: str) -> None:
    """A whole game can be played by clicks on the board, or by touching it."""
    sit(browser, tiny, 0)
    play_out(Pointer(browser, kind), ben_plays(tiny))
    browser.becomes(BUTTON, "Rematch")


def test_a_game_by_keyboard(browser: Browser, tiny: Game) -> None:
    """A whole game can be played by keys alone: Enter throws, arrows choose and Enter plays."""
    sit(browser, tiny, 0)
    play_out(Keys(browser), ben_plays(tiny))
    browser.becomes(BUTTON, "Rematch")


@pytest.mark.parametrize("family", [*HEADERS])
def test_the_whole_board_is_in_view(browser: Browser, site: Site, family: str) -> None:
    """The whole board is in view, and nothing scrolls: before, in and after play."""
    game = Game.offered(site, f"sizes of {family}", HEADERS[family])
    for status in game.phases():
        sit(browser, game, 1)
        browser.becomes(IS_AT, f'.table[data-status="{status}"]')
        for width, height in SIZES:
            browser.resize(width, height)
            faults: list[str] = []

            def fits(faults: list[str] = faults) -> bool:
                faults[:] = browser.run(HIDDEN)
                return not faults

            wait_until(fits, f"{status}, {width} by {height}: {faults}")


def test_news_arrive(browser: Browser, tiny: Game) -> None:
    """What others do is told by server-sent events, as it happens."""
    tiny.bring(1)
    sit(browser, tiny, 0)
    browser.becomes(SAYS, ".says", "Ben to move")
    tiny.move()
    browser.becomes(SAYS, ".log li:last-child", "Ben")
    browser.becomes(IS_AT, "button.throw")
    asked = "() => performance.getEntriesByType('resource').map(({ name }) => name)"
    assert [each for each in browser.run(asked) if "/update?" in each] == []


def test_the_newest_line_is_in_view(browser: Browser, site: Site) -> None:
    """The newest line of the log stays in view when the window gets lower."""
    game = Game.offered(site, "a log", HEADERS["road"]).begin().bring(1)
    sit(browser, game, 1)
    for height in (1000, 844):
        browser.resize(390, height)
        browser.becomes(LAST_LINE)


def test_the_review(browser: Browser, site: Site) -> None:
    """The steps of a game can be looked at, with the chart beside them."""
    game = Game.offered(site, "a review", HEADERS["road"]).begin()
    for _ in range(6):
        game.move()
    sit(browser, game.resign(), 0)
    press(browser, "Review")
    browser.becomes(SAYS, ".says", "Step")
    browser.becomes(IS_AT, ".judging .chart svg")
    said = browser.run("() => document.querySelector('.says').firstChild.textContent")
    last = said.split()[-1]
    browser.key("ArrowLeft")
    browser.becomes(SAYS, ".says", f"Step {int(last) - 1} of {last}")
    press(browser, "Back to the result")
    browser.becomes(BUTTON, "Rematch")


def test_going_back(browser: Browser, site: Site, tiny: Game) -> None:
    """Whoever goes back to the page sees what has happened since."""
    tiny.bring(0)
    sit(browser, tiny, 0)
    browser.open(site.url)
    tiny.bring(1)
    browser.send("Back")
    browser.becomes(SAYS, ".says", "Ben to move")


@pytest.mark.parametrize("launched", ["webkit"], indirect=True)
def test_a_kept_page(browser: Browser, site: Site, tiny: Game) -> None:
    """A page that the browser has kept as it was, as Safari does, shows what has happened since."""
    tiny.bring(0)
    sit(browser, tiny, 0)
    browser.run("() => { document.body.dataset.kept = 'yes'; }")
    browser.open(site.url)
    tiny.bring(1)
    browser.send("Back")
    browser.becomes(SAYS, ".says", "Ben to move")
    assert browser.run("() => document.body.dataset.kept") == "yes"


def test_going_home(browser: Browser) -> None:
    """Whoever goes back to the home page sees their game there, and can begin another one."""
    paths = []
    for _ in range(2):
        press(browser, "Play the computer")
        browser.becomes("() => location.pathname.startsWith('/g/')")
        browser.becomes(READY)
        paths.append(browser.run("() => location.pathname"))
        browser.send("Back")
        browser.becomes(IS_AT, f'a.game[href="{paths[-1]}"]')
    assert len({*paths}) == 2
