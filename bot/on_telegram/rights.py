"""What the bot may do in a chat: checks for the doctor."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from telegram import Bot, ChatFullInfo, ChatMember, ChatMemberRestricted, ChatPermissions
from telegram.constants import ChatMemberStatus, ChatType
from telegram.error import BadRequest, ChatMigrated, Forbidden

from bot.findings import Finding, Level, fail, ok, warn
from bot.on_telegram.members import ADMINS, is_outside

_CACHE: Final = "TELEGRAM_CACHE_CHAT"

_APPOINT: Final = (
    "make the bot an administrator of that channel who may post messages; until then, the boards "
    "of inline games are text"
)


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


async def in_group(bot: Bot, id_: str) -> Sequence[Finding]:
    """Return whether the bot can play in a chat. Raises TelegramError."""
    subject = f"chat {id_}"
    try:
        chat, there = await _looked_up(bot, id_)
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


async def in_cache(bot: Bot, id_: str) -> Finding:
    """Return whether the bot can post pictures in the cache chat. Raises TelegramError."""
    try:
        chat, there = await _looked_up(bot, id_)
    except ChatMigrated as moved:
        return warn(_CACHE, f"the group has become a supergroup; set it to {moved.new_chat_id}")
    except (BadRequest, Forbidden) as error:
        return fail(_CACHE, f"can't be used ({error.message}); {_APPOINT}")
    if is_outside(there):
        return fail(_CACHE, f"the bot isn't a member; {_APPOINT}")
    if not _may_post_pictures(chat, there):
        return fail(_CACHE, f"the bot may not post there; {_APPOINT}")
    return ok(_CACHE, "the bot can post there")


async def _looked_up(bot: Bot, id_: str) -> tuple[ChatFullInfo, ChatMember]:
    """Return a chat, and the bot as its member."""
    return await bot.get_chat(id_), await bot.get_chat_member(id_, bot.id)


def _may_post_pictures(chat: ChatFullInfo, there: ChatMember) -> bool:
    """Return whether a member may post pictures in a channel or a group."""
    if chat.type == ChatType.CHANNEL:
        may = getattr(there, "can_post_messages", None)
        return there.status == ChatMemberStatus.OWNER or (
            there.status == ChatMemberStatus.ADMINISTRATOR and may is not False
        )
    lacking = {right.name for right in _lacking(chat, there)}
    return lacking.isdisjoint({"can_send_messages", "can_send_photos"})


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
