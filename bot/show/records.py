"""Records as people keep them: a table's game with its players, its result and its throws."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from bot.games.catalogue import Games
from bot.table.corn import binding
from bot.table.naming import as_text, name_of
from bot.table.seats import Free, Seat
from bot.table.table import Table
from engine.record import Record
from engine.record_json import record_data
from engine.tags import Tags
from engine.text import Say


@dataclass(frozen=True, slots=True)
class RecordFile:
    """A record as a file: its name, and its text in UTF-8."""

    name: str
    data: bytes


def record_of(table: Table, entries: Sequence[str], say: Say, link: str = "") -> Record:
    """Return the record of a table, whose seed is told once it is over.

    `say` names the players, in the language of whoever reads it. `link` is the address of the
    table's page, where it has one.
    """
    tags = Tags(
        date=datetime.fromtimestamp(table.created, UTC).date().isoformat(),
        players=tuple(_called(seat, say) for seat in table.seats),
        places=table.places,
        ending="" if table.ending is None else str(table.ending),
        ended_by=table.ended_by,
        binding=binding(table),
        link=link,
    )
    return Record(table.header, tuple(entries), tags)


def record_json(record: Record) -> str:
    """Write a record as JSON, for people and programs."""
    return json.dumps(record_data(record), ensure_ascii=False, indent=1) + "\n"


def record_file(
    games: Games, table: Table, entries: Sequence[str], say: Say, link: str = ""
) -> RecordFile:
    """Return the record of a table as a file to be sent; Corrupt if it cannot be played."""
    text = record_of(table, entries, say, link).write(games.game)
    return RecordFile(file_name(table, "txt"), text.encode())


def file_name(table: Table, kind: str) -> str:
    """What a file about a table is called, ending in `kind`."""
    return f"puluc-{table.id}.{kind}"


def _called(seat: Seat, say: Say) -> str:
    return "" if isinstance(seat, Free) else say(as_text(name_of(seat)))
