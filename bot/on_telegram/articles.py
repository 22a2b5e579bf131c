"""Challenges as messages of their own, with the words and buttons that each has at first.

People send them by inline mode, or have the bot post them as a guest. Either way the message is
there before its table is, whose id its buttons contain. As soon as the table is open, its board
takes the place of what is said here.
"""

from dataclasses import dataclass

from telegram import InlineKeyboardMarkup, InlineQueryResultArticle, InputTextMessageContent
from telegram.constants import MessageLimit, ParseMode

from bot.acts.act import Act
from bot.acts.lengths import lengths_of
from bot.acts.offers import kept_for
from bot.acts.options import with_room
from bot.acts.registry import act
from bot.games.catalogue import Games, title
from bot.inbound.typed import OPEN
from bot.on_telegram import captions, words
from bot.on_telegram.keyboard import challenge_keyboard
from bot.on_telegram.words import Voice
from bot.show.lobby import first_buttons
from bot.show.match_lines import terms_of_match
from bot.table.durations import pace_text
from bot.table.ids import TableId
from bot.table.naming import called, names_of
from bot.table.options import Options
from bot.table.people import Actor
from bot.table.table import SMALLEST_GAME
from engine.text import Text


@dataclass(frozen=True, slots=True)
class Offer:
    """A challenge, and the description of its game or, of a match, of its first game.

    Without `people` it is for anyone. `length` says how long it takes, if that is known, and
    `match` what wins the match, if it is one. `sides` are the names of a lobby's sides, empty for a
    game of two.
    """

    options: Options
    header: str
    description: tuple[Text, ...]
    length: tuple[Text, ...] = ()
    match: tuple[Text, ...] = ()
    sides: tuple[Text, ...] = ()
    people: tuple[Actor, ...] = ()

    @property
    def act(self) -> Act:
        """What posts the challenge."""
        if self.people:
            return act("challenge", self.people, self.options)
        return act(OPEN, self.options)

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

    def by(self, host: str) -> Text:
        """Say who challenges whom. `host` is the name of who posts it."""
        name, others = called(host), names_of(kept_for(self.people))
        if self.people:
            return Text(
                "lobby.invited" if self.sides else "offer.challenge", name=name, other=others
            )
        return Text("lobby.open" if self.sides else "offer.open", name=name)


def offer_of(games: Games, options: Options, people: tuple[Actor, ...] = ()) -> Offer:
    """Return the challenge to a game, with a seat for each of `people`. Raises Refusal."""
    options = with_room(games, options, 1 + len(people)) if people else options
    match = games.match(options)
    header = games.header(options) if match is None else match.header
    wins = tuple(terms_of_match(match, games.game(header).sides))
    length, sides = tuple(lengths_of(games, options)), _sides(header, games)
    return Offer(options, header, games.offered(header), length, wins, sides, people)


def _sides(header: str, games: Games) -> tuple[Text, ...]:
    """Return the names of the sides that people choose from; empty in a game of two."""
    game = games.game(header)
    if game.seats <= SMALLEST_GAME:
        return ()
    family = games.of(header)
    return tuple(family.side(header, side) for side in range(game.sides))


def challenge(
    offer: Offer, id_: str, table: TableId, host: str, say: Voice, *, mention: bool
) -> InlineQueryResultArticle:
    """Return a challenge by `host` as a result: its list entry, and the message that it sends.

    With `mention`, the message mentions the people who are challenged, because nothing that follows
    in it notifies them. That isn't needed if a message of the host has just done so.
    """
    lines = (offer.by(host), *offer.description, *offer.length, *offer.terms)
    people = offer.people if mention else ()
    ping = captions.mentions((person.user, person.name) for person in people)
    return article(
        id_,
        say(title(offer.header)),
        ping + "\n".join(words.escape(say(line)) for line in lines),
        challenge_keyboard(first_buttons(table, offer.sides), say),
        description=" ".join(map(say, (*offer.terms, offer.summary))),
    )


def article(
    id_: str,
    title: str,
    content: str,
    keys: InlineKeyboardMarkup | None = None,
    *,
    description: str | None = None,
) -> InlineQueryResultArticle:
    """Return a result that sends `content`, which is HTML."""
    return InlineQueryResultArticle(
        id_,
        title,
        InputTextMessageContent(
            words.cut_html(content, MessageLimit.MAX_TEXT_LENGTH),
            ParseMode.HTML,
            link_preview_options=words.NO_PREVIEW,
        ),
        keys,
        description=description,
    )
