"""Where a table's throws come from: a port, and the live source behind it.

The recipe itself is the engine's (`engine.corn`).
"""

from typing import Protocol

from bot.table.seats import Person
from bot.table.table import Status, Table
from engine.corn import Binding, commitment, draw, statement
from engine.throws import Cast, ThrowTable


class Corn(Protocol):
    """Where casts come from."""

    def cast(self, table: Table, n: int, throw: ThrowTable) -> Cast:
        """Cast number `n` (from 0, opening casts included) of this table."""
        ...


class FairCorn:
    """The live source: corn-1 from the table's seed and its players' words."""

    def cast(self, table: Table, n: int, throw: ThrowTable) -> Cast:
        """Draw the cast that the table has been bound to since play began."""
        return draw(table.seed, statement_of(table), n, throw)


def words_of(table: Table) -> tuple[str, ...]:
    """Return the word of each seat, in seat order; computers and free seats have none."""
    return tuple(seat.word if isinstance(seat, Person) else "" for seat in table.seats)


def statement_of(table: Table) -> str:
    """Return everything besides the seed that the throws of `table` follow from."""
    return statement(commitment(table.seed), table.id, table.header, words_of(table))


def binding(table: Table) -> Binding:
    """Return what the throws of `table` are bound to, with the seed only once it is over."""
    return Binding(
        table=table.id,
        commitment=commitment(table.seed),
        words=words_of(table),
        seed=table.seed if table.status is Status.OVER else None,
    )
