"""Blocking a person, up to a limit: what people block is read whenever they are challenged."""

from typing import Final

from bot.acts import access
from bot.acts.context import Context
from bot.table.people import User
from bot.table.request import Refusal
from engine.text import Text

MAX_BLOCKED: Final = 200
"""How many people one person can block by name; further ones can be blocked all at once."""


async def block(here: Context, whom: User, name: str) -> None:
    """Block challenges to the actor from a person. Raises Refusal if the limit is reached."""
    users = access.users_of(here.actor)
    for user in users:
        known = (await here.store.preferences(user)).blocked
        if len({*known} - {whom, whom.pseudonym}) >= MAX_BLOCKED:
            raise Refusal(Text("block.many", count=MAX_BLOCKED), personal=True)
    for user in users:
        await here.store.block(user, whom, name)
