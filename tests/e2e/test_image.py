"""The image without a builder: the Dockerfile's own steps, run in a folder that is then read-only.

What the builder itself does is left out: the base image, packages of its distribution, and users.
"""

import json
import os
import re
import shlex
import shutil
import signal
import stat
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest

from telegram_simulator.simulator import TelegramSimulator
from tests.e2e.ports import free_port
from tests.e2e.served import Outside, settings
from tests.scenarios.on_telegram import TELEGRAM
from tests.waiting import PATIENCE_SECONDS

ROOT = Path(__file__).parents[2]
PYTHON = str(Path(sys.base_prefix) / "bin" / "python3")
pytestmark = pytest.mark.night

WRITING = 0o222
WITHOUT_RIGHTS = ("setpriv", "--bounding-set=-all", "--inh-caps=-all") if os.getuid() == 0 else ()
"""Takes away the superuser's right to write to read-only files."""


def instructions() -> list[tuple[str, str]]:
    """Return the Dockerfile's instructions, with continued lines joined."""
    text = re.sub(r"\\\n\s*", " ", (ROOT / "Dockerfile").read_text("utf-8"))
    lines = (line for line in text.splitlines() if line and not line.startswith("#"))
    return [(name, rest) for name, _, rest in (line.partition(" ") for line in lines)]


def of(kind: str) -> str:
    """Return the arguments of the last instruction of a kind."""
    return [rest for name, rest in instructions() if name == kind][-1]


@dataclass
class Image:
    """The image's file system, in a folder."""

    root: Path

    @property
    def app(self) -> Path:
        return self.root / "app"

    @property
    def data(self) -> Path:
        return self.root / "data"

    def inside(self, text: str) -> str:
        """Return a command or a setting with the image's folders in this one."""
        return re.sub(r"(?<![\w/])/(venv|app|data)\b", rf"{self.root}/\1", text)

    def build(self) -> None:
        """Do what the Dockerfile says."""
        self.app.mkdir()
        for name, rest in instructions():
            if name == "COPY" and not rest.startswith("--from"):
                self._copy(*rest.split())
            elif name == "RUN" and "apt-get" not in rest:
                self._run(rest)
        self.data.mkdir()

    def files(self) -> set[Path]:
        """Return all files but the data."""
        return {path for path in self.root.rglob("*") if self.data not in (path, *path.parents)}

    def _copy(self, source: str, target: str) -> None:
        if (ROOT / source).is_dir():
            ignored = shutil.ignore_patterns("__pycache__")
            shutil.copytree(ROOT / source, self.app / target, ignore=ignored)
        else:
            shutil.copy(ROOT / source, self.app / target)

    def _run(self, rest: str) -> None:
        step = shlex.join(json.loads(rest)) if rest.startswith("[") else rest
        step = re.sub(r"^python ", f"{PYTHON} ", self.inside(step))
        step = step.replace("--no-cache-dir ", "")  # the packages may be here already
        subprocess.run(["/bin/sh", "-ec", step], cwd=self.app, check=True, timeout=300)

    def start(self, words: str, settings: Mapping[str, str], log: Path) -> subprocess.Popen[bytes]:
        """Start a command in exec form, with the image's environment."""
        environment = dict(pair.split("=", 1) for pair in shlex.split(self.inside(of("ENV"))))
        environment["PATH"] = environment["PATH"].replace("$PATH", os.environ["PATH"])
        with log.open("a") as file:
            return subprocess.Popen(
                [*WITHOUT_RIGHTS, *json.loads(words)],
                env={**environment, "HOME": "/nonexistent", **settings},
                cwd=self.app,
                stdout=file,
                stderr=file,
            )


@pytest.fixture(scope="module")
def image(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Image]:
    image = Image(tmp_path_factory.mktemp("image"))
    image.build()
    files = [path for path in image.files() if not path.is_symlink()]
    for path in files:
        path.chmod(path.stat().st_mode & ~WRITING)
    yield image
    for path in files:
        path.chmod(path.stat().st_mode | stat.S_IWUSR)


@pytest.fixture
def sim() -> Iterator[TelegramSimulator]:
    with TelegramSimulator() as simulator:
        yield simulator
        assert simulator.violations == []


def test_a_move(image: Image, sim: TelegramSimulator, tmp_path: Path) -> None:
    """On a read-only file system, the image's command plays a move, and its health check passes."""
    before, log = image.files(), tmp_path / "log"
    asked = settings(TELEGRAM, sim) | {"PORT": str(free_port()), "PULUC_EPHEMERAL": "true"}
    check = of("HEALTHCHECK").partition("CMD ")[2]
    assert image.start(check, asked, log).wait(PATIENCE_SECONDS) == 1  # nothing answers yet
    bot = image.start(of("CMD"), asked, log)
    until = time.monotonic() + PATIENCE_SECONDS
    while image.start(check, asked, log).wait(PATIENCE_SECONDS) != 0:
        assert bot.poll() is None, log.read_text()
        assert time.monotonic() < until, log.read_text()
    sim.wait_for_bot()
    town = TELEGRAM.meet(Outside(), sim)
    town.begin()
    town.move()
    bot.send_signal(getattr(signal, of("STOPSIGNAL")))
    assert bot.wait(PATIENCE_SECONDS) == 0
    assert image.files() == before
    assert "Traceback" not in log.read_text()


def test_what_is_left_out(image: Image) -> None:
    """The image has no tests, no tools for developers, and nothing that installs packages."""
    assert {path.name for path in image.app.iterdir()} == {
        "bot",
        "engine",
        "renderer",
        "requirements.txt",
    }
    (packages,) = image.root.glob("venv/lib/python3*/site-packages")
    assert {"pip", "pytest", "mypy"}.isdisjoint(path.name for path in packages.iterdir())
