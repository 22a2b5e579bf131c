"""The end of a game is equivalent to the older rule, which plays on until a whole side is killed.

In this engine a side without a free warrior has lost. If the winner played on, the loser would
never again have a move or a free warrior, and from every position the winner could reach they could
still kill all the loser's warriors. So both rules name the same winner. The tests prove this by
exhaustive search of small games and sample it in random games of any size. The claim excludes
rulesets where captors leave (the score decides), where a fire burns (the winner may burn too) and
where bases must be reached exactly.
"""

from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from engine.chance import cast_out
from engine.game import Choose, Over, Pass
from engine.road.game import RoadGame
from engine.road.header import ruleset_with
from engine.road.position import Position
from engine.road.ruleset import AfterCapture, Ruleset
from engine.road.rulesets import RULESETS
from engine.road.stack import count, side_mask
from engine.stage import Stage
from tests.costly import COSTLY


def is_claimed(ruleset: Ruleset) -> bool:
    """Tell whether the equivalence is claimed for `ruleset`."""
    leaves = ruleset.after_capture is AfterCapture.LEAVE
    return not (leaves or ruleset.fire or ruleset.exact)


CLAIMED = [key for key, ruleset in RULESETS.items() if is_claimed(ruleset)]
MOST_MOVES = 3_000
"""Moves after which a random game is abandoned: if nearly every number crosses the whole road and
frees all captives, a game can take unreasonably long.
"""

MOST_TRIES = 20_000
"""Upper limit on the random numbers a winner needs to kill all enemies."""


@pytest.mark.parametrize("key", CLAIMED)
def test_the_winner_of_a_small_game_can_kill_all_enemies(key: str) -> None:
    """In every position that the winner can play on to, the loser is helpless and can be killed."""
    game = RoadGame(ruleset_with(key, {"road": "5", "warriors": "2"}))
    for winner in (0, 1):
        ways = continuations(game, winner)
        assert ways
        assert all(is_helpless(game, position, 1 - winner) for position in ways)
        done = {position for position in ways if dead(game, position, 1 - winner) == 2}
        while more := {position for position in ways.keys() - done if ways[position] & done}:
            done |= more
        assert done == ways.keys()


@COSTLY
@given(st.from_type(Ruleset).filter(is_claimed), st.integers(0, 1 << 32).map(Random))
def test_a_winner_playing_at_random_kills_all_enemies(ruleset: Ruleset, chance: Random) -> None:
    """A winner who plays on at random kills all enemies, none of whom is ever free meanwhile."""
    game = RoadGame(ruleset)
    position = random_end(game, chance)
    loser = 1 - winner_of(game, position)
    for _ in range(MOST_TRIES):
        if dead(game, position, loser) == ruleset.warriors * ruleset.seats // 2:
            break
        assert is_helpless(game, position, loser)
        seat, number = chance.choice(turns(game, 1 - loser))
        given_one = with_number(position, seat, number)
        if moves := game.moves(given_one):
            after = game.play(given_one, chance.choice(moves))
            assert dead(game, after, loser) >= dead(game, position, loser)
            position = after
    else:
        pytest.fail(f"the loser still has warriors: {game.write_position(position)}")


def continuations(game: RoadGame, winner: int) -> dict[Position, set[Position]]:
    """Map every position that `winner` has won, or can reach from there, to its successors."""
    ways: dict[Position, set[Position]] = {}
    left = [position for position in ends(game) if winner_of(game, position) == winner]
    while left:
        position = left.pop()
        if position not in ways:
            ways[position] = {
                game.play(given_one, move)
                for seat, number in turns(game, winner)
                for given_one in [with_number(position, seat, number)]
                for move in game.moves(given_one)
            }
            left += ways[position]
    return ways


def ends(game: RoadGame) -> Iterator[Position]:
    """Find every position in which a game can end."""
    left = [game.begin(0), game.begin(game.seats // 2)]
    seen = set(left)
    while left:
        for position in cast_out(game, left.pop()):
            match game.phase(position):
                case Choose(moves=moves):
                    further = {game.play(position, move) for move in moves}
                case Pass():
                    further = {game.skip(position)}
                case _:
                    yield position
                    continue
            left += further - seen
            seen |= further


def random_end(game: RoadGame, chance: Random) -> Position:
    """Play a random game to its end; reject the example if it takes too long."""
    position = game.begin(0)
    outcomes = list(game.ruleset.throws.outcomes())
    for _ in range(MOST_MOVES):
        while position.stage is Stage.CAST:
            position = game.cast(position, chance.choice(outcomes))
        if position.stage is Stage.OVER:
            break
        moves = game.moves(position)
        position = game.play(position, chance.choice(moves)) if moves else game.skip(position)
    assume(position.stage is Stage.OVER)
    return position


def winner_of(game: RoadGame, position: Position) -> int:
    """Return the side that has won."""
    over = game.phase(position)
    assert isinstance(over, Over)
    winner, *_ = over.winners(game.seats)
    return game.side(winner)


def turns(game: RoadGame, side: int) -> list[tuple[int, int]]:
    """List every number for every seat of `side`."""
    seats = [seat for seat in range(game.seats) if game.side(seat) == side]
    return [(seat, number) for seat in seats for number in sorted(game.ruleset.numbers)]


def with_number(position: Position, seat: int, number: int) -> Position:
    """Return `position` as if the game went on and `seat` had `number` to play."""
    return Position((Stage.MOVE, seat, (number,), *position[3:]))


def is_helpless(game: RoadGame, position: Position, side: int) -> bool:
    """Tell whether `side` has no free warrior and no move with any number."""
    free = position.stacks[side] or position.base & side_mask(game.seats, side)
    return not free and not any(
        game.moves(with_number(position, seat, number)) for seat, number in turns(game, side)
    )


def dead(game: RoadGame, position: Position, side: int) -> int:
    """Return how many warriors of `side` have been killed."""
    return count(position.killed & side_mask(game.seats, side))
