"""Leaving a running game: resigning, giving up a seat among several, and taking one over."""

from collections.abc import Mapping
from typing import Final

from bot.acts import access
from bot.acts.offers import Offers, person_of
from bot.acts.tables import Stale, Tables
from bot.games.catalogue import Games, title
from bot.table import departures, steps
from bot.table.button import Button, Style
from bot.table.intents import Resign, TakeSeat
from bot.table.naming import name_of
from bot.table.people import Actor
from bot.table.request import Refusal, Reply, Request
from bot.table.seats import Person
from bot.table.step import Step
from bot.table.table import Departure, Ending, Status, Table
from engine.text import Text

_ENDINGS: Final[Mapping[Departure, Ending]] = {
    Departure.RESIGNED: Ending.RESIGNED,
    Departure.TIMEOUT: Ending.TIMEOUT,
    Departure.LEFT: Ending.LEFT,
    Departure.MATCH_LEFT: Ending.RESIGNED,
}
"""How a game ends when nobody plays on without the person who leaves, by the reason."""


def depart(games: Games, table: Table, seat: int, why: Departure, now: float) -> Step:
    """Return the step by which the person in `seat` leaves a running game.

    A computer takes over all their seats, or the game ends (`departures.play_on`).
    """
    game, position = games.game(table.header), games.position(table)
    if departures.play_on(game, table, seat):
        stand_in = departures.stand_in(games.levels_of(table.header))
        return departures.give_up(table, game, position, seat, why, stand_in, now)
    places = game.resigned(position, seat).places
    return steps.end(table, _ENDINGS[why], now, by=seat, places=places)


class Leaving:
    """Lets players leave games, and others take their seats."""

    def __init__(self, tables: Tables, offers: Offers) -> None:
        self._games = tables.games
        self._store = tables.store
        self._tables = tables
        self._offers = offers

    async def resign(self, request: Request, resign: Resign) -> Reply:
        """Resign or, if others play on, give up the actor's seats. Ask for confirmation first."""

        def give_up(table: Table) -> Step:
            seat = access.seat_of(table, request.actor)
            return depart(self._games, table, seat, Departure.RESIGNED, self._tables.now())

        none = Text("pick.no-game")
        playing = await self._tables.find(request, resign.table, access.is_playing, none)
        if resign.sure or playing.status is Status.OVER:
            reply = await self._tables.change(request, playing.id, give_up, anywhere=True)
            if playing.place == request.place:
                return reply
            over = (await self._tables.load(playing.id)).status is Status.OVER
            key = "table.ended" if over else "table.changed"
            return Reply((Text(key, ruleset=title(playing.header)),))
        return self._ask_back(playing, access.seat_of(playing, request.actor))

    async def take_seat(self, request: Request, take: TakeSeat) -> Reply:
        """Take over a seat that a player has given up, and play on from there."""
        actor = request.actor

        def take_over(table: Table) -> Step:
            access.must_have_begun(table)
            seat = self._seat_to_take(table, actor, take.seat)
            if len(table.former) >= departures.MAX_CHANGES:
                raise Refusal(Text("take.often", limit=departures.MAX_CHANGES))
            game, position = self._games.game(table.header), self._games.position(table)
            return departures.take_over(
                table, game, position, seat, person_of(actor), self._tables.now()
            )

        found = await self._tables.find(
            request, take.table, access.has_vacated_seat, Text("take.none-here")
        )
        if found.vacated and found.seat_of(actor.user) is None:
            await self._must_be_welcome(found, actor)
        return await self._tables.change(request, found.id, take_over)

    def _ask_back(self, table: Table, seat: int) -> Reply:
        """Ask whether to resign or, if others play on, whether to give up the seat."""
        others = departures.play_on(self._games.game(table.header), table, seat)
        question, answer = "resign.sure", "button.resign-sure"
        if others:
            question, answer = "resign.seat-sure", "button.resign-seat-sure"
        sure_of_it = Button(Text(answer), Resign(table.id, sure=True), Style.BAD)
        return Reply((Text(question, ruleset=title(table.header)),), choices=(sure_of_it,))

    def _seat_to_take(self, table: Table, actor: Actor, wanted: int | None) -> int:
        """Return the seat that the actor takes over. Raises Refusal if they can't."""
        if not table.vacated:
            raise Stale(table, self._late(table, actor, wanted))
        game = self._games.game(table.header)
        sides = departures.sides_of(game, table, actor.user)
        allowed = [seat for seat in table.vacated if sides <= {game.side(seat)}]
        if wanted is None and allowed:
            return allowed[0]
        if wanted is not None and wanted not in table.vacated:
            raise Stale(table, self._late(table, actor, wanted))
        if wanted is None or wanted not in allowed:
            raise Refusal(Text("take.opponent"))
        return wanted

    def _late(self, table: Table, actor: Actor, wanted: int | None) -> Text:
        """Return why no seat, or not the one wanted, can be taken over."""
        taken = [each.seat for each in table.former if isinstance(table.seats[each.seat], Person)]
        seat = taken[-1] if wanted is None and taken else wanted
        if seat not in taken:  # a forged button, too
            return Text("take.none")
        holder = table.seats[seat]
        if isinstance(holder, Person) and holder.user == actor.user:
            return Text("take.yours")
        return Text("take.late", name=name_of(holder))

    async def _must_be_welcome(self, table: Table, actor: Actor) -> None:
        """Raise Refusal if the host blocks the actor, or the actor has too many games."""
        host = table.host
        if host.user != actor.user:
            blocked = (await self._store.preferences(host.user)).blocked
            if any(user in blocked for user in access.users_of(actor)):
                raise Refusal(Text("accept.blocked", name=name_of(host)))
        await self._offers.must_have_room(actor.user)
