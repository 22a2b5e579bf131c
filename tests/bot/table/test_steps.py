"""Steps: what a table tells of the turn that is played."""

from dataclasses import replace

from bot.table.steps import play
from bot.table.table import Status, Table
from engine import Choose
from tests.bot.show.offer import ANA, BEN, GAMES, HANDS, OFFER

TWO_NUMBERS = "puluc road=13 warriors=5 table=kernels casts=each"


def table(position: str) -> Table:
    """A game of Ana and Ben that stands at `position`."""
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
    """The table after the seat whose turn it is has played `move`."""
    game = GAMES.game(table.header)
    position = game.read_position(table.position)
    phase = game.phase(position)
    assert isinstance(phase, Choose)
    return play(table, game, position, phase.seat, move, HANDS, 0).table


def test_the_first_move_of_a_turn_is_told_alone() -> None:
    """What was told before a turn is told no more once its first number is played."""
    begun = table("1 a2,3 44/00 2a 12b")
    after = moved(begun, "2+2")
    assert (after.before, after.story) == (begun.position, ("2+2",))


def test_a_turn_of_two_moves_is_told_whole() -> None:
    """The second number of a turn is told together with the first."""
    begun = table("1 a2,3 44/00 2a 12b")
    after = moved(moved(begun, "2+2"), "4+3")
    assert after.before == begun.position
    assert after.story[:2] == ("2+2", "4+3")


def test_the_next_turn_is_told_by_itself() -> None:
    """Another seat's first move begins a story of its own."""
    after = moved(moved(table("1 a2,3 44/00 2a 12b"), "2+2"), "4+3")
    game = GAMES.game(after.header)
    phase = game.phase(game.read_position(after.position))
    assert isinstance(phase, Choose)
    move = game.write_move(phase.moves[0])
    assert moved(after, move).story[0] == move
