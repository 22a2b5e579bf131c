"""The page of one's accounts in a real browser: signing in, codes, and unlinking."""

import asyncio
import threading
import time
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from bot.acts.gather.accept import Accept
from bot.acts.gather.practice import Practice
from bot.acts.me.link import Link
from bot.config import Config, WebMode
from bot.table.agreement import agreement
from bot.table.people import Actor, Place, Platform, User
from tests.bot.on_web import issuers
from tests.bot.on_web.issuers import Issuer
from tests.e2e.ports import free_port
from tests.pages.browser import Windows
from tests.pages.faults import Find
from tests.pages.site import Site
from tests.watch import Watch as Clock

pytestmark = pytest.mark.browser

ANA_THERE = Actor(User(Platform.DISCORD, issuers.ANA["id"]), "Ana")
CARA = Actor(User(Platform.TELEGRAM, "7"), "Cara")
PORT = free_port()
URL = f"http://127.0.0.1:{PORT}"


@pytest.fixture(scope="module")
def issuer() -> Iterator[Issuer]:
    """A platform like Discord, in a thread of its own."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever, name="issuer")
    thread.start()
    made = issuers.discord(f"{URL}/sign-in/discord")
    serving = made.serving()
    asyncio.run_coroutine_threadsafe(serving.__aenter__(), loop).result()
    yield made
    asyncio.run_coroutine_threadsafe(serving.__aexit__(None, None, None), loop).result()
    loop.call_soon_threadsafe(loop.stop)
    thread.join()
    loop.close()


@pytest.fixture(scope="module")
def public(issuer: Issuer) -> Iterator[Site]:
    """A public site, on which people can sign in."""
    settings = Config(
        _env_file=None,
        port=PORT,
        puluc_url=URL,  # type: ignore[arg-type] # pydantic reads it
        puluc_web=WebMode.PLAY,
    )
    clock = Clock(float(int(time.time())))
    with Site(clock, settings, sign_in={Platform.DISCORD: issuer.provider}) as site:
        yield site


@pytest.fixture
def page(windows: Windows, public: Site) -> Page:
    """The page at a first visit, as soon as its script runs."""
    public.clear()
    page = windows.take()
    page.goto(f"{public.url}/you")
    page.locator("html[data-settled]").wait_for()
    return page


def choose(page: Page, choice: str) -> None:
    """Go to Discord's page, and choose there."""
    page.get_by_role("button", name="Sign in with Discord").click()
    page.locator(f"#{choice}").click()


def sign_in(page: Page) -> None:
    """Sign in with Discord, and come back."""
    choose(page, "allow")
    page.wait_for_url("**/you?as=*")
    page.locator("html[data-settled]").wait_for()


def coded(public: Site) -> str:
    """Return a code that Cara has got on Telegram."""
    reply = public.act(CARA, Place(Platform.TELEGRAM, "7"), Link())
    return str(dict(reply.texts[0].args)["code"])


def test_signing_in(page: Page) -> None:
    """One press here and one there, and the browser plays as the account."""
    sign_in(page)
    expect(page.locator("main")).to_contain_text("You are Ana in this browser.")
    expect(page.locator("main")).to_contain_text("Ana on Discord")


def test_changing_ones_mind(page: Page) -> None:
    """Who doesn't allow it reads that nothing has changed, and can go on."""
    choose(page, "deny")
    expect(page.locator("main")).to_contain_text("nothing has changed")
    page.get_by_role("link").first.click()
    page.locator("#chosen").wait_for()


def test_unlinking(page: Page) -> None:
    """What a press has unlinked is gone from the page, without a reload."""
    sign_in(page)
    page.get_by_role("button", name="Unlink Ana on Discord").click()
    expect(page.locator("#mine")).not_to_contain_text("Discord")
    expect(page.get_by_role("status")).to_contain_text("Ana on Discord isn't linked")


def test_a_code_in_the_address(page: Page, public: Site) -> None:
    """A link with a code enters it, leaves the address without it, and does nothing else."""
    page.goto(f"{public.url}/you#code=abcd2345")
    expect(page.get_by_label("Code")).to_have_value("abcd2345")
    expect(page).to_have_url(f"{public.url}/you")
    assert not page.context.cookies()


def test_a_code_by_keys(page: Page, public: Site) -> None:
    """Keys alone enter a code and agree: what can be pressed next has the focus."""
    page.get_by_label("Your name").fill("Ana")
    page.get_by_label("Code", exact=True).fill(coded(public))
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Link accounts")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("status")).to_contain_text("go back to where you got the code")
    expect(page.get_by_label("Code", exact=True)).to_have_value("")
    expect(page.locator("main")).to_contain_text("You are Ana in this browser.")


def test_a_wrong_code(page: Page) -> None:
    """A refusal is said where answers are."""
    page.get_by_label("Code", exact=True).fill("nonsense")
    page.keyboard.press("Enter")
    expect(page.get_by_role("status")).to_contain_text("is wrong or has expired")


def test_going_on_too_early(page: Page) -> None:
    """Who goes on before the code is entered elsewhere can still read it, and enter it there."""
    page.get_by_role("button", name="Get a code").click()
    status = page.get_by_role("status")
    expect(status).to_contain_text("Your code is")
    status.get_by_role("button", name="Continue").click()
    expect(status).to_contain_text("hasn't entered the code")
    expect(status).to_contain_text("/you#code=")
    expect(page.get_by_role("button", name="Continue")).to_have_count(1)


def test_without_a_connection(page: Page) -> None:
    """If the server can't be reached, the page says so, and what was typed stays."""
    page.route("**/api/you", lambda route: route.abort())
    page.get_by_label("Code", exact=True).fill("abcd2345")
    page.keyboard.press("Enter")
    expect(page.get_by_role("status")).to_contain_text("isn't responding")
    expect(page.get_by_label("Code", exact=True)).to_have_value("abcd2345")


def test_ones_data(page: Page) -> None:
    """A file of one's data can be downloaded, and answers are below what was pressed."""
    sign_in(page)
    page.get_by_role("button", name="See what's stored about you").click()
    with page.expect_download() as found:
        page.get_by_role("status").get_by_role("link").click()
    assert "Ana" in found.value.path().read_text()
    page.get_by_role("button", name="Delete what's stored about you").click()
    sure = page.locator("#data").get_by_role("button", name="Delete my data")
    sure.click()
    expect(page.locator("#data")).to_contain_text("Your data is being deleted")
    expect(page.locator("#mine")).not_to_contain_text("Discord")


def test_for_everybody(page: Page, found: Find) -> None:
    """Nothing on the page shuts anybody out, before and after, on a phone and on a desk."""
    faults = [*found(page)]
    sign_in(page)
    page.get_by_role("button", name="Get a code").click()
    page.get_by_role("status").get_by_role("button").wait_for()
    faults += found(page)
    assert not faults


def test_a_game_from_a_chat(page: Page, public: Site) -> None:
    """What one plays in a chat is on the home page, and can be played from there."""
    sign_in(page)
    begun = public.act(ANA_THERE, Place(Platform.DISCORD, "1"), Practice())
    assert begun.table is not None
    table = public.table(begun.table)
    accept = Accept(table.id, revision=table.revision, agreement=agreement(table))
    public.act(ANA_THERE, table.place, accept)
    page.goto(public.url)
    page.locator(".game.yours").click()
    moves = public.table(table.id).moves
    with page.expect_response("**/api/press"):
        page.locator(".desk button").first.click()
    assert public.table(table.id).moves > moves
