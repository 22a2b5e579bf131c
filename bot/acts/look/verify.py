"""Checking a game's throws."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from typing_extensions import override

from bot.acts import access
from bot.acts.act import Audience, Declaration, TableAct, Who
from bot.acts.context import Context
from bot.acts.named import button
from bot.commands.command import of_game
from bot.table.button import Link, Offer, Posts
from bot.table.corn import binding
from bot.table.naming import name_of
from bot.table.people import Actor
from bot.table.request import Reply
from bot.table.seats import Person
from bot.table.table import Status, Table
from engine import Corrupt
from engine.corn import commitment
from engine.record import Record
from engine.tags import Tags
from engine.text import Name, Text
from engine.verify import verify


def _fits(table: Table, actor: Actor) -> bool:
    """Whether it is the actor's, or a challenge: who may accept it must see the hash before."""
    return access.is_theirs(table, actor) or table.status is Status.OFFERED


@dataclass(frozen=True, slots=True)
class Verify(TableAct):
    """Show the seed and words behind a finished game's throws, and check each throw.

    Also offers the record, with which anyone can repeat the check.
    """

    declared = Declaration(
        "verify", of_game("verify"), Audience.PRIVATE, Posts.NOTHING, Who.PLAYERS
    )
    fits: ClassVar = _fits
    none: ClassVar = Text("pick.no-paper")

    @override
    async def handle(self, here: Context) -> Reply:
        """Check the throws, or show what they depend on as far as it is known."""
        found = await self.find(here)
        if found.status is not Status.OVER:
            texts = (*casts(found), Text("corn.later", recipe=found.recipe))
            return Reply(texts, personal=found.place != here.place)
        texts = (*casts(found), *await _checked(found, here))
        record = button("button.record", "record", found.id)
        choices = (record,) if found.position else ()
        return Reply(texts, choices=choices, personal=found.place != here.place)

    @classmethod
    @override
    def menu(cls, table: Table, here: Context) -> Iterator[Offer]:
        """Yield the link to the page that checks the throws."""
        yield fair(table)


def fair(table: Table) -> Link:
    """Return the link to the page that checks a table's throws, with the fair-throw hash."""
    path = f"/g/{table.code}/fair#{commitment(table.seed)}"
    return Link(Text("button.fair"), path, Verify(table.id))


async def _checked(table: Table, here: Context) -> tuple[Text, ...]:
    """Return whether every throw follows from the seed, as text."""
    entries = await here.store.record(table.id)
    record = Record(table.header, entries, Tags(binding=binding(table)))
    verdict = verify(record, here.games.game)
    if verdict.wrong:
        return (Text("corn.differs", number=verdict.wrong[0].number),)
    if verdict.unplayable:
        raise Corrupt(verdict.unplayable)
    return (Text("corn.agrees", count=len(verdict.throws)),) if verdict.throws else ()


def casts(table: Table) -> tuple[Text, ...]:
    """Return the fair-throw hash and words of a table, or once it is over its words and seed.

    The seed is shown however the game ended: a seed that stayed secret could have been chosen to
    favour someone.
    """
    if table.status is not Status.OVER:
        bound = Text("corn.bound", commitment=commitment(table.seed), id=table.id)
        return (bound, *_words(table))
    return (*_words(table), _seed(table))


def _words(table: Table) -> tuple[Text, ...]:
    """Return a text for each word that goes into the throws, in seat order.

    They are those of the players who began, even if others have taken over their seats.
    """
    people = [holder for holder in table.beginners if isinstance(holder, Person) and holder.word]
    return tuple(Text("corn.word", name=name_of(p), word=Name(p.word)) for p in people)


def _seed(table: Table) -> Text:
    return Text(
        "corn.seed" if table.casts else "corn.unused",
        seed=table.seed.hex(),
        commitment=commitment(table.seed),
        id=table.id,
        header=table.header,
        recipe=table.recipe,
    )
