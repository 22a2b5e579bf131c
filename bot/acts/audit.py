"""Records and checks of fair throws, as chat replies."""

from bot.acts import access
from bot.acts.records import record_file
from bot.acts.tables import Tables
from bot.table.button import Button
from bot.table.corn import binding
from bot.table.ids import TableId
from bot.table.intents import ShowRecord
from bot.table.naming import name_of
from bot.table.request import Reply, Request
from bot.table.seats import Person
from bot.table.table import Status, Table
from bot.texts.catalogue import catalogue
from engine import Corrupt
from engine.corn import commitment
from engine.record import Record
from engine.tags import Tags
from engine.text import Name, Text
from engine.verify import verify


class Audit:
    """Sends a table's record, and verifies its throws."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    async def record(self, request: Request, table: TableId | None) -> Reply:
        """Send a game's record so far."""
        found = await self._find(request, table)
        games, entries = self._tables.games, await self._tables.store.record(found.id)
        say = catalogue(games.texts).voice(request.actor.language)
        return Reply((Text("record.here"),), file=record_file(games, found, entries, say))

    async def verify(self, request: Request, table: TableId | None) -> Reply:
        """Show the seed and words behind a finished game's throws, and check each throw.

        Also offers the record, with which anyone can repeat the check.
        """
        found = await self._find(request, table)
        if found.status is not Status.OVER:
            return Reply((*casts(found), Text("corn.later")))
        entries = await self._tables.store.record(found.id)
        record = Button(Text("button.record"), ShowRecord(found.id))
        texts = (*casts(found), *self._checked(found, entries))
        return Reply(texts, choices=(record,) if found.position else ())

    async def _find(self, request: Request, table: TableId | None) -> Table:
        return await self._tables.find(request, table, access.is_theirs, Text("pick.no-paper"))

    def _checked(self, table: Table, entries: tuple[str, ...]) -> tuple[Text, ...]:
        """Return whether every throw follows from the seed, as text."""
        record = Record(table.header, entries, Tags(binding=binding(table)))
        verdict = verify(record, self._tables.games.game)
        if verdict.wrong:
            return (Text("corn.differs", number=verdict.wrong[0].n),)
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
    )
