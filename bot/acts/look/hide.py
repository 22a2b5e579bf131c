"""Showing one's game in no other place than where it began."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

from typing_extensions import override

from bot.acts import access
from bot.acts.act import Audience, Declaration, TableStep, Who
from bot.acts.context import Context
from bot.table import steps
from bot.table.button import Button, Offer, Posts
from bot.table.copies import Copy
from bot.table.ids import TableId, fingerprint
from bot.table.people import Place
from bot.table.request import Refusal, Reply
from bot.table.step import Step
from bot.table.table import Status, Table
from engine.text import Text


@dataclass(frozen=True, slots=True)
class HideBoard(TableStep):
    """End a copy of a table that the actor has asked for or allowed, first of all the one here."""

    declared = Declaration("hide", None, Audience.ACTOR, Posts.NOTHING, Who.PLAYERS)
    anywhere: ClassVar = True

    table: TableId

    @override
    async def handle(self, here: Context) -> Reply:
        await self.change(self.table, here)
        return Reply((Text("copy.ended"),))

    @override
    def decide(self, table: Table, here: Context) -> Step:
        access.must_be_open(table)
        place = _copy_of(table, here)
        if place is None:
            joined = any(_is_of(copy, here) for copy in table.copies)
            raise Refusal(Text("hide.joined" if joined else "hide.none"))
        return steps.end_copies(table, place)

    @classmethod
    @override
    def menu(cls, table: Table, here: Context) -> Iterator[Offer]:
        """Yield a button for a player who has a copy."""
        place = _copy_of(table, here)
        if place is not None and table.status is not Status.OVER:
            key = "button.hide" if place == here.place else "button.hide-elsewhere"
            yield Button(Text(key), cls(table.id))


def _copy_of(table: Table, here: Context) -> Place | None:
    """Return where a table is shown only because of the actor, None if nowhere."""
    others = tuple(each for each in table.joined if each.user != here.user)
    needed = replace(table, joined=others).needed_copies
    theirs = [copy.place for copy in table.copies if _is_of(copy, here) and copy not in needed]
    return here.place if here.place in theirs else next(iter(theirs), None)


def _is_of(copy: Copy, here: Context) -> bool:
    users = access.users_of(here.actor)
    return here.user == copy.user or copy.asked_by in {fingerprint(str(user)) for user in users}
