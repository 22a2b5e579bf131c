"""Games of Parchís by random presses, whose records say what people were asked."""

import re

import pytest

from bot.table.departures import PASSED_SECONDS
from tests.parchis import SHORT
from tests.scenarios.on_telegram import TelegramTown
from tests.scenarios.parchis import PLAYERS, Game, Gather, join, opened, pairs
from tests.scenarios.town import Message, Town

FEW_PRESSES = 12
"""So many that everyone has a turn in most games. A computer may win before that."""


@pytest.mark.parametrize("gather", PLAYERS)
def test_the_first_turns(town: Town, gather: Gather) -> None:
    """However people come together, they play in one message."""
    game = Game(town, gather(town))
    game.play(FEW_PRESSES)
    assert [*game.record().tags.players] == PLAYERS[gather]
    assert [one for one in town.messages if one.picture] == [game.board]


@pytest.mark.night
@pytest.mark.parametrize("gather", PLAYERS)
def test_a_whole_game(town: Town, gather: Gather) -> None:
    """However people come together, they play to the end in one message."""
    game = Game(town, gather(town))
    assert [*game.finish().tags.players] == PLAYERS[gather]
    assert [one for one in town.messages if one.picture] == [game.board]


@pytest.mark.night
def test_the_places_of_pairs(town: Town) -> None:
    """Pairs win and lose together."""
    assert {*Game(town, pairs(town)).finish().tags.places} == {(0, 2), (1, 3)}


def test_people_and_computers(town: Town) -> None:
    """Two people play against two computers, and one of them leaves: a third computer plays on.

    Everyone gets a place, and those who left the last one.
    """
    ana, ben, *_ = town.people
    board = opened(town, "seats=4 start=out end=last pieces=2")
    join(town, board, red=ben)
    for _ in range(2):
        town.press(ana, board, "Add a computer")
        town.program.settle()
    game = Game(town, board)
    assert not game.play(FEW_PRESSES)
    town.resign(ben, "Yes, give it up")
    town.wait(lambda: "Take the seat" in board.labels)
    town.program.advance(PASSED_SECONDS)
    record = game.finish()
    assert [one.seat for one in record.tags.successors] == [2]
    assert record.tags.places[-1] == (2,)
    print(board.words)
    assert re.search(r" wins\. 2nd: .+, 3rd: .+, 4th: .+\.$", board.words, re.MULTILINE)


def posted(town: TelegramTown) -> Message:
    """Let one person post a game in a chat without the bot, where two others join it."""
    ana, ben, cara, *_ = town.people
    away = town.sim.supergroup("Away", *town.people, with_bot=False)
    offer, *_ = ana.inline(f"parchis seats=3 {SHORT}", away).results
    board: Message = ana.choose(offer, away)
    town.wait(lambda: "Start" in board.labels)
    join(town, board, blue=ben, red=cara)
    return board


def test_the_first_turns_of_an_inline_game(telegram_town: TelegramTown) -> None:
    """In a chat without the bot, three people play in one message."""
    game = Game(telegram_town, posted(telegram_town))
    game.play(FEW_PRESSES)
    assert [*game.record().tags.players] == ["Ana", "Ben", "Cara"]
    assert game.board.chat.messages == [game.board]


@pytest.mark.night
def test_a_whole_inline_game(telegram_town: TelegramTown) -> None:
    """In a chat without the bot, three people play to the end in one message."""
    game = Game(telegram_town, posted(telegram_town))
    assert [*game.finish().tags.players] == ["Ana", "Ben", "Cara"]
    assert game.board.chat.messages == [game.board]
