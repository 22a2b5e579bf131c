"""What the throws of a table are bound to, and whether they follow from it, in words.

For places without a page: there the page of the table shows all this, and lets the reader's own
browser recompute it.
"""

from collections.abc import Sequence

from bot.games.catalogue import Games
from bot.table.corn import binding
from bot.table.naming import name_of
from bot.table.seats import Person
from bot.table.table import Table
from engine.record import Record
from engine.tags import Tags
from engine.text import Name, Text
from engine.verify import Verdict, verify


def verification(games: Games, table: Table, entries: Sequence[str]) -> tuple[Text, ...]:
    """Say what binds the throws of a table; once it is over, show the seed and check every throw.

    `entries` are the table's record.
    """
    bound = binding(table)
    shown = Text("verify.hash", commitment=bound.commitment, id=table.id)
    if bound.seed is None:
        return (shown, *_words(table), Text("verify.secret"))
    record = Record(table.header, tuple(entries), Tags(binding=bound))
    seed = Text("verify.seed", seed=bound.seed.hex(), header=table.header)
    return (shown, seed, *_words(table), _told(verify(record, games.game)))


def _told(verdict: Verdict) -> Text:
    if verdict.wrong:
        first = verdict.wrong[0]
        return Text("verify.wrong", n=first.n + 1, recorded=first.recorded, drawn=first.drawn)
    if verdict.unplayable:
        return Text("verify.unplayable")
    if not verdict.throws:
        return Text("verify.none")
    return Text("verify.agree", count=len(verdict.throws))


def _words(table: Table) -> tuple[Text, ...]:
    """Name the words that go into the throws, in seat order."""
    people = [seat for seat in table.seats if isinstance(seat, Person) and seat.word]
    return tuple(Text("corn.word", name=name_of(p), word=Name(p.word)) for p in people)
