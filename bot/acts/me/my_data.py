"""What is stored about oneself."""

from dataclasses import dataclass

from typing_extensions import override

from bot.acts.act import Act, Audience, Declaration, Who
from bot.acts.context import Context
from bot.acts.limits import MY_DATA
from bot.acts.my_data import MyData
from bot.commands.command import Command
from bot.table.button import Posts
from bot.table.request import Reply


@dataclass(frozen=True, slots=True)
class ShowMyData(Act):
    """Show what is stored about the actor."""

    declared = Declaration(
        "mydata",
        Command("mydata", group="me"),
        Audience.LONG,
        Posts.NOTHING,
        Who.PLAYERS,
        topic="data",
    )

    @override
    async def handle(self, here: Context) -> Reply:
        here.limits.count(MY_DATA, here.user)
        return await MyData(here.tables, here.chats).show(here.request)
