"""A channel with players: a service with an in-memory store."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import count
from math import ceil
from pathlib import Path
from typing import Any, TypeAlias

import bot.acts.registry  # noqa: F401 - all acts, which call each other by name
from bot.acts.act import Act
from bot.acts.gather.accept import Accept
from bot.acts.gather.challenge import Challenge
from bot.acts.play.move import Move
from bot.core import Core
from bot.games.catalogue import FAMILIES, Games, games
from bot.store.memory import MemoryStore
from bot.table.due import Due
from bot.table.ids import TableId
from bot.table.people import Actor, Place, Platform, Presence, User
from bot.table.ports import Operation
from bot.table.request import Reply, Request
from bot.table.table import Table
from bot.table.terms import DEFAULT_TERMS, Terms
from bot.table.turns import Hands
from bot.texts.catalogue import Catalogue, catalogue
from bot.work.workshop import Work
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


@dataclass(frozen=True)
class Members:
    """Says who is a member of a channel, in which nothing is ever shown."""

    presences: dict[User, Presence]
    asked: list[User]

    own_threads = None
    notifies = False
    pictured = True

    def places_itself(self, _place: Place) -> bool:
        return True

    async def presence(self, _place: Place, user: User) -> Presence:
        self.asked.append(user)
        return self.presences.get(user, Presence.UNKNOWN)


@dataclass
class Room:
    """A channel with players, as the service sees them."""

    store: MemoryStore = field(default_factory=MemoryStore)
    corn: ScriptedCorn = field(default_factory=ScriptedCorn)
    now: float = 1_000_000.0
    shown_now: list[TableId] = field(default_factory=list)
    operations: Iterator[int] = field(default_factory=count)
    key: bytes = bytes(32)
    families: Sequence[str] = FAMILIES
    presence: dict[User, Presence] = field(default_factory=dict)
    asked: list[User] = field(default_factory=list)
    """The people whose presence was asked for."""
    exact: Path | None = None
    url: str | None = None
    """The address of public pages, on which people can play, too."""

    def __post_init__(self) -> None:
        if self.exact is None:
            self.games = games(tuple(self.families))
        else:  # a folder of the test's own, in which the tables may change
            self.games = Games(self.families, self.exact)
        self.catalogue = catalogue(self.games.texts)
        self.say = self.catalogue.voice("en")
        self.use(Hands(self.corn))

    def use(self, hands: Hands, work: Work = at_once) -> None:
        """Use these throws and workers from now on."""
        self.core = Core.of(
            self.store,
            self.games,
            clock=lambda: self.now,
            hands=hands,
            key=self.key,
            work=work,
            catalogue=self.catalogue,
            outbounds={Platform.WEB: Members(self.presence, self.asked)},
            url=self.url,
            plays_on_pages=self.url is not None,
        )
        self.tables, self.service = self.core.tables, self.core.service
        self.tables.show_now = lambda table, _place: self.shown_now.append(table)

    async def act(
        self,
        actor: Actor,
        act: Act,
        *,
        place: Place = PLACE,
        operation: str | None = None,
    ) -> Reply:
        reply = await self.service.act(act, self.request(actor, place, operation))
        assert all(map(self.say, reply.texts))  # every text of a reply is in the catalogue
        return reply

    def request(self, actor: Actor, place: Place = PLACE, operation: str | None = None) -> Request:
        """A request from this player."""
        known = Operation(operation or f"op-{next(self.operations)}")
        return Request(known, actor, place)

    async def post(self, actor: Actor, act: Act, place: Place = PLACE) -> TableId:
        """Post a challenge or a practice game; return its table."""
        operation = f"post-{next(self.operations)}"
        await self.act(actor, act, operation=operation, place=place)
        return self.service.table_id(Operation(operation))

    async def fall_due(self) -> None:
        """Run everything that is due, including work that falls due immediately because of it."""
        while dues := await self.store.claim(self.now):
            for due in dues:
                if (again := await self.handle(due)) is None:
                    await self.store.done(due)
                else:
                    await self.store.release(again, due)

    async def handle(self, due: Due) -> float | None:
        """Let something fall due, now and perhaps once more; return when it falls due again."""
        return await self.core.handlers[due.kind](due)

    async def wait(self, seconds: float, every: float = 60) -> None:
        """Let time pass, running what falls due every so many seconds."""
        until = self.now + seconds
        while self.now < until:
            due = min((each.at for each in self.store.scheduled), default=until)
            idle = max(0, ceil((min(due, until) - self.now) / every) - 1)
            self.now = min(until, self.now + (idle + 1) * every)
            await self.fall_due()

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

    async def move(self, actor: Actor, id_: TableId, move: str, **more: Any) -> Reply:
        """Press a move's button on the latest board."""
        table = await self.table(id_)
        return await self.act(actor, Move(id_, table.revision, move), **more)
