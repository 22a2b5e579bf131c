"""Computers play against each other, one game at a time in each place."""

import asyncio
from dataclasses import replace

import pytest

from bot.show.presenter import make_page
from bot.store import codec
from bot.table.due import THINK
from bot.table.ids import TableId
from bot.table.intents import (
    Abort,
    ChangeSettings,
    Close,
    Demo,
    Intent,
    ListGames,
    Move,
    Resign,
    ShowBoard,
)
from bot.table.pace import DAY
from bot.table.people import Actor, Place, Platform
from bot.table.ports import Down, StoreDown
from bot.table.seats import Computer
from bot.table.step import Step
from bot.table.table import Ending, Status, Table
from bot.table.turns import DEMO_PAUSE, Hands
from bot.table.upkeep import UPKEEP
from tests.bot.acts.room import ANA, BEN, NOWHERE, PLACE, SAY, Room, Why
from tests.bot.options import options

ELSEWHERE = Place(Platform.WEB, "milpa")
MIA = replace(BEN, manages=True)


async def demo(room: Room, demo: Demo | None = None, *, actor: Actor = ANA) -> TableId:
    """Return a game of computers that has just begun."""
    return await room.post(actor, demo or Demo())


async def test_it_begins_at_once(room: Room) -> None:
    """A game of computers is played at once, and all its seats are those of computers."""
    table = await room.table(await demo(room, Demo("easy", options("aj-sayil", seats=6))))
    assert table.status is Status.PLAYING
    assert table.seats == (Computer("easy"),) * 6
    assert table.is_demo
    assert table.host.user == ANA.user


async def test_its_pace(room: Room) -> None:
    """There is a move every 5 seconds, and never an earlier one."""
    id_ = await demo(room)
    for moves in range(4):
        await room.fall_due()
        assert (await room.table(id_)).moves == moves
        room.now += DEMO_PAUSE - 0.1
        await room.fall_due()
        assert (await room.table(id_)).moves == moves
        room.now += 0.1
    await room.fall_due()
    assert (await room.table(id_)).moves == 4


async def test_a_longer_pause(room: Room) -> None:
    """A pause of the host's settings that is longer holds for games of computers, too."""
    assert Hands(room.corn, pause=8).pause_at(await room.table(await demo(room))) == 8


async def test_each_turn_is_reported_once(room: Room) -> None:
    """A board reports one turn, not those of the computers before it."""
    room.corn.numbers = [2, 1, 3, 3, 3, 3]
    id_ = await demo(room)
    for _ in range(3):
        room.now += DEMO_PAUSE
        await room.fall_due()
    table = await room.table(id_)
    assert table.moves == 3
    assert len([entry for entry in table.story if not entry.isdigit()]) == 1


async def test_a_whole_game(room: Room) -> None:
    """Computers play a game to its end by themselves."""
    id_ = await demo(room, Demo("medium", options(warriors=1)))
    await room.wait(3600, every=DEMO_PAUSE)
    assert (await room.table(id_)).ending is Ending.WON


async def test_it_has_no_clock_and_calls_nobody(room: Room) -> None:
    """A game of computers has no clock, and nothing but the next move and its upkeep falls due."""
    table = await room.table(await demo(room))
    assert table.clock is None
    assert not table.people
    dues = await room.store.claim(room.now + 100 * DAY)
    assert {due.kind for due in dues} == {THINK, UPKEEP}


@pytest.mark.parametrize("actor", [ANA, BEN])
async def test_one_in_a_place(room: Room, why: Why, actor: Actor) -> None:
    """A second game of computers in the same place is refused, with a button for the first."""
    id_ = await demo(room)
    refused = await room.act(actor, Demo())
    assert why(refused) == "demo.running"
    assert [getattr(choice, "intent", None) for choice in refused.choices] == [ShowBoard(id_)]
    assert (await room.act(actor, Demo(), place=ELSEWHERE)).refused is False


async def test_another_one_later(room: Room) -> None:
    """When a game of computers is over, another one can be posted."""
    await room.act(ANA, Resign(await demo(room), sure=True))
    assert (await room.table(await demo(room, actor=BEN))).status is Status.PLAYING


async def test_two_at_once(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of two people who ask at the same time, one gets a game, and the other the reason."""
    tables_in = room.store.tables_in

    async def slow(place: Place) -> tuple[Table, ...]:
        found = await tables_in(place)
        for _ in range(10):
            await asyncio.sleep(0)
        return found

    monkeypatch.setattr(room.store, "tables_in", slow)
    replies = await asyncio.gather(room.act(ANA, Demo()), room.act(BEN, Demo()))
    assert sorted(reply.refused for reply in replies) == [False, True]
    assert len(await tables_in(PLACE)) == 1


async def test_a_repeated_request(room: Room) -> None:
    """A request that is delivered twice posts one game, and both get the same reply."""
    first = await room.act(ANA, Demo(), operation="twice")
    assert await room.act(ANA, Demo(), operation="twice") == first
    assert first.refused is False
    (table,) = await room.store.tables_in(PLACE)
    assert table.revision == 2


async def test_a_crash_before_the_beginning(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """If the process dies after posting a game of computers, it begins when its turn is due."""

    def die(*_: object) -> Step:
        raise StoreDown(Down.AWAY)

    with monkeypatch.context() as dying:
        dying.setattr("bot.acts.demos.steps.begin", die)
        with pytest.raises(StoreDown):
            await room.act(ANA, Demo())
    (table,) = await room.store.tables_in(PLACE)
    assert table.status is Status.OFFERED
    await room.fall_due()
    room.now += DEMO_PAUSE
    await room.fall_due()
    assert (await room.table(table.id)).status is Status.PLAYING


@pytest.mark.parametrize("intent", [Abort(), Resign(), Resign(sure=True)])
@pytest.mark.parametrize("named", [True, False])
async def test_stopping(room: Room, intent: Abort | Resign, named: bool) -> None:
    """The player who posted it stops it by resigning or aborting, also after the first move."""
    id_ = await demo(room)
    room.now += DEMO_PAUSE
    await room.fall_due()
    await room.act(ANA, replace(intent, table=id_) if named else intent)
    table = await room.table(id_)
    assert (table.status, table.ending, table.places) == (Status.OVER, Ending.STOPPED, ())
    lines = [SAY(line) for line in make_page(room.tables.games, table, SAY).lines]
    assert "This game was stopped. Nobody wins." in lines
    room.now += DEMO_PAUSE
    await room.fall_due()
    assert await room.table(id_) == table


async def test_stopping_from_elsewhere(room: Room) -> None:
    """The menu can be open in another place; the reply then says that the game is over."""
    id_ = await demo(room)
    reply = await room.act(ANA, Resign(id_, sure=True), place=ELSEWHERE)
    assert [text.key for text in reply.texts] == ["table.ended"]
    assert (await room.table(id_)).ending is Ending.STOPPED


@pytest.mark.parametrize("intent", [Abort, Resign])
async def test_only_the_poster_stops_it(room: Room, why: Why, intent: type[Abort | Resign]) -> None:
    """Other people can't stop it, and are told who can."""
    id_ = await demo(room)
    assert why(await room.act(BEN, intent(id_))) == "demo.stop"
    assert why(await room.act(BEN, intent())) == "pick.no-game"
    assert (await room.table(id_)).status is Status.PLAYING


async def test_stopping_twice(room: Room, why: Why) -> None:
    """A game that is over can't be stopped."""
    id_ = await demo(room)
    await room.act(ANA, Resign(id_))
    assert why(await room.act(ANA, Resign(id_))) == "table.over"


async def test_ones_own_game_comes_first(room: Room) -> None:
    """Without a game's name, a player who also plays here resigns the game that they play."""
    shown, own = await demo(room), await room.playing([2, 1, 3])
    await room.act(ANA, Abort())
    assert (await room.table(own)).ending is Ending.ABORTED
    assert (await room.table(shown)).status is Status.PLAYING


async def test_a_moderator_closes_it(room: Room) -> None:
    """A moderator can close a game of computers like any other."""
    id_ = await demo(room)
    await room.act(MIA, Close(id_))
    assert (await room.table(id_)).ending is Ending.CLOSED


@pytest.mark.parametrize(
    ("intent", "key"),
    [
        (Demo("masterly"), "practice.level"),
        (Demo("perfect"), "practice.unsolved"),
        (Demo("medium", options("chess")), "unplayable.unknown"),
        (Demo("medium", options("puluc", seats=4)), "unplayable.teams"),
        (Demo("medium", options("puluc", colour="blue")), "press.unknown"),
    ],
)
async def test_what_cannot_be_played(room: Room, why: Why, intent: Intent, key: str) -> None:
    """An unknown level, ruleset or option is refused, and nothing is posted."""
    assert why(await room.act(ANA, intent)) == key
    assert not await room.store.tables_in(PLACE)


async def test_a_place_without_games(room: Room, why: Why) -> None:
    """Where no games may be started, computers can't play either."""
    await room.act(MIA, ChangeSettings("games", "no"))
    assert why(await room.act(ANA, Demo())) == "offer.closed"


async def test_nobody_can_move(room: Room, why: Why) -> None:
    """A forged button can't move for a computer."""
    id_ = await demo(room)
    assert why(await room.act(ANA, Move(id_, 2, "b+3"))) == "seat.none"


async def test_it_is_nobodys_game(room: Room) -> None:
    """A game of computers isn't among the games of the player who posted it."""
    await demo(room)
    assert [text.key for text in (await room.act(ANA, ListGames())).texts] == ["games.none"]


async def test_a_game_that_does_not_exist(room: Room, why: Why) -> None:
    """A request to end a game that is gone is refused as for any other game."""
    assert why(await room.act(ANA, Resign(NOWHERE))) == "table.gone"


async def test_it_is_stored(room: Room) -> None:
    """A game of computers survives a restart."""
    table: Table = await room.table(await demo(room))
    assert codec.read(codec.write(table)) == table
