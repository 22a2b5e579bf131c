"""A Discord on this machine, for tests: REST API, gateway, and users who press buttons.

To connect a client:

* discord.py: `discord.http.Route.BASE = simulator.url` (webhooks and interaction responses follow),
  `discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(simulator.gateway_url)` (an
  `AutoShardedClient` without `shard_count` calls `GET /gateway/bot` instead), and
  `guild_ready_timeout=0.05` for the client, which otherwise waits 2 s after the last guild;
* hikari: `rest_url=simulator.url` for the bot, which gets the rest from the API.

The simulator runs in its own thread, so tests may be synchronous or asynchronous. An asynchronous
test that runs its client in its own event loop calls users through `asyncio.to_thread`, or sets
`patient` to false, so that users don't wait for the bot.
"""

from aiohttp import web
from typing_extensions import override

from discord_simulator.rest import PREFIX, Fault, Request, Rest
from discord_simulator.scene import Scene
from discord_simulator.sessions import Session


class DiscordSimulator(Scene):
    """One Discord, listening on 127.0.0.1; use it as a context manager."""

    def __init__(self) -> None:
        super().__init__()
        self._rest = Rest(self._endpoints.handlers, self.token)

    # lifecycle

    @override
    async def _start(self) -> None:
        where = await self._listen(
            web.get("/gateway", self.gateway.serve),
            web.get("/gateway/", self.gateway.serve),
            web.get("/attachments/{channel}/{attachment}/{name}", self._attachment),
            web.route("*", PREFIX + "/{path:.*}", self._rest.serve),
        )
        self.world.url = f"http://{where}"
        self.gateway.url = f"ws://{where}/gateway"

    @override
    async def _stop(self) -> None:
        await self.gateway.drop(1001)
        await super()._stop()

    async def _attachment(self, request: web.Request) -> web.Response:
        channel = self.world.channels[int(request.match_info["channel"])]
        for message in channel.history.values():
            for one in message.attachments:
                if str(one.id) == request.match_info["attachment"]:
                    return web.Response(body=one.data, content_type=one.content_type)
        raise web.HTTPNotFound

    # addresses and recorded requests

    @property
    def url(self) -> str:
        """The base URL of the REST API, in place of https://discord.com/..."""
        return self.world.url + PREFIX

    @property
    def gateway_url(self) -> str:
        return self.gateway.url

    @property
    def requests(self) -> list[Request]:
        """All requests by the bot, oldest first."""
        return list(self._rest.requests)

    def forget_requests(self) -> None:
        """Drop recorded requests and lost sessions, which would fill the memory in a long run."""
        self._do(self._rest.requests.clear)
        self._do(self.gateway.forget)

    @property
    @override
    def violations(self) -> list[str]:
        """Requests that no bot should send; clear it if a test provokes one."""
        return self._rest.violations

    @property
    def sessions(self) -> list[Session]:
        """The connected gateway sessions, oldest first."""
        return self.gateway.connected

    def wait_for_bot(self, sessions: int = 1) -> None:
        """Wait for this many gateway sessions and for the bot to register its commands.

        A session that a process goes on with, until its own begins, doesn't count.
        """

        def own() -> int:
            return sum(not session.resumed for session in self.sessions)

        self.wait(lambda: own() >= sessions and self.commands)

    # faults

    def limit_next(
        self, times: int = 1, retry_after: float = 0.1, part: str = "", *, everywhere: bool = False
    ) -> None:
        """Answer 429 to the next requests with `part` in their line ("POST /channels/1/...")."""
        fault = Fault(part, times, retry_after=retry_after, everywhere=everywhere)
        self._rest.faults.append(fault)

    def refuse_next(self, code: int, times: int = 1, part: str = "") -> None:
        """Refuse the next such requests with a Discord error code, such as 50013 or 30046."""
        self._rest.faults.append(Fault(part, times, code))

    def break_next(
        self, status: int = 502, times: int = 1, part: str = "", *, applied: bool = False
    ) -> None:
        """Answer the next such requests with an HTTP status; if `applied`, process them first."""
        self._rest.faults.append(Fault(part, times, status=status, applied=applied))

    def delay_next(self, seconds: float, times: int = 1, part: str = "") -> None:
        """Delay the next such requests."""
        self._rest.faults.append(Fault(part, times, seconds=seconds, applied=True))

    def cut_next(self, times: int = 1, part: str = "", *, applied: bool = True) -> None:
        """Cut the connection in the middle of the response to the next such requests."""
        self._rest.faults.append(Fault(part, times, cut=True, applied=applied))

    def forgive(self) -> None:
        """Cancel all pending faults."""
        self._rest.faults.clear()

    def limit(self, requests: int, seconds: float) -> None:
        """Limit requests per bucket to this number in some seconds."""
        self._rest.buckets.requests, self._rest.buckets.seconds = requests, seconds

    def drop_gateway(self, code: int = 4000) -> None:
        """Close all websockets; clients may resume."""
        self._await(self.gateway.drop(code))

    def ask_to_reconnect(self) -> None:
        """Ask all clients to reconnect (op 7)."""
        self._await(self.gateway.ask_to_reconnect())

    def invalidate_sessions(self, *, resumable: bool = False) -> None:
        """Tell all clients that their sessions are invalid (op 9)."""
        self._await(self.gateway.invalidate(resumable=resumable))
