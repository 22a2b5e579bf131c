"""Listing one's games, and going to the next one that waits."""

from dataclasses import dataclass

from typing_extensions import override

from bot.acts.act import Act, Audience, Declaration, Who
from bot.acts.beginnings import beginnings
from bot.acts.context import Context
from bot.acts.listing import GameLine
from bot.acts.named import button
from bot.commands.command import Command
from bot.table.button import Button, Posts
from bot.table.request import Reply
from engine.text import Text


@dataclass(frozen=True, slots=True)
class ListGames(Act):
    """List the actor's tables, with a button for each board."""

    declared = Declaration(
        "games",
        Command("games"),
        Audience.LONG,
        Posts.NOTHING,
        Who.PLAYERS,
        topic="games",
    )

    @override
    async def handle(self, here: Context) -> Reply:
        """List them; without any, offer ways to start."""
        lines = [game.line for game in await here.tables.games_of(here.actor)]
        if not lines:
            return Reply((Text("games.none"),), choices=beginnings(), lists=True)
        boards = tuple(_board(line) for line in lines if line.seated)
        several = sum(line.yours for line in lines) > 1
        first = (Button(Text("button.next"), Next()),) if several else ()
        texts = tuple(line.text for line in lines)
        return Reply(texts, choices=(*first, *boards), lists=True)


@dataclass(frozen=True, slots=True)
class Next(Act):
    """Go to the next table that waits for the actor, the most urgent first."""

    declared = Declaration(
        "next",
        Command("next"),
        Audience.LONG,
        Posts.NOTHING,
        Who.PLAYERS,
        topic="games",
    )

    @override
    async def handle(self, here: Context) -> Reply:
        lines = [game.line for game in await here.tables.games_of(here.actor)]
        line = next((line for line in lines if line.yours), None)
        if line is None:
            return Reply((Text("next.none"),), choices=beginnings(), lists=True)
        return Reply((line.text,), choices=(_board(line),), lists=True)


def _board(line: GameLine) -> Button:
    """Return the button that shows the board of a listed table."""
    return button(Text("games.board", game=line.label), "board", line.table)
