"""Button presses: executed, then answered with the outcome."""

from dataclasses import replace
from functools import partial
from typing import Final

from telegram import Bot, CallbackQuery, MaybeInaccessibleMessage
from telegram.constants import ChatType

from bot.acts.act import Act, Audience
from bot.acts.codec import parts_of
from bot.acts.registry import decoded
from bot.inbound.board_links import BoardLinks
from bot.inbound.outcome import Outcome, acknowledging, outcome_of
from bot.inbound.platform import Services
from bot.inbound.speech import answered_in
from bot.on_telegram import adaptation, links, names, words
from bot.on_telegram.answers import ALERT_LENGTH, UNSHOWN, Answers
from bot.on_telegram.delivery import Recipient
from bot.on_telegram.ephemeral import is_pressed, number_of
from bot.on_telegram.keyboard import choice_keyboard
from bot.table.button import Posts
from bot.table.people import Actor, Place
from bot.table.ports import Down, Operation, StoreDown
from bot.table.request import Reply, Request
from engine.text import Say, Text

UNKNOWN: Final = Text("press.unknown")


class Presses:
    """Passes presses to the service."""

    def __init__(
        self, bot: Bot, services: Services, answers: Answers, board_links: BoardLinks
    ) -> None:
        self._bot = bot
        self._board_links = board_links
        self._service = services.service
        self._store = services.store
        self._dispatcher = services.dispatcher
        self._catalogue = services.catalogue
        self._url = services.url
        self._answers = answers

    async def handle(self, query: CallbackQuery) -> None:
        """Execute first, then answer with the outcome; acknowledge early if it takes too long.

        Raises StoreDown; Telegram then has to deliver the press again.
        """
        inline = query.inline_message_id
        act, near = decoded(query.data or ""), _near(query.message, inline)
        actor = names.actor(query.from_user)
        # The bot can't post where an inline message is, but a game can follow another one in it.
        stays = inline is None or act is None or act.posts in (Posts.NOTHING, Posts.NEXT)
        if act is None or near is None or not stays:
            self._answers.press(query, (await self._voice(actor, inline))(UNKNOWN))
        elif not act.declared.audience.is_private or _is_alone(query):
            await self._carry_out(query, act, actor, near)
        elif inline is not None or act.declared.topic == "data":
            self._open_link(query, act, near)
        else:
            await self._show_alone(query, act, actor, near)

    async def _carry_out(self, query: CallbackQuery, act: Act, actor: Actor, near: Place) -> None:
        """Carry out an act, and answer its press. Raises StoreDown."""
        place, inline = near, query.inline_message_id

        async def carried_out() -> Outcome:
            nonlocal place
            place = await self._place(query.message, near, act)
            if inline is not None and not await self._may_follow(act, place):
                return Outcome(Reply((UNKNOWN,), refused=True))
            return await self._dispatcher.settle(act, self._request(query, actor, place))

        async def acknowledge() -> None:
            self._answers.press(query, None)

        async with acknowledging(acknowledge):
            outcome = await outcome_of(carried_out())
        # Their language is looked up last: they may just have chosen another one.
        to = Recipient(actor, await self._voice(actor, inline), place)
        try:
            reply = outcome.settled() if outcome.barrier is None else UNSHOWN
        except StoreDown as down:
            self._answers.press(query, to.say(_retrying(down)))
            raise
        if inline is not None and reply.choices and act.declared.is_linked:
            self._open_link(query, act, near)
        else:
            await self._answer(query, act, to, reply)

    async def _answer(self, query: CallbackQuery, act: Act, to: Recipient, reply: Reply) -> None:
        """Answer a press: by an alert, by a message or by both."""
        say, inline, alert = to.say, query.inline_message_id, None
        if reply.texts:
            alert = say(_brief(adaptation.adapted_reply(reply, to.place), act, inline))
        # An alert is for the user alone; a message in a group is not.
        personal = reply.personal or act.declared.audience is Audience.PERSONAL
        hidden, said = personal and not _is_alone(query), _is_message(reply, act)
        if hidden and is_pressed(query) and said and not _is_alert(reply, say):
            # What is more than an alert can follow a message that only they see.
            instead = partial(self._answers.press, query, alert)
            self._answers.whisper(query, _recipient(query, act, to), reply, instead)
            return
        late = self._answers.late(to.place)
        waits = late is not None and _is_alert(reply, say)  # an alert needn't wait
        as_message = inline is None and not hidden and said and not waits
        if as_message:
            movable = names.is_private(to.place)
            listed = await self._board_links.linked(reply, to.actor, to.place, movable=movable)
            keys = choice_keyboard(listed.choices, say, self._url) if reply.lists else None
            self._answers.reply(_recipient(query, act, to), listed, keys)
        if alert is not None and (reply.refused or not as_message):
            self._answers.press(query, alert)
        else:
            coming = late if as_message else None
            self._answers.press(query, None if coming is None else say(coming), passing=True)

    async def _show_alone(self, query: CallbackQuery, act: Act, actor: Actor, near: Place) -> None:
        """Show in a group what only the user needs, or else lead to it in the private chat."""
        leads = partial(self._open_link, query, act, near)
        if not await self._answers.hides_in(near):
            leads()
            return
        place = await self._place(query.message, near, act)
        outcome = await self._dispatcher.settle(act, self._request(query, actor, place))
        to = Recipient(actor, await self._voice(actor, None), place, hidden=True)
        reply = await self._board_links.linked(outcome.reply, actor, place, movable=False)
        self._answers.whisper(query, _recipient(query, act, to), reply, leads)

    def _request(self, query: CallbackQuery, actor: Actor, place: Place) -> Request:
        """Return the request of a press, the same for every delivery of it."""
        id_ = Operation(f"telegram:{self._bot.id}:{query.id}")
        alone = names.is_private(place)
        return Request(id_, actor, place, _board(query), alone=alone)

    def _open_link(self, query: CallbackQuery, act: Act, near: Place) -> None:
        """Open the private chat, where the act is carried out."""
        payload = links.payload(act, near)
        self._answers.open_link(query, links.address(self._bot.username, payload))

    async def _voice(self, actor: Actor, inline: str | None) -> words.Voice:
        """Return the voice for an alert, with commands that work where its message is."""
        voice = words.Voice(self._catalogue, await answered_in(self._store, actor))
        if inline is None or not self._bot.bot.supports_guest_queries:
            return voice
        return replace(voice, command=words.to_guest(self._bot.username))

    async def _may_follow(self, act: Act, place: Place) -> bool:
        """Whether an act in an inline message leaves it to the game that it shows, or follows it.

        A client can send any payload, which must not replace another game.
        """
        if act.posts is not Posts.NEXT:
            return True
        return act.about is not None and place in await self._service.places_of(act.about)

    async def _place(
        self, message: MaybeInaccessibleMessage | None, near: Place, act: Act
    ) -> Place:
        """Return where a button was pressed; a deleted message's topic comes from its table."""
        if message is None or message.is_accessible or act.about is None:
            return near
        shown_in = await self._service.places_of(act.about)
        return next((where for where in shown_in if where.channel == near.channel), near)


def _is_alone(query: CallbackQuery) -> bool:
    """Return whether a button was pressed in a private chat with the bot."""
    return query.message is not None and query.message.chat.type == ChatType.PRIVATE


def _board(query: CallbackQuery) -> str:
    """Return the message id of the board whose button was pressed; else "".

    A client can send any payload. So a message counts only if it has such a button.
    """
    message = None if is_pressed(query) else query.message
    keys = getattr(message, "reply_markup", None)
    offered = () if keys is None else keys.inline_keyboard
    found = any(key.callback_data == query.data for row in offered for key in row)
    return str(message.message_id) if message is not None and found else ""


def _recipient(query: CallbackQuery, act: Act, to: Recipient) -> Recipient:
    """Return whom and where the reply to a press is for.

    In a group it is for them alone, unless everybody is to see it, or it replaces what everybody
    sees.
    """
    pressed = _replaced(query, act)
    if names.is_private(to.place):
        return replace(to, pressed=pressed)
    number = number_of(query.message)
    if number is not None:
        return replace(to, whisper=None if pressed is None else number, query=query.id, hidden=True)
    hidden = pressed is None and act.declared.audience is not Audience.CHAT
    return replace(to, pressed=pressed, query=query.id, hidden=hidden)


_OF_ALL: Final = {"games", "cancel"}
"""Acts on messages that stay, because others press them, too: the welcome, and a table's board."""


def _replaced(query: CallbackQuery, act: Act) -> int | None:
    """Return the id of the pressed message if the page to which `act` leads may replace it.

    Such a message has a button that leads to another page, such as a step of a tutorial.
    """
    message = query.message
    keys = getattr(message, "reply_markup", None)
    offered = () if keys is None else keys.inline_keyboard
    codes = (key.callback_data for row in offered for key in row)
    found = [decoded(code) for code in codes if isinstance(code, str)]
    acts = [each for each in found if each is not None]
    if not act.declared.pages or any(each.declared.name in _OF_ALL for each in acts):
        return None
    leads_on = any(each.declared.pages and parts_of(each)[1:] for each in acts)
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


def _is_alert(reply: Reply, say: Say) -> bool:
    """Whether the reply says no more than fits an alert."""
    texts = reply.texts
    return reply == Reply(texts) and len(texts) == 1 and len(say(texts[0])) <= ALERT_LENGTH


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
