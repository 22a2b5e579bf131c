"""Handing out links: to the free seats of a table, and to its page for those who watch."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import ClassVar

from typing_extensions import override

from bot.acts import access
from bot.acts.act import Audience, Declaration, TableAct, Who
from bot.acts.codec import confirmed
from bot.acts.context import Context
from bot.commands.command import of_game
from bot.table.button import Button, Offer, Posts
from bot.table.naming import name_of
from bot.table.request import Refusal, Reply
from bot.table.seat_links import SeatLinks
from bot.table.step import Step, changed
from bot.table.table import Table
from engine.text import Text


@dataclass(frozen=True, slots=True)
class Share(TableAct):
    """Tell a player the links to their table, in private.

    The host gets those to free seats, too. `renewed` ones replace all that were told before.
    """

    declared = Declaration("share", of_game("share"), Audience.LONG, Posts.NOTHING, Who.PLAYERS)
    fits: ClassVar = access.is_theirs
    none: ClassVar = Text("pick.no-paper")

    renewed: bool = confirmed(False)

    @override
    async def handle(self, here: Context) -> Reply:
        shared = await self.find(here)
        if here.url is None:
            raise Refusal(Text("share.nowhere"))
        if not access.is_concerned(shared, here.actor):
            raise Refusal(Text("seat.none"))
        if self.renewed:
            await here.tables.change(here.request, shared.id, _renewing(here), anywhere=True)
            shared = await here.tables.load(shared.id)
        seats = _seat_links(here, shared)
        told = [Text("share.seats", count=len(seats)), *seats] if seats else []
        choices = (Button(Text("button.renew-links"), Share(shared.id, renewed=True)),)
        told += [Text("share.watch"), _link(f"{here.url}/g/{shared.code}")]
        return Reply(tuple(told), choices=choices if seats else (), personal=True)

    @classmethod
    @override
    def menu(cls, table: Table, here: Context) -> Iterator[Offer]:
        """Yield a button for players, if there are pages."""
        if here.url is not None and access.is_theirs(table, here.actor):
            yield Button(Text("button.share"), cls(table.id))


def _seat_links(here: Context, table: Table) -> list[Text]:
    """Return the links to free seats, if the actor may hand them out."""
    if here.invites is None or not access.is_host(table, here.actor):
        return []
    return [*map(_link, here.invites.urls(table))]


def _link(url: str) -> Text:
    return Text("share.link", url=url)


def _renewing(here: Context) -> Callable[[Table], Step]:
    """Return the step that makes earlier links invalid, for the host. It raises Refusal."""

    def renew(table: Table) -> Step:
        access.must_be_offered(table)
        if not access.is_host(table, here.actor):
            raise Refusal(Text("lobby.host", name=name_of(table.host)))
        return changed(table, silent=True, links=SeatLinks(table.links.series + 1))

    return renew
