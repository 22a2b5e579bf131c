"""Rematches: playing a finished game, or a match, again."""

from dataclasses import replace

from bot.acts.offers import Offers, person_of
from bot.acts.tables import Tables
from bot.table.ids import TableId
from bot.table.intents import Accept
from bot.table.match import Match
from bot.table.match_text import so_far
from bot.table.naming import names_of
from bot.table.next_game import is_repeatable, moved_on, returning
from bot.table.people import Actor, Place, User
from bot.table.ports import Operation
from bot.table.request import Refusal, Reply, Request
from bot.table.seats import Free, Kept, Person, Seat
from bot.table.table import Status, Table
from engine.text import Text


class Rematches:
    """Posts and accepts rematches."""

    def __init__(self, tables: Tables, offers: Offers) -> None:
        self._games = tables.games
        self._store = tables.store
        self._tables = tables
        self._offers = offers

    async def rematch(self, request: Request, id_: TableId) -> Reply:
        """Post a rematch of a finished game, or accept it if another player has posted it.

        After a match it is a match on the same terms. Its id is derived from the finished game's,
        so two simultaneous presses create one rematch.
        """
        ended, actor = await self._tables.load(id_), request.actor
        if not is_repeatable(ended):
            raise Refusal(Text("rematch.early"))
        if not any(isinstance(s, Person) and s.user == actor.user for s in returning(ended)):
            raise Refusal(Text("rematch.players"))
        match = so_far(ended, self._games.game(ended.header))
        if match is not None and ended.places and not match.is_decided:
            raise Refusal(Text("rematch.match"))
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
        """Return a table with the same players, options and terms, each side one further.

        The other players' seats are reserved. A player who had several gets one.
        """
        match = None if ended.match is None else Match(ended.match.headers, ended.match.wins)
        header = ended.header if match is None else match.header
        here, there = self._games.game(ended.header), self._games.game(header)
        seats = _once(moved_on(returning(ended), here, there))
        mine = next(n for n, s in enumerate(seats) if isinstance(s, Kept) and s.user == actor.user)
        seated = (*seats[:mine], person_of(actor), *seats[mine + 1 :])
        table = self._offers.new_table(id_, header, ended.terms, place, seated, mine)
        return replace(table, match=match)


def _once(seats: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """Return the seats with the first one of each person reserved, and their others free.

    So are those of people whose data has been deleted.
    """
    kept, known = list[Seat](), set[User]()
    for seat in seats:
        if not isinstance(seat, Person):
            kept.append(seat)
            continue
        gone = seat.user in known or seat.user.is_deleted
        kept.append(Free() if gone else Kept(seat.user, seat.name))
        known.add(seat.user)
    return tuple(kept)
