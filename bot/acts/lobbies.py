"""Lobbies: joining a side, leaving, computers, invitations, and the start."""

from bot.acts.offers import Offers
from bot.acts.tables import Tables
from bot.table.ids import TableId
from bot.table.intents import (
    AddComputer,
    Alter,
    ChooseOptions,
    Dismiss,
    HandOver,
    Invite,
    Join,
    Leave,
    Start,
)
from bot.table.request import Reply, Request
from bot.table.steps import Hands


class Lobbies:
    """Lets people gather at a table with more than two seats."""

    def __init__(self, tables: Tables, offers: Offers, hands: Hands) -> None:
        self._games = tables.games
        self._store = tables.store
        self._tables = tables
        self._offers = offers
        self._hands = hands

    async def join(self, request: Request, join: Join) -> Reply:
        """Take a seat on a side, or change sides."""
        raise NotImplementedError

    async def leave(self, request: Request, leave: Leave) -> Reply:
        """Leave a lobby."""
        raise NotImplementedError

    async def add_computer(self, request: Request, add: AddComputer) -> Reply:
        """Give a free seat to a computer."""
        raise NotImplementedError

    async def start(self, request: Request, start: Start) -> Reply:
        """Begin the game, or ask how."""
        raise NotImplementedError

    async def choose_invited(self, request: Request, table: TableId) -> Reply:
        """Ask which people to invite."""
        raise NotImplementedError

    async def invite(self, request: Request, invite: Invite) -> Reply:
        """Reserve seats for people."""
        raise NotImplementedError

    async def dismiss(self, request: Request, dismiss: Dismiss) -> Reply:
        """Free a seat."""
        raise NotImplementedError

    async def hand_over(self, request: Request, hand_over: HandOver) -> Reply:
        """Make another player the host."""
        raise NotImplementedError

    async def shuffle(self, request: Request, table: TableId) -> Reply:
        """Distribute the players at random."""
        raise NotImplementedError

    async def choose_options(self, request: Request, choose: ChooseOptions) -> Reply:
        """Show what can be changed."""
        raise NotImplementedError

    async def alter(self, request: Request, alter: Alter) -> Reply:
        """Change options before anybody else has joined."""
        raise NotImplementedError
