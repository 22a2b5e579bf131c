"""Joining a side of a lobby."""

from dataclasses import dataclass, replace
from typing import ClassVar, Self

from typing_extensions import override

from bot.acts.act import Audience, Declaration, Who
from bot.acts.codec import typed
from bot.acts.context import Context
from bot.acts.limits import PRESSES
from bot.acts.lobbies import LobbyStep, must_be_lobby
from bot.acts.offers import read_word
from bot.acts.seating import seated
from bot.acts.tables import RolledBack
from bot.table.button import Posts
from bot.table.ids import TableId
from bot.table.request import Refusal, Reply
from bot.table.table import Table
from engine.text import Text


@dataclass(frozen=True, slots=True)
class Join(LobbyStep):
    """Take a seat on a side of a lobby, or change sides.

    `revision` is the lobby's revision as displayed, None if unknown. `word` goes into the throws;
    players who change sides keep theirs.
    """

    declared = Declaration("join", None, Audience.ACTOR, Posts.NOTHING, Who.PLAYERS, limit=PRESSES)
    anywhere: ClassVar = False

    table: TableId
    side: int
    revision: int | None = None
    word: str = typed("")

    @override
    async def handle(self, here: Context) -> Reply:
        read_word(self.word)
        joined = await self.find(here)
        await here.offers.must_be_welcome(here.actor, joined)
        return await self.change(joined.id, here)

    @override
    def gathered(self, table: Table, here: Context) -> Table:
        must_be_lobby(table)
        if self.revision is not None and self.revision > table.revision:
            raise RolledBack(table)
        if self.side not in range(here.games.game(table.header).sides):
            raise Refusal(Text("press.unknown"))  # a forged button
        return seated(here.games, table, here.actor, self.side, read_word(self.word))

    @override
    def with_word(self, word: str) -> Self:
        return replace(self, word=word)
