"""Tables with made-up values, which need no solver."""

from collections.abc import Sequence
from pathlib import Path
from random import Random

from engine.road.game import RoadGame
from engine.road.ranking import Ranking
from engine.tables import SCALE, file_name, write


def made_up_values(game: RoadGame) -> Sequence[int]:
    """Return a random number for each position of a game, from 0 to SCALE."""
    return Random(game.header).choices(range(SCALE + 1), k=Ranking(game.ruleset).size)


def write_table(game: RoadGame, folder: Path) -> Path:
    """Write a table of made-up values, under the name that is looked for, and return its path."""
    values = made_up_values(game)
    path = folder / file_name(game.header)
    pieces = (value.to_bytes(2, "little") for value in values)
    with path.open("wb") as file:
        write(file, game.header, len(values), pieces)
    return path
