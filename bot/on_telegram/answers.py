"""Replies to users: an alert for a press, messages for a command.

Replies are sent in the background: handling of an update ends when the tables have changed. In a
group, what only the user needs is shown to them alone, if Telegram can do that (`ephemeral.py`).
When a group's rate limit is used up, replies go to the user's private chat; if that's impossible,
they wait, and share a message with others (`gathering.py`). A reaction to the command says which:
it is no message. In a private chat replies wait for their turn, and the user is told that they are
coming.
"""

import math
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
from bot.on_telegram import adaptation, links, names, parts, words
from bot.on_telegram.barriers import NO_FILES, says
from bot.on_telegram.delivery import Delivery, Recipient, transient
from bot.on_telegram.ephemeral import NotEphemeral
from bot.on_telegram.flood import NOTABLE_SECONDS, Flood
from bot.on_telegram.gathering import Gathering, Waiting
from bot.on_telegram.keyboard import choice_keyboard, into_any_chat, into_group
from bot.on_telegram.parts import message_count
from bot.on_telegram.private_limit import LONGEST_SECONDS
from bot.on_telegram.titles import Titles
from bot.table.notes import Notes
from bot.table.options import Options
from bot.table.people import Place
from bot.table.ports import REDELIVERY_SECONDS, Operation, StoreDown
from bot.table.request import Reply
from engine.text import Say, Text

QUERY_SECONDS = 15.0
"""Telegram's time limit for answering a press or an inline query."""

ALERT_LENGTH = int(CallbackQueryLimit.ANSWER_CALLBACK_QUERY_TEXT_LENGTH)
"""The maximum for the answer to a press, in characters."""

FLOODED = Text("telegram.flooded")
"""Said in a private chat when replies are left out."""

UNSHOWN = Reply((Text("telegram.unshown"),), refused=True)
"""The reply if a board can't be posted in a chat."""

BUTTON_LENGTH = 64
"""The maximum for the button above inline results, in characters."""

UNREACHABLE_SECONDS = 600.0
"""How long not to write to a user who hasn't started the bot, or has blocked it."""

MAX_UNREACHABLE = 1000

IN_PRIVATE, WAITING = "✍", "👀"
"""The reactions to a command that is answered in private or later."""

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
        self._ephemeral = self._delivery.ephemeral
        self._gathering = Gathering(flood, self._delivery, self._send)
        self._titles = Titles(bot)
        self._unreachable: dict[str, float] = {}
        self._tasks = Tasks()
        self.drain = self._tasks.drain

    def _send(self, answer: Coroutine[Any, Any, object]) -> None:
        self._tasks.begin(_logging_errors(answer))

    def _answer(self, call: Callable[[], Awaitable[object]]) -> None:
        """Answer a query, with retries up to its time limit."""
        self._send(retry(call, self._clock() + QUERY_SECONDS, transient, self._clock))

    def press(self, query: CallbackQuery, text: str | None, *, passing: bool = False) -> None:
        """Answer a press with an alert, or without one if `text` is None.

        A `passing` text disappears by itself.
        """
        line = None if text is None else words.cut(text, ALERT_LENGTH)
        self._answer(partial(query.answer, line, show_alert=line is not None and not passing))

    def late(self, place: Place) -> Text | None:
        """Return what to say about a reply in a private chat that has to wait; None if not."""
        seconds = self._flood.delay(place.channel)
        if not names.is_private(place) or seconds <= NOTABLE_SECONDS:
            return None
        if seconds > LONGEST_SECONDS:
            return FLOODED
        return Text("telegram.later", count=math.ceil(seconds))

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

    def reply_for_long(
        self,
        to: Recipient,
        ask: Callable[[bool], Awaitable[Reply]],
        link: tuple[Reply, InlineKeyboardMarkup],
        *,
        here: bool = True,
    ) -> None:
        """Answer a command in a group whose reply is long, or for the user alone.

        It is shown to them there, if it may be `here`. Otherwise they get a `link` to the private
        chat or, if the group's limit is used up, what it leads to. `ask` carries the command out,
        and is told whether it is for the private chat.
        """
        self._send(self._deliver_for_long(to, ask, link, here=here))

    async def _deliver_for_long(
        self,
        to: Recipient,
        ask: Callable[[bool], Awaitable[Reply]],
        link: tuple[Reply, InlineKeyboardMarkup],
        *,
        here: bool,
    ) -> None:
        if not await self._is_first(to):
            return
        if here and await self.can_hide(to) and await self.whispered(to, await ask(False)):
            return
        if not await self._posted(to, *link) and not await self._reply_in_private(
            to, await ask(True), None
        ):
            await self._wait(to, *link)

    def whisper(
        self, query: CallbackQuery, to: Recipient, reply: Reply, otherwise: Callable[[], None]
    ) -> None:
        """Answer a press in a group by a message for the user alone, `otherwise` if there is none.

        Like all replies it is sent in the background: it may have to be worked out first.
        """
        self._send(self._whisper(query, to, reply, otherwise))

    async def _whisper(
        self, query: CallbackQuery, to: Recipient, reply: Reply, otherwise: Callable[[], None]
    ) -> None:
        try:
            shown = await self.whispered(to, reply)
        except (TelegramError, TimeoutError) as error:
            log.info("answer.failed", why=type(error).__name__)
            shown = False
        if shown:
            self.press(query, None)
        else:
            otherwise()

    async def whispered(self, to: Recipient, reply: Reply) -> bool:
        """Show a reply in a group to the user alone; return False if that is impossible.

        It is if Telegram can't do that, if the reply takes several messages, and if the limit is
        used up.
        """
        if not await self.can_hide(to):
            return False
        localized = await self._localized(to, reply)
        admitted = parts.is_single(localized) and self._flood.admits(to.chat, to.actor.user.id)
        if not admitted:
            return False
        try:
            await self._delivery.reply(to, localized, self._choices(to, localized))
        except (NotEphemeral, Forbidden):
            return False
        return True

    async def can_hide(self, to: Recipient) -> bool:
        """Whether a reply is for the user alone, and Telegram can show it to nobody else."""
        return to.hidden and await self.hides_in(to.place)

    async def hides_in(self, place: Place) -> bool:
        """Whether Telegram can show a reply in this place to nobody but the user."""
        return names.is_group(place) and await self._ephemeral.is_known(place.channel)

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
        if await self.whispered(to, reply):
            return
        if not await self._reply_in_private(to, reply, keys):
            await self._post(to, *instead)

    async def _deliver(
        self, to: Recipient, reply: Reply, keys: InlineKeyboardMarkup | None
    ) -> None:
        if not await self._is_first(to):
            return
        await self._post(to, reply, keys)

    async def _post(self, to: Recipient, reply: Reply, keys: InlineKeyboardMarkup | None) -> None:
        """Send a reply where the user has asked, or if the limit is used up there, elsewhere."""
        if await self._posted(to, reply, keys) or await self._reply_in_private(to, reply, keys):
            return
        await self._wait(to, reply, keys)

    async def _posted(self, to: Recipient, reply: Reply, keys: InlineKeyboardMarkup | None) -> bool:
        """Send a reply where the user has asked; return False if the limit is used up there."""
        localized = await self._localized(to, reply)
        keys = keys or self._choices(to, localized)
        if not self._flood.admits(to.chat, to.actor.user.id, message_count(localized)):
            return False
        if not parts.is_single(localized) or not await self.can_hide(to):
            to = to.openly()
        try:
            await self._delivery.reply(to, localized, keys)
        except NotEphemeral:
            await self._delivery.reply(to.openly(), localized, keys)
        except BadRequest as bad:
            if not says(bad, NO_FILES):
                raise
            if not await self._reply_in_private(to, reply, keys):
                await self._delivery.message(to, to.say.html(Text("telegram.no-files")))
        return True

    async def _wait(self, to: Recipient, reply: Reply, keys: InlineKeyboardMarkup | None) -> None:
        """Let a reply in a group wait; in private, where it has, tell that it is left out."""
        if not names.is_private(to.place):
            localized = await self._localized(to, reply)
            waiting = Waiting(to, localized, keys or self._choices(to, localized))
            if self._gathering.takes(waiting):
                await self._react(to, WAITING)
                return
        await self._notice(to)

    async def _react(self, to: Recipient, emoji: str) -> None:
        if to.reply_to is not None:
            await self._delivery.react(to.reply_to, emoji)

    async def _localized(self, to: Recipient, reply: Reply) -> LocalizedReply:
        """Return the reply in the user's language, adapted to its place."""
        reply = adaptation.adapted_reply(reply, to.place)
        located = [await self._titles.located(text, to.say) for text in reply.texts]
        reply = replace(reply, texts=tuple(located))
        return await self._localizer.localized(reply, to.say.language, to.say.html)

    def _choices(self, to: Recipient, localized: LocalizedReply) -> InlineKeyboardMarkup | None:
        """Return buttons for the reply's choices, and for finding an opponent."""
        below, opponent = [], localized.opponent
        if localized.welcomes and names.is_private(to.place):
            opponent = Options()
        if localized.opponent is not None and names.is_private(to.place):
            group = links.address(self._bot.username, links.INVITED, group=True)
            below.append(into_group(group, to.say))
        if opponent is not None and self._bot.supports_inline_queries:
            below.append(into_any_chat(opponent, to.say))
        return choice_keyboard(localized.choices, to.say, self._url, *below)

    async def _reply_in_private(
        self, to: Recipient, reply: Reply, keys: InlineKeyboardMarkup | None
    ) -> bool:
        """Send a reply in private instead of in a group; return False if that's impossible."""
        own, person = to.in_private(), to.actor.user.id
        if names.is_private(to.place):
            return False  # over the limit there, too
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
        await self._react(to, IN_PRIVATE)
        return True

    async def _notice(self, to: Recipient) -> None:
        """Tell a chat that replies are being left out, once for all of them."""
        log.info("answer.left-out", chat=to.chat)
        if self._flood.admits_notice(to.chat):
            text = FLOODED if names.is_private(to.place) else Text("telegram.busy")
            await self._delivery.message(to.openly(), to.say.html(text))

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
