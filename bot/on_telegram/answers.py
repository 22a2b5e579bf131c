"""Replies to users: an alert for a press, messages for a command.

Replies are sent in the background: handling of an update ends when the tables have changed. When a
group's rate limit is used up, replies go to the user's private chat; if that's impossible, they are
left out.
"""

import time
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import structlog
from telegram import (
    Bot,
    CallbackQuery,
    InlineKeyboardMarkup,
    InlineQuery,
    InlineQueryResult,
    InlineQueryResultsButton,
    Message,
)
from telegram.constants import CallbackQueryLimit
from telegram.error import BadRequest, Forbidden, TelegramError

from bot.inbound.illustrations import Illustrations
from bot.inbound.localized import LocalizedReply, Localizer
from bot.inbound.retry import retry
from bot.inbound.tasks import Tasks
from bot.on_telegram import adaptation, links, names, words
from bot.on_telegram.barriers import NO_FILES, says
from bot.on_telegram.delivery import Delivery, Recipient, transient
from bot.on_telegram.flood import Flood
from bot.on_telegram.keyboard import choice_keyboard, into_any_chat, into_group
from bot.on_telegram.parts import message_count
from bot.on_telegram.titles import Titles
from bot.table.notes import Notes
from bot.table.ports import REDELIVERY_SECONDS, Operation, StoreDown
from bot.table.request import Reply
from engine.text import Say, Text

QUERY_SECONDS = 15.0
"""Telegram's time limit for answering a press or an inline query."""

BUTTON_LENGTH = 64
"""The maximum for the button above inline results, in characters."""

UNREACHABLE_SECONDS = 600.0
"""How long not to write to a user who hasn't started the bot, or has blocked it."""

MAX_UNREACHABLE = 1000

log = structlog.get_logger()


class Answers:
    """Sends replies in the background, and keeps track of those being sent."""

    def __init__(
        self,
        bot: Bot,
        notes: Notes,
        flood: Flood,
        localizer: Localizer,
        illustrations: Illustrations,
        url: str | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._bot = bot
        self._notes = notes
        self._flood = flood
        self._localizer = localizer
        self._url = url
        self._clock = clock
        self._delivery = Delivery(bot, flood, illustrations, url, clock)
        self._titles = Titles(bot)
        self._unreachable: dict[str, float] = {}
        self._tasks = Tasks()
        self.drain = self._tasks.drain

    def _send(self, answer: Coroutine[Any, Any, object]) -> None:
        self._tasks.begin(_logging_errors(answer))

    def _answer(self, call: Callable[[], Awaitable[object]]) -> None:
        """Answer a query, with retries up to its time limit."""
        self._send(retry(call, self._clock() + QUERY_SECONDS, transient, self._clock))

    def press(self, query: CallbackQuery, text: str | None) -> None:
        """Answer a press with an alert, or without one if `text` is None."""
        limit = CallbackQueryLimit.ANSWER_CALLBACK_QUERY_TEXT_LENGTH
        line = None if text is None else words.cut(text, limit)
        self._answer(partial(query.answer, line, show_alert=line is not None))

    def open_link(self, query: CallbackQuery, url: str) -> None:
        """Answer a press by opening a link to the bot."""
        self._answer(partial(query.answer, url=url))

    def offer(
        self, query: InlineQuery, results: Sequence[InlineQueryResult], wrong: str | None
    ) -> None:
        """Answer an inline query; show what's `wrong` with it above the results.

        Results aren't cached: each can become one table.
        """
        button = None
        if wrong is not None:
            label = words.cut(wrong, BUTTON_LENGTH)
            button = InlineQueryResultsButton(label, start_parameter="help")
        self._answer(partial(query.answer, results, cache_time=0, is_personal=True, button=button))

    def write(self, message: str, reply: Reply, say: Say) -> None:
        """Replace the text and buttons of an inline message with a reply."""
        chat = names.inline(message).channel
        self._flood.count(chat)
        text = "\n".join(map(say, reply.texts))
        edit = partial(
            self._bot.edit_message_text,
            text,
            inline_message_id=message,
            link_preview_options=words.NO_PREVIEW,
        )
        self._send(self._delivery.with_retries(chat, edit))

    def reply(self, to: Recipient, reply: Reply, keys: InlineKeyboardMarkup | None = None) -> None:
        """Send the reply to a command, once even if the command is delivered again.

        `keys` replace the buttons for the reply's choices.
        """
        shown = reply.lesson or reply.board or reply.advice
        if reply.texts or shown or reply.opponent is not None or reply.invite is not None:
            self._send(self._deliver(to, reply, keys))

    def reply_in_private(
        self,
        to: Recipient,
        reply: Reply,
        keys: InlineKeyboardMarkup | None,
        instead: tuple[Reply, InlineKeyboardMarkup],
    ) -> None:
        """Send the reply to a command in a group to the user's private chat.

        If the user has not started the bot, the group gets another one `instead`, with its buttons.
        """
        if reply.texts:
            self._send(self._deliver_in_private(to, reply, keys, instead))

    async def _deliver_in_private(
        self,
        to: Recipient,
        reply: Reply,
        keys: InlineKeyboardMarkup | None,
        instead: tuple[Reply, InlineKeyboardMarkup],
    ) -> None:
        if not await self._is_first(to):
            return
        self._unreachable.pop(to.actor.user.id, None)  # they may have started the bot just now
        if not await self._reply_in_private(to, reply, keys):
            await self._post(to, *instead)

    async def _deliver(
        self, to: Recipient, reply: Reply, keys: InlineKeyboardMarkup | None
    ) -> None:
        if not await self._is_first(to):
            return
        await self._post(to, reply, keys)

    async def _post(self, to: Recipient, reply: Reply, keys: InlineKeyboardMarkup | None) -> None:
        """Send a reply where the user has asked or, if the limit is used up there, in private."""
        localized = await self._localized(to, reply)
        if self._flood.admits(to.chat, to.actor.user.id, message_count(localized)):
            try:
                await self._delivery.reply(to, localized, keys or self._choices(to, localized))
            except BadRequest as bad:
                if not says(bad, NO_FILES):
                    raise
                if not await self._reply_in_private(to, reply, keys):
                    await self._delivery.message(to, to.say.html(Text("telegram.no-files")))
        elif not await self._reply_in_private(to, reply, keys):
            await self._notice(to)

    async def _localized(self, to: Recipient, reply: Reply) -> LocalizedReply:
        """Return the reply in the user's language, adapted to its place."""
        reply = adaptation.adapted_reply(reply, to.place)
        located = [await self._titles.located(text, to.say) for text in reply.texts]
        reply = replace(reply, texts=tuple(located))
        return await self._localizer.localized(reply, to.actor.language, to.say.html)

    def _choices(self, to: Recipient, localized: LocalizedReply) -> InlineKeyboardMarkup | None:
        """Return buttons for the reply's choices, and for finding an opponent."""
        below = []
        if localized.opponent is not None and names.is_private(to.place):
            group = links.address(self._bot.username, links.INVITED, group=True)
            below.append(into_group(group, to.say))
        if localized.opponent is not None and self._bot.supports_inline_queries:
            below.append(into_any_chat(localized.opponent, to.say))
        return choice_keyboard(localized.choices, to.say, self._url, *below)

    async def _reply_in_private(
        self, to: Recipient, reply: Reply, keys: InlineKeyboardMarkup | None
    ) -> bool:
        """Send a reply in private instead of in a group; return False if that's impossible."""
        own, person = to.in_private(), to.actor.user.id
        if names.is_private(to.place):
            log.info("answer.left-out", chat=to.chat)
            return True  # over the limit in a private chat: no notice needed
        if self._unreachable.get(person, 0.0) > self._clock():
            return False
        localized = await self._localized(own, reply)
        if not self._flood.admits(own.chat, person, message_count(localized)):
            return False
        if localized.cover is not None or localized.opponent is not None:
            keys = self._choices(own, localized)  # the group's keyboard doesn't fit here
        try:
            await self._delivery.reply(own, localized, keys)
        except (Forbidden, BadRequest):
            if len(self._unreachable) >= MAX_UNREACHABLE:
                self._unreachable.clear()
            self._unreachable[person] = self._clock() + UNREACHABLE_SECONDS
            return False
        return True

    async def _notice(self, to: Recipient) -> None:
        """Tell a group that replies are being left out, once for all of them."""
        log.info("answer.left-out", chat=to.chat)
        if self._flood.admits_notice(to.chat):
            await self._delivery.message(to, to.say.html(Text("telegram.busy")))

    async def _is_first(self, to: Recipient) -> bool:
        """Whether no reply to a command has been sent yet; True if the store can't say."""
        if to.reply_to is None:
            return True
        id_ = operation(self._bot, to.reply_to)
        try:
            return await self._notes.gate(f"told:{id_}", REDELIVERY_SECONDS)
        except StoreDown:
            return True


def operation(bot: Bot, message: Message) -> Operation:
    """Return a command's operation id, the same in every process that it is delivered to."""
    return Operation(f"telegram:{bot.id}:{message.chat.id}:{message.message_id}")


async def _logging_errors(answer: Coroutine[Any, Any, object]) -> None:
    """Send a reply, and log any error instead of raising it.

    The act has been carried out in any case, and the board shows the result.
    """
    try:
        await answer
    except (TelegramError, StoreDown, TimeoutError) as error:
        log.info("answer.failed", why=type(error).__name__)
    except Exception:
        log.exception("answer.failed")
