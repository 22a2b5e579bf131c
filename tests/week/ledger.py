"""The ledger: every commit of every process, written by the process that made it.

A commit is written twice: before it is sent to the store, and when the store has confirmed it. A
process that is killed in between leaves only the first line, which `Ledger.complete` counts if the
table went on from there.
"""

import base64
import json
import os
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Any, Final

from typing_extensions import override

from bot.store import codec
from bot.store.link import Link
from bot.store.redis import RedisStore
from bot.table.due import Due
from bot.table.ids import TableId
from bot.table.people import Place
from bot.table.ports import Clock, Operation, Verdict
from bot.table.table import Table


class Confirmation(StrEnum):
    """How the store confirmed a commit."""

    APPLIED = "applied"
    REPEATED = "repeated"
    UNSAFE = "unsafe"
    """It stands, but too few replicas have it."""


_CONFIRMATIONS: Final = {
    Verdict.APPLIED: Confirmation.APPLIED,
    Verdict.REPEATED: Confirmation.REPEATED,
    Verdict.APPLIED_UNSAFE: Confirmation.UNSAFE,
    Verdict.REPEATED_UNSAFE: Confirmation.UNSAFE,
}


@dataclass(frozen=True, slots=True)
class Commit:
    """One step of a table; `at` is when the process began to commit it."""

    at: float
    operation: str
    entries: tuple[str, ...]
    table: Table

    @property
    def cause(self) -> str:
        """What made the step: `call`, `deadline` ... for due work, empty for a person's act."""
        kind, _, rest = self.operation.partition(":")
        return kind if rest.partition(":")[0] == self.table.id else ""


class Writer:
    """Appends to a process's own ledger; a line is safe as soon as it is written."""

    def __init__(self, path: Path, clock: Clock) -> None:
        self._file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        self._clock = clock
        self._number = 0

    def tried(self, operation: str, entries: Sequence[str], table: Table) -> int:
        """Note a commit before it is sent; return its number."""
        self._number += 1
        state = base64.b64encode(codec.write(table)).decode()
        line = [self._number, self._clock(), operation, " ".join(entries), state]
        self._write(line)
        return self._number

    def confirmed(self, number: int, how: Confirmation) -> None:
        """Note that the store has confirmed a commit."""
        self._write([number, how])

    def _write(self, line: Sequence[object]) -> None:
        os.write(self._file, json.dumps(line).encode() + b"\n")


class LedgerStore(RedisStore):
    """The store, with a ledger of what it commits."""

    def __init__(self, link: Link, clock: Clock, *, copies: int = 0, writer: Writer) -> None:
        super().__init__(link, clock, copies=copies)
        self._writer = writer
        # Creating a table doesn't wait for replicas.
        self._created = Confirmation.UNSAFE if copies else Confirmation.APPLIED

    @override
    async def create(
        self,
        table: Table,
        operation: Operation,
        dues: Sequence[Due] = (),
        entries: Sequence[str] = (),
    ) -> bool:
        number = self._writer.tried(operation, entries, table)
        created = await super().create(table, operation, dues, entries)
        if created:
            # A repetition may have drawn another seed, and so another code and other throws.
            stored = await self.load(table.id)
            repeats = stored is not None and stored.code != table.code
            self._writer.confirmed(number, Confirmation.REPEATED if repeats else self._created)
        return created

    @override
    async def commit(
        self,
        after: Table,
        entries: Sequence[str],
        operation: Operation,
        places: Sequence[Place],
        dues: Sequence[Due] = (),
    ) -> Verdict:
        number = self._writer.tried(operation, entries, after)
        verdict = await super().commit(after, entries, operation, places, dues)
        if verdict in _CONFIRMATIONS:
            self._writer.confirmed(number, _CONFIRMATIONS[verdict])
        return verdict


@dataclass
class _Source:
    """One process's file, as far as it was read."""

    path: Path
    offset: int = 0
    tried: dict[int, Commit] = field(default_factory=dict)


class Ledger:
    """The commits of all processes, by table and revision."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._sources: dict[Path, _Source] = {}
        self.tables: dict[TableId, dict[int, Commit]] = defaultdict(dict)
        self.doubled: list[Commit] = []
        """Commits that the store applied although their revision was taken; there is no excuse."""

    def news(self) -> Iterator[Commit]:
        """Read what was written since the last call; yield applied commits."""
        for path in sorted(self._folder.glob("*.ledger")):
            source = self._sources.setdefault(path, _Source(path))
            for line in _lines(source):
                number, what = _read(*line)
                if isinstance(what, Commit):
                    source.tried[number] = what
                elif what is not Confirmation.REPEATED and number in source.tried:
                    yield from self._add(source.tried.pop(number))

    def _add(self, commit: Commit) -> Iterator[Commit]:
        steps = self.tables[commit.table.id]
        if (known := steps.get(commit.table.revision)) is not None:
            if known.operation != commit.operation:  # a repeated creation is confirmed again
                self.doubled.append(commit)
            return
        steps[commit.table.revision] = commit
        yield commit

    def complete(self, table: Table, record: Sequence[str]) -> int:
        """Fill a table's gaps with commits whose process was killed; return how many stay open.

        `table` and `record` are what the store has at the end.
        """
        steps, at, missing = self.tables[table.id], 0, 0
        for revision in range(1, table.revision + 1):
            if revision not in steps:
                found = [
                    commit
                    for commit in self._tried(table.id, revision)
                    if tuple(record[at : at + len(commit.entries)]) == commit.entries
                ]
                if not found:
                    missing += 1
                    continue
                steps[revision] = max(found, key=lambda commit: len(commit.entries))
            at += len(steps[revision].entries)
        return missing

    def _tried(self, table: TableId, revision: int) -> Iterator[Commit]:
        for source in self._sources.values():
            for commit in source.tried.values():
                if (commit.table.id, commit.table.revision) == (table, revision):
                    yield commit


def read_ledger(path: Path) -> Iterator[tuple[int, Commit | Confirmation]]:
    """Yield the commits of a process and their confirmations, with the numbers of the commits."""
    for line in _lines(_Source(path)):
        yield _read(*line)


def _read(number: int, *rest: Any) -> tuple[int, Commit | Confirmation]:
    if len(rest) == 1:
        return number, Confirmation(*rest)
    return number, _commit(*rest)


def _lines(source: _Source) -> Iterator[list[Any]]:
    with source.path.open("rb") as file:
        file.seek(source.offset)
        while (line := file.readline()).endswith(b"\n"):
            source.offset = file.tell()
            yield json.loads(line)


def _commit(at: float, operation: str, entries: str, state: str) -> Commit:
    return Commit(at, operation, tuple(entries.split()), codec.read(base64.b64decode(state)))
