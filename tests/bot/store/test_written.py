"""Tables written by earlier releases can be loaded and played in every later one.

Each line of `written/*.jsonl` is a table in one of all `states`, as a release wrote it. The files
never change, because operators' stores hold such data. If a test here misses something, add it to
`states`, and write a file of the next release; see there.
"""

import base64
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from enum import Enum
from itertools import groupby
from random import Random
from typing import Any, Final

import pytest

from bot.store import codec
from bot.table import steps
from bot.table.seats import Computer, Free, Kept
from bot.table.table import Status, Table
from engine import Choose
from engine.record import replay
from tests.bot.store.states import GAMES, HANDS, plain, written

REMEDY: Final = (
    "Add such a table to tests/bot/store/states.py, and write it to a file as said there."
)

LINES: Final = written()


def read(line: Any) -> Table:
    """The table of a line."""
    return codec.read(base64.b64decode(line["state"]))


def ruleset(line: Any) -> str:
    """The ruleset of the table of a line."""
    return str(line["table"]["Table"]["header"].split()[0])


def stored() -> Iterator[Any]:
    """The tables by ruleset."""
    for name, group in groupby(sorted(LINES, key=ruleset), ruleset):
        yield pytest.param([*group], id=name)


def play_on(table: Table) -> Table:
    """Begin the game if necessary, and play random moves to the end."""
    game, chance = GAMES.game(table.header), Random(1)
    if table.status is Status.OFFERED:
        open_ = (Free, Kept)
        seats = (Computer("easy") if isinstance(seat, open_) else seat for seat in table.seats)
        ready = replace(table, seats=tuple(seats))
        table = steps.begin(ready, game, HANDS, table.touched + 1).table
    for _ in range(2_000):
        if table.status is Status.OVER:
            return table
        position = GAMES.position(table)
        phase = game.phase(position)
        assert isinstance(phase, Choose)
        move = game.write_move(chance.choice(phase.moves))
        table = steps.play(table, game, position, phase.seat, move, HANDS, table.touched + 1).table
    raise AssertionError("the game did not end")


@pytest.mark.parametrize("lines", [*stored()])
def test_stored_tables_load_and_play_on(lines: list[Any], subtests: pytest.Subtests) -> None:
    """Tables are read as they were, records lead to their positions, and games can be finished."""
    for line in lines:
        with subtests.test(line["what"]):
            table = read(line)
            assert plain(table) == line["table"]
            assert codec.read(codec.write(table)) == table
            if table.position:
                game = GAMES.game(table.header)
                *_, last = replay(game, line["record"])
                assert game.write_position(last.after) == table.position
            assert play_on(table).status is Status.OVER


def values(value: Any) -> Iterator[Any]:
    """The parts of a value, and their parts."""
    yield value
    if isinstance(value, tuple):
        for each in value:
            yield from values(each)
    elif is_dataclass(value):
        for field in fields(value):
            yield from values(getattr(value, field.name))


def test_every_field_is_there() -> None:
    """Every field of a table and of its parts differs from its default in one of the tables."""
    used = defaultdict[Any, set[str]](set)
    for part in (part for line in LINES for part in values(read(line)) if is_dataclass(part)):
        used[type(part)] |= {f.name for f in fields(part) if getattr(part, f.name) != f.default}
    for kind, names in used.items():
        for field in fields(kind):
            assert field.name in names, (
                f"No stored table has {kind.__name__}.{field.name}. {REMEDY}"
            )


def test_every_member_is_there() -> None:
    """Every ending, status and the like is that of one of the tables."""
    used = {part for line in LINES for part in values(read(line)) if isinstance(part, Enum)}
    for kind in {type(member) for member in used}:
        for member in kind:
            assert member in used, f"No stored table has {member!r}. {REMEDY}"


def test_every_ruleset_is_there() -> None:
    """Every ruleset has tables."""
    for name in GAMES.rulesets:
        assert any(ruleset(line) == name for line in LINES), f"No stored table of {name}. {REMEDY}"


def test_tables_have_names_of_their_own() -> None:
    """No two tables have the same name."""
    names = [line["what"] for line in LINES]
    assert len({*names}) == len(names)
