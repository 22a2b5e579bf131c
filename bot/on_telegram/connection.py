"""The Telegram platform: the bot, and its updates by long polling or webhook."""

import asyncio
import hashlib
import hmac
import json
import time
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass, replace
from functools import partial

import structlog
from telegram.error import TelegramError

from bot.config import Config
from bot.inbound.platform import Connection, Services
from bot.inbound.rivals import Rivals
from bot.on_telegram import links, updates
from bot.on_telegram.answers import Answers
from bot.on_telegram.flood import RATES, Flood
from bot.on_telegram.inbound import ALLOWED_UPDATES, Inbound
from bot.on_telegram.members import Members
from bot.on_telegram.menu import announce
from bot.on_telegram.outbound import TelegramOutbound
from bot.on_telegram.pictures import cache_chat
from bot.on_telegram.polling import Polling
from bot.on_telegram.preflight import require
from bot.on_telegram.requests import Requests
from bot.on_telegram.updates import Listener
from bot.table.people import Platform
from bot.table.ports import Store

TELEGRAM = "https://api.telegram.org"
CONNECTIONS = 64

LOOK_SECONDS = 60.0
"""How often to see whether the webhook is still set."""

ADVICE = ". Make the bot an administrator of a channel, and use the channel's id (-100...) or @name"
"""Follows Telegram's error about a wrong cache chat."""

log = structlog.get_logger()


@dataclass(frozen=True, slots=True, kw_only=True)
class Account:
    """A bot's token and settings; `root` is the URL of the Bot API.

    Without a `webhook` it polls. `page` is the base URL of the public pages, if any; `cache_chat`
    is where pictures for inline messages are uploaded, if anywhere.
    """

    token: str
    root: str | None = None
    webhook: str | None = None
    group_minute: int
    page: str | None = None
    cache_chat: str | None = None

    @classmethod
    def of(cls, settings: Config, token: str) -> "Account":
        """Return the account from the settings."""
        root, webhook = settings.telegram_api_url, settings.telegram_webhook_url
        return cls(
            token=token,
            root=None if root is None else str(root),
            webhook=None if webhook is None else str(webhook),
            group_minute=settings.telegram_group_minute,
            page=settings.url,
            cache_chat=settings.telegram_cache_chat,
        )

    def bot(self, calls: Requests, updates: Requests) -> Listener:
        """Return the library's bot, without connecting."""
        root = (self.root or TELEGRAM).rstrip("/")
        return Listener(
            self.token,
            f"{root}/bot",
            f"{root}/file/bot",
            request=calls,
            get_updates_request=updates,
        )


class TelegramConnection:
    """Implements `Connection`, and `Hook` for Telegram's webhook."""

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
        self.client_id = str(bot.id)
        self._account = account
        self._bot = bot
        self._inbound = inbound
        self._answers = answers
        self._store = store
        self._secret = ""
        self._rivals = Rivals(store, Platform.TELEGRAM)
        self._taken = False
        self._polling: Polling | None = None

    @property
    def greeting(self) -> str:
        """Where to find the bot, with the link that adds it to a group."""
        invite = links.address(self._bot.username, links.INVITED, group=True)
        return f"Puluc is connected to Telegram. Add it to a group: {invite}"

    @property
    def connected(self) -> bool:
        """Whether updates arrive; with a webhook, whether it is set."""
        if self._polling is not None:
            return self._polling.connected
        return bool(self._secret) and not self._taken

    @property
    def hook(self) -> "TelegramConnection | None":
        """The webhook, None if updates are polled."""
        return None if self._account.webhook is None else self

    async def run(self) -> None:
        """Poll for updates until cancelled or, if there is a webhook, see whether it stays set."""
        if self._account.webhook is None:
            handle = self._inbound.handle
            self._polling = Polling(self._bot, self._store, handle, ALLOWED_UPDATES)
            await self._polling.run()
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            await self.look()

    async def look(self) -> None:
        """See whether another program has set the webhook to its own address, or removed it.

        It isn't set again: the other program may be this bot's next release at a new address.
        """
        if not self._secret:
            return
        try:
            hook = await self._bot.get_webhook_info()
        except TelegramError:
            return  # calls that matter will say so
        self._taken = hook.url != self._address
        if self._taken:
            await self._rivals.met()

    @property
    def _address(self) -> str:
        """The address of the webhook."""
        return (self._account.webhook or "").rstrip("/") + self.path

    async def drain(self) -> None:
        """Wait until all replies are sent."""
        await self._answers.drain()

    async def ready(self) -> None:
        """Set the webhook, if there is one. Raises WrongSetting."""
        if self._account.webhook is not None:
            key = await self._store.secret(f"telegram.{self._bot.id}")
            self._secret = hmac.new(key, b"webhook", hashlib.sha256).hexdigest()
            hook = partial(
                self._bot.set_webhook,
                self._address,
                allowed_updates=ALLOWED_UPDATES,
                drop_pending_updates=False,
                secret_token=self._secret,
            )
            await require(hook, "TELEGRAM_WEBHOOK_URL")

    def knows(self, secret: str) -> bool:
        """Whether a request with this secret comes from Telegram."""
        given = secret.encode(errors="surrogateescape")  # aiohttp decodes headers that way
        return bool(self._secret) and hmac.compare_digest(given, self._secret.encode())

    async def take(self, body: bytes) -> int:
        """Handle an update; return the HTTP status, 200 once it has been handled.

        Raises StoreDown; Telegram then has to send it again.
        """
        try:
            data = json.loads(body)
        except (ValueError, RecursionError) as error:
            log.error("update.unread", why=type(error).__name__)  # noqa: TRY400 - a traceback could contain users' messages
            return 200
        update = updates.read(data, self._bot)
        if update is not None:
            await self._inbound.handle(update)
        return 200


def opened(settings: Config, services: Services) -> AbstractAsyncContextManager[Connection] | None:
    """Implement `Open`."""
    if settings.telegram_token is None:
        return None
    return connected(Account.of(settings, settings.telegram_token.get_secret_value()), services)


@asynccontextmanager
async def connected(account: Account, services: Services) -> AsyncIterator[TelegramConnection]:
    """Log in and upload the command menus. Raises WrongSetting (see `require`)."""
    async with Requests(CONNECTIONS) as calls, Requests(1) as updates:
        bot = account.bot(calls, updates)
        await require(bot.initialize, "TELEGRAM_TOKEN")
        if (cache := account.cache_chat) is not None:
            cache = await require(partial(cache_chat, bot, cache), "TELEGRAM_CACHE_CHAT", ADVICE)
        await announce(bot, services.store, services.catalogue)
        flood = Flood(time.monotonic, replace(RATES, group_minute=account.group_minute))
        answers = Answers(
            bot, services.store, flood, services.localizer, services.illustrations, services.url
        )
        members = Members(bot, time.monotonic)
        inbound = Inbound(bot, services, answers, members)
        outbound = TelegramOutbound(
            bot,
            services.catalogue,
            flood,
            inbound.migrate,
            members,
            url=account.page,
            cache_chat=cache,
            newest=inbound.newest,
        )
        yield TelegramConnection(account, bot, inbound, outbound, answers, services.store)
