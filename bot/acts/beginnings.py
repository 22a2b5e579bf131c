"""The introduction, and the ways to start."""

from typing import Final

from bot.acts.named import button
from bot.table.button import Button, Style
from bot.table.options import Options
from bot.table.request import Reply
from engine.text import Text

TEAM_GAME: Final = Options("aj-sayil", (("seats", "4"),))
"""The team game that newcomers are offered."""

RACE: Final = Options("parchis", (("seats", "4"),))
"""The game for everyone for themselves that newcomers are offered."""


def beginnings() -> tuple[Button, ...]:
    """Return a button for each way to start."""
    return (
        button("play.computer", "practice", style=Style.GOOD),
        button("play.challenge", "challenge"),
        button("play.open", "open"),
        button("play.teams", "open", TEAM_GAME),
        button("play.race", "open", RACE),
        button("play.learn", "learn"),
        button("play.rules", "rules", options=Options()),
        button("play.games", "games"),
    )


def welcome() -> Reply:
    """Return a two-sentence introduction with a picture and the ways to start."""
    return Reply((Text("play.what"),), cover=True, choices=beginnings())
