"""What acts with a code share, which somebody at the table has handed on."""

from dataclasses import dataclass
from typing import ClassVar, Self

from typing_extensions import override

from bot.acts import access
from bot.acts.act import TableAct
from bot.acts.context import Context
from bot.commands.command import CODE
from bot.commands.commands import Typed
from bot.table.invites import read_code
from bot.table.request import Refusal
from bot.table.table import Table


@dataclass(frozen=True, slots=True)
class CodedAct(TableAct):
    """An act about a table that is shown elsewhere; `secret` gives the right (`bot.table.invites`).

    `none` says what to type.
    """

    fits: ClassVar = access.is_open

    secret: str = ""

    @classmethod
    @override
    def read(cls, typed: Typed) -> Self:
        return cls(*read_code(typed.values.get(CODE.name, "")))

    @override
    async def find(self, here: Context) -> Table:
        """Return the table. Raises Refusal if no code was typed, or this place allows no games."""
        if self.table is None or not self.secret:
            raise Refusal(self.none)
        found = await here.load(self.table)
        access.must_allow_tables(await here.store.settings(here.place))
        return found
