import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.text import Name, Say, Text
from renderer.casts import Thrown
from renderer.fitting import ALT_LIMIT, BOARD_LIMIT
from renderer.road.describe import BOARD_ROW, alt, board, describe
from renderer.road.sentences import Detail, sentences
from renderer.road.view import (
    DRAW,
    Banner,
    Landing,
    MatchView,
    RoadView,
    SeatView,
    StackView,
    Trace,
)


def sentences_of(view: RoadView, say: Say) -> list[str]:
    return [say(text) for text in describe(view)]


def test_the_turn_comes_first(middle: RoadView, say: Say) -> None:
    """A description begins with whose turn it is."""
    assert sentences_of(middle, say)[0] == "Ana (jade) to move."


def test_a_throw_is_described(middle: RoadView, say: Say) -> None:
    """A throw is described by its number and how many kernels show their marked side."""
    assert "Throw: 3 (3 of 4 kernels marked side up)." in sentences_of(middle, say)


def test_a_played_throw_is_described_as_played(middle: RoadView, say: Say) -> None:
    """A throw whose number has been played is described as played."""
    thrown = tuple(replace(lying, played=True) for lying in middle.thrown)
    assert "Throw: 3, already played." in sentences_of(replace(middle, thrown=thrown), say)


def test_added_throws_are_described_by_their_sum(middle: RoadView, say: Say) -> None:
    """Two throws that make one number are described by their sum."""
    (lying,) = middle.thrown
    view = replace(middle, thrown=(lying, Thrown(lying.table, (1, 1, 1, 1))), summed=True)
    assert "Total: 7." in sentences_of(view, say)


def test_a_stack_is_described_with_its_captives(middle: RoadView, say: Say) -> None:
    """A stack with captives is described by its space, owner, heading and captives."""
    assert "Space 8: Ben's stack, moving up, with captives: 2 of Ana's warriors." in sentences_of(
        middle, say
    )


def test_a_lone_warrior_is_described(middle: RoadView, say: Say) -> None:
    """A lone warrior is described by its space, owner and heading."""
    assert "Space 10: Ben's warrior, moving down." in sentences_of(middle, say)


def test_a_walker_is_described_in_the_enemy_base(middle: RoadView, say: Say) -> None:
    """A captain that waits in the enemy base is described as being there."""
    view = replace(middle, stacks=(StackView(12, 0, -1, (0, 0)),))
    assert "Waiting in Ben's base: Ana's warrior, moving down." in sentences_of(view, say)


def test_bases_killed_last_move_and_landings_are_described(middle: RoadView, say: Say) -> None:
    """A description ends with bases, killed warriors, the last move and landing spaces."""
    assert sentences_of(middle, say)[-4:] == [
        "In base: Ana 1 and Ben 1.",
        "Killed: Ana 0 and Ben 1.",
        "Last: Ben, from space 11 to space 8, capturing 2.",
        "Possible landings: 6 and 8.",
    ]


def test_the_winner_is_named(middle: RoadView, say: Say) -> None:
    """The description of a finished game names the winner."""
    view = replace(middle, turn=None, winner=1)
    assert sentences_of(view, say)[0] == "Game over: Ben wins."


@pytest.mark.parametrize(
    ("banner", "reason"),
    [
        (Banner("free", 17, 0), "Ana has no free warriors left"),
        (Banner("resigned", 17, 0), "Ana resigned"),
        (Banner("timeout", 17, 0), "Ana ran out of time"),
        (Banner("left", 17, 0), "Ana has left"),
        (Banner("agreed", 17, 0), "both sides agreed"),
        (Banner("kills", 17, None, (2, 3)), "killed 3, lost 2"),
        (Banner("abandoned", 17), "nobody moved for 90 days"),
    ],
)
def test_the_reason_for_the_end_is_given(
    middle: RoadView, say: Say, banner: Banner, reason: str
) -> None:
    """The description of a finished game says why it ended, right after the winner."""
    view = replace(middle, turn=None, winner=1, banner=banner)
    assert sentences_of(view, say)[1] == f"Reason: {reason}."


def test_a_game_without_a_result(middle: RoadView, say: Say) -> None:
    """The description of a game that ended without a result says so."""
    assert sentences_of(replace(middle, turn=None), say)[0] == "Game over: nobody wins."


def test_both_moves_of_a_turn_are_described(middle: RoadView, say: Say) -> None:
    """Both moves of a turn are described, in order."""
    view = replace(middle, last=(Trace(1, 11, 9), Trace(1, 9, 8, 2)))
    assert sentences_of(view, say)[-2] == (
        "Last: Ben, from space 11 to space 9 and Ben, from space 9 to space 8, capturing 2."
    )


def test_the_turning_point_of_a_move_is_described(middle: RoadView, say: Say) -> None:
    """The description of a move that turned round says where it turned."""
    view = replace(middle, last=(Trace(0, 10, 8, turned=11),))
    assert sentences_of(view, say)[-2] == (
        "Last: Ana, from space 10 to space 8, turning round on space 11."
    )


def test_where_a_warrior_entered_again_is_described(middle: RoadView, say: Say) -> None:
    """The description of a move that went round says from which base it went on."""
    view = replace(middle, last=(Trace(0, 10, 2, rounds=1),))
    assert sentences_of(view, say)[-2] == (
        "Last: Ana, from space 10 to space 2, entering again from Ana's base."
    )


def test_a_draw_is_described(middle: RoadView, say: Say) -> None:
    """The description of a drawn game says so."""
    view = replace(middle, turn=None, winner=DRAW)
    assert sentences_of(view, say)[0] == "Game over: a draw."


def test_names_are_marked(middle: RoadView) -> None:
    """A player's name is marked as a Name in texts."""
    who = dict(describe(middle)[0].args)["who"]
    assert isinstance(who, Name)


def test_a_short_alternative_text_is_the_whole_description(middle: RoadView, say: Say) -> None:
    """If the whole description fits, it is the alternative text."""
    assert alt(middle, say) == " ".join(sentences_of(middle, say))


def test_long_names_give_way_to_sides(middle: RoadView, say: Say) -> None:
    """If names make the alternative text too long, warriors are described by their sides."""
    seats = (SeatView("A" * 32, 0), SeatView("B" * 32, 1))
    stacks = tuple(StackView(at, at % 2, 1, (0, 0)) for at in range(1, 12)) * 2
    output = alt(replace(middle, seats=seats, stacks=stacks), say)
    assert "Space 1: red's warrior, moving up." in output


def test_partners_are_told_apart_without_names(middle: RoadView, say: Say) -> None:
    """In a team game with long names, warriors go by their side and the seat's number."""
    seats = tuple(SeatView("A" * 40, seat // 2) for seat in range(4))
    nobody = (0, 0, 0, 0)
    stacks = tuple(StackView(at, at % 4, 1, nobody) for at in range(1, 16))
    output = alt(
        replace(middle, seats=seats, stacks=stacks, base=nobody, killed=nobody, away=nobody), say
    )
    assert "Space 1: jade 2's warrior, moving up." in output


def test_many_stacks_are_listed(middle: RoadView) -> None:
    """If one sentence per stack is too long, stacks are listed by side and heading."""

    def wordy(text: Text) -> str:
        return f"{text.key} ".ljust(300 if text.key.startswith("alt.stack") else 20, "-")

    output = alt(middle, wordy)
    assert output.count("alt.list ") == 4
    assert "alt.landings" in output


def test_a_list_of_stacks(middle: RoadView, say: Say) -> None:
    """A list of stacks has their spaces, the number of identical ones, and their captives."""
    alone, lone = (0, 0), StackView(4, 0, 1, (0, 0))
    stacks = (lone, lone, StackView(9, 0, 1, (1, 3)), StackView(2, 1, 0, alone))
    output = [say(text) for text in sentences(replace(middle, stacks=stacks), Detail.LISTS)]
    assert "jade, moving up: 2 on 4 and 9 (captives: 1 jade and 3 red)." in output
    assert "red, free to move either way: 2." in output


def test_too_many_stacks_are_summed_up(middle: RoadView, say: Say) -> None:
    """If even lists are too long, each side's stacks and captives are summed up."""
    output = [say(text) for text in sentences(middle, Detail.SUMS)]
    assert "2 stacks of jade, from space 3 to space 5, with captives: 1 red." in output
    assert "2 stacks of red, from space 8 to space 10, with captives: 2 jade." in output


def test_the_fire_is_described(middle: RoadView, say: Say) -> None:
    """The description says where the fire burns."""
    assert "Fire on 6 and 7." in sentences_of(replace(middle, fire=(6, 7)), say)


def test_partners_in_base_are_named(middle: RoadView, say: Say) -> None:
    """In teams, the description says how many warriors each player has in base."""
    seats = tuple(
        SeatView(name, index // 2) for index, name in enumerate(["Ana", "Bo", "Cy", "Di"])
    )
    nobody = (0, 0, 0, 0)
    view = replace(middle, seats=seats, stacks=(), base=(2, 0, 1, 0), killed=nobody, away=nobody)
    assert "In base: 2 of Ana's warriors and 1 of Cy's warriors." in sentences_of(view, say)


@pytest.fixture
def six(middle: RoadView) -> RoadView:
    """A game for six; a computer stands in for Cy, another one plays for red, and Di helps Ed."""
    nobody = (0,) * 6
    jade = (SeatView("Ana", 0), SeatView("Bo", 0), SeatView("Computer for Cy", 0, "medium", "Cy"))
    red = (SeatView("Di", 1), SeatView("Ed", 1), SeatView("Computer", 1, "easy"))
    return replace(
        middle,
        seats=(*jade, *red),
        stacks=(StackView(4, 1, 1, nobody),),
        base=(2, 0, 1, 0, 3, 5),
        killed=nobody,
        away=nobody,
        last=(Trace(4, 9, 8, helper=3),),
        turn=1,
    )


def test_the_turn_of_a_partner_has_a_number(six: RoadView, say: Say) -> None:
    """In teams, the first sentence says which warriors belong to the player to move."""
    assert sentences_of(six, say)[0] == "Bo (jade 2) to move."
    assert board(six, say).splitlines()[0] == "Bo (jade 2) to move."


@pytest.mark.parametrize("detail", Detail)
def test_partners_are_listed(six: RoadView, say: Say, detail: Detail) -> None:
    """At every level of detail, partners are listed with their numbers."""
    output = [say(text) for text in sentences(six, detail)]
    assert "Red: 1 Di, 2 Ed and 3 Computer." in output
    assert output[1].startswith("Jade: 1 Ana, 2 Bo and 3 Computer")


def test_a_helper_is_described(six: RoadView, say: Say) -> None:
    """A move with a partner's stack is described with the player who made it."""
    assert "Last: Ed, from space 9 to space 8, played by Di." in sentences_of(six, say)


def test_counts_without_names_are_in_the_order_of_partners(six: RoadView, say: Say) -> None:
    """If stacks go by sides and numbers, the counts of partners follow in the same order."""
    output = [say(text) for text in sentences(six, Detail.SIDES)]
    assert "In base: jade 2, 0, 1 and red 0, 3, 5." in output


def test_a_text_board_lists_partners(six: RoadView, say: Say) -> None:
    """A text board of a team game has the partners' numbers and names."""
    assert "o: 1 Ana, 2 Bo and 3 Computer for Cy" in board(six, say).splitlines()


@given(st.data())
def test_a_text_board_loses_names_before_stacks(
    teams: st.SearchStrategy[RoadView], say: Say, data: st.DataObject
) -> None:
    """If a text board sums its stacks up, there was no room for names, either."""
    output = board(data.draw(teams), say).splitlines()
    if any(line.startswith("Stacks: ") for line in output):
        assert not any(line.startswith(("o: ", "x: ")) for line in output)


def test_the_score_of_a_match_is_described(middle: RoadView, say: Say) -> None:
    """A description has the score of the match, and the winner once there is one."""
    score, result = (Text("as it is", words=words) for words in ("Ana 2, Ben ½", "Ana has won."))
    going, over = (replace(middle, match=MatchView(score, each)) for each in (None, result))
    assert sentences_of(going, say)[1] == "Ana 2, Ben ½."
    assert sentences_of(over, say)[1:3] == ["Ana 2, Ben ½.", "Ana has won."]


def test_the_longest_position_loses_no_stack(middle: RoadView, say: Say) -> None:
    """Even eighteen stacks with open headings and the longest names are all described."""
    stacks = tuple(StackView(30 + side, side, 0, (0, 0)) for side in (0, 1) for _ in range(9))
    seats = (SeatView("A" * 99, 0), SeatView("B" * 99, 1))
    output = alt(replace(middle, road=31, stacks=stacks, seats=seats, base=(0, 0), fire=(6,)), say)
    assert "jade, free to move either way: 9 on 30." in output
    assert "red, free to move either way: 9 on 31." in output


def test_a_name_stays_on_one_line(middle: RoadView, say: Say) -> None:
    """A line break in a name doesn't break the text board."""
    seats = (SeatView("Ana\nMaria", 0), middle.seats[1])
    output = board(replace(middle, seats=seats), say)
    assert "o Ana Maria: 1 in base" in output.splitlines()[1]


@given(st.data())
def test_an_alternative_text_fits(
    two_seats: st.SearchStrategy[RoadView], say: Say, data: st.DataObject
) -> None:
    """A two-seat position's alternative text has at most 1024 characters, with nothing cut."""
    output = alt(data.draw(two_seats), say)
    assert len(output) <= ALT_LIMIT
    assert not output.endswith("…")


@given(st.data(), st.sampled_from(Detail))
def test_every_stack_and_captive_is_described(
    teams: st.SearchStrategy[RoadView], data: st.DataObject, detail: Detail
) -> None:
    """However much the text is shortened, no stack or captive is left out."""
    view = data.draw(teams)
    stacks, captives = 0, 0
    for key, count in counts(sentences(view, detail)):
        stacks += count if key.startswith(("alt.spot", "alt.sum")) else key.startswith("alt.stack")
        captives += count if key.startswith(("alt.captives", "alt.warriors")) else 0
    assert stacks == len(view.stacks)
    assert captives == sum(sum(stack.captives) for stack in view.stacks)


def counts(texts: Sequence[Text]) -> Iterator[tuple[str, int]]:
    """Return each sentence about stacks, and each part of one, with how many it counts."""
    for text in texts:
        if text.key in ("alt.bases", "alt.killed", "alt.away"):
            continue
        arguments = dict(text.args)
        if text.key != "alt.spot.holding":
            count = arguments.get("count", 1)
            yield text.key, count if isinstance(count, int) else 1
        for argument in arguments.values():
            inner = argument if isinstance(argument, tuple) else (argument,)
            yield from counts([part for part in inner if isinstance(part, Text)])


@given(st.data())
def test_an_alternative_text_of_a_team_game_fits(
    teams: st.SearchStrategy[RoadView], say: Say, data: st.DataObject
) -> None:
    """A team game's alternative text has at most 1024 characters, with nothing cut."""
    output = alt(data.draw(teams), say)
    assert len(output) <= ALT_LIMIT
    assert not output.endswith("…")


@given(st.data())
def test_a_board_of_a_team_game_fits(
    teams: st.SearchStrategy[RoadView], say: Say, data: st.DataObject
) -> None:
    """A team game's text board has at most 700 characters, with nothing cut."""
    output = board(data.draw(teams), say)
    assert len(output) <= BOARD_LIMIT
    assert not output.endswith("…")


def test_a_board_of_letters(middle: RoadView, say: Say) -> None:
    """A text board shows heads, spaces, captains, headings, landings and captives."""
    assert board(middle, say).splitlines() == [
        "Ana (jade) to move.",
        "o Ana: 1 in base, 0 dead",
        "x Ben: 1 in base, 1 dead",
        "Throw: 3",
        "+ = landing, capital = holds captives (listed below)",
        "  1  2  3  4  5  6  7  8  9 10 11",
        " .  .  o> . <O  +  . +X> . <x  .",
        "  5 O< 1x",
        "  8 X> 2o",
    ]


def test_a_text_board_lists_stacks_that_share(middle: RoadView, say: Say) -> None:
    """Stacks that share a space are listed individually, identical ones with their number."""
    stacks = (StackView(4, 0, 1, (0, 0)), StackView(4, 0, 1, (0, 0)), StackView(4, 0, -1, (0, 2)))
    assert board(replace(middle, stacks=stacks), say).splitlines()[-1] == "  4 O< 2x | 2o>"


def test_a_board_shows_the_fire(middle: RoadView, say: Say) -> None:
    """A text board shows the fire and whether the player to move can land there."""
    lines = board(replace(middle, fire=(6,)), say).splitlines()
    assert "^ fire" in lines
    assert lines[-3] == " .  .  o> . <O  ^+ . +X> . <x  ."


def test_a_board_numbers_partners(middle: RoadView, say: Say) -> None:
    """In teams, a captain's letter has the number of its seat within the side."""
    seats = tuple(SeatView("", index // 2) for index in range(4))
    nobody = (0, 0, 0, 0)
    stacks = (StackView(4, 1, 1, nobody), StackView(9, 2, -1, (1, 1, 0, 0)))
    view = replace(middle, seats=seats, stacks=stacks, base=nobody, killed=nobody, away=nobody)
    assert board(view, say).splitlines()[-2:] == ["  4 o2>", "  9 X1< 2o"]


def test_a_crowded_board_sums_captives_up(middle: RoadView, say: Say) -> None:
    """If not every stack fits, two lines sum up the stacks and their captives."""
    seats = tuple(SeatView("", index // 8) for index in range(16))
    stacks = tuple(StackView(at, at % 8, 1, (1,) * 16) for at in range(1, 32)) * 2
    crowd = (0,) * 16
    view = replace(
        middle, road=31, seats=seats, stacks=stacks, base=crowd, killed=crowd, away=crowd, turn=0
    )
    assert board(view, say).splitlines()[-2:] == [
        "Stacks: 62 o, 0 x",
        "Captives: 496 o, 496 x",
    ]


def test_a_text_board_shows_warriors_in_a_base(middle: RoadView, say: Say) -> None:
    """A base has a line if enemy warriors wait in it or the player to move can land there."""
    view = replace(
        middle,
        stacks=(StackView(12, 0, -1, (0, 0)),),
        landings=(Landing(0, (2,)), Landing(12, (2,))),
    )
    assert board(view, say).splitlines()[-2:] == ["  0 +", " 12 o< | +"]


def test_a_board_marks_a_landing_on_an_open_stack(middle: RoadView, say: Say) -> None:
    """If arrows on both sides fill the cell, the landing mark goes on the line below."""
    view = replace(middle, stacks=(StackView(6, 1, 0, (0, 0)),), landings=(Landing(6, (2,)),))
    assert board(view, say).splitlines()[-1] == "  6 x<> | +"


@given(st.data())
def test_a_board_fits(
    two_seats: st.SearchStrategy[RoadView], say: Say, data: st.DataObject
) -> None:
    """A text board has at most 700 characters, and road lines of at most 33."""
    output = board(data.draw(two_seats), say)
    assert len(output) <= BOARD_LIMIT
    assert not output.endswith("…")
    road = [line for line in output.splitlines() if re.fullmatch(r"[ .+<>^oxOX]+|[ \d]+", line)]
    assert all(len(line) <= 3 * BOARD_ROW for line in road)


def test_an_empty_name_becomes_the_side(middle: RoadView, say: Say) -> None:
    """A player without a name is called by their side, in descriptions and on text boards."""
    nobody, other = middle.seats
    view = replace(middle, seats=(replace(nobody, name=" "), other))
    assert sentences_of(view, say)[0] == "Jade to move."
    assert "o jade: " in board(view, say)
    assert alt(view, say)


def test_a_long_board_has_no_legend(middle: RoadView, say: Say) -> None:
    """If there is no room to explain the signs, a text board shows everything else."""
    stacks = tuple(StackView(at, at % 2, 1, (1, 1)) for at in range(1, 32))
    lines = board(replace(middle, road=31, stacks=stacks), say).splitlines()
    assert not any("capital" in line for line in lines)
    assert lines[-1] == " 31 X> 1o 1x"


def test_the_legend_explains_numbers_and_bases(middle: RoadView, say: Say) -> None:
    """A text board explains equal stacks on one space, and the numbers of the bases."""
    lone = StackView(4, 0, 1, (0, 0))
    apart = replace(middle, stacks=(lone, replace(lone, heading=-1)))
    assert "number in front" not in board(apart, say)
    waiting = StackView(12, 0, -1, (0, 0))
    legend = board(replace(middle, stacks=(lone, lone, waiting)), say).splitlines()[4]
    assert legend == "+ = landing, number in front = how many stacks, 0 and 12 = bases"
