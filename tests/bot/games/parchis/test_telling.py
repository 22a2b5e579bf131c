"""How the sentences of a step tell turns of Parchís."""

from dataclasses import replace

import pytest

from bot.games.parchis.telling import MOST_IDLE
from bot.games.telling import MOST_TOLD, TOLD_WHOLE
from bot.table.former import Departure, Former
from bot.table.seats import Seat
from bot.table.table import Table
from tests.bot.games.parchis.tables import EASY, PEOPLE, table, told
from tests.bot.show.offer import GAMES

AT_HOME = "a x x x x"


@pytest.mark.parametrize(
    ("options", "position", "turn", "sentence"),
    [
        ("", "a h,h,7,40+ x x x", "3 7+3", "Ana throws 3: 7 to 10."),
        ("", AT_HOME, "5 h+5", "Ana throws 5: two pieces come out on 5."),
        ("start=single", AT_HOME, "5 h+5", "Ana throws 5: a piece comes out on 5."),
        (
            "",
            "a h,h,7,40+ h,h,h,22+ x h,h,h,10+",
            "3 7+3 10+20",
            (
                "Ana throws 3: 7 to 10, capturing Dan; "
                "20 for the capture: 10 to 30, and another throw."
            ),
        ),
        (
            "again=no",
            "a h,h,7,40+ h,h,h,22+ x h,h,h,10+",
            "3 7+3 10+20",
            "Ana throws 3: 7 to 10, capturing Dan; 20 for the capture: 10 to 30.",
        ),
        (
            "",
            "a h,h,20,c5+ x x x",
            "3 c5+3 20+10",
            "Ana throws 3: c5 to the goal; 10 for the goal: 20 to 30, and another throw.",
        ),
        (
            "",
            "a h,12,12,40+ x x x",
            "6 12+6",
            "Ana throws 6: 12 to 18, opening a barrier, and another throw.",
        ),
        (
            "",
            "a 15,33,50,c1+ x x x",
            "6 33+12",
            "Ana throws 6, which counts 12: 33 to 45, and another throw.",
        ),
        (
            "six=7",
            "a 15,33,50,c1+ x x x",
            "6 33+7",
            "Ana throws 6, which counts 7: 33 to 40, and another throw.",
        ),
        (
            "",
            "a**@24 h,24,30,44+ x x x",
            "6 -",
            "Ana throws 6: the third 6 in a row sends the piece on 24 home.",
        ),
        (
            "",
            "a**@c2 h,c2,30,44+ x x x",
            "6 -",
            "Ana throws 6: the third 6 in a row is lost.",
        ),
        (
            "barrier=bounce",
            "a 20,30,c4,g+ 24,24,h,h+ x x",
            "5 20+5",
            "Ana throws 5: 20 to 21, turning back.",
        ),
        (
            "",
            "a h,h,h,9+ h,h,h,12+ 30,30,h,h+ h,h,h,10+",
            "1 9+1 -",
            "Ana throws 1: 9 to 10, capturing Dan; 20 for the capture: no piece can move.",
        ),
        ("", AT_HOME, "3 -", "Ana throws 3: only a 5 brings a piece out."),
        ("", "a h,h,h,20+ 22,22,h,h+ x x", "3 -", "Ana throws 3: no piece can move."),
    ],
)
def test_a_turn(options: str, position: str, turn: str, sentence: str) -> None:
    """A turn is one sentence with every number and what became of it."""
    assert told(table(f"parchis seats=4 {options}".strip(), position), *turn.split())[0] == sentence


def test_a_number_that_was_thrown_before() -> None:
    """A move by a number that the board had already shown is played, not thrown."""
    assert told(table("parchis seats=4", "a3 h,h,7,40+ x x x"), "7+3") == ["Ana plays 3: 7 to 10."]


def test_a_place() -> None:
    """A player's last piece in the goal is celebrated with the place."""
    board = table("parchis seats=4", "a c7,g,g,g+ x x x")
    assert told(board, "1", "c7+1")[1:] == ["Ana has all pieces in the goal and comes 1st."]


def test_a_piece_that_learns_the_way() -> None:
    """A piece under instruction has a sentence of its own."""
    board = table("parchis seats=4 instruccion=yes", "a h,h,c5,g+ h,h,h,22+ x x")
    learns = "Ana has no piece in play, so one from home starts on 1 to learn the way."
    assert told(board, "3", "c5+3", "-")[-1] == learns


def test_turns_without_a_move() -> None:
    """Turns in a row that are lost for the same reason share a sentence."""
    assert told(table("parchis seats=4", AT_HOME), *["3", "-", "1", "-", "6", "-", "2", "-"]) == [
        "Ana 3, Ben 1, and Carla 6-2: only a 5 brings a piece out."
    ]


def test_turns_lost_for_other_reasons() -> None:
    """Turns that are lost for different reasons have their own sentences."""
    board = table("parchis seats=4", "a h,h,h,20+ 22,22,h,h+ x x")
    assert told(board, *["3", "-"])[0] == "Ana throws 3: no piece can move."
    board = table("parchis seats=4", "d x x x h,h,h,20+".replace("x x x", "x 22,22,h,h+ x"))
    assert told(board, *["3", "-", "1", "-"]) == [
        "Dan throws 3: no piece can move.",
        "Ana throws 1: only a 5 brings a piece out.",
    ]


def test_many_turns_without_a_move() -> None:
    """Many of them are only counted."""
    turns = ("3", "-") * (MOST_IDLE + 1)
    (line,) = told(table("parchis seats=4", AT_HOME), *turns)
    assert line == f"{MOST_IDLE + 1} turns in a row: only a 5 brings a piece out."


def test_many_turns() -> None:
    """Of many turns, only the last ones are told, after a sentence that counts the others."""
    lone = "a h,h,h,5+ h,h,h,22+ h,h,h,39+ h,h,h,56+"
    places, turns = [5, 22, 39, 56], list[str]()
    for number in range(MOST_TOLD + 1):
        seat = number % 4
        turns += ["1", f"{places[seat]}+1"]
        places[seat] += 1
    first, *lines = told(table("parchis seats=4", lone), *turns)
    assert first == f"{MOST_TOLD + 1 - TOLD_WHOLE} earlier turns aren't shown."
    assert len(lines) == TOLD_WHOLE


def test_the_opening() -> None:
    """The opening lists the throws of everyone and who begins, and those of a tie again."""
    rules = GAMES.game("parchis seats=3")
    start = replace(table("parchis seats=3", "a x x x"), moves=0)
    start = replace(start, position=rules.write_position(rules.start()))
    assert told(start, "4", "6", "6", "2", "5") == [
        "To begin, everyone throws: Ana 4, Ben 6, and Carla 6. Ben and Carla throw again.",
        "Ben 2 and Carla 5. Carla begins.",
    ]


def changed_hands(board: Table, holder: Seat, successor: Seat, after: int) -> Table:
    """The same game; the holder of the first seat leaves it to a successor `after` more moves."""
    former = Former(0, holder, Departure.RESIGNED, board.moves + after, 0)
    return replace(board, seats=(successor, *board.seats[1:]), former=(former,))


TWO_TURNS = ("3", "7+3", "2", "22+2")


def test_a_player_who_has_left_since() -> None:
    """A turn has the name of the player who played it, not of the one who has that seat now."""
    board = table("parchis seats=4", "a h,h,7,40+ h,h,h,22+ x x")
    assert told(changed_hands(board, PEOPLE[0], EASY, after=1), *TWO_TURNS) == [
        "Ana throws 3: 7 to 10.",
        "Ben throws 2: 22 to 24.",
    ]


def test_a_computer_that_stands_in() -> None:
    """A turn after a player has left has the name of the computer that stands in."""
    board = table("parchis seats=4", "a h,h,7,40+ h,h,h,22+ x x")
    first, _ = told(changed_hands(board, PEOPLE[0], EASY, after=0), *TWO_TURNS)
    assert first == "Computer for Ana throws 3: 7 to 10."


def test_a_player_who_relieves_a_computer() -> None:
    """A turn after a player has taken over a seat has the name of that player."""
    board = table("parchis seats=4", "a h,h,7,40+ h,h,h,22+ x x")
    first, _ = told(changed_hands(board, EASY, PEOPLE[0], after=0), *TWO_TURNS)
    assert first == "Ana throws 3: 7 to 10."


def test_a_captured_player_who_has_left_since() -> None:
    """A capture names the player whose piece it was, not the one who has that seat now."""
    board = table("parchis seats=4", "b h,h,h,10+ h,h,7,40+ x x")
    line = told(changed_hands(board, PEOPLE[0], EASY, after=2), "3", "7+3", "40+20")[0]
    assert "capturing Ana; " in line


def test_a_number_lost_by_a_player_who_left_then() -> None:
    """A number was lost before a seat changed hands after the same number of moves."""
    board = table("parchis seats=4", "a h,h,h,20+ 22,22,h,h+ x x")
    left = changed_hands(board, PEOPLE[0], EASY, after=0)
    assert told(left, "3", "-") == ["Ana throws 3: no piece can move."]


def test_turns_of_others_in_between() -> None:
    """Turns that are lost for the same reason don't share a sentence if others come between."""
    board = table("parchis seats=4", "a x h,h,h,22+ x x")
    assert told(board, "3", "-", "1", "22+1", "2", "-", "4", "-") == [
        "Ana throws 3: only a 5 brings a piece out.",
        "Ben throws 1: 22 to 23.",
        "Carla 2 and Dan 4: only a 5 brings a piece out.",
    ]
