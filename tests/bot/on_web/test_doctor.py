"""What the doctor finds about the pages."""

import asyncio
import ssl
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final

import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer
from pydantic import SecretStr

from bot.config import Config
from bot.findings import Finding, fail, ok, warn
from bot.on_web import doctor
from bot.on_web.health import RUNS
from tests.bot.certificates import CERTIFICATE, serving
from tests.e2e.ports import free_port

READY: Final = {"/healthz": (200, "ok"), "/readyz": (200, f"ok\n{RUNS}")}
"""The answers of a bot that can play."""

ANSWERS: Final = ok(
    "PULUC_URL",
    "the bot answers, as seen from this machine; open the address on a phone once, to be sure that"
    " it works from outside",
)
NOT_ENCRYPTED: Final = warn(
    "PULUC_URL", "isn't https://, so the pages can be read and changed on the way; set up TLS"
)


@asynccontextmanager
async def answering(
    answers: Mapping[str, tuple[int, str]], tls: ssl.SSLContext | None = None
) -> AsyncIterator[TestServer]:
    """Run a program that answers at these paths."""

    async def answer(request: web.Request) -> web.Response:
        status, text = answers.get(request.path, (404, "nothing"))
        return web.Response(status=status, text=text)

    app = web.Application()
    app.router.add_get("/{path:.*}", answer)
    server = TestServer(app, host="127.0.0.1")
    await server.start_server(ssl=tls)
    yield server
    await server.close()


async def findings(**settings: Any) -> list[Finding]:
    """The findings with these settings."""
    config = Config(_env_file=None, **settings)
    return [each async for each in doctor.findings(config)]


async def test_no_pages() -> None:
    """A bot without pages has nothing to check."""
    assert await findings(puluc_web="off", discord_token=SecretStr("t")) == [ok("pages", "off")]


async def test_a_bot_that_does_not_run() -> None:
    """A free port means that the bot isn't running, which is no mistake."""
    port = free_port()
    found = await findings(puluc_port=port)
    assert found == [ok("bot", f"isn't running here; port {port} is free")]


async def test_a_bot_that_runs() -> None:
    """A bot that answers on its port is asked whether it can play."""
    async with answering(READY) as bot:
        found = await findings(puluc_port=bot.port)
        assert found == [ok("bot", f"{RUNS} is running on port {bot.port}, and is ready to play")]


async def test_a_bot_that_is_not_ready() -> None:
    """What the bot says is missing is repeated."""
    missing = f"the store is full\ntelegram isn't connected\n{RUNS}"
    async with answering(READY | {"/readyz": (503, missing)}) as bot:
        found = await findings(puluc_port=bot.port)
        why = "the store is full, telegram isn't connected"
        assert found == [
            fail("bot", f"{RUNS} is running on port {bot.port}, but isn't ready: {why}")
        ]


async def test_a_bot_that_runs_another_release() -> None:
    """A bot that was started before an update must be restarted."""
    before = "Puluc 0.9.0 (commit unknown)"
    async with answering(READY | {"/readyz": (200, f"ok\n{before}")}) as bot:
        found = await findings(puluc_port=bot.port)
        assert found == [
            warn(
                "bot",
                f"{before} is running on port {bot.port}, but {RUNS} is installed here; restart the"
                " bot to update it",
            )
        ]


async def test_a_one_off_process() -> None:
    """A process beside those of the bot asks it at its public address, and sees nothing else."""
    async with answering(READY) as bot:
        address, port = f"http://127.0.0.1:{bot.port}", free_port()
        first, _, _, last = await findings(
            dyno="run.1234", redis_url="redis://a", puluc_url=address, port=port
        )
    assert first == ok("bot", f"{RUNS} is running at PULUC_URL, and is ready to play")
    assert last == ok(
        "metrics", "can't be seen by this process, which was started beside the bot's"
    )


async def test_a_one_off_process_without_an_address() -> None:
    """Without a public address, it says what it can't see."""
    (line,) = await findings(dyno="run.1234", redis_url="redis://a", telegram_token=SecretStr("t"))
    assert line.text.startswith("can't be seen, because this process runs beside those of the bot")


async def test_another_program() -> None:
    """Another program on the port of the chat makes the bot take the next one."""
    async with answering({"/healthz": (200, "<html>")}) as other:
        found = await findings(puluc_port=other.port)
        assert found == [
            warn(
                "port",
                f"another program uses {other.port}, so the bot will take the next free one",
            )
        ]


async def test_a_program_without_http() -> None:
    """A program on the public port keeps the bot from starting, whatever it speaks."""

    async def answer(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"220 mail.example\r\n")
        writer.close()

    async with await asyncio.start_server(answer, "127.0.0.1", 0) as other:
        port = other.sockets[0].getsockname()[1]
        first, *_ = await findings(port=port)
    assert first == fail(
        "port", f"another program uses {port}; end it, or set PORT to another port"
    )


@pytest.mark.parametrize("token", [None, "secret-of-the-metrics"])
async def test_metrics(token: str | None) -> None:
    """On a public port, the doctor says whether metrics are served, without the token."""
    *_, last = await findings(port=free_port(), puluc_metrics_token=token)
    text = (
        "not served; set PULUC_METRICS_TOKEN to let Prometheus read them"
        if token is None
        else "served at /metrics to those who send PULUC_METRICS_TOKEN"
    )
    assert last == ok("metrics", text)


async def outside(url: str, port: int | None = None) -> list[Finding]:
    """The findings about the public address."""
    found = await findings(puluc_url=url, puluc_port=port or free_port())
    return [each for each in found if each.subject == "PULUC_URL"]


async def test_the_public_address() -> None:
    """A bot that answers at its public address is well, but http:// isn't."""
    async with answering(READY) as bot:
        assert await outside(str(bot.make_url(""))) == [NOT_ENCRYPTED, ANSWERS]


async def test_something_else_at_the_public_address() -> None:
    """A page of something else is named with its status."""
    async with answering({}) as other:
        url = str(other.make_url("")).rstrip("/")
        _, found = await outside(url)
    assert found == fail(
        "PULUC_URL",
        f"something else answers at {url} (status 404); let your proxy pass requests on to the bot,"
        " or correct PULUC_URL",
    )


@pytest.mark.parametrize("runs", [False, True])
async def test_a_proxy_with_nothing_behind(*, runs: bool) -> None:
    """A proxy that finds no bot is only a mistake while the bot runs."""
    async with answering({"/healthz": (502, "Bad Gateway")}) as proxy, answering(READY) as bot:
        url = str(proxy.make_url("")).rstrip("/")
        _, found = await outside(url, bot.port if runs else None)
    assert found == (
        fail(
            "PULUC_URL",
            f"the bot runs, but nothing answers at {url} (status 502); check the proxy and the"
            " firewall",
        )
        if runs
        else warn(
            "PULUC_URL",
            f"nothing answers at {url} (status 502), which is right while the bot isn't running;"
            " start it, then run the doctor again",
        )
    )


async def test_an_invalid_certificate(tmp_path: Path) -> None:
    """A certificate that browsers wouldn't accept is a failure."""
    pem = tmp_path / "server.pem"
    pem.write_text(CERTIFICATE)
    async with answering(READY, serving(pem)) as bot:
        (found,) = await outside(f"https://127.0.0.1:{bot.port}")
    assert found == fail(
        "PULUC_URL",
        "the certificate of 127.0.0.1 isn't valid, so browsers warn people; renew it",
    )


async def test_a_host_that_does_not_exist() -> None:
    """A misspelt name is a failure of its own."""
    (found,) = await outside("https://puluc.invalid")
    assert found == fail("PULUC_URL", "there is no host called puluc.invalid; check the spelling")
