"""The data folder of the bundled server: closed to others, with a lock for each thing to know.

`users.lock` is held by every process that uses the server, `start.lock` by the one that starts,
mends or stops it, and `server.lock` by the server itself, as long as it lives. Locks end with
the process that holds them, however it ends.
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

LONGEST_SOCKET_PATH = 100
LOCK_SECONDS = 30.0
"""How long another process may take to start the server: it gives up itself before that."""

_OURS = ("users.lock", "start.lock", "server.*", "appendonly*", "temp-*")
"""What we and the server write into the folder."""


class NoServer(OSError):  # noqa: N818 - reads as what it says
    """No server can be started; the message says what to set or install."""


class Folder:
    """A data folder that is there, and closed to other people."""

    def __init__(self, path: Path) -> None:
        """Make the folder, or close the one that is there. Raises NoServer."""
        self.path = path.absolute()
        try:
            path.mkdir(parents=True, exist_ok=True, mode=0o700)
            _close(path)
            self._using = _lock(path / "users.lock")
        except OSError as error:
            raise NoServer(
                f"the games cannot be kept in {path} ({error.strerror}): "
                "set PULUC_DATA to a folder of your own, or REDIS_URL to a server"
            ) from error
        fcntl.flock(self._using, fcntl.LOCK_SH)
        self.socket = _socket_path(path)
        self.log = self.path / "server.log"

    def leave(self) -> bool:
        """Use the server no longer; True for the last to leave."""
        with self._using as lock:
            return _taken(lock)

    @contextmanager
    def starting(self, given_up: Event, seconds: float = LOCK_SECONDS) -> Iterator[None]:
        """Let one process at a time start or stop the server.

        Raises NoServer once `given_up` is set, or when another has taken longer than `seconds`.
        """
        until = time.monotonic() + seconds
        with _lock(self.path / "start.lock") as lock:
            while not _taken(lock):
                if given_up.wait(0.01) or time.monotonic() > until:
                    raise NoServer(f"another process has been starting the server of {self.path}")
            yield

    def served(self) -> bool:
        """Whether a server lives that was given the lock."""
        with _lock(self.path / "server.lock") as lock:
            return not _taken(lock)

    @contextmanager
    def server_lock(self) -> Iterator[int]:
        """The lock that a new server takes along, as a file descriptor."""
        with _lock(self.path / "server.lock") as lock:
            _taken(lock)
            yield lock.fileno()


def _lock(path: Path) -> IO[bytes]:
    return open(path, "ab", opener=lambda name, flags: os.open(name, flags, 0o600))


def _taken(lock: IO[bytes]) -> bool:
    """Take a lock for oneself, or not at all."""
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _close(folder: Path) -> None:
    """Take from other people whatever they may do with the games, seeds and secrets.

    A folder that holds other things, too, may be meant to be open, and stays so; our files do not.
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
        with suppress(OSError):  # gone meanwhile, or somebody else's
            mode = path.lstat().st_mode
            if not stat.S_ISLNK(mode) and mode & 0o077:
                path.chmod(stat.S_IMODE(mode) & 0o700)


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
