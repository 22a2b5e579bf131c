"""A process of the bot on a platform, in which games belong to others than those who come in.

Ana plays with Ben, has challenged Ben, and hosts a lobby in which Cara has a seat. What is stored
is put back before every input.
"""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from copy import copy
from itertools import count
from typing import Any, Final, TypeVar

from bot.acts.act import Act
from bot.acts.gather.accept import Accept
from bot.acts.gather.challenge import Challenge
from bot.acts.gather.join import Join
from bot.acts.gather.open import Open
from bot.core import Core
from bot.store.memory import MemoryStore
from bot.table.people import Actor, Place, Platform, User
from bot.table.ports import Operation
from bot.table.request import Reply, Request
from bot.table.turns import Hands
from bot.texts.catalogue import Catalogue
from tests.bot.hands import at_once
from tests.bot.options import options
from tests.fuzz.changes import renamed
from tests.fuzz.rights import Owned, judge
from tests.fuzz.words import ASKED, GAMES, PLAYED, WAITING, Corn

T = TypeVar("T")

NOW: Final = 1_000_000.0

PATIENCE_SECONDS: Final = 60.0
"""After how many seconds, even on a busy machine, something that has come in hangs."""

NAMES: Final = ("Ana", "Ben", "Cara", "Dan")
"""The people; Dan is a stranger to all games."""

_RUNNER: Final = asyncio.Runner()


def run(what: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine in the loop that all worlds share."""
    return _RUNNER.run(what)


class World:
    """The store, the service, and everything else that platforms share."""

    def __init__(self, platform: Platform, channel: str, first: int) -> None:
        """Create a world whose people have successive numbers from `first`."""
        self.store = MemoryStore(lambda: NOW)
        self.place = Place(platform, channel)
        numbered = enumerate(NAMES, first)
        self.people = [Actor(User(platform, str(number)), name) for number, name in numbered]
        self.core = Core.of(
            self.store,
            GAMES,
            clock=lambda: NOW,
            hands=Hands(Corn()),
            key=bytes(32),
            work=at_once,
            catalogue=Catalogue(),
        )
        self.services, self.service = self.core.services, self.core.service
        self._replies: list[Reply] = []
        self.service.act = self._noting(self.service.act)  # type: ignore[method-assign] # seen by all adapters
        self._operations = count()
        self._names = run(self._begin())
        self._saved = copied(vars(self.store))

    def _noting(self, act: Callable[[Act, Request], Awaitable[Reply]]) -> Any:
        """Let the service note its replies."""

        async def noting(asked: Act, request: Request) -> Reply:
            reply = await act(asked, request)
            self._replies.append(reply)
            return reply

        return noting

    async def _begin(self) -> Mapping[str, str]:
        ana, ben, cara, _ = self.people
        names = {
            PLAYED: await self._post(ana, Challenge((ben,), options("bul"))),
            ASKED: await self._post(ana, Challenge((ben,), options("puluc"))),
            WAITING: await self._post(ana, Open(options("aj-sayil", seats=4))),
        }
        await self._post(ben, Accept(names[PLAYED]))
        await self._post(cara, Join(names[WAITING], 1))
        assert not any(reply.refused for reply in self._replies)
        return names

    async def _post(self, actor: Actor, intent: Act) -> Any:
        operation = Operation(f"op-{next(self._operations)}")
        await self.service.act(intent, Request(operation, actor, self.place))
        return self.service.table_id(operation)

    def named(self, value: Any) -> Any:
        """Return JSON in which the tables have the names that they have here."""
        return renamed(value, self._names)

    def judged(self, come_in: Callable[[], Coroutine[Any, Any, None]], actor: str | None) -> bool:
        """Let something come in; raise Effect if its actor had no right to a change.

        Return whether the bot did what was asked.
        """
        vars(self.store).update(copied(self._saved))
        self.service._limits._windows.clear()  # noqa: SLF001 - floods are another test's subject
        self._replies.clear()
        run(self._judged(come_in, actor))
        return any(not reply.refused for reply in self._replies)

    async def _judged(
        self, come_in: Callable[[], Coroutine[Any, Any, None]], actor: str | None
    ) -> None:
        before = await self._owned()
        async with asyncio.timeout(PATIENCE_SECONDS):
            await come_in()
        actors = [] if actor is None else [User(self.place.platform, actor)]
        judge(before, await self._owned(), actors)

    async def _owned(self) -> Owned:
        return await Owned.of(self.store, [self.place], [person.user for person in self.people])


def copied(attributes: Mapping[str, Any]) -> dict[str, Any]:
    """Return the attributes of a store, so that changes of either don't change the other."""
    found = {name: copy(value) for name, value in attributes.items() if isinstance(value, _HELD)}
    for each in found.values():
        if isinstance(each, dict):
            each.update({key: copy(held) for key, held in each.items() if isinstance(held, _HELD)})
    return found


_HELD: Final = (dict, list, set, deque)
"""What stores change in place."""
