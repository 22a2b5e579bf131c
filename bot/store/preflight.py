"""The first contact with somebody's store: waited for, and called what it is.

A store may come up later than the bot. What will never serve is said at once, in one line that
names the setting, for the library's own words do not.
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
"""How long a store that does not answer is waited for."""

REST_SECONDS = 1.0

log = structlog.get_logger()


class Unfit(Exception):  # noqa: N818 - reads as what it says
    """What is no store for this program; the message is a line that names the setting."""


async def reach(link: Link) -> None:
    """Wait until the store answers. Raises Unfit where it never will, or has not in time."""
    until, told = time.monotonic() + PATIENCE_SECONDS, False
    while (error := await _trouble(link)) is not None:
        unfit = _unfit(error)
        if unfit is not None:
            raise Unfit(unfit) from None
        if time.monotonic() > until:
            raise Unfit(
                f"REDIS_URL: the server does not answer; it was waited for {PATIENCE_SECONDS:.0f} "
                "seconds. Is it running, and is this its address (rediss:// where it speaks TLS)?"
            ) from None
        if not told:
            told = True
            log.warning("store.awaited", why=type(error).__name__, s=PATIENCE_SECONDS)
        await asyncio.sleep(REST_SECONDS)


async def _trouble(link: Link) -> Exception | None:
    """What is wrong with the store; None where nothing is."""
    try:
        async with asyncio.timeout(DEADLINE_SECONDS):
            await link.redis.ping()
            if (await link.redis.info("cluster")).get("cluster_enabled"):
                return _Cluster()
    except NoPermissionError:
        return None  # it answers, and more need not be known
    except (RedisError, OSError, TypeError) as error:
        return error
    return None


class _Cluster(Exception):  # noqa: N818 - reads as what it says
    """A server that is a node of a cluster."""


def _unfit(error: Exception) -> str | None:
    """Why such a server will never do; None where it may yet."""
    causes = tuple(_causes(error))
    kinds = tuple(map(type, causes))
    if any(issubclass(kind, ssl.SSLCertVerificationError) for kind in kinds):
        return (
            "REDIS_URL: the server's certificate is not trusted; set REDIS_CA_FILE to the file of "
            "its authority, or REDIS_VERIFY=false to trust any"
        )
    if any(issubclass(kind, ssl.SSLError) for kind in kinds):
        return "REDIS_URL: the server does not speak TLS; write redis:// instead of rediss://"
    if any(issubclass(kind, AuthenticationError) for kind in kinds):
        return "REDIS_URL: the server refuses this user or password"
    if isinstance(error, InvalidResponse):
        return (
            "REDIS_URL: what answers there is no Redis or Valkey server (rediss:// is for one "
            "that speaks TLS)"
        )
    if isinstance(error, _Cluster):
        return (
            "REDIS_URL: the server is a node of a cluster, which Puluc does not support; take one "
            "without cluster mode"
        )
    if isinstance(error, TypeError):
        return "REDIS_URL: there is no such option as one of those behind the ?"
    if any(isinstance(cause, ResponseError) and "DB index" in str(cause) for cause in causes):
        return "REDIS_URL: the server has no database of this number"
    return None


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    """An error and all that led to it."""
    while error is not None:
        yield error
        error = error.__cause__ or error.__context__
