"""What browsers ask for about notifications: the key to subscribe for, and to begin or end them.

A browser has one subscription, for everybody who plays in it.
"""

from aiohttp import web

from bot.inbound.tasks import Tasks
from bot.on_web.answers import RequestError
from bot.on_web.push.pushes import Pushes
from bot.on_web.request_body import Body, finishing, read_text
from bot.on_web.sessions import Sessions
from bot.table.people import Platform, User
from bot.table.ports import Clock
from bot.table.subscriptions import Subscription, Subscriptions
from engine.text import Text


class PushRoutes:
    """Stores the subscriptions of browsers."""

    def __init__(
        self,
        pushes: Pushes,
        store: Subscriptions,
        sessions: Sessions,
        clock: Clock,
        tasks: Tasks,
    ) -> None:
        self._pushes = pushes
        self._store = store
        self._sessions = sessions
        self._clock = clock
        self._tasks = tasks

    def routes(self) -> list[web.RouteDef]:
        """Return the routes of the requests."""
        return [
            web.get("/api/push", self.key),
            web.post("/api/push", finishing(self._tasks, self.subscribe)),
            web.post("/api/push/end", finishing(self._tasks, self.unsubscribe)),
        ]

    async def key(self, _request: web.Request) -> web.Response:
        """Return the public key of this server."""
        return web.json_response({"key": (await self._pushes.sender()).public})

    async def subscribe(self, request: web.Request, body: Body) -> web.Response:
        """Notify the browser's people there from now on, or for another year."""
        subscription = await self._read(body)
        for user in self._people(request):
            await self._store.subscribe(user, subscription)
        return web.json_response({})

    async def unsubscribe(self, request: web.Request, body: Body) -> web.Response:
        """Notify the browser's people no longer there."""
        endpoint = read_text(body, "endpoint")
        for user in self._people(request):
            await self._store.unsubscribe(user, endpoint)
        return web.json_response({})

    def _people(self, request: web.Request) -> tuple[User, ...]:
        """Return who plays in a browser. Raises RequestError if nobody does."""
        personas = self._sessions.personas(request)
        if not personas:
            raise RequestError(Text("web.persona"), 403)
        return tuple(User(Platform.WEB, each.id) for each in personas)

    async def _read(self, body: Body) -> Subscription:
        from bot.on_web.push.messages import is_usable

        endpoint, key, auth = (read_text(body, each) for each in ("endpoint", "key", "auth"))
        subscription = Subscription(endpoint, key, auth, int(self._clock()))
        if not self._pushes.reach.includes(endpoint) or not is_usable(subscription):
            raise RequestError(Text("web.form"))
        return subscription
