"""Button payloads: an intent in at most 64 bytes, the same on every platform.

`1m.k3f9qd7m2x.12qzpa.4+3` is format 1, a move, the table, the revision that the button was
offered at with the mark of its step, and the move in the game's own notation. Older buttons have
no mark. A word for the casts is no part of a payload: where one can be typed, it is sent beside.
Any client may send any payload, so reading one proves nothing but its form.
"""

import re
from collections.abc import Callable, Mapping
from functools import partial

from bot.table.intents import (
    Abort,
    Accept,
    BlockHost,
    Cancel,
    Close,
    Decline,
    GiveWord,
    Intent,
    Learn,
    Move,
    Options,
    Practice,
    Resign,
    Rules,
    ShowBoard,
    TableRules,
)
from bot.table.table import TableId

LIMIT = 64
_FORMAT = "1"
_CODE = re.compile(r"1([a-z])((?:\.[A-Za-z0-9+*()<>,_-]+)+)", re.ASCII)
_TABLE = re.compile(r"[a-z2-7]{10}", re.ASCII)
_STEP = re.compile(r"0|[1-9][0-9]?", re.ASCII)
_REVISION = re.compile(r"([0-9]{1,9})([a-z]{4})?", re.ASCII)


class BadCode(ValueError):  # noqa: N818 - reads as what it says of the payload
    """A payload that no button of ours carries."""


def encode(intent: Intent) -> str:
    """Write the payload of a button; ValueError for an intent that no button can carry."""
    match intent:
        case Move(table, revision, move, mark):
            parts = ["m", table, f"{revision}{mark}", move]
        case Accept(str() as table, "", revision):
            parts = ["a", table, *([] if revision is None else [str(revision)])]
        case Decline(str() as table):
            parts = ["d", table]
        case BlockHost(table):
            parts = ["k", table]
        case Cancel(str() as table):
            parts = ["c", table]
        case GiveWord("", str() as table):
            parts = ["w", table]
        case Abort(str() as table):
            parts = ["x", table]
        case Resign(str() as table):
            parts = ["q", table]
        case ShowBoard(str() as table):
            parts = ["b", table]
        case Close(str() as table):
            parts = ["z", table]
        case Rules(Options(ruleset, ())):
            parts = ["r", ruleset]
        case Practice(level, Options(ruleset, ())):
            parts = ["p", level, ruleset]
        case Learn(step, move):
            parts = ["l", str(step), *([move] if move else [])]
        case TableRules(table):
            parts = ["e", table]
        case _:
            raise ValueError(f"no button can carry {intent}")
    code = _FORMAT + ".".join(parts)
    if len(code.encode()) > LIMIT or not _CODE.fullmatch(code):
        raise ValueError(f"{code!r} does not fit a button")
    return code


def decode(code: str) -> Intent:
    """Read a payload; BadCode for whatever `encode` cannot have written."""
    form = _CODE.fullmatch(code) if len(code) <= LIMIT else None
    if form is None:
        raise BadCode("not a button of this game")
    kind, (_, *parts) = form[1], form[2].split(".")
    match kind, parts:
        case "m", [table, step, move] if revision := _REVISION.fullmatch(step):
            return Move(_table(table), int(revision[1]), move, revision[2] or "")
        case "a", [table, step] if (revision := _REVISION.fullmatch(step)) and not revision[2]:
            return Accept(_table(table), revision=int(revision[1]))
        case "r", [ruleset]:
            return Rules(Options(ruleset))
        case "p", [level, ruleset]:
            return Practice(level, Options(ruleset))
        case "l", [step] if _STEP.fullmatch(step):
            return Learn(int(step))
        case "l", [step, move] if _STEP.fullmatch(step):
            return Learn(int(step), move)
        case _, [table] if kind in _OF_TABLE:
            return _OF_TABLE[kind](_table(table))
    raise BadCode("not a button of this game")


_OF_TABLE: Mapping[str, Callable[[TableId], Intent]] = {
    "a": Accept,
    "d": Decline,
    "k": BlockHost,
    "z": Close,
    "c": Cancel,
    "w": partial(GiveWord, ""),
    "x": Abort,
    "q": Resign,
    "b": ShowBoard,
    "e": TableRules,
}


def _table(text: str) -> TableId:
    if not _TABLE.fullmatch(text):
        raise BadCode("not a button of this game")
    return TableId(text)
