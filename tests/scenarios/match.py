"""Matches of Ana and Ben."""

from tests.scenarios.town import Message, Town

TWO = {"options": "match=2"}
"""The first to win two games wins the match."""

SCORE = "Game 2, first to 2 · Ana 1 \N{EN DASH} Ben 0"
"""What the board of the second game says once Ana has won the first one."""


def next_game(town: Town) -> Message:
    """Let Ben lose the first game of a match, and return the message of the second one."""
    _, ben, *_ = town.people
    town.begin(**TWO)
    town.resign(ben)
    return town.offers("Ready")


def play_on(town: Town, message: Message) -> Message:
    """Let both players be ready for the next game, and return its first board."""
    for person in town.people[:2]:
        town.press(person, message, "Ready")
    town.wait(lambda: town.board.id >= message.id)
    return town.plays()
