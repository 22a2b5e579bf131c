"""The program as its operator sees it."""

import json
import os
import re
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.e2e.ports import free_port

if TYPE_CHECKING:
    from conftest import Bot


@pytest.mark.parametrize(
    ("settings", "complaint"),
    [
        ({"PULUC_WEB": "maybe"}, "PULUC_WEB"),
        ({"DYNO": "web.1", "PULUC_EPHEMERAL": "false"}, "REDIS_URL is not set"),
        ({"REDIS_URL": "mysql://nowhere"}, "REDIS_URL"),
        ({"REDIS_URL": "redis://:s3cr/et@nowhere"}, "REDIS_URL"),
        ({"DISCORD_SHARDS": "9"}, "DISCORD_SHARDS"),
        ({"PULUC_DATA": "/proc/nowhere"}, "PULUC_DATA"),
    ],
)
def test_an_invalid_setting_is_named(
    new_bot: "Callable[..., Bot]", tmp_path: Path, settings: dict[str, str], complaint: str
) -> None:
    """For an invalid setting, the program exits with one line that names the setting."""
    bot = new_bot(tmp_path / "data", settings)
    message = bot.fail()
    assert message.startswith("puluc: ")
    assert complaint in message
    assert "s3cr" not in bot.log


def test_a_taken_port(bot: "Bot", new_bot: "Callable[..., Bot]") -> None:
    """A second bot uses the next free port, says so, and shares the store."""
    second = new_bot(bot.data, {"PULUC_PORT": str(bot.port)})
    second.launch()
    second.wait_for_log("Puluc is running at")
    assert f"(port {bot.port} is taken)" in second.log
    found = re.search(r"running at http://127\.0\.0\.1:([0-9]+)/", second.log)
    assert found is not None
    second.port = int(found[1])
    assert second.port > bot.port  # others may listen on the very next one
    second.wait()
    assert second.end(signal.SIGTERM) == 0


def test_it_stops_on_sigterm(bot: "Bot") -> None:
    """SIGTERM stops the program and its store cleanly."""
    pid = int((bot.data / "server.pid").read_text())
    assert bot.end(signal.SIGTERM) == 0
    for _ in range(1_200):
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return
        if Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z":
            return
        time.sleep(0.05)
    pytest.fail("the store is still running")


def test_the_log_is_json(bot: "Bot") -> None:
    """Without a terminal, every line but the greeting is a JSON object."""
    lines = [line for line in bot.log.splitlines() if not line.startswith("Puluc is running at")]
    assert all(json.loads(line)["event"] for line in lines)


def test_another_host_name(bot: "Bot") -> None:
    """A request by another host name, as in DNS rebinding, is refused."""
    request = urllib.request.Request(f"{bot.url}/", headers={"Host": "evil.example"})
    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(request, timeout=10)
    assert refused.value.code in (400, 403, 421)
    refused.value.close()


def test_on_a_public_port_there_is_no_chat(tmp_path: Path) -> None:
    """With PORT set, there are game pages but no chat."""
    port = free_port()
    environment = {
        "PATH": os.environ["PATH"],
        "PORT": str(port),
        "PULUC_DATA": str(tmp_path / "data"),
        "PULUC_EPHEMERAL": "true",
    }
    with subprocess.Popen(
        [sys.executable, "-m", "bot"], env=environment, cwd=tmp_path, stderr=subprocess.DEVNULL
    ) as process:
        page = _answer(f"http://127.0.0.1:{port}/")
        assert "people play in chat" in page
        assert "<input" not in page
        with pytest.raises(urllib.error.HTTPError) as missing:
            urllib.request.urlopen(f"http://127.0.0.1:{port}/api/hello", timeout=10)
        missing.value.close()
        process.send_signal(signal.SIGTERM)
    assert process.returncode == 0


def _answer(url: str) -> str:
    for _ in range(1_200):
        try:
            with urllib.request.urlopen(url, timeout=10) as response:
                body: bytes = response.read()
                return body.decode()
        except OSError:
            time.sleep(0.05)
    pytest.fail(f"{url} does not answer")
