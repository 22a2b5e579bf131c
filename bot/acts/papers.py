"""What a table leaves on paper: its record, and the proof that its throws were fair."""

from bot.acts import who
from bot.acts.tables import Tables
from bot.table.corn import commitment, draw, statement
from bot.table.naming import name_of
from bot.table.request import File, Reply, Request
from bot.table.seats import Person
from bot.table.table import Status, Table, TableId
from engine import Throw
from engine.header import key_of
from engine.record import Record, replay
from engine.text import Name, Text


class Papers:
    """Tells of tables what anyone may know."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    async def record(self, request: Request, table: TableId | None) -> Reply:
        """Give a game's record, as far as it has come."""
        found = await self._find(request, table)
        entries = await self._tables.store.record(found.id)
        text = Record(found.header, entries).write(self._tables.games.game)
        name = f"{key_of(found.header)}-{found.id}.txt"
        return Reply((Text("record.here"),), file=File(name, text.encode()))

    async def verify(self, request: Request, table: TableId | None) -> Reply:
        """Show what a table's throws came from, once it is over, and check each of them."""
        found = await self._find(request, table)
        if found.status is not Status.OVER:
            return Reply((*casts(found), Text("corn.later")))
        entries = await self._tables.store.record(found.id)
        return Reply((*casts(found), *self._checked(found, entries)))

    async def _find(self, request: Request, table: TableId | None) -> Table:
        return await self._tables.find(request, table, who.is_theirs, Text("pick.no-table"))

    def _checked(self, table: Table, entries: tuple[str, ...]) -> tuple[Text, ...]:
        """Say whether every throw is the one that follows from the seed."""
        played = replay(self._tables.games.game(table.header), entries)
        thrown = [(p.phase.table, p.entry) for p in played if isinstance(p.phase, Throw)]
        text = statement(table)
        for n, (throw, entry) in enumerate(thrown):
            if throw.write(draw(table.seed, text, n, throw)) != entry:
                return (Text("corn.differs", number=n + 1),)
        return (Text("corn.agrees", count=len(thrown)),) if thrown else ()


def casts(table: Table) -> tuple[Text, ...]:
    """Say what the throws are bound to, or came from, and with which words.

    The seed is shown whatever the end: one that stayed secret could have been drawn to please.
    """
    if table.status is not Status.OVER:
        bound = Text("corn.bound", commitment=commitment(table.seed), id=table.id)
        return (bound, *words(table))
    return (*words(table), _seed(table))


def words(table: Table) -> tuple[Text, ...]:
    """Say which words go into the throws, in seat order."""
    people = [holder for holder in table.seats if isinstance(holder, Person) and holder.word]
    return tuple(Text("corn.word", name=name_of(p), word=Name(p.word)) for p in people)


def _seed(table: Table) -> Text:
    return Text(
        "corn.seed" if table.casts else "corn.unused",
        seed=table.seed.hex(),
        commitment=commitment(table.seed),
        id=table.id,
        header=table.header,
    )
