"""The data folder of the bundled server: private to its owner, with three locks.

Every process that uses the server holds `users.lock`. The process that starts, repairs or stops
it holds `start.lock`, and the server itself holds `server.lock` while it runs. A lock is
released when its holder exits, even if it crashes.
"""

import fcntl
import hashlib
import os
import stat
import tempfile
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from fnmatch import fnmatch
from pathlib import Path
from threading import Event
from typing import IO

from bot.config import TABLES

LONGEST_SOCKET_PATH = 100
LOCK_SECONDS = 30.0
"""How long to wait for another process that is starting the server; it gives up sooner itself."""

_OURS = ("users.lock", "start.lock", "server.*", "appendonly*", "temp-*", TABLES)
"""Names of the files that the bot and the server create in the folder."""


class NoServer(OSError):  # noqa: N818 - reads as what it says
    """The server can't be started; the message says what to set or install."""


class Folder:
    """A data folder that exists and that only its owner can open."""

    def __init__(self, path: Path) -> None:
        """Create the folder, or make an existing one private. Raises NoServer."""
        self.path = path.absolute()
        try:
            path.mkdir(parents=True, exist_ok=True, mode=0o700)
            _close(path)
            self._using = _lock(path / "users.lock")
        except OSError as error:
            raise NoServer(
                f"games cannot be stored in {path} ({error.strerror}): "
                "set PULUC_DATA to a folder of your own, or REDIS_URL to a server"
            ) from error
        fcntl.flock(self._using, fcntl.LOCK_SH)
        self.socket = socket_path(path)
        if self.socket.parent != path.resolve():
            _own(self.socket.parent)
        self.log = self.path / "server.log"

    def leave(self) -> bool:
        """Stop using the server; return True if no other process uses it."""
        with self._using as lock:
            return _taken(lock)

    def is_shared(self) -> bool:
        """Whether another process uses the server. Call it while `starting`."""
        alone = _taken(self._using)  # if this fails, the shared lock may be lost, too
        fcntl.flock(self._using, fcntl.LOCK_SH)
        return not alone

    @contextmanager
    def starting(self, given_up: Event, seconds: float = LOCK_SECONDS) -> Iterator[None]:
        """Hold the lock for starting or stopping the server.

        Raises NoServer when `given_up` is set, or if another process holds it for `seconds`.
        """
        until = time.monotonic() + seconds
        with _lock(self.path / "start.lock") as lock:
            while not _taken(lock):
                if given_up.wait(0.01) or time.monotonic() > until:
                    raise NoServer(f"another process is starting the server of {self.path}")
            yield

    def served(self) -> bool:
        """Whether a server that holds the lock is running."""
        with _lock(self.path / "server.lock") as lock:
            return not _taken(lock)

    @contextmanager
    def server_lock(self) -> Iterator[int]:
        """Hold the lock that a new server inherits, and yield its file descriptor."""
        with _lock(self.path / "server.lock") as lock:
            _taken(lock)
            yield lock.fileno()


def _lock(path: Path) -> IO[bytes]:
    return open(path, "ab", opener=lambda name, flags: os.open(name, flags, 0o600))


def _taken(lock: IO[bytes]) -> bool:
    """Acquire an exclusive lock without blocking; return whether that worked."""
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _close(folder: Path) -> None:
    """Remove all access of group and others to the games, seeds and secrets.

    A folder that also holds other files may be open on purpose, so only our own files are closed.
    """
    entries = list(folder.iterdir())
    ours = [entry for entry in entries if any(fnmatch(entry.name, name) for name in _OURS)]
    if len(ours) == len(entries):
        _narrow([folder.resolve()])
    _narrow(ours)
    for entry in ours:
        if entry.is_dir() and not entry.is_symlink():
            _narrow(entry.iterdir())


def _narrow(paths: Iterable[Path]) -> None:
    for path in paths:
        with suppress(OSError):  # deleted meanwhile, or owned by another user
            mode = path.lstat().st_mode
            if not stat.S_ISLNK(mode) and mode & 0o077:
                path.chmod(stat.S_IMODE(mode) & 0o700)


def socket_path(folder: Path) -> Path:
    """Return the socket's path: in the folder, or in a private temporary one if it is too long."""
    plain = folder.resolve() / "server.sock"
    if len(os.fsencode(plain)) <= LONGEST_SOCKET_PATH:
        return plain
    key = hashlib.blake2b(os.fsencode(folder.resolve()), digest_size=8).hexdigest()
    return Path(tempfile.gettempdir()) / f"puluc-{os.getuid()}-{key}" / "s.sock"


def _own(private: Path) -> None:
    """Create a temporary folder, unless it exists. Raises NoServer if it is another user's."""
    private.mkdir(mode=0o700, exist_ok=True)
    if private.is_symlink() or private.stat().st_uid != os.getuid():
        raise NoServer(f"another user owns {private}: set PULUC_DATA to a shorter path")
