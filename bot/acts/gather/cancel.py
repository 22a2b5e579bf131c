"""Cancelling one's own challenge."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from typing_extensions import override

from bot.acts import access
from bot.acts.act import Audience, Declaration, TableStep, Who
from bot.acts.context import Context
from bot.acts.lobbies import is_own_lobby
from bot.commands.command import of_game
from bot.table import steps
from bot.table.button import Button, Offer, Posts, Style
from bot.table.naming import name_of
from bot.table.request import Refusal
from bot.table.step import Step
from bot.table.table import Ending, Table
from engine.text import Text


@dataclass(frozen=True, slots=True)
class Cancel(TableStep):
    """Cancel one's own challenge."""

    declared = Declaration("cancel", of_game("cancel"), Audience.ACTOR, Posts.NOTHING, Who.PLAYERS)
    fits: ClassVar = access.is_host
    none: ClassVar = Text("pick.no-own-offer")
    anywhere: ClassVar = True

    @override
    def decide(self, table: Table, here: Context) -> Step:
        """End the challenge; a lobby can be cancelled from the private chat with its menu."""
        access.must_be_challenge(table, here.place)
        if table.host.user != here.user:
            addressed = access.is_addressed(table, here.actor)
            key = "cancel.addressed" if addressed else "cancel.host"
            raise Refusal(Text(key, name=name_of(table.host)))
        return steps.end(table, Ending.CANCELLED, here.now, by=table.hosted_by)

    @classmethod
    @override
    def menu(cls, table: Table, here: Context) -> Iterator[Offer]:
        """Yield a button for the host of a lobby."""
        if is_own_lobby(table, here.actor):
            yield Button(Text("button.cancel-game"), cls(table.id), Style.BAD)
