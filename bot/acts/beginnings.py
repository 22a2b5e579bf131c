"""The introduction, and the ways to start."""

from bot.acts.named import button
from bot.table.button import Button, Style
from bot.table.options import Options
from bot.table.request import Reply
from engine.text import Text


def beginnings() -> tuple[Button, ...]:
    """Return a button for each way to start."""
    return (
        button("play.computer", "practice", style=Style.GOOD),
        button("play.challenge", "challenge"),
        button("play.open", "open"),
        button("play.choose", "choose"),
        button("play.teams", "choose", "teams"),
        button("play.race", "choose", "race"),
        button("play.learn", "learn"),
        button("play.rules", "rules", options=Options()),
        button("play.games", "games"),
    )


def welcome() -> Reply:
    """Return a two-sentence introduction with a picture and the ways to start."""
    return Reply((Text("play.what"),), cover=True, choices=beginnings())
