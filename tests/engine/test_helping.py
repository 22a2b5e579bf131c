"""Teams: partners take turns, win and lose together, and help when their warriors are gone."""

from collections.abc import Callable

from engine import Over, Throw
from engine.road.game import RoadGame

OpenGame = Callable[[str], RoadGame]
Play = Callable[..., str]
Legal = Callable[[str, str], list[str]]
Refuse = Callable[[str, str, str], str]

FOUR = "aj-sayil seats=4 warriors=1 casts=one"


def test_the_first_half_of_the_seats_is_side_0(game: OpenGame) -> None:
    """Of six seats, the first three play up the road together and the other three down."""
    teams = game("aj-sayil seats=6")
    assert [teams.side(seat) for seat in range(6)] == [0, 0, 0, 1, 1, 1]


def test_turns_go_round_by_seat(game: OpenGame) -> None:
    """Turns go round in order of seats: all of one side, all of the other, then the first again."""
    teams = game(FOUR)
    position, turns = teams.begin(0), []
    for _ in range(5):
        turns.append(position.turn)
        cast = teams.cast(position, (1, 0, 0, 0))
        position = teams.play(cast, teams.moves(cast)[0])
    assert turns == [0, 1, 2, 3, 0]


def test_a_seat_without_warriors_moves_its_partners(legal: Legal, play: Play) -> None:
    """A seat whose warriors are all gone moves its partner's."""
    assert legal(FOUR, "1 a3 0011/1000 4b") == ["4b+3"]
    assert play(FOUR, "1 a3 0011/1000 4b", "4b+3") == "1 b 0011/1000 7b"


def test_a_seat_without_warriors_enters_its_partners(play: Play) -> None:
    """A seat without warriors enters warriors for its partner."""
    assert play(FOUR, "1 a3 0111/1000", "bb+3") == "1 b 0011/1000 3b"


def test_warriors_held_by_enemies_do_not_count(legal: Legal) -> None:
    """A seat whose only warriors are captives of enemies helps its partner."""
    assert legal(FOUR, "1 a3 0001/0000 4b 9C1a") == ["4b+3"]


def test_warriors_held_by_a_partner_do_not_count(legal: Legal) -> None:
    """A seat whose only warriors are captives under a partner's captain also helps."""
    assert legal(FOUR, "1 a3 0001/0000 9B1a1c") == ["9B1a1c-3"]


def test_a_seat_with_a_warrior_does_not_help(legal: Legal, refuse: Refuse) -> None:
    """A seat with a free warrior must move its own."""
    assert legal(FOUR, "1 a3 1011/0000 4b") == ["ba+3"]
    assert refuse(FOUR, "1 a3 1011/0000 4b", "4b+3") == "others"


def test_single_file_also_holds_for_helpers(legal: Legal, refuse: Refuse) -> None:
    """In single file, a helper moves a partner's warrior on the road and can't enter another."""
    words = FOUR.replace("warriors=1", "warriors=2")
    assert legal(words, "1 a3 0122/2000 4b") == ["4b+3"]
    assert refuse(words, "1 a3 0122/2000 4b", "bb+3") == "others"


def test_any_partner_can_be_helped(legal: Legal) -> None:
    """With three seats a side, a helper may move for any partner who has warriors."""
    assert legal(FOUR.replace("4", "6"), "1 a3 001111/100000 4b") == ["4b+3", "bc+3"]


def test_enemies_are_not_helped(refuse: Refuse) -> None:
    """A seat without warriors can't move the other side's."""
    assert refuse(FOUR, "1 a3 0101/1000 9c", "9c-3") == "not-yours space=9"
    assert refuse(FOUR, "1 a3 0111/1000", "bc+3") == "others"


def test_helping_may_start_with_the_second_number(play: Play) -> None:
    """Whether a seat helps is decided for each number, so it may start with the second."""
    words = "a-kaakil seats=4 warriors=1"
    assert play(words, "1 a2,3 0011/0000 4b 8a", "8a+2", "4b+3") == "1 b 0011/1000 7b"


def test_helping_may_end_with_the_second_number(legal: Legal, play: Play) -> None:
    """A seat that regains a warrior with its first number plays the second with its own."""
    words = "aj-sayil seats=4 warriors=1"
    after = play(words, "1 a2,3 0001/0000 2B1a1c", "2B1a1c-2")
    assert after == "1 a3 1101/0010"
    assert legal(words, after) == ["ba+3"]


def test_captives_are_freed_to_their_owners_bases(play: Play) -> None:
    """When a stack leaves the road, each captured comrade returns to the base of its own seat."""
    assert play(FOUR, "1 b3 0001/0000 2B1a1c", "2B1a1c-3") == "1 c 1101/0010"


def test_a_side_plays_on_with_one_partner(game: OpenGame) -> None:
    """A side plays on as long as one of its seats has a free warrior."""
    teams = game(FOUR)
    before = teams.read_position("1 c3 0101/0000 4a 7c")
    after = teams.play(before, teams.read_move(before, "7c-3"))
    assert isinstance(teams.phase(after), Throw)


def test_a_side_loses_together(game: OpenGame) -> None:
    """A side has lost when its last free warrior is captured."""
    teams = game(FOUR)
    before = teams.read_position("1 c3 0001/0100 4a 7c")
    after = teams.play(before, teams.read_move(before, "7c-3"))
    assert teams.phase(after) == Over(((2, 3), (0, 1)))
