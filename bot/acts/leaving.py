"""Leaving a running game: resigning, giving up a seat in a team, and taking one over."""

from bot.acts import access
from bot.acts.offers import Offers
from bot.acts.tables import Tables
from bot.games.catalogue import title
from bot.table import steps
from bot.table.button import Button, Style
from bot.table.intents import Resign, TakeSeat
from bot.table.request import Reply, Request
from bot.table.steps import Hands, Step
from bot.table.table import Ending, Status, Table
from engine.text import Text


class Leaving:
    """Lets players leave games, and others take their seats."""

    def __init__(self, tables: Tables, offers: Offers, hands: Hands) -> None:
        self._games = tables.games
        self._store = tables.store
        self._tables = tables
        self._offers = offers
        self._hands = hands

    async def resign(self, request: Request, resign: Resign) -> Reply:
        """Resign or, in a team, give up the seat; ask back first."""

        def give_up(table: Table) -> Step:
            seat = access.seat_of(table, request.actor)
            game, position = self._games.game(table.header), self._games.position(table)
            places = game.resigned(position, seat).places
            return steps.end(table, Ending.RESIGNED, self._tables.now(), by=seat, places=places)

        none = Text("pick.no-game")
        playing = await self._tables.find(request, resign.table, access.is_playing, none)
        if resign.sure or playing.status is Status.OVER:
            reply = await self._tables.change(request, playing.id, give_up, anywhere=True)
            if playing.place == request.place:
                return reply
            return Reply((Text("table.ended", ruleset=title(playing.header)),))
        access.seat_of(playing, request.actor)
        sure_of_it = Button(Text("button.resign-sure"), Resign(playing.id, sure=True), Style.BAD)
        return Reply((Text("resign.sure", ruleset=title(playing.header)),), choices=(sure_of_it,))

    async def take_seat(self, request: Request, take: TakeSeat) -> Reply:
        """Take over a seat that a player has given up."""
        raise NotImplementedError
