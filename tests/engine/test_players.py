"""Computer players."""

from collections.abc import Callable
from random import Random

import pytest

from engine import Choose, Over, Pass, Throw
from engine.players import greedy, uniform
from engine.road.game import RoadGame
from tests.engine.strength import GAMES

OpenGame = Callable[[str], RoadGame]


def play_out(game: RoadGame, greedy_side: int, chance: Random) -> int | None:
    """Play one game between greedy and random, and return the winner."""
    position = game.start()
    while not isinstance(phase := game.phase(position), Over):
        match phase:
            case Throw(table=table):
                cast = tuple(chance.choice(table.faces) for _ in range(table.count))
                position = game.cast(position, cast)
            case Pass():
                position = game.skip(position)
            case Choose(seat=seat, moves=moves) if game.side(seat) == greedy_side:
                position = game.play(position, greedy.choose(game, position, moves))
            case Choose(moves=moves):
                position = game.play(position, uniform.choose(game, position, moves, chance))
    winners = phase.winners(game.seats)
    return game.side(winners[0]) if winners else None


def test_greedy_beats_random(puluc: RoadGame) -> None:
    """The greedy player wins at least four games in five against the random one."""
    chance = Random(1)
    won = sum(play_out(puluc, game % 2, chance) == game % 2 for game in range(100))
    assert won >= 80


@pytest.mark.parametrize("words", GAMES)
def test_greedy_beats_random_in_every_ruleset(game: OpenGame, words: str) -> None:
    """The greedy player wins over half of its games in every ruleset, and with a partner."""
    opened, chance = game(words), Random(1)
    assert sum(play_out(opened, number % 2, chance) == number % 2 for number in range(20)) > 10


@pytest.mark.parametrize(
    ("words", "position", "move"),
    [
        ("bul", "1 a3 32/01 4A1b 6a 9b", "6+3"),
        ("buul", "1 a3 22/00 3B1a 7B1a1b 10a", "10+3"),
        ("aj-sinaanil casts=one", "1 a3 44/00 4b 7a", "7a-3"),
        ("aj-tiwil casts=one", "1 a3 44/00 4a 7b", "4a+3"),
        ("a-kaakil casts=one", "1 a3 35/00 4a 7a", "4a+3"),
    ],
)
def test_greedy_knows_every_rule(game: OpenGame, words: str, position: str, move: str) -> None:
    """The greedy player strikes, frees and leaves where the rules allow, and avoids the fire."""
    opened = game(words)
    before = opened.read_position(position)
    assert opened.write_move(greedy.choose(opened, before, opened.moves(before))) == move


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
    """The greedy player captures, carries off captives and wins when it can."""
    before = puluc.read_position(position)
    chosen = greedy.choose(puluc, before, puluc.moves(before))
    assert puluc.write_move(chosen) == move


def test_greedy_gets_out_of_reach(puluc: RoadGame) -> None:
    """The greedy player moves a stack with captives out of the next throw's reach."""
    before = puluc.read_position("1 a4 33/00 2a 5a1b 7b")
    assert puluc.write_move(greedy.choose(puluc, before, puluc.moves(before))) == "5+4"


def test_the_random_player_takes_any_move(puluc: RoadGame) -> None:
    """The random player eventually picks every legal move."""
    before = puluc.read_position("1 a2 34/00 3a 4a 9b")
    chance = Random(2)
    taken = {uniform.choose(puluc, before, puluc.moves(before), chance) for _ in range(100)}
    assert taken == set(puluc.moves(before))
