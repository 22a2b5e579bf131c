"""Explaining rules."""

from collections.abc import Iterator
from dataclasses import dataclass

from typing_extensions import override

from bot.acts import access
from bot.acts.act import Audience, Declaration, TableAct, Who
from bot.acts.context import Context
from bot.acts.lengths import length_section
from bot.acts.listing import choice_label
from bot.acts.named import button
from bot.commands.command import Command
from bot.commands.commands import Typed
from bot.games.catalogue import Games, title
from bot.games.spelling import typed_name
from bot.table.button import Button, Group, Link, Offer, Posts
from bot.table.options import Options
from bot.table.request import Reply, Section
from bot.table.table import Table
from engine.header import key_of
from engine.text import Text

_OTHERS = "others"
"""The shelf of the other rulesets."""


@dataclass(frozen=True, slots=True)
class Rules(TableAct):
    """Explain the rules of a table, of a ruleset, or of a variant of it with other options.

    With neither, explain the rules of the actor's only table in this place or, failing that, the
    default ruleset.
    """

    declared = Declaration(
        "rules",
        Command("rules", takes_ruleset=True),
        Audience.LONG,
        Posts.NOTHING,
        Who.PLAYERS,
        short="r",
    )

    options: Options | None = None

    @classmethod
    @override
    def read(cls, typed: Typed) -> "Rules":
        return cls(options=typed.options if typed.values else None)

    @override
    async def handle(self, here: Context) -> Reply:
        if self.table is not None:
            return _explained(here.games, (await self.find(here)).header)
        if self.options is not None:
            return _explained(here.games, here.games.header(self.options))
        theirs = await here.tables.fitting(here.request, access.is_theirs)
        headers = {table.header: table for table in reversed(theirs)}  # the newest of each
        match [*headers]:
            case []:
                return _explained(here.games, here.games.header(Options()))
            case [header]:
                return _explained(here.games, header)
        labels = [choice_label(table, here.user) for table in headers.values()]
        choices = tuple(map(Button, labels, (Rules(t.id) for t in headers.values())))
        return Reply((Text("pick.rules"),), choices=choices)

    @classmethod
    @override
    def menu(cls, table: Table, here: Context) -> Iterator[Offer]:
        """Yield a button for everyone."""
        yield Button(Text("button.rules"), cls(table.id))


def _explained(games: Games, header: str) -> Reply:
    """Explain a game's rules, with examples if they fit its options, and list all others."""
    rules, key = games.rules(header), key_of(header)
    others = [other for other in games.rulesets if other != key]
    names = Text("rules.others", rulesets=", ".join(map(typed_name, others)))
    listed = Section(Text("rules.section.others"), (names,))
    sections = (*rules.sections, *length_section(games, header, sizes=False), listed)
    more = (Button(title(other), Rules(options=Options(other)), shelf=_OTHERS) for other in others)
    if rules.examples:
        sections = (*sections, Section(Text("rules.section.examples"), rules.examples))
    return Reply(
        (rules.heading,),
        headed=True,
        sections=sections,
        ruleset=None if rules.examples is None else key,
        choices=(Link(Text("button.rules-page"), f"/rules/{key}"),),
        further=() if rules.examples is None else (*more, button("button.new", "play")),
        groups=(Group(_OTHERS, Text("rules.more"), menu=True),),
    )
