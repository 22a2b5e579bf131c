"""The menu of a table: everything people can do with it except move."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Final

from typing_extensions import override

from bot.acts.act import Audience, Declaration, TableAct, Who
from bot.acts.context import Context
from bot.acts.lobbies import is_own_lobby
from bot.acts.named import ACTS
from bot.games.catalogue import title
from bot.table.button import Group, Offer, Posts
from bot.table.ids import TableId
from bot.table.request import Refusal, Reply
from bot.table.table import Table
from engine.text import Text

GROUPS: Final = {
    "play": ("rematch", "hint", "odds", "undo", "draw", "pause", "resume", "nudge"),
    "change": ("invite", "shuffle", "dismiss", "host", "options"),
    "look": ("board", "share", "rules", "record", "verify", "review", "settings", "hide"),
    "end": ("cancel", "leave", "decline", "block-host", "abort", "resign", "quit", "stop"),
}
"""The acts in menus in their order, by what they are for: `menu.group.<name>` says it."""


@dataclass(frozen=True, slots=True)
class ShowMenu(TableAct):
    """Show the actions for a table other than moves.

    With a `topic`, which is the name of an act on a player, show the players of a lobby.
    """

    declared = Declaration("menu", None, Audience.PRIVATE, Posts.NOTHING, Who.PLAYERS)

    table: TableId
    topic: str = ""

    @override
    async def handle(self, here: Context) -> Reply:
        shown = await self.find(here)
        if not self.topic:
            what = Text("menu.table", ruleset=title(shown.header), id=shown.id)
            offers = tuple(menu(shown, here))
            labels = tuple(Group(name, Text(f"menu.group.{name}")) for name in GROUPS)
            return Reply((what,), choices=offers, groups=labels)
        players: Any = getattr(ACTS.get(self.topic), "menu_of_players", None)
        if players is None:  # a forged button
            raise Refusal(Text("press.unknown"))
        choices = tuple(players(shown, here.games)) if is_own_lobby(shown, here.actor) else ()
        return Reply((Text(f"menu.{self.topic}"),), choices=choices)


def menu(table: Table, here: Context) -> Iterator[Offer]:
    """Yield what the actor can do with a table; each group has a shelf."""
    for group, acts in GROUPS.items():
        for name in acts:
            yield from (replace(each, shelf=group) for each in ACTS[name].menu(table, here))
