"""The bot and its store as processes to kill, and a disk to fill."""

import asyncio
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from random import Random

from bot.store.embedded import EmbeddedServer
from tests.bot.store.proxy import Wire, cutting

ROOT = Path(__file__).parents[2]
READY_SECONDS = 60.0
CHUNKS = (1 << 20, 4096, 512, 1)


class House:
    """`python -m bot` with its own data folder and port, kept running whatever happens."""

    def __init__(self, folder: Path) -> None:
        self.data = folder / "data"
        self.data.mkdir()
        self.log = folder / "bot.log"
        self.count: Counter[str] = Counter()
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port: int = probe.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self._bot: subprocess.Popen[bytes] | None = None
        self._through: str | None = None

    def start(self) -> None:
        """Start the bot, on the bundled server or behind a wire if there is one."""
        settings = {
            "PATH": os.environ["PATH"],
            "HOME": str(self.data.parent),
            "PULUC_DATA": str(self.data),
            "PULUC_EPHEMERAL": "true",
            "PULUC_PORT": str(self.port),
        }
        if self._through is not None:
            settings["REDIS_URL"] = self._through
        with self.log.open("ab") as log:
            self._bot = subprocess.Popen(
                [sys.executable, "-m", "bot"], env=settings, cwd=ROOT, stdout=log, stderr=log
            )

    async def keep(self) -> None:
        """Restart the bot whenever it exits, as a service manager does."""
        while True:
            if self._bot is not None and self._bot.poll() is not None:
                if self._bot.returncode != -signal.SIGKILL:
                    self.count["the bot ended by itself"] += 1
                    await asyncio.sleep(1)
                self.start()
            await asyncio.sleep(0.05)

    async def ready(self) -> None:
        """Wait until the bot and its store answer."""
        until = time.monotonic() + READY_SECONDS
        while not await asyncio.to_thread(self._answers):
            if time.monotonic() > until:
                raise TimeoutError(f"the bot did not start in time; see {self.log}")
            await asyncio.sleep(0.1)

    def _answers(self) -> bool:
        try:
            with urllib.request.urlopen(f"{self.url}/healthz", timeout=5) as answer:
                return bool(answer.status == 200)
        except OSError:
            return False

    def kill_bot(self) -> None:
        """Kill the bot; `keep` restarts it."""
        if self._bot is not None and self._bot.poll() is None:
            self._bot.kill()
            self._bot.wait()
            self.count["kills of the bot"] += 1

    def kill_store(self) -> None:
        """Kill the store; the process that needs it restarts it."""
        with suppress(OSError, ValueError):
            pid = int((self.data / "server.pid").read_text())
            command = Path(f"/proc/{pid}/cmdline")
            if not command.exists() or b"valkey" in command.read_bytes():
                os.kill(pid, signal.SIGKILL)
                self.count["kills of the store"] += 1

    async def fill_disk(self, seconds: float) -> None:
        """Fill the disk completely for a while."""
        filler = self.data / "filler"
        until = time.monotonic() + seconds
        try:
            with filler.open("wb", buffering=0) as full:
                while time.monotonic() < until:
                    for size in CHUNKS:
                        with suppress(OSError):
                            while full.write(bytes(size)) == size:
                                pass
                    await asyncio.sleep(0.01)
        finally:
            filler.unlink()
        self.count["full disks"] += 1

    @asynccontextmanager
    async def on_a_bad_wire(self, chance: Random, share: float) -> AsyncIterator[None]:
        """Connect the bot to its store through an unreliable wire; this process runs the store."""
        server = await asyncio.to_thread(EmbeddedServer.start, self.data)

        async def revive() -> None:
            while True:
                with suppress(OSError):
                    await asyncio.to_thread(server.ensure)
                await asyncio.sleep(0.2)

        wire = Wire(chance, share, share, share, share)
        socket_path = server.url.removeprefix("unix://")
        async with cutting(socket_path, self.data / "cut.sock", wire) as url:
            self._through = url
            reviving = asyncio.create_task(revive())
            self.kill_bot()
            try:
                yield
            finally:
                self._through = None
                self.kill_bot()
                reviving.cancel()
                await asyncio.gather(reviving, return_exceptions=True)
                await asyncio.to_thread(server.release)

    def stop(self) -> None:
        """Stop the bot as a service manager does, and its store with it."""
        if self._bot is not None and self._bot.poll() is None:
            self._bot.terminate()
            try:
                self._bot.wait(20)
            except subprocess.TimeoutExpired:
                self.count["the bot did not stop"] += 1
                self._bot.kill()
                self._bot.wait()
