"""The doctor's checks of Telegram: only reading calls, so the running bot isn't disturbed."""

import time
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Final

from telegram import Bot, User, WebhookInfo
from telegram.error import BadRequest, Forbidden, InvalidToken, RetryAfter, TelegramError

from bot.config import Config
from bot.findings import Check, Finding, carry_out, fail, ok, warn
from bot.on_telegram import menu, rights
from bot.on_telegram.connection import Account, TelegramConnection
from bot.on_telegram.requests import Requests, is_unreachable
from bot.table.people import Platform
from bot.texts.catalogue import Catalogue
from bot.tokens import is_whole

RECENT_SECONDS: Final = 3600
"""How long an error of the webhook counts."""

MANY_UPDATES: Final = 100
"""How many waiting updates mean that the bot doesn't keep up."""


@dataclass(frozen=True, slots=True)
class _Asked:
    """What the checks ask about. The bot knows its own account after the first check."""

    bot: Bot
    account: Account
    operator: int | None
    channel: str | None


async def findings(settings: Config, channel: str | None) -> AsyncIterator[Finding]:
    """Yield what is wrong with the bot's account on Telegram, and with its rights in a chat."""
    token = "" if settings.telegram_token is None else settings.telegram_token.get_secret_value()
    account = Account.of(settings, token)
    async with Requests(1) as calls:
        asked = _Asked(account.bot(calls, calls), account, _operator(settings), channel)
        async for finding in carry_out(_CHECKS, asked, partial(_explained, account)):
            yield finding


def _operator(settings: Config) -> int | None:
    """Return the operator's number if they are on Telegram."""
    platform, _, number = (settings.puluc_operator or "").partition(":")
    return int(number) if platform == Platform.TELEGRAM else None


def _explained(account: Account, error: Exception) -> Finding | None:
    """Return what an error of a call means."""
    match error:
        case InvalidToken() | Forbidden():
            also = "" if account.root is None else ", and check TELEGRAM_API_URL"
            cut = "" if is_whole("TELEGRAM_TOKEN", account.token) else ", which isn't a whole one"
            remedy = f"copy the current one from @BotFather{also}"
            return fail("token", f"Telegram rejects TELEGRAM_TOKEN{cut}; {remedy}")
        case RetryAfter():
            return fail("connection", "Telegram limits this bot's calls now; try again in a minute")
        case TelegramError() if is_unreachable(error):
            return fail(
                "connection",
                "this machine can't connect to Telegram; check its network and firewall, and "
                "TELEGRAM_API_URL if it is set",
            )
        # All but the first mean that the library could read the answer, but not as Telegram's.
        case TelegramError() | AttributeError() | KeyError() | TypeError() | ValueError():
            return fail(
                "connection",
                "Telegram doesn't answer as it should; try again later, check that this machine's "
                "network doesn't ask for a login, and check TELEGRAM_API_URL if it is set",
            )
    return None


# the account


async def _token(asked: _Asked) -> Finding:
    me = await asked.bot.get_me()
    return ok("token", f"this is @{me.username}")


def _groups(me: User) -> Finding:
    if me.can_join_groups is False:
        return fail(
            "groups",
            "the bot can't be added to groups; in @BotFather send /setjoingroups and choose Enable",
        )
    return ok("groups", "the bot can be added to groups")


def _privacy_mode(me: User) -> Finding:
    if me.can_read_all_group_messages:
        return warn(
            "privacy mode",
            "off, so Telegram sends the bot every message of its groups, which it doesn't need; in "
            "@BotFather send /setprivacy and choose Enable",
        )
    return ok("privacy mode", "on, so the bot receives only what is meant for it")


def _inline_mode(me: User) -> Finding:
    if me.supports_inline_queries:
        return ok(
            "inline mode",
            "on; its feedback must be on, too, which can't be checked here: in @BotFather send "
            "/setinlinefeedback and choose Enabled",
        )
    return ok("inline mode", "off; to play in any chat, send /setinline to @BotFather")


def _guest_mode(me: User) -> Finding:
    if me.supports_guest_queries:
        return ok("guest mode", f"on, so people can name @{me.username} in any chat to play there")
    return ok(
        "guest mode",
        "off; to let people play in any chat by naming the bot, open the app of @BotFather, choose "
        "the bot, and turn on Guest Mode",
    )


def profile(me: User) -> Sequence[Finding]:
    """Return what the bot's profile allows."""
    return [_groups(me), _privacy_mode(me), _inline_mode(me), _guest_mode(me)]


def _profile(asked: _Asked) -> Sequence[Finding]:
    return profile(asked.bot.bot)


async def _commands(asked: _Asked) -> Finding:
    """Return whether the menus list this release's commands."""
    catalogue = Catalogue()
    found = await menu.unlisted(asked.bot, menu.profile(catalogue, catalogue.language()))
    if found is None:
        return ok("commands", "listed in the menus")
    state = "are those of another release" if found else "aren't listed yet"
    return warn("commands", f"{state}; the bot lists them when it starts")


# updates


async def _updates(asked: _Asked) -> Finding:
    hook, now = await asked.bot.get_webhook_info(), time.time()
    return delivery(asked.account, hook, now)


def delivery(account: Account, hook: WebhookInfo, now: float) -> Finding:
    """Return how updates reach the bot."""
    if account.webhook is None:
        return _polling(hook)
    wanted = account.webhook.rstrip("/") + TelegramConnection.path
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


# chats


async def _cache_chat(asked: _Asked) -> Finding | None:
    chat = asked.account.cache_chat
    return None if chat is None else await rights.in_cache(asked.bot, chat)


async def _reaches_operator(asked: _Asked) -> Finding | None:
    """Return whether the bot can write to its operator, who must have written first."""
    if asked.operator is None:
        return None
    try:
        await asked.bot.get_chat(asked.operator)
    except (BadRequest, Forbidden):
        return warn(
            "PULUC_OPERATOR",
            "the bot can't message you; open a private chat with it and press Start, or correct "
            "the number",
        )
    return ok("PULUC_OPERATOR", "the bot can message you")


async def _group(asked: _Asked) -> Sequence[Finding]:
    return () if asked.channel is None else await rights.in_group(asked.bot, asked.channel)


_CHECKS: Final[Sequence[Check[_Asked]]] = (
    _token,
    _profile,
    _updates,
    _commands,
    _cache_chat,
    _reaches_operator,
    _group,
)
