"""Games of two against two: whose turn it is, and what becomes of the seats of those who leave."""

from tests.scenarios.lobby import gathered, partner_of
from tests.scenarios.program import DAY
from tests.scenarios.town import Message, Town


def left(town: Town) -> Message:
    """Let Ben give up his seat in a game of four; return the board that says so."""
    _, ben, *_ = town.people
    gathered(town)
    town.resign(ben, "Yes, give it up")
    return town.sees("Ben has given up their seat. The computer (medium) plays on.")


def test_a_turn(town: Town) -> None:
    """Each board is for one player: on a new message, only that player is mentioned."""
    gathered(town)
    movers = []
    for _ in range(4):
        town.program.advance(1)  # a board is reposted if it was edited after it had been posted
        movers.append(town.mover)
        town.move()
    assert {*movers} == {*town.people[:4]}
    assert town.rest().pinged == [town.mover]


def test_the_wrong_player(town: Town) -> None:
    """A press by a partner of the player to move is refused, and changes nothing."""
    board = gathered(town)
    before, partner = board.words, partner_of(town, town.mover)
    town.press(partner, board, board.labels[0])
    said = town.hears(partner, "turn, not yours.")
    assert said.words == f"It's {town.mover.name}'s turn, not yours."
    town.program.settle()
    assert town.board.words == before


def test_a_spectator(town: Town) -> None:
    """A press by a person without a seat is refused."""
    board = gathered(town)
    *_, eve = town.people
    town.press(eve, board, board.labels[0])
    town.hears(eve, "You aren't playing in this game.")


def test_a_seat_given_up(town: Town) -> None:
    """The seat of a player who leaves a team goes to the computer, and the game goes on."""
    board = left(town)
    assert "Take the seat" in board.labels


def test_a_seat_taken(town: Town) -> None:
    """A person who has watched takes the seat of a player who has left."""
    *_, eve = town.people
    town.press(eve, left(town), "Take the seat")
    board = town.sees("Eve plays on for Ben.")
    assert "Take the seat" not in board.labels


def test_an_opponent_takes_the_seat(town: Town) -> None:
    """A player of the other side can't take the seat, and the seat stays free."""
    ana, *_ = town.people
    town.press(ana, left(town), "Take the seat")
    town.hears(ana, "You can't take over this seat because you play")
    town.program.settle()
    assert "Take the seat" in town.board.labels


def test_the_last_of_a_side_resigns(town: Town) -> None:
    """When the last person of a side resigns, the other side wins."""
    *_, dan, _ = town.people
    left(town)
    town.resign(dan)
    town.sees("Red resigned. Jade wins.", "Rematch")


def test_a_partner_runs_out_of_time(town: Town) -> None:
    """When a player's time is up, their partner is called, and lets the computer play on."""
    gathered(town, pace="3d")
    late, partner = town.mover, partner_of(town, town.mover)
    town.program.advance(3 * DAY + 2)
    board = town.offers("Let the computer play on")
    assert board.pinged == [partner]
    town.press(late, board, "Let the computer play on")
    town.hears(late, "You can't decide that yourself, but you can still move.")
    town.press(partner, board, "Let the computer play on")
    town.sees("The computer (medium) plays on.", "Take the seat")


def test_a_match(town: Town) -> None:
    """In a match of teams, all change sides, and a player who gave up a seat gets it back."""
    _, ben, _, dan, _ = town.people
    gathered(town, options="seats=4 match=2")
    town.resign(ben, "Yes, give it up")
    town.sees("Ben has given up their seat.")
    town.resign(dan)
    assert "Jade: Ben and Dan\nRed: Ana and Cara" in town.offers("Ready").words
