"""What a newcomer is offered, and what each of its buttons does."""

import pytest

from bot.acts.beginnings import beginnings, welcome
from bot.acts.gather.challenge import Challenge
from bot.acts.gather.open import Open
from bot.acts.gather.practice import Practice
from bot.acts.look.board import ShowBoard
from bot.acts.look.games import ListGames
from bot.acts.look.play import Play
from bot.acts.registry import decode
from bot.table.button import Button
from bot.table.options import Options
from bot.table.seats import Computer, Free
from tests.bot.acts.room import ANA, BEN, Room, Why


@pytest.fixture
def room() -> Room:
    return Room()


async def test_the_welcome(room: Room) -> None:
    """The welcome explains the game in two sentences and a picture."""
    reply = await room.act(ANA, Play())
    assert reply == welcome()
    assert reply.cover
    assert room.say(reply.texts[0]).count(". ") == 1


@pytest.mark.parametrize("offer", beginnings())
async def test_everything_can_be_pressed(room: Room, offer: Button) -> None:
    """Every welcome button can be encoded, and works for a newcomer."""
    reply = await room.act(ANA, decode(offer.act.code))
    assert not reply.refused


async def test_playing_the_computer(room: Room) -> None:
    """The first button posts a practice game."""
    table = await room.table(await room.post(ANA, Practice()))
    assert isinstance(table.seats[1], Computer)


async def test_choosing_an_opponent(room: Room) -> None:
    """Without a name, the reply lets you choose an opponent, or challenge anyone."""
    options = Options("bul", (("road", "9"),))
    reply = await room.act(ANA, Challenge(options=options))
    assert reply.opponent == options
    anyone, *_ = reply.choices
    assert isinstance(anyone, Button)
    table = await room.table(await room.post(ANA, anyone.act))
    assert (table.header.split()[:2], table.seats[1]) == (["bul", "road=9"], Free())


async def test_options_that_cannot_be_played(room: Room, why: Why) -> None:
    """Options that can't be played together are refused before an opponent is chosen."""
    options = Options("puluc", (("road", "0"),))
    assert why(await room.act(ANA, Challenge(options=options))).startswith("unplayable.")


async def test_a_forged_option(room: Room, why: Why) -> None:
    """A button with an option that no family has is refused as unknown, without an error."""
    forged = decode("1o.puluc.wings.2")
    assert forged == Open(Options("puluc", (("wings", "2"),)))
    assert why(await room.act(ANA, forged)) == "press.unknown"


async def test_no_games(room: Room) -> None:
    """A player without games is offered the ways to start one."""
    reply = await room.act(ANA, ListGames())
    assert [text.key for text in reply.texts] == ["games.none"]
    assert reply.choices == beginnings()


async def test_boards_of_games(room: Room) -> None:
    """The list has a button for the board of each running game, but none for an open challenge."""
    id_ = await room.playing()
    await room.post(BEN, Challenge((ANA,)))
    reply = await room.act(ANA, ListGames())
    boards = [each.act for each in reply.choices if isinstance(each, Button)]
    assert [each for each in boards if isinstance(each, ShowBoard)] == [ShowBoard(id_)]
    assert len(reply.texts) == 2


async def test_more_options_than_a_button_carries(room: Room, why: Why) -> None:
    """If the options don't fit a button, the reply asks for the opponent's name."""
    chosen = (
        ("road", "13"),
        ("warriors", "4"),
        ("table", "footprints"),
        ("after-capture", "return"),
    )
    options = Options("aj-sakalil", (*chosen, ("exact", "no")))
    assert why(await room.act(ANA, Challenge(options=options))) == "challenge.long"
