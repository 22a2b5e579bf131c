"""What whoever asked is told: a line over the board for a press, messages for a command.

Answers are sent beside everything else: an update is done when the tables have changed, and need
not wait for what is said about it.
"""

import asyncio
from collections.abc import Coroutine, Sequence
from typing import Any

import structlog
from telegram import (
    Bot,
    CallbackQuery,
    InlineKeyboardMarkup,
    InlineQuery,
    InlineQueryResult,
    InlineQueryResultsButton,
    InputMediaPhoto,
    Message,
    ReplyParameters,
)
from telegram.constants import CallbackQueryLimit, MessageLimit, ParseMode
from telegram.error import TelegramError

from bot.on_telegram import names, words
from bot.on_telegram.flood import Flood
from bot.show import rules
from bot.show.examples import EXAMPLES
from bot.table.notes import Notes
from bot.table.people import Place, Platform
from bot.table.ports import REPEATED_SECONDS, Operation, StoreDown
from bot.table.request import Reply
from renderer.text import Say, Text

MOST_TITLES = 1000

BUTTON_LETTERS = 64
"""How much the button above the results of inline mode says."""

log = structlog.get_logger()


class Answers:
    """Sends answers, and remembers those that are on their way."""

    def __init__(self, bot: Bot, notes: Notes, flood: Flood) -> None:
        self._bot = bot
        self._notes = notes
        self._flood = flood
        self._titles: dict[str, str] = {}
        self._going: set[asyncio.Task[None]] = set()

    async def drain(self) -> None:
        """Wait until everything is said."""
        while self._going:
            await asyncio.wait(tuple(self._going))

    def _send(self, answer: Coroutine[Any, Any, object]) -> None:
        task = asyncio.create_task(_forgiven(answer))
        self._going.add(task)
        task.add_done_callback(self._going.discard)

    def press(self, query: CallbackQuery, told: str | None) -> None:
        """Answer a press: a short line for the presser alone, or nothing but an end."""
        most = CallbackQueryLimit.ANSWER_CALLBACK_QUERY_TEXT_LENGTH
        line = None if told is None else words.cut(told, most)
        self._send(query.answer(line, show_alert=line is not None))

    def lead(self, query: CallbackQuery, url: str) -> None:
        """Answer a press with a link to the bot that opens by itself."""
        self._send(query.answer(url=url))

    def offer(
        self, query: InlineQuery, results: Sequence[InlineQueryResult], wrong: str | None
    ) -> None:
        """Answer an inline query; above the results, if need be, what is wrong with it.

        Every query has its own results: each of them can become a table once.
        """
        button = None
        if wrong is not None:
            told = words.cut(wrong, BUTTON_LETTERS)
            button = InlineQueryResultsButton(told, start_parameter="help")
        self._send(query.answer(results, cache_time=0, is_personal=True, button=button))

    def write(self, message: str, reply: Reply, say: Say) -> None:
        """Put an answer into an inline message, in place of what it says and of its buttons."""
        self._flood.count(names.inline(message).channel)
        told = "\n".join(map(say, reply.texts))
        self._send(self._bot.edit_message_text(told, inline_message_id=message))

    def tell(
        self,
        place: Place,
        reply: Reply,
        say: Say,
        *,
        to: Message | None = None,
        keys: InlineKeyboardMarkup | None = None,
    ) -> None:
        """Say what a command came to, once though it be delivered again."""
        if reply.texts:
            self._send(self._told(place, reply, say, to, keys))

    async def _told(
        self,
        place: Place,
        reply: Reply,
        say: Say,
        to: Message | None,
        keys: InlineKeyboardMarkup | None,
    ) -> None:
        if to is not None and not await self._first(to):
            return
        lines = [names.escape(say(await self._located(text, say))) for text in reply.texts]
        if reply.headed:
            lines[0] = f"<b>{lines[0]}</b>"
        for part in words.messages(lines):
            await self._one(place, part, to, keys)
        if reply.ruleset is not None:
            pictures = await asyncio.to_thread(_pictures, reply.ruleset, say)
            self._flood.count(place.channel)
            await self._bot.send_media_group(
                place.channel,
                pictures,
                message_thread_id=names.thread(place),
                disable_notification=True,
            )

    async def _one(
        self, place: Place, told: str, to: Message | None, keys: InlineKeyboardMarkup | None
    ) -> None:
        self._flood.count(place.channel)
        answered = (
            None if to is None else ReplyParameters(to.message_id, allow_sending_without_reply=True)
        )
        await self._bot.send_message(
            place.channel,
            told,
            ParseMode.HTML,
            message_thread_id=names.thread(place),
            reply_parameters=answered,
            reply_markup=keys,
            disable_notification=True,
        )

    async def _first(self, message: Message) -> bool:
        """Whether a command is answered for the first time; again, where nobody can say."""
        try:
            return await self._notes.gate(f"told:{operation(message)}", REPEATED_SECONDS)
        except StoreDown:
            return True

    async def _located(self, text: Text, say: Say) -> Text:
        """A text that tells of a place by the chat's title, not by its number."""
        args = dict(text.args)
        if isinstance(channel := args.get("place"), str):
            args["place"] = await self._called(Place(Platform.TELEGRAM, channel), say)
        return Text(text.key, **args)

    async def _called(self, place: Place, say: Say) -> str:
        """What a place is called; of inline messages nobody knows where they stand."""
        if names.inline_message(place) is not None:
            return say(Text("telegram.elsewhere"))
        return await self._title(place.channel) or say(Text("telegram.private"))

    async def _title(self, chat: str) -> str:
        """What a group is called; nothing for a private chat, or one that cannot be seen."""
        if not chat.startswith("-"):
            return ""
        if chat not in self._titles:
            try:
                title = (await self._bot.get_chat(chat)).title or ""
            except TelegramError:
                return "…"
            if len(self._titles) >= MOST_TITLES:
                self._titles.clear()
            self._titles[chat] = title
        return self._titles[chat]


def operation(message: Message) -> Operation:
    """What a command is known by, in every process that it is delivered to."""
    return Operation(f"telegram:{message.chat.id}:{message.message_id}")


def _pictures(ruleset: str, say: Say) -> list[InputMediaPhoto]:
    """Draw the examples that go with the rules of a ruleset, each with its caption."""
    return [
        InputMediaPhoto(
            rules.draw(example, say),
            words.cut(say(example.caption), MessageLimit.CAPTION_LENGTH),
            filename=f"{ruleset}-{number}.png",
        )
        for number, example in enumerate(EXAMPLES[ruleset], 1)
    ]


async def _forgiven(answer: Coroutine[Any, Any, object]) -> None:
    """Let an answer go that cannot be given: what was done stands, and the board shows it."""
    try:
        await answer
    except TelegramError as error:
        log.info("answer.failed", why=type(error).__name__)
    except Exception:
        log.exception("answer.failed")
