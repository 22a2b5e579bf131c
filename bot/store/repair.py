"""The server's file, mended where a power cut left it torn.

Some file systems fill the end of a file with zeros that had not reached the disk when the power
went. The server starts with a file that is too short, but not with such a one. Its own checker
finds where the last whole change ends; everything behind is cut off a copy, which takes the place
of the original. The original is kept beside it.
"""

import os
import shutil
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path

MOST_LOST = 2**20
"""Bytes besides zeros that may be cut off. Each change is on the disk before it is said to be
done, so what a power cut tears is the last moment: where more is lost, something else happened,
and a person should decide."""


@dataclass(frozen=True, slots=True)
class Repair:
    """What was cut off, in bytes, of which some were no zeros; and where the original is."""

    lost: int
    unread: int
    kept: Path


class Unrepairable(Exception):  # noqa: N818 - reads as what it says
    """A file that is torn where no power cut tears it; the message says what a person can do."""


def mend(folder: Path, server: str) -> Repair | None:
    """Mend the file that the server of `folder` appends to; None if nothing is wrong with it.

    `server` is the server's program, which is its checker under another name. No server may run.
    Raises Unrepairable, and OSError where there is no room for a copy.
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
                f"{file} is damaged {whole - good} bytes before its end, more than a power cut "
                "does: restore a copy of the data folder, or cut it off with valkey-check-aof --fix"
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
    """The file that changes are appended to, which the manifest names last."""
    parts = folder / "appendonlydir"
    try:
        lines = (parts / "appendonly.aof.manifest").read_text().splitlines()
    except OSError:
        return None
    names = [words[1] for words in map(str.split, lines) if words[4:6] == ["type", "i"]]
    file = parts / names[-1] if names else None
    return file if file is not None and file.is_file() else None


def _cut(file: Path, server: str) -> None:
    """Cut off what the server cannot read."""
    checker = Path(server).name.replace("-server", "-check-aof")
    subprocess.run(  # noqa: S603 - the program that we looked up
        [checker, "--fix", str(file)],
        executable=server,
        input=b"y\n",
        capture_output=True,
        check=False,
    )


def _besides_zeros(file: Path, start: int) -> int:
    """How long the end of a file is from `start` on, without the zeros that it ends with."""
    with file.open("rb") as source:
        source.seek(start)
        length = last = 0
        while chunk := source.read(2**20):
            if kept := chunk.rstrip(b"\0"):
                last = length + len(kept)
            length += len(chunk)
    return last


def _flush(path: Path) -> None:
    """Have a file or folder written to the disk."""
    number = os.open(path, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)
