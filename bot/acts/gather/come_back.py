"""Coming back to one's seat in another browser, by a link that the host has renewed."""

from dataclasses import dataclass
from typing import ClassVar

from typing_extensions import override

from bot.acts import access
from bot.acts.act import Audience, Declaration, TableStep, Who
from bot.acts.context import Context
from bot.table import guest_seats
from bot.table.button import Posts
from bot.table.ids import TableId
from bot.table.people import Platform
from bot.table.request import Refusal, Reply
from bot.table.step import Step, changed
from bot.table.table import Table
from engine.text import Text


@dataclass(frozen=True, slots=True)
class ComeBack(TableStep):
    """Take a guest's seat over, with its name and all that goes with it, by the secret of a link.

    Only somebody in a browser can, who has no other seat at the table.
    """

    declared = Declaration("come-back", None, Audience.ACTOR, Posts.NOTHING, Who.PLAYERS)
    anywhere: ClassVar = True

    table: TableId
    secret: str

    @override
    async def handle(self, here: Context) -> Reply:
        found = await self.find(here)
        await here.offers.must_not_be_blocked(here.actor, found)
        await here.offers.must_have_room(here.user)
        return await self.change(found.id, here)

    @override
    def decide(self, table: Table, here: Context) -> Step:
        access.must_be_open(table)
        if table.seat_of(here.user) is not None:
            raise Refusal(Text("seat-link.own"))
        guest = here.invites.guest(table, self.secret)
        if guest is None or here.user.platform is not Platform.WEB:
            raise Refusal(Text("seat-link.spent"))
        return changed(guest_seats.given(table, guest, here.user), touched=int(here.now))
