"""Format 1 of stored tables, read but no longer written.

A list in the order of the parameters of `fields`.
"""

from typing import Any

DICTIONARY = (
    b'"telegram:"discord:"web:maize:"computer:greedy""declined""cancelled""expired""aborted"'
    b'"resigned""won""playing""offered""over"'
    b'"puluc road=11 warriors=5 table=kernels casts=one"'
    b'["1100","0110","0011","1010","0101","1001","b+3","b-3"],null,null,null,0]'
)


def fields(
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
) -> dict[str, Any]:
    """Return the fields under their names in format 2; raise TypeError if the list is malformed."""
    named = {
        "id": id_,
        "code": code,
        "revision": revision,
        "status": status,
        "header": header,
        "seed": seed,
        "place": place,
        "seats": [_seat(seat) for seat in seats],
        "invited": None if invited is None else _seat(invited),
        "created": created,
        "touched": created + since,
        "position": position,
        "before": before,
        "story": story,
        "lying": lying,
        "casts": casts,
        "moves": moves,
        "ending": ending,
        "ended_by": ended_by,
        "winner": winner,
    }
    return {name: value for name, value in named.items() if value is not None}


def _seat(fields: list[str]) -> dict[str, str]:
    if len(fields) == 1:
        return {"level": fields[0]}
    user, name, word = fields
    return {"user": user, "name": name, "word": word}
