"""A Discord on this machine, for tests: REST, gateway, and people who press buttons.

A client that shall talk to it must be told

* discord.py: `discord.http.Route.BASE = simulator.url` (webhooks and interaction answers follow),
  `discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(simulator.gateway_url)` (an
  `AutoShardedClient` without `shard_count` asks `GET /gateway/bot` instead), and
  `guild_ready_timeout=0.05` for the client, which else waits 2 s after the last guild;
* hikari: `rest_url=simulator.url` for the bot; the rest it asks for.

The simulator runs in a thread of its own, so the same test may be plain or asynchronous; an
asynchronous test that runs its client in its own loop calls people by `asyncio.to_thread`.
"""

from aiohttp import web

from discord_simulator.rest import PREFIX, Fault, Request, Rest
from discord_simulator.scene import Scene
from discord_simulator.sessions import Session


class DiscordSimulator(Scene):
    """One Discord, listening on 127.0.0.1; to be used as a context manager."""

    def __init__(self) -> None:
        super().__init__()
        self._rest = Rest(self._endpoints.handlers, self.token)

    # its life

    async def _start(self) -> None:
        where = await self._listen(
            web.get("/gateway", self.gateway.serve),
            web.get("/gateway/", self.gateway.serve),
            web.get("/attachments/{channel}/{attachment}/{name}", self._attachment),
            web.route("*", PREFIX + "/{path:.*}", self._rest.serve),
        )
        self.world.url = f"http://{where}"
        self.gateway.url = f"ws://{where}/gateway"

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

    # where it is, and what it has heard

    @property
    def url(self) -> str:
        """Where the REST interface begins; what a bot takes instead of https://discord.com/..."""
        return self.world.url + PREFIX

    @property
    def gateway_url(self) -> str:
        return self.gateway.url

    @property
    def requests(self) -> list[Request]:
        """Everything that the bot asked, the oldest first."""
        return list(self._rest.requests)

    @property
    def violations(self) -> list[str]:
        """What the bot should never have sent; empty it if a test provokes it."""
        return self._rest.violations

    @property
    def sessions(self) -> list[Session]:
        """The connected gateway sessions, the oldest first."""
        return self.gateway.connected

    def wait_for_bot(self, sessions: int = 1) -> None:
        """Wait until so many gateway sessions are there and the bot has given its commands."""
        self.wait(lambda: len(self.sessions) >= sessions and self.commands)

    # what goes wrong

    def limit_next(
        self, times: int = 1, retry_after: float = 0.1, part: str = "", *, everywhere: bool = False
    ) -> None:
        """Answer 429 to the next requests whose line ("POST /channels/1/messages") has `part`."""
        fault = Fault(part, times, retry_after=retry_after, everywhere=everywhere)
        self._rest.faults.append(fault)

    def refuse_next(self, code: int, times: int = 1, part: str = "") -> None:
        """Refuse the next such requests with one of Discord's error codes, as 50013 or 30046."""
        self._rest.faults.append(Fault(part, times, code))

    def break_next(
        self, status: int = 502, times: int = 1, part: str = "", *, applied: bool = False
    ) -> None:
        """Answer the next such requests with an HTTP status; `applied`: but do what they ask."""
        self._rest.faults.append(Fault(part, times, status=status, applied=applied))

    def delay_next(self, seconds: float, times: int = 1, part: str = "") -> None:
        """Let the next such requests take long."""
        self._rest.faults.append(Fault(part, times, seconds=seconds, applied=True))

    def cut_next(self, times: int = 1, part: str = "", *, applied: bool = True) -> None:
        """Cut the connection in the middle of the answer to the next such requests."""
        self._rest.faults.append(Fault(part, times, cut=True, applied=applied))

    def forgive(self) -> None:
        """Let nothing more go wrong of what was to."""
        self._rest.faults.clear()

    def limit(self, requests: int, seconds: float) -> None:
        """Let each thing be asked so often in some seconds, in each channel."""
        self._rest.buckets.requests, self._rest.buckets.seconds = requests, seconds

    def drop_gateway(self, code: int = 4000) -> None:
        """Cut all websockets; the client may resume."""
        self._await(self.gateway.drop(code))

    def ask_to_reconnect(self) -> None:
        """Ask all clients to come again (op 7)."""
        self._await(self.gateway.ask_to_reconnect())

    def invalidate_sessions(self, *, resumable: bool = False) -> None:
        """Tell all clients that their sessions are void (op 9)."""
        self._await(self.gateway.invalidate(resumable=resumable))
