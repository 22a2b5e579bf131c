"""Posting a challenge that anyone can accept."""

from dataclasses import dataclass

from typing_extensions import override

from bot.acts.act import Act, Audience, Declaration, Who
from bot.acts.context import Context
from bot.acts.named import perform
from bot.acts.options import with_room
from bot.commands.command import Command
from bot.table.button import Posts
from bot.table.options import Options
from bot.table.request import Reply


@dataclass(frozen=True, slots=True)
class Open(Act):
    """Post a challenge that anyone can accept. With more than two seats, it is a lobby."""

    declared = Declaration(
        "open",
        Command("open", takes_ruleset=True, takes_terms=True),
        Audience.ACTOR,
        Posts.TABLE,
        Who.PLAYERS,
        short="o",
        needs_others=True,
        linked=True,
    )

    options: Options = Options()

    @override
    async def handle(self, here: Context) -> Reply:
        """Post it; where nobody else is, ask whom to challenge instead."""
        if here.request.alone:
            return await perform("challenge", here, options=self.options)
        options = with_room(here.games, self.options, 1)
        return Reply(table=await here.offers.offer(here.request, options))
