"""A Telegram on this machine, for tests: the Bot API, and people who write and press.

A client of python-telegram-bot that shall talk to it is
`Bot(simulator.token, base_url=f"{simulator.url}/bot", base_file_url=f"{simulator.url}/file/bot")`.

The simulator runs in a thread of its own, so the same test may be plain or asynchronous; an
asynchronous test that runs its client in its own loop calls people by `asyncio.to_thread`.
"""

from aiohttp import web

from telegram_simulator.api import Api, Fault, Flood, Request, flooded
from telegram_simulator.members import Json
from telegram_simulator.refusals import Refused
from telegram_simulator.scene import Scene
from telegram_simulator.updates import Update

TOKEN = "7000000001:simulated-bot-token"  # noqa: S105 - of a bot that exists nowhere


class TelegramSimulator(Scene):
    """One Telegram, listening on 127.0.0.1; to be used as a context manager."""

    token = TOKEN

    def __init__(self) -> None:
        super().__init__()
        self._api = Api(self._endpoints.handlers, self.token)
        self.url = ""

    # its life

    async def _start(self) -> None:
        where = await self._listen(
            web.route("*", "/bot{token}/{method}", self._api.serve),
            web.get("/file/bot{token}/{path:.+}", self._file),
            handler_cancellation=True,  # a poller that is gone must not count as one of two
        )
        self.url = f"http://{where}"

    async def _stop(self) -> None:
        await self.world.updates.hook(None)
        await super()._stop()

    async def _file(self, request: web.Request) -> web.Response:
        path, token = request.match_info["path"], request.match_info["token"]
        for file in self.world.files.values():
            if token == self.token and file.path == path:
                return web.Response(body=file.data)
        raise web.HTTPNotFound

    # what it has heard

    @property
    def username(self) -> str:
        """The bot's."""
        return self.world.bot.username or ""

    @property
    def requests(self) -> list[Request]:
        """Everything that the bot asked, the oldest first."""
        return list(self._api.requests)

    @property
    def violations(self) -> list[str]:
        """What the bot should never have sent; empty it if a test provokes it."""
        return self._api.violations

    @property
    def commands(self) -> dict[tuple[str, str], list[Json]]:
        """The bot's commands by scope (as JSON with sorted names) and language."""
        return self._endpoints.commands

    @property
    def descriptions(self) -> dict[tuple[str, str], str]:
        """By what it is ("Name", "Description", "ShortDescription") and language."""
        return self._endpoints.descriptions

    @property
    def menu_button(self) -> str:
        """The type of the button beside the typing field of private chats."""
        return self._endpoints.menu_button

    @property
    def pending(self) -> list[Update]:
        """The updates that the bot has not confirmed."""
        return list(self.world.updates.pending)

    @property
    def polling(self) -> bool:
        """Whether somebody waits for updates right now."""
        return self.world.updates.polling

    @property
    def conflicts(self) -> int:
        """How often getUpdates was answered with 409."""
        return self.world.updates.conflicts

    @property
    def webhook(self) -> str:
        """Where updates go by themselves; empty if the bot polls."""
        hook = self.world.updates.webhook
        return hook.url if hook else ""

    def wait_for_bot(self) -> None:
        """Wait until somebody has polled or set a webhook."""
        self.wait(lambda: self.world.updates.listened)

    def misinform(self, update: object) -> None:
        """Tell the bot something that need not be as updates are.

        What is a dictionary without `update_id` gets one; None for it takes that away.
        """
        self._do(lambda: self.world.updates.misinform(update))

    # what it allows

    @property
    def privacy(self) -> bool:
        """Whether the bot sees of groups only what is meant for it."""
        return self.world.privacy

    @privacy.setter
    def privacy(self, on: bool) -> None:
        self.world.privacy = on

    @property
    def inline_feedback(self) -> bool:
        """Whether the bot is told which result of inline mode was chosen."""
        return self.world.feedback

    @inline_feedback.setter
    def inline_feedback(self, on: bool) -> None:
        self.world.feedback = on

    @property
    def query_seconds(self) -> float:
        """After so long a pressed button takes no answer any more."""
        return self._queries.seconds

    @query_seconds.setter
    def query_seconds(self, seconds: float) -> None:
        self._queries.seconds = seconds

    @property
    def webhook_retry_seconds(self) -> float:
        """After so long an update is told again that the webhook did not take."""
        return self.world.updates.retry_seconds

    @webhook_retry_seconds.setter
    def webhook_retry_seconds(self, seconds: float) -> None:
        self.world.updates.retry_seconds = seconds

    def limit_groups(self, most: int | None = 20, seconds: float = 60) -> None:
        """Bear at most so many messages and edits a group in so long; `None`: any number."""
        self._api.flood = None if most is None else Flood(most, seconds)

    # what goes wrong

    def limit_next(self, times: int = 1, retry_after: float = 1, part: str = "") -> None:
        """Answer 429 to the next requests whose line ("sendPhoto -4000000001") has `part`."""
        self._api.faults.append(Fault(part, times, flooded(retry_after)))

    def refuse_next(self, words: str, status: int = 400, times: int = 1, part: str = "") -> None:
        """Refuse the next such requests with Telegram's words."""
        self._api.faults.append(Fault(part, times, Refused(status, words)))

    def break_next(
        self, status: int = 502, times: int = 1, part: str = "", *, applied: bool = False
    ) -> None:
        """Answer the next such requests with an HTTP status; `applied`: but do what they ask."""
        broken = Refused(status, "Bad Gateway")
        self._api.faults.append(Fault(part, times, broken, applied=applied))

    def cut_next(self, times: int = 1, part: str = "", *, applied: bool = False) -> None:
        """Break the connection in the middle of the answers to the next such requests."""
        self._api.faults.append(Fault(part, times, applied=applied, cut=True))

    def delay_next(self, seconds: float, times: int = 1, part: str = "") -> None:
        """Let the next such requests take long."""
        self._api.faults.append(Fault(part, times, seconds=seconds, applied=True))
