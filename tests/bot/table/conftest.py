"""A service on a store in memory, with corn that falls as the test says."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import Any

import pytest

from bot.store.memory import MemoryStore
from bot.table.intents import Accept, Challenge, Intent, Move, Options
from bot.table.people import Actor, Place, Platform, User
from bot.table.ports import Operation
from bot.table.request import Reply, Request
from bot.table.service import Service, table_id
from bot.table.steps import Hands
from bot.table.table import Table, TableId
from bot.texts.catalogue import Catalogue
from engine import AnyGame, Cast, ThrowTable

SAY = Catalogue().voice("en")
PLACE = Place(Platform.WEB, "maize")
ANA = Actor(User(Platform.WEB, "ana"), "Ana")
BEN = Actor(User(Platform.WEB, "ben"), "Ben")
CARA = Actor(User(Platform.WEB, "cara"), "Cara")
LIES = {1: (1, 0, 0, 0), 2: (1, 1, 0, 0), 3: (1, 1, 1, 0), 4: (1, 1, 1, 1), 5: (0, 0, 0, 0)}


def options(ruleset: str = "puluc", **chosen: object) -> Options:
    """What somebody chose: `options(road=9, after_capture="open")`."""
    return Options(
        ruleset, tuple((name.replace("_", "-"), str(value)) for name, value in chosen.items())
    )


@dataclass
class ScriptedCorn:
    """Casts the numbers it was given, the last one for ever."""

    numbers: list[int]

    def cast(self, table: Table, n: int, throw: ThrowTable) -> Cast:
        return LIES[self.numbers[min(n, len(self.numbers) - 1)]]


class FirstMove:
    """An opponent that always plays the first legal move."""

    levels: Sequence[str] = ("random", "greedy")

    def choose(self, level: str, game: AnyGame, position: Any, moves: Sequence[Any]) -> Any:
        return moves[0]


@dataclass
class Room:
    """A channel with people in it, as the service sees them."""

    store: MemoryStore = field(default_factory=MemoryStore)
    corn: ScriptedCorn = field(default_factory=lambda: ScriptedCorn([2, 1, 3]))
    now: float = 1_000_000.0
    nudged: list[TableId] = field(default_factory=list)
    operations: Iterator[int] = field(default_factory=count)

    def __post_init__(self) -> None:
        self.service = Service(
            self.store,
            Hands(self.corn, FirstMove()),
            lambda: self.now,
            lambda table, place: self.nudged.append(table),
        )

    async def act(
        self,
        actor: Actor,
        intent: Intent,
        *,
        place: Place = PLACE,
        operation: str | None = None,
    ) -> Reply:
        operation = operation or f"op-{next(self.operations)}"
        reply = await self.service.act(Request(Operation(operation), actor, place, intent))
        assert all(SAY(text) for text in reply.texts)  # whatever is answered can be said
        return reply

    async def post(self, actor: Actor, intent: Intent) -> TableId:
        """Post a challenge or a practice game; return its table."""
        operation = f"post-{next(self.operations)}"
        await self.act(actor, intent, operation=operation)
        return table_id(Operation(operation))

    async def table(self, id_: TableId) -> Table:
        table = await self.store.load(id_)
        assert table is not None
        return table

    async def playing(
        self, numbers: list[int] | None = None, *, ruleset: str = "puluc", **chosen: object
    ) -> TableId:
        """A game of Ana (seat 0) against Ben (seat 1) that has just begun."""
        if numbers is not None:
            self.corn.numbers = numbers
        id_ = await self.post(ANA, Challenge(BEN, options(ruleset, **chosen)))
        await self.act(BEN, Accept(id_))
        return id_

    async def move(self, actor: Actor, id_: TableId, move: str, **more: str) -> Reply:
        """Press a button of the newest board."""
        table = await self.table(id_)
        return await self.act(actor, Move(id_, table.revision, move), **more)


@pytest.fixture
def room() -> Room:
    return Room()


@pytest.fixture
def why() -> Callable[[Reply], str]:
    """The key of a refusal's reason."""

    def key(reply: Reply) -> str:
        assert reply.refused
        return reply.texts[0].key

    return key
