"""A press on a button: acted upon, then answered with what came of it."""

from telegram import Bot, CallbackQuery, MaybeInaccessibleMessage
from telegram.constants import ChatType

from bot.inbound.dispatcher import decoded
from bot.inbound.outcome import Outcome, acknowledging, outcome_of
from bot.inbound.platform import House
from bot.on_telegram import adaptation, links, names, words
from bot.on_telegram.answers import Answers, Ear
from bot.on_telegram.board_links import BoardLinks
from bot.on_telegram.links import FOR_ONE
from bot.table.intents import (
    Accept,
    Challenge,
    ChooseOpponent,
    Intent,
    Learn,
    Play,
    Practice,
    Rematch,
    ShowBoard,
    ShowSettings,
)
from bot.table.people import Place
from bot.table.ports import Down, Operation, StoreDown
from bot.table.request import Reply, Request
from engine.text import Text

POSTS = (ShowBoard, Rematch, Challenge, ChooseOpponent, Practice, Play, ShowSettings)
"""What no button of an inline message means: nothing else can be posted where that stands."""


class Presses:
    """Takes what people press to the service."""

    def __init__(self, bot: Bot, house: House, answers: Answers, ways: BoardLinks) -> None:
        self._bot = bot
        self._ways = ways
        self._service = house.service
        self._dispatcher = house.dispatcher
        self._catalogue = house.catalogue
        self._answers = answers

    async def take(self, query: CallbackQuery) -> None:
        """Act first, then answer with the outcome; blindly where that takes too long.

        Raises StoreDown, and then the press has to come again.
        """
        actor, message = names.actor(query.from_user), query.message
        say = words.voice(self._catalogue, actor.language)
        intent, inline = decoded(query.data or ""), query.inline_message_id
        near = _near(message, inline)
        if intent is None or near is None or (inline is not None and isinstance(intent, POSTS)):
            self._answers.press(query, say(Text("press.unknown")))
            return
        alone = message is not None and message.chat.type == ChatType.PRIVATE
        if isinstance(intent, FOR_ONE) and not alone:
            payload = links.payload(intent, near)
            self._answers.lead(query, links.address(self._bot.username, payload))
            return
        place, intent = near, adaptation.meant(intent, near)

        async def act() -> Outcome:
            nonlocal place
            place = await self._place(message, near, intent)
            known = Operation(f"telegram:{self._bot.id}:{query.id}")
            return await self._dispatcher.act(Request(known, actor, place, intent, _board(query)))

        async def acknowledge() -> None:
            self._answers.press(query, None)

        async with acknowledging(acknowledge):
            outcome = await outcome_of(act())
        try:
            reply = outcome.settled()
        except StoreDown as down:
            self._answers.press(query, say(_kept(down)))
            raise
        told = inline is None and _is_message(reply, intent, place)
        if told:
            listed, ways = await self._ways.led(reply, intent, actor, place, say)
            self._answers.tell(Ear(actor, say, place, pressed=_lesson(query)), listed, ways)
        brief = reply.texts and (reply.refused or not told)
        line = say(_brief(adaptation.fitted(reply, place), intent, inline)) if brief else None
        self._answers.press(query, line)

    async def _place(
        self, message: MaybeInaccessibleMessage | None, near: Place, intent: Intent
    ) -> Place:
        """Where something was pressed; of a message that is gone nobody says in which topic."""
        table = getattr(intent, "table", None)
        if message is None or message.is_accessible or table is None:
            return near
        where = await self._service.place_of(table)
        return near if where is None or where.channel != near.channel else where


def _board(query: CallbackQuery) -> str:
    """The board whose button was pressed, as boards are called in their chat; else nothing.

    Any client can send any payload: it tells nothing of a message that has no such button.
    """
    message = query.message
    keys = getattr(message, "reply_markup", None)
    offered = () if keys is None else keys.inline_keyboard
    found = any(key.callback_data == query.data for row in offered for key in row)
    return str(message.message_id) if message is not None and found else ""


def _lesson(query: CallbackQuery) -> int | None:
    """The message of the guided game that was pressed: one with a button that leads further in."""
    message = query.message
    keys = getattr(message, "reply_markup", None)
    offered = () if keys is None else keys.inline_keyboard
    codes = (key.callback_data for row in offered for key in row)
    meant = (decoded(code) for code in codes if isinstance(code, str))
    within = any(isinstance(each, Learn) and each != Learn() for each in meant)
    return message.message_id if message is not None and within else None


def _near(message: MaybeInaccessibleMessage | None, inline: str | None) -> Place | None:
    """Where the button is, but perhaps for the topic: in a chat, or in an inline message."""
    if message is not None:
        return names.place(message)
    return None if inline is None else names.inline(inline)


def _is_message(reply: Reply, intent: Intent, place: Place) -> bool:
    """Whether an answer is a message, not only a line over the board.

    Whom to challenge is said in a line where the others are: the way is to write to them.
    """
    if reply.opponent is not None:
        return names.is_private(place)
    if reply.choices or reply.cover or reply.board is not None:
        return True
    return isinstance(intent, (*FOR_ONE, ShowSettings)) and not reply.refused


def _brief(reply: Reply, intent: Intent, inline: str | None) -> Text:
    """What is told over the board; a challenge's inline message stands before its table is open."""
    told = reply.texts[0]
    challenged = inline is not None and isinstance(intent, Accept)
    return Text("telegram.unopened") if challenged and told.key == "table.gone" else told


def _kept(down: StoreDown) -> Text:
    """What is told of a press that comes again until it is done: that it does, or what it needs."""
    passing = down.reason in (Down.AWAY, Down.UNSURE)
    return Text("telegram.waits") if passing else down.text
