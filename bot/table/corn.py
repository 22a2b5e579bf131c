"""The source of a table's throws: the port, and the implementation used in production.

The algorithm is in the engine (`engine.corn`).
"""

from typing import Protocol

from bot.table.seats import Person
from bot.table.table import Status, Table
from engine.corn import Binding, commitment, draw, statement
from engine.throws import Cast, ThrowTable


class Corn(Protocol):
    """A source of throws."""

    def cast(self, table: Table, n: int, throw: ThrowTable) -> Cast:
        """Return throw number `n` of this table, from 0 and including the opening throws."""
        ...


class FairCorn:
    """The production source: corn-1, from the table's seed and its players' words."""

    def cast(self, table: Table, n: int, throw: ThrowTable) -> Cast:
        """Return the throw that the table was committed to before play began."""
        return draw(table.seed, statement_of(table), n, throw)


def words_of(table: Table) -> tuple[str, ...]:
    """Return the word of each seat, in seat order; `""` for computers and free seats.

    The words are those of the players who began: the throws don't depend on who goes on.
    """
    return tuple(seat.word if isinstance(seat, Person) else "" for seat in table.beginners)


def statement_of(table: Table) -> str:
    """Return the statement from which, together with the seed, all throws of `table` follow."""
    return statement(commitment(table.seed), table.id, table.header, words_of(table))


def binding(table: Table) -> Binding:
    """Return what fixes the throws of `table`, including the seed only once the game is over."""
    return Binding(
        table=table.id,
        commitment=commitment(table.seed),
        words=words_of(table),
        seed=table.seed if table.status is Status.OVER else None,
    )
