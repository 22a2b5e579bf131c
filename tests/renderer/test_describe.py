import re
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from renderer.describe import ALT_LIMIT, BOARD_LIMIT, BOARD_ROW, alt, board, describe
from renderer.text import Name, Say, Text
from renderer.view import DRAW, RoadView, SeatView, StackView, Thrown


def said(view: RoadView, say: Say) -> list[str]:
    return [say(text) for text in describe(view)]


def test_the_turn_comes_first(middle: RoadView, say: Say) -> None:
    """A description begins with whose turn it is."""
    assert said(middle, say)[0] == "Ana (jade) to move."


def test_a_cast_is_told(middle: RoadView, say: Say) -> None:
    """A cast is told by its number and how many kernels lie marked side up."""
    assert "Cast: 3, 3 of 4 kernels marked side up." in said(middle, say)


def test_a_played_cast_is_told_as_played(middle: RoadView, say: Say) -> None:
    """A cast whose number has been played says so."""
    thrown = tuple(replace(lying, played=True) for lying in middle.thrown)
    assert "Cast: 3, already played." in said(replace(middle, thrown=thrown), say)


def test_casts_that_count_together_tell_their_sum(middle: RoadView, say: Say) -> None:
    """Two casts that make one number tell it."""
    (lying,) = middle.thrown
    view = replace(middle, thrown=(lying, Thrown(lying.table, (1, 1, 1, 1))), summed=True)
    assert "Together 7." in said(view, say)


def test_a_stack_tells_its_captives(middle: RoadView, say: Say) -> None:
    """A stack with captives tells where, whose, its heading and whom it holds."""
    assert "Space 8: Ben's captain heading up, holding 2 of Ana's." in said(middle, say)


def test_a_lone_warrior_is_told(middle: RoadView, say: Say) -> None:
    """A stack without captives tells where, whose and its heading."""
    assert "Space 10: Ben's captain heading down." in said(middle, say)


def test_a_walker_is_told_in_the_enemy_base(middle: RoadView, say: Say) -> None:
    """A captain that waits in the enemy base is told there."""
    view = replace(middle, stacks=(StackView(12, 0, -1, (0, 0)),))
    assert "In the base of red: Ana's captain heading down." in said(view, say)


def test_bases_killed_last_move_and_landings_are_told(middle: RoadView, say: Say) -> None:
    """The description ends with bases, killed, last move and landing spaces."""
    assert said(middle, say)[-4:] == [
        "In base: 1 jade and 1 red.",
        "Killed: 0 jade and 1 red.",
        "Last move: Ben, from space 11 to space 8, capturing 2.",
        "Can land on 6 and 8.",
    ]


def test_a_winner_is_told(middle: RoadView, say: Say) -> None:
    """A finished game tells the winning side."""
    view = replace(middle, turn=None, winner=1)
    assert said(view, say)[0] == "The game is over: red wins."


def test_a_draw_is_told(middle: RoadView, say: Say) -> None:
    """A drawn game says so."""
    view = replace(middle, turn=None, winner=DRAW)
    assert said(view, say)[0] == "The game is over: a draw."


def test_names_are_marked(middle: RoadView) -> None:
    """A player's name goes into a text as a Name."""
    who = dict(describe(middle)[0].args)["who"]
    assert isinstance(who, Name)


def test_a_short_alternative_text_is_the_whole_description(middle: RoadView, say: Say) -> None:
    """An alternative text that fits holds every sentence."""
    assert alt(middle, say) == " ".join(said(middle, say))


def test_long_names_give_way_to_sides(middle: RoadView, say: Say) -> None:
    """Where names make the alternative text too long, warriors go by their sides."""
    seats = (SeatView("A" * 32, 0), SeatView("B" * 32, 1))
    stacks = tuple(StackView(at, at % 2, 1, (0, 0)) for at in range(1, 12)) * 2
    told = alt(replace(middle, seats=seats, stacks=stacks), say)
    assert "Space 1: red's captain heading up." in told


def test_the_least_important_is_left_out_first(middle: RoadView) -> None:
    """Where even sides are too long, the landing spaces go first and the turn stays."""

    def wordy(text: Text) -> str:
        return f"{text.key} ".ljust(120, "-")

    told = alt(middle, wordy)
    assert "alt.turn" in told
    assert "alt.landings" not in told


def test_stacks_are_left_out_one_by_one(middle: RoadView) -> None:
    """Where not even all stacks fit, those furthest up the road are left out, no more than must."""

    def wordy(text: Text) -> str:
        where = dict(text.args).get("where")
        told = f"{text.key} {dict(where.args)['space'] if isinstance(where, Text) else ''}"
        return told.ljust(300, "-")

    told = alt(middle, wordy)
    assert "alt.stack 3" in told
    assert "alt.stack.holding 5" in told
    assert "8--" not in told


def test_the_longest_position_loses_no_stack(middle: RoadView, say: Say) -> None:
    """Eighteen captains that may go either way, and the longest names, still are all told."""
    stacks = tuple(StackView(30 + side, side, 0, (0, 0)) for side in (0, 1) for _ in range(9))
    seats = (SeatView("A" * 99, 0), SeatView("B" * 99, 1))
    told = alt(replace(middle, road=31, stacks=stacks, seats=seats, base=(0, 0)), say)
    assert len(told) <= ALT_LIMIT
    assert told.count("captain") == len(stacks)


def test_a_name_stays_on_one_line(middle: RoadView, say: Say) -> None:
    """A line break in a name does not break the board of letters."""
    seats = (SeatView("Ana\nMaria", 0), middle.seats[1])
    told = board(replace(middle, seats=seats), say)
    assert told.startswith("o Ana Maria: 1 in base")


@settings(deadline=None)
@given(st.data())
def test_an_alternative_text_fits(
    two_seats: st.SearchStrategy[RoadView], say: Say, data: st.DataObject
) -> None:
    """The alternative text of a two-seat position has at most 1024 characters, no stack missing."""
    view = data.draw(two_seats)
    told = alt(view, say)
    assert len(told) <= ALT_LIMIT
    assert told.count("captain") >= len(view.stacks)


@settings(deadline=None)
@given(st.data())
def test_an_alternative_text_of_a_team_game_fits(
    teams: st.SearchStrategy[RoadView], say: Say, data: st.DataObject
) -> None:
    """The alternative text of a team game is cut to 1024 characters."""
    assert len(alt(data.draw(teams), say)) <= ALT_LIMIT


def test_a_board_of_letters(middle: RoadView, say: Say) -> None:
    """A board of letters shows heads, spaces, captains, headings, landings and captives."""
    assert board(middle, say).splitlines() == [
        "o Ana: 1 in base, 0 killed",
        "x Ben: 1 in base, 1 killed",
        "Cast 3",
        "  1  2  3  4  5  6  7  8  9 10 11",
        " .  .  o> . <O  +  . +X> . <x  .",
        "  5 O< 1x",
        "  8 X> 2o",
    ]


def test_a_board_tells_stacks_that_share(middle: RoadView, say: Say) -> None:
    """Stacks that share a space are told one by one, like ones with their count."""
    stacks = (StackView(4, 0, 1, (0, 0)), StackView(4, 0, 1, (0, 0)), StackView(4, 0, -1, (0, 2)))
    assert board(replace(middle, stacks=stacks), say).splitlines()[-1] == "  4 O< 2x | 2o>"


@settings(deadline=None)
@given(st.data())
def test_a_board_fits(
    two_seats: st.SearchStrategy[RoadView], say: Say, data: st.DataObject
) -> None:
    """A board of letters has at most 700 characters and lines of at most 33 on the road."""
    told = board(data.draw(two_seats), say)
    assert len(told) <= BOARD_LIMIT
    assert not told.endswith("…")
    road = [line for line in told.splitlines() if re.fullmatch(r"[ .+<>oxOX]+|[ \d]+", line)]
    assert all(len(line) <= 3 * BOARD_ROW for line in road)
