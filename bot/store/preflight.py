"""The startup check of the server at REDIS_URL.

The server may come up later than the bot, so the check waits for it. A server that can never work
is reported at once, in one line that names the setting at fault, which the library's errors don't.
"""

import asyncio
import ssl
import time
from collections.abc import Iterator, Mapping

import structlog
from redis.asyncio import Redis
from redis.exceptions import (
    AuthenticationError,
    InvalidResponse,
    NoPermissionError,
    RedisError,
    ResponseError,
)

from bot.store import rights
from bot.store.link import DEADLINE_SECONDS, Link
from bot.table.ports import StoreDown

PATIENCE_SECONDS = 30.0
"""How long to wait for a server that doesn't answer."""

REST_SECONDS = 1.0

_ALERT = "ALERT"
"""Part of OpenSSL's name for an error that the other side reports by TLS."""

_REPLIES = (b"+", b"-")
"""How replies to PING start, also without a password."""

_CHECK = "Is it running, and is the address right?"

_UNASSIGNED = (
    "REDIS_URL: the nodes serve no slots yet; join them with valkey-cli --cluster create, or"
    " redis-cli --cluster create"
)

_SCHEMES = (("redis-cluster", "redis"), ("rediss-cluster", "rediss"))
"""The schemes for a cluster and for a server, without and with TLS."""

_ANY = "REDIS_VERIFY=false to accept any certificate"

_UNTRUSTED = (
    "the server's certificate is not trusted; set REDIS_CA_FILE to the certificate of its "
    f"authority, or {_ANY}"
)
_SELF_SIGNED = (
    "the server's certificate is self-signed; set REDIS_CA_FILE to that certificate, or, as usual "
    f"on Heroku-like services, {_ANY}"
)
_OTHER_NAME = (
    "the server's certificate is for another host; write the host that it names, or set " + _ANY
)

_CERTIFICATES: Mapping[int, str] = {
    9: f"the server's certificate is not valid yet; check this machine's clock, or set {_ANY}",
    10: f"the server's certificate has expired; renew it, or set {_ANY}",
    18: _SELF_SIGNED,
    19: _SELF_SIGNED,
    62: _OTHER_NAME,
    64: _OTHER_NAME,
}
"""What to do about a certificate, by OpenSSL's code (X509_V_ERR_...) for what is wrong with it."""

log = structlog.get_logger()


class Unfit(Exception):  # noqa: N818 - reads as what it says
    """The server can't be used; the message is one line that names the setting."""


async def reach(link: Link) -> None:
    """Wait until the server answers. Raises Unfit if it can't be used or doesn't answer in time."""
    until, logged = time.monotonic() + PATIENCE_SECONDS, False
    while (error := await _trouble(link)) is not None:
        unfit = await _why_never(link, error)
        if unfit is not None:
            raise Unfit(unfit) from None
        if time.monotonic() > until:
            if isinstance(error, _NotYet):
                raise Unfit(str(error)) from None
            raise Unfit(
                f"REDIS_URL: the server did not answer within {PATIENCE_SECONDS:.0f} seconds. "
                + _CHECK
            ) from None
        if not logged:
            logged = True
            why = str(error) if isinstance(error, _NotYet) else type(error).__name__
            log.warning("store.awaited", why=why, s=PATIENCE_SECONDS)
        await asyncio.sleep(REST_SECONDS)


async def complaint(link: Link) -> str | None:
    """Try once; return why the server can't be used, in one line that names the setting.

    None if it answers and can be used.
    """
    error = await _trouble(link)
    if error is None:
        return None
    if isinstance(error, _NotYet):
        return str(error)
    return (
        await _why_never(link, error)
        or f"REDIS_URL: the server did not answer ({type(error).__name__}). {_CHECK}"
    )


async def _denied(link: Link) -> str | None:
    """Return which rights the server's user lacks; None if it has all, or nothing answers now."""
    if link.is_bundled:
        return None  # its rights change with the room on its disk
    try:
        return await rights.complaint(link)
    except StoreDown:
        return None  # whoever needs it first will say so


async def _trouble(link: Link) -> Exception | None:
    """Return what is wrong with the server, or with a node of the cluster; None if it works.

    Nothing is retried: a slow server's refusals would add up to a timeout that hides the reason.
    """
    try:
        async with asyncio.timeout(DEADLINE_SECONDS), link.listener() as client:
            await client.ping()
            if bool((await client.info("cluster")).get("cluster_enabled")) is not link.is_cluster:
                return _OtherMode()
            version = str((await client.info("server")).get("redis_version", ""))
            if is_old(version):
                return _Old(version)
            if link.is_cluster and not await _slots(client):
                return _NotYet(_UNASSIGNED)
    except NoPermissionError:
        pass  # it answers; the rights come next
    except (RedisError, OSError, TypeError) as error:
        return error
    denied = await _denied(link)
    return None if denied is None else _NotYet(denied)


async def _slots(client: Redis) -> int:
    """Return how many slots the nodes of a cluster serve, as far as one of them knows."""
    told: Mapping[str, str] = await client.execute_command("CLUSTER INFO")  # type: ignore[no-untyped-call] # library code
    return int(told["cluster_slots_assigned"])


OLDEST = (6, 2)
"""The first version of Redis with every command that the bot uses. Every Valkey has them."""


def is_old(version: str) -> bool:
    """Return whether a version lacks commands; one that isn't written in numbers doesn't count."""
    parts = version.split(".")[:2]
    return all(map(str.isdecimal, parts)) and tuple(map(int, parts)) < OLDEST


class _Old(Exception):  # noqa: N818 - reads as what it says
    """The server's version is too old; the message is the version."""


class _NotYet(Exception):  # noqa: N818 - reads as what it says
    """The server answers, but can't be used, at least not yet; the message says why.

    A cluster may be about to be set up, and rights are given while a server runs, too: a bundled
    one has none for writing until it has proved that it can.
    """


class _OtherMode(Exception):  # noqa: N818 - reads as what it says
    """The server is a node of a cluster and the address that of a server, or the reverse."""


async def _why_never(link: Link, error: Exception) -> str | None:
    """Return why the server can never be used; None if waiting may help."""
    if isinstance(error, _NotYet):
        return None  # it has answered, so its scheme is right
    return _unfit(link, error) or await _wrong_scheme(link)


def _unfit(link: Link, error: Exception) -> str | None:
    """Return what the error says about it."""
    causes = tuple(_causes(error))
    kinds = tuple(map(type, causes))
    for cause in causes:
        if isinstance(cause, ssl.SSLCertVerificationError):
            return f"REDIS_URL: {_CERTIFICATES.get(cause.verify_code, _UNTRUSTED)}"
        if isinstance(cause, ssl.SSLError):
            if _ALERT in (cause.reason or ""):
                return f"REDIS_URL: the server refuses the TLS connection ({cause.reason})"
            return _other_scheme(link)
    if any(issubclass(kind, AuthenticationError) for kind in kinds):
        return "REDIS_URL: the server rejects the user or password; copy the address again"
    if isinstance(error, InvalidResponse):
        return (
            "REDIS_URL: the reply is not from a Redis or Valkey server "
            "(if the server uses TLS, write rediss://)"
        )
    if isinstance(error, _OtherMode):
        schemes = _SCHEMES[link.tls]
        wanted, written = schemes if not link.is_cluster else schemes[::-1]
        fact = "is not in cluster mode" if link.is_cluster else "is a node of a cluster"
        return f"REDIS_URL: the server {fact}; write {wanted}:// instead of {written}://"
    if isinstance(error, _Old):
        return f"REDIS_URL: the server's version is {error}; use Redis 6.2 or newer, or Valkey"
    if isinstance(error, TypeError):
        return "REDIS_URL: unknown option after the ?"
    if any(isinstance(cause, ResponseError) and "DB index" in str(cause) for cause in causes):
        return "REDIS_URL: the server has no database with this number; end the address with /0"
    return None


async def _wrong_scheme(link: Link) -> str | None:
    """Return that the server wants the other scheme, if it answers when it is tried.

    Neither side of the mistake is an error on the wire: a server without TLS waits for the end of
    what it takes for a command, and one with TLS hangs up.
    """
    if not link.peers:
        return None
    host, port = link.peers[0]
    context = None if link.tls else _unverified()
    try:
        async with asyncio.timeout(DEADLINE_SECONDS):
            reader, writer = await asyncio.open_connection(host, port, ssl=context)
            try:
                if context is not None:
                    return _other_scheme(link)
                writer.write(b"PING\r\n")
                return _other_scheme(link) if await reader.read(1) in _REPLIES else None
            finally:
                writer.close()
    except OSError:
        return None


def _other_scheme(link: Link) -> str:
    """Return that the server uses TLS, or doesn't, contrary to the address."""
    plain, secure = (schemes[0 if link.is_cluster else 1] for schemes in _SCHEMES)
    if link.tls:
        return f"REDIS_URL: the server does not use TLS; write {plain}:// instead of {secure}://"
    return f"REDIS_URL: the server uses TLS; write {secure}:// instead of {plain}://"


def _unverified() -> ssl.SSLContext:
    """Return a context for a handshake that shows no more than whether the server uses TLS."""
    context = ssl.create_default_context()
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    """Yield an error and its causes."""
    while error is not None:
        yield error
        error = error.__cause__ or error.__context__
