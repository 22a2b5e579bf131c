"""The opening, which decides who begins."""

from collections.abc import Callable

import pytest

from engine import Throw
from engine.road.game import RoadGame
from engine.road.rulesets import RULESETS
from engine.throws import Cast

OpenGame = Callable[[str], RoadGame]

THROWN: dict[str, dict[int, Cast]] = {
    "kernels": {1: (1, 0, 0, 0), 3: (1, 1, 1, 0)},
    "sapper": {1: (1, 1, 0, 0), 3: (1, 1, 1, 0)},  # which has no 1: the first is a 2
    "footprints": {1: (0, 1), 3: (1, 2)},
}


def opened(game: RoadGame, *numbers: int) -> str:
    """Return the position after opening throws that come to these numbers, each 1 or 3."""
    position = game.start()
    for number in numbers:
        position = game.cast(position, THROWN[game.ruleset.table][number])
    return game.write_position(position)


@pytest.mark.parametrize("key", RULESETS)
def test_a_tie_is_cast_again(game: OpenGame, key: str) -> None:
    """A tie restarts the opening in every ruleset."""
    assert opened(game(key), 3, 3) == "1 ? 55/00"
    assert opened(game(key), 3, 3, 1, 3) == opened(game(key), 1, 3)


@pytest.mark.parametrize("key", [key for key in RULESETS if key != "footprints"])
def test_the_higher_number_begins(game: OpenGame, key: str) -> None:
    """One throw each decides who begins, even where turns have two; then the winner throws."""
    assert opened(game(key), 3, 1) == "1 a 55/00"
    assert opened(game(key), 1, 3) == "1 b 55/00"


def test_in_footprints_the_opening_counts(game: OpenGame) -> None:
    """In footprints the throw that wins the opening is the winner's first number."""
    assert opened(game("footprints"), 3, 1) == "1 a3 55/00"
    assert opened(game("footprints"), 1, 3) == "1 b3 55/00"


def test_in_footprints_the_last_opening_cast_counts(game: OpenGame) -> None:
    """After a tie, the winner's first number is the one from the deciding throw."""
    assert opened(game("footprints"), 3, 3, 1, 3) == "1 b3 55/00"


@pytest.mark.parametrize("casts", ["sum", "each"])
def test_in_footprints_with_two_casts_the_opening_only_decides(game: OpenGame, casts: str) -> None:
    """Where a turn has two throws, the opening throw is not played."""
    assert opened(game(f"footprints casts={casts}"), 1, 3) == "1 b 55/00"


def test_the_first_seats_cast_for_their_sides(game: OpenGame) -> None:
    """In teams, the first seat of each side throws for the opening."""
    teams = game("aj-sayil warriors=5 seats=6")
    first, second = teams.start(), teams.cast(teams.start(), (1, 0, 0, 0))
    table = teams.ruleset.throws
    assert teams.phase(first) == Throw(seat=0, table=table, opening=True)
    assert teams.phase(second) == Throw(seat=3, table=table, opening=True)


def test_the_winning_side_begins_with_its_first_seat(game: OpenGame) -> None:
    """The seat that throws the higher number begins for its side."""
    assert opened(game("aj-sayil warriors=5 seats=6"), 3, 1) == "1 a 555555/000000"
    assert opened(game("aj-sayil warriors=5 seats=6"), 1, 3) == "1 d 555555/000000"


def test_the_first_number_of_an_opening_is_shown(game: OpenGame) -> None:
    """Between the opening throws, the position shows the first number."""
    assert opened(game("kekchi"), 3) == "1 ?3 55/00"
