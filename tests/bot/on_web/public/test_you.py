"""The page of one's accounts."""

from __future__ import annotations

import re
from html import unescape
from typing import TYPE_CHECKING, Any

import pytest

from bot.acts.me.forget import ForgetMe
from bot.acts.me.link import ConfirmLink, Link
from bot.acts.me.my_data import ShowMyData
from bot.acts.me.preferences import ChangeMe
from bot.on_web import tries, you
from bot.table.people import Platform, User
from bot.table.ports import Operation
from bot.table.request import Reply, Request
from tests.bot.on_web.public.visitors import CARA, GROUP, Public, opened

if TYPE_CHECKING:
    from bot.acts.act import Act
    from tests.bot.on_web.conftest import Answer, Browser, House

CODE = re.compile(r"\b[a-z0-9]{8}\b")


@pytest.fixture
async def browser(site: Public) -> Browser:
    """A browser in which nobody plays yet."""
    return site.browser()


async def ask(browser: Browser, **body: Any) -> Answer:
    """Ask for something on the page, as whoever plays in the browser."""
    who = {"persona": browser.me} if browser.me else {}
    operation = f"operation-{next(browser.operations)}"
    answer = await browser.post("/api/you", **(who | {"operation": operation} | body))
    if answer.status == 200:
        browser.me = answer.json["persona"]
    return answer


async def page(browser: Browser, query: str = "") -> str:
    """Return the text of the page."""
    answer = await browser.get(f"/you{query}")
    assert answer.status == 200, answer.text
    return unescape(answer.text)


async def on_telegram(site: Public, act: Act) -> Reply:
    """Let Cara act in her private chat on Telegram."""
    operation = Operation(f"telegram-{act.code}")
    service = site.house.cores[0].service
    reply = await service.act(act, Request(operation, CARA, GROUP, alone=True))
    assert not reply.refused, reply.texts
    return reply


def offered(reply: Reply) -> str:
    """Return the code that a reply in a chat tells."""
    return str(dict(reply.texts[0].args)["code"])


def code_in(lines: list[str]) -> str:
    """Return the code that lines tell."""
    (code, *_) = CODE.findall(" ".join(lines))
    return str(code)


async def link(site: Public, browser: Browser) -> None:
    """Link a browser with Cara's account, by a code from there."""
    reply = await on_telegram(site, Link())
    code = offered(reply)
    asked = await ask(browser, typed=code)
    await ask(browser, press=asked.json["choices"][0]["code"])
    await on_telegram(site, ConfirmLink(code))
    await on_telegram(site, ConfirmLink(code, sure=True))


async def linked(house: House) -> set[User]:
    return {each.user for each in await house.store.accounts(CARA.user)}


async def test_a_first_visit(site: Public, browser: Browser) -> None:
    """To look at the page changes nothing, and makes nobody."""
    answer = await browser.get("/you")
    assert "Set-Cookie" not in answer.headers
    assert 'name="code"' in answer.text


async def test_a_code_from_a_chat(site: Public, house: House, browser: Browser) -> None:
    """A code from a chat links the browser, once both sides have agreed."""
    await link(site, browser)
    assert await linked(house) == {CARA.user, User(Platform.WEB, browser.me)}


async def test_a_code_is_asked_about(site: Public, house: House, browser: Browser) -> None:
    """Entered alone, it links nothing."""
    reply = await on_telegram(site, Link())
    answer = await ask(browser, typed=offered(reply))
    assert "Cara" in " ".join(answer.json["lines"])
    assert [each["label"] for each in answer.json["choices"]] == ["Link accounts"]
    assert not await linked(house)


async def test_as_people_write_it(site: Public, browser: Browser) -> None:
    """A code may have capitals, and spaces around it."""
    reply = await on_telegram(site, Link())
    assert (await ask(browser, typed=f" {offered(reply).upper()} ")).status == 200


async def test_a_code_for_a_chat(site: Public, house: House, browser: Browser) -> None:
    """A code from the page links an account that enters it in a chat."""
    answer = await ask(browser, press=Link().code)
    code = code_in(answer.json["lines"])
    (go_on,) = answer.json["choices"]
    await on_telegram(site, Link(code))
    await on_telegram(site, ConfirmLink(code))
    asked = await ask(browser, press=go_on["code"])
    assert "Cara" in " ".join(asked.json["lines"])
    await ask(browser, press=asked.json["choices"][0]["code"])
    assert await linked(house) == {CARA.user, User(Platform.WEB, browser.me)}


async def test_a_wrong_code(browser: Browser) -> None:
    """A code that isn't valid makes nobody."""
    answer = await ask(browser, typed="abcd2345")
    assert answer.status == 403
    assert "is wrong or has expired" in answer.text
    assert "Set-Cookie" not in answer.headers


@pytest.mark.parametrize("typed", ["abc", "sure=yes", "/puluc forgetme", "a b c", "x" * 5000])
async def test_no_code(browser: Browser, typed: str) -> None:
    """What can't be a code is refused with a sentence."""
    answer = await ask(browser, typed=typed)
    assert answer.status in (400, 403)
    assert answer.json["lines"]


async def test_a_name(browser: Browser) -> None:
    """Who is new in a browser can say what to be called."""
    await ask(browser, press=Link().code, name="Ana")
    assert "You are Ana in this browser." in await page(browser)


async def test_without_a_name(browser: Browser) -> None:
    """Who doesn't is a guest."""
    await ask(browser, press=Link().code)
    assert "You are Guest in this browser." in await page(browser)


async def test_the_accounts(site: Public, browser: Browser) -> None:
    """The page tells all accounts, each with a button that unlinks it."""
    await link(site, browser)
    text = await page(browser)
    assert "Your linked accounts" in text
    assert "Cara on Telegram" in text
    assert text.count('class="bad"') == 2


async def test_unlinking(site: Public, house: House, browser: Browser) -> None:
    """A press unlinks an account."""
    await link(site, browser)
    code, *_ = re.findall(r'class="bad" data-code="([^"]+)"', await page(browser))
    answer = await ask(browser, press=code)
    assert answer.status == 200
    assert not await linked(house)
    assert "Unlink" not in await page(browser)


async def test_what_is_stored(site: Public, browser: Browser) -> None:
    """Who has nothing but a browser gets their data there, as a file, too."""
    await link(site, browser)
    answer = await ask(browser, press=ShowMyData().code)
    assert answer.json["lines"][0] == "What's stored about you"
    assert "Cara" in answer.json["file"]["text"]


async def test_deleting_it(site: Public, house: House, browser: Browser) -> None:
    """Who has nothing but a browser has their data deleted there, after being asked."""
    await link(site, browser)
    asked = await ask(browser, press=ForgetMe().code)
    assert asked.json["lines"][0] == "Delete everything that's stored about you?"
    (sure,) = asked.json["choices"]
    done = await ask(browser, press=sure["code"])
    assert done.json["lines"] == ["Your data is being deleted, which takes a few seconds."]
    assert not await linked(house)


async def test_nothing_else(browser: Browser) -> None:
    """The page does nothing but what it is for."""
    answer = await ask(browser, press=ChangeMe((("language", "es"),)).code)
    assert answer.status == 400


async def test_somebody_elses_persona(site: Public, browser: Browser) -> None:
    """Nobody acts as a persona of another browser."""
    await ask(browser, press=Link().code)
    other = site.browser()
    assert (await ask(other, press=Link().code, persona=browser.me)).status == 403


async def test_a_persona_that_is_lost(site: Public, browser: Browser) -> None:
    """The address of a persona that the browser doesn't have leads to the page of those it has."""
    await ask(browser, press=Link().code, name="Ana")
    other = site.browser()
    assert "Link this browser" in await page(other, f"?as={browser.me}")


async def test_several_in_one_browser(browser: Browser) -> None:
    """Each person of a browser has their own page, and so has somebody new."""
    await ask(browser, press=Link().code, name="Ana")
    ana, browser.me = browser.me, ""
    await ask(browser, press=Link().code, name="Ben")
    text = await page(browser, f"?as={browser.me}")
    assert "You are Ben in this browser." in text
    assert f'href="/you?as={ana}">Switch to Ana<' in text
    assert "You are" not in await page(browser, "?as=")


async def test_a_full_browser(browser: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    """A browser has a limited number of people."""
    monkeypatch.setattr(you, "MAX_PERSONAS", 1)
    await ask(browser, press=Link().code)
    browser.me = ""
    assert (await ask(browser, press=Link().code)).status == 400


async def test_guessing(house: House, browser: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    """An address can't try code after code, under whatever names."""
    monkeypatch.setattr(tries, "TRIES", 2)
    async with opened(house) as site:
        browsers = [site.browser() for _ in range(3)]
        answers = [await ask(each, typed="abcd2345") for each in browsers]
    assert [each.status for each in answers] == [403, 403, 429]


async def test_in_ones_language(browser: Browser) -> None:
    """The page and its replies are in the reader's language."""
    headers = {"Accept-Language": "fr"}
    assert "Tes comptes" in (await browser.get("/you", headers)).text
    body = {"press": Link().code, "operation": "operation-1"}
    answer = await browser.post("/api/you", headers, **body)
    assert "code" in " ".join(answer.json["lines"])
    assert answer.json["choices"][0]["label"] == "Continuer"


async def test_the_way_to_it(browser: Browser) -> None:
    """The home page of a public site leads there."""
    assert 'href="/you"' in (await browser.get("/")).text
