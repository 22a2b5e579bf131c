"""The source of a table's throws: the port, and the implementation used in production.

The algorithm is in the engine (`engine.corn`).
"""

from collections.abc import Sequence
from typing import Protocol

from bot.table.seats import Person
from bot.table.table import Status, Table
from engine.corn import Binding, commitment, draw, statement
from engine.throws import Cast, ThrowTable


class Corn(Protocol):
    """A source of throws."""

    def cast(self, table: Table, seat: int, casts: Sequence[int], throw: ThrowTable) -> Cast:
        """Return what `seat` throws next at this table.

        `casts` are how many throws of each seat stand, including the opening throws.
        """
        ...


class FairCorn:
    """The production source: the table's recipe, from its seed and its players' words."""

    def cast(self, table: Table, seat: int, casts: Sequence[int], throw: ThrowTable) -> Cast:
        """Return the throw that the table was committed to before play began."""
        number = table.recipe.number(seat, casts)
        return draw(table.seed, statement_of(table), number, throw)


def words_of(table: Table) -> tuple[str, ...]:
    """Return the word of each seat, in seat order; `""` for computers and free seats.

    The words are those of the players who began: the throws don't depend on who goes on.
    """
    return tuple(seat.word if isinstance(seat, Person) else "" for seat in table.beginners)


def statement_of(table: Table) -> str:
    """Return the statement from which, together with the seed, all throws of `table` follow."""
    words = words_of(table)
    return statement(table.recipe, commitment(table.seed), table.id, table.header, words)


def binding(table: Table) -> Binding:
    """Return what fixes the throws of `table`, including the seed only once the game is over."""
    return Binding(
        table=table.id,
        commitment=commitment(table.seed),
        words=words_of(table),
        seed=table.seed if table.status is Status.OVER else None,
        recipe=table.recipe,
    )
