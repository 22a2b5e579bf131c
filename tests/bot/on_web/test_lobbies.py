"""Lobbies in the web chat: whom to invite, joining a side, and how games in teams are listed."""

import json
from dataclasses import replace
from typing import TYPE_CHECKING, Any

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


async def picker(browser: "Browser", lobby: TableId) -> dict[str, Any]:
    """Return the picker that a host gets who wants to invite people."""
    answer = await browser.press(Invite(lobby).code)
    picker: dict[str, Any] = answer.json["invite"]
    return picker


async def kept(house: "House") -> set[str]:
    """Return the names of the people with a reserved seat."""
    return {seat.name for seat in (await house.table()).seats if isinstance(seat, Kept)}


async def test_whom_to_invite(all_four: "dict[str, Browser]", lobby: TableId) -> None:
    """The host can choose from the channel's people who aren't in the lobby."""
    cara = all_four["Cara"]
    await cara.press(Join(lobby, 1).code)
    asked = await picker(all_four["Ana"], lobby)
    people = [{"id": all_four[name].me, "name": name} for name in ("Ben", "Dan")]
    assert asked == {"code": Invite(lobby).code, "people": people, "most": 2}


async def test_invite_several(
    all_four: "dict[str, Browser]", lobby: TableId, house: "House"
) -> None:
    """One request invites everyone chosen, each once, under their names in the channel."""
    ana, ben, dan = (all_four[name] for name in ("Ana", "Ben", "Dan"))
    asked = await picker(ana, lobby)
    answer = await ana.press(asked["code"], people=[ben.me, dan.me, ben.me])
    assert (answer.status, answer.json["lines"]) == (200, ["Invited: Ben and Dan"])
    assert answer.json["kind"] == "invite"
    assert await kept(house) == {"Ben", "Dan"}


async def test_invite_again(all_four: "dict[str, Browser]", lobby: TableId, house: "House") -> None:
    """An invitation that is delivered twice is carried out once."""
    ana, ben = all_four["Ana"], all_four["Ben"]
    for _ in range(2):
        code = Invite(lobby).code
        answer = await ana.press(code, people=[ben.me], operation="operation-a")
        assert answer.status == 200
    assert await kept(house) == {"Ben"}


async def test_invite_a_stranger(ana: "Browser", lobby: TableId, house: "House") -> None:
    """Nobody is invited if one of those chosen isn't in the channel."""
    (eve,) = (await ana.post("/api/people", channel="other", names=["Eve"])).json["people"]
    answer = await ana.press(Invite(lobby).code, people=[eve["id"]])
    assert answer.status == 400
    assert "isn't in this channel" in answer.json["lines"][0]
    assert await kept(house) == set()


@pytest.mark.parametrize("people", [[], "Ben", None, [1], [["x"]], {"x": "y"}])
async def test_invite_nobody(
    ana: "Browser", lobby: TableId, house: "House", people: object
) -> None:
    """People who aren't a list of ids are refused."""
    assert (await ana.press(Invite(lobby).code, people=people)).status == 400
    assert await kept(house) == set()


async def test_only_the_host_invites(
    ana: "Browser", ben: "Browser", lobby: TableId, house: "House"
) -> None:
    """Another player can neither choose people nor invite them."""
    for more in ({}, {"people": [ben.me]}):
        answer = await ben.press(Invite(lobby).code, **more)
        assert answer.status == 403
        assert "invite" not in answer.json
    assert await kept(house) == set()


async def test_challenge_several(all_four: "dict[str, Browser]", house: "House") -> None:
    """A typed challenge to several people reserves a seat for each of them."""
    answer = await all_four["Ana"].say('/challenge @Ben @"Cara" @dan aj-sayil')
    assert answer.json["lines"] == []
    assert await kept(house) == {"Ben", "Cara", "Dan"}


def test_join_buttons() -> None:
    """The buttons for joining a side are marked, so that the page can put them side by side."""
    table = TableId("k3f2qd7m2x")
    label, shelves = Text("button.rules"), ("sides", "sides", "seats", "seats", "")
    made = [payloads.button(Button(label, Leave(table), shelf=shelf), SAY) for shelf in shelves]
    assert ["joins" in button for button in made] == [True, True, False, False, False]


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
    await ana.press(Invite(lobby).code, people=[ben.me])
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
