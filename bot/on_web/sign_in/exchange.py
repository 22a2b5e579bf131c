"""Gets from a platform whose account it is, for the code that the browser has brought back.

The token of a platform is used once, if at all, and never kept.
"""

import base64
import hmac
import json
from collections.abc import Mapping
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any, Final, TypeAlias

import structlog
from aiohttp import (
    ClientError,
    ClientResponse,
    ClientSession,
    ClientTimeout,
    encode_basic_auth,
    hdrs,
)

from bot.on_web.answers import RequestError
from bot.on_web.sign_in.pending import Pending
from bot.on_web.sign_in.providers import IdToken, Provider
from bot.table.people import User
from bot.table.ports import Clock
from engine.text import Text

TIMEOUT: Final = ClientTimeout(total=8.0)

RETRY_SECONDS: Final = 30

Claims: TypeAlias = Mapping[str, Any]
"""What a platform says of somebody."""

EXPIRED: Final = Text("sign-in.expired")

_UNKNOWN: Final = ("invalid_client", "unauthorized_client")
"""The errors of a platform that doesn't know the client, or its secret (RFC 6749, 5.2)."""

_LATER: Final = (HTTPStatus.REQUEST_TIMEOUT, HTTPStatus.TOO_MANY_REQUESTS)

log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class Identity:
    """An account, and the name that somebody has there; empty if it is unknown."""

    user: User
    name: str


async def identified(
    provider: Provider, pending: Pending, code: str, redirect: str, clock: Clock
) -> Identity:
    """Return whose code it is. Raises RequestError.

    `redirect` is the address to which the platform has sent the browser back.
    """
    try:
        async with ClientSession(timeout=TIMEOUT) as session:
            tokens = await _tokens(session, provider, pending.verifier, code, redirect)
            if isinstance(provider.service.tells, IdToken):
                claims = _claims(provider, provider.service.tells, tokens, pending, clock)
            else:
                claims = await _profile(session, provider.service.tells.url, tokens)
            return _identity(provider, claims)
    except (ClientError, TimeoutError, OSError) as error:
        log.warning("sign-in.unreachable", platform=provider.platform, why=type(error).__name__)
        why = Text("sign-in.unreachable", platform=provider.service.title)
        raise RequestError(why, 503, retry=RETRY_SECONDS) from error
    except (ValueError, KeyError, TypeError) as wrong:  # the answer isn't as agreed
        log.error("sign-in.unread", platform=provider.platform)  # noqa: TRY400 - it may have tokens
        raise RequestError(Text("sign-in.failed", platform=provider.service.title), 502) from wrong


async def is_known(session: ClientSession, provider: Provider, redirect: str) -> bool:
    """Return whether a platform knows the secret: then only a made-up code is wrong.

    Raises ClientError and OSError if the platform doesn't answer, and ValueError if it answers
    something else.
    """
    _, answer = await _asked(session, provider, "none", "none" * 11, redirect)
    return answer.get("error") not in _UNKNOWN


async def _tokens(
    session: ClientSession, provider: Provider, verifier: str, code: str, redirect: str
) -> Claims:
    """Return what the platform gives for a code."""
    status, answer = await _asked(session, provider, verifier, code, redirect)
    if status == HTTPStatus.OK:
        return answer
    error = str(answer.get("error"))
    if error == "invalid_grant":  # the code is used up, expired, or was never given
        raise RequestError(EXPIRED, 403)
    log.error("sign-in.refused", platform=provider.platform, error=error)
    raise RequestError(Text("sign-in.failed", platform=provider.service.title), 502)


async def _asked(
    session: ClientSession, provider: Provider, verifier: str, code: str, redirect: str
) -> tuple[int, Claims]:
    """Ask for a token; return the status of the answer, and the answer."""
    form = {
        "grant_type": "authorization_code",
        "code": code,
        "redirect_uri": redirect,
        "client_id": provider.client_id,
        "code_verifier": verifier,
    }
    async with session.post(
        provider.service.token,
        data=form,
        headers={hdrs.AUTHORIZATION: encode_basic_auth(provider.client_id, provider.secret)},
        allow_redirects=False,
    ) as response:
        return response.status, await _read(response)


async def _profile(session: ClientSession, url: str, tokens: Claims) -> Claims:
    """Return what the platform says of whom a token belongs to."""
    login = {hdrs.AUTHORIZATION: f"Bearer {tokens['access_token']}"}
    async with session.get(url, headers=login, allow_redirects=False) as response:
        profile = await _read(response)
        response.raise_for_status()
        return profile


async def _read(response: ClientResponse) -> Claims:
    """Return the JSON object of a response.

    Raises ValueError if it is none, and ClientError if the platform has failed.
    """
    if response.status >= HTTPStatus.INTERNAL_SERVER_ERROR or response.status in _LATER:
        response.raise_for_status()
    answer = await response.json(content_type=None)
    if not isinstance(answer, dict):
        raise ValueError("not an object")  # noqa: TRY004 - what has been sent is wrong
    return answer


def _claims(
    provider: Provider, tells: IdToken, tokens: Claims, pending: Pending, clock: Clock
) -> Claims:
    """Return what an ID token says. Raises ValueError unless it is for this sign-in, and valid.

    Its signature isn't needed: it has come from the platform itself, by TLS (OpenID Connect Core
    1.0, 3.1.3.7).
    """
    _, payload, _ = tokens["id_token"].split(".")
    claims: Claims = json.loads(base64.urlsafe_b64decode(payload + "=" * (-len(payload) % 4)))
    audience = claims["aud"]
    given = audience if isinstance(audience, list) else [audience]
    is_valid = (
        claims["iss"] == tells.issuer
        and [str(each) for each in given] == [provider.client_id]
        and claims["exp"] > clock()
        and hmac.compare_digest(str(claims["nonce"]).encode(), pending.nonce.encode())
    )
    if not is_valid:
        raise ValueError("a token for another sign-in")
    return claims


def _identity(provider: Provider, claims: Claims) -> Identity:
    """Return who somebody is by what the platform says. Raises ValueError and KeyError."""
    id_ = str(claims["id"])
    if not id_.isascii() or not id_.isdecimal():
        raise ValueError("accounts are numbered")
    names = (str(claims.get(each) or "") for each in provider.service.names)
    return Identity(User(provider.platform, id_), next(filter(None, names), ""))
