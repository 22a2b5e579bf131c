"""What is loaded: each library takes time at the start, and memory for good."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Final

from bot.wiring import WORK
from tests.e2e.ports import free_port
from tests.scale.processes import ROOT
from tests.waiting import PATIENCE_SECONDS

PLATFORMS: Final = frozenset({"discord", "telegram", "httpx"})
SERVING: Final = frozenset({"aiohttp", "jinja2", "redis", "pydantic"})
"""What a process needs to serve people, but not to draw for them."""

RARE: Final = frozenset({"cryptography.hazmat"})
"""What is needed once somebody wants to be notified in a browser."""

HEAVY: Final = PLATFORMS | SERVING | RARE | {"asyncio", "structlog", "PIL", "babel"}

HELP: Final = """
with contextlib.suppress(SystemExit):
    __main__.main({arguments})
"""

STARTING: Final = """
async def start():
    async with wiring.running(loading.load()) as bots:
        assert bots.address

asyncio.run(start())
"""


def loaded(folder: Path, modules: str, code: str) -> frozenset[str]:
    """Return which of the heavy libraries a new process has loaded after running some code."""
    names = f"print('loaded:', *{sorted(HEAVY)} & sys.modules.keys())".replace("[", "{")
    lines = ("import contextlib, sys", modules, code, names.replace("]", "}"))
    environment = {
        "PATH": os.environ["PATH"],
        "PYTHONPATH": str(ROOT),
        "PULUC_DATA": str(folder / "data"),
        "PULUC_EPHEMERAL": "true",
        "PULUC_PORT": str(free_port()),
    }
    ran = subprocess.run(
        [sys.executable, "-c", "\n".join(lines)],
        env=environment,
        cwd=folder,
        stdout=subprocess.PIPE,
        timeout=PATIENCE_SECONDS,
        check=True,
    )
    return frozenset(ran.stdout.decode().partition("loaded:")[2].split())


def test_help(tmp_path: Path) -> None:
    """The command line is explained without loading the program."""
    for arguments in (["--help"], ["--version"]):
        code = HELP.format(arguments=arguments)
        assert not loaded(tmp_path, "from bot import __main__", code)


def test_without_tokens(tmp_path: Path) -> None:
    """A program without tokens starts without loading what only platforms or few people need."""
    modules = "import asyncio\nfrom bot import wiring\nfrom bot.ops import loading"
    found = loaded(tmp_path, modules, STARTING)
    assert found >= SERVING
    assert not (PLATFORMS | RARE) & found


def test_a_nursery(tmp_path: Path) -> None:
    """What worker processes share has nothing of what only serves people."""
    modules = "from bot.games.catalogue import games\nfrom bot.show.warming import warm_up"
    assert not loaded(tmp_path, modules, f"warm_up(games(), {WORK})") & (PLATFORMS | SERVING)
