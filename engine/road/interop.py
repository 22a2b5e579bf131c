"""Rulesets, positions and moves as plain data, to exchange with other engines.

Counts are arrays by seat. A move from base starts at `"base"`. A heading is 1 up the road, -1 down,
or 0 if the next move decides.
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
    """Return what distinguishes `move` from every other move."""
    return {
        "from": "base" if move.start is None else move.start,
        "captives": move.captives,
        "captain": move.captain,
        "heading": move.heading,
        "direction": move.direction,
        "number": move.number,
    }


def position_data(unpacked: Unpacked) -> dict[str, object]:
    """Return where all warriors are and whose turn it is, without the numbers of the turn."""
    crowds = {name: getattr(unpacked, name) for name in _CROWDS}
    return {
        **crowds,
        "stacks": [stack._asdict() for stack in unpacked.stacks],
        "turn": unpacked.turn,
    }


def read_position_data(data: object) -> Unpacked:
    """Return the position in `data`, as `position_data` returns it, before the seat throws.

    Raises Corrupt if the data is invalid.
    """
    position = _fields("the position", data, _POSITION)
    stacks = position["stacks"]
    if not isinstance(stacks, list):
        raise Corrupt("stacks must be a list")
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
    stack = _fields("each stack", data, Stack._fields)
    return Stack(
        at=_count("at", stack["at"]),
        captain=_count("captain", stack["captain"]),
        heading=_count("heading", stack["heading"]),
        captives=_counts("captives", stack["captives"]),
    )


def _fields(what: str, data: object, names: tuple[str, ...]) -> Mapping[str, Any]:
    if not isinstance(data, dict) or set(data) != set(names):
        raise Corrupt(f"{what} must have the fields {', '.join(names)} and no others")
    return data


def _counts(name: str, data: object) -> tuple[int, ...]:
    if not isinstance(data, list):
        raise Corrupt(f"{name} must be a list of whole numbers")
    return tuple(_count(name, count) for count in data)


def _count(name: str, data: object) -> int:
    if not isinstance(data, int) or isinstance(data, bool):
        raise Corrupt(f"{name} must be a whole number, not {data!r}")
    return data
