"""Guest mode: name the bot in any chat, and it answers there without being a member.

Telegram takes one answer, which is a message that is edited from then on like an inline one. So a
game is posted in two steps: first the challenge as such a message, then the table in its place,
whose board replaces the challenge. An update that is delivered again finds the table or, if that
could not be opened, the message.
"""

import time
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial
from typing import Final

import structlog
from telegram import Bot, InlineKeyboardMarkup, InlineQueryResultArticle, Message
from telegram.error import TelegramError

from bot.acts.act import Act, TableAct
from bot.acts.registry import act
from bot.commands.command import PREFIX, BadCommand
from bot.games.catalogue import title
from bot.inbound.platform import Services
from bot.inbound.retry import retry
from bot.inbound.speech import answered_in
from bot.on_telegram import articles, commands, links, names, words
from bot.on_telegram.answers import QUERY_SECONDS, Answers
from bot.on_telegram.articles import offer_of
from bot.on_telegram.commands import Typed
from bot.on_telegram.delivery import transient
from bot.on_telegram.keyboard import link
from bot.on_telegram.words import Voice
from bot.table.naming import called
from bot.table.options import Options
from bot.table.people import Actor, Place, Platform
from bot.table.ports import Operation
from bot.table.request import Refusal, Reply, Request
from engine.text import Text

_CHALLENGING: Final = frozenset(("play", "open", "challenge"))
"""The commands that post a challenge here. In a chat with the bot, each has its own answer."""

_PRACTICE: Final = "practice"
_RULES: Final = "rules"
_HELP: Final = frozenset(("help", "start"))

_EXAMPLES: Final = {
    "play": "open",
    "challenge @maria": "challenge",
    "practice": "practice",
    "rules kekchi": "rules",
}
"""What people can write, each with the command that describes it."""

_HOW: Final = (
    Text("telegram.guest.how"),
    *(
        Text("help.line", usage=f"{PREFIX} {typed}", does=Text(f"command.{described}"))
        for typed, described in _EXAMPLES.items()
    ),
    Text("telegram.guest.more"),
)

_HINT: Final = Text("telegram.guest.hint")

_ID: Final = "answer"
"""The id of the only result."""

_NOWHERE: Final = Place(Platform.TELEGRAM, "")

MAX_SENT: Final = 1000
"""How many messages are remembered whose tables may have to be opened again."""

log = structlog.get_logger()


class Guests:
    """Answers the messages that name the bot, and opens the tables of those that ask for a game.

    `clock` is monotonic, in seconds.
    """

    def __init__(
        self,
        bot: Bot,
        services: Services,
        answers: Answers,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._bot = bot
        self._games = services.games
        self._service = services.service
        self._store = services.store
        self._dispatcher = services.dispatcher
        self._catalogue = services.catalogue
        self._answers = answers
        self._clock = clock
        self._sent: dict[str, str] = {}
        """The messages that have been sent, by query."""

    async def handle(self, message: Message) -> None:
        """Answer a message, once.

        Raises StoreDown; Telegram then has to deliver the update again.
        """
        if message.from_user is None:
            return
        actor, typed = names.actor(message.from_user), commands.summons(message, self._bot.username)
        command = words.to_guest(self._bot.username)
        language = await answered_in(self._store, actor)
        say = words.Voice(self._catalogue, language, command=command)
        try:
            if typed.name in _HELP:
                await self._tell(message, _HOW, say)
            elif typed.name in _CHALLENGING:
                await self._challenge(message, typed, actor, say)
            elif typed.name == _PRACTICE:
                await self._practise(message, typed, actor, say)
            elif typed.name == _RULES:
                await self._explain(message, typed, say)
            else:
                await self._lead_away(message, typed, say)
        except (BadCommand, Refusal) as bad:
            await self._tell(message, (bad.text, _HINT), say)

    async def failed(self, message: Message, why: Text, say: Voice) -> None:
        """Say why a message has no better answer: in its answer, if there is one already."""
        sent = self._sent.get(message.guest_query_id or "")
        if sent is None:
            await self._tell(message, (why,), say)
        else:
            self._answers.write(sent, Reply((why,)), say)

    async def _challenge(self, message: Message, typed: Typed, actor: Actor, say: Voice) -> None:
        """Post a challenge to the people whom the message has just notified, or to anyone."""
        wanted = self._act_of(replace(typed, name="challenge"), message)
        people: tuple[Actor, ...] = getattr(wanted, "people", ())
        if [each.user for each in people] == [actor.user]:
            people = ()  # the message replies to one of their own
        offer = offer_of(self._games, getattr(wanted, "options", Options()), people)
        table = self._service.table_id(self._operation(message))
        shown = articles.challenge(offer, _ID, table, actor.name, say, mention=False)
        await self._post(message, offer.act, shown, actor, say)

    async def _practise(self, message: Message, typed: Typed, actor: Actor, say: Voice) -> None:
        """Post a game against the computer."""
        wanted = self._act_of(typed, message)
        content = say.html(Text("telegram.guest.practice", name=called(actor.name)))
        await self._post(message, wanted, self._article(content, say), actor, say)

    async def _explain(self, message: Message, typed: Typed, say: Voice) -> None:
        """Describe a game, with a link to its rules in the private chat."""
        options: Options = getattr(self._act_of(typed, message), "options", None) or Options()
        offer = offer_of(self._games, options)
        rules = act("rules", options=options)
        keys = self._private(rules, Text("telegram.private.read.button"), say)
        texts = (title(offer.header), *offer.description, *offer.length)
        await self._tell(message, texts, say, keys)

    async def _lead_away(self, message: Message, typed: Typed, say: Voice) -> None:
        """Answer a command that isn't for this chat: with a link to the chat where it is."""
        wanted = self._act_of(typed, message)
        unnamed = isinstance(wanted, TableAct) and wanted.about is None
        if unnamed or not wanted.declared.audience.is_private:
            await self._tell(message, (Text("telegram.guest.elsewhere"), _HINT), say)
            return
        key = f"telegram.private.{wanted.declared.topic}"
        keys = self._private(wanted, Text(f"{key}.button"), say)
        await self._tell(message, (Text(key),), say, keys)

    def _act_of(self, typed: Typed, message: Message) -> Act:
        """Return what a message says. Raises BadCommand."""
        wanted = commands.act_of(typed, message, self._games)
        if message.sender_chat is not None and not wanted.declared.allows_anonymous:
            raise BadCommand(Text("telegram.anonymous"))
        return wanted

    async def _post(
        self,
        message: Message,
        wanted: Act,
        shown: InlineQueryResultArticle,
        actor: Actor,
        say: Voice,
    ) -> None:
        """Answer with a game as it is first `shown`, and open its table in that message.

        If the table can't be opened, the message says why. May raise StoreDown.
        """
        id_ = self._operation(message)
        if await self._service.places_of(self._service.table_id(id_)):
            return  # the message was delivered before
        sent = await self._answer(message, shown)
        if sent is None:
            return
        request = Request(id_, actor, names.inline(sent))
        reply = (await self._dispatcher.act(wanted, request)).settled()
        if reply.refused:
            self._answers.write(sent, reply, say)

    async def _tell(
        self,
        message: Message,
        texts: Iterable[Text],
        say: Voice,
        keys: InlineKeyboardMarkup | None = None,
    ) -> None:
        """Answer with texts."""
        await self._answer(message, self._article("\n".join(map(say.html, texts)), say, keys))

    def _article(
        self, content: str, say: Voice, keys: InlineKeyboardMarkup | None = None
    ) -> InlineQueryResultArticle:
        """Return an answer in HTML, by default with a link to the commands in the private chat."""
        named = say(title(Options().ruleset))  # nobody sees it, but it must not be empty
        leads = keys or self._private(act("help"), Text("telegram.guest.button"), say)
        return articles.article(_ID, named, content, leads)

    async def _answer(self, message: Message, shown: InlineQueryResultArticle) -> str | None:
        """Answer a message; return the inline id of the answer, None if it can't be answered."""
        query = message.guest_query_id or ""
        if query in self._sent:
            return self._sent[query]
        answer = partial(self._bot.answer_guest_query, query, shown)
        try:
            sent = await retry(answer, self._clock() + QUERY_SECONDS, transient, self._clock)
        except (TelegramError, TimeoutError) as error:
            # Usually, it has been answered: the message was delivered before.
            log.info("guest.unanswered", why=type(error).__name__)
            return None
        if len(self._sent) >= MAX_SENT:
            self._sent.clear()
        self._sent[query] = sent.inline_message_id
        return sent.inline_message_id

    def _private(self, wanted: Act, label: Text, say: Voice) -> InlineKeyboardMarkup:
        """Return a link to the reply to an act, which is about no place, in the private chat."""
        payload = links.payload(wanted, _NOWHERE)
        return link(say(label), links.address(self._bot.username, payload))

    def _operation(self, message: Message) -> Operation:
        """Return the operation of a message, the same for every delivery."""
        return Operation(f"telegram:{self._bot.id}:guest:{message.guest_query_id}")
