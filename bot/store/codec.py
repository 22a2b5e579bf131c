"""Tables as bytes: a format number, then compressed JSON. Small, versioned, checked on reading.

Format 1 is a list in the order of `_table`'s parameters. A reader of a new format ships one
release before its writer, because two releases always overlap.
"""

import base64
import json
import zlib
from typing import Any

from bot.table.people import Place, User
from bot.table.ports import CorruptRecord
from bot.table.table import Computer, Ending, Holder, Person, Status, Table, TableId

FORMAT = 1

_DICTIONARY = (
    b'"telegram:"discord:"web:maize:"computer:greedy""declined""cancelled""expired""aborted"'
    b'"resigned""won""playing""offered""over"'
    b'"puluc road=11 warriors=5 table=kernels casts=one"'
    b'["1100","0110","0011","1010","0101","1001","b+3","b-3"],null,null,null,0]'
)


def write(table: Table) -> bytes:
    """Write a table."""
    fields = [
        table.id,
        table.code,
        table.revision,
        table.status,
        table.header,
        base64.b64encode(table.seed).decode(),
        str(table.place),
        [_write_holder(holder) for holder in table.seats],
        None if table.invited is None else _write_holder(table.invited),
        table.created,
        table.touched - table.created,
        table.position,
        table.before,
        table.story,
        table.lying,
        table.casts,
        table.moves,
        table.ending,
        table.ended_by,
        table.winner,
    ]
    plain = json.dumps(fields, ensure_ascii=False, separators=(",", ":")).encode()
    packer = zlib.compressobj(9, zlib.DEFLATED, -15, zdict=_DICTIONARY)
    return bytes([FORMAT]) + packer.compress(plain) + packer.flush()


def read(data: bytes) -> Table:
    """Read what `write` wrote; CorruptRecord for anything else."""
    if data[:1] != bytes([FORMAT]):
        raise CorruptRecord(f"table format {data[0] if data else 'missing'}, not {FORMAT}")
    try:
        unpacker = zlib.decompressobj(-15, zdict=_DICTIONARY)
        plain = unpacker.decompress(data[1:])
        table = _table(*json.loads(plain))
    except (zlib.error, ValueError, TypeError, AttributeError, RecursionError) as error:
        raise CorruptRecord(f"the table's record cannot be read: {error}") from error
    if not unpacker.eof:
        raise CorruptRecord("the table's record is cut short")
    return table


def _table(
    id_: str,
    code: str,
    revision: int,
    status: str,
    header: str,
    seed: str,
    place: str,
    seats: list[Any],
    invited: Any,
    created: int,
    since: int,
    position: str,
    before: str,
    story: list[str],
    lying: list[str],
    casts: int,
    moves: int,
    ending: str | None,
    ended_by: int | None,
    winner: int | None,
) -> Table:
    """Build the table from format 1's fields, in their order."""
    return Table(
        id=TableId(id_),
        code=code,
        revision=revision,
        status=Status(status),
        header=header,
        seed=base64.b64decode(seed),
        place=Place.read(place),
        seats=tuple(map(_read_holder, seats)),
        invited=None if invited is None else _read_person(invited),
        created=created,
        touched=created + since,
        position=position,
        before=before,
        story=tuple(story),
        lying=tuple(lying),
        casts=casts,
        moves=moves,
        ending=None if ending is None else Ending(ending),
        ended_by=ended_by,
        winner=winner,
    )


def _write_holder(holder: Holder) -> list[str]:
    if isinstance(holder, Computer):
        return [holder.level]
    return [str(holder.user), holder.name, holder.word]


def _read_holder(fields: list[str]) -> Holder:
    return Computer(*fields) if len(fields) == 1 else _read_person(fields)


def _read_person(fields: list[str]) -> Person:
    user, name, word = fields
    return Person(User.read(user), name, word)
