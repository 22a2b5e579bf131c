"""One's own preferences."""

from dataclasses import dataclass

from typing_extensions import override

from bot.acts.act import Act, Audience, Declaration, Who
from bot.acts.context import Context
from bot.acts.me import Me
from bot.commands.command import PREFERENCES, Command
from bot.commands.commands import Typed
from bot.table.button import Posts
from bot.table.request import Reply


@dataclass(frozen=True, slots=True)
class ShowMe(Act):
    """List the actor's preferences, or offer the choices of one of them, the `topic`."""

    declared = Declaration(
        "me",
        Command("me", PREFERENCES, group="me", member="settings", brief="[option=...]"),
        Audience.LONG,
        Posts.NOTHING,
        Who.PLAYERS,
        topic="me",
    )

    topic: str = ""

    @classmethod
    @override
    def read(cls, typed: Typed) -> Act:
        """Return the act that was typed: with values, changes."""
        names = (option.name for option in PREFERENCES)
        changes = tuple((name, typed.values[name]) for name in names if name in typed.values)
        return ChangeMe(changes) if changes else cls()

    @override
    async def handle(self, here: Context) -> Reply:
        """Show them."""
        return await Me(here.tables, here.find_zones).show(here.request, self.topic)


@dataclass(frozen=True, slots=True)
class ChangeMe(Act):
    """Change some of the actor's preferences: `changes` are their names and new values."""

    declared = Declaration("me-set", None, Audience.ACTOR, Posts.NOTHING, Who.PLAYERS)

    changes: tuple[tuple[str, str], ...]

    @override
    async def handle(self, here: Context) -> Reply:
        """Change all of them, or none."""
        return await Me(here.tables, here.find_zones).change(here.request, self.changes)
