"""Exported records: a game with its players, its result and the data behind its throws."""

import json
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime

from bot.games.catalogue import Games
from bot.table.corn import binding
from bot.table.naming import as_text, name_of
from bot.table.request import File
from bot.table.seats import Free, Seat
from bot.table.table import Table
from engine.header import key_of
from engine.record import Record
from engine.record_json import record_data
from engine.tags import Successor, Tags
from engine.text import Say


def record_of(table: Table, entries: Sequence[str], say: Say, link: str = "") -> Record:
    """Return the record of a table. It includes the seed only once the game is over.

    `say` renders the players' names, in the reader's language. `link` is the URL of the table's
    page, if it has one.
    """
    tags = Tags(
        date=datetime.fromtimestamp(table.created, UTC).date().isoformat(),
        players=tuple(_called(seat, say) for seat in table.beginners),
        successors=tuple(_successors(table, say)),
        places=table.places,
        ending="" if table.ending is None else str(table.ending),
        ended_by=table.ended_by,
        binding=binding(table),
        link=link,
    )
    return Record(table.header, tuple(entries), tags)


def record_json(games: Games, record: Record) -> str:
    """Return a record as JSON. Raises Corrupt if it cannot be replayed."""
    return json.dumps(record_data(record, games.game), ensure_ascii=False, indent=1) + "\n"


def record_file(games: Games, table: Table, entries: Sequence[str], say: Say) -> File:
    """Return the record of a table as a text file. Raises Corrupt if it cannot be replayed."""
    text = record_of(table, entries, say).write(games.game)
    return File(file_name(table, "txt"), text.encode())


def file_name(table: Table, kind: str) -> str:
    """Return the name of a file about a table; `kind` is its extension."""
    return f"{key_of(table.header)}-{table.id}.{kind}"


def _successors(table: Table, say: Say) -> Iterator[Successor]:
    """Yield who took over a seat, in order: the next one who gave it up, or who has it now."""
    for number, former in enumerate(table.former, start=1):
        later = (each.holder for each in table.former[number:] if each.seat == former.seat)
        holder = next(later, table.seats[former.seat])
        at = datetime.fromtimestamp(former.at, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
        yield Successor(former.seat, former.moves, at, _called(holder, say))


def _called(seat: Seat, say: Say) -> str:
    return "" if isinstance(seat, Free) else say(as_text(name_of(seat)))
