"""Lobbies in the web chat: whom to invite, joining a side, and how games in teams are listed."""

import json
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from bot.acts.gather.invite import Invite
from bot.acts.gather.join import Join
from bot.acts.gather.leave import Leave
from bot.on_web import payloads
from bot.table.button import Button
from bot.table.ids import TableId
from bot.table.match import LOSS, WIN, Finished, Match
from bot.table.people import Platform, User
from bot.table.ports import Operation
from bot.table.seats import Computer, Kept, Person
from bot.texts.catalogue import Catalogue
from engine.text import Text

if TYPE_CHECKING:
    from tests.bot.on_web.conftest import Browser, House, Open

SAY = Catalogue().voice("en")
LOBBY = "/puluc open aj-sayil seats=4"
BEN = Person(User(Platform.WEB, "ben"), "Ben")
GAME = "Aj sayil, the ant: 4 players"


@pytest.fixture
async def lobby(ana: "Browser", house: "House") -> TableId:
    """Ana's lobby with four seats."""
    assert (await ana.say(LOBBY)).status == 200
    return (await house.table()).id


@pytest.fixture
async def all_four(ana: "Browser", ben: "Browser", open_browser: "Open") -> "dict[str, Browser]":
    """The browsers of four people in the channel, by name."""
    browsers = {"Ana": ana, "Ben": ben}
    for name in ("Cara", "Dan"):
        browsers[name] = open_browser()
        await browsers[name].be(name)
    return browsers


async def kept(house: "House") -> set[str]:
    """Return the names of the people with a reserved seat."""
    return {seat.name for seat in (await house.table()).seats if isinstance(seat, Kept)}


async def test_whom_to_invite(ana: "Browser", lobby: TableId) -> None:
    """A host who wants to invite people is told of the link to the game."""
    answer = await ana.press(Invite(lobby).code)
    assert (answer.status, answer.json["refused"]) == (200, False)
    assert "the link to this game" in answer.json["lines"][0]


async def test_only_the_host_invites(ben: "Browser", lobby: TableId) -> None:
    """Another player is told that only the host invites people."""
    assert (await ben.press(Invite(lobby).code)).status == 403


async def test_challenge_several(all_four: "dict[str, Browser]", house: "House") -> None:
    """A typed challenge to several people reserves a seat for each of them."""
    answer = await all_four["Ana"].say('/challenge @Ben @"Cara" @dan aj-sayil')
    assert answer.json["lines"] == []
    assert await kept(house) == {"Ben", "Cara", "Dan"}


def test_a_full_side() -> None:
    """The button that joins a full side is disabled, and says so only then."""
    label, leave = Text("button.rules"), Leave(TableId("k3f2qd7m2x"))
    made = [payloads.button(Button(label, leave, disabled=full), SAY) for full in (True, False)]
    assert [each.get("disabled") for each in made] == [True, None]


async def test_join(ana: "Browser", ben: "Browser", lobby: TableId, house: "House") -> None:
    """A press of a side's button seats the person there."""
    assert (await ben.press(Join(lobby, 1).code)).status == 200
    names = [seat.name for seat in (await house.table()).seats if isinstance(seat, Person)]
    assert names == ["Ana", "Ben"]


async def listed(browser: "Browser") -> tuple[str, str, bool]:
    """Return the label and the state of a person's only game, and whether it waits for them."""
    path = f"/api/events?channel=maize&persona={browser.me}"
    async with browser.session.get(path) as response:
        async for line in response.content:
            if line == b"event: games\n":
                data = (await response.content.readline()).partition(b": ")[2]
                (game,) = json.loads(data)
                return game["label"], game["state"], game["yours"]
    raise AssertionError("the stream has ended")


async def test_listed_lobby(ana: "Browser", lobby: TableId) -> None:
    """A lobby is listed by its ruleset and size, and waits for others."""
    assert await listed(ana) == (GAME, "Waiting for other players", False)


async def test_listed_invitation(ana: "Browser", ben: "Browser", lobby: TableId) -> None:
    """A lobby that a person is invited to waits for that person."""
    await ana.say("/puluc challenge @Ben aj-sayil seats=4")
    assert await listed(ben) == (GAME, "Waiting for you", True)


async def test_listed_next_game(ana: "Browser", lobby: TableId, house: "House") -> None:
    """The next game of a match waits for each person until they are ready."""
    table = await house.table()
    finished = Finished(TableId("aaaaaaaaaa"), "first", table.header, (WIN, LOSS))
    following = replace(
        table,
        revision=table.revision + 1,
        match=Match((table.header,), wins=2, games=(finished,)),
        seats=(table.seats[0], BEN, *[Computer("easy")] * 2),
    )
    await house.store.commit(following, (), Operation("next"), ())
    assert await listed(ana) == (GAME, "Press Ready", True)
    ready = replace(following, revision=following.revision + 1, ready=(0,))
    await house.store.commit(ready, (), Operation("ready"), ())
    assert await listed(ana) == (GAME, "Waiting for other players", False)


async def test_join_with_a_word(
    ana: "Browser", ben: "Browser", lobby: TableId, house: "House"
) -> None:
    """A press of a side's button can bring the player's word, even for the last seat."""
    assert (await ben.press(Join(lobby, 1).code, word="rain")).status == 200
    table = await house.table()
    assert [seat.word for seat in table.seats if isinstance(seat, Person)] == ["", "rain"]


async def test_join_with_a_bad_word(ben: "Browser", lobby: TableId, house: "House") -> None:
    """A word that can't be used is refused, and the seat stays free."""
    assert (await ben.press(Join(lobby, 1).code, word="rain\u2028")).status == 403
    assert (await house.table()).seat_of(User(Platform.WEB, ben.me)) is None
