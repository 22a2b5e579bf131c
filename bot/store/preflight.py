"""The startup check of the server at REDIS_URL.

The server may come up later than the bot, so the check waits for it. A server that can never work
is reported at once, in one line that names the setting at fault, which the library's errors don't.
"""

import asyncio
import ssl
import time
from collections.abc import Iterator

import structlog
from redis.exceptions import (
    AuthenticationError,
    InvalidResponse,
    NoPermissionError,
    RedisError,
    ResponseError,
)

from bot.store.link import DEADLINE_SECONDS, Link

PATIENCE_SECONDS = 30.0
"""How long to wait for a server that doesn't answer."""

REST_SECONDS = 1.0

log = structlog.get_logger()


class Unfit(Exception):  # noqa: N818 - reads as what it says
    """The server can't be used; the message is one line that names the setting."""


async def reach(link: Link) -> None:
    """Wait until the server answers. Raises Unfit if it can't be used or doesn't answer in time."""
    until, logged = time.monotonic() + PATIENCE_SECONDS, False
    while (error := await _trouble(link)) is not None:
        unfit = _unfit(error)
        if unfit is not None:
            raise Unfit(unfit) from None
        if time.monotonic() > until:
            raise Unfit(
                f"REDIS_URL: the server did not answer within {PATIENCE_SECONDS:.0f} seconds. "
                "Is it running, and is the address right (rediss:// for TLS)?"
            ) from None
        if not logged:
            logged = True
            log.warning("store.awaited", why=type(error).__name__, s=PATIENCE_SECONDS)
        await asyncio.sleep(REST_SECONDS)


async def _trouble(link: Link) -> Exception | None:
    """Return what is wrong with the server; None if it works."""
    try:
        async with asyncio.timeout(DEADLINE_SECONDS):
            await link.redis.ping()
            if (await link.redis.info("cluster")).get("cluster_enabled"):
                return _Cluster()
    except NoPermissionError:
        return None  # it answers, which is enough
    except (RedisError, OSError, TypeError) as error:
        return error
    return None


class _Cluster(Exception):  # noqa: N818 - reads as what it says
    """The server is a node of a cluster."""


def _unfit(error: Exception) -> str | None:
    """Return why the server can never be used; None if waiting may help."""
    causes = tuple(_causes(error))
    kinds = tuple(map(type, causes))
    if any(issubclass(kind, ssl.SSLCertVerificationError) for kind in kinds):
        return (
            "REDIS_URL: the server's certificate is not trusted; set REDIS_CA_FILE to the "
            "certificate of its authority, or REDIS_VERIFY=false to accept any certificate"
        )
    if any(issubclass(kind, ssl.SSLError) for kind in kinds):
        return "REDIS_URL: the server does not use TLS; write redis:// instead of rediss://"
    if any(issubclass(kind, AuthenticationError) for kind in kinds):
        return "REDIS_URL: the server rejects the user or password"
    if isinstance(error, InvalidResponse):
        return (
            "REDIS_URL: the reply is not from a Redis or Valkey server "
            "(if the server uses TLS, write rediss://)"
        )
    if isinstance(error, _Cluster):
        return (
            "REDIS_URL: the server is a cluster node, which Puluc does not support; use a server "
            "without cluster mode"
        )
    if isinstance(error, TypeError):
        return "REDIS_URL: unknown option after the ?"
    if any(isinstance(cause, ResponseError) and "DB index" in str(cause) for cause in causes):
        return "REDIS_URL: the server has no database with this number"
    return None


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    """Yield an error and its causes."""
    while error is not None:
        yield error
        error = error.__cause__ or error.__context__
