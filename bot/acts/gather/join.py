"""Joining a side of a lobby."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Self

from typing_extensions import override

from bot.acts.act import Audience, Declaration, Who
from bot.acts.agreeing import TO_JOIN, TO_JOIN_LAST
from bot.acts.codec import confirmed, typed
from bot.acts.context import Context
from bot.acts.limits import PRESSES
from bot.acts.lobbies import LobbyStep, must_be_lobby
from bot.acts.offers import read_word
from bot.acts.seating import arrived, seated
from bot.table.agreement import Part, Seen
from bot.table.button import Posts
from bot.table.ids import TableId
from bot.table.request import Refusal, Reply
from bot.table.table import Table
from engine.text import Text


@dataclass(frozen=True, slots=True)
class Join(LobbyStep):
    """Take a seat on a side of a lobby, or change sides.

    `revision` is the lobby's revision as displayed, None if unknown, and `agreement` is what was
    displayed (`bot.table.agreement`). `word` goes into the throws; players who change sides keep
    theirs.
    """

    declared = Declaration("join", None, Audience.ACTOR, Posts.NOTHING, Who.PLAYERS, limit=PRESSES)
    anywhere: ClassVar = False

    table: TableId
    side: int
    revision: int | None = None
    agreement: str = confirmed("")
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
        if self.side not in range(here.games.game(table.header).sides):
            raise Refusal(Text("press.unknown"))  # a forged button
        table = arrived(table, here.request)
        return seated(here.games, table, here.actor, self.side, read_word(self.word))

    @property
    @override
    def seen(self) -> Seen:
        return Seen(self.revision, self.agreement)

    @override
    def agreed(self, *, begins: bool) -> Sequence[Part]:
        return TO_JOIN_LAST if begins else TO_JOIN

    @override
    def with_word(self, word: str) -> Self:
        return replace(self, word=word)
