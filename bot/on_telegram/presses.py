"""Button presses: executed, then answered with the outcome."""

from telegram import Bot, CallbackQuery, MaybeInaccessibleMessage
from telegram.constants import ChatType

from bot.acts.act import Act, Audience
from bot.acts.registry import decoded
from bot.inbound.board_links import BoardLinks
from bot.inbound.outcome import Outcome, acknowledging, outcome_of
from bot.inbound.platform import Services
from bot.on_telegram import adaptation, links, names, words
from bot.on_telegram.answers import Answers
from bot.on_telegram.delivery import Recipient
from bot.on_telegram.keyboard import choice_keyboard
from bot.table.button import Posts
from bot.table.people import Place
from bot.table.ports import Down, Operation, StoreDown
from bot.table.request import Reply, Request
from engine.text import Text


class Presses:
    """Passes presses to the service."""

    def __init__(
        self, bot: Bot, services: Services, answers: Answers, board_links: BoardLinks
    ) -> None:
        self._bot = bot
        self._board_links = board_links
        self._service = services.service
        self._dispatcher = services.dispatcher
        self._catalogue = services.catalogue
        self._url = services.url
        self._answers = answers

    async def handle(self, query: CallbackQuery) -> None:
        """Execute first, then answer with the outcome; acknowledge early if it takes too long.

        Raises StoreDown; Telegram then has to deliver the press again.
        """
        actor, message = names.actor(query.from_user), query.message
        say = words.Voice(self._catalogue, actor.language)
        act, inline = decoded(query.data or ""), query.inline_message_id
        near = _near(message, inline)
        # The bot can't post where an inline message is.
        unposted = inline is not None and act is not None and act.posts is not Posts.NOTHING
        if act is None or near is None or unposted:
            self._answers.press(query, say(Text("press.unknown")))
            return
        alone = message is not None and message.chat.type == ChatType.PRIVATE
        if act.declared.audience.is_private and not alone:
            self._open_link(query, act, near)
            return
        place = near

        async def carried_out() -> Outcome:
            nonlocal place
            place = await self._place(message, near, act)
            id_ = Operation(f"telegram:{self._bot.id}:{query.id}")
            request = Request(id_, actor, place, _board(query), alone=names.is_private(place))
            return await self._dispatcher.act(act, request)

        async def acknowledge() -> None:
            self._answers.press(query, None)

        async with acknowledging(acknowledge):
            outcome = await outcome_of(carried_out())
        try:
            reply = outcome.settled()
        except StoreDown as down:
            self._answers.press(query, say(_retrying(down)))
            raise
        if inline is not None and reply.choices and act.declared.is_linked:
            self._open_link(query, act, near)
            return
        # An alert is for the user alone; a message in a group is not.
        hidden = not alone and (reply.personal or act.declared.audience is Audience.PERSONAL)
        as_message = inline is None and not hidden and _is_message(reply, act)
        if as_message:
            movable = names.is_private(place)
            listed = await self._board_links.linked(reply, actor, place, movable=movable)
            keys = choice_keyboard(listed.choices, say, self._url) if reply.lists else None
            to = Recipient(actor, say, place, pressed=_replaced(query))
            self._answers.reply(to, listed, keys)
        brief = reply.texts and (reply.refused or not as_message)
        line = say(_brief(adaptation.adapted_reply(reply, place), act, inline)) if brief else None
        self._answers.press(query, line)

    def _open_link(self, query: CallbackQuery, act: Act, near: Place) -> None:
        """Open the private chat, where the act is carried out."""
        payload = links.payload(act, near)
        self._answers.open_link(query, links.address(self._bot.username, payload))

    async def _place(
        self, message: MaybeInaccessibleMessage | None, near: Place, act: Act
    ) -> Place:
        """Return where a button was pressed; a deleted message's topic comes from its table."""
        table = getattr(act, "table", None)
        if message is None or message.is_accessible or table is None:
            return near
        shown_in = await self._service.places_of(table)
        return next((where for where in shown_in if where.channel == near.channel), near)


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
    """Return the id of the pressed message if another page may replace it.

    Such a message has a button that leads to another page, such as a step of a tutorial.
    """
    message = query.message
    keys = getattr(message, "reply_markup", None)
    offered = () if keys is None else keys.inline_keyboard
    codes = (key.callback_data for row in offered for key in row)
    acts = (decoded(code) for code in codes if isinstance(code, str))
    leads_on = any(act and act.declared.pages and act != type(act)() for act in acts)
    return message.message_id if message is not None and leads_on else None


def _near(message: MaybeInaccessibleMessage | None, inline: str | None) -> Place | None:
    """Return the chat or inline message of a button; the topic may be missing."""
    if message is not None:
        return names.place(message)
    return None if inline is None else names.inline(inline)


def _is_message(reply: Reply, act: Act) -> bool:
    """Whether the reply is sent as a message rather than shown as an alert."""
    if reply.choices or reply.cover or reply.board or reply.advice or reply.invite:
        return True
    return act.declared.audience is not Audience.ACTOR and not reply.refused


def _brief(reply: Reply, act: Act, inline: str | None) -> Text:
    """Return the alert; an inline challenge can be accepted before its table is open."""
    text = reply.texts[0]
    joins = hasattr(act, "word")  # only what takes a seat takes a word
    unopened = inline is not None and joins and text.key == "table.gone"
    return Text("telegram.unopened") if unopened else text


def _retrying(down: StoreDown) -> Text:
    """Return what to say about a press that is retried: that it will be, or what's needed."""
    temporary = down.reason in (Down.AWAY, Down.UNSURE)
    return Text("telegram.waits") if temporary else down.text
