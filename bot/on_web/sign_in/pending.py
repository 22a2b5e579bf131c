"""A sign-in that has begun, which the browser brings back in a cookie.

Only the browser that has begun it can end it: what the platform sends back (`state`) must be what
the cookie has. The proof for the platform and the mark that it puts into its token are made from
that and from a secret, so no process has to remember them.
"""

import base64
import hashlib
import hmac
import secrets
from dataclasses import dataclass
from typing import Final

from aiohttp import web
from itsdangerous import BadSignature, URLSafeSerializer

from bot.table.pace import MINUTE
from bot.table.people import Platform
from bot.table.ports import Clock

PENDING_SECONDS: Final = 10 * MINUTE
"""How long somebody may take on the platform's page."""

_NAME, _SECURE_NAME = "sign-in", "__Host-sign-in"


@dataclass(frozen=True, slots=True)
class Pending:
    """A sign-in: with which platform, and as which persona; empty for a new one."""

    state: str
    platform: Platform
    persona: str
    verifier: str
    nonce: str

    @property
    def challenge(self) -> str:
        """What the platform compares with the hash of the verifier."""
        return _written(hashlib.sha256(self.verifier.encode()).digest())


class Pendings:
    """Reads and writes the cookies."""

    def __init__(self, secret: bytes, clock: Clock, *, secure: bool) -> None:
        """Sign cookies with a secret; `secure`: the site is reached by https."""
        self._secret = secret
        self._signed = URLSafeSerializer(secret, salt="sign-in")
        self._clock = clock
        self._secure = secure
        self._name = _SECURE_NAME if secure else _NAME

    def begin(self, platform: Platform, persona: str) -> Pending:
        """Return a new one."""
        return self._made(secrets.token_urlsafe(32), platform, persona)

    def keep(self, response: web.Response, pending: Pending) -> None:
        """Let the browser bring it back; an earlier one is forgotten."""
        until = int(self._clock()) + PENDING_SECONDS
        response.set_cookie(
            self._name,
            self._signed.dumps([pending.state, pending.platform, pending.persona, until]),
            max_age=PENDING_SECONDS,
            httponly=True,
            samesite="Lax",
            secure=self._secure,
        )

    def forget(self, response: web.Response) -> None:
        """Let the browser forget it."""
        response.del_cookie(self._name, httponly=True, samesite="Lax", secure=self._secure)

    def found(self, request: web.Request, platform: str) -> Pending | None:
        """Return what the browser has begun, None unless it is this one."""
        try:
            state, begun, persona, until = self._signed.loads(request.cookies.get(self._name, ""))
        except (BadSignature, UnicodeEncodeError):  # the latter if the cookie isn't valid text
            return None
        sent = request.query.get("state", "").encode(errors="surrogateescape")
        is_same = hmac.compare_digest(sent, state.encode()) and begun == platform
        if not is_same or until <= self._clock():
            return None
        return self._made(state, Platform(begun), persona)

    def _made(self, state: str, platform: Platform, persona: str) -> Pending:
        verifier, nonce = (self._derived(use, state) for use in ("verifier", "nonce"))
        return Pending(state, platform, persona, verifier, nonce)

    def _derived(self, use: str, state: str) -> str:
        text = f"sign-in {use} {state}".encode()
        return _written(hmac.new(self._secret, text, hashlib.sha256).digest())


def _written(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()
