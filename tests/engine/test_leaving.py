"""Captors that leave the road with their captives, as in aj-tiwil, and the score that decides."""

from collections.abc import Callable
from random import Random

import pytest
from typing_extensions import override

from engine import Corrupt, Over
from engine.road.game import RoadGame
from engine.road.position import Position
from engine.road.unpacked import is_decided

OpenGame = Callable[[str], RoadGame]
Play = Callable[..., str]
Outcome = Callable[..., Over]
Journey = Callable[[RoadGame, Random, int], list[Position]]

EAGLE = "aj-tiwil casts=one"


@pytest.fixture
def outcome(game: OpenGame) -> Outcome:
    """Play a move, given as text, and return the game's result."""

    def outcome(words: str, position: str, move: str) -> Over:
        opened = game(words)
        before = opened.read_position(position)
        after = opened.phase(opened.play(before, opened.read_move(before, move)))
        assert isinstance(after, Over)
        return after

    return outcome


def test_a_captor_leaves_with_its_captives(play: Play) -> None:
    """The captured enemies are killed at once and the captor is away for good."""
    assert play(EAGLE, "1 a3 44/00 4a 7b", "4a+3") == "1 b 44/01/10"


def test_all_captives_are_killed(play: Play) -> None:
    """Enemies side by side are all killed together, at the cost of one captor."""
    assert play(EAGLE, "1 a3 43/00 4a 7b 7b", "4a+3") == "1 b 43/02/10"


def test_a_homeward_captor_leaves_alike(play: Play) -> None:
    """A homeward captor leaves the road as well."""
    assert play(EAGLE, "1 a3 44/00 4b 7A", "7A-3") == "1 b 44/01/10"


def test_the_next_one_enters_with_the_second_number(play: Play) -> None:
    """A captor that leaves with the first number lets the second enter another warrior."""
    assert play("aj-tiwil", "1 a2,3 44/00 4a 7b", "4a+3", "ba+2") == "1 b 34/01/10 2a"


def test_most_captures_win(outcome: Outcome) -> None:
    """At the end, the side that killed more enemies wins."""
    over = outcome(f"{EAGLE} warriors=2", "1 a3 00/01/10 4a 7b", "4a+3")
    assert over == Over(((0,), (1,)))


def test_a_side_without_warriors_may_win(outcome: Outcome) -> None:
    """A side whose last captor leaves wins if it killed more, even if enemies are left."""
    over = outcome(f"{EAGLE} warriors=3", "1 a3 01/11/10 4a 7b", "4a+3")
    assert over == Over(((0,), (1,)))


def test_three_of_five_decide(outcome: Outcome) -> None:
    """With five warriors each, the third kill without an answer ends the game."""
    over = outcome(EAGLE, "1 a3 22/02/20 4a 7b", "4a+3")
    assert over == Over(((0,), (1,)))


def test_a_game_that_is_not_decided_goes_on(play: Play) -> None:
    """The game goes on as long as the side that is behind could still draw."""
    assert play(EAGLE, "1 a3 22/11/11 4a 7b", "4a+3") == "1 b 22/12/21"


def test_partners_can_catch_up_together(play: Play) -> None:
    """In teams, the warriors of all partners count."""
    words, before = f"{EAGLE} seats=4 warriors=2", "1 a3 0211/0010/1000 4a 7d"
    assert play(words, before, "4a+3") == "1 b 0211/0011/2000"


class PlaysOn(RoadGame):
    """The same game without our choice: it ends when a side has no free warrior."""

    @override
    def _is_decided(self, *_: object) -> bool:
        return False


@pytest.mark.parametrize(
    "words", [EAGLE, "aj-tiwil road=7 warriors=3", "aj-tiwil road=9 warriors=2 seats=4"]
)
def test_playing_on_changes_no_winner(game: OpenGame, journey: Journey, words: str) -> None:
    """Whoever leads when a game is decided also wins if both sides play on to the end."""
    ruleset, chance, decided = game(words).ruleset, Random(1), 0
    longer = PlaysOn(ruleset)
    for _ in range(20):
        *passed, last = journey(longer, chance, 20_000)
        over = longer.phase(last)
        assert isinstance(over, Over)
        for position in passed:
            lost, free = lost_and_free(longer, position)
            if is_decided(lost, free):
                winner = int(lost[0] > lost[1])
                assert {longer.side(seat) for seat in over.places[0]} == {winner}
                decided += 1
    assert decided


def lost_and_free(game: RoadGame, position: Position) -> tuple[list[int], list[int]]:
    """Return how many warriors of each side are killed, and how many are free."""
    seen = game.unpack(position)
    lost, free = [0, 0], [0, 0]
    for seat in range(game.seats):
        lost[game.side(seat)] += seen.killed[seat]
        free[game.side(seat)] += seen.base[seat]
    for stack in seen.stacks:
        free[game.side(stack.captain)] += 1
    return lost, free


def test_equal_captures_are_a_draw(outcome: Outcome) -> None:
    """Equal kills are a draw."""
    over = outcome(f"{EAGLE} warriors=2", "1 a3 00/10/01 4a 7b", "4a+3")
    assert over == Over(((0, 1),))


def test_the_score_decides_wherever_captors_leave(outcome: Outcome) -> None:
    """With `after-capture=leave`, every ruleset is decided by kills."""
    words = "puluc warriors=3 after-capture=leave"
    assert outcome(words, "1 a3 01/11/10 4a 7b", "4+3") == Over(((0,), (1,)))


def test_no_captives_where_captors_leave(game: OpenGame) -> None:
    """Where captors leave, a position in which a captain has captives is corrupt."""
    with pytest.raises(Corrupt, match="the stack on 4 cannot hold captives"):
        game(EAGLE).read_position("1 a 44/00 4a1b")


def test_no_warriors_away_where_captors_stay(game: OpenGame) -> None:
    """Where captors stay on the road, a position with warriors away is corrupt."""
    with pytest.raises(Corrupt, match="away must be 0: in aj-sayil captors do not leave"):
        game("aj-sayil").read_position("1 a 45/00/10")
