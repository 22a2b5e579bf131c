"""Rulesets, positions and moves as plain data, for people who write other engines.

Counts are arrays by seat. A move from base starts at `"base"`; a heading is 1 up the road,
-1 down, 0 where the next move decides.
"""

from collections.abc import Mapping
from typing import Any, Final

from engine.game import Corrupt
from engine.road.header import OPTIONS
from engine.road.moves import Move
from engine.road.ruleset import Ruleset
from engine.road.stack import Stack
from engine.road.unpacked import Unpacked

_CROWDS: Final = ("base", "killed", "away")
_POSITION: Final = (*_CROWDS, "stacks", "turn")


def ruleset_data(ruleset: Ruleset) -> dict[str, object]:
    """Return every option of `ruleset`."""
    options = {option.field: getattr(ruleset, option.field) for option in OPTIONS.values()}
    return {"ruleset": ruleset.key, **options}


def move_data(move: Move) -> dict[str, object]:
    """Return what tells `move` from every other."""
    return {
        "from": "base" if move.start is None else move.start,
        "captives": move.captives,
        "captain": move.captain,
        "heading": move.heading,
        "direction": move.direction,
        "number": move.number,
    }


def position_data(unpacked: Unpacked) -> dict[str, object]:
    """Return where everybody is; the numbers of the turn are not part of it."""
    crowds = {name: getattr(unpacked, name) for name in _CROWDS}
    return {
        **crowds,
        "stacks": [stack._asdict() for stack in unpacked.stacks],
        "turn": unpacked.turn,
    }


def read_position_data(data: object) -> Unpacked:
    """Read what `position_data` gave, before the seat casts; Corrupt names what is wrong."""
    position = _fields("the position", data, _POSITION)
    stacks = position["stacks"]
    if not isinstance(stacks, list):
        raise Corrupt("stacks is not a list")
    return Unpacked(
        turn=_count("turn", position["turn"]),
        opening=False,
        numbers=(),
        half_cast=False,
        base=_counts("base", position["base"]),
        killed=_counts("killed", position["killed"]),
        away=_counts("away", position["away"]),
        stacks=tuple(sorted(map(_stack, stacks))),
    )


def _stack(data: object) -> Stack:
    stack = _fields("a stack", data, Stack._fields)
    return Stack(
        at=_count("at", stack["at"]),
        captain=_count("captain", stack["captain"]),
        heading=_count("heading", stack["heading"]),
        captives=_counts("captives", stack["captives"]),
    )


def _fields(what: str, data: object, names: tuple[str, ...]) -> Mapping[str, Any]:
    if not isinstance(data, dict) or set(data) != set(names):
        raise Corrupt(f"{what} does not have exactly {', '.join(names)}")
    return data


def _counts(name: str, data: object) -> tuple[int, ...]:
    if not isinstance(data, list):
        raise Corrupt(f"{name} is not a list of whole numbers")
    return tuple(_count(name, count) for count in data)


def _count(name: str, data: object) -> int:
    if not isinstance(data, int) or isinstance(data, bool):
        raise Corrupt(f"{name} is not a whole number: {data!r}")
    return data
