"""The doctor's check of Telegram: only reading calls, so the running bot isn't disturbed."""

import time
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from telegram import (
    Bot,
    ChatFullInfo,
    ChatMember,
    ChatMemberRestricted,
    ChatPermissions,
    User,
    WebhookInfo,
)
from telegram.constants import ChatMemberStatus, ChatType
from telegram.error import (
    BadRequest,
    ChatMigrated,
    Forbidden,
    InvalidToken,
    RetryAfter,
    TelegramError,
)
from yarl import URL

from bot.config import Config
from bot.findings import Finding, Level, fail, ok, warn
from bot.on_telegram import menu
from bot.on_telegram.connection import Account, TelegramConnection
from bot.on_telegram.members import ADMINS, is_outside
from bot.on_telegram.requests import Requests, is_unreachable
from bot.table.people import Platform
from bot.texts.catalogue import Catalogue

RECENT_SECONDS: Final = 3600
"""How long an error of the webhook counts."""

MANY_UPDATES: Final = 100
"""How many waiting updates mean that the bot doesn't keep up."""

_NOT_TELEGRAM: Final = fail(
    "connection",
    "Telegram doesn't answer as it should; try again later, check that this machine's network "
    "doesn't ask for a login, and check TELEGRAM_API_URL if it is set",
)

WEBHOOK_PORTS: Final = frozenset({443, 80, 88, 8443})
"""The ports at which Telegram calls webhooks."""

_CACHE: Final = (
    "make the bot an administrator of that channel who may post messages; until then, the boards "
    "of inline games are text"
)


async def findings(settings: Config, channel: str | None) -> AsyncIterator[Finding]:
    """Yield what is wrong with the bot's account on Telegram, and with its rights in a chat."""
    token = "" if settings.telegram_token is None else settings.telegram_token.get_secret_value()
    account, calls = Account.of(settings, token), Requests(1)
    bot = account.bot(calls, calls)
    try:
        me = await bot.get_me()
        yield ok("token", f"this is @{me.username}")
        for finding in profile(me):
            yield finding
        yield delivery(account, await bot.get_webhook_info(), time.time())
        yield await _commands(bot)
        if account.cache_chat is not None:
            yield await _cache(bot, me, account.cache_chat)
        if (operator := _operator(settings)) is not None:
            yield await _reaches(bot, operator)
        if channel is not None:
            for finding in await _chat(bot, me, channel):
                yield finding
    except (InvalidToken, Forbidden):
        also = "" if account.root is None else ", and check TELEGRAM_API_URL"
        yield fail(
            "token", f"Telegram rejects TELEGRAM_TOKEN; copy the current one from @BotFather{also}"
        )
    except TelegramError as error:
        yield _unavailable(error)
    except (AttributeError, KeyError, TypeError, ValueError):  # not what Telegram would answer
        yield _NOT_TELEGRAM
    finally:
        await calls.shutdown()


def _unavailable(error: TelegramError) -> Finding:
    """Return why Telegram can't be asked."""
    if isinstance(error, RetryAfter):
        return fail("connection", "Telegram limits this bot's calls now; try again in a minute")
    if is_unreachable(error):
        return fail(
            "connection",
            "this machine can't connect to Telegram; check its network and firewall, and "
            "TELEGRAM_API_URL if it is set",
        )
    return _NOT_TELEGRAM


def profile(me: User) -> Iterator[Finding]:
    """Yield what the bot's profile allows."""
    if me.can_join_groups is False:
        yield fail(
            "groups",
            "the bot can't be added to groups; in @BotFather send /setjoingroups and choose Enable",
        )
    else:
        yield ok("groups", "the bot can be added to groups")
    if me.can_read_all_group_messages:
        yield warn(
            "privacy mode",
            "off, so Telegram sends the bot every message of its groups, which it doesn't need; in "
            "@BotFather send /setprivacy and choose Enable",
        )
    else:
        yield ok("privacy mode", "on, so the bot receives only what is meant for it")
    if me.supports_inline_queries:
        yield ok(
            "inline mode",
            "on; its feedback must be on, too, which can't be checked here: in @BotFather send "
            "/setinlinefeedback and choose Enabled",
        )
    else:
        yield ok("inline mode", "off; to play in any chat, send /setinline to @BotFather")


def delivery(account: Account, hook: WebhookInfo, now: float) -> Finding:
    """Return how updates reach the bot."""
    if account.webhook is None:
        return _polling(hook)
    wanted = account.webhook.rstrip("/") + TelegramConnection.path
    if account.root is None and not _can_be_called(wanted):
        return fail(
            "webhook",
            "Telegram only calls https:// addresses with port 443, 80, 88 or 8443; change "
            "TELEGRAM_WEBHOOK_URL",
        )
    if not hook.url:
        return warn("webhook", "not set at Telegram yet; the bot sets it when it starts")
    if hook.url != wanted:
        return fail(
            "webhook",
            f"Telegram sends updates to {hook.url} instead of {wanted}; restart the bot, and if it "
            "happens again, look for another program that uses this token",
        )
    if (error := _recent_error(hook, now)) is not None:
        return fail(
            "webhook",
            f"Telegram couldn't reach {wanted} {error}; check the proxy, its certificate and the "
            "firewall",
        )
    if hook.pending_update_count >= MANY_UPDATES:
        return warn(
            "webhook",
            f"{hook.pending_update_count} updates are waiting; the bot is down, or can't keep up",
        )
    return ok("webhook", f"set to {wanted}, without recent errors")


def _can_be_called(address: str) -> bool:
    """Return whether Telegram accepts the address of a webhook."""
    url = URL(address)
    return url.scheme == "https" and url.port in WEBHOOK_PORTS


def _polling(hook: WebhookInfo) -> Finding:
    """Return whether polling works."""
    if hook.url:
        return warn(
            "updates",
            f"a webhook is set ({hook.url}), so polling receives nothing; the bot removes it when "
            "it starts. If it comes back, another program uses this token: get a new one from "
            "@BotFather",
        )
    if hook.pending_update_count >= MANY_UPDATES:
        return warn(
            "updates", f"{hook.pending_update_count} are waiting; the bot is down, or can't keep up"
        )
    return ok("updates", "by polling; no webhook is in the way")


def _recent_error(hook: WebhookInfo, now: float) -> str | None:
    """Return when the webhook failed last, and why, if that is recent."""
    at = hook.last_error_date
    if not isinstance(at, datetime) or now - at.timestamp() > RECENT_SECONDS:
        return None
    return f"at {at:%H:%M} UTC ({hook.last_error_message})"


async def _commands(bot: Bot) -> Finding:
    """Return whether the menus list this release's commands."""
    catalogue = Catalogue()
    found = await menu.unlisted(bot, menu.profile(catalogue, catalogue.language()))
    if found is None:
        return ok("commands", "listed in the menus")
    state = "are those of another release" if found else "aren't listed yet"
    return warn("commands", f"{state}; the bot lists them when it starts")


async def _cache(bot: Bot, me: User, chat: str) -> Finding:
    """Return whether the bot can post in the cache chat."""
    try:
        about = await bot.get_chat(chat)
        there = await bot.get_chat_member(chat, me.id)
    except ChatMigrated as moved:
        return warn(
            "TELEGRAM_CACHE_CHAT",
            f"the group has become a supergroup; set it to {moved.new_chat_id}",
        )
    except (BadRequest, Forbidden) as error:
        return fail("TELEGRAM_CACHE_CHAT", f"can't be used ({error.message}); {_CACHE}")
    if is_outside(there):
        return fail("TELEGRAM_CACHE_CHAT", f"the bot isn't a member; {_CACHE}")
    if not _may_post_pictures(about, there):
        return fail("TELEGRAM_CACHE_CHAT", f"the bot may not post there; {_CACHE}")
    return ok("TELEGRAM_CACHE_CHAT", "the bot can post there")


def _may_post_pictures(chat: ChatFullInfo, there: ChatMember) -> bool:
    """Return whether a member may post pictures in a channel or a group."""
    if chat.type == ChatType.CHANNEL:
        may = getattr(there, "can_post_messages", None)
        return there.status == ChatMemberStatus.OWNER or (
            there.status == ChatMemberStatus.ADMINISTRATOR and may is not False
        )
    lacking = {right.name for right in _lacking(chat, there)}
    return lacking.isdisjoint({"can_send_messages", "can_send_photos"})


def _operator(settings: Config) -> int | None:
    """Return the operator's number if they are on Telegram."""
    platform, _, number = (settings.puluc_operator or "").partition(":")
    return int(number) if platform == Platform.TELEGRAM else None


async def _reaches(bot: Bot, operator: int) -> Finding:
    """Return whether the bot can write to its operator, who must have written first."""
    try:
        await bot.get_chat(operator)
    except (BadRequest, Forbidden):
        return warn(
            "PULUC_OPERATOR",
            "the bot can't message you; open a private chat with it and press Start, or correct "
            "the number",
        )
    return ok("PULUC_OPERATOR", "the bot can message you")


async def _chat(bot: Bot, me: User, channel: str) -> list[Finding]:
    """Return what the bot may do in a chat."""
    subject = f"chat {channel}"
    try:
        chat = await bot.get_chat(channel)
        there = await bot.get_chat_member(channel, me.id)
    except ChatMigrated as moved:
        return [fail(subject, f"it has become a supergroup; its id is now {moved.new_chat_id}")]
    except Forbidden:
        return [fail(subject, "the bot has been removed; add it again")]
    except BadRequest as error:
        return [fail(subject, f"can't be found ({error.message}); add the bot, or check the id")]
    if is_outside(there):
        return [fail(subject, "the bot isn't a member; add it")]
    if chat.type == ChatType.CHANNEL:
        return [fail(subject, "it is a channel, where nobody can send commands; use a group")]
    missing = [
        Finding(
            right.level,
            subject,
            f"the bot may not {right.without}; allow it in the group's permissions, or make the "
            "bot an administrator",
        )
        for right in _lacking(chat, there)
    ]
    return missing or [ok(subject, "the bot can post boards with pictures there")]


@dataclass(frozen=True, slots=True)
class _Right:
    """A right in groups, and what the bot can't do `without` it."""

    name: str
    level: Level
    without: str


_NEEDED: Final = (
    _Right("can_send_messages", Level.FAIL, "send messages, so it can't answer"),
    _Right("can_send_photos", Level.WARN, "send photos, so boards are only text"),
    _Right("can_send_documents", Level.WARN, "send files, so it can't send records of games"),
)


def _lacking(chat: ChatFullInfo, there: ChatMember) -> Iterator[_Right]:
    """Yield the rights that the bot lacks in a group; administrators have all that it needs."""
    if there.status in ADMINS:
        return
    rights: ChatMemberRestricted | ChatPermissions | None = chat.permissions
    if isinstance(there, ChatMemberRestricted):
        rights = there
    for right in _NEEDED:
        if rights is not None and getattr(rights, right.name) is False:
            yield right
