"""Playing against the computer."""

from dataclasses import dataclass

from typing_extensions import override

from bot.acts import levels
from bot.acts.act import Act, Audience, Declaration, Who
from bot.acts.context import Context
from bot.acts.options import headers_of
from bot.commands.command import DEFAULT_LEVEL, Command
from bot.table.button import Posts
from bot.table.options import Options
from bot.table.request import Reply
from bot.table.seats import Computer


@dataclass(frozen=True, slots=True)
class Practice(Act):
    """Post a game against the computer, to be started by the player who asked for it."""

    declared = Declaration(
        "practice",
        Command("practice", takes_ruleset=True, takes_match=True, takes_level=True),
        Audience.ACTOR,
        Posts.TABLE,
        Who.PLAYERS,
        short="p",
        linked=True,
    )

    level: str = DEFAULT_LEVEL
    options: Options = Options()

    @override
    async def handle(self, here: Context) -> Reply:
        levels.must_have(here.games, headers_of(here.games, self.options), self.level)
        rest = Computer(self.level)
        return Reply(table=await here.offers.offer(here.request, self.options, rest=rest))
