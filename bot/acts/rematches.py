"""Rematches: playing a finished game again."""

from bot.acts.offers import Offers, person_of
from bot.acts.tables import Tables
from bot.table.ids import TableId
from bot.table.intents import Accept
from bot.table.naming import names_of
from bot.table.people import Actor, Place
from bot.table.ports import Operation
from bot.table.request import Refusal, Reply, Request
from bot.table.seats import Kept, Person
from bot.table.table import Status, Table
from engine.text import Text


class Rematches:
    """Posts and accepts rematches."""

    def __init__(self, tables: Tables, offers: Offers) -> None:
        self._store = tables.store
        self._tables = tables
        self._offers = offers

    async def rematch(self, request: Request, id_: TableId) -> Reply:
        """Post a rematch of a finished game, or accept it if another player has posted it.

        Its id is derived from the finished game's, so two simultaneous presses create one rematch.
        """
        ended, actor = await self._tables.load(id_), request.actor
        if ended.status is not Status.OVER or not ended.position:
            raise Refusal(Text("rematch.early"))
        if ended.seat_of(actor.user) is None:
            raise Refusal(Text("rematch.players"))
        again = self._offers.table_id(Operation(f"rematch:{ended.id}"))
        posted = await self._store.load(again)
        if posted is not None and posted.status is Status.OVER and not posted.position:
            again = self._offers.table_id(request.operation)  # that rematch was never played
            posted = await self._store.load(again)
        if posted is None:
            table = self._rematch(ended, again, actor, request.place)
            for other in table.asked:
                await self._offers.must_accept_challenges(request, Actor(other.user, other.name))
            if await self._offers.post(request, table):
                return Reply(table=again)
        return await self._take_rematch(request, await self._tables.load(again))

    async def _take_rematch(self, request: Request, posted: Table) -> Reply:
        """Accept a rematch that is already posted. Its host can only wait for the others."""
        if await self._store.applied(posted.id, request.operation):
            return Reply(table=posted.id)
        if posted.status is not Status.OFFERED:
            raise Refusal(Text("rematch.begun"))
        if posted.host.user == request.actor.user:
            raise Refusal(Text("rematch.posted", name=names_of(posted.asked)))
        return await self._offers.accept(request, Accept(posted.id))

    def _rematch(self, ended: Table, id_: TableId, actor: Actor, place: Place) -> Table:
        """Return a table with the same players, options and terms, everyone one seat further.

        The other players' seats are reserved.
        """
        *first, last = ended.seats
        seats = tuple(
            Kept(seat.user, seat.name) if isinstance(seat, Person) else seat
            for seat in (last, *first)
        )
        mine = next(n for n, s in enumerate(seats) if isinstance(s, Kept) and s.user == actor.user)
        seated = (*seats[:mine], person_of(actor), *seats[mine + 1 :])
        return self._offers.new_table(id_, ended.header, ended.terms, place, seated, mine)
