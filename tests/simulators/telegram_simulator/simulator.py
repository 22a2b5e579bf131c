"""A Telegram on this machine, for tests: the Bot API, and users who write and press buttons.

Connect a python-telegram-bot client with `Bot(simulator.token, base_url=f"{simulator.url}/bot",
base_file_url=f"{simulator.url}/file/bot")`.

The simulator runs in its own thread, so tests may be synchronous or asynchronous. An asynchronous
test that runs its client in its own event loop calls users through `asyncio.to_thread`.
"""

import time
from collections.abc import Callable, Collection
from functools import partial
from typing import Any

from aiohttp import web
from typing_extensions import override

from telegram_simulator import rates
from telegram_simulator.api import Api, Fault, Request
from telegram_simulator.members import Json
from telegram_simulator.rates import Bucket, Rates, Window
from telegram_simulator.refusals import Refused
from telegram_simulator.scene import Scene
from telegram_simulator.updates import Update

TOKEN = "7000000001:simulated-bot-token"  # noqa: S105 - of a bot that exists nowhere


class TelegramSimulator(Scene):
    """One Telegram, listening on 127.0.0.1; use it as a context manager.

    `clock` returns the time in Unix seconds, by which messages age and are rate limited.
    Queries expire in real time.
    """

    token = TOKEN

    def __init__(self, clock: Callable[[], float] = time.time) -> None:
        super().__init__(clock)
        self._api = Api(self._endpoints.handlers, self.token, lambda: self.knows_ephemeral)
        self.url = ""

    # lifecycle

    @override
    async def _start(self) -> None:
        where = await self._listen(
            web.route("*", "/bot{token}/{method}", self._api.serve),
            web.get("/file/bot{token}/{path:.+}", self._file),
            handler_cancellation=True,  # or a disconnected poller would cause a conflict
        )
        self.url = f"http://{where}"

    @override
    async def _stop(self) -> None:
        await self.world.updates.hook(None)
        await super()._stop()

    async def _file(self, request: web.Request) -> web.Response:
        path, token = request.match_info["path"], request.match_info["token"]
        for file in self.world.files.values():
            if token == self.token and file.path == path:
                return web.Response(body=file.data)
        raise web.HTTPNotFound

    # recorded requests and state

    @property
    def username(self) -> str:
        """The bot's username."""
        return self.world.bot.username or ""

    @property
    def requests(self) -> list[Request]:
        """All requests by the bot, oldest first."""
        return list(self._api.requests)

    def forget_requests(self) -> None:
        """Drop the recorded requests, which would fill the memory in a long run."""
        self._do(self._api.requests.clear)

    @property
    def lost(self) -> Collection[tuple[int, int]]:
        """The chats and messages that the bot has posted without hearing of it."""
        return self._api.lost

    @property
    @override
    def violations(self) -> list[str]:
        """Requests that no bot should send; clear it if a test provokes one."""
        return self._api.violations

    @property
    def commands(self) -> dict[tuple[str, str], list[Json]]:
        """The bot's commands by scope (as JSON with sorted names) and language."""
        return self._endpoints.commands

    @property
    def descriptions(self) -> dict[tuple[str, str], str]:
        """Texts by field ("Name", "Description", "ShortDescription") and language."""
        return self._endpoints.descriptions

    @property
    def menu_button(self) -> str:
        """The type of the menu button in private chats."""
        return self._endpoints.menu_button

    @property
    def pending(self) -> list[Update]:
        """The updates that the bot hasn't confirmed."""
        return list(self.world.updates.pending)

    @property
    def polling(self) -> bool:
        """Whether a client is waiting for updates."""
        return self.world.updates.polling

    @property
    def conflicts(self) -> int:
        """How often getUpdates was answered with 409."""
        return self.world.updates.conflicts

    @property
    def webhook(self) -> str:
        """The webhook's URL; empty if the bot polls."""
        hook = self.world.updates.webhook
        return hook.url if hook else ""

    def wait_for_bot(self) -> None:
        """Wait until the bot has polled or set a webhook."""
        self.wait(lambda: self.world.updates.listened)

    def misinform(self, update: object) -> None:
        """Send the bot an update of any content.

        A dictionary without `update_id` gets one; if it is None, the field is removed.
        """
        self._do(lambda: self.world.updates.misinform(update))

    # behaviour

    @property
    def privacy(self) -> bool:
        """Whether privacy mode is on, so that the bot gets only messages meant for it in groups."""
        return self.world.privacy

    @privacy.setter
    def privacy(self, on: bool) -> None:
        self.world.privacy = on

    @property
    def knows_ephemeral(self) -> bool:
        """Whether this is Bot API 10.3; an older server ignores the parameter, as any unknown."""
        return self.world.knows_ephemeral

    @knows_ephemeral.setter
    def knows_ephemeral(self, known: bool) -> None:
        self.world.knows_ephemeral = known

    @property
    def inline_feedback(self) -> bool:
        """Whether the bot is told which inline result was chosen."""
        return self.world.feedback

    @inline_feedback.setter
    def inline_feedback(self, on: bool) -> None:
        self.world.feedback = on

    @property
    def guest_mode(self) -> bool:
        """Whether the bot can be named in chats where it isn't a member."""
        return self.world.guests

    @guest_mode.setter
    def guest_mode(self, on: bool) -> None:
        self.world.guests = on

    @property
    def query_seconds(self) -> float:
        """Seconds after which a callback query can no longer be answered."""
        return self._queries.seconds

    @query_seconds.setter
    def query_seconds(self, seconds: float) -> None:
        self._queries.seconds = seconds

    @property
    def webhook_retry_seconds(self) -> float:
        """Seconds after which an update refused by the webhook is sent again."""
        return self.world.updates.retry_seconds

    @webhook_retry_seconds.setter
    def webhook_retry_seconds(self, seconds: float) -> None:
        self.world.updates.retry_seconds = seconds

    def limit_groups(self, most: int | None = rates.GROUP, seconds: float = rates.MINUTE) -> None:
        """Limit messages and edits in each group to this number in this time; `None`: no limit."""
        self._limit(group=None if most is None else partial(Window, most, seconds))

    def limit_all(self) -> None:
        """Limit messages and edits as Telegram does: in groups, in private chats, and in total."""
        self._limit(
            group=partial(Window, rates.GROUP, rates.MINUTE),
            private=partial(Bucket, rates.BURST, rates.PRIVATE_SECONDS),
            total=Window(rates.TOTAL, rates.TOTAL_SECONDS),
        )

    def _limit(self, **limits: Any) -> None:
        self._api.rates = Rates(self.world.clock, **limits)

    # faults

    def limit_next(self, times: int = 1, retry_after: float = 1, part: str = "") -> None:
        """Answer 429 to the next requests whose line ("sendPhoto -4000000001") contains `part`."""
        self._api.faults.append(Fault(part, times, rates.too_many(retry_after)))

    def refuse_next(self, words: str, status: int = 400, times: int = 1, part: str = "") -> None:
        """Refuse the next such requests with Telegram's error message."""
        self._api.faults.append(Fault(part, times, Refused(status, words)))

    def break_next(
        self, status: int = 502, times: int = 1, part: str = "", *, applied: bool = False
    ) -> None:
        """Answer the next such requests with an HTTP status; if `applied`, process them first."""
        broken = Refused(status, "Bad Gateway")
        self._api.faults.append(Fault(part, times, broken, applied=applied))

    def forgive(self) -> None:
        """Cancel all pending faults."""
        self._api.faults.clear()

    def cut_next(self, times: int = 1, part: str = "", *, applied: bool = False) -> None:
        """Cut the connection in the middle of the response to the next such requests."""
        self._api.faults.append(Fault(part, times, applied=applied, cut=True))

    def delay_next(self, seconds: float, times: int = 1, part: str = "") -> None:
        """Delay the next such requests."""
        self._api.faults.append(Fault(part, times, seconds=seconds, applied=True))
