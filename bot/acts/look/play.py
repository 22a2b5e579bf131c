"""Introducing the game."""

from dataclasses import dataclass

from typing_extensions import override

from bot.acts.act import Act, Audience, Declaration, Who
from bot.acts.beginnings import welcome
from bot.acts.context import Context
from bot.commands.command import Command
from bot.table.button import Posts
from bot.table.request import Reply


@dataclass(frozen=True, slots=True)
class Play(Act):
    """Introduce the game in two sentences, with a picture, and offer the ways to start."""

    declared = Declaration("play", Command("play"), Audience.CHAT, Posts.MESSAGE, Who.ANYONE)

    @override
    async def handle(self, here: Context) -> Reply:
        return welcome()
