"""The welcome message: what the game is, and how to start; and the choice of an opponent."""

from dataclasses import replace

from bot.table.button import Button, Offer, Style
from bot.table.codes import fits
from bot.table.durations import duration, pace_text
from bot.table.intents import Challenge, ChooseOpponent, Learn, ListGames, Options, Practice, Rules
from bot.table.pace import DAY, HOUR, MINUTE, Pace
from bot.table.request import Reply
from engine.text import Text

TEAM_GAME = Options("aj-sayil", (("seats", "4"),))
"""The team game that newcomers are offered."""

RACE = Options("parchis", (("seats", "4"),))
"""The game for everyone for themselves that newcomers are offered."""

BEGINNINGS: tuple[Offer, ...] = (
    Button(Text("play.computer"), Practice(), Style.GOOD),
    Button(Text("play.challenge"), ChooseOpponent()),
    Button(Text("play.open"), Challenge()),
    Button(Text("play.teams"), Challenge((), TEAM_GAME)),
    Button(Text("play.race"), Challenge((), RACE)),
    Button(Text("play.learn"), Learn()),
    Button(Text("play.rules"), Rules(Options())),
    Button(Text("play.games"), ListGames()),
)
"""The ways to start."""

PACES = (None, Pace(10 * MINUTE), Pace(12 * HOUR), Pace(3 * DAY))
"""The paces that have a button when you choose an opponent."""


def welcome() -> Reply:
    """Return a two-sentence introduction with a picture and the ways to start."""
    return Reply((Text("play.what"),), cover=True, choices=BEGINNINGS)


def ask_whom(options: Options) -> Reply:
    """Ask which opponent to challenge, with buttons for other paces.

    A button must be able to carry `ChooseOpponent(options)`. Those that can't carry the options
    together with another pace are left out.
    """
    anyone = Button(Text("play.open"), Challenge((), options))
    others = (
        Button(pace_label(terms.pace), choosing)
        for terms in map(options.terms.at, PACES)
        if terms.pace != options.terms.pace
        and fits(choosing := ChooseOpponent(replace(options, terms=terms)))
    )
    texts = (Text("challenge.whom"), _chosen(options.terms.pace))
    return Reply(texts, choices=(anyone, *others), opponent=options)


def _chosen(pace: Pace | None) -> Text:
    if pace is None:
        return Text("offer.no-pace")
    return Text("offer.pace", pace=pace_text(pace))


def pace_label(pace: Pace | None) -> Text:
    """Return the label of a button that chooses a pace."""
    if pace is None:
        return Text("challenge.pace-none")
    return Text("challenge.pace-turn", time=duration(pace.time))
