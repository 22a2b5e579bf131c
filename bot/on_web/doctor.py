"""The doctor's check of the web pages: the port here, and the public address."""

import socket
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from http import HTTPStatus
from typing import Final, NamedTuple

import aiohttp
from aiohttp import ClientConnectorCertificateError, ClientConnectorDNSError, ClientError, hdrs

from bot.config import Config, WebMode
from bot.findings import Check, Finding, carry_out, fail, ok, warn
from bot.on_web.health import RUNS
from bot.on_web.metrics import METRICS
from bot.on_web.rate_limits import ALIVE, READY
from bot.on_web.sign_in.exchange import is_known
from bot.on_web.sign_in.providers import BACK, Provider, providers
from bot.table.people import Platform

LIMIT_SECONDS: Final = 8.0
"""The deadline of a request."""

_HERE: Final = "127.0.0.1"

_NOTHING_BEHIND: Final = (
    HTTPStatus.BAD_GATEWAY,
    HTTPStatus.SERVICE_UNAVAILABLE,
    HTTPStatus.GATEWAY_TIMEOUT,
)
"""What a proxy answers while nothing behind it does."""


_APPLICATION: Final = "https://discord.com/api/applications/@me"


class Answer(NamedTuple):
    """The status of an answer, and the beginning of its text."""

    status: int
    text: str


_ALIVE: Final = Answer(HTTPStatus.OK, "ok")


@dataclass(frozen=True, slots=True)
class _Asked:
    """What the checks ask about.

    `taken` is whether any program listens on the port here. `ready` is what the bot says of itself,
    here or, if this is a one-off process, at its public address; None if it doesn't answer there.
    """

    session: aiohttp.ClientSession
    settings: Config
    port: int
    taken: bool
    ready: Answer | None


async def findings(settings: Config) -> AsyncIterator[Finding]:
    """Yield what is wrong with the server of the pages, and with the way to it from outside."""
    if settings.web is WebMode.OFF and not (settings.is_one_off and settings.puluc_web is None):
        yield ok("pages", "off")
        return
    port = settings.puluc_port if settings.port is None else settings.port
    timeout = aiohttp.ClientTimeout(total=LIMIT_SECONDS)
    async with aiohttp.ClientSession(timeout=timeout) as session:
        taken = _is_taken(port)
        where = settings.url if settings.is_one_off else f"http://{_HERE}:{port}" if taken else None
        ready = None if where is None else await _ready(session, where)
        async for finding in carry_out(_CHECKS, _Asked(session, settings, port, taken, ready)):
            yield finding


async def _ready(session: aiohttp.ClientSession, base: str) -> Answer | None:
    """Return what the bot says of itself; None if it isn't the bot that answers."""
    try:
        alive, ready = await _get(session, f"{base}{ALIVE}"), await _get(session, f"{base}{READY}")
    except (ClientError, OSError):
        return None
    return ready if alive == _ALIVE else None


def _bot(asked: _Asked) -> Finding:
    """Return whether the bot listens on its port, and what it says of itself, or what else does."""
    port, ready = asked.port, asked.ready
    if asked.settings.is_one_off:
        return _elsewhere(ready)
    if not asked.taken:
        return ok("bot", f"isn't running here; port {port} is free")
    if ready is None and asked.settings.port is None:
        return warn("port", f"another program uses {port}, so the bot will take the next free one")
    if ready is None:
        return fail("port", f"another program uses {port}; end it, or set PORT to another port")
    return _running(ready, f"on port {port}")


def _elsewhere(ready: Answer | None) -> Finding:
    """Return what the bot says of itself at its public address, which is all that can be seen."""
    if ready is not None:
        return _running(ready, "at PULUC_URL")
    return ok(
        "bot",
        "can't be seen, because this process runs beside those of the bot, and sees neither them "
        "nor their port, metrics and memory; set PULUC_URL, where the doctor asks the bot itself",
    )


def _running(ready: Answer, where: str) -> Finding:
    """Return what the bot says of itself."""
    *said, runs = ready.text.splitlines()
    running = f"{runs} is running {where}"
    if ready.status != HTTPStatus.OK:
        return fail("bot", f"{running}, but isn't ready: {', '.join(said)}")
    if runs != RUNS:
        return warn("bot", f"{running}, but {RUNS} is installed here; restart the bot to update it")
    return ok("bot", f"{running}, and is ready to play")


def _encryption(asked: _Asked) -> Finding | None:
    """Return a warning if the public address isn't encrypted."""
    if asked.settings.url is None or asked.settings.url.startswith("https://"):
        return None
    return warn(
        "PULUC_URL", "isn't https://, so the pages can be read and changed on the way; set up TLS"
    )


async def _outside(asked: _Asked) -> Finding | None:
    """Return whether the public address leads to the bot."""
    if (url := asked.settings.url) is None:
        return None
    try:
        answer = await _get(asked.session, f"{url}{ALIVE}")
    except ClientConnectorDNSError as error:
        return fail("PULUC_URL", f"there is no host called {error.host}; check the spelling")
    except ClientConnectorCertificateError as error:
        return fail(
            "PULUC_URL",
            f"the certificate of {error.host} isn't valid, so browsers warn people; renew it",
        )
    except (ClientError, OSError) as error:
        return _unreachable(asked, url, type(error).__name__)
    if answer == _ALIVE:
        return ok(
            "PULUC_URL",
            "the bot answers, as seen from this machine; open the address on a phone once, to be "
            "sure that it works from outside",
        )
    if answer.status in _NOTHING_BEHIND:
        return _unreachable(asked, url, f"status {answer.status}")
    return fail(
        "PULUC_URL",
        f"something else answers at {url} (status {answer.status}); let your proxy pass requests "
        "on to the bot, or correct PULUC_URL",
    )


def _unreachable(asked: _Asked, url: str, why: str) -> Finding:
    """Return that nothing answers, which is no surprise if the bot doesn't run."""
    if asked.ready is not None:
        return fail(
            "PULUC_URL",
            f"the bot runs, but nothing answers at {url} ({why}); check the proxy and the firewall",
        )
    return warn(
        "PULUC_URL",
        f"nothing answers at {url} ({why}), which is right while the bot isn't running; start it, "
        "then run the doctor again",
    )


async def _metrics(asked: _Asked) -> Finding | None:
    """Return whether the metrics are served with the token, by the running bot if there is one."""
    if asked.settings.port is None:
        return None
    if asked.settings.is_one_off:
        return ok("metrics", "can't be seen by this process, which was started beside the bot's")
    if asked.settings.puluc_metrics_token is None:
        return ok("metrics", "not served; set PULUC_METRICS_TOKEN to let Prometheus read them")
    token, url = asked.settings.puluc_metrics_token, f"http://{_HERE}:{asked.port}{METRICS}"
    if asked.ready is not None:
        try:
            answer = await _get(asked.session, url, f"Bearer {token.get_secret_value()}")
        except (ClientError, OSError) as error:
            return warn("metrics", f"the running bot doesn't answer ({type(error).__name__})")
        if answer.status != HTTPStatus.OK:
            return warn(
                "metrics",
                "the running bot has another PULUC_METRICS_TOKEN; restart it to use this one",
            )
    return ok("metrics", "served at /metrics to those who send PULUC_METRICS_TOKEN")


async def _sign_in(asked: _Asked) -> Sequence[Finding]:
    """Return whether people can sign in with the platforms for which there is a secret."""
    settings, url = asked.settings, asked.settings.url
    if settings.web is not WebMode.PLAY or url is None:
        return ()
    known = providers(settings, await _client_ids(asked))
    return [
        await _signs_in(asked, each, url + BACK.format(each.platform)) for each in known.values()
    ]


async def _signs_in(asked: _Asked, provider: Provider, back: str) -> Finding:
    """Return whether a platform knows the secret, and what else it must know."""
    title, name = provider.service.title, f"{provider.platform.upper()}_CLIENT_SECRET"
    try:
        is_right = await is_known(asked.session, provider, back)
    except (ClientError, TimeoutError, OSError, ValueError) as error:
        why = type(error).__name__
        return warn("sign-in", f"{title} doesn't answer ({why}); run the doctor again later")
    if not is_right:
        where = "docs/settings.md#sign-in-with-discord-and-telegram says where it is"
        return fail("sign-in", f"{title} doesn't know {name}; copy it again, {where}")
    return ok("sign-in", f"{title} knows {name}; it must also know the address {back}")


async def _client_ids(asked: _Asked) -> Mapping[Platform, str]:
    """Return the ids of the bots for which there are secrets, as far as they can be known."""
    settings, found = asked.settings, dict[Platform, str]()
    if settings.telegram_token is not None:
        token = settings.telegram_token.get_secret_value()
        found[Platform.TELEGRAM] = token.partition(":")[0]
    if settings.discord_token is not None and settings.discord_client_secret is not None:
        login = {hdrs.AUTHORIZATION: f"Bot {settings.discord_token.get_secret_value()}"}
        with suppress(ClientError, OSError, KeyError, ValueError):  # the check of Discord says why
            async with asked.session.get(_APPLICATION, headers=login) as response:
                found[Platform.DISCORD] = str((await response.json())["id"])
    return found


_CHECKS: Final[Sequence[Check[_Asked]]] = (_bot, _encryption, _outside, _metrics, _sign_in)


async def _get(session: aiohttp.ClientSession, url: str, login: str = "") -> Answer:
    """Return what answers. Raises ClientError and OSError."""
    headers = {hdrs.AUTHORIZATION: login} if login else {}
    async with session.get(url, allow_redirects=False, headers=headers) as response:
        start = await response.content.read(1_000)
        return Answer(response.status, start.decode(errors="replace").strip())


def _is_taken(port: int) -> bool:
    """Return whether a program listens on the port."""
    with socket.socket() as probe:
        probe.settimeout(1.0)
        return probe.connect_ex((_HERE, port)) == 0
