"""Blocking: people choose whose challenges they receive.

Blocks are also stored for the person's handle, because a challenge can name only the handle.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

from typing_extensions import override

from bot.acts import access
from bot.acts.act import Act, Audience, Declaration, Who
from bot.acts.codec import confirmed, typed
from bot.acts.context import Context
from bot.commands.command import EVERYONE, PERSON, Command
from bot.commands.commands import Typed
from bot.table.button import Posts
from bot.table.naming import called
from bot.table.people import Actor
from bot.table.request import Refusal, Reply
from engine.text import Text


@dataclass(frozen=True, slots=True)
class _About(Act):
    """An act about one person or everyone. With neither, it lists who is blocked."""

    whom: Actor | None = typed(None)
    everyone: bool = confirmed(default=False)

    @classmethod
    @override
    def read(cls, typed: Typed) -> Self:
        return cls(typed.person, everyone=EVERYONE.name in typed.values)

    @override
    def with_people(self, people: Sequence[Actor]) -> Self | None:
        return None if self.whom or self.everyone else type(self)(people[0])


@dataclass(frozen=True, slots=True)
class Block(_About):
    """Block challenges from `whom` or from `everyone`."""

    declared = Declaration(
        "block",
        Command("block", (PERSON, EVERYONE), group="me"),
        Audience.PERSONAL,
        Posts.NOTHING,
        Who.PLAYERS,
        linked=True,
    )

    @override
    async def handle(self, here: Context) -> Reply:
        users = access.users_of(here.actor)
        if self.everyone:
            for user in users:
                await here.store.block(user, None)
            return Reply((Text("block.all"),))
        if self.whom is None:
            return await _listed(here)
        if self.whom.user in users:
            raise Refusal(Text("block.self"))
        for user in users:
            await here.store.block(user, self.whom.user, self.whom.name)
        return Reply((Text("block.blocked", name=called(self.whom.name)),))


@dataclass(frozen=True, slots=True)
class Unblock(_About):
    """Unblock `whom`, or (`everyone`) accept challenges from all players not blocked by name."""

    declared = Declaration(
        "unblock",
        Command("unblock", (PERSON, EVERYONE), group="me"),
        Audience.PERSONAL,
        Posts.NOTHING,
        Who.PLAYERS,
        linked=True,
    )

    @override
    async def handle(self, here: Context) -> Reply:
        users = access.users_of(here.actor)
        if self.everyone:
            for user in users:
                await here.store.unblock(user, None)
            return Reply((Text("unblock.all"),))
        if self.whom is None:
            return await _listed(here)
        for user in users:
            await here.store.unblock(user, self.whom.user)
        if (await here.store.preferences(here.user)).blocks_all:
            return Reply((Text("block.all"),))
        return Reply((Text("unblock.unblocked", name=called(self.whom.name)),))


async def _listed(here: Context) -> Reply:
    preferences = await here.store.preferences(here.user)
    lines = [Text("block.line", name=called(name)) for name in preferences.blocked.values()]
    if preferences.blocks_all:
        lines.insert(0, Text("block.all"))
    return Reply((*(lines or [Text("block.none")]), Text("block.how")))
