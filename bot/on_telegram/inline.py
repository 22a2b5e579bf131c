"""Inline mode: type the bot's name in any chat to choose a challenge and send it there.

The challenge's button contains the id of a table. The table is opened when Telegram reports which
result was chosen, and the message it is in. Telegram reports that only if the bot's operator has
enabled inline feedback. A query can name the people who are challenged by their usernames, which is
all that Telegram tells of them.
"""

import hashlib
import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import takewhile
from typing import Final

from telegram import Bot, ChosenInlineResult, InlineQuery, InlineQueryResultArticle, User
from telegram.constants import InlineQueryResultLimit

from bot.commands.command import PREFIX, BadCommand
from bot.games.catalogue import Games
from bot.games.spelling import echo, plain, typed_name
from bot.inbound.platform import Services
from bot.inbound.speech import answered_in
from bot.inbound.typed import parse_game
from bot.on_telegram import articles, commands, names
from bot.on_telegram.answers import Answers
from bot.on_telegram.articles import Offer, offer_of
from bot.on_telegram.words import Voice
from bot.table.options import Options
from bot.table.people import Actor
from bot.table.ports import Operation
from bot.table.request import Refusal, Reply, Request
from engine.text import Name, Say, Text

_INTRODUCTIONS = (PREFIX, "/open", "open", "/challenge", "challenge")
"""Words of the commands that post a challenge; in a query they mean nothing."""

_USERNAME: Final = re.compile(r"@(\w{4,32})", re.ASCII)
"""How people are named in a query."""


class Inline:
    """Offers challenges, and opens the tables of those that are sent."""

    def __init__(self, bot: Bot, services: Services, answers: Answers) -> None:
        self._bot = bot
        self._games = services.games
        self._service = services.service
        self._store = services.store
        self._dispatcher = services.dispatcher
        self._catalogue = services.catalogue
        self._answers = answers

    async def offer(self, query: InlineQuery) -> None:
        """Answer an inline query with challenges, or with what's wrong with it."""
        say = await self._voice(query.from_user)
        try:
            found = offers(query.query, say, self._games)
        except BadCommand as bad:
            self._answers.offer(query, (), say(bad.text))
        else:
            articles = [self._article(query, offer, say) for offer in found.values()]
            self._answers.offer(query, articles, None)

    async def chosen(self, result: ChosenInlineResult) -> None:
        """Open the game of a challenge that was sent; if that fails, write the reason there.

        Raises StoreDown; Telegram then has to deliver the update again.
        """
        message, person = result.inline_message_id, result.from_user
        if message is None:
            return  # a message without a keyboard isn't one of the bot's challenges
        say = await self._voice(person)
        try:
            offer = offers(result.query, say, self._games).get(result.result_id.partition(".")[0])
            if offer is None:
                raise BadCommand(Text("telegram.outdated"))  # noqa: TRY301 - reported like the others
        except BadCommand as bad:
            reply = Reply((bad.text,), refused=True)
        else:
            id_, actor = operation(self._bot, result.result_id), names.actor(person)
            request = Request(id_, actor, names.inline(message))
            reply = (await self._dispatcher.act(offer.act, request)).settled()
        if reply.refused:
            self._answers.write(message, reply, say)

    async def _voice(self, person: User) -> Voice:
        language = await answered_in(self._store, names.actor(person))
        return Voice(self._catalogue, language)

    def _article(self, query: InlineQuery, offer: Offer, say: Voice) -> InlineQueryResultArticle:
        """Return a challenge as a result: its list entry, and the message that it sends."""
        id_ = result_id(offer.ruleset, query.id)
        table = self._service.table_id(operation(self._bot, id_))
        host = names.full_name(query.from_user)
        return articles.challenge(offer, id_, table, host, say, mention=True)


def offers(query: str, say: Say, games: Games) -> Mapping[str, Offer]:
    """Return the challenges that match a query, by ruleset. Raises BadCommand."""
    typed = query.split()
    people = tuple(_named(word) for word in typed if word.startswith("@"))
    found: dict[str, Offer] = {}
    refused: list[Text] = []
    for options in _games([word for word in typed if not word.startswith("@")], say, games):
        try:
            offer = offer_of(games, options, people)
            found[offer.ruleset] = offer
        except Refusal as refusal:
            refused.append(refusal.text)
    if not found:
        raise BadCommand(refused[0])
    return found


def _named(word: str) -> Actor:
    """Return the person with a username. Raises BadCommand if it can't be a player's."""
    username = _USERNAME.fullmatch(word)
    if username is None:
        raise BadCommand(Text("telegram.username", name=Name(echo(word.removeprefix("@")))))
    person = names.by_username(username[1])
    commands.must_play(person, ())
    return person


def _games(typed: Sequence[str], say: Say, games: Games) -> Iterable[Options]:
    """Parse a query: the beginning of a ruleset's name, then options as in commands."""
    words = list(typed)
    while words and words[0].casefold() in _INTRODUCTIONS:
        del words[0]
    leading = list(takewhile(lambda word: "=" not in word, words))
    prefix, rest = plain("".join(leading)), " ".join(words[len(leading) :])
    if prefix or not leading:
        matching = [key for key in games.rulesets if _has_prefix(key, prefix, say)]
        found, wrong = list[Options](), list[BadCommand]()
        for key in matching:
            try:
                found.append(parse_game(f"{typed_name(key)} {rest}", games))
            except BadCommand as bad:  # some families have other options
                wrong.append(bad)
        if found:
            return found
        if wrong and prefix:
            raise wrong[0]  # otherwise the ruleset's name may come after the options
    return [parse_game(" ".join(words), games)]


def _has_prefix(key: str, prefix: str, say: Say) -> bool:
    """Whether the name or the title of a ruleset begins with `prefix`."""
    title = say(Text(f"ruleset.{key}.title"))
    return any(plain(name).startswith(prefix) for name in (typed_name(key), title))


def operation(bot: Bot, result: str) -> Operation:
    """Return the operation id of a chosen result; known before it is chosen."""
    return Operation(f"telegram:{bot.id}:inline:{result}")


def result_id(ruleset: str, query: str) -> str:
    """Return a result's id, made of its ruleset and the query's id."""
    id_ = f"{ruleset}.{query}"
    if len(id_.encode()) <= InlineQueryResultLimit.MAX_ID_LENGTH:
        return id_
    return f"{ruleset}.{hashlib.sha256(query.encode()).hexdigest()[:32]}"
