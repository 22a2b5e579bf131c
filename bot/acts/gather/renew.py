"""Making a new link to the seat of a guest who has lost it."""

from dataclasses import dataclass

from typing_extensions import override

from bot.acts import access
from bot.acts.act import Audience, Declaration, TableAct, Who
from bot.acts.context import Context
from bot.acts.lobbies import seat_named
from bot.table import guest_seats
from bot.table.button import Posts
from bot.table.guest_seats import MOST_BROWSERS, renewed_of
from bot.table.ids import TableId
from bot.table.naming import name_of
from bot.table.request import Refusal, Reply
from bot.table.seats import Person
from bot.table.step import Step, changed
from bot.table.table import Table
from engine.text import Text


@dataclass(frozen=True, slots=True)
class RenewSeat(TableAct):
    """Make a link that gives the seat of a guest to another browser, for the host.

    `who` stands for the guest (`seat_mark`), who was in `seat`. As long as a link counts, the
    answer tells it again.
    """

    declared = Declaration("renew", None, Audience.LONG, Posts.NOTHING, Who.PLAYERS)

    table: TableId
    seat: int
    who: str = ""

    @override
    async def handle(self, here: Context) -> Reply:
        found = await self.find(here)
        _, guest = self._guest(found, here)
        if guest.user not in dict(here.invites.renewed(found)):

            def renew(table: Table) -> Step:
                _, person = self._guest(table, here)
                renewed = guest_seats.with_link(table, person.user)
                return changed(renewed, silent=True)

            await here.tables.change(here.request, found.id, renew, anywhere=True)
            found = await here.load(found.id)
        url = dict(here.invites.renewed(found)).get(guest.user)
        if url is None:  # the guest has done something at this moment
            raise Refusal(Text("renew.here", name=name_of(guest)))
        told = (Text("renew.link", name=name_of(guest)), Text("share.link", url=url))
        return Reply(told, personal=True)

    def _guest(self, table: Table, here: Context) -> tuple[int, Person]:
        """Return the guest and their seat. Raises Refusal if there can be no new link to it."""
        access.must_be_open(table)
        if not guest_seats.hosts(table, here.user):
            raise Refusal(Text("lobby.host", name=name_of(table.seats[table.hosted_by])))
        seat = seat_named(table, self.seat, self.who)
        holder = table.seats[seat]
        if here.invites.url is None or seat not in guest_seats.guests(table):
            raise Refusal(Text("renew.guests"))
        assert isinstance(holder, Person)  # noqa: S101 - only people are guests
        known = renewed_of(table, holder.user)
        if known.settled:
            raise Refusal(Text("renew.settled", name=name_of(holder)))
        if len(known.before) >= MOST_BROWSERS:
            raise Refusal(Text("renew.often", name=name_of(holder), count=MOST_BROWSERS))
        return seat, holder
