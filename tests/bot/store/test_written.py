"""Tables written by earlier releases can be loaded and played in every later one.

Each line of `written/format-*.jsonl` is a table as that format wrote it (all rulesets, platforms
and states), with its record. The files never change, because operators' stores hold such data.
Fields that were added to a format have a file of their own, such as `format-2-time.jsonl`.
"""

import base64
import json
from collections.abc import Iterator
from dataclasses import MISSING, fields, replace
from itertools import groupby
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bot.games.catalogue import games
from bot.store import codec
from bot.table import steps
from bot.table.corn import FairCorn
from bot.table.table import Status, Table
from bot.table.turns import Hands
from engine import Choose
from engine.record import replay

WRITTEN = sorted((Path(__file__).parent / "written").glob("format-*.jsonl"))
GAMES = games()
HANDS = Hands(FairCorn())


def stored() -> Iterator[Any]:
    """The tables of each format, by ruleset."""
    for path in WRITTEN:
        tables = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
        for ruleset, group in groupby(tables, lambda table: table["what"].split()[0]):
            yield pytest.param([*group], id=f"{path.stem}: {ruleset}")


def play_on(table: Table) -> Table:
    """Begin the game if necessary, and play random moves to the end."""
    game, chance = GAMES.game(table.header), Random(1)
    if table.status is Status.OFFERED and table.is_practice:
        table = steps.begin(table, game, HANDS, table.touched + 1).table
    elif table.status is Status.OFFERED:
        guest = replace(table.host, name="Ben")
        table = steps.sit(table, game, 1, guest, HANDS, table.touched + 1).table
    for _ in range(2_000):
        if table.status is Status.OVER:
            return table
        position = GAMES.position(table)
        phase = game.phase(position)
        assert isinstance(phase, Choose)
        move = game.write_move(chance.choice(phase.moves))
        table = steps.play(table, game, position, phase.seat, move, HANDS, table.touched + 1).table
    raise AssertionError("the game did not end")


@pytest.mark.parametrize("tables", [*stored()])
def test_stored_tables_load_and_play_on(tables: list[Any], subtests: pytest.Subtests) -> None:
    """Tables survive a round trip, records lead to their positions, and games can be finished."""
    for line in tables:
        with subtests.test(line["what"]):
            table = codec.read(base64.b64decode(line["state"]))
            assert codec.read(codec.write(table)) == table
            if table.position:
                game = GAMES.game(table.header)
                *_, last = replay(game, line["record"])
                assert game.write_position(last.after) == table.position
            assert play_on(table).status is Status.OVER


def test_every_format_is_there() -> None:
    """Every format up to the present one has its file."""
    formats = {int(path.stem.split("-")[1]) for path in WRITTEN}
    assert formats == {*range(1, codec.FORMAT + 1)}


def test_every_field_is_there() -> None:
    """Every field of a table differs from its default in one of the stored tables."""
    lines = [line for path in WRITTEN for line in path.read_text("utf-8").splitlines()]
    tables = [codec.read(base64.b64decode(json.loads(line)["state"])) for line in lines]
    for field in fields(Table):
        if field.default is not MISSING:
            assert any(getattr(table, field.name) != field.default for table in tables), field.name
