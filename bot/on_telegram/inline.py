"""Inline mode: whoever types the bot's name in any chat chooses a challenge to be put there.

Its button carries the id of a table that is opened as soon as Telegram tells what was chosen, and
in which message it stands. Telegram tells that only where the bot's owner has asked it to.
"""

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import takewhile

from telegram import (
    Bot,
    ChosenInlineResult,
    InlineQuery,
    InlineQueryResultArticle,
    InputTextMessageContent,
)
from telegram.constants import InlineQueryResultLimit, ParseMode

from bot.commands.commands import PREFIX, BadCommand
from bot.commands.typed import parse
from bot.games.catalogue import Games, title
from bot.games.spelling import plain
from bot.inbound.platform import House
from bot.on_telegram import names, words
from bot.on_telegram.answers import Answers
from bot.on_telegram.keyboard import challenge_keyboard
from bot.table.intents import Challenge
from bot.table.naming import called
from bot.table.ports import Operation
from bot.table.request import Refusal, Reply, Request
from engine.text import Say, Text


@dataclass(frozen=True, slots=True)
class Offer:
    """A challenge to whoever accepts first, and what would be played."""

    challenge: Challenge
    header: str
    told: tuple[Text, ...]

    @property
    def ruleset(self) -> str:
        """The key of the ruleset."""
        return self.challenge.options.ruleset

    @property
    def summary(self) -> Text:
        """One sentence: the ruleset's own, or what it is with the options that were chosen."""
        return self.told[0 if self.challenge.options.chosen else -1]


class Inline:
    """Offers challenges, and opens the tables of those that were chosen."""

    def __init__(self, bot: Bot, house: House, answers: Answers) -> None:
        self._bot = bot
        self._games = house.games
        self._service = house.service
        self._dispatcher = house.dispatcher
        self._catalogue = house.catalogue
        self._answers = answers

    def offer(self, query: InlineQuery) -> None:
        """Answer what somebody types behind the bot's name, or say what is wrong with it."""
        say = words.voice(self._catalogue, names.actor(query.from_user).language)
        try:
            found = offers(query.query, say, self._games)
        except BadCommand as bad:
            self._answers.offer(query, (), say(bad.text))
        else:
            articles = [self._article(query, offer, say) for offer in found.values()]
            self._answers.offer(query, articles, None)

    async def chosen(self, result: ChosenInlineResult) -> None:
        """Open the table of a challenge that was put into a chat; there it is said why not.

        Raises StoreDown, and then the choice has to come again.
        """
        message, person = result.inline_message_id, result.from_user
        if message is None:
            return  # one without a keyboard, and so none of ours
        say = words.voice(self._catalogue, names.actor(person).language)
        try:
            offer = offers(result.query, say, self._games).get(result.result_id.partition(".")[0])
            if offer is None:
                raise BadCommand(Text("telegram.outdated"))  # noqa: TRY301 - told as all others
        except BadCommand as bad:
            reply = Reply((bad.text,), refused=True)
        else:
            known, actor = operation(self._bot, result.result_id), names.actor(person)
            asked = Request(known, actor, names.inline(message), offer.challenge)
            reply = (await self._dispatcher.act(asked)).settled()
        if reply.refused:
            self._answers.write(message, reply, say)

    def _article(self, query: InlineQuery, offer: Offer, say: Say) -> InlineQueryResultArticle:
        """A challenge as it is listed, and the message that it becomes where it is chosen."""
        id_ = result_id(offer.ruleset, query.id)
        host = Text("offer.open", name=called(names.full_name(query.from_user)))
        told = "\n".join(map(say, (host, *offer.told)))
        return InlineQueryResultArticle(
            id_,
            say(title(offer.header)),
            InputTextMessageContent(
                names.escape(told),
                ParseMode.HTML,
                link_preview_options=words.NO_PREVIEW,
            ),
            challenge_keyboard(self._service.table_id(operation(self._bot, id_)), say),
            description=say(offer.summary),
        )


def offers(query: str, say: Say, games: Games) -> Mapping[str, Offer]:
    """The challenges that somebody may mean, by their rulesets; BadCommand says what is wrong."""
    found: dict[str, Offer] = {}
    refused: list[Text] = []
    for challenge in _challenges(query, say, games):
        try:
            header = games.header(challenge.options)
            offer = Offer(challenge, header, games.offered(header))
            found[offer.ruleset] = offer
        except Refusal as refusal:
            refused.append(refusal.text)
    if not found:
        raise BadCommand(refused[0])
    return found


def _challenges(query: str, say: Say, games: Games) -> Iterable[Challenge]:
    """Read a query: the beginning of a ruleset's name, and options as they are typed elsewhere."""
    typed = query.split()
    begun = list(takewhile(lambda word: "=" not in word, typed))
    name, options = plain("".join(begun)), " ".join(typed[len(begun) :])
    if name or not begun:
        meant = [key for key in games.rulesets if _begins(key, name, say)]
        try:
            if meant:
                return [_read(f"{key} {options}", games) for key in meant]
        except BadCommand:
            if name:
                raise  # else the name may stand behind the options
    return [_read(query, games)]


def _begins(key: str, name: str, say: Say) -> bool:
    """Whether a ruleset is called so, as commands know it or as people are told."""
    title = say(Text(f"ruleset.{key}.title"))
    return any(plain(called).startswith(name) for called in (key, title))


def _read(line: str, games: Games) -> Challenge:
    challenge = parse(f"{PREFIX} open {line}", lambda _: None, games)
    assert isinstance(challenge, Challenge)  # noqa: S101 - what that command means
    return challenge


def operation(bot: Bot, result: str) -> Operation:
    """What the choice of a result is known by, before and after it is made."""
    return Operation(f"telegram:{bot.id}:inline:{result}")


def result_id(ruleset: str, query: str) -> str:
    """What a result is known by: the ruleset, and the query that it answers."""
    id_ = f"{ruleset}.{query}"
    if len(id_.encode()) <= InlineQueryResultLimit.MAX_ID_LENGTH:
        return id_
    return f"{ruleset}.{hashlib.sha256(query.encode()).hexdigest()[:32]}"
