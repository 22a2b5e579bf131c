"""Games that last for days: deadlines, reminders, offers, and what people prefer."""

import pytest

from tests.scenarios.program import DAY, HOUR
from tests.scenarios.town import Message, Town

SLOW = {"pace": "3d"}


def late(town: Town) -> Message:
    """Let the time of the player to move run out; return the board that says so."""
    town.begin(**SLOW)
    town.program.advance(3 * DAY + 2)
    return town.sees("time is up", "Claim the win")


def test_the_pace(town: Town) -> None:
    """The challenge names its pace, and the board shows the deadline."""
    ana, ben, *_ = town.people
    town.command(ana, "challenge", ben, **SLOW)
    offer = town.offers("Accept")
    assert "Pace: 3 days a turn." in offer.words
    town.press(ben, offer, "Accept")
    board = town.sees("has until")
    assert town.deadline(board) == pytest.approx(town.clock() + 3 * DAY, abs=60)


def test_a_slow_game(town: Town) -> None:
    """A slow game leaves one picture, which has moved down and mentions who is to move."""
    first = town.begin()
    for _ in range(3):
        town.program.advance(HOUR)
        town.move()
        assert town.board.pinged == [town.mover]
    assert first.deleted
    assert [one for one in town.messages if one.picture] == [town.board]


def test_a_reminder(town: Town) -> None:
    """At half of the time, one new board with one mention replaces the old one."""
    town.begin(**SLOW)
    old, before = town.rest(), town.posts
    town.program.advance(1.5 * DAY)
    assert town.board.pinged == [town.mover]
    assert old.deleted
    assert town.posts == before + 1


def test_no_reminder_after_the_move(town: Town) -> None:
    """After the move, only the other player is reminded."""
    town.begin(**SLOW)
    first = town.mover
    town.program.advance(1.5 * DAY)
    town.move()
    town.rest()
    second, before = town.mover, town.posts
    assert second is not first
    town.program.advance(1.5 * DAY)
    assert town.board.pinged == [second]
    assert town.posts == before + 1


def test_a_private_reminder(town: Town) -> None:
    """A player who prefers it is reminded in private, by a link to the board, until they move."""
    town.begin(**SLOW)
    board, person = town.rest(), town.mover
    town.command(person, "me settings", where="private")
    town.hears(person, "I remind you by private message.")
    town.program.advance(1.5 * DAY)
    (notice,) = (one for one in town.notices(person) if "your turn against" in one.words)
    (link,) = notice.links
    assert link.endswith(f"/{board.id}")
    assert town.board is board
    town.move()
    assert notice.deleted


def test_a_refused_private_reminder(town: Town) -> None:
    """A player whom the bot can't write to is reminded on the board, which says why once."""
    town.begin(**SLOW)
    town.rest()
    person = town.mover
    town.command(person, "me settings", where="private")
    town.hears(person, "I remind you by private message.")
    town.shuts_out(person)
    town.program.advance(1.5 * DAY)
    assert "I couldn't send" in town.board.words
    assert town.board.pinged == [person]
    town.program.advance(1.25 * DAY)
    assert "private message" not in town.board.words
    assert town.board.pinged == [person]


def test_the_deadline(town: Town) -> None:
    """After the deadline, the opponent is called, and can claim the win."""
    board = late(town)
    loser, winner = town.mover, town.waiting
    assert f"{loser.name}'s time is up. {winner.name} can claim the win" in board.words
    assert board.pinged == [winner]
    town.press(winner, board, "Claim the win")
    town.sees(f"{loser.name} ran out of time. {winner.name} wins.", "Rematch")


@pytest.mark.parametrize("label", ["Claim the win", "Give a day"])
def test_a_decision_of_the_wrong_player(town: Town, label: str) -> None:
    """The player whose time is up can't decide what follows, and is told so in private."""
    board = late(town)
    town.press(town.mover, board, label)
    town.hears(town.mover, "You can't decide that yourself, but you can still move.")
    assert "time is up" in board.words


def test_a_day_more(town: Town) -> None:
    """The opponent can give a day, which sets a new deadline."""
    board = late(town)
    town.press(town.waiting, board, "Give a day")
    board = town.sees("has until")
    assert town.deadline(board) == pytest.approx(town.clock() + DAY, abs=60)
    assert "Claim the win" not in board.labels


def test_a_late_move(town: Town) -> None:
    """A move after the deadline counts, and the win can't be claimed any more."""
    board = late(town)
    winner = town.waiting
    (claim,) = (button for button in board.buttons if button.label == "Claim the win")
    town.move()
    assert "Claim the win" not in town.board.labels
    town.press(winner, town.board, claim)
    town.program.settle()
    assert "wins." not in town.board.words


def test_taking_back_a_move(town: Town) -> None:
    """A move is taken back with the opponent's consent, and the record can still be verified."""
    board = town.begin(ruleset="boolik", options="warriors=1")
    person, other, before = town.mover, town.waiting, board.words
    town.move()
    town.command(person, "game undo")
    town.press(other, town.sees(f"{person.name} asks to take back their last move."), "Agree")
    board = town.sees(f"{person.name} took back a move.")
    assert town.mover is person
    assert board.words.splitlines()[-1] == before.splitlines()[-1]  # the same throw
    game = board.codes[0].split(".")[1]
    town.resign(other)
    town.offers("Rematch")
    town.command(person, "game verify", game=game)
    town.hears(person, "throws recomputed: all of them match.")
    town.command(person, "game record", game=game)
    record = town.wait(lambda: town.files(person))[-1]
    assert record.endswith("\nundo\n")


def test_a_draw(town: Town) -> None:
    """A draw ends the game once the opponent agrees."""
    town.begin()
    asker, other, *_ = town.people
    town.command(asker, "game draw")
    board = town.sees("Ana offers a draw.")
    town.press(asker, board, "Agree")
    town.hears(asker, "your opponent has to answer it")
    town.press(other, board, "Agree")
    town.sees("Ana and Ben agreed to a draw.", "Rematch")


def test_a_pause(town: Town) -> None:
    """A pause stops the clock: the time left after it is the time left before it."""
    left = town.deadline(town.begin(**SLOW)) - town.clock()
    asker, other, *_ = town.people
    town.command(asker, "game pause")
    town.press(other, town.sees("Ana suggests a pause."), "Agree")
    board = town.sees("The game is paused.")
    town.program.advance(20 * DAY)
    town.press(asker, board, "Resume")
    town.press(other, town.sees("Ana wants to end the pause."), "Agree")
    board = town.sees("has until")
    assert town.deadline(board) - town.clock() == pytest.approx(left, abs=60)


def test_the_next_game(town: Town) -> None:
    """`next` links to the board that waits for the player."""
    board = town.begin()
    town.command(town.mover, "next")
    said = town.hears(town.mover, "Your turn.")
    assert [link.endswith(f"/{board.id}") for link in said.links] == [True]
    town.command(town.waiting, "next")
    town.hears(town.waiting, "No game is waiting for you right now.")


def test_what_i_prefer(town: Town) -> None:
    """The buttons of `me` change what a player prefers."""
    ana, *_ = town.people
    town.command(ana, "me settings")
    for button in ("Reminders", "Less"):
        town.press(ana, town.hears(ana, button=button), button)
    town.hears(ana, "Reminders: less.")


def test_quiet_hours(town: Town) -> None:
    """A reminder that would come in quiet hours comes at their end."""
    town.program.advance_to(14)
    town.begin(pace="1d")
    board = town.rest()
    town.command(town.mover, "me settings", quiet="22-8")
    town.hears(town.mover, "Quiet hours: ")
    town.program.advance_to(2.1)
    assert town.board is board
    town.program.advance_to(8.1)
    assert board.deleted
    assert town.board.pinged == [town.mover]


def test_a_player_who_has_left(town: Town) -> None:
    """A player who has left isn't mentioned; a day later the opponent can claim the win."""
    town.begin(**SLOW)
    town.rest()
    gone, other, before = town.mover, town.waiting, town.posts
    town.leaves(gone)
    town.program.advance(1.5 * DAY)
    board = town.sees(f"{gone.name} has left. If they aren't back by ")
    assert town.posts == before
    assert "Claim the win" not in board.labels
    town.program.advance(DAY + 2)
    board = town.sees(f"{gone.name} has left. {other.name} can claim the win")
    assert board.pinged == [other]
    town.press(other, board, "Claim the win")
    town.sees(f"{gone.name} has left. {other.name} wins.")
