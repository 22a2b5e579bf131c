"""Repair of the server's append-only file after a power cut.

Some file systems leave zeros at the end of a file in place of data that had not reached the disk.
The server starts with a truncated file, but not with such a one. Its own checker finds the end
of the last complete change; the copy that is truncated there replaces the file, and the original
is kept next to it.
"""

import os
import shutil
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path

MOST_LOST = 2**20
"""How many bytes other than zeros may be cut off. Every change is on disk before it is confirmed,
so a power cut only damages the last moment; if more is damaged, something else happened, and a
person has to decide."""


@dataclass(frozen=True, slots=True)
class Repair:
    """How many bytes were cut off (`unread` of them not zeros), and where the original is."""

    lost: int
    unread: int
    kept: Path


class Unrepairable(Exception):  # noqa: N818 - reads as what it says
    """The damage isn't that of a power cut; the message says what the operator can do."""


def mend(folder: Path, server: str) -> Repair | None:
    """Repair the append-only file of the server of `folder`; return None if it is intact.

    `server` is the server's executable, which acts as the checker when started under another name.
    The server must not be running. Raises Unrepairable, and OSError if there is no room for a copy.
    """
    file = _appended(folder)
    if file is None:
        return None
    copy = file.with_name(f"{file.name}.mending")
    try:
        shutil.copyfile(file, copy)
        copy.chmod(0o600)
        _cut(copy, server)
        good, whole = copy.stat().st_size, file.stat().st_size
        if good == whole:
            return None
        unread = _besides_zeros(file, good)
        if unread > MOST_LOST:
            raise Unrepairable(
                f"the last {whole - good} bytes of {file} are damaged, more than a power cut "
                "explains: restore a copy of the data folder, or truncate the file with "
                "valkey-check-aof --fix"
            )
        kept = file.with_name(f"{file.name}.torn-{int(time.time())}")
        shutil.copyfile(file, kept)
        kept.chmod(0o600)
        for path in (kept, copy):
            _flush(path)
        copy.replace(file)
        _flush(file.parent)
        return Repair(whole - good, unread, kept)
    finally:
        copy.unlink(missing_ok=True)


def _appended(folder: Path) -> Path | None:
    """Return the file that changes are appended to: the last one in the manifest."""
    parts = folder / "appendonlydir"
    try:
        lines = (parts / "appendonly.aof.manifest").read_text().splitlines()
    except OSError:
        return None
    names = [words[1] for words in map(str.split, lines) if words[4:6] == ["type", "i"]]
    file = parts / names[-1] if names else None
    return file if file is not None and file.is_file() else None


def _cut(file: Path, server: str) -> None:
    """Truncate the file where the server can no longer read it."""
    checker = Path(server).name.replace("-server", "-check-aof")
    subprocess.run(  # noqa: S603 - the server's own executable
        [checker, "--fix", str(file)],
        executable=server,
        input=b"y\n",
        capture_output=True,
        check=False,
    )


def _besides_zeros(file: Path, start: int) -> int:
    """Return the length of the file from `start`, without trailing zeros."""
    with file.open("rb") as source:
        source.seek(start)
        length = last = 0
        while chunk := source.read(2**20):
            if kept := chunk.rstrip(b"\0"):
                last = length + len(kept)
            length += len(chunk)
    return last


def _flush(path: Path) -> None:
    """Flush a file or folder to disk."""
    number = os.open(path, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)
