"""Changing the options of a game that has not begun."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

from typing_extensions import override

from bot.acts import access, altering
from bot.acts.act import Audience, Declaration, TableAct, TableStep, Who
from bot.acts.context import Context
from bot.acts.lobbies import is_own_lobby, must_alter, others_in
from bot.acts.options import altered
from bot.commands.command import GAME, LEVEL, Command
from bot.commands.commands import Typed
from bot.table import steps
from bot.table.button import Button, Offer, Posts
from bot.table.ids import TableId
from bot.table.request import Refusal, Reply
from bot.table.seats import Person
from bot.table.step import Step
from bot.table.table import Table
from engine.text import Text


@dataclass(frozen=True, slots=True)
class ChooseOptions(TableAct):
    """Show what can be changed in one's own lobby, challenge or practice game.

    With a `topic`, which is the name of an option as in `Alter`, show its choices.
    """

    declared = Declaration("options", None, Audience.ACTOR, Posts.NOTHING, Who.PLAYERS)

    table: TableId
    topic: str = ""

    @override
    async def handle(self, here: Context) -> Reply:
        offered = await self.find(here)
        must_alter(offered, here.actor)
        if not self.topic:
            topics = altering.topics(here.games, offered)
            return Reply((Text("options.which"),), choices=tuple(topics))
        choices = tuple(altering.choices(here.games, offered, self.topic))
        if not choices:
            raise Refusal(Text("options.nothing"))
        return Reply((altering.question(here.games, offered, self.topic),), choices=choices)

    @classmethod
    @override
    def menu(cls, table: Table, here: Context) -> Iterator[Offer]:
        """Yield a button for the host of a lobby that nobody else has joined."""
        joined = any(isinstance(seat, Person) for seat in others_in(table))
        if is_own_lobby(table, here.actor) and not joined:
            yield Button(Text("button.change"), cls(table.id))


@dataclass(frozen=True, slots=True)
class Alter(TableStep):
    """Change the options of one's own lobby, challenge or practice game, until anyone joins.

    `changes` are names and values: of the game's options and terms, `ruleset`, and `level` if one
    plays against the computer. A new ruleset keeps the number of seats, if it can, and no other
    option.
    """

    declared = Declaration(
        "change",
        Command(
            "change",
            (replace(GAME, bare=False),),
            takes_ruleset=True,
            takes_terms=True,
            group="game",
            brief="[game=...]",
        ),
        Audience.ACTOR,
        Posts.NOTHING,
        Who.PLAYERS,
    )
    fits: ClassVar = access.can_alter
    none: ClassVar = Text("pick.no-own-offer")
    anywhere: ClassVar = True
    begins: ClassVar = True

    changes: tuple[tuple[str, str], ...] = ()

    @classmethod
    @override
    def read(cls, typed: Typed) -> "Alter":
        return cls(typed.table, typed.changes)

    @override
    async def handle(self, here: Context) -> Reply:
        """Make the changes; the reply confirms what the board does not show at once."""
        offered = await self.find(here)
        reply = await self.change(offered.id, here)
        on_board = LEVEL in dict(self.changes) and offered.place == here.place
        return reply if on_board else Reply((Text("options.done"),))

    @override
    def decide(self, table: Table, here: Context) -> Step:
        must_alter(table, here.actor)
        return steps.gather(altered(here.games, table, self.changes), here.now)
