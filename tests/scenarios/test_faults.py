"""What goes wrong between the bot and a platform."""

from tests.scenarios.program import DAY
from tests.scenarios.town import Town, revision, table_of


def test_a_press_delivered_twice(town: Town) -> None:
    """A press that is delivered twice is one move."""
    board = town.begin()
    before = revision(board)
    with town.sim.delivering(times=2):
        town.move()
    town.move()
    assert revision(board) == before + 2
    assert board.edits == 3


def test_a_place_without_the_bot(town: Town) -> None:
    """Removed from a place, the bot tries nothing more there, and the game goes on elsewhere."""
    town.begin(pace="3d")
    board, (ana, *_) = town.rest(), town.people
    table = table_of(board)
    town.removes_bot()
    town.program.advance(1.5 * DAY)  # when it would remind the player
    town.goes_on_elsewhere(ana, table)
