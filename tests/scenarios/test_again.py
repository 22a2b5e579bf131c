"""The same again, with one press each."""

from tests.scenarios.town import Town


def test_against_the_computer(town: Town) -> None:
    """The next game begins with one press, and its first board has score and fair-throw hash."""
    ana, *_ = town.people
    town.command(ana, "practice", level="easy")
    town.press(ana, town.offers("Start"), "Start")
    town.plays()
    town.resign(ana)
    ended = town.offers("Play again")
    town.press(ana, ended, "Play again")
    board = town.sees("Ana 0, Computer (easy) 1", "…")
    assert board.id > ended.id
    assert town.wait(lambda: board.picture)
    assert "Fair-throw hash" in board.words
    assert not any("Start" in one.labels for one in town.messages)


def test_with_a_friend(town: Town) -> None:
    """The friend's one press on the finished game begins the rematch, which has the score."""
    ana, ben, *_ = town.people
    town.begin()
    town.resign(ben)
    ended = town.offers("Rematch")
    town.press(ana, ended, "Rematch")
    offered = town.sees("Ana 1, Ben 0", "Accept")
    town.press(ben, ended, "Rematch")
    town.wait(lambda: "…" in town.board.labels)
    assert town.board.id >= offered.id
    assert "Ana 1, Ben 0" in town.board.words
    town.resign(ana)
    town.sees("Ana 1, Ben 1", "Rematch")
