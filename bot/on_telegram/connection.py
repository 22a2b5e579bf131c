"""The connection to Telegram: the bot, its commands, and one of two ways in."""

import hashlib
import hmac
import json
import time
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass
from functools import partial

import structlog

from bot.config import Config
from bot.inbound.platform import Connection, House
from bot.on_telegram import links, updates
from bot.on_telegram.answers import Answers
from bot.on_telegram.flood import Flood
from bot.on_telegram.inbound import ALLOWED_UPDATES, Inbound
from bot.on_telegram.members import Members
from bot.on_telegram.menu import announce
from bot.on_telegram.outbound import TelegramOutbound
from bot.on_telegram.pictures import cache_chat
from bot.on_telegram.polling import Polling
from bot.on_telegram.preflight import reach
from bot.on_telegram.transport import Transport
from bot.on_telegram.updates import Listener
from bot.table.people import Platform
from bot.table.ports import Store

TELEGRAM = "https://api.telegram.org"
CONNECTIONS = 64

ADVICE = "; make the bot an administrator of a channel, and set its id (-100...) or @name"
"""What is said of a cache chat that Telegram does not know."""

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

    @classmethod
    def of(cls, settings: Config, token: str) -> "Account":
        """The account that is set."""
        root, webhook = settings.telegram_api_url, settings.telegram_webhook_url
        return cls(
            token=token,
            root=None if root is None else str(root),
            webhook=None if webhook is None else str(webhook),
            group_minute=settings.telegram_group_minute,
            page=settings.url,
            cache_chat=settings.telegram_cache_chat,
        )

    def bot(self, calls: Transport, news: Transport) -> Listener:
        """The library's bot; nothing is sent yet."""
        root = (self.root or TELEGRAM).rstrip("/")
        return Listener(
            self.token,
            f"{root}/bot",
            f"{root}/file/bot",
            request=calls,
            get_updates_request=news,
        )


class TelegramConnection:
    """Implements `Connection`, and the `Hook` for what Telegram sends."""

    platform = Platform.TELEGRAM
    path = "/telegram"
    header = "X-Telegram-Bot-Api-Secret-Token"

    def __init__(
        self,
        account: Account,
        bot: Listener,
        inbound: Inbound,
        outbound: TelegramOutbound,
        answers: Answers,
        store: Store,
    ) -> None:
        self.outbound = outbound
        self._account = account
        self._bot = bot
        self._inbound = inbound
        self._answers = answers
        self._store = store
        self._secret = ""

    @property
    def greeting(self) -> str:
        """See `Connection.greeting`; with the link that takes the bot into a group."""
        invite = links.address(self._bot.username, links.INVITED, group=True)
        return f"Puluc plays in Telegram. Take it into a group: {invite}"

    @property
    def hook(self) -> "TelegramConnection | None":
        """See `Connection.hook`."""
        return None if self._account.webhook is None else self

    async def run(self) -> None:
        """Take updates until cancelled: by polling, unless Telegram was told where to send them."""
        if self._account.webhook is None:
            await Polling(self._bot, self._store, self._inbound.handle, ALLOWED_UPDATES).run()

    async def drain(self) -> None:
        """Wait until everybody who asked is answered."""
        await self._answers.drain()

    async def ready(self) -> None:
        """Tell Telegram where to send updates, where it is to. WrongSetting if it cannot."""
        if self._account.webhook is not None:
            key = await self._store.secret(f"telegram.{self._bot.id}")
            self._secret = hmac.new(key, b"webhook", hashlib.sha256).hexdigest()
            hook = partial(
                self._bot.set_webhook,
                self._account.webhook.rstrip("/") + self.path,
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


def opened(settings: Config, house: House) -> AbstractAsyncContextManager[Connection] | None:
    """See `Open`."""
    if settings.telegram_token is None:
        return None
    return connected(Account.of(settings, settings.telegram_token.get_secret_value()), house)


@asynccontextmanager
async def connected(account: Account, house: House) -> AsyncIterator[TelegramConnection]:
    """Log in and list the commands. WrongSetting where Telegram cannot be had (`reach`)."""
    transports = Transport(CONNECTIONS), Transport(1)
    bot = account.bot(*transports)
    try:
        await reach(bot.initialize, "TELEGRAM_TOKEN")
        if (cache := account.cache_chat) is not None:
            cache = await reach(partial(cache_chat, bot, cache), "TELEGRAM_CACHE_CHAT", ADVICE)
        await announce(bot, house.store, house.catalogue)
        flood = Flood(time.monotonic, account.group_minute)
        answers = Answers(bot, house.store, flood, house.localizer, house.illustrations, house.url)
        inbound = Inbound(bot, house, answers, Members(bot, time.monotonic))
        outbound = TelegramOutbound(
            bot,
            house.catalogue,
            flood,
            inbound.migrate,
            url=account.page,
            cache_chat=cache,
        )
        yield TelegramConnection(account, bot, inbound, outbound, answers, house.store)
    finally:
        await bot.shutdown()
        for transport in transports:  # which the library leaves open where it did not come to begin
            await transport.shutdown()
