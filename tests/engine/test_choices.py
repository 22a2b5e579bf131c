"""What a player decides between: the different outcomes of a turn, not every order of moves."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import AnyGame, Choose, Pass, Throw, open_game
from engine.choices import MOST
from tests.costly import COSTLY

ANT = "aj-sayil road=9 warriors=2 table=kernels casts=each"
PULUC = "puluc road=9 warriors=2 table=kernels casts=one"
BOTH = "puluc road=31 warriors=9 table=kernels casts=each"
HEADERS = (
    ANT,
    f"{ANT} seats=4",
    BOTH,
    "bul road=11 warriors=5 table=kernels casts=each",
    "parchis seats=2",
)


def choices(header: str, position: str) -> list[tuple[str, ...]]:
    """What can be decided in a position, in the game's notation."""
    game = open_game(header)
    found = game.choices(game.read_position(position))
    return [tuple(map(game.write_move, moves)) for moves in found]


@pytest.mark.parametrize(
    ("header", "position", "expected"),
    [
        pytest.param(PULUC, "1 a3 22/00", [("b+3",)], id="one number, one way"),
        pytest.param(PULUC, "1 a3 12/00 4a", [("b+3",), ("4+3",)], id="one number, two ways"),
        pytest.param(ANT, "1 a2,3 22/00", [("ba+2", "2a+3")], id="two orders, one outcome"),
        pytest.param(
            ANT,
            "1 a2,3 21/00 3b",
            [("ba+2", "2a+3"), ("ba+3", "3A1b-2")],
            id="two orders, of which one captures",
        ),
        pytest.param(ANT, "1 a3 12/00 4a", [("4a+3",)], id="a second number"),
        pytest.param(ANT, "1 a 22/00", [], id="a throw is due"),
    ],
)
def test_choices(header: str, position: str, expected: list[tuple[str, ...]]) -> None:
    """A choice has all moves of a turn, and orders that make no difference are one choice."""
    assert choices(header, position) == expected


def reachable(game: AnyGame, position: object, numbers: int) -> set[object]:
    """Every outcome of playing so many numbers."""
    match game.phase(position):
        case Choose(_, moves) if numbers:
            after = (game.play(position, move) for move in moves)
            return set().union(*(reachable(game, each, numbers - 1) for each in after))
        case Pass() if numbers:
            return {game.skip(position)}
    return {position}


@COSTLY
@given(st.sampled_from(HEADERS), st.integers(0, 2**32))
def test_every_outcome_is_one_choice(header: str, seed: int) -> None:
    """In random games, each outcome of a turn is exactly one choice, unless there are very many."""
    game, chance = open_game(header), Random(seed)
    position = game.start()
    for _ in range(60):
        match game.phase(position):
            case Throw(_, table):
                cast = tuple(chance.choice(table.faces) for _ in range(table.count))
                position = game.cast(position, cast)
            case Pass():
                position = game.skip(position)
            case Choose(seat, _):
                found, ends = game.choices(position), []
                numbers = max(map(len, found))
                for moves in found:
                    end = position
                    for move in moves:
                        end = game.play(end, move)
                    phase = game.phase(end)
                    mine = isinstance(phase, Pass) and phase.seat == seat
                    ends.append(game.skip(end) if mine else end)
                assert len(found) <= max(MOST, len(game.phase(position).moves))
                assert len({*ends}) == len(ends)
                if numbers > 1 or not header.startswith(("aj", "puluc", "bul")):
                    assert {*ends} == reachable(game, position, numbers)
                position = chance.choice(ends)
            case _:
                return
