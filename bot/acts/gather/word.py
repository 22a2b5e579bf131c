"""Giving a word for the throws."""

from dataclasses import dataclass, replace
from typing import ClassVar, Self

from typing_extensions import override

from bot.acts import access
from bot.acts.act import Audience, Declaration, TableAct, Who
from bot.acts.codec import typed
from bot.acts.context import Context
from bot.acts.joining import can_give_word
from bot.acts.offers import read_word, word_given
from bot.commands.command import GAME, WORD, BadCommand, Command
from bot.commands.commands import Typed
from bot.table import steps
from bot.table.button import Posts
from bot.table.naming import name_of
from bot.table.request import Refusal, Reply
from bot.table.step import Step
from bot.table.table import Table
from engine.text import Text


@dataclass(frozen=True, slots=True)
class GiveWord(TableAct):
    """Add one's word for the throws to a table that one has joined, or replace it.

    That is possible until play begins. If the table is not named, it is the only one of this place
    or, failing that, anywhere.
    """

    declared = Declaration(
        "word",
        Command("word", (replace(WORD, bare=True), replace(GAME, bare=False)), group="game"),
        Audience.ACTOR,
        Posts.NOTHING,
        Who.PLAYERS,
    )
    fits: ClassVar = can_give_word
    none: ClassVar = Text("word.none")

    word: str = typed("")

    @classmethod
    @override
    def read(cls, typed: Typed) -> "GiveWord":
        if not typed.word:
            raise BadCommand(Text("word.missing"))
        return cls(typed.table, typed.word)

    @override
    def with_word(self, word: str) -> Self:
        return replace(self, word=word)

    @override
    async def find(self, here: Context) -> Table:
        if self.table is not None:
            return await here.load(self.table)
        joined = await here.tables.fitting(here.request, can_give_word) or [
            table
            for table in await here.tables.open_to(here.actor)
            if can_give_word(table, here.actor)
        ]
        return self.only(joined, here, Text("word.several"))

    @override
    async def handle(self, here: Context) -> Reply:
        chosen = read_word(self.word)

        def give(table: Table) -> Step:
            access.must_be_offered(table)
            mine = table.seat_of(here.user)
            if mine is None:
                key = "word.join" if table.is_lobby else "word.host"
                raise Refusal(Text(key, name=name_of(table.host)))
            return steps.with_word(table, mine, chosen, here.now)

        joined = await self.find(here)
        if can_give_word(joined, here.actor):
            here.offers.count_word(here.request, joined.id)
        await here.tables.change(here.request, joined.id, give, anywhere=True)
        return word_given(chosen)

    @property
    @override
    def why_typed(self) -> Text:
        return Text("word.several")
