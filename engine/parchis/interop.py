"""Rulesets, positions and moves as plain data, to exchange with other engines."""

from typing import Any, Final

from engine.game import Corrupt
from engine.parchis.board import HOME
from engine.parchis.header import OPTIONS
from engine.parchis.moves import Move
from engine.parchis.ruleset import Ruleset
from engine.parchis.rulesets import RULESETS
from engine.parchis.unpacked import Unpacked

LATER: Final = ("pieces", "colours")
"""Options that were added after other engines knew all others."""

_POSITION: Final = ("pieces", "out", "later", "done", "turn", "sixes", "last", "pending")


def ruleset_data(ruleset: Ruleset) -> dict[str, object]:
    """Return every option of `ruleset`, of `LATER` ones only those that differ from the default."""
    options = {option.field: getattr(ruleset, option.field) for option in OPTIONS.values()}
    usual = RULESETS[ruleset.key]
    told = {
        field: value
        for field, value in options.items()
        if field not in LATER or value != getattr(usual, field)
    }
    return {"ruleset": ruleset.key, **told}


def move_data(move: Move) -> dict[str, object]:
    """Return a move and its effects."""
    return {
        "from": move.start,
        "to": move.end,
        "number": move.number,
        "pieces": move.pieces,
        "captures": list(move.captures),
        "back": move.back,
    }


def position_data(unpacked: Unpacked) -> dict[str, object]:
    """Return where all pieces are and what is due, except the throws of the opening."""
    return {
        "pieces": [list(places) for places in unpacked.pieces],
        "out": list(unpacked.out),
        "later": list(unpacked.later),
        "done": list(unpacked.done),
        "turn": unpacked.turn,
        "sixes": unpacked.sixes,
        "last": unpacked.last or None,
        "pending": unpacked.number or None,
    }


def read_position_data(data: object) -> Unpacked:
    """Return the position in `data`, as `position_data` returns it; raise Corrupt if invalid."""
    if not isinstance(data, dict) or set(data) != set(_POSITION):
        raise Corrupt(f"the position must have the fields {', '.join(_POSITION)} and no others")
    pieces = [_list("pieces", places) for places in _list("pieces", data["pieces"])]
    out = _list("out", data["out"])
    if not all(isinstance(each, bool) for each in out):
        raise Corrupt("out must be a list of true and false")
    later = _list("later", data["later"])
    return Unpacked(
        pieces=tuple(tuple(sorted(_count("pieces", place) for place in each)) for each in pieces),
        out=tuple(out),
        later=tuple(None if each is None else _count("later", each) for each in later),
        done=tuple(_count("done", seat) for seat in _list("done", data["done"])),
        turn=_count("turn", data["turn"]),
        sixes=_count("sixes", data["sixes"]),
        last=HOME if data["last"] is None else _count("last", data["last"]),
        number=0 if data["pending"] is None else _count("pending", data["pending"]),
    )


def _list(name: str, data: object) -> list[Any]:
    if not isinstance(data, list):
        raise Corrupt(f"{name} must be a list")
    return data


def _count(name: str, data: object) -> int:
    if not isinstance(data, int) or isinstance(data, bool) or data < 0:
        raise Corrupt(f"{name} must have whole numbers, not {data!r}")
    return data
