"""A family that the bot doesn't know is played like any other once it is configured.

Pebbles (`tests/games/pebbles`) has three seats, two dice that are two numbers, and places.
"""

import asyncio
import json
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from aiohttp import ClientSession, CookieJar

from bot.acts.gather.accept import Accept
from bot.acts.gather.challenge import Challenge
from bot.acts.gather.decline import Decline
from bot.acts.gather.open import Open
from bot.acts.gather.practice import Practice
from bot.acts.look.rules import Rules
from bot.acts.play.resign import Resign
from bot.commands.command import BadCommand
from bot.commands.commands import commands
from bot.config import Config
from bot.games.catalogue import FAMILIES, Games, games
from bot.games.option import Option
from bot.games.road.family import RoadFamily
from bot.games.shelf import Entry, Shelf, face
from bot.inbound.illustrations import draw
from bot.inbound.typed import parse
from bot.show.presenter import make_page
from bot.show.replay import animate, draw_step, replay_text
from bot.table.ids import TableId
from bot.table.request import Reply
from bot.table.seats import Computer, Free, Kept, Person
from bot.table.steps import end
from bot.table.table import Ending, Status
from bot.texts.catalogue import Catalogue
from bot.wiring import running
from tests.bot.acts.room import ANA, BEN, CARA, Room
from tests.bot.options import options

WITH_PEBBLES = (*FAMILIES, "tests.games.pebbles")
GAMES = games(WITH_PEBBLES)
SAY = Catalogue(GAMES.texts).voice("en")
WAIT_SECONDS = 120
PEOPLE = (ANA, BEN, CARA)


class Dice:
    """Two pseudorandom dice, the same in every run."""

    def __init__(self) -> None:
        self._chance = Random(7)

    def cast(self, _table: object, _seat: int, _casts: object, throw: Any) -> tuple[int, ...]:
        return tuple(self._chance.choice(throw.faces) for _ in range(throw.count))


@pytest.fixture
def room() -> Room:
    return Room(corn=Dice(), families=WITH_PEBBLES)  # type: ignore[arg-type] # it has cast()


def why(reply: Reply) -> str:
    """The key of a refusal's reason."""
    assert reply.refused
    return reply.texts[0].key


async def lines(room: Room, id_: TableId) -> list[str]:
    """The lines on the table's board."""
    page = make_page(GAMES, await room.table(id_), SAY)
    assert page.picture is None or page.picture.png.startswith(b"\x89PNG")
    return [SAY(line) for line in page.lines]


async def playing(room: Room, **chosen: object) -> TableId:
    """Return a game of three that has just begun."""
    id_ = await room.post(ANA, Open(options("pebbles", **chosen)))
    await room.act(BEN, Accept(id_))
    await room.act(CARA, Accept(id_))
    return id_


async def play_on(room: Room, id_: TableId) -> None:
    """Play to the end; the player to move presses the last button."""
    for _ in range(300):
        await room.fall_due()
        table = await room.table(id_)
        if table.status is Status.OVER:
            return
        seat = room.tables.to_move(table)
        assert seat is not None
        assert await lines(room, id_)
        reply = await room.move(PEOPLE[seat], id_, (await room.moves(id_))[-1])
        assert not reply.refused
    raise AssertionError("the game did not end")


async def test_seats_are_taken_one_after_the_other(room: Room) -> None:
    """A game of three begins when the third player joins; its challenge lists those who have."""
    id_ = await room.post(ANA, Open(options("pebbles", squares=8)))
    assert (await room.table(id_)).seats[1:] == (Free(), Free())
    await room.act(BEN, Accept(id_))
    table = await room.table(id_)
    assert (table.status, table.seats[1:]) == (
        Status.OFFERED,
        (Person(BEN.user, "Ben"), Free()),
    )
    assert "red: Ben" in await lines(room, id_)
    await room.act(CARA, Accept(id_))
    assert (await room.table(id_)).status is Status.PLAYING


async def test_one_seat_a_player(room: Room) -> None:
    """A player can't take a second seat."""
    id_ = await room.post(ANA, Open(options("pebbles")))
    await room.act(BEN, Accept(id_))
    assert why(await room.act(BEN, Accept(id_))) == "accept.seated"


async def test_one_seat_is_kept_and_one_is_free(room: Room) -> None:
    """The challenged player's seat is kept for them, and anyone can take the other."""
    id_ = await room.post(ANA, Challenge((BEN,), options("pebbles")))
    assert (await room.table(id_)).seats[1:] == (Kept(BEN.user, "Ben"), Free())
    assert why(await room.act(CARA, Decline(id_))) == "decline.addressed"
    await room.act(CARA, Accept(id_))
    await room.act(BEN, Accept(id_))
    names = [seat.name for seat in (await room.table(id_)).taken if isinstance(seat, Person)]
    assert names == ["Ana", "Ben", "Cara"]


async def test_a_whole_game(room: Room) -> None:
    """A game can be played to the end, and every player gets a place."""
    id_ = await playing(room)
    await play_on(room, id_)
    table = await room.table(id_)
    assert table.ending is Ending.WON
    assert sorted(seat for (seat,) in table.places) == [0, 1, 2]
    board = await lines(room, id_)
    assert f"{PEOPLE[table.places[0][0]].name} is first." in board


async def test_against_two_computers(room: Room) -> None:
    """In a practice game, computers take all other seats."""
    id_ = await room.post(ANA, Practice("easy", options("pebbles")))
    assert (await room.table(id_)).seats[1:] == (Computer("easy"), Computer("easy"))
    await room.act(ANA, Accept(id_))
    await play_on(room, id_)
    assert (await room.table(id_)).ending is Ending.WON


async def test_only_levels_of_the_family(room: Room) -> None:
    """Only this family's own computer players can play."""
    reply = await room.act(ANA, Practice("medium", options("pebbles")))
    assert why(reply) == "practice.level"


async def test_resigning(room: Room) -> None:
    """The game defines the result of resigning: here the last person to resign comes last."""
    id_ = await playing(room)
    for player in (BEN, CARA, ANA):
        await room.act(player, Resign(id_, sure=True))
    table = await room.table(id_)
    assert (table.ending, table.places) == (Ending.RESIGNED, ((1, 2), (0,)))


async def test_refused_options(room: Room) -> None:
    """The family's own message explains why options are refused."""
    reply = await room.act(ANA, Open(options("pebbles", squares=13)))
    assert [SAY(text) for text in reply.texts] == [
        "Thirteen squares are unlucky. Choose another number."
    ]


async def test_it_is_explained(room: Room) -> None:
    """The rules and pictures of the family are shown."""
    reply = await room.act(ANA, Rules(options=options("pebbles")))
    assert [SAY(text) for text in reply.texts] == ["Pebbles"]
    assert [SAY(text) for text in reply.sections[0].sentences] == [
        "Be the first to bring your pebble to square 12. Play one of two dice.",
    ]
    assert reply.ruleset == "pebbles"
    assert draw(GAMES, "pebbles", 1, "en").startswith(b"\x89PNG")


def test_its_options_are_options_of_commands() -> None:
    """Its options are parsed, checked and listed like those of any game."""
    intent = parse("/puluc open pebbles squares=8", lambda _: None, GAMES)
    assert intent == Open(options("pebbles", squares=8))
    with pytest.raises(BadCommand, match=r"command\.number"):
        parse("/puluc open pebbles squares=99", lambda _: None, GAMES)
    assert "squares" in [option.name for option in commands(GAMES).game_options]


@pytest.mark.parametrize("line", ["/puluc open pebbles road=9", "/puluc open puluc squares=9"])
def test_options_of_other_games(line: str) -> None:
    """An option of another family is refused."""
    with pytest.raises(BadCommand, match=r"command\.other-game"):
        parse(line, lambda _: None, GAMES)


def test_an_option_of_two_families(monkeypatch: pytest.MonkeyPatch) -> None:
    """Options of the same name in two families become one command option with all their values."""
    here, there = RoadFamily(), RoadFamily()
    here.options = {"squares": Option("squares", numbers=range(5, 9))}
    there.options = {"squares": Option("squares", numbers=range(2, 7))}
    here.shelves, there.shelves = (
        (Shelf(key, (Entry(face(key, "", ())),)),) for key in ("here", "there")
    )
    here.lesson = there.lesson = None
    for name, family in (("here", here), ("there", there)):
        monkeypatch.setitem(sys.modules, name, SimpleNamespace(FAMILY=family))
    both = Games(("here", "there"))
    assert commands(both).game_options == (Option("squares", numbers=range(2, 9)),)


async def test_an_agreement(room: Room) -> None:
    """The family itself says what it means that the players have agreed to end a game."""
    table = await room.table(await playing(room))
    agreed = end(table, Ending.AGREED, 0, by=0, places=((0, 1, 2),)).table
    assert SAY(make_page(GAMES, agreed, SAY).lines[-1]) == "Ana, Ben, and Cara stop here."


async def test_its_replay(room: Room) -> None:
    """A replay has every decision and pass, and an animation of the whole game."""
    id_ = await playing(room, squares=8)
    await play_on(room, id_)
    table, entries = await room.table(id_), await room.store.record(id_)
    text = replay_text(GAMES, table, entries, "en")
    assert len(text.steps) == table.moves + entries.count("-") + 1
    assert all(all(step) for step in text.steps)
    assert draw_step(GAMES, table, entries, 1, "en").png.startswith(b"\x89PNG")
    assert animate(GAMES, table, entries, "en").startswith(b"GIF89a")


@dataclass
class Tab:
    """People in one browser, in a channel of the web chat."""

    session: ClientSession
    people: list[str] = field(default_factory=list)
    operations: Any = field(default_factory=count)

    async def post(self, path: str, **body: Any) -> tuple[int, Any]:
        operation = f"operation-{next(self.operations)}"
        body |= {"channel": "maize", "operation": operation}
        async with self.session.post(path, json=body) as answer:
            return answer.status, await answer.json()

    async def get(self, path: str) -> bytes:
        async with self.session.get(path) as answer:
            assert answer.status == 200, path
            return await answer.read()

    async def states(self) -> AsyncIterator[dict[str, Any]]:
        """What the table's page is told, whenever the channel's card changes."""
        query = {"channel": "maize", "since": "0"}
        async with self.session.get("/api/events", params=query) as events:
            async for line in events.content:
                name, _, value = line.decode().strip().partition(": ")
                if name == "data" and '"order"' in value:
                    body = json.loads(value)["body"]
                    if body and body["kind"] == "card":
                        yield json.loads(await self.get(f"{body['path']}/state"))


@asynccontextmanager
async def open_tab(folder: Path) -> AsyncIterator[Tab]:
    """Run the program with this additional family."""
    settings = Config(puluc_data=folder, puluc_port=18765, puluc_pause=0)
    async with running(settings, families=WITH_PEBBLES) as program:
        jar = CookieJar(unsafe=True)
        async with ClientSession(program.address, cookie_jar=jar) as session:
            tab = Tab(session)
            _, answer = await tab.post("/api/people", names=["Ana", "Ben", "Cara"])
            tab.people = [person["id"] for person in answer["people"]]
            yield tab


async def test_in_the_running_program(tmp_path: Path) -> None:
    """The running program plays, draws and shows the family, given only its module's name."""
    async with asyncio.timeout(WAIT_SECONDS), open_tab(tmp_path) as tab:
        typed = ("/puluc open pebbles squares=8", "/puluc accept", "/puluc accept")
        for person, line in zip(tab.people, typed, strict=True):
            await tab.post("/api/say", persona=person, text=line)
        revision, state = 0, dict[str, Any]()
        async for state in tab.states():
            if state["status"] == "over":
                break
            if state["revision"] <= revision or state["status"] == "offered":
                continue
            revision, code = state["revision"], state["buttons"][0]["code"]
            persona = tab.people[state["turn"]]
            assert (await tab.post("/api/press", persona=persona, code=code))[0] == 200
        assert state["band"]["small"].endswith(" is first.")
        page = f"/g/{state['code']}"
        assert b"Pebbles" in await tab.get(page)
        assert (await tab.get(f"{page}/1.png")).startswith(b"\x89PNG")
        assert (await tab.get(f"{page}/replay.gif")).startswith(b"GIF89a")
        assert (await tab.get("/rules/pebbles/1.png")).startswith(b"\x89PNG")
