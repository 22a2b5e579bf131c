"""Exact tables, which decide whether a game has the level `perfect`."""

from collections.abc import Callable
from copy import copy
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from bot.games.catalogue import FAMILIES, Games, games
from bot.table.options import Options
from engine.tables import file_name
from tests.bot.ops.exact import OTHER, TINY, cut, make_table
from tests.bot.options import options

SMALL = options("puluc", road=5, warriors=1)
WITHOUT = ("easy", "medium", "hard")
WITH = (*WITHOUT, "perfect")


@pytest.fixture
def solved(tmp_path: Path) -> Games:
    """The games, with a folder that has a table of one of them."""
    make_table(tmp_path)
    return Games(FAMILIES, tmp_path)


def test_the_tiny_game(solved: Games) -> None:
    """The table in these tests is that of a game that players can choose."""
    assert solved.header(SMALL) == TINY


@pytest.mark.parametrize(
    ("chosen", "levels"),
    [
        (SMALL, WITH),
        (Options(), WITHOUT),
        (options("bul", road=5, warriors=1), WITHOUT),
        (options("puluc", road=5, warriors=2), WITHOUT),
        (options("puluc", road=5, warriors=1, exact="yes"), WITHOUT),
        (Options("parchis"), WITHOUT),
    ],
)
def test_the_levels_of_a_game(solved: Games, chosen: Options, levels: tuple[str, ...]) -> None:
    """Only a game whose header is exactly that of a table has the level `perfect`."""
    assert solved.levels_of(solved.header(chosen)) == levels


def test_the_levels_of_all_games(solved: Games, tmp_path: Path) -> None:
    """The bot has the level `perfect` if it has a table of any game that it knows."""
    assert solved.levels == WITH
    assert solved.solved == (TINY,)
    assert Games(FAMILIES[1:], tmp_path).levels == WITHOUT
    for folder in (None, tmp_path / "missing"):
        without = Games(FAMILIES, folder)
        assert (without.levels, without.solved) == (WITHOUT, ())
        assert without.levels_of(TINY) == WITHOUT


def test_the_values_of_a_game(solved: Games) -> None:
    """The values are those of the table, which is opened once."""
    values = solved.values(TINY)
    assert values is not None
    assert values.header == TINY
    assert solved.values(TINY) is values
    assert solved.values(OTHER) is None


def swapped(path: Path) -> None:
    """Give a table the name of another game's."""
    path.rename(path.with_name(file_name(OTHER)))


def replaced(path: Path) -> None:
    """Put a folder in the place of a table."""
    path.unlink()
    path.mkdir()


@pytest.mark.parametrize(
    ("spoil", "header", "why"),
    [
        (cut, TINY, "is incomplete; delete it, and make it again"),
        (swapped, OTHER, f"is the table of another game; rename it to {file_name(TINY)}"),
        (replaced, TINY, "can't be read (Is a directory)"),
    ],
)
def test_an_unusable_table(
    tmp_path: Path, spoil: Callable[[Path], None], header: str, why: str
) -> None:
    """A table that can't be used counts as missing, which is logged once."""
    spoil(make_table(tmp_path))
    spoilt = Games(FAMILIES, tmp_path)
    with capture_logs() as logs:
        for _ in range(2):
            assert spoilt.levels_of(header) == WITHOUT
            assert spoilt.levels == WITHOUT
            assert spoilt.values(header) is None
    assert [(each["event"], each["log_level"]) for each in logs] == [("values.rejected", "warning")]
    assert why in logs[0]["why"]


def test_a_folder_that_is_none(tmp_path: Path) -> None:
    """A file in place of the folder counts as a folder without tables, whatever is looked for."""
    file = tmp_path / "file"
    file.touch()
    none = Games(FAMILIES, file)
    with capture_logs() as logs:
        assert none.levels == WITHOUT
        for header in (TINY, OTHER):
            assert none.levels_of(header) == WITHOUT
    assert len(logs) == 1


def test_a_table_that_is_made_later(tmp_path: Path) -> None:
    """A table that is made while the bot runs is used from then on."""
    later = Games(FAMILIES, tmp_path)
    assert later.values(TINY) is None
    make_table(tmp_path)
    assert later.levels_of(TINY) == WITH
    assert later.values(TINY) is not None


def test_in_another_process(tmp_path: Path) -> None:
    """Games that are sent to another process keep their folder, and exist once there."""
    known = games(FAMILIES, tmp_path)
    assert copy(known) is known  # by the way in which they are pickled
    make, arguments = known.__reduce__()
    make_table(tmp_path)
    assert make(*arguments).levels_of(TINY) == WITH
