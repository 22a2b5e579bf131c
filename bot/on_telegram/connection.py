"""The connection to Telegram: the bot, its commands, and one of two ways in."""

import hashlib
import hmac
import json
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

import structlog
from telegram import Bot, Update
from telegram.error import InvalidToken, NetworkError
from telegram.request import HTTPXRequest

from bot.config import WrongSetting
from bot.on_telegram.commands import listed
from bot.on_telegram.flood import Flood
from bot.on_telegram.inbound import ALLOWED_UPDATES, Inbound
from bot.on_telegram.outbound import TelegramOutbound
from bot.on_telegram.polling import Polling
from bot.table.ports import Store
from bot.table.service import Service
from bot.texts.catalogue import DEFAULT_LANGUAGE, Catalogue

CONNECTIONS = 64

WEBHOOK_PATH = "/telegram"
SECRET_HEADER = "X-Telegram-Bot-Api-Secret-Token"  # noqa: S105 - the name of a header

log = structlog.get_logger()


@dataclass(frozen=True, slots=True, kw_only=True)
class Account:
    """A bot's token, the root of the API that knows it, and how it is to be reached.

    Without a `webhook` it polls. `page` is where people reach the pages, if they can.
    """

    token: str
    root: str | None = None
    webhook: str | None = None
    group_minute: int
    page: str | None = None

    def bot(self) -> Bot:
        """The library's bot; nothing is sent yet."""
        request = HTTPXRequest(connection_pool_size=CONNECTIONS)
        if self.root is None:
            return Bot(self.token, request=request)
        root = self.root.rstrip("/")
        return Bot(self.token, f"{root}/bot", base_file_url=f"{root}/file/bot", request=request)


class Connection:
    """A bot that is logged in."""

    def __init__(self, account: Account, bot: Bot, inbound: Inbound, store: Store) -> None:
        self._account = account
        self._bot = bot
        self._inbound = inbound
        self._store = store
        self._secret = ""

    @property
    def invite(self) -> str:
        """The link that takes the bot into a group."""
        return f"https://t.me/{self._bot.username}?startgroup=new"

    async def run(self) -> None:
        """Take updates until cancelled: by polling, unless Telegram was told where to send them."""
        if self._account.webhook is None:
            await self._bot.delete_webhook(drop_pending_updates=False)
            await Polling(self._bot, self._store, self._inbound.handle, ALLOWED_UPDATES).run()

    async def expect(self) -> None:
        """Tell Telegram where to send updates, where it is to."""
        if self._account.webhook is not None:
            key = await self._store.secret("telegram")
            self._secret = hmac.new(key, b"webhook", hashlib.sha256).hexdigest()
            await self._bot.set_webhook(
                self._account.webhook.rstrip("/") + WEBHOOK_PATH,
                allowed_updates=ALLOWED_UPDATES,
                drop_pending_updates=False,
                secret_token=self._secret,
            )

    async def take(self, secret: str, body: bytes) -> int:
        """Handle an update that was sent; return the HTTP status, 200 once it has been handled.

        Raises StoreDown, and then Telegram has to send it again.
        """
        if not self._secret or not hmac.compare_digest(secret.encode(), self._secret.encode()):
            return 403
        try:
            update = Update.de_json(json.loads(body), self._bot)
        except (ValueError, TypeError, KeyError):
            return 400
        await self._inbound.handle(update)
        return 200


@asynccontextmanager
async def connected(
    account: Account, service: Service, store: Store, catalogue: Catalogue
) -> AsyncIterator[tuple[Connection, TelegramOutbound]]:
    """Log in and list the commands. WrongSetting where Telegram does not know the token."""
    bot = account.bot()
    try:
        await bot.initialize()
    except InvalidToken:
        raise WrongSetting(
            "TELEGRAM_TOKEN: Telegram does not know this token; ask @BotFather for it"
        ) from None
    except NetworkError:
        raise WrongSetting("TELEGRAM_API_URL: Telegram cannot be reached from here") from None
    try:
        await _list_commands(bot, store, catalogue)
        inbound = Inbound(bot, service, catalogue)
        flood = Flood(time.time, account.group_minute)
        outbound = TelegramOutbound(bot, catalogue, flood, inbound.migrate, account.page)
        yield Connection(account, bot, inbound, store), outbound
    finally:
        await bot.shutdown()


async def _list_commands(bot: Bot, store: Store, catalogue: Catalogue) -> None:
    """List the commands with Telegram in every language, unless they are listed so already."""
    lists = {language: listed(catalogue.voice(language)) for language in catalogue.languages}
    told = {language: [each.to_dict() for each in some] for language, some in lists.items()}
    digest = hashlib.sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()
    name = f"telegram.commands.{bot.id}"
    if await store.note(name) == digest:
        return
    for language, some in lists.items():
        code = None if language == DEFAULT_LANGUAGE else language
        await bot.set_my_commands(some, language_code=code)
    await store.set_note(name, digest)
    log.info("telegram.listed", languages=len(lists))
