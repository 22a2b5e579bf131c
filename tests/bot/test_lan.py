"""The program on a local network: where it listens, and what it tells its operator."""

from collections.abc import Callable
from pathlib import Path

import pytest
from aiohttp import web

from bot import program, wiring
from bot.config import Config
from bot.on_web import server
from bot.on_web.network import Network
from bot.ops import loading
from tests.e2e.ports import free_port

HOME = Network("192.168.1.20")


@pytest.fixture(autouse=True)
def port(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> int:
    """Use a temporary data folder, and this port, without this machine's settings."""
    for name in Config.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PULUC_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("PULUC_EPHEMERAL", "true")
    port = free_port()
    monkeypatch.setenv("PULUC_PORT", str(port))
    return port


@pytest.fixture
def hosts(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Where the program would listen; here it listens to this machine only."""
    hosts, serve = list[str](), server.serve

    async def here(
        app: web.Application, host: str, port: int, *, search: bool, proxied: bool
    ) -> server.Site:
        hosts.append(host)
        return await serve(app, "127.0.0.1", port, search=search, proxied=proxied)

    monkeypatch.setattr(server, "serve", here)
    return hosts


def never() -> Network:
    """Fail: nobody has asked for a network."""
    raise AssertionError("the network isn't looked for")


async def told(found: Callable[[], Network | None], capsys: pytest.CaptureFixture[str]) -> str:
    """Start the program, and return what it tells its operator."""
    settings = loading.load()
    async with wiring.running(settings, found=found) as bots:
        program.warn(bots.notices)
        program.greet(settings, bots)
    captured = capsys.readouterr()
    return captured.out + captured.err


async def test_this_machine_only(
    hosts: list[str], port: int, capsys: pytest.CaptureFixture[str]
) -> None:
    """Without the setting nothing listens beyond this machine, and no network is looked for."""
    said = await told(never, capsys)
    assert hosts == ["127.0.0.1"]
    assert f"http://127.0.0.1:{port}/" in said
    assert "network" not in said


async def test_a_network(
    hosts: list[str], port: int, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """With it the program listens on all interfaces, and says at which address others find it."""
    monkeypatch.setenv("PULUC_LAN", "1")
    said = await told(lambda: HOME, capsys)
    assert hosts == ["0.0.0.0"]  # noqa: S104 - what is listened on is what this test is about
    assert f"Puluc is running at http://127.0.0.1:{port}/." in said
    assert f"Others on your network can open http://192.168.1.20:{port}/." in said


async def test_no_network(
    hosts: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without a network it says so, and goes on for this machine alone."""
    monkeypatch.setenv("PULUC_LAN", "1")
    said = await told(lambda: None, capsys)
    assert hosts == ["127.0.0.1"]
    assert "puluc: this computer has no address on a local network" in said
    assert "Others" not in said
