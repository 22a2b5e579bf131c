"""Format 1 of stored tables: a list in the order of `table`'s parameters. Read, never written."""

import base64
from typing import Any

from bot.table.people import Place, User
from bot.table.table import Computer, Ending, Holder, Person, Status, Table, TableId

DICTIONARY = (
    b'"telegram:"discord:"web:maize:"computer:greedy""declined""cancelled""expired""aborted"'
    b'"resigned""won""playing""offered""over"'
    b'"puluc road=11 warriors=5 table=kernels casts=one"'
    b'["1100","0110","0011","1010","0101","1001","b+3","b-3"],null,null,null,0]'
)


def table(
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
    """Build a table from the fields; TypeError or ValueError if they are none."""
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


def _read_holder(fields: list[str]) -> Holder:
    return Computer(*fields) if len(fields) == 1 else _read_person(fields)


def _read_person(fields: list[str]) -> Person:
    user, name, word = fields
    return Person(User.read(user), name, word)
