"""The connection to Telegram: the bot, its commands, and one of two ways in."""

import hashlib
import hmac
import json
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial

import structlog

from bot.acts.service import Service
from bot.games.catalogue import Games
from bot.on_telegram import links, updates
from bot.on_telegram.answers import Answers
from bot.on_telegram.flood import Flood
from bot.on_telegram.inbound import ALLOWED_UPDATES, Inbound
from bot.on_telegram.members import Members
from bot.on_telegram.menu import announce
from bot.on_telegram.outbound import TelegramOutbound
from bot.on_telegram.pictures import cache_chat
from bot.on_telegram.polling import Polling
from bot.on_telegram.reach import reach
from bot.on_telegram.updates import Listener
from bot.on_telegram.wire import Wire
from bot.show.illustrations import Illustrations
from bot.show.page import Page
from bot.show.presenter import Presenter
from bot.table.ports import Store
from bot.table.table import Table
from bot.texts.catalogue import Catalogue

TELEGRAM = "https://api.telegram.org"
CONNECTIONS = 64

ADVICE = "; make the bot an administrator of a channel, and set its id (-100...) or @name"
"""What is said of a cache chat that Telegram does not know."""

WEBHOOK_PATH = "/telegram"
SECRET_HEADER = "X-Telegram-Bot-Api-Secret-Token"  # noqa: S105 - the name of a header

log = structlog.get_logger()


@dataclass(frozen=True, slots=True, kw_only=True)
class Account:
    """A bot's token, the root of the API that knows it, and how it is to be reached.

    Without a `webhook` it polls. `page` is where people reach the pages, if they can; `cache_chat`
    where pictures of inline messages are put, if anywhere.
    """

    token: str
    root: str | None = None
    webhook: str | None = None
    group_minute: int
    page: str | None = None
    cache_chat: str | None = None

    def bot(self, calls: Wire, news: Wire) -> Listener:
        """The library's bot; nothing is sent yet."""
        root = (self.root or TELEGRAM).rstrip("/")
        return Listener(
            self.token,
            f"{root}/bot",
            f"{root}/file/bot",
            request=calls,
            get_updates_request=news,
        )


class Connection:
    """A bot that is logged in."""

    def __init__(
        self, account: Account, bot: Listener, inbound: Inbound, answers: Answers, store: Store
    ) -> None:
        self._account = account
        self._bot = bot
        self._inbound = inbound
        self._answers = answers
        self._store = store
        self._secret = ""

    @property
    def invite(self) -> str:
        """The link that takes the bot into a group."""
        return links.address(self._bot.username, "new", group=True)

    async def run(self) -> None:
        """Take updates until cancelled: by polling, unless Telegram was told where to send them."""
        if self._account.webhook is None:
            await Polling(self._bot, self._store, self._inbound.handle, ALLOWED_UPDATES).run()

    async def drain(self) -> None:
        """Wait until everybody who asked is answered."""
        await self._answers.drain()

    async def expect(self) -> None:
        """Tell Telegram where to send updates, where it is to. WrongSetting if it cannot."""
        if self._account.webhook is not None:
            key = await self._store.secret(f"telegram.{self._bot.id}")
            self._secret = hmac.new(key, b"webhook", hashlib.sha256).hexdigest()
            hook = partial(
                self._bot.set_webhook,
                self._account.webhook.rstrip("/") + WEBHOOK_PATH,
                allowed_updates=ALLOWED_UPDATES,
                drop_pending_updates=False,
                secret_token=self._secret,
            )
            await reach(hook, "TELEGRAM_WEBHOOK_URL")

    def knows(self, secret: str) -> bool:
        """Whether a request with this secret comes from Telegram."""
        told = secret.encode(errors="surrogateescape")  # as headers are read that are no text
        return bool(self._secret) and hmac.compare_digest(told, self._secret.encode())

    async def take(self, body: bytes) -> int:
        """Handle an update that was sent; return the HTTP status, 200 once it has been handled.

        Raises StoreDown, and then Telegram has to send it again.
        """
        try:
            told = json.loads(body)
        except (ValueError, RecursionError) as error:
            log.error("update.unread", why=type(error).__name__)  # noqa: TRY400 - what was said shall not be in the log
            return 200
        update = updates.read(told, self._bot)
        if update is not None:
            await self._inbound.handle(update)
        return 200


@asynccontextmanager
async def connected(
    account: Account,
    games: Games,
    service: Service,
    store: Store,
    catalogue: Catalogue,
    presenter: Presenter,
    illustrations: Illustrations,
) -> AsyncIterator[tuple[Connection, TelegramOutbound]]:
    """Log in and list the commands. WrongSetting where Telegram cannot be had (`reach`)."""
    wires = Wire(CONNECTIONS), Wire(1)
    bot = account.bot(*wires)
    try:
        await reach(bot.initialize, "TELEGRAM_TOKEN")
        if (cache := account.cache_chat) is not None:
            cache = await reach(partial(cache_chat, bot, cache), "TELEGRAM_CACHE_CHAT", ADVICE)
        await announce(bot, store, catalogue)
        flood = Flood(time.monotonic, account.group_minute)

        async def draw(table: Table, language: str) -> Page:
            look = (await store.settings(table.place)).look
            return await presenter.page(table, catalogue.language(language), look)

        answers = Answers(bot, games, store, flood, draw, illustrations)
        inbound = Inbound(bot, games, service, catalogue, answers, Members(bot, time.monotonic))
        outbound = TelegramOutbound(
            bot,
            catalogue,
            flood,
            inbound.migrate,
            url=account.page,
            cache_chat=cache,
        )
        yield Connection(account, bot, inbound, answers, store), outbound
    finally:
        await bot.shutdown()
        for wire in wires:  # which the library leaves open where it did not come to begin
            await wire.shutdown()
