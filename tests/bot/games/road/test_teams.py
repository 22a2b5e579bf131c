"""How a team game tells its players apart, in sentences, on buttons and on its board."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from bot.games.road.board import RoadBoard
from bot.games.road.names import player, team, with_number
from bot.games.telling import MOST_TOLD
from bot.table import steps
from bot.table.former import Departure, Former
from bot.table.match import DRAW, LOSS, WIN, Finished, Match
from bot.table.naming import as_text, stood_in_for
from bot.table.people import Platform, User
from bot.table.seats import Computer, Person, Seat
from bot.table.table import Ending, Status, Table
from engine import Choose
from engine.road.game import RoadGame
from engine.text import Name, Text
from tests.bot.options import options
from tests.bot.show.offer import ANA, BEN, GAMES, HANDS, OFFER, SAY

CARLA, DAN = (Person(User(Platform.WEB, name), name.title()) for name in ("carla", "dan"))
EASY = Computer("easy")
DASH = "\N{EN DASH}"


def table(*seats: Seat, ruleset: str = "a-kaakil") -> Table:
    """A game that has just begun; Ana, Carla, Ben and Dan play if no seats are given."""
    seated = seats or (ANA, CARLA, BEN, DAN)
    header = GAMES.header(options(ruleset, seats=str(len(seated)), warriors="5"))
    return steps.begin(replace(OFFER, header=header, seats=seated), _game(header), HANDS, 0).table


def _game(header: str) -> RoadGame:
    found = GAMES.game(header)
    assert isinstance(found, RoadGame)
    return found


def game(table: Table) -> RoadGame:
    return _game(table.header)


def names(table: Table) -> list[str]:
    """The names of all seats."""
    every = (player(game(table), table, seat) for seat in range(len(table.seats)))
    return [SAY(Text("name.person", name=name)) for name in every]


def left(table: Table, seat: int) -> Table:
    """The same game after the person in a seat has left it to a computer."""
    former = Former(seat, table.seats[seat], Departure.RESIGNED, table.moves, 0)
    seats = (*table.seats[:seat], Computer("medium"), *table.seats[seat + 1 :])
    return replace(table, seats=seats, former=(*table.former, former))


def board(table: Table) -> RoadBoard:
    found = GAMES.scene(table, SAY).board
    assert isinstance(found, RoadBoard)
    return found


def played(table: Table, chance: Random) -> Iterator[Table]:
    """Play at random to the end; yield every table."""
    yield table
    while table.status is Status.PLAYING:
        position = GAMES.position(table)
        phase = game(table).phase(position)
        assert isinstance(phase, Choose)
        move = game(table).write_move(chance.choice(phase.moves))
        table = steps.play(table, game(table), position, phase.seat, move, HANDS, 0).table
        yield table


def test_people_go_by_their_names() -> None:
    """People whose names differ go by these."""
    assert names(table()) == ["Ana", "Carla", "Ben", "Dan"]


def test_equal_names_have_numbers() -> None:
    """Players with the same name, computers among them, also go by their side and number."""
    other = replace(DAN, name="Ana")
    assert names(table(ANA, EASY, other, EASY)) == [
        "Ana (jade 1)",
        "Computer (jade 2)",
        "Ana (red 1)",
        "Computer (red 2)",
    ]


@pytest.mark.parametrize("other", ["\u0410n\u0430", "ANA", "A.n.a", "\u1d00na", "An\u00e1"])
def test_names_that_seem_equal(other: str) -> None:
    """Players whose names can be taken for each other are told apart, too."""
    pair = table(ANA, replace(BEN, name=other))
    shown = [SAY(as_text(player(_game(pair.header), pair, seat))) for seat in (0, 1)]
    assert shown == ["Ana (jade)", f"{other} (red)"]


@pytest.mark.parametrize(("one", "other"), [("\U0001f33d", "\U0001f335"), ("Ana", "Anna")])
def test_names_that_seem_different(one: str, other: str) -> None:
    """Names without letters are equal only if they are, and others if their letters are."""
    pair = table(replace(ANA, name=one), replace(BEN, name=other))
    shown = [SAY(as_text(player(_game(pair.header), pair, seat))) for seat in (0, 1)]
    assert shown == [one, other]


def test_a_person_with_two_seats() -> None:
    """A person who plays two seats goes by the number of each."""
    assert names(table(ANA, ANA, BEN, DAN))[:2] == ["Ana (jade 1)", "Ana (jade 2)"]


def test_a_computer_that_stands_in() -> None:
    """A computer that stands in goes by the name of the last person in that seat."""
    assert names(left(table(), 1)) == ["Ana", "Computer for Carla", "Ben", "Dan"]
    relieved = Former(1, Computer("medium"), Departure.RELIEVED, 0, 0)
    first = left(table(), 1)
    taken = replace(first, seats=(ANA, DAN, BEN, EASY), former=(*first.former, relieved))
    assert stood_in_for(taken, 1) is None
    assert stood_in_for(left(taken, 1), 1) == Name("Dan")


@pytest.mark.parametrize("level", ["easy", "hard"])
def test_two_computers_of_one_level(level: str) -> None:
    """In a game for two, two computers of one level are told apart by their sides."""
    pair = table(Computer(level), Computer(level))
    names = [SAY(as_text(player(_game(pair.header), pair, seat))) for seat in (0, 1)]
    assert names == [f"Computer (jade, {level})", f"Computer (red, {level})"]
    unlike = table(Computer("easy"), Computer("hard"))
    assert SAY(as_text(player(_game(unlike.header), unlike, 0))) == "Computer (easy)"


def test_two_players_have_no_numbers() -> None:
    """In a game for two, players go by their names, and so do the sides."""
    pair = table(ANA, BEN)
    assert with_number(game(pair), pair, 1) == Name("Ben")
    assert team(game(pair), pair, 1) == Name("Ben")


def test_the_turn_has_a_number() -> None:
    """The line about the turn says which warriors are the player's own."""
    (line,) = GAMES.scene(table(), SAY).turn
    assert any(f"{name} 1) to play: " in SAY(line) for name in ("Ana (jade", "Ben (red"))


def test_helping() -> None:
    """Buttons and sentences say whose warrior a helper moves, and the picture's text who helped."""
    labels, lines, alts = set(), set(), set()
    for seed in range(3):
        for each in played(table(), Random(seed)):
            scene = GAMES.scene(each, SAY)
            if each.status is Status.PLAYING:
                labels |= {SAY(move.text) for move in scene.moves}
            helped = {line for line in map(SAY, scene.narration) if "helps" in line}
            lines |= helped
            if helped and any(trace.helper is not None for trace in board(each).view.last):
                alts.add(board(each).alt())
    assert any(label.startswith(("Ana: ", "Carla: ", "Ben: ", "Dan: ")) for label in labels)
    assert any(label[1:].startswith((", Ana: ", ", Carla: ", ", Ben: ")) for label in labels)
    assert any("Ana helps Carla: Carla " in line for line in lines)
    assert any("played by" in alt for alt in alts)


def test_many_events_are_counted_by_side() -> None:
    """Of a long round of computers, earlier moves are counted for each side, not each player."""
    computers = table(*[EASY] * 16, ruleset="aj-sayil")
    last = next(each for each in played(computers, Random(4)) if each.moves >= 28)
    lines = [SAY(line) for line in GAMES.scene(last, SAY).narration]
    assert len(lines) <= MOST_TOLD + 4
    assert any(line.startswith("Earlier, Red made ") for line in lines)


@pytest.mark.parametrize(
    ("ending", "sentence"),
    [
        (Ending.RESIGNED, "Red resigned. Jade wins."),
        (Ending.TIMEOUT, "Red ran out of time. Jade wins."),
        (Ending.LEFT, "Red has left. Jade wins."),
    ],
)
def test_a_side_ends_the_game(ending: Ending, sentence: str) -> None:
    """In teams, the last player to go goes for the whole side."""
    over = replace(table(), status=Status.OVER, ending=ending, ended_by=3, places=((0, 1), (2, 3)))
    assert SAY(GAMES.scene(over, SAY).result) == sentence


def test_a_team_wins() -> None:
    """A result names the sides, not their players."""
    *_, over = played(table(), Random(1))
    winner, loser = ("Jade", "Red") if 0 in over.winners else ("Red", "Jade")
    result = f"{loser} has no free warriors left. {winner} wins."
    assert SAY(GAMES.scene(over, SAY).result) == result


def test_the_board_knows_computers() -> None:
    """The picture knows which players are computers, and for whom they stand in."""
    seats = board(left(table(ANA, CARLA, EASY, DAN), 1)).view.seats
    assert [(seat.level, seat.stands_in) for seat in seats] == [
        ("", ""),
        ("medium", "Carla"),
        ("easy", ""),
        ("", ""),
    ]


def test_the_score_of_two_players() -> None:
    """The picture of a match between two has their names; the sides have been exchanged."""
    pair = table(BEN, ANA)
    match = Match((pair.header,) * 5, games=(Finished(pair.id, "", pair.header, (DRAW, DRAW)),))
    view = board(replace(pair, match=match)).view
    assert view.match is not None
    assert SAY(view.match.score) == f"Game 2 of 5 · Ana ½ {DASH} Ben ½"
    assert view.match.result is None


def test_the_score_of_teams() -> None:
    """The picture of a match between teams calls each by the first person in it."""
    four = table()
    match = Match((four.header,), wins=2, games=(Finished(four.id, "", four.header, (WIN, LOSS)),))
    over = replace(four, status=Status.OVER, ending=Ending.WON, places=((2, 3), (0, 1)))
    view = board(replace(over, match=match)).view.match
    assert view is not None
    assert view.result is not None
    assert SAY(view.score) == f"Game 2, first to 2 · Ben's team 2 {DASH} Ana's team 0"
    assert SAY(view.result) == "Ben's team wins the match."


def test_a_single_game_has_no_score() -> None:
    """The picture of a single game has no score."""
    assert board(table()).view.match is None
