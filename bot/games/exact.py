"""The exact tables of a folder, as the games use them: one that can't be used counts as missing."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeAlias, TypeVar

import structlog

from engine import tables
from engine.tables import SUFFIX, BadTable, header_of

Values: TypeAlias = tables.Table
"""The exact values of a game's positions. In the bot, a table is something else."""

S = TypeVar("S")
T = TypeVar("T")

log = structlog.get_logger()


class ExactTables:
    """Finds the tables of a folder, if there is one; each problem with them is logged once."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder
        self._tables = tables.Tables(folder)
        self._told: set[str] = set()

    def find(self, header: str) -> Values | None:
        """Return the table of a game, None if there is none.

        It is opened when it is first asked for, which takes up to 70 ms: not in the event loop.
        """
        return self._found(self._tables.find, header)

    def has(self, header: str) -> bool:
        """Return whether there is a table of a game, as far as 0.2 ms tell."""
        return self._found(self._tables.has, header) or False

    def headers(self) -> Sequence[str]:
        """Return the headers of the games with a table."""
        paths = [] if self._folder is None else sorted(self._folder.glob(f"*{SUFFIX}"))
        found = (self._found(header_of, path) for path in paths)
        return tuple(header for header in found if header is not None and self.has(header))

    def _found(self, look: Callable[[S], T], where: S) -> T | None:
        """Return what a look finds, None if it finds nothing that can be used."""
        try:
            return look(where)
        except FileNotFoundError:  # it has just been deleted
            return None
        except BadTable as bad:
            self._tell(str(bad))
        except OSError as error:
            self._tell(f"a file in {self._folder} can't be read ({error.strerror})")
        return None

    def _tell(self, why: str) -> None:
        if why not in self._told:
            self._told.add(why)
            log.warning("values.rejected", why=why)
