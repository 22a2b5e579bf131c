"""Answers that wait in a busy group, to people whom the bot can't write to in private.

Boards have most of a group's limit, so several answers share a message. Each begins with the name
of whom it is for. One with buttons, or with more than a text, gets a message of its own.
"""

from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass
from typing import Any

import structlog
from telegram import InlineKeyboardMarkup
from telegram.constants import MessageLimit
from telegram.error import TelegramError

from bot.inbound.localized import LocalizedReply
from bot.on_telegram import parts, words
from bot.on_telegram.captions import mentioned
from bot.on_telegram.delivery import Delivery, Recipient
from bot.on_telegram.flood import Flood

MOST, MOST_EACH = 20, 3
"""How many answers wait in a chat at most, and how many for one person."""

log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class Waiting:
    """A reply that waits, with its buttons."""

    to: Recipient
    reply: LocalizedReply
    keys: InlineKeyboardMarkup | None

    @property
    def shared(self) -> str | None:
        """Return it as a part of a message, with links for buttons; None if it can't be one."""
        texts = parts.texts(self.reply)
        rows = () if self.keys is None else self.keys.inline_keyboard
        keys = [key for row in rows for key in row]
        if parts.message_count(self.reply) != 1 or not texts or any(not key.url for key in keys):
            return None
        links = (_link(key.text, key.url or "") for key in keys)
        name = mentioned(self.to.actor.user, self.to.actor.name)
        return f"{name}: {' '.join([*texts, *links])}"


class Gathering:
    """The answers that wait, by chat."""

    def __init__(
        self,
        flood: Flood,
        delivery: Delivery,
        begin: Callable[[Coroutine[Any, Any, object]], object],
    ) -> None:
        """`begin` runs a coroutine in the background."""
        self._flood = flood
        self._delivery = delivery
        self._begin = begin
        self._waiting: dict[str, list[Waiting]] = {}

    def takes(self, waiting: Waiting) -> bool:
        """Let a reply wait until it is sent in the background; return False if too many wait.

        Who asks again for what waits gets one answer.
        """
        chat, person = waiting.to.chat, waiting.to.actor.user
        own = [each for each in self._waiting.get(chat, ()) if each.to.actor.user == person]
        there = [each.shared for each in own if each.to.place == waiting.to.place]
        if waiting.shared is not None and waiting.shared in there:
            return True
        if len(own) >= MOST_EACH:
            return False
        if chat not in self._waiting:
            self._waiting[chat] = [waiting]
            self._begin(self._keep_sending(chat))
            return True
        if len(self._waiting[chat]) >= MOST:
            return False
        self._waiting[chat].append(waiting)
        return True

    async def _keep_sending(self, chat: str) -> None:
        """Send what waits in a chat, until nothing does."""
        try:
            while there := self._waiting[chat]:
                await self._flood.gathering(chat, parts.message_count(there[0].reply))
                together = _together(there)
                del there[: len(together)]
                try:
                    await self._send(together)
                except (TelegramError, TimeoutError) as error:
                    log.info("answer.failed", why=type(error).__name__)
                except Exception:
                    log.exception("answer.failed")  # the others still wait
        finally:
            del self._waiting[chat]

    async def _send(self, together: Sequence[Waiting]) -> None:
        first, *others = together
        if not others:
            await self._delivery.reply(first.to.openly(), first.reply, first.keys)
            return
        text = "\n".join(each.shared or "" for each in together)
        await self._delivery.message(first.to.among_others(), text)


def _link(label: str, url: str) -> str:
    return f'<a href="{words.escape(url)}">{words.escape(label)}</a>'


def _together(waiting: Sequence[Waiting]) -> Sequence[Waiting]:
    """Return the first replies that fit one message, in one topic."""
    room, place = int(MessageLimit.MAX_TEXT_LENGTH), waiting[0].to.place
    for number, each in enumerate(waiting):
        shared = each.shared
        room -= 0 if shared is None else words.length(words.visible(shared)) + 1
        if shared is None or room < 0 or each.to.place != place:
            return waiting[: max(number, 1)]
    return waiting[:]
