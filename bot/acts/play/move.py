"""Playing a move."""

from dataclasses import dataclass, replace
from typing import ClassVar

from typing_extensions import override

from bot.acts import access
from bot.acts.act import Audience, Declaration, TableStep, Who
from bot.acts.context import Context
from bot.acts.limits import PRESSES
from bot.acts.tables import RolledBack, Stale
from bot.table import steps
from bot.table.button import Posts
from bot.table.ids import TableId
from bot.table.naming import named
from bot.table.request import Refusal
from bot.table.step import Step
from bot.table.table import Table
from engine.text import Text


@dataclass(frozen=True, slots=True)
class Move(TableStep):
    """Play `move`, in the game's notation, on the board of `revision`.

    `mark` identifies the step that the board showed (`Table.mark`).
    """

    declared = Declaration("move", None, Audience.ACTOR, Posts.NOTHING, Who.PLAYERS, limit=PRESSES)
    anywhere: ClassVar = False

    table: TableId
    revision: int
    move: str
    mark: str = ""

    @override
    def decide(self, table: Table, here: Context) -> Step:
        access.seat_of(table, here.actor)
        if table.revision < self.revision or (
            table.revision == self.revision and self.mark not in ("", table.mark)
        ):
            raise RolledBack(table)
        if not self._is_current(table):
            raise Stale(table)
        game, position = here.games.game(table.header), here.games.position(table)
        turn = steps.to_move(table, game, position)
        if turn is None or turn not in table.seats_of(here.user):
            raise Refusal(Text("move.turn", name=named(table, turn)))
        return steps.play(table, game, position, turn, self.move, here.hands, here.now)

    def _is_current(self, table: Table) -> bool:
        """Return whether the move was pressed on a board that shows the table's position.

        Reminders and offers make new revisions of the same position. They must not come between a
        player and a move, so a press on an older board counts if the mark proves the position.
        """
        if self.revision == table.revision:
            return True
        return self.mark != "" and self.mark == replace(table, revision=self.revision).mark
