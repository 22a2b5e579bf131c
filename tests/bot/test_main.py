"""How the program starts, and how it exits if it can't continue."""

import asyncio
import io
import logging
import os
import signal
import threading
from collections.abc import Callable, Collection, Iterator
from pathlib import Path
from typing import TypeAlias

import pytest
import structlog

from bot import __main__, config, program, wiring
from bot.config import Config, WrongSetting
from bot.inbound.platform import Unreachable
from bot.ops import loading, logs
from bot.store import embedded
from bot.store.embedded import EmbeddedServer
from bot.store.folder import NoServer
from bot.table.ports import Down, StoreDown
from tests.waiting import PATIENCE_SECONDS

TOKEN = "123456789:" + "AAbbCCddEEffGGhhIIjjKKllMMnnOOppQQr"


@pytest.fixture(autouse=True)
def _bare(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Remove this machine's settings and .env file, and use a temporary data folder."""
    for name in Config.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PULUC_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("PULUC_EPHEMERAL", "true")


Ended: TypeAlias = Callable[[Exception], tuple[str, str]]


@pytest.fixture
def ended(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Iterator[Ended]:
    """Return a function that lets the program fail, and returns its last line and its log."""
    set_up = logs.set_up

    def end(error: Exception) -> tuple[str, str]:
        async def fail(_: Config) -> None:
            raise error

        def set_up_here(level: str, secrets: Collection[str], style: object) -> None:
            set_up(level, log, secrets=secrets)

        log = io.StringIO()
        monkeypatch.setattr(program, "serve", fail)
        monkeypatch.setattr(logs, "set_up", set_up_here)
        assert __main__.main([]) == 1
        return capsys.readouterr().err.splitlines()[-1], log.getvalue()

    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    yield end
    root.handlers[:] = handlers
    root.setLevel(level)
    structlog.reset_defaults()


@pytest.mark.parametrize("reason", Down)
def test_a_store_that_is_down(ended: Ended, reason: Down) -> None:
    """The program exits with a line that says why its store is down."""
    line, _ = ended(StoreDown(reason))
    assert line == f"puluc: {program.DOWN[reason]}"


@pytest.mark.parametrize("reason", [WrongSetting, NoServer, Unreachable])
def test_a_start_that_fails(ended: Ended, reason: type[Exception]) -> None:
    """The program exits with the line that says why it can't start, and no traceback."""
    line, log = ended(reason("Somewhere isn't responding"))
    assert line == "puluc: Somewhere isn't responding"
    assert "Traceback" not in log


def test_an_operating_system_error(ended: Ended) -> None:
    """An operating system error that doesn't concern a port isn't reported as one."""
    line, log = ended(OSError(24, os.strerror(24)))
    assert "Too many open files" in line
    assert "port" not in line
    assert "Traceback" in log


def test_an_unexpected_error_with_a_secret(ended: Ended, monkeypatch: pytest.MonkeyPatch) -> None:
    """An unexpected error is logged, with secrets removed."""
    monkeypatch.setenv("TELEGRAM_TOKEN", TOKEN)
    line, log = ended(RuntimeError(f"refused: {TOKEN[4:]} and {TOKEN}"))
    assert "RuntimeError" in line
    assert TOKEN not in log
    assert "refused" in log


async def test_a_port_that_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    """If the configured port is in use, the message names it."""
    listening = await asyncio.start_server(lambda *_: None, "127.0.0.1", 0)
    port = listening.sockets[0].getsockname()[1]
    monkeypatch.setenv("PORT", str(port))
    with pytest.raises(config.WrongSetting, match=rf"^PORT={port} can't be used"):
        async with wiring.running(loading.load()):
            pass
    listening.close()


async def test_an_address_with_a_slash(monkeypatch: pytest.MonkeyPatch) -> None:
    """An address that can't be parsed is refused without any part of its password."""
    monkeypatch.setenv("REDIS_URL", "redis://:s3cr/et@host")
    with pytest.raises(config.WrongSetting, match=r"^REDIS_URL: .*%2F") as wrong:
        async with wiring.running(loading.load()):
            pass
    assert "s3" not in str(wrong.value)


async def test_a_file_without_certificates(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """If the file of certificates is missing, the message names the setting."""
    monkeypatch.setenv("REDIS_URL", "rediss://127.0.0.1:1")
    monkeypatch.setenv("REDIS_CA_FILE", str(tmp_path / "none.pem"))
    with pytest.raises(config.WrongSetting, match="REDIS_CA_FILE"):
        async with wiring.running(loading.load()):
            pass


async def test_stopping_while_the_server_hangs(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The program can be stopped while it waits for a hanging server."""
    monkeypatch.setattr(embedded, "START_SECONDS", 1e9)
    server = EmbeddedServer.start(tmp_path / "data")
    pid = int((tmp_path / "data" / "server.pid").read_text())
    os.kill(pid, signal.SIGSTOP)
    waits = threading.Event()
    ensure = EmbeddedServer.ensure

    def recorded(self: EmbeddedServer, given_up: threading.Event | None = None) -> None:
        waits.set()
        ensure(self, given_up)

    monkeypatch.setattr(EmbeddedServer, "ensure", recorded)
    try:
        running = asyncio.create_task(program.run(loading.load()))
        assert await asyncio.to_thread(waits.wait, 20)
        running.cancel()
        async with asyncio.timeout(PATIENCE_SECONDS):
            with pytest.raises(asyncio.CancelledError):
                await running
    finally:
        os.kill(pid, signal.SIGCONT)
        server.release()
