"""Playing against the computer."""

from dataclasses import dataclass

from typing_extensions import override

from bot.acts import levels
from bot.acts.act import Act, Audience, Declaration, Who
from bot.acts.context import Context
from bot.acts.options import headers_of
from bot.commands.command import DEFAULT_LEVEL, Command
from bot.games.catalogue import Games
from bot.games.size import Size
from bot.table.button import Posts
from bot.table.options import Options
from bot.table.request import Reply
from bot.table.seats import Computer


@dataclass(frozen=True, slots=True)
class Practice(Act):
    """Post a game against the computer, to be started by the player who asked for it.

    For a player who has never played and has chosen no options, it is a short one, if there is one.
    """

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
        options = self.options
        if not options.chosen and not (await here.store.preferences(here.user)).played:
            options = _short(here.games, options)
        levels.must_have(here.games, headers_of(here.games, options), self.level)
        rest = Computer(self.level)
        return Reply(table=await here.offers.offer(here.request, options, rest=rest))


def _short(games: Games, options: Options) -> Options:
    """Return the options of the short game, or the same ones if the ruleset has none."""
    has_short = Size.SHORT in games.sizes(options.ruleset)
    return games.sized(options, Size.SHORT) if has_short else options
