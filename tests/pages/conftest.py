"""A program in a thread of the tests, and players in a real browser."""

import secrets
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from aiohttp.web import Response
from playwright.sync_api import Page

from bot.on_web.sessions import Persona, Sessions
from bot.table.people import Actor
from tests.pages import faults
from tests.pages.at_table import AtTable
from tests.pages.browser import Windows, launched, windows
from tests.pages.faults import ALL, EACH, Find
from tests.pages.games import Game, Sit, Watch
from tests.pages.people import Come, Person
from tests.pages.site import SECRET, Site
from tests.watch import Watch as Clock

__all__ = ["windows"]


@pytest.fixture(scope="package")
def all_windows() -> Iterator[Windows]:
    """The windows of a browser, which runs as long as a worker is busy with pages."""
    with launched() as windows:
        yield windows


@pytest.fixture(scope="session")
def program() -> Iterator[Site]:
    """The program that serves the pages of all tests of a worker."""
    with Site(Clock(float(int(time.time())))) as site:
        yield site


@pytest.fixture
def site(program: Site) -> Site:
    """The program, without games of other tests."""
    program.clear()
    return program


@pytest.fixture
def channel() -> str:
    """A channel of the test's own."""
    return secrets.token_hex(8)


@pytest.fixture
def come(windows: Windows, site: Site, channel: str) -> Come:
    """Let people join the channel, each in a window."""
    return lambda name: Person.visit(windows.take(), site.url, channel, name)


@pytest.fixture(
    params=[
        pytest.param(EACH, id="each theme and width"),
        pytest.param(ALL, id="all themes and widths", marks=pytest.mark.night),
    ]
)
def found(request: pytest.FixtureRequest) -> Find:
    """A function that returns the faults of a page."""
    return lambda page: faults.found(page, request.param)


@pytest.fixture
def offer(site: Site, request: pytest.FixtureRequest) -> Game:
    """A game to which Ana has challenged Ben; its throws are the same in every run."""
    return Game.offered(site, request.node.nodeid)


@pytest.fixture
def game(offer: Game) -> Game:
    """A game of Ana and Ben that has just begun."""
    return offer.begin()


@pytest.fixture
def choice(game: Game) -> Game:
    """A game in which Ana is to move."""
    return game.bring(0)


@pytest.fixture
def own(windows: Windows) -> Callable[..., Page]:
    """Open a window that keeps nothing for other tests, with choices made on the device."""

    def own(*, choices: dict[str, str] | None = None, **options: Any) -> Page:
        page = windows.open(locale="en-GB", **options)
        for name, value in (choices or {}).items():
            page.add_init_script(f"localStorage.setItem('table.{name}', '{value}')")
        return page

    return own


@pytest.fixture
def watch(windows: Windows, site: Site) -> Watch:
    """Open the page of a game, in any window or in a given one."""

    def watch(game: Game, rest: str = "", page: Page | None = None) -> Page:
        opened = windows.take() if page is None else page
        opened.goto("about:blank")  # where only the step differs, the page would stay as it is
        opened.goto(f"{site.url}{game.path}{rest}")
        return opened

    return watch


@pytest.fixture
def sit(windows: Windows, site: Site) -> Sit:
    """Open the table of a game in a window of some of its players; without any, as a watcher."""

    def sit(game: Game, *seats: int, page: Page | None = None) -> AtTable:
        opened = windows.take() if page is None else page
        for seat in seats:
            name, value = signed(game.people[seat])
            opened.context.add_cookies([{"name": name, "value": value, "url": site.url}])
        return AtTable.open(opened, site.url + game.path)

    return sit


def signed(person: Actor) -> tuple[str, str]:
    """Return the name and the value of the cookie by which a browser is somebody."""
    response = Response()
    Sessions(SECRET).keep(response, Persona(person.user.id, person.name))
    (cookie,) = response.cookies.values()
    return cookie.key, cookie.value
