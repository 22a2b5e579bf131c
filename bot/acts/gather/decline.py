"""Declining a challenge, and blocking its host with that."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from typing_extensions import override

from bot.acts import access
from bot.acts.act import Audience, Declaration, TableAct, TableStep, Who
from bot.acts.context import Context
from bot.acts.joining import own
from bot.acts.limits import PRESSES
from bot.acts.tables import Stale
from bot.commands.command import of_game
from bot.table import lobby, steps
from bot.table.agreement import seat_mark
from bot.table.button import Button, Offer, Posts, Style
from bot.table.ids import TableId
from bot.table.naming import name_of, names_of
from bot.table.people import Actor
from bot.table.request import Refusal, Reply
from bot.table.step import Step
from bot.table.table import Ending, Table
from engine.text import Text


@dataclass(frozen=True, slots=True)
class Decline(TableStep):
    """Decline a challenge addressed to the actor; a lobby goes on without them."""

    declared = Declaration(
        "decline", of_game("decline"), Audience.ACTOR, Posts.NOTHING, Who.PLAYERS, limit=PRESSES
    )
    fits: ClassVar = access.is_addressed
    none: ClassVar = Text("pick.no-offer")
    anywhere: ClassVar = True

    @override
    def decide(self, table: Table, here: Context) -> Step:
        access.must_be_challenge(table, here.place)
        if table.host.user == here.user:
            raise Refusal(own(table, "decline.self", "decline.self-open"))
        if not table.asked:
            raise Refusal(Text("decline.open"))
        kept = access.seat_kept_for(table, here.actor)
        if kept is None:
            raise Refusal(Text("decline.addressed", name=names_of(table.asked)))
        if table.is_lobby:
            return here.offers.gather(lobby.free(table, kept))
        return steps.end(table, Ending.DECLINED, here.now)

    @classmethod
    @override
    def menu(cls, table: Table, here: Context) -> Iterator[Offer]:
        """Yield a button for people invited to a lobby."""
        if is_invited(table, here.actor):
            yield Button(Text("button.decline"), cls(table.id), Style.BAD)


@dataclass(frozen=True, slots=True)
class BlockHost(TableAct):
    """Decline a challenge addressed to the actor, and block its `host` (`seat_mark`)."""

    declared = Declaration("block-host", None, Audience.PERSONAL, Posts.NOTHING, Who.PLAYERS)

    table: TableId
    host: str = ""

    @override
    async def handle(self, here: Context) -> Reply:
        offered = await self.find(here)
        access.must_be_offered(offered)
        if self.host not in ("", seat_mark(offered, offered.host)):
            raise Stale(offered, Text("block.moved", name=name_of(offered.host)))
        if offered.host.user == here.user:
            raise Refusal(Text("block.self"))
        if not access.is_addressed(offered, here.actor):
            raise Refusal(Text("block.addressed"))
        host = offered.host
        for user in access.users_of(here.actor):
            await here.store.block(user, host.user, host.name)
        await Decline(self.table).handle(here)
        return Reply((Text("block.blocked", name=name_of(host)),))

    @classmethod
    @override
    def menu(cls, table: Table, here: Context) -> Iterator[Offer]:
        """Yield a button for people invited to a lobby."""
        if is_invited(table, here.actor):
            yield Button(Text("button.block"), cls(table.id, seat_mark(table, table.host)))


def is_invited(table: Table, actor: Actor) -> bool:
    """Return whether a seat of a lobby is reserved for the actor, who has none yet."""
    invited = table.is_lobby and access.is_addressed(table, actor)
    return invited and table.seat_of(actor.user) is None
