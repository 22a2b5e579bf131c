"""A channel with players: a service with an in-memory store."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import count
from pathlib import Path
from typing import TypeAlias

from bot.acts.announcing import Announcing
from bot.acts.caretaker import Caretaker
from bot.acts.computers import Computers
from bot.acts.service import Service
from bot.acts.tables import Tables
from bot.acts.timekeeper import Timekeeper
from bot.games.catalogue import FAMILIES, Games
from bot.store.memory import MemoryStore
from bot.table.due import (
    ANNOUNCED,
    BEGIN,
    CALL,
    DEADLINE,
    ENDED,
    FORGET,
    NEXT,
    REFUSED,
    THINK,
    VACATION,
)
from bot.table.ids import TableId
from bot.table.intents import Accept, Challenge, Intent, Move
from bot.table.people import Actor, Place, Platform, Presence, User
from bot.table.ports import Operation
from bot.table.request import Reply, Request
from bot.table.steps import Hands
from bot.table.table import Table
from bot.table.terms import DEFAULT_TERMS, Terms
from bot.table.upkeep import UPKEEP
from bot.texts.catalogue import Catalogue, catalogue
from engine import Choose
from tests.bot.hands import ScriptedCorn, at_once
from tests.bot.options import options

SAY = Catalogue().voice("en")
PLACE = Place(Platform.WEB, "maize")
ANA = Actor(User(Platform.WEB, "ana"), "Ana")
BEN = Actor(User(Platform.WEB, "ben"), "Ben")
CARA = Actor(User(Platform.WEB, "cara"), "Cara")
NOWHERE = TableId("aaaaaaaaaa")

Why: TypeAlias = Callable[[Reply], str]
"""The key of a refusal's reason."""


@dataclass
class Room:
    """A channel with players, as the service sees them."""

    store: MemoryStore = field(default_factory=MemoryStore)
    corn: ScriptedCorn = field(default_factory=ScriptedCorn)
    now: float = 1_000_000.0
    hurried: list[TableId] = field(default_factory=list)
    operations: Iterator[int] = field(default_factory=count)
    key: bytes = bytes(32)
    families: Sequence[str] = FAMILIES
    presence: dict[User, Presence] = field(default_factory=dict)
    exact: Path | None = None

    def __post_init__(self) -> None:
        def hurry(table: TableId, _place: Place) -> None:
            self.hurried.append(table)

        self.tables = Tables(Games(self.families, self.exact), self.store, lambda: self.now, hurry)
        self.caretaker = Caretaker(self.tables)
        self.timekeeper = Timekeeper(self.tables, self._presence)
        self.say = catalogue(self.tables.games.texts).voice("en")
        self.use(Hands(self.corn))

    def use(self, hands: Hands) -> None:
        """Use these throws and computer players from now on."""
        self.service = Service(self.tables, hands, key=self.key, presence=self._presence)
        self.computers = Computers(self.tables, hands, at_once)

    async def act(
        self,
        actor: Actor,
        intent: Intent,
        *,
        place: Place = PLACE,
        operation: str | None = None,
    ) -> Reply:
        reply = await self.service.act(self.request(actor, intent, place, operation))
        assert all(map(self.say, reply.texts))  # every text of a reply is in the catalogue
        return reply

    def request(
        self, actor: Actor, intent: Intent, place: Place = PLACE, operation: str | None = None
    ) -> Request:
        """A request from this player."""
        known = Operation(operation or f"op-{next(self.operations)}")
        return Request(known, actor, place, intent)

    async def post(self, actor: Actor, intent: Intent, place: Place = PLACE) -> TableId:
        """Post a challenge or a practice game; return its table."""
        operation = f"post-{next(self.operations)}"
        await self.act(actor, intent, operation=operation, place=place)
        return self.service.table_id(Operation(operation))

    async def fall_due(self) -> None:
        """Run everything that is due, including work that falls due immediately because of it."""
        handlers = {
            THINK: self.computers.think,
            ENDED: self.caretaker.clean_up,
            NEXT: self.service.next_games.post,
            BEGIN: self.service.next_games.begin,
            UPKEEP: self.caretaker.maintain,
            CALL: self.timekeeper.call,
            DEADLINE: self.timekeeper.deadline,
            VACATION: self.timekeeper.vacation,
            REFUSED: self.timekeeper.refused,
            FORGET: self.service.forgetting.handle,
            ANNOUNCED: Announcing(self.tables).expire,
        }
        while dues := await self.store.claim(self.now):
            for due in dues:
                await handlers[due.kind](due)
                await self.store.done(due)

    async def wait(self, seconds: float, every: float = 60) -> None:
        """Let time pass, running what falls due every so many seconds."""
        until = self.now + seconds
        while self.now < until:
            self.now = min(until, self.now + every)
            await self.fall_due()

    async def _presence(self, _place: Place, user: User) -> Presence:
        return self.presence.get(user, Presence.UNKNOWN)

    async def table(self, id_: TableId) -> Table:
        table = await self.store.load(id_)
        assert table is not None
        return table

    async def playing(
        self,
        numbers: list[int] | None = None,
        *,
        ruleset: str = "puluc",
        terms: Terms = DEFAULT_TERMS,
        place: Place = PLACE,
        **chosen: object,
    ) -> TableId:
        """Return a game of Ana (seat 0) against Ben (seat 1) that has just begun."""
        if numbers is not None:
            self.corn.numbers = numbers
        game = replace(options(ruleset, **chosen), terms=terms)
        id_ = await self.post(ANA, Challenge((BEN,), game), place=place)
        await self.act(BEN, Accept(id_), place=place)
        return id_

    async def moves(self, id_: TableId) -> list[str]:
        """Every legal move, in notation."""
        table = await self.table(id_)
        game = self.tables.games.game(table.header)
        phase = game.phase(self.tables.games.position(table))
        assert isinstance(phase, Choose)
        return [game.write_move(move) for move in phase.moves]

    async def mover(self, id_: TableId) -> Actor:
        """The player to move."""
        table = await self.table(id_)
        seat = self.tables.to_move(table)
        assert seat is not None
        return (ANA, BEN)[seat]

    async def move(self, actor: Actor, id_: TableId, move: str, **more: str) -> Reply:
        """Press a move's button on the latest board."""
        table = await self.table(id_)
        return await self.act(actor, Move(id_, table.revision, move), **more)
