"""The web chat and the game pages of a program that runs in a thread of the tests."""

from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager
from copy import deepcopy
from itertools import count
from typing import Any

from typing_extensions import override

from bot.acts.act import Act
from bot.config import Config
from bot.games.catalogue import games
from bot.inbound.platform import Connection
from bot.on_web import server
from bot.on_web.chats import WebChats
from bot.on_web.network import Network
from bot.on_web.outbound import WebOutbound
from bot.on_web.push.pushes import Pushes
from bot.on_web.sign_in.providers import NOBODY, Providers
from bot.store.memory import MemoryChannels
from bot.table.ids import TableId
from bot.table.people import Actor, Place, Platform, User
from bot.table.ports import Operation
from bot.table.request import Reply, Request
from bot.table.table import Table
from bot.texts.catalogue import catalogue
from tests.scenarios.program import Program
from tests.watch import Watch

SECRET = bytes(32)
"""Signs the cookies of browsers."""

CHANGED = "_changed"
"""Where channels have the condition that wakes their listeners."""


class Site(Program):
    """A program with a web server on a port of this machine, and no other platform."""

    url: str
    """The address of the chat, without a trailing slash."""

    def __init__(
        self,
        clock: Watch,
        settings: Config | None = None,
        network: Network | None = None,
        sign_in: Providers = NOBODY,
    ) -> None:
        """Serve what the settings say, by default the chat and at any port."""
        self._network = network
        self._sign_in = sign_in
        self._channels = MemoryChannels()
        self._operations: Iterator[int] = count()
        web = WebOutbound(self._channels, catalogue(games().texts), clock)
        super().__init__(
            settings or Config(_env_file=None),
            (),
            clock,
            outbounds={Platform.WEB: web},
            chats=WebChats(self._channels),
        )

    def act(self, actor: Actor, place: Place, intent: Act) -> Reply:
        """Let a person without a window act, which must not be refused, and all that follows."""
        operation = Operation(f"act-{next(self._operations)}")
        reply = self._await(self._core.service.act(intent, Request(operation, actor, place)))
        assert not reply.refused, reply.texts
        self.settle()
        return reply

    def join(self, channel: str, name: str) -> None:
        """Let somebody without a window join a channel."""
        assert self._await(self._channels.enter(channel, self.id_of(name), name))

    def id_of(self, name: str) -> str:
        """Return the id of a person without a window."""
        return f"id-of-{name}"

    def notified(self, user: User) -> Sequence[str]:
        """Return the addresses of the browsers in which a person is notified."""
        return [each.endpoint for each in self._await(self.store.subscriptions(user))]

    def unsubscribe(self, user: User, endpoint: str) -> None:
        """Forget a browser."""
        self._await(self.store.unsubscribe(user, endpoint))

    def backup(self) -> Mapping[str, Any]:
        """Return what the channels hold now."""
        held = vars(self._channels)
        return {name: deepcopy(value) for name, value in held.items() if name != CHANGED}

    def restore(self, backup: Mapping[str, Any]) -> None:
        """Let the channels lose what has changed since."""
        self._await(self._restore(backup))

    def post(self, table: Table) -> None:
        """Store an offer."""
        assert self._await(self.store.create(table, Operation(f"offer-{table.id}")))

    def table(self, id_: TableId) -> Table:
        """Return a table as it is now."""
        table = self._await(self.store.load(id_))
        assert table is not None
        return table

    async def _restore(self, backup: Mapping[str, Any]) -> None:
        held = vars(self._channels)
        held.update(backup)
        async with held[CHANGED]:
            held[CHANGED].notify_all()

    @asynccontextmanager
    @override
    async def _connected(self) -> AsyncIterator[Sequence[Connection]]:
        async with super()._connected() as connections:
            app = server.build(
                services=self._core.services,
                channels=self._channels,
                secret=SECRET,
                mode=self._settings.web,
                clock=self.clock,
                network=self._network,
                sign_in=self._sign_in,
                pushes=Pushes(self._core.services.store, self.clock),
            )
            port = self._settings.port or 0
            site = await server.serve(app, "127.0.0.1", port, search=False)
            self.url = f"http://127.0.0.1:{site.port}"
            try:
                yield connections
            finally:
                await site.close()
