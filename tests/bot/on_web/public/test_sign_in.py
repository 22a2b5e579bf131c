"""Signing in with accounts of Discord and Telegram, on servers that are as strict as theirs."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from html import unescape
from typing import TYPE_CHECKING, Any

import pytest
from aiohttp import ClientSession
from structlog.testing import capture_logs
from yarl import URL

from bot.on_web import tries
from bot.on_web.sign_in.pending import PENDING_SECONDS
from bot.table.accounts import Account
from bot.table.people import Platform, User
from bot.table.preferences import Preferences
from tests.bot.on_web import issuers
from tests.bot.on_web.conftest import Answer
from tests.bot.on_web.issuers import Issuer
from tests.bot.on_web.public.visitors import HOST, Public, opened

if TYPE_CHECKING:
    from tests.bot.on_web.conftest import Browser, House

ARRIVING = {"Sec-Fetch-Mode": "navigate", "Sec-Fetch-Site": "cross-site"}
"""What a browser sends that comes from a platform's page."""


@pytest.fixture(params=[issuers.discord, issuers.telegram])
async def issuer(request: pytest.FixtureRequest, house: House) -> AsyncIterator[Issuer]:
    """A platform, which leads back to this site alone."""
    made = request.param()
    made.registered.add(f"https://{HOST}/sign-in/{made.platform}")
    made.now = house.now
    async with made.serving():
        yield made


@pytest.fixture
async def site(house: House, issuer: Issuer) -> AsyncIterator[Public]:
    async with opened(house, "https", sign_in={issuer.platform: issuer.provider}) as site:
        yield site


class Visitor:
    """Somebody with a browser who signs in."""

    def __init__(self, browser: Browser, issuer: Issuer) -> None:
        self.browser = browser
        self.issuer = issuer
        self.cookies: dict[str, str] = {}

    @property
    def _headers(self) -> dict[str, str]:
        """Cookies that are sent over TLS only, which a proxy would have removed."""
        return {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())}

    def take(self, answer: Answer) -> Answer:
        """Keep the cookies of an answer."""
        for line in answer.headers.getall("Set-Cookie", ()):
            name, _, value = line.partition(";")[0].partition("=")
            self.cookies[name] = value.strip('"')
            if "Max-Age=0" in line:
                del self.cookies[name]
        return answer

    async def named(self, name: str) -> str:
        """Get a name, and with it a persona; return its id."""
        answer = await self.browser.post("/api/me", self._headers, name=name)
        return str(self.take(answer).json["id"])

    async def leave(self, **body: Any) -> str:
        """Begin to sign in; return the address of the platform's page."""
        asked = {"platform": self.issuer.platform} | body
        answer = await self.browser.post("/api/sign-in", self._headers, **asked)
        assert answer.status == 200, answer.text
        return str(self.take(answer).json["url"])

    async def asked(self, url: str, choice: str = "allow") -> str:
        """Choose on the platform's page; return the path to which it leads back."""
        async with ClientSession() as session, session.get(url) as page:
            text = await page.text()
            assert page.status == 200, text
        (link,) = re.findall(f'id="{choice}" href="([^"]+)"', text)
        return str(URL(unescape(link)).relative())

    async def back(self, path: str, **headers: str) -> Answer:
        """Come back."""
        sent = {**ARRIVING, **self._headers, **headers}
        async with self.browser.session.get(path, headers=sent, allow_redirects=False) as response:
            return self.take(await Answer.of(response))

    async def sign_in(self, **body: Any) -> Answer:
        """Do all of it."""
        return await self.back(await self.asked(await self.leave(**body)))


@pytest.fixture
async def ana(site: Public, issuer: Issuer) -> Visitor:
    return Visitor(site.browser(), issuer)


async def linked(house: House, issuer: Issuer) -> list[tuple[User, str]]:
    """Return the accounts that are linked with that of the platform, with their names."""
    accounts = await house.store.accounts(User(issuer.platform, "42"))
    return [(each.user, each.name) for each in accounts]


async def test_a_new_browser(house: House, issuer: Issuer, ana: Visitor) -> None:
    """Who signs in where nobody plays is a new persona there, with the account's name."""
    await ana.sign_in()
    (persona,) = [each for each, _ in await linked(house, issuer) if each.platform is Platform.WEB]
    assert await linked(house, issuer) == [(User(issuer.platform, "42"), "Ana"), (persona, "Ana")]
    assert f"__Host-puluc-{persona.id}" in ana.cookies


async def test_a_persona(house: House, issuer: Issuer, ana: Visitor) -> None:
    """A persona of the browser keeps its name."""
    me = await ana.named("Anita")
    await ana.sign_in(persona=me)
    assert (User(Platform.WEB, me), "Anita") in await linked(house, issuer)


async def test_not_the_others(house: House, issuer: Issuer, ana: Visitor) -> None:
    """Without a persona, nobody is meant who plays in the browser already."""
    me = await ana.named("Ben")
    await ana.sign_in()
    assert User(Platform.WEB, me) not in dict(await linked(house, issuer))


async def test_a_guest(ana: Visitor) -> None:
    """A guest has the account's name from then on."""
    answer = ana.take(await ana.browser.post("/api/me"))
    answer = await ana.sign_in(persona=answer.json["id"])
    page = await ana.back(answer.headers["Location"])
    assert "You are Ana in this browser." in page.text


@pytest.mark.parametrize(
    ("name", "here"),
    [
        ("A\N{ZERO WIDTH SPACE}na", "Ana"),
        ("n" * 64, "n" * 32),
        ("\N{BRAILLE PATTERN BLANK}", "Guest"),
    ],
)
async def test_names(issuer: Issuer, ana: Visitor, name: str, here: str) -> None:
    """A name from elsewhere follows the rules of names here."""
    issuer.claims = {"global_name": name, "name": name}
    page = await ana.back((await ana.sign_in()).headers["Location"])
    assert f"You are {here} in this browser." in page.text


async def test_without_a_display_name(issuer: Issuer, ana: Visitor) -> None:
    """Who has no name to be shown is called by that of the account."""
    issuer.claims = {"global_name": None, "name": None}
    page = await ana.back((await ana.sign_in()).headers["Location"])
    assert "You are ana_x in this browser." in page.text


async def test_again(house: House, issuer: Issuer, ana: Visitor) -> None:
    """Who signs in once more with the same account changes nothing."""
    me = await ana.named("Ana")
    await ana.sign_in(persona=me)
    before = await linked(house, issuer)
    assert (await ana.sign_in(persona=me)).status == 303
    assert await linked(house, issuer) == before


async def test_whose_settings(house: House, issuer: Issuer, ana: Visitor) -> None:
    """Whoever signs in has the settings of the account."""
    store, there = house.store, User(issuer.platform, "42")
    await store.prefer(there, Preferences(speaks="es"), Preferences())
    me = await ana.named("Ana")
    await ana.sign_in(persona=me)
    assert (await store.preferences(User(Platform.WEB, me))).speaks == "es"


async def test_who_can_not_be_linked(house: House, issuer: Issuer, ana: Visitor) -> None:
    """What speaks against linking the accounts is told, and nothing is changed."""
    me = await ana.named("Ana")
    for user in (User(Platform.WEB, me), User(issuer.platform, "42")):
        others = (Account(user, "Ana", 0), Account(User(Platform.WEB, f"of-{user.id}"), "Eva", 0))
        await house.store.link(*others)
    before = await linked(house, issuer)
    answer = await ana.sign_in(persona=me)
    assert answer.status == 403
    assert "Unlink one of them first" in answer.text
    assert await linked(house, issuer) == before


async def test_denied(house: House, issuer: Issuer, ana: Visitor) -> None:
    """Who doesn't let the platform tell is told that nothing has changed."""
    answer = await ana.back(await ana.asked(await ana.leave(), "deny"))
    assert answer.status == 403
    assert "say who you are, so nothing has changed" in unescape(answer.text)
    assert not await linked(house, issuer)


async def test_in_ones_language(ana: Visitor) -> None:
    """Errors are told in the language of the reader."""
    path = await ana.asked(await ana.leave(), "deny")
    answer = await ana.back(path, **{"Accept-Language": "es"})
    assert "no cambió nada" in answer.text
    assert "<h1>No se pudo hacer</h1>" in answer.text


async def test_a_forged_state(issuer: Issuer, ana: Visitor) -> None:
    """What another sign-in has begun can't be ended, and no token is asked for."""
    path = URL(await ana.asked(await ana.leave()))
    answer = await ana.back(str(path.update_query(state="x" * 43)))
    assert answer.status == 403
    assert issuer.tokens == 0


async def test_a_state_that_is_no_text(ana: Visitor) -> None:
    """A state that isn't valid text is none."""
    path = URL(await ana.asked(await ana.leave()))
    assert (await ana.back(f"{path.path}?code=a&state=%ff%00")).status == 403


async def test_in_another_browser(site: Public, issuer: Issuer, ana: Visitor) -> None:
    """A sign-in ends where it began: a link that somebody else sends does nothing."""
    path = await ana.asked(await ana.leave())
    ben = Visitor(site.browser(), issuer)
    assert (await ben.back(path)).status == 403
    await ben.leave()
    assert (await ben.back(path)).status == 403
    assert issuer.tokens == 0


async def test_another_platform(ana: Visitor, issuer: Issuer) -> None:
    """A code of one platform isn't taken for one of another."""
    path = await ana.asked(await ana.leave())
    other = {"discord": "telegram", "telegram": "discord"}[issuer.platform]
    assert (await ana.back(path.replace(issuer.platform, other))).status == 404


async def test_too_late(house: House, issuer: Issuer, ana: Visitor) -> None:
    """A sign-in that takes too long has to begin again."""
    path = await ana.asked(await ana.leave())
    house.now += PENDING_SECONDS
    answer = await ana.back(path)
    assert answer.status == 403
    assert "Please begin again" in answer.text
    assert issuer.tokens == 0


async def test_once(ana: Visitor) -> None:
    """The browser forgets a sign-in that has ended, so its address does nothing more."""
    path = await ana.asked(await ana.leave())
    assert (await ana.back(path)).status == 303
    assert (await ana.back(path)).status == 403


async def test_a_used_code(ana: Visitor) -> None:
    """Even if the browser remembers it, the platform doesn't take a code twice."""
    path = await ana.asked(await ana.leave())
    before = dict(ana.cookies)
    await ana.back(path)
    ana.cookies |= before
    answer = await ana.back(path)
    assert answer.status == 403
    assert "already used" in answer.text


@pytest.mark.parametrize("status", [429, 500, 503])
async def test_the_platform_is_down(issuer: Issuer, ana: Visitor, status: int) -> None:
    """If the platform doesn't answer as usual, one can try again later."""
    path = await ana.asked(await ana.leave())
    issuer.status = status
    answer = await ana.back(path)
    assert answer.status == 503
    assert "responding" in answer.text


async def test_the_platform_is_gone(house: House, issuer: Issuer, ana: Visitor) -> None:
    """Likewise if nothing answers."""
    path = await ana.asked(await ana.leave())
    await issuer.stop()
    assert (await ana.back(path)).status == 503
    assert not await linked(house, issuer)


async def test_a_wrong_secret(house: House, issuer: Issuer, ana: Visitor) -> None:
    """If the host's secret is wrong, visitors learn that it isn't their fault, the log why."""
    issuer.secret = "another"  # noqa: S105 - only for this test
    path = await ana.asked(await ana.leave())
    with capture_logs() as logs:
        answer = await ana.back(path)
    assert answer.status == 502
    (line,) = [each for each in logs if each["event"] == "sign-in.refused"]
    assert (line["log_level"], line["error"]) == ("error", "invalid_client")


@pytest.mark.parametrize(
    "claims", [{"id": "@ana"}, {"id": None}, {"id": "\N{SUPERSCRIPT TWO}"}, {"id": {}}]
)
async def test_no_account(
    house: House, issuer: Issuer, ana: Visitor, claims: dict[str, Any]
) -> None:
    """What has no account's number is nobody."""
    issuer.claims = claims
    assert (await ana.sign_in()).status == 502


@pytest.mark.parametrize("issuer", [issuers.telegram], indirect=True)
@pytest.mark.parametrize(
    "claims",
    [
        {"iss": "https://elsewhere.example"},
        {"aud": "1"},
        {"aud": [issuers.CLIENT, "1"]},
        {"exp": 1_000_000},
        {"exp": "never"},
        {"nonce": "x" * 43},
        {"nonce": None},
    ],
    ids=str,
)
async def test_a_token_for_another(
    house: House, issuer: Issuer, ana: Visitor, claims: dict[str, Any]
) -> None:
    """A token that is another's, for others, too old, or of another sign-in tells nobody."""
    issuer.claims = claims
    assert (await ana.sign_in()).status == 502
    assert not await linked(house, issuer)


@pytest.mark.parametrize("issuer", [issuers.telegram], indirect=True)
@pytest.mark.parametrize("audience", [int(issuers.CLIENT), [issuers.CLIENT]], ids=str)
async def test_forms_of_the_audience(issuer: Issuer, ana: Visitor, audience: Any) -> None:
    """The client can also be named as a number, or in a list."""
    issuer.claims = {"aud": audience}
    assert (await ana.sign_in()).status == 303


async def test_somebody_elses_persona(ana: Visitor, issuer: Issuer) -> None:
    """Nobody can sign in as a persona that their browser doesn't have."""
    body = {"platform": issuer.platform, "persona": "0123456789"}
    answer = await ana.browser.post("/api/sign-in", **body)
    assert answer.status == 403


async def test_a_persona_that_was_lost(house: House, issuer: Issuer, ana: Visitor) -> None:
    """Who no longer has the persona when they come back is a new one."""
    me = await ana.named("Anita")
    path = await ana.asked(await ana.leave(persona=me))
    del ana.cookies[f"__Host-puluc-{me}"]
    await ana.back(path)
    assert User(Platform.WEB, me) not in dict(await linked(house, issuer))


async def test_the_cookie(ana: Visitor, issuer: Issuer) -> None:
    """Only this host gets the cookie, by TLS, and no script does."""
    answer = await ana.browser.post("/api/sign-in", platform=issuer.platform)
    (line,) = answer.headers.getall("Set-Cookie")
    assert line.startswith("__Host-sign-in=")
    parts = {"HttpOnly", "Secure", "SameSite=Lax", "Path=/", f"Max-Age={PENDING_SECONDS}"}
    assert parts <= set(line.split("; "))


async def test_the_proof_stays_here(ana: Visitor) -> None:
    """What is sent to the browser has only the hash of the proof, not the proof."""
    url = URL(await ana.leave())
    assert "code_verifier" not in url.query
    assert url.query["code_challenge"] not in "".join(ana.cookies.values())


async def test_not_by_other_sites(ana: Visitor, issuer: Issuer) -> None:
    """Another site can't let a visitor begin to sign in."""
    headers = {"Origin": "https://evil.example"}
    answer = await ana.browser.post("/api/sign-in", headers, platform=issuer.platform)
    assert answer.status == 403


async def test_too_often(
    house: House, issuer: Issuer, ana: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An address can't have the site ask the platform again and again."""
    monkeypatch.setattr(tries, "TRIES", 2)
    async with opened(house, sign_in={issuer.platform: issuer.provider}) as site:
        visitor = Visitor(site.browser(), issuer)
        await visitor.leave()
        assert (await visitor.back(f"/sign-in/{issuer.platform}?code=a&state=b")).status == 403
        assert (await visitor.back(f"/sign-in/{issuer.platform}?code=a&state=b")).status == 429
    assert issuer.tokens == 0


async def test_in_another_process(house: House, issuer: Issuer) -> None:
    """A sign-in that one process has begun can end in another one."""
    known = {issuer.platform: issuer.provider}
    async with opened(house, "https", sign_in=known) as site:
        visitor = Visitor(site.browser(), issuer)
        path = await visitor.asked(await visitor.leave())
    async with opened(house, "https", sign_in=known) as site:
        visitor.browser = site.browser()
        assert (await visitor.back(path)).status == 303


async def test_not_configured(house: House, issuer: Issuer) -> None:
    """Without a secret there is no way to sign in."""
    async with opened(house) as site:
        browser = site.browser()
        assert (await browser.post("/api/sign-in", platform="discord")).status == 404
        assert (await browser.get("/sign-in/discord?code=a&state=b")).status == 404
        assert "Sign in" not in (await browser.get("/you")).text
