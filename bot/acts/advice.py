"""Hints, odds and reviews: who may have them, and when. `bot.show.advice` works them out."""

from typing import Final

from bot.acts import access
from bot.acts.limits import REVIEWS, Limits
from bot.acts.menu import why_unreviewable
from bot.acts.tables import Stale, Tables
from bot.table import steps
from bot.table.ids import TableId
from bot.table.naming import named
from bot.table.people import Actor
from bot.table.ports import PLAYED_SECONDS
from bot.table.request import Advice, Refusal, Reply, Request, Topic
from bot.table.step import Step
from bot.table.table import Table
from engine import Choose
from engine.text import Text

MOST_PLAYED: Final = 20
"""Among how many of the last games of a place one to review is looked for."""


class Advising:
    """Gives advice to those who may have it."""

    def __init__(self, tables: Tables, limits: Limits) -> None:
        self._games = tables.games
        self._store = tables.store
        self._tables = tables
        self._limits = limits

    async def hint(self, request: Request, id_: TableId | None) -> Reply:
        """Show the best move to the player to move, and count the hint once for each decision."""
        none = Text("pick.no-game")
        table = await self._tables.find(request, id_, access.is_playing, none)
        access.seat_of(table, request.actor)
        self._must_be_judged(table)
        if not table.allows_advice:
            raise Refusal(Text("hint.not-agreed"))
        seat, advice = self._on_turn(table, request.actor), Advice(Topic.HINT, table)
        known = any((each.seat, each.moves) == (seat, table.moves) for each in table.advised)
        if known or self._is_forced(table):
            return Reply(advice=advice)

        def count(newest: Table) -> Step:
            if newest.position != table.position:
                raise Stale(newest)
            return steps.advise(newest, self._on_turn(newest, request.actor))

        await self._tables.change(request, table.id, count, anywhere=True)
        return Reply(advice=advice)

    async def odds(self, request: Request, id_: TableId | None) -> Reply:
        """Show how probably each side wins a running game."""
        none = Text("pick.no-game")
        table = await self._tables.find(request, id_, access.is_playing, none)
        access.must_have_begun(table)
        self._must_be_judged(table)
        if not table.allows_advice:
            raise Refusal(Text("odds.not-agreed"))
        return Reply(advice=Advice(Topic.ODDS, table))

    async def review(self, request: Request, id_: TableId | None) -> Reply:
        """Show how a finished game was played, by default the actor's last one in this place."""
        table = await self._last_played(request) if id_ is None else await self._tables.load(id_)
        if table is None:
            raise Refusal(Text("review.none"))
        why_not = why_unreviewable(self._games, table)
        if why_not is not None:
            raise Refusal(why_not)
        self._limits.count(REVIEWS, request.actor.user)
        return Reply(advice=Advice(Topic.REVIEW, table))

    async def _last_played(self, request: Request) -> Table | None:
        since = self._tables.now() - PLAYED_SECONDS
        played = await self._store.played_in(request.place, since=since, limit=MOST_PLAYED)
        user = request.actor.user
        theirs = (each for each in played if each.moves and each.seat_of(user) is not None)
        return next(theirs, None)

    def _must_be_judged(self, table: Table) -> None:
        """Raise Refusal unless there is a judge of the table's game."""
        if not self._games.has_judge(table.header):
            raise Refusal(Text("advice.none"))

    def _is_forced(self, table: Table) -> bool:
        """Return whether there is only one legal move."""
        phase = self._games.game(table.header).phase(self._games.position(table))
        return isinstance(phase, Choose) and len(phase.moves) == 1

    def _on_turn(self, table: Table, actor: Actor) -> int:
        """Return the actor's seat whose turn it is; raise Refusal if it is not their turn."""
        turn = self._tables.to_move(table)
        if turn is None or turn not in table.seats_of(actor.user):
            raise Refusal(Text("hint.turn", name=named(table, turn)))
        return turn
