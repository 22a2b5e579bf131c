"""Matches: the next game, leaving a match, and what was played."""

from bot.acts.offers import Offers
from bot.acts.tables import Tables
from bot.table.intents import Accept, LeaveMatch
from bot.table.request import Reply, Request
from bot.table.steps import Hands


class Matches:
    """Leads people through the games of a match."""

    def __init__(self, tables: Tables, offers: Offers, hands: Hands) -> None:
        self._games = tables.games
        self._store = tables.store
        self._tables = tables
        self._offers = offers
        self._hands = hands

    async def ready(self, request: Request, accept: Accept) -> Reply:
        """Be ready for the next game of a match."""
        raise NotImplementedError

    async def leave(self, request: Request, leave: LeaveMatch) -> Reply:
        """Leave a match; ask back first."""
        raise NotImplementedError

    async def show(self, request: Request) -> Reply:
        """Show the match here, or what was played here in the last 24 hours."""
        raise NotImplementedError
