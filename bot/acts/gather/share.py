"""Handing out links and codes: for the free seats of a table, and for those who watch it."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import ClassVar

from typing_extensions import override

from bot.acts import access
from bot.acts.act import Audience, Declaration, TableAct, Who
from bot.acts.codec import confirmed
from bot.acts.context import Context
from bot.acts.lobbies import with_seat
from bot.acts.named import button
from bot.commands.command import of_game
from bot.table import guest_seats, invites
from bot.table.agreement import seat_mark
from bot.table.button import Button, Offer, Posts
from bot.table.naming import name_of, named
from bot.table.request import Refusal, Reply
from bot.table.seat_links import SeatLinks
from bot.table.step import Step, changed
from bot.table.table import Status, Table
from engine.text import Text


@dataclass(frozen=True, slots=True)
class Share(TableAct):
    """Tell a player the links and codes of their table, in private.

    Its host gets those of free seats, too. `renewed` ones replace all that were told before.
    """

    declared = Declaration("share", of_game("share"), Audience.LONG, Posts.NOTHING, Who.PLAYERS)
    fits: ClassVar = access.is_theirs
    none: ClassVar = Text("pick.no-paper")

    renewed: bool = confirmed(False)

    @override
    async def handle(self, here: Context) -> Reply:
        shared = await self.find(here)
        if not access.is_concerned(shared, here.actor):
            raise Refusal(Text("seat.none"))
        if self.renewed:
            await here.tables.change(here.request, shared.id, _renewing(here), anywhere=True)
            shared = await here.load(shared.id)
        return Reply(tuple(_told(here, shared)), choices=_choices(here, shared), personal=True)

    @classmethod
    @override
    def menu(cls, table: Table, here: Context) -> Iterator[Offer]:
        """Yield a button for players."""
        if access.is_seated(table, here.actor):
            yield Button(Text("button.share"), cls(table.id))


def _told(here: Context, table: Table) -> Iterator[Text]:
    """Yield what gives seats, to the host, and what lets others watch."""
    seats = here.invites.seats(table) if access.is_host(table, here.actor) else ()
    if seats and here.invites.url is not None:
        yield Text("share.seats", count=len(seats))
        yield from (Text("share.link", url=url) for url in here.invites.links(table))
    if seats:
        yield Text("share.sit", count=len(seats))
        yield from (Text("share.sit-code", code=invites.code(table, each)) for each in seats)
    if guest_seats.hosts(table, here.user):
        for guest, url in here.invites.renewed(table):
            yield Text("renew.link", name=named(table, table.seat_of(guest)))
            yield Text("share.link", url=url)
    if here.url is not None:
        yield Text("share.watch")
        yield Text("share.link", url=f"{here.url}/g/{table.code}")
    seat = table.seat_of(here.user)
    if seat is not None and table.status is not Status.OVER:
        yield Text("share.show")
        sight = here.invites.sight(table, seat)
        yield Text("share.show-code", code=invites.code(table, sight))


def _choices(here: Context, table: Table) -> tuple[Button, ...]:
    """Return buttons for the host: to make earlier secrets invalid, or new links for guests."""
    free = access.is_host(table, here.actor) and table.has_free_seat
    new = (Button(Text("button.renew-links"), Share(table.id, renewed=True)),) if free else ()
    by_link = here.invites.url is not None and guest_seats.hosts(table, here.user)
    guests = guest_seats.guests(table) if by_link else ()
    return (*new, *(_for_guest(here, table, seat) for seat in guests))


def _for_guest(here: Context, table: Table, seat: int) -> Button:
    """Return the button that makes a new link to the seat of a guest."""
    label = Text("button.renew-seat", name=with_seat(here.games, table, seat))
    return button(label, "renew", table.id, seat, seat_mark(table, table.seats[seat]))


def _renewing(here: Context) -> Callable[[Table], Step]:
    """Return the step that makes earlier links invalid, for the host. It raises Refusal."""

    def renew(table: Table) -> Step:
        access.must_be_offered(table)
        if not access.is_host(table, here.actor):
            raise Refusal(Text("lobby.host", name=name_of(table.host)))
        links = SeatLinks(table.links.series + 1, renewed=table.links.renewed)
        return changed(table, silent=True, links=links)

    return renew
