"""Inviting people to a lobby."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Self

from typing_extensions import override

from bot.acts.act import Audience, Declaration, Who
from bot.acts.codec import typed
from bot.acts.context import Context
from bot.acts.lobbies import LobbyStep, is_own_lobby, must_have_free, must_host
from bot.acts.offers import kept_for
from bot.acts.seating import distinct
from bot.table import lobby
from bot.table.button import Button, Offer, Posts
from bot.table.endings import hearing
from bot.table.ids import TableId
from bot.table.naming import called
from bot.table.people import Actor
from bot.table.request import Refusal, Reply
from bot.table.table import Table, Told
from engine.text import Text


@dataclass(frozen=True, slots=True)
class Invite(LobbyStep):
    """Reserve seats of a lobby for people, and mention them; without any, ask whom to invite."""

    declared = Declaration("invite", None, Audience.ACTOR, Posts.NOTHING, Who.PLAYERS)
    silent: ClassVar = False

    table: TableId
    people: tuple[Actor, ...] = typed(())

    @override
    def with_people(self, people: Sequence[Actor]) -> Self | None:
        return None if self.people else replace(self, people=tuple(people))

    @override
    async def handle(self, here: Context) -> Reply:
        inviting = await self.find(here)
        must_host(inviting, here.actor)
        if not self.people:
            must_have_free(inviting, 1)
            return Reply((Text("invite.whom"),), invite=self.table, completes=self)
        people = distinct(self.people, inviting.people)
        if not people and not await here.store.applied(inviting.id, here.request.operation):
            raise Refusal(Text("invite.known"))
        must_have_free(inviting, len(people))
        await here.offers.may_invite(here.request, people)
        await replace(self, people=people).change(inviting.id, here)
        names = tuple(Text("name.person", name=called(each.name)) for each in people)
        return Reply((Text("invite.done", name=names),))

    @override
    def gathered(self, table: Table, here: Context) -> Table:
        must_host(table, here.actor)
        kept = [each for each in kept_for(self.people) if each.user not in table.people]
        must_have_free(table, len(kept))
        after = lobby.reserve(table, here.games.game(table.header), kept)
        invited = {each.user for each in kept}
        seats = (number for user, number in hearing(after.seats).items() if user in invited)
        return replace(after, told=Told(table.revision + 1, tuple(seats)))

    @classmethod
    @override
    def menu(cls, table: Table, here: Context) -> Iterator[Offer]:
        """Yield a button for the host of a lobby with free seats."""
        if is_own_lobby(table, here.actor) and table.has_free_seat:
            yield Button(Text("button.invite"), cls(table.id))
