"""Hints in a player's first game: one a turn, each shown once, none in later games."""

import pytest

from bot.acts.gather.accept import Accept
from bot.acts.gather.cancel import Cancel
from bot.acts.gather.challenge import Challenge
from bot.acts.gather.practice import Practice
from bot.acts.look.board import ShowBoard
from bot.acts.play.resign import Resign
from bot.games.catalogue import games
from bot.show.presenter import make_page
from bot.table.ids import TableId
from bot.table.seats import Person
from bot.table.table import Ending
from tests.bot.acts.room import ANA, BEN, Room

GAMES = games()


async def tips(room: Room, id_: TableId) -> list[str]:
    """The hints on a table's board."""
    lines = map(room.say, make_page(GAMES, await room.table(id_), room.say).lines)
    return [line for line in lines if line.startswith("Tip for ")]


async def play(room: Room, id_: TableId) -> None:
    """Play the first legal move for the player to move."""
    reply = await room.move(await room.mover(id_), id_, (await room.moves(id_))[0])
    assert not reply.refused


async def test_one_hint_a_turn(room: Room) -> None:
    """Each player gets one hint on their first board and another on the next."""
    id_ = await room.playing([3, 1, 2])
    shown = []
    for _ in range(4):
        shown += await tips(room, id_)
        await play(room, id_)
    assert shown == [
        "Tip for Ana: you're jade, the round warriors. You move towards the higher numbers.",
        "Tip for Ben: you're red, the diamonds. You move towards the lower numbers.",
        "Tip for Ana: the marks on the road show where you can land.",
        "Tip for Ben: the marks on the road show where you can land.",
    ]


async def test_no_hint_twice(room: Room) -> None:
    """No hint is repeated, however long the game is."""
    id_, shown = await room.playing([3, 1, 2, 4, 5]), list[str]()
    for _ in range(20):
        shown += await tips(room, id_)
        await play(room, id_)
        if (await room.table(id_)).ending is Ending.WON:
            break
    assert len(shown) == len(set(shown)) > 4


async def test_no_hints_in_the_second_game(room: Room) -> None:
    """A player who has begun a game before gets no hints; a new player does."""
    await room.playing([3, 1, 2])
    second = await room.post(ANA, Practice("easy"))
    await room.act(ANA, Accept(second))
    await room.fall_due()
    assert await tips(room, second) == []
    assert (await room.store.preferences(ANA.user)).played


async def test_against_the_computer(room: Room) -> None:
    """A practice game counts as a game: its first hint is shown when it starts."""
    room.corn.numbers = [3, 1, 2]
    id_ = await room.post(ANA, Practice("easy"))
    await room.act(ANA, Accept(id_))
    assert len(await tips(room, id_)) == 1
    await play(room, id_)
    assert await tips(room, id_) == []  # the computer is to move
    await room.fall_due()
    assert len(await tips(room, id_)) == 1


async def test_a_challenge_is_no_game(room: Room) -> None:
    """A player whose only challenge was cancelled still counts as new."""
    id_ = await room.post(ANA, Challenge((BEN,)))
    await room.act(ANA, Cancel(id_))
    assert not (await room.store.preferences(ANA.user)).played
    again = await room.playing([3, 1, 2])
    assert len(await tips(room, again)) == 1


async def test_a_board_that_is_shown_again(room: Room) -> None:
    """A board that is requested again shows the same hint and uses up no other."""
    id_ = await room.playing([3, 1, 2])
    before = await tips(room, id_)
    await room.act(ANA, ShowBoard(id_))
    assert await tips(room, id_) == before
    ana = (await room.table(id_)).seats[0]
    assert isinstance(ana, Person)
    assert ana.hints == ("hint.side.0",)


async def test_a_game_that_is_over(room: Room) -> None:
    """A game that is over shows no hints."""
    id_ = await room.playing([3, 1, 2])
    await room.act(ANA, Resign(id_, sure=True))
    assert await tips(room, id_) == []


@pytest.mark.parametrize("times", [1, 2])
async def test_a_repeated_acceptance(room: Room, times: int) -> None:
    """An acceptance that is repeated begins one game, with its hints."""
    room.corn.numbers = [3, 1, 2]
    id_ = await room.post(ANA, Challenge((BEN,)))
    for _ in range(times):
        await room.act(BEN, Accept(id_), operation="accepted")
    assert len(await tips(room, id_)) == 1
