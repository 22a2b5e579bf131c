"""The computer players of the road games, as the bot asks for their moves."""

from pathlib import Path
from random import Random
from typing import Any

import pytest

from bot.games.catalogue import FAMILIES, Games, games
from bot.table.options import Options
from engine import AnyGame, Choose, Over, Pass, Throw
from engine.players.registry import PLAYERS
from engine.road.game import RoadGame
from engine.road.rulesets import RULESETS
from engine.tables import Table
from tests.bot.options import options
from tests.engine.made_up import write_table

DECISIONS = 12
GAMES = games()
LEVELS = ("easy", "medium", "hard")


def decisions(game: AnyGame, chance: Random) -> list[Any]:
    """Return positions of a random game in which there are several moves."""
    found, position = list[Any](), game.start()
    while len(found) < DECISIONS:
        match game.phase(position):
            case Over():
                position = game.start()
            case Throw(table=table):
                cast = tuple(chance.choice(table.faces) for _ in range(table.count))
                position = game.cast(position, cast)
            case Pass():
                position = game.skip(position)
            case Choose(moves=moves):
                found += [position] if len(moves) > 1 else []
                position = game.play(position, chance.choice(moves))
    return found


def test_the_levels() -> None:
    """The levels are players of the engine, but not those that are for tests."""
    assert set(GAMES.of("puluc").levels) == {*PLAYERS[RoadGame]} - {"random", "greedy"}


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(
    "chosen",
    [
        *map(Options, RULESETS),
        options("aj-sayil", seats=4),
        options("puluc", after_capture="return", road=5),
    ],
    ids=lambda chosen: chosen.ruleset,
)
def test_every_level(chosen: Options, level: str) -> None:
    """Every level plays legal moves in every ruleset, in teams, and with other options."""
    header = GAMES.header(chosen)
    family, game = GAMES.of(header), GAMES.game(header)
    assert level in GAMES.levels_of(header)
    for position in decisions(game, Random(1)):
        phase = game.phase(position)
        assert isinstance(phase, Choose)
        assert family.choose(level, game, position, Random(2), None) in phase.moves


def test_perfect_moves(tmp_path: Path) -> None:
    """The level `perfect` plays a move after which the values of the table are best."""
    solved = Games(FAMILIES, tmp_path)
    header = solved.header(options("puluc", road=5, warriors=2))
    family, game = solved.of(header), solved.game(header)
    assert isinstance(game, RoadGame)
    table = Table(write_table(game, tmp_path))
    for position in decisions(game, Random(1)):
        chosen = family.choose("perfect", game, position, Random(2), solved.values(header))
        assert table.after(position, chosen) == table.value(position)
