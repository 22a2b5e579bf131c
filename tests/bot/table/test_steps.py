"""Steps: the story that a table keeps of the current turn."""

from dataclasses import replace

from bot.table.steps import play
from bot.table.table import Status, Table
from engine import Choose
from tests.bot.show.offer import ANA, BEN, GAMES, HANDS, OFFER

TWO_NUMBERS = "puluc road=13 warriors=5 table=kernels casts=each"


def table(position: str) -> Table:
    """A game of Ana and Ben at this position."""
    return replace(
        OFFER,
        status=Status.PLAYING,
        header=TWO_NUMBERS,
        seats=(ANA, BEN),
        position=position,
        before="1 ? 55/00",
        story=("0111",),
        moves=7,
    )


def moved(table: Table, move: str) -> Table:
    """Play `move` for the seat to move, and return the new table."""
    game = GAMES.game(table.header)
    position = game.read_position(table.position)
    phase = game.phase(position)
    assert isinstance(phase, Choose)
    return play(table, game, position, phase.seat, move, HANDS, 0).table


def test_the_first_move_of_a_turn() -> None:
    """The first move of a turn begins a new story."""
    begun = table("1 a2,3 44/00 2a 12b")
    after = moved(begun, "2+2")
    assert (after.before, after.story) == (begun.position, ("2+2",))


def test_a_turn_of_two_moves() -> None:
    """The second move of a turn continues the story."""
    begun = table("1 a2,3 44/00 2a 12b")
    after = moved(moved(begun, "2+2"), "4+3")
    assert after.before == begun.position
    assert after.story[:2] == ("2+2", "4+3")


def test_the_next_turn() -> None:
    """Another seat's first move begins a new story."""
    after = moved(moved(table("1 a2,3 44/00 2a 12b"), "2+2"), "4+3")
    game = GAMES.game(after.header)
    phase = game.phase(game.read_position(after.position))
    assert isinstance(phase, Choose)
    move = game.write_move(phase.moves[0])
    assert moved(after, move).story[0] == move
