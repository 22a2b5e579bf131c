"""The files in the folder of exact tables, and what is wrong with them."""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from engine.family import Unsolvable
from engine.solving import PART
from engine.tables import SUFFIX, BadTable, Table, file_name


class TableFile(NamedTuple):
    """A file of the folder: its table, None if it can't be opened, and what to do, if anything."""

    path: Path
    table: Table | None
    problem: str = ""


def table_files(folder: Path) -> Sequence[TableFile]:
    """Open all tables in a folder, which may be missing. Raises OSError if it can't be read."""
    return [_opened(path) for path in _names(folder, SUFFIX)]


def unfinished(folder: Path) -> Sequence[Path]:
    """Return the files from which interrupted builds go on. Raises OSError like `table_files`."""
    return _names(folder, SUFFIX + PART)


def _names(folder: Path, suffix: str) -> Sequence[Path]:
    try:
        return sorted(path for path in folder.iterdir() if path.name.endswith(suffix))
    except FileNotFoundError:
        return []


def _opened(path: Path) -> TableFile:
    try:
        table = Table(path)
    except (BadTable, Unsolvable) as bad:
        return TableFile(path, None, str(bad))
    except OSError as error:
        return TableFile(path, None, f"{path} can't be read ({error.strerror})")
    expected = file_name(table.header)
    if path.name != expected:
        return TableFile(path, table, f"{path} isn't found by this name; rename it to {expected}")
    return TableFile(path, table)
