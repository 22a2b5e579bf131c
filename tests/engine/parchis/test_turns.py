"""Turns: throws, sixes, bonuses, and who is next."""

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from conftest import Legal, OpenGame, Play

from engine.game import Over, Pass, Throw


def test_the_highest_throw_begins(play: "Play") -> None:
    """Each seat throws once, and the highest begins with a new throw."""
    assert play("parchis", "start", "3", "5", "2", "4") == "b x x x x"


def test_ties_for_the_highest_throw_again(play: "Play") -> None:
    """Only the seats that tie for the highest throw again, until one is left."""
    assert play("parchis", "start", "3", "5", "2", "5") == "?-0-0 x x x x"
    assert play("parchis", "start", "3", "5", "2", "5", "1") == "?-1-0 x x x x"
    assert play("parchis", "start", "3", "5", "2", "5", "1", "1") == "?-0-0 x x x x"
    assert play("parchis", "start", "3", "5", "2", "5", "1", "1", "1", "6") == "d x x x x"


def test_yellow_may_begin_without_an_opening(play: "Play") -> None:
    """With `opening=yellow`, seat a begins."""
    assert play("parchis opening=yellow", "start") == "a x x x x"


@pytest.mark.parametrize(
    ("colours", "begins"), [("red-yellow", "b"), ("blue-green", "a"), ("green-blue", "b")]
)
def test_without_an_opening_yellow_or_the_next_colour_begins(
    colours: str, begins: str, play: "Play"
) -> None:
    """With `opening=yellow`, it is the colour that begins, or else the one after it."""
    assert play(f"parchis seats=2 opening=yellow colours={colours}", "start") == f"{begins} x x"


def test_turns_go_by_rising_seat(play: "Play") -> None:
    """After a number is lost, the next seat throws."""
    assert play("parchis seats=3", "c x x x", "4", "-") == "a x x x"


def test_a_six_throws_again(play: "Play") -> None:
    """After a six, played or lost, the seat throws again, and the sixes are counted."""
    assert play("parchis", "a h,h,7,40+ x x x", "6", "7+6") == "a*@13 h,h,13,40+ x x x"
    assert play("parchis", "a x x x x", "6", "-") == "a* x x x x"


def test_another_number_ends_the_row_of_sixes(play: "Play") -> None:
    """A throw that is no six forgets the sixes before it, and the turn ends."""
    assert play("parchis", "a*@13 h,h,13,40+ x x x", "3", "40+3") == "b h,h,13,43+ x x x"


def test_the_third_six_is_lost(play: "Play", legal: "Legal") -> None:
    """With the third six no piece moves, and the piece last moved goes home."""
    assert legal("parchis", "a6***@24 h,24,30,44+ x x x") == []
    assert play("parchis", "a**@24 h,24,30,44+ x x x", "6", "-") == "b h,h,30,44+ x x x"


def test_the_third_six_spares_corridor_and_goal(play: "Play") -> None:
    """A piece that last moved into the corridor or the goal stays there."""
    assert play("parchis", "a**@c2 h,24,30,c2+ x x x", "6", "-") == "b h,24,30,c2+ x x x"
    assert play("parchis", "a**@g h,24,30,g+ x x x", "6", "-") == "b h,24,30,g+ x x x"


def test_a_piece_moved_by_a_bonus_is_the_last_one(play: "Play") -> None:
    """The piece last moved since the first six may have been moved by a bonus."""
    captured = play("parchis", "a h,h,7,40+ h,h,h,13+ x x", "6", "7+6", "40+20")
    assert captured == "a*@60 h,h,13,60+ h,h,h,h+ x x"


@pytest.mark.parametrize(("six", "counts"), [("12", "52"), ("7", "47"), ("6", "46")])
def test_a_six_counts_more_with_nobody_at_home(play: "Play", six: str, counts: str) -> None:
    """With no piece at home, a six counts 12, or what the ruleset says."""
    reached = play(f"parchis six={six}", "a 40,c3,c3,g+ x x x", "6")
    assert reached == f"a{six}* 40,c3,c3,g+ x x x"
    assert play(f"parchis six={six}", "a 40,c3,c4,g+ x x x", "6", f"40+{six}").startswith(
        f"a*@{counts} "
    )


def test_a_six_counts_six_with_a_piece_at_home(play: "Play") -> None:
    """With a piece at home, a six counts 6."""
    assert play("parchis", "a h,40,c3,g+ x x x", "6") == "a6* h,40,c3,g+ x x x"


def test_a_capture_counts_twenty(play: "Play", legal: "Legal") -> None:
    """After a capture, any piece outside plays 20, and then the seat throws again."""
    captured = play("parchis", "a h,h,7,40+ h,h,h,10+ x x", "3", "7+3")
    assert captured == "a20 h,h,10,40+ h,h,h,h+ x x"
    assert legal("parchis", captured) == ["10>30", "40>60"]
    assert play("parchis", captured, "10+20") == "a h,h,30,40+ h,h,h,h+ x x"


def test_bonuses_chain(play: "Play") -> None:
    """A bonus that captures, or reaches the goal, brings the next one."""
    captured = play("parchis", "a20 h,h,10,40+ h,h,h,30+ x x", "10+20")
    assert captured == "a20 h,h,30,40+ h,h,h,h+ x x"
    arrived = play("parchis", "a20 h,h,10,56+ x x x", "56+20")
    assert arrived == "a10 h,h,10,g+ x x x"


def test_a_goal_counts_ten(play: "Play") -> None:
    """A piece that reaches the goal brings 10 to another piece."""
    assert play("parchis", "a h,h,20,c5+ x x x", "3", "c5+3") == "a10 h,h,20,g+ x x x"


def test_a_lost_bonus_throws_again(play: "Play") -> None:
    """A bonus that no piece can play is lost, and the seat throws again once."""
    assert play("parchis", "a10 h,h,c1,g+ x x x", "-") == "a h,h,c1,g+ x x x"
    assert play("parchis again=no", "a10 h,h,c1,g+ x x x", "-") == "b h,h,c1,g+ x x x"


@pytest.mark.parametrize(
    ("again", "after"), [("yes", "aa"), ("20", "ab"), ("10", "ba"), ("no", "bb")]
)
def test_which_bonus_throws_again(again: str, after: str, play: "Play") -> None:
    """A 20, a 10, both or neither gives another throw."""
    played = (
        play(f"parchis again={again}", "a20 h,h,10,40+ x x x", "40+20"),
        play(f"parchis again={again}", "a10 h,h,10,40+ x x x", "40+10"),
    )
    assert "".join(position[0] for position in played) == after


def test_the_last_of_two_pieces_wins(play: "Play") -> None:
    """With two pieces, the second one in the goal finishes."""
    words = "parchis seats=2 pieces=2"
    assert play(words, "a c6,g+ h,h", "2", "c6+2") == "a g,g+ h,h =ab"


def test_a_bonus_after_a_six_throws_once(play: "Play") -> None:
    """A six and a bonus together give one throw, not two."""
    after = play("parchis", "a20*@13 h,h,13,40+ x x x", "40+20")
    assert after == "a*@60 h,h,13,60+ x x x"
    assert play("parchis", after, "1", "13+1").startswith("b ")


def test_a_seat_that_has_finished_is_passed_over(play: "Play") -> None:
    """The fourth piece in the goal brings no 10 and no throw, and the seat is not asked again."""
    assert play("parchis six=6", "a* c2,g,g,g+ x x x", "6", "c2+6") == "b g,g,g,g+ x x x =a"
    assert play("parchis", "d g,g,g,g+ x x x =a", "1", "-") == "b g,g,g,g+ x x x =a"


def test_the_game_ends_when_one_is_left(play: "Play", game: "OpenGame") -> None:
    """With `end=last`, all places are decided, and the last seat is in them."""
    opened = game("parchis seats=3")
    text = play("parchis seats=3", "b g,g,g,g+ c6,g,g,g+ h,h,h,5+ =a", "2", "c6+2")
    assert text == "b g,g,g,g+ g,g,g,g+ h,h,h,5+ =abc"
    over = opened.phase(opened.read_position("1 " + text))
    assert over == Over(((0,), (1,), (2,)))


def test_the_first_may_end_the_game(play: "Play", game: "OpenGame") -> None:
    """With `end=first`, the first seat that finishes ends the game, and wins alone."""
    opened = game("parchis end=first")
    text = play("parchis end=first", "b x c6,g,g,g+ x x", "2", "c6+2")
    position = opened.read_position("1 " + text.replace("x", "h,h,h,h"))
    assert opened.phase(position) == Over(((1,),))


def test_pairs_win_together(play: "Play", game: "OpenGame") -> None:
    """In pairs, opposite seats share both places."""
    opened = game("parchis end=pairs")
    text = play("parchis end=pairs", "b x c6,g,g,g+ x x", "2", "c6+2")
    position = opened.read_position("1 " + text.replace("x", "h,h,h,h"))
    assert opened.phase(position) == Over(((1, 3), (0, 2)))


def test_a_lost_number_is_told(game: "OpenGame") -> None:
    """A number that no piece can play is a pass of this number."""
    opened = game("parchis")
    thrown = opened.cast(opened.begin(0), (4,))
    assert opened.phase(thrown) == Pass(0, (4,))
    assert opened.phase(opened.skip(thrown)) == Throw(1, opened.throws, opening=False)


def test_who_resigns_is_last(game: "OpenGame") -> None:
    """Seats that finished keep their places, and the others share the next one."""
    opened = game("parchis")
    position = opened.read_position("1 b h,h,h,5+ h,h,h,h h,h,h,h g,g,g,g+ =d")
    assert opened.resigned(position, 0) == Over(((3,), (1, 2), (0,)))
