"""Tiny exact tables, in which every value is the same."""

from pathlib import Path

from engine.games import family_of
from engine.header import key_of
from engine.tables import BYTES, file_name, write

TINY = "puluc road=5 warriors=1 table=kernels casts=one"
OTHER = "bul road=5 warriors=1 table=kernels casts=one"


def positions(header: str) -> int:
    """How many positions a game has."""
    family = family_of(key_of(header))
    return family.ranking(family.open(header)).size


def make_table(folder: Path, header: str = TINY) -> Path:
    """Write the table of a game to a folder, and return its path."""
    folder.mkdir(exist_ok=True)
    path, size = folder / file_name(header), positions(header)
    with path.open("wb") as file:
        write(file, header, size, [bytes(BYTES) * size])
    return path


def cut(path: Path) -> None:
    """Take the last byte of a file away."""
    path.write_bytes(path.read_bytes()[:-1])


def corrupt(path: Path) -> None:
    """Change the last byte of a file."""
    path.write_bytes(path.read_bytes()[:-1] + b"\x01")
