"""What players and sides of Parchís are called."""

from dataclasses import replace

import pytest

from bot.games.parchis.names import party, player, side, team, with_colour
from bot.table.former import Departure, Former
from bot.table.naming import as_text
from bot.table.seats import Computer, Seat
from bot.table.table import Ending, Status, Table
from engine.game import Places
from tests.bot.games.parchis.tables import EASY, FAMILY, PEOPLE, game, scene, table
from tests.bot.show.offer import SAY

ANA, BEN, CARLA, DAN = PEOPLE
BOARD = ("a 5,h,h,h+", "22,h,h,h+", "39,h,h,h+", "56,h,h,h+")


def seated(*seats: Seat, words: str = "parchis") -> Table:
    """A game of these players."""
    line = " ".join(BOARD[: len(seats)]) if len(seats) != 2 else f"{BOARD[0]} {BOARD[2]}"
    return table(f"{words} seats={len(seats)}", line, seats)


def names(table: Table) -> list[str]:
    return [SAY(as_text(player(game(table), table, seat))) for seat in range(len(table.seats))]


def left(table: Table, seat: int) -> Table:
    """The same game after the person in a seat has left it to a computer."""
    former = Former(seat, table.seats[seat], Departure.RESIGNED, table.moves, 0)
    seats = (*table.seats[:seat], Computer("medium"), *table.seats[seat + 1 :])
    return replace(table, seats=seats, former=(*table.former, former))


def over(table: Table, places: Places, ending: Ending = Ending.WON, by: int | None = None) -> str:
    ended = replace(table, status=Status.OVER, ending=ending, places=places, ended_by=by)
    return SAY(scene(ended).result)


@pytest.mark.parametrize(
    ("seats", "colours"),
    [
        (2, ["yellow", "red"]),
        (3, ["yellow", "blue", "red"]),
        (4, ["yellow", "blue", "red", "green"]),
    ],
)
def test_colours(seats: int, colours: list[str]) -> None:
    """Two players have opposite colours, and three leave out green."""
    rules = game(seated(*PEOPLE[:seats]))
    assert [SAY(side(rules, number)) for number in range(rules.sides)] == colours
    assert [SAY(team(rules, number)).lower() for number in range(rules.sides)] == colours
    assert [SAY(FAMILY.seat(rules.header, seat)) for seat in range(seats)] == colours


def test_pairs_have_both_colours() -> None:
    """A pair is called by both of its colours, and its players by their names."""
    four = seated(*PEOPLE, words="parchis end=pairs")
    rules = game(four)
    assert [SAY(side(rules, number)) for number in range(2)] == ["yellow-red", "blue-green"]
    assert SAY(party(rules, four, 0)) == "Yellow-red (Ana and Carla)"
    assert SAY(FAMILY.seat(rules.header, 3)) == "green"


def test_people_go_by_their_names() -> None:
    """People whose names differ go by these."""
    assert names(seated(*PEOPLE)) == ["Ana", "Ben", "Carla", "Dan"]


def test_equal_names_have_colours() -> None:
    """Players with the same name, computers among them, also go by their colours."""
    assert names(seated(ANA, EASY, replace(DAN, name="Ana"), EASY)) == [
        "Ana (yellow)",
        "Computer (blue)",
        "Ana (red)",
        "Computer (green)",
    ]


def test_two_equal_computers() -> None:
    """Two computers of a level go by their colours and the level."""
    assert names(seated(EASY, EASY)) == ["Computer (yellow, easy)", "Computer (red, easy)"]


def test_a_computer_that_stands_in() -> None:
    """A computer that stands in goes by the name of the person who left."""
    assert names(left(seated(ANA, BEN, CARLA), 1)) == ["Ana", "Computer for Ben", "Carla"]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_turn_names_the_colour(seats: int) -> None:
    """The name of the player to move comes with the colour of their pieces."""
    shown = seated(*PEOPLE[:seats])
    colour = {2: "red", 3: "blue", 4: "blue"}[seats]
    assert SAY(with_colour(game(shown), shown, 1)) == f"Ben ({colour})"


def test_all_places() -> None:
    """A result has the places of everyone in a game of more than two."""
    won = over(seated(*PEOPLE), ((1,), (3,), (0,), (2,)))
    assert won == "Ben wins. 2nd: Dan, 3rd: Ana, 4th: Carla."


def test_the_first_ends_the_game() -> None:
    """If the first to finish ends the game, only the winner has a place."""
    assert over(seated(*PEOPLE, words="parchis end=first"), ((1,),)) == "Ben wins."


def test_two_players_have_no_places() -> None:
    """In a game of two, it goes without saying who has lost."""
    assert over(seated(ANA, BEN), ((1,), (0,))) == "Ben wins."


def test_a_pair_wins() -> None:
    """Pairs win together."""
    four = seated(*PEOPLE, words="parchis end=pairs")
    assert over(four, ((1, 3), (0, 2))) == "Blue-green (Ben and Dan) wins."


def test_a_player_resigns() -> None:
    """The last player to resign is named."""
    assert over(seated(ANA, BEN), ((1,), (0,)), Ending.RESIGNED, 0) == "Ana resigned. Ben wins."
