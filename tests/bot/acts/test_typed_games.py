"""Games for teams, matches and series, from the typed line to the table."""

import pytest

from bot.acts.gather.accept import Accept
from bot.commands.command import BadCommand
from bot.inbound.typed import parse
from bot.table.match import Match
from bot.table.people import Actor
from bot.table.request import Reply
from bot.table.seats import Free, Kept, Person
from bot.table.table import Status, Table
from engine.road.rulesets import MOPAN
from tests.bot.acts.room import ANA, BEN, CARA, PLACE, Room, Why

PEOPLE = {actor.name: actor for actor in (ANA, BEN, CARA)}


async def say(room: Room, actor: Actor, line: str) -> Reply:
    """Type a command."""
    return await room.act(actor, parse(f"/puluc {line}", PEOPLE.get, room.tables.games))


async def only(room: Room) -> Table:
    """The only table here."""
    (table,) = await room.store.tables_in(PLACE)
    return table


async def test_several_opponents(room: Room) -> None:
    """A challenge to several people reserves a seat for each, on the smallest even number."""
    await say(room, ANA, "challenge @Ben @Cara aj-tiwil")
    table = await only(room)
    assert table.is_lobby
    assert len(table.seats) == 4
    kept = {seat.user for seat in table.seats if isinstance(seat, Kept)}
    assert kept == {BEN.user, CARA.user}


async def test_several_opponents_without_teams(room: Room, why: Why) -> None:
    """In a ruleset for two players, a challenge to several people is refused."""
    assert why(await say(room, ANA, "challenge @Ben @Cara bul")) == "challenge.teams"


async def test_a_lobby_from_its_posting_to_its_beginning(room: Room) -> None:
    """A lobby is posted, changed, joined, left and begun with commands alone."""
    await say(room, ANA, "open aj-sayil seats=6 match=3")
    await say(room, ANA, "change aj-tiwil seats=4 match=none pace=3d")
    table = await only(room)
    assert (table.header.split()[0], len(table.seats), table.match) == ("aj-tiwil", 4, None)
    assert str(table.terms.pace) == "3d"
    for actor in (BEN, CARA):
        await say(room, actor, "accept")
    await say(room, CARA, "leave")
    table = await only(room)
    assert [type(seat) for seat in table.seats].count(Free) == 2
    reply = await say(room, ANA, "begin")
    assert [text.key for text in reply.texts] == ["start.how"]


async def test_the_match_of_a_challenge(room: Room) -> None:
    """A match goes to the first with so many wins."""
    await say(room, ANA, "challenge @Ben bul match=3 road=9")
    table = await only(room)
    assert table.match == Match((table.header,), 3)


@pytest.mark.parametrize("line", ["open series seats=4", "practice series"])
async def test_the_five_mopan_games(room: Room, line: str) -> None:
    """The series of the Mopan games has all five, each with the same options."""
    await say(room, ANA, line)
    table = await only(room)
    assert table.match is not None
    assert [header.split()[0] for header in table.match.headers] == list(MOPAN)
    assert {" seats=4" in header for header in table.match.headers} == {"seats=4" in line}
    assert table.header == table.match.headers[0]


async def test_a_practice_match_begins(room: Room) -> None:
    """A match against the computer starts like any practice game."""
    await say(room, ANA, "practice match=2")
    table = await only(room)
    await room.act(ANA, Accept(table.id))
    assert (await only(room)).status is Status.PLAYING
    assert isinstance((await only(room)).seats[0], Person)


@pytest.mark.parametrize("command", ["open", "challenge", "challenge @Ben", "practice"])
async def test_a_series_that_cannot_be_played(room: Room, why: Why, command: str) -> None:
    """If one game of a series can't be played with the options, the reason is given at once."""
    reply = await say(room, ANA, f"{command} series=aj-sayil,puluc seats=4")
    assert why(reply) == "unplayable.teams"
    assert not await room.store.tables_in(PLACE)


async def test_a_series_that_no_button_carries(room: Room, why: Why) -> None:
    """If the series is too long for a button, the bot asks for the opponent's name."""
    line = f"series={','.join(MOPAN)},kekchi"
    assert why(await say(room, ANA, f"challenge {line}")) == "challenge.long"
    await say(room, ANA, f"challenge @Ben {line}")
    assert (await only(room)).asked


async def test_a_name_that_nobody_has(room: Room) -> None:
    """If one of several people isn't known, nobody is challenged."""
    with pytest.raises(BadCommand):
        await say(room, ANA, "challenge @Ben @Zoe aj-tiwil")
    assert not await room.store.tables_in(PLACE)
