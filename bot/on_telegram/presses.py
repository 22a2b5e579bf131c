"""Button presses: executed, then answered with the outcome."""

from telegram import Bot, CallbackQuery, MaybeInaccessibleMessage
from telegram.constants import ChatType

from bot.inbound.board_links import LISTS, BoardLinks
from bot.inbound.dispatcher import decoded
from bot.inbound.outcome import Outcome, acknowledging, outcome_of
from bot.inbound.platform import House
from bot.on_telegram import adaptation, links, names, words
from bot.on_telegram.answers import Answers
from bot.on_telegram.delivery import Recipient
from bot.on_telegram.keyboard import choice_keyboard
from bot.on_telegram.links import ASKING, PRIVATE_REPLIES
from bot.table.intents import (
    Accept,
    Challenge,
    ChooseOpponent,
    Demo,
    Intent,
    Join,
    Learn,
    Play,
    Practice,
    Rematch,
    ShowBoard,
    ShowSeries,
    ShowSettings,
)
from bot.table.people import Place
from bot.table.ports import Down, Operation, StoreDown
from bot.table.request import Reply, Request
from engine.text import Text

LISTED = (ShowSeries, ShowSettings)
"""Intents whose replies, of several lines, are for the whole chat."""

POSTS = (ShowBoard, Rematch, Challenge, ChooseOpponent, Practice, Demo, Play, *LISTED)
"""Intents that post a message. Inline messages don't offer them: the bot can't post there."""


class Presses:
    """Passes presses to the service."""

    def __init__(self, bot: Bot, house: House, answers: Answers, board_links: BoardLinks) -> None:
        self._bot = bot
        self._board_links = board_links
        self._service = house.service
        self._dispatcher = house.dispatcher
        self._catalogue = house.catalogue
        self._url = house.url
        self._answers = answers

    async def handle(self, query: CallbackQuery) -> None:
        """Execute first, then answer with the outcome; acknowledge early if it takes too long.

        Raises StoreDown; Telegram then has to deliver the press again.
        """
        actor, message = names.actor(query.from_user), query.message
        say = words.Voice(self._catalogue, actor.language)
        intent, inline = decoded(query.data or ""), query.inline_message_id
        near = _near(message, inline)
        if intent is None or near is None or (inline is not None and isinstance(intent, POSTS)):
            self._answers.press(query, say(Text("press.unknown")))
            return
        alone = message is not None and message.chat.type == ChatType.PRIVATE
        if isinstance(intent, PRIVATE_REPLIES) and not alone:
            payload = links.payload(intent, near)
            self._answers.open_link(query, links.address(self._bot.username, payload))
            return
        place, intent = near, adaptation.adapted_intent(intent, near)

        async def act() -> Outcome:
            nonlocal place
            place = await self._place(message, near, intent)
            id_ = Operation(f"telegram:{self._bot.id}:{query.id}")
            return await self._dispatcher.act(Request(id_, actor, place, intent, _board(query)))

        async def acknowledge() -> None:
            self._answers.press(query, None)

        async with acknowledging(acknowledge):
            outcome = await outcome_of(act())
        try:
            reply = outcome.settled()
        except StoreDown as down:
            self._answers.press(query, say(_retrying(down)))
            raise
        if inline is not None and reply.choices and isinstance(intent, ASKING):
            payload = links.payload(intent, near)
            self._answers.open_link(query, links.address(self._bot.username, payload))
            return
        as_message = inline is None and _is_message(reply, intent)
        if as_message:
            movable = names.is_private(place)
            listed = await self._board_links.linked(reply, intent, actor, place, movable=movable)
            is_list = isinstance(intent, LISTS)
            keys = choice_keyboard(listed.choices, say, self._url) if is_list else None
            to = Recipient(actor, say, place, pressed=_replaced(query))
            self._answers.reply(to, listed, keys)
        brief = reply.texts and (reply.refused or not as_message)
        line = (
            say(_brief(adaptation.adapted_reply(reply, place), intent, inline)) if brief else None
        )
        self._answers.press(query, line)

    async def _place(
        self, message: MaybeInaccessibleMessage | None, near: Place, intent: Intent
    ) -> Place:
        """Return where a button was pressed; a deleted message's topic comes from its table."""
        table = getattr(intent, "table", None)
        if message is None or message.is_accessible or table is None:
            return near
        where = await self._service.place_of(table)
        return near if where is None or where.channel != near.channel else where


def _board(query: CallbackQuery) -> str:
    """Return the message id of the board whose button was pressed; else "".

    A client can send any payload. So a message counts only if it has such a button.
    """
    message = query.message
    keys = getattr(message, "reply_markup", None)
    offered = () if keys is None else keys.inline_keyboard
    found = any(key.callback_data == query.data for row in offered for key in row)
    return str(message.message_id) if message is not None and found else ""


def _replaced(query: CallbackQuery) -> int | None:
    """Return the id of the pressed message if another one of its kind may replace it.

    A tutorial message has a button for another step, and a question for an opponent has several for
    other paces.
    """
    message = query.message
    keys = getattr(message, "reply_markup", None)
    offered = () if keys is None else keys.inline_keyboard
    codes = (key.callback_data for row in offered for key in row)
    intents = [decoded(code) for code in codes if isinstance(code, str)]
    lesson = any(isinstance(each, Learn) and (each.step or each.move) for each in intents)
    asks = sum(isinstance(each, ChooseOpponent) for each in intents) > 1
    return message.message_id if message is not None and (lesson or asks) else None


def _near(message: MaybeInaccessibleMessage | None, inline: str | None) -> Place | None:
    """Return the chat or inline message of a button; the topic may be missing."""
    if message is not None:
        return names.place(message)
    return None if inline is None else names.inline(inline)


def _is_message(reply: Reply, intent: Intent) -> bool:
    """Whether the reply is sent as a message rather than shown as an alert."""
    shown = reply.cover or reply.board or reply.advice or reply.invite
    if reply.choices or shown:
        return True
    return isinstance(intent, (*PRIVATE_REPLIES, *LISTED)) and not reply.refused


def _brief(reply: Reply, intent: Intent, inline: str | None) -> Text:
    """Return the alert; an inline challenge can be accepted before its table is open."""
    text = reply.texts[0]
    challenged = inline is not None and isinstance(intent, Accept | Join)
    return Text("telegram.unopened") if challenged and text.key == "table.gone" else text


def _retrying(down: StoreDown) -> Text:
    """Return what to say about a press that is retried: that it will be, or what's needed."""
    temporary = down.reason in (Down.AWAY, Down.UNSURE)
    return Text("telegram.waits") if temporary else down.text
