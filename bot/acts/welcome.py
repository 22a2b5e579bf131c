"""The welcome message: what the game is, and how to start."""

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
"""The ways to start."""


def welcome() -> Reply:
    """Return a two-sentence introduction with a picture and the ways to start."""
    return Reply((Text("play.what"),), cover=True, choices=BEGINNINGS)
