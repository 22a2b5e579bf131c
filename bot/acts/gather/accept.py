"""Accepting a challenge."""

from dataclasses import dataclass, replace
from typing import ClassVar, Self

from typing_extensions import override

from bot.acts import access, joining
from bot.acts.act import Audience, Declaration, TableAct, Who
from bot.acts.codec import confirmed, typed
from bot.acts.context import Context
from bot.acts.limits import PRESSES
from bot.commands.command import GAME, WORD, Command
from bot.table.agreement import Seen
from bot.table.button import Posts
from bot.table.request import Reply
from engine.text import Text


@dataclass(frozen=True, slots=True)
class Accept(TableAct):
    """Take a seat of a challenge, start a practice game, or be ready for a match's next game.

    `word` goes into the throws. `revision` is the challenge's revision as displayed, None if
    unknown, and `agreement` is what was displayed (`bot.table.agreement`).
    """

    declared = Declaration(
        "accept",
        Command("accept", (GAME, WORD), group="game"),
        Audience.ACTOR,
        Posts.NOTHING,
        Who.PLAYERS,
        limit=PRESSES,
    )
    fits: ClassVar = access.can_accept
    none: ClassVar = Text("pick.no-offer")

    word: str = typed("")
    revision: int | None = None
    agreement: str = confirmed("")

    @override
    async def handle(self, here: Context) -> Reply:
        seen = Seen(self.revision, self.agreement)
        return await joining.accept(here, await self.find(here), self.word, seen)

    @override
    def with_word(self, word: str) -> Self:
        return replace(self, word=word)

    @property
    @override
    def why_typed(self) -> Text:
        """Why no button can say which challenge is meant: none carries a word."""
        return Text("pick.with-word")
