"""Records as people keep them: a table's game with its players, its result and its throws."""

import json
from collections.abc import Sequence
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
from engine.tags import Tags
from engine.text import Say


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


def record_file(games: Games, table: Table, entries: Sequence[str], say: Say) -> File:
    """Return the record of a table as a file to be sent; Corrupt if it cannot be played."""
    text = record_of(table, entries, say).write(games.game)
    return File(file_name(table, "txt"), text.encode())


def file_name(table: Table, kind: str) -> str:
    """What a file about a table is called, ending in `kind`."""
    return f"{key_of(table.header)}-{table.id}.{kind}"


def _called(seat: Seat, say: Say) -> str:
    return "" if isinstance(seat, Free) else say(as_text(name_of(seat)))
