"""Changing the options of a game that has not begun."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

from typing_extensions import override

from bot.acts import access, altering
from bot.acts.act import Audience, Declaration, TableAct, TableStep, Who
from bot.acts.context import Context
from bot.acts.lengths import shorter
from bot.acts.limits import PRESSES
from bot.acts.lobbies import is_own_lobby, must_alter, others_in
from bot.acts.options import altered, options_of
from bot.commands.command import GAME, LEVEL, Command
from bot.commands.commands import Typed
from bot.games.catalogue import Games
from bot.games.size import SIZE, Size
from bot.table import steps
from bot.table.button import Button, Offer, Posts
from bot.table.ids import TableId
from bot.table.request import Reply
from bot.table.seats import Computer, Person
from bot.table.step import Step
from bot.table.table import Status, Table
from engine.text import Text


@dataclass(frozen=True, slots=True)
class ChooseOptions(TableAct):
    """Show what can be changed in one's own lobby, challenge or practice game.

    With a `topic`, such as the name of an option, show its choices.
    """

    declared = Declaration(
        "options",
        None,
        Audience.ACTOR,
        Posts.NOTHING,
        Who.PLAYERS,
        limit=PRESSES,
        linked=True,
        pages=True,
    )

    table: TableId
    topic: str = ""

    @override
    async def handle(self, here: Context) -> Reply:
        offered = await self.find(here)
        must_alter(offered, here.actor)
        if not self.topic:
            return _first_page(here, offered)
        return altering.page(here.games, offered, self.topic)

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
        pages=True,
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
        """Make the changes, and offer further ones.

        The level of the computer has buttons on the board, which says what has changed.
        """
        offered = await self.find(here)
        must_alter(offered, here.actor)
        after = altered(here.games, offered, self.changes)
        if after.terms.thread != offered.terms.thread:
            access.must_allow_thread(here.request, after.terms)
        if after != offered:
            reply = await self.change(offered.id, here)
            if LEVEL in dict(self.changes) and offered.place == here.place:
                return reply
        done, after = Text("options.done"), await here.load(offered.id)
        if after.status is not Status.OFFERED:
            return Reply((done,))
        further = _first_page(here, after)
        return replace(further, texts=(done, *further.texts))

    @override
    def decide(self, table: Table, here: Context) -> Step:
        must_alter(table, here.actor)
        return steps.gather(altered(here.games, table, self.changes), here.now)


def _first_page(here: Context, table: Table) -> Reply:
    """Return the page with everything that can be changed, and perhaps with a shorter game."""
    page = altering.first_topics(here.games, table, threads=here.request.threadless is None)
    told, short = _proposed(here.games, table)
    return replace(page, texts=(*told, *page.texts), choices=(*short, *page.choices))


def _proposed(games: Games, table: Table) -> tuple[tuple[Text, ...], tuple[Button, ...]]:
    """Return a sentence and a button that propose a shorter game, if the pace is slow."""
    people = sum(not isinstance(seat, Computer) for seat in table.seats)
    proposed = shorter(games, options_of(games, table), people)
    if proposed is None:
        return (), ()
    alter = Alter(table.id, ((SIZE, str(Size.SHORT)),))
    return (proposed.text,), (Button(Size.SHORT.text, alter),)
