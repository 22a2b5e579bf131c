"""The first minute: what this is, and the ways to begin."""

from bot.table.button import Button, Offer, Style
from bot.table.intents import Challenge, ChooseOpponent, Learn, ListGames, Options, Practice, Rules
from bot.table.request import Reply
from engine.text import Text

BEGINNINGS: tuple[Offer, ...] = (
    Button(Text("play.computer"), Practice(), Style.GOOD),
    Button(Text("play.challenge"), ChooseOpponent()),
    Button(Text("play.open"), Challenge()),
    Button(Text("play.learn"), Learn()),
    Button(Text("play.rules"), Rules(Options())),
    Button(Text("play.games"), ListGames()),
)
"""What everybody can do first."""


def welcome() -> Reply:
    """Say in two sentences and a picture what this is, and offer the ways to begin."""
    return Reply((Text("play.what"),), cover=True, choices=BEGINNINGS)
