"""Computer players."""

from random import Random

import pytest

from engine import Choose, Over, Throw
from engine.players import greedy, uniform
from engine.road.game import RoadGame


def play_out(game: RoadGame, greedy_seat: int, chance: Random) -> int | None:
    """Play one game, greedy on one seat and random on the other, and return who won."""
    position = game.start()
    while not isinstance(phase := game.phase(position), Over):
        if isinstance(phase, Throw):
            faces, count = phase.table.faces, phase.table.count
            position = game.cast(position, tuple(chance.choice(faces) for _ in range(count)))
            continue
        assert isinstance(phase, Choose)
        if phase.seat == greedy_seat:
            move = greedy.choose(game, position, phase.moves)
        else:
            move = uniform.choose(game, position, phase.moves, chance)
        position = game.play(position, move)
    return phase.winner


def test_greedy_beats_random(puluc: RoadGame) -> None:
    """The greedy player wins at least four games of five against the random one."""
    chance = Random(1)
    won = sum(play_out(puluc, game % 2, chance) == game % 2 for game in range(100))
    assert won >= 80


@pytest.mark.parametrize(
    ("position", "move"),
    [
        ("1 a3 44/00 2a 5b", "2+3"),
        ("1 a2 32/00 10a1a2b 5b", "10+2"),
        ("1 a3 30/03 2a 6a 9b1b", "6+3"),
        ("1 a1 33/00 2a 7a 8b 9b", "7+1"),
    ],
    ids=["captures", "comes off with its prey", "wins", "captures rather than enters"],
)
def test_greedy_takes_what_it_can(puluc: RoadGame, position: str, move: str) -> None:
    """The greedy player captures, brings its prey off and wins where it can."""
    before = puluc.read_position(position)
    chosen = greedy.choose(puluc, before, puluc.moves(before))
    assert puluc.write_move(chosen) == move


def test_greedy_gets_out_of_reach(puluc: RoadGame) -> None:
    """The greedy player moves a laden stack on from where the next cast may take it."""
    before = puluc.read_position("1 a4 33/00 2a 5a1b 7b")
    assert puluc.write_move(greedy.choose(puluc, before, puluc.moves(before))) == "5+4"


def test_the_random_player_takes_any_move(puluc: RoadGame) -> None:
    """Every legal move is taken sooner or later by the random player."""
    before = puluc.read_position("1 a2 34/00 3a 4a 9b")
    chance = Random(2)
    taken = {uniform.choose(puluc, before, puluc.moves(before), chance) for _ in range(100)}
    assert taken == set(puluc.moves(before))
