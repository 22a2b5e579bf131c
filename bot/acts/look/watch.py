"""Showing a game of others where one is, with a code that one of its players has given out.

The others who play are asked first, on their boards.
"""

from dataclasses import dataclass, replace
from typing import ClassVar

from typing_extensions import override

from bot.acts import access, places
from bot.acts.act import Audience, Declaration, Who
from bot.acts.coded import CodedAct
from bot.acts.context import Context
from bot.acts.language import language_of
from bot.acts.limits import BOARDS
from bot.acts.wishes import shown_or_asked
from bot.commands.command import CODE, Command
from bot.table.button import Posts
from bot.table.consent import still_asked
from bot.table.naming import names_of
from bot.table.request import Refusal, Reply
from bot.table.step import Step
from bot.table.table import Table
from engine.text import Text


@dataclass(frozen=True, slots=True)
class Watch(CodedAct):
    """Show a table here, too, if all who play agree. The secret is that of one of its players."""

    declared = Declaration(
        "watch",
        Command("watch", (CODE,), group="game"),
        Audience.ACTOR,
        Posts.BOARD,
        Who.PLAYERS,
        limit=BOARDS,
    )

    none: ClassVar = Text("watch.code")

    @override
    async def handle(self, here: Context) -> Reply:
        watched = await self.find(here)
        language = await language_of(here.store, here.actor)

        def show(table: Table) -> Step:
            access.must_be_open(table)
            seat = here.invites.host_of_sight(table, self.secret)
            if seat is None:
                raise Refusal(Text("watch.spent"))
            copy = places.copy_here(table, seat, here.request, language)
            return shown_or_asked(table, seat, copy, here)

        reply = await here.tables.change(here.request, watched.id, show, anywhere=True)
        after = await here.load(watched.id)
        if here.place in after.shown_in:
            return reply
        if after.viewing is None:  # somebody has declined at this moment
            raise Refusal(Text("watch.declined"))
        seats = still_asked(here.games.game(after.header), after, after.viewing.asking)
        names = names_of(after.seats[seat] for seat in seats)
        asked = Text("watch.asked", names=names, count=len(names))
        return replace(reply, texts=(*reply.texts, asked), table=None)
