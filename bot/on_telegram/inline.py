"""Inline mode: type the bot's name in any chat to choose a challenge and send it there.

The challenge's button contains the id of a table. The table is opened when Telegram reports which
result was chosen, and the message it is in. Telegram reports that only if the bot's operator has
enabled inline feedback.
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

from bot.acts.registry import act
from bot.commands.command import PREFIX, BadCommand
from bot.games.catalogue import Games, title
from bot.games.spelling import plain
from bot.inbound.platform import Services
from bot.inbound.typed import OPEN, parse_game
from bot.on_telegram import names, words
from bot.on_telegram.answers import Answers
from bot.on_telegram.keyboard import challenge_keyboard
from bot.show.lobby import first_buttons
from bot.show.match_lines import terms_of_match
from bot.table.durations import pace_text
from bot.table.naming import called
from bot.table.options import Options
from bot.table.ports import Operation
from bot.table.request import Refusal, Reply, Request
from bot.table.table import SMALLEST_GAME
from engine.text import Say, Text

_INTRODUCTIONS = (PREFIX, "/open", "open")
"""Words of the command that posts a challenge; in a query they mean nothing."""


@dataclass(frozen=True, slots=True)
class Offer:
    """A game for anyone, and the description of it or, of a match, of its first game.

    `match` says what wins the match, if it is one. `sides` are the names of a lobby's sides, empty
    for a game of two.
    """

    options: Options
    header: str
    description: tuple[Text, ...]
    match: tuple[Text, ...] = ()
    sides: tuple[Text, ...] = ()

    @property
    def ruleset(self) -> str:
        """The key of the ruleset."""
        return self.options.ruleset

    @property
    def summary(self) -> Text:
        """One sentence: about the ruleset, or about its options if any were chosen."""
        return self.description[0 if self.options.chosen else -1]

    @property
    def terms(self) -> tuple[Text, ...]:
        """A sentence about the match and one about the pace, if they were chosen."""
        pace = self.options.terms.pace
        timed = () if pace is None else (Text("offer.pace", pace=pace_text(pace)),)
        return (*self.match, *timed)


class Inline:
    """Offers challenges, and opens the tables of those that are sent."""

    def __init__(self, bot: Bot, services: Services, answers: Answers) -> None:
        self._bot = bot
        self._games = services.games
        self._service = services.service
        self._dispatcher = services.dispatcher
        self._catalogue = services.catalogue
        self._answers = answers

    def offer(self, query: InlineQuery) -> None:
        """Answer an inline query with challenges, or with what's wrong with it."""
        say = words.Voice(self._catalogue, names.actor(query.from_user).language)
        try:
            found = offers(query.query, say, self._games)
        except BadCommand as bad:
            self._answers.offer(query, (), say(bad.text))
        else:
            articles = [self._article(query, offer, say) for offer in found.values()]
            self._answers.offer(query, articles, None)

    async def chosen(self, result: ChosenInlineResult) -> None:
        """Open the table of a challenge that was sent; if that fails, write the reason there.

        Raises StoreDown; Telegram then has to deliver the update again.
        """
        message, person = result.inline_message_id, result.from_user
        if message is None:
            return  # a message without a keyboard isn't one of the bot's challenges
        say = words.Voice(self._catalogue, names.actor(person).language)
        try:
            offer = offers(result.query, say, self._games).get(result.result_id.partition(".")[0])
            if offer is None:
                raise BadCommand(Text("telegram.outdated"))  # noqa: TRY301 - reported like the others
        except BadCommand as bad:
            reply = Reply((bad.text,), refused=True)
        else:
            id_, actor = operation(self._bot, result.result_id), names.actor(person)
            request = Request(id_, actor, names.inline(message))
            reply = (await self._dispatcher.act(act(OPEN, offer.options), request)).settled()
        if reply.refused:
            self._answers.write(message, reply, say)

    def _article(self, query: InlineQuery, offer: Offer, say: Say) -> InlineQueryResultArticle:
        """Return a challenge as a result: its list entry, and the message that it sends."""
        id_ = result_id(offer.ruleset, query.id)
        table = self._service.table_id(operation(self._bot, id_))
        host = called(names.full_name(query.from_user))
        seeks = Text("lobby.open" if offer.sides else "offer.open", name=host)
        content = "\n".join(map(say, (seeks, *offer.description, *offer.terms)))
        return InlineQueryResultArticle(
            id_,
            say(title(offer.header)),
            InputTextMessageContent(
                words.escape(content),
                ParseMode.HTML,
                link_preview_options=words.NO_PREVIEW,
            ),
            challenge_keyboard(first_buttons(table, offer.sides), say),
            description=" ".join(map(say, (*offer.terms, offer.summary))),
        )


def offers(query: str, say: Say, games: Games) -> Mapping[str, Offer]:
    """Return the challenges that match a query, by ruleset. Raises BadCommand."""
    found: dict[str, Offer] = {}
    refused: list[Text] = []
    for options in _games(query, say, games):
        try:
            match = games.match(options)
            header = games.header(options) if match is None else match.header
            wins = tuple(terms_of_match(match, games.game(header).sides))
            offer = Offer(options, header, games.offered(header), wins, _sides(header, games))
            found[offer.ruleset] = offer
        except Refusal as refusal:
            refused.append(refusal.text)
    if not found:
        raise BadCommand(refused[0])
    return found


def _sides(header: str, games: Games) -> tuple[Text, ...]:
    """Return the names of the sides that people choose from; empty in a game of two."""
    game = games.game(header)
    if game.seats <= SMALLEST_GAME:
        return ()
    family = games.of(header)
    return tuple(family.side(header, side) for side in range(game.sides))


def _games(query: str, say: Say, games: Games) -> Iterable[Options]:
    """Parse a query: the beginning of a ruleset's name, then options as in commands."""
    words = query.split()
    while words and words[0].casefold() in _INTRODUCTIONS:
        del words[0]
    leading = list(takewhile(lambda word: "=" not in word, words))
    prefix, rest = plain("".join(leading)), " ".join(words[len(leading) :])
    if prefix or not leading:
        matching = [key for key in games.rulesets if _has_prefix(key, prefix, say)]
        found, wrong = list[Options](), list[BadCommand]()
        for key in matching:
            try:
                found.append(parse_game(f"{key} {rest}", games))
            except BadCommand as bad:  # some families have other options
                wrong.append(bad)
        if found:
            return found
        if wrong and prefix:
            raise wrong[0]  # otherwise the ruleset's name may come after the options
    return [parse_game(" ".join(words), games)]


def _has_prefix(key: str, prefix: str, say: Say) -> bool:
    """Whether a ruleset's key or title begins with `prefix`."""
    title = say(Text(f"ruleset.{key}.title"))
    return any(plain(name).startswith(prefix) for name in (key, title))


def operation(bot: Bot, result: str) -> Operation:
    """Return the operation id of a chosen result; known before it is chosen."""
    return Operation(f"telegram:{bot.id}:inline:{result}")


def result_id(ruleset: str, query: str) -> str:
    """Return a result's id, made of its ruleset and the query's id."""
    id_ = f"{ruleset}.{query}"
    if len(id_.encode()) <= InlineQueryResultLimit.MAX_ID_LENGTH:
        return id_
    return f"{ruleset}.{hashlib.sha256(query.encode()).hexdigest()[:32]}"
