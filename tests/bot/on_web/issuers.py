"""Strict servers on this machine that let people sign in, as Discord and as Telegram do.

They take only what RFC 6749 (4.1), RFC 7636 (PKCE) and, for Telegram, OpenID Connect Core 1.0 (3.1)
allow, and only from a client whose secret and addresses they know. They are written from those,
with nothing of the program's own.
"""

import base64
import hashlib
import json
import re
import secrets
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from html import escape
from typing import Any

from aiohttp import web
from yarl import URL

from bot.on_web.sign_in.providers import SERVICES, IdToken, Profile, Provider
from bot.table.people import Platform

CLIENT = "7123456789"
SECRET = "well-kept"  # noqa: S105 - only for tests
CHALLENGE = re.compile(r"[A-Za-z0-9_-]{43}")
VERIFIER = re.compile(r"[A-Za-z0-9._~-]{43,128}")

ANA = {"id": "42", "username": "ana_x", "global_name": "Ana"}
"""A person of Discord."""

ANA_THERE = {"id": 42, "sub": "opaque", "name": "Ana", "preferred_username": "ana_x"}
"""The same of Telegram, whose numbers of accounts aren't the subjects of its tokens."""


class WrongError(Exception):
    """A request for a token that is refused."""


@dataclass
class Issuer:
    """Such a server. `person` is who is asked there, and `claims` are changes of what it says."""

    platform: Platform
    registered: set[str]
    """The addresses to which it leads back."""
    person: Mapping[str, Any]
    claims: dict[str, Any] = field(default_factory=dict)
    now: float = 1_000_000.0
    url: str = ""
    secret: str = SECRET
    """The client's, as this server knows it."""
    status: int = 0
    """The status of all answers, if it isn't well."""
    tokens: int = 0
    """How many tokens it has been asked for."""
    _runner: web.AppRunner | None = None
    _codes: dict[str, dict[str, str]] = field(default_factory=dict)
    _access: set[str] = field(default_factory=set)

    @property
    def provider(self) -> Provider:
        """This server, as the program knows it."""
        service = SERVICES[self.platform]
        is_profile = isinstance(service.tells, Profile)
        here = replace(
            service,
            authorize=f"{self.url}/authorize",
            token=f"{self.url}/token",
            tells=Profile(f"{self.url}/me") if is_profile else IdToken(self.url),
        )
        return Provider(self.platform, here, CLIENT, SECRET)

    @asynccontextmanager
    async def serving(self) -> AsyncIterator["Issuer"]:
        """Run it."""
        app = web.Application()
        app.add_routes([web.get("/authorize", self._authorize), web.get("/me", self._me)])
        app.add_routes([web.post("/token", self._token)])
        self._runner = web.AppRunner(app)
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", 0).start()
        _, port = self._runner.addresses[0]
        self.url = f"http://127.0.0.1:{port}"
        try:
            yield self
        finally:
            await self.stop()

    async def stop(self) -> None:
        """Let nothing answer any more."""
        if self._runner is not None:
            await self._runner.cleanup()

    async def _authorize(self, request: web.Request) -> web.Response:
        """Ask the person, who may follow a link back; show an error page if anything is wrong."""
        asked = request.query
        scope = SERVICES[self.platform].scope
        is_right = (
            asked.get("response_type") == "code"
            and asked.get("client_id") == CLIENT
            and asked.get("scope") == scope
            and asked.get("redirect_uri") in self.registered
            and asked.get("code_challenge_method") == "S256"
            and CHALLENGE.fullmatch(asked.get("code_challenge", ""))
            and len(asked.get("state", "")) >= 22
        )
        if not is_right:
            return web.Response(text="Invalid request", status=400)
        code = secrets.token_urlsafe(16)
        self._codes[code] = dict(asked)
        back, state = URL(asked["redirect_uri"]), asked["state"]
        allow = back % {"code": code, "state": state}
        deny = back % {"error": "access_denied", "state": state}
        links = (("allow", allow), ("deny", deny))
        text = "".join(f'<p><a id="{id_}" href="{escape(str(to))}">{id_}</a>' for id_, to in links)
        return web.Response(text=f"<!doctype html>{text}", content_type="text/html")

    async def _token(self, request: web.Request) -> web.Response:
        """Give tokens for a code, once."""
        self.tokens += 1
        if self.status:
            return web.Response(text="down", status=self.status)
        try:
            asked = self._asked_for(request, dict(await request.post()))
        except WrongError as wrong:
            return web.json_response({"error": str(wrong)}, status=400)
        access = secrets.token_urlsafe(16)
        self._access.add(access)
        tokens = {"access_token": access, "token_type": "Bearer", "expires_in": 3600}
        if self.platform is Platform.TELEGRAM:
            tokens["id_token"] = self._id_token(asked.get("nonce"))
        return web.json_response(tokens)

    def _asked_for(self, request: web.Request, form: dict[str, Any]) -> dict[str, str]:
        """Return what a code was asked for with. Raises WrongError."""
        login = base64.b64encode(f"{CLIENT}:{self.secret}".encode()).decode()
        if request.headers.get("Authorization") != f"Basic {login}":
            raise WrongError("invalid_client")
        if form.get("grant_type") != "authorization_code":
            raise WrongError("unsupported_grant_type")
        asked = self._codes.pop(str(form.get("code")), None)
        if asked is None or form.get("redirect_uri") != asked["redirect_uri"]:
            raise WrongError("invalid_grant")
        verifier = str(form.get("code_verifier"))
        hashed = base64.urlsafe_b64encode(hashlib.sha256(verifier.encode()).digest())
        if hashed.decode().rstrip("=") != asked["code_challenge"] or not VERIFIER.fullmatch(
            verifier
        ):
            raise WrongError("invalid_grant")
        return asked

    def _id_token(self, nonce: str | None) -> str:
        said = {
            "iss": self.url,
            "aud": CLIENT,
            "iat": int(self.now),
            "exp": int(self.now) + 3600,
            "nonce": nonce,
            **self.person,
            **self.claims,
        }
        parts = (json.dumps(each).encode() for each in ({"alg": "RS256"}, said))
        texts = (base64.urlsafe_b64encode(each).decode().rstrip("=") for each in parts)
        return ".".join((*texts, "c2lnbmF0dXJl"))

    async def _me(self, request: web.Request) -> web.Response:
        """Tell whose token it is."""
        scheme, _, token = request.headers.get("Authorization", "").partition(" ")
        if scheme != "Bearer" or token not in self._access:
            return web.json_response({"message": "401: Unauthorized"}, status=401)
        return web.json_response({**self.person, **self.claims})


def discord(*registered: str) -> Issuer:
    """Return a server like Discord's, which leads back to these addresses."""
    return Issuer(Platform.DISCORD, {*registered}, ANA)


def telegram(*registered: str) -> Issuer:
    """Return a server like Telegram's."""
    return Issuer(Platform.TELEGRAM, {*registered}, ANA_THERE)
