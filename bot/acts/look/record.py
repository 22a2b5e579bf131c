"""Records as files."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from typing_extensions import override

from bot.acts import access
from bot.acts.act import Audience, Declaration, TableAct, Who
from bot.acts.context import Context
from bot.acts.language import language_of
from bot.acts.records import record_file
from bot.commands.command import of_game
from bot.table.button import Link, Offer, Posts
from bot.table.request import Reply
from bot.table.table import Table
from bot.texts.catalogue import catalogue
from engine.text import Text


@dataclass(frozen=True, slots=True)
class ShowRecord(TableAct):
    """Send a game's record so far as a file."""

    declared = Declaration(
        "record", of_game("record"), Audience.PRIVATE, Posts.NOTHING, Who.PLAYERS
    )
    fits: ClassVar = access.is_theirs
    none: ClassVar = Text("pick.no-paper")

    @override
    async def handle(self, here: Context) -> Reply:
        found = await self.find(here)
        entries = await here.store.record(found.id)
        language = await language_of(here.store, here.actor)
        say = catalogue(here.games.texts).voice(language)
        file = record_file(here.games, found, entries, say)
        elsewhere = found.place != here.place
        return Reply((Text("record.here"),), file=file, personal=elsewhere)

    @classmethod
    @override
    def menu(cls, table: Table, here: Context) -> Iterator[Offer]:
        """Yield a link once the game has begun."""
        if table.position:
            path = f"/g/{table.code}/record.txt"
            yield Link(Text("button.record"), path, cls(table.id))
