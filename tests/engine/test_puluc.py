"""The rules of Puluc, one fact per test. See `engine.road.notation` for positions and moves."""

from collections.abc import Callable

import pytest

from engine import Choose, Over, Throw
from engine.road.game import RoadGame

Play = Callable[..., str]
Legal = Callable[[str, str], list[str]]


def test_all_warriors_start_in_base(puluc: RoadGame) -> None:
    """A game starts with an empty road and five warriors in each base."""
    assert puluc.write_position(puluc.start()) == "1 ? 55/00"


def test_each_side_casts_for_the_opening(puluc: RoadGame) -> None:
    """Seat 0 throws first in the opening, then seat 1."""
    first = puluc.phase(puluc.start())
    second = puluc.phase(puluc.cast(puluc.start(), (1, 0, 0, 0)))
    assert isinstance(first, Throw)
    assert isinstance(second, Throw)
    assert (first.seat, first.opening, second.seat, second.opening) == (0, True, 1, True)


def test_the_higher_opening_number_begins(puluc: RoadGame) -> None:
    """The higher number begins; no marked side up counts 5 and beats a 4."""
    position = puluc.cast(puluc.cast(puluc.start(), (1, 1, 1, 1)), (0, 0, 0, 0))
    assert puluc.write_position(position) == "1 b 55/00"


def test_seat_0_can_win_the_opening(puluc: RoadGame) -> None:
    """Seat 0 begins if its opening number is the higher."""
    position = puluc.cast(puluc.cast(puluc.start(), (1, 1, 0, 0)), (0, 0, 1, 0))
    assert puluc.write_position(position) == "1 a 55/00"


def test_equal_opening_numbers_are_cast_again(puluc: RoadGame) -> None:
    """A tie restarts the opening with seat 0."""
    position = puluc.cast(puluc.cast(puluc.start(), (1, 1, 0, 0)), (0, 0, 1, 1))
    assert position == puluc.start()


def test_the_opening_number_is_not_played(puluc: RoadGame) -> None:
    """After the opening, the beginner throws for its first turn."""
    phase = puluc.phase(puluc.begin(1))
    assert phase == Throw(seat=1, table=puluc.ruleset.throws, opening=False)


def test_warriors_enter_from_their_own_end(play: Play) -> None:
    """Side 0 enters on the space whose number was thrown, counted up from 1."""
    assert play("puluc", "1 a3 55/00", "b+3") == "1 b 45/00 3a"


def test_side_1_enters_from_the_other_end(play: Play) -> None:
    """Side 1 enters counted down from the last space."""
    assert play("puluc", "1 b3 55/00", "b-3") == "1 a 54/00 9b"


def test_any_own_stack_can_move(legal: Legal) -> None:
    """A number can be played with any of the player's stacks, or a warrior from base."""
    assert legal("puluc", "1 a2 34/00 3a 4a 9b") == ["3+2", "4+2", "b+2"]


def test_no_warrior_enters_from_an_empty_base(legal: Legal) -> None:
    """With an empty base, only stacks on the road can move."""
    assert legal("puluc", "1 a2 04/40 3a 9b") == ["3+2"]


def test_own_stacks_never_share_a_space(legal: Legal) -> None:
    """A move that would land on a stack of the same side is illegal."""
    assert legal("puluc", "1 a2 35/00 2a 4a") == ["4+2"]


def test_stacks_pass_over_other_stacks(play: Play) -> None:
    """Passing over comrades and enemies is allowed and has no effect."""
    assert play("puluc", "1 a4 34/00 2a 4a 5b", "2+4") == "1 b 34/00 4a 5b 6a"


def test_landing_on_an_enemy_captures_it(play: Play) -> None:
    """A warrior that lands on an enemy captures it and becomes captain of the stack."""
    assert play("puluc", "1 a3 44/00 2a 5b", "2+3") == "1 b 44/00 5a1b"


def test_an_entering_warrior_captures(play: Play) -> None:
    """A warrior can capture with the move that enters it."""
    assert play("puluc", "1 b2 34/00 2a 10a1b", "b-2") == "1 a 33/00 2a 10b1a1b"


def test_a_captured_stack_is_taken_whole(play: Play) -> None:
    """A stack that lands on a stack captures all of it and keeps its own captives."""
    assert play("puluc", "1 a3 31/00 2a1b 5b1a2b", "2+3") == "1 b 31/00 5a1a4b"


def test_a_stack_goes_on_forward_after_a_capture(legal: Legal) -> None:
    """In Puluc a captor keeps heading for the enemy base."""
    assert "5+2" in legal("puluc", "1 a2 44/00 5a1b")


def test_coming_off_kills_enemies_and_frees_comrades(play: Play) -> None:
    """At the enemy base captive enemies are killed; captain and comrades return to base."""
    assert play("puluc", "1 a3 21/00 9a2a3b 2b", "9+3") == "1 b 51/03 2b"


def test_surplus_is_lost(play: Play) -> None:
    """A stack leaves the road whether it reaches the enemy base exactly or passes it."""
    assert play("puluc", "1 a5 44/00 11a1b", "11+5") == "1 b 54/01"


def test_a_lone_warrior_at_the_enemy_base_is_back_in_its_own(play: Play) -> None:
    """A lone warrior that reaches the enemy base returns to its own and can enter again."""
    assert play("puluc", "1 b4 54/00 3b", "3-4") == "1 a 55/00"


def test_the_turn_passes_after_a_move(puluc: RoadGame) -> None:
    """After a move the other seat throws."""
    position = puluc.read_position("1 a3 55/00")
    after = puluc.play(position, puluc.read_move(position, "b+3"))
    assert puluc.phase(after) == Throw(seat=1, table=puluc.ruleset.throws, opening=False)


def test_a_side_without_a_free_warrior_has_lost(puluc: RoadGame) -> None:
    """Capturing the last free enemy ends the game at once."""
    position = puluc.read_position("1 a3 40/03 2a 5b1b")
    after = puluc.play(position, puluc.read_move(position, "2+3"))
    assert puluc.phase(after) == Over(((0,), (1,)))


def test_side_1_wins_likewise(puluc: RoadGame) -> None:
    """Side 1 wins as soon as side 0 has no free warrior."""
    position = puluc.read_position("1 b3 04/40 2a 5b")
    after = puluc.play(position, puluc.read_move(position, "5-3"))
    assert puluc.phase(after) == Over(((1,), (0,)))


def test_a_warrior_in_base_keeps_a_side_alive(puluc: RoadGame) -> None:
    """A side with one warrior in base plays on, even if all others are captive or killed."""
    position = puluc.read_position("1 a3 41/02 2a 5b1b")
    after = puluc.play(position, puluc.read_move(position, "2+3"))
    assert puluc.write_position(after) == "1 b 41/02 5a2b"
    assert isinstance(puluc.phase(after), Throw)


def test_choices_come_along_the_road(puluc: RoadGame) -> None:
    """The moves of a phase are in a stable order: from base first, then along the road."""
    phase = puluc.phase(puluc.read_position("1 a1 12/00 9a1b 2a2b 4a 6a"))
    assert isinstance(phase, Choose)
    assert [puluc.write_move(move) for move in phase.moves] == ["b+1", "2+1", "4+1", "6+1", "9+1"]


def test_an_impossible_cast_is_refused(puluc: RoadGame) -> None:
    """A cast that isn't four kernels is refused with an error that names the kernels."""
    with pytest.raises(ValueError, match="kernels"):
        puluc.cast(puluc.start(), (1, 1))
