"""Who probably wins."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from typing_extensions import override

from bot.acts import access
from bot.acts.act import Audience, Declaration, TableAct, Who
from bot.acts.advice import is_advised, must_be_judged
from bot.acts.context import Context
from bot.commands.command import of_game
from bot.table.button import Button, Offer, Posts
from bot.table.request import Advice, Refusal, Reply, Topic
from bot.table.table import Table
from engine.text import Text


@dataclass(frozen=True, slots=True)
class ShowOdds(TableAct):
    """Show how probably each side wins a running game."""

    declared = Declaration("odds", of_game("odds"), Audience.LONG, Posts.NOTHING, Who.PLAYERS)
    fits: ClassVar = access.is_playing
    none: ClassVar = Text("pick.no-game")

    @override
    async def handle(self, here: Context) -> Reply:
        table = await self.find(here)
        access.must_have_begun(table)
        must_be_judged(here.games, table)
        if not table.allows_advice:
            raise Refusal(Text("odds.not-agreed"))
        return Reply(advice=Advice(Topic.ODDS, table))

    @classmethod
    @override
    def menu(cls, table: Table, here: Context) -> Iterator[Offer]:
        """Yield a button for everyone, if the terms allow hints."""
        if is_advised(here.games, table):
            yield Button(Text("button.odds"), cls(table.id))
