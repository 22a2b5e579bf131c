"""Games between computers, for everyone to watch."""

from bot.acts.offers import Offers
from bot.acts.tables import Tables
from bot.table.intents import Demo
from bot.table.request import Reply, Request
from bot.table.steps import Hands


class Demos:
    """Has computers play against each other."""

    def __init__(self, tables: Tables, offers: Offers, hands: Hands) -> None:
        self._games = tables.games
        self._store = tables.store
        self._tables = tables
        self._offers = offers
        self._hands = hands

    async def demo(self, request: Request, demo: Demo) -> Reply:
        """Begin a game between computers, the only one in this place."""
        raise NotImplementedError
