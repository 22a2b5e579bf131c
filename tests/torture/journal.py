"""The journal: what people pressed, what the bots committed, and what boards showed.

Three witnesses write it. Each process notes a commit before it is sent and when it is confirmed
(`tests/week/ledger.py`). People note each press with the id that its platform gave it, from which
the bot derives the operation's. The simulators note which revisions boards showed.
"""

import threading
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from bot.acts.play.move import Move
from bot.table.ids import TableId
from bot.table.people import Place, User
from bot.table.table import Table
from tests.week.ledger import Commit, Confirmation, read_ledger


@dataclass(frozen=True, slots=True)
class Press:
    """A press on a move's button; `acknowledged` if its presser was told that it counted.

    Only pages tell: Discord wants an answer before the act, and Telegram gets an early one if the
    act takes long.
    """

    operation: str
    user: User
    move: Move
    acknowledged: bool = False


@dataclass(frozen=True, slots=True)
class Wish:
    """A press that wants a seat for a secret, and whether it was told that it was `given` one.

    Only browsers are told. None also stands for other refusals than that the secret gives no seat.
    """

    operation: str
    user: User
    table: TableId
    secret: str
    given: bool | None = None


@dataclass(frozen=True, slots=True)
class Call:
    """A board that mentioned somebody when it was posted."""

    revision: int
    place: Place
    user: User
    message: str


@dataclass(frozen=True, slots=True)
class Try:
    """A commit that a process sent, and how the store confirmed it, if it did."""

    commit: Commit
    confirmation: Confirmation | None

    @property
    def is_promised(self) -> bool:
        """Whether it must never be lost: the store confirmed it, and enough replicas have it."""
        return self.confirmation not in (None, Confirmation.UNSAFE)


@dataclass(frozen=True, slots=True)
class Final:
    """What the store holds of a table at the end."""

    table: Table
    record: tuple[str, ...]


@dataclass
class Journal:
    """The presses and the boards seen, written by many threads."""

    presses: dict[str, Press] = field(default_factory=dict)
    wishes: dict[str, Wish] = field(default_factory=dict)
    calls: dict[TableId, set[Call]] = field(default_factory=lambda: defaultdict(set))
    seen: dict[TableId, int] = field(default_factory=dict)
    """The newest revision that a board of each table ever showed."""
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def pressed(self, press: Press) -> None:
        """Note a press, or that it has been acknowledged."""
        with self._lock:
            known = self.presses.get(press.operation)
            if known is None or press.acknowledged:
                self.presses[press.operation] = press

    def wanted(self, wish: Wish) -> None:
        """Note a press that wants a seat."""
        with self._lock:
            self.wishes[wish.operation] = wish

    def told(self, wish: Wish, *, given: bool) -> None:
        """Note what somebody was told who wanted a seat."""
        self.wanted(replace(wish, given=given))

    def called(self, table: TableId, call: Call) -> None:
        """Note that a board mentioned somebody."""
        with self._lock:
            self.calls[table].add(call)

    def showed(self, table: TableId, revision: int) -> None:
        """Note that a board showed a revision."""
        with self._lock:
            self.seen[table] = max(self.seen.get(table, 0), revision)


def tries(folder: Path) -> dict[TableId, dict[int, list[Try]]]:
    """Read the ledgers of all processes: the commits tried, by table and revision."""
    found: dict[TableId, dict[int, list[Try]]] = defaultdict(lambda: defaultdict(list))
    for path in sorted(folder.glob("*.ledger")):
        for one in _of_one_process(path):
            table = one.commit.table
            found[table.id][table.revision].append(one)
    return found


def _of_one_process(path: Path) -> Iterator[Try]:
    waiting: dict[int, Commit] = {}
    for number, what in read_ledger(path):
        if isinstance(what, Commit):
            waiting[number] = what
        elif number in waiting:
            yield Try(waiting.pop(number), what)
    for commit in waiting.values():
        yield Try(commit, None)
