"""How a finished game was played."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, Final

from typing_extensions import override

from bot.acts.act import Audience, Declaration, TableAct, Who
from bot.acts.advice import why_unreviewable
from bot.acts.context import Context
from bot.acts.limits import REVIEWS
from bot.commands.command import of_game
from bot.table.accounts import seen_by
from bot.table.button import Button, Offer, Posts
from bot.table.ports import PLAYED_SECONDS
from bot.table.request import Advice, Refusal, Reply, Topic
from bot.table.table import Table
from engine.text import Text

MOST_PLAYED: Final = 20
"""Among how many of the last games of a place one to review is looked for."""


@dataclass(frozen=True, slots=True)
class ShowReview(TableAct):
    """Show how well a finished game was played, and how lucky each side was.

    If it is not named, it is the actor's last one in this place.
    """

    declared = Declaration("review", of_game("review"), Audience.LONG, Posts.NOTHING, Who.PLAYERS)
    none: ClassVar = Text("review.none")

    @override
    async def find(self, here: Context) -> Table:
        if self.table is not None:
            return await here.load(self.table)
        since = here.now - PLAYED_SECONDS
        played = await here.store.played_in(here.place, since=since, limit=MOST_PLAYED)
        seen = (seen_by(each, here.actor) for each in played if each.moves)
        theirs = (each for each in seen if each.seat_of(here.user) is not None)
        return self.only([*theirs][:1], here, self.none)

    @override
    async def handle(self, here: Context) -> Reply:
        table = await self.find(here)
        why_not = why_unreviewable(here.games, table)
        if why_not is not None:
            raise Refusal(why_not)
        here.limits.count(REVIEWS, here.user)
        return Reply(advice=Advice(Topic.REVIEW, table))

    @classmethod
    @override
    def menu(cls, table: Table, here: Context) -> Iterator[Offer]:
        """Yield a button once the game is over."""
        if why_unreviewable(here.games, table) is None:
            yield Button(Text("button.review"), cls(table.id))
