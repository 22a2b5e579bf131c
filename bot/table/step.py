"""A step: one change of a table, with the entries and the work that follow from it.

`bot.table.steps` has the steps of a table, and `bot.table.departures` those of its seats.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from bot.table.clock import Stop
from bot.table.due import DEADLINE, ENDED, NEXT, THINK, Due
from bot.table.forgetting import everyone_in
from bot.table.seats import Computer
from bot.table.table import Status, Table
from bot.table.upkeep import upkeep


@dataclass(frozen=True, slots=True)
class Step:
    """The table after a step, the entries it adds to the record, and its dues.

    `spares`: somebody else has started the clock of the player to move. In a correspondence game it
    begins to run when that player's quiet hours are over.
    """

    table: Table
    entries: tuple[str, ...]
    dues: tuple[Due, ...]
    spares: bool = False


def changed(
    table: Table,
    entries: Sequence[str] = (),
    *,
    silent: bool = False,
    declined: int | None = None,
    **changes: Any,
) -> Step:
    """Return a step that changes fields of the table, and adds `entries` to its record.

    The copies of those who play there no longer end with it, unless others took their seats there.
    Where those did who have left before the game is forgotten. What they have offered to show ends,
    too.
    """
    revision = table.revision + 1
    after = replace(table, revision=revision, silent=silent, declined=declined, **changes)
    needed = after.needed_copies
    copies = tuple(
        copy for copy in after.copies if copy in needed or after.seat_of(copy.user) is not None
    )
    known = {each.user for each in everyone_in(after)}
    joined = tuple(each for each in after.joined if each.user in known)
    viewing = after.viewing
    if viewing is not None and after.seat_of(viewing.copy.user) is None:
        viewing = None
    after = replace(after, copies=copies, joined=joined, viewing=viewing)
    return Step(after, tuple(entries), _follow_ups(after))


def thinking(step: Step, mover: int, at: float) -> Step:
    """Return a step with the turn of `mover` as a due if it is a computer and time runs."""
    table = step.table
    paused = table.clock is not None and table.clock.stopped is Stop.PAUSED
    if paused or not isinstance(table.seats[mover], Computer):
        return step
    return replace(step, dues=(*step.dues, Due(table.id, THINK, at)))


def _follow_ups(table: Table) -> tuple[Due, ...]:
    """Return the dues of every step that leads to `table`."""
    over = table.status is Status.OVER
    ended = (Due(table.id, ENDED, table.touched),) if over else ()
    followed = over and table.match is not None and bool(table.places)
    next_game = (Due(table.id, NEXT, table.touched),) if followed else ()
    deadline = table.deadline
    timed = () if deadline is None else (Due(table.id, DEADLINE, deadline),)
    return (*ended, *next_game, *timed, upkeep(table))
