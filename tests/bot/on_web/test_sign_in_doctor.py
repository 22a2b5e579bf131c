"""What the doctor finds about signing in."""

from __future__ import annotations

from collections.abc import AsyncIterator
from types import MappingProxyType
from typing import Any

import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer
from pydantic import SecretStr

from bot.config import Config
from bot.findings import Finding, fail, ok, warn
from bot.on_web import doctor
from bot.on_web.sign_in import providers
from tests.bot.on_web import issuers
from tests.bot.on_web.issuers import CLIENT, SECRET, Issuer
from tests.e2e.ports import free_port

BACK = "http://127.0.0.1/sign-in/{}"


@pytest.fixture(params=[issuers.discord, issuers.telegram])
async def issuer(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Issuer]:
    """A platform, in place of the real one."""
    made = request.param()
    made.registered.add(BACK.format(made.platform))
    async with made.serving():
        here = MappingProxyType({made.platform: made.provider.service})
        monkeypatch.setattr(providers, "SERVICES", here)
        yield made


@pytest.fixture(autouse=True)
async def application(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[None]:
    """A server that says whose token it is, as Discord's does."""

    async def tell(request: web.Request) -> web.Response:
        known = request.headers.get("Authorization") == f"Bot {CLIENT}:t"
        return web.json_response({"id": CLIENT} if known else {}, status=200 if known else 401)

    app = web.Application()
    app.router.add_get("/applications/@me", tell)
    server = TestServer(app, host="127.0.0.1")
    await server.start_server()
    monkeypatch.setattr(doctor, "_APPLICATION", str(server.make_url("/applications/@me")))
    yield
    await server.close()


async def findings(issuer: Issuer, secret: str, **settings: Any) -> list[Finding]:
    """The findings about signing in, with a secret."""
    tokens = {
        f"{issuer.platform}_token": SecretStr(f"{CLIENT}:t"),
        f"{issuer.platform}_client_secret": SecretStr(secret),
    }
    pages = {"port": free_port(), "puluc_url": "http://127.0.0.1", "puluc_web": "play"}
    config = Config.model_construct(
        **(Config(_env_file=None, **pages).__dict__ | tokens | settings)
    )
    return [each async for each in doctor.findings(config) if each.subject == "sign-in"]


def name(issuer: Issuer) -> str:
    return f"{issuer.platform.upper()}_CLIENT_SECRET"


async def test_a_known_secret(issuer: Issuer) -> None:
    """The platform takes the secret; nobody can see here which addresses it knows."""
    title, back = issuer.provider.service.title, BACK.format(issuer.platform)
    assert await findings(issuer, SECRET) == [
        ok("sign-in", f"{title} knows {name(issuer)}; it must also know the address {back}")
    ]


async def test_an_unknown_secret(issuer: Issuer) -> None:
    """A secret that the platform doesn't take must be copied again."""
    (found,) = await findings(issuer, "another")
    title = issuer.provider.service.title
    assert found.text.startswith(f"{title} doesn't know {name(issuer)}; copy it again")
    assert found == fail("sign-in", found.text)


async def test_a_platform_that_is_down(issuer: Issuer) -> None:
    """While the platform doesn't answer, nothing is known."""
    issuer.status = 503
    (found,) = await findings(issuer, SECRET)
    assert found == warn("sign-in", found.text)


async def test_without_a_secret(issuer: Issuer) -> None:
    """Nobody need be able to sign in."""
    assert not await findings(issuer, SECRET, **{f"{issuer.platform}_client_secret": None})
    assert issuer.tokens == 0
