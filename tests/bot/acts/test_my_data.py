"""What people see of what is stored about them."""

import json
from dataclasses import fields
from typing import Any

from bot.acts.gather.accept import Accept
from bot.acts.gather.challenge import Challenge
from bot.acts.gather.practice import Practice
from bot.acts.me.block import Block
from bot.acts.me.my_data import ShowMyData
from bot.acts.me.preferences import ChangeMe
from bot.acts.my_data import FILE_NAME, FORMAT
from bot.acts.play.resign import Resign
from bot.table.people import Actor
from bot.table.request import Reply
from bot.table.subscriptions import Subscription
from engine.text import Text
from tests.bot.acts.room import ANA, BEN, CARA, Room
from tests.bot.acts.teams import team_game
from tests.bot.options import options
from tests.bot.preferences import everything_set


async def shown(room: Room, actor: Actor = ANA) -> dict[str, Any]:
    """The contents of the file with a person's data."""
    reply = await room.act(actor, ShowMyData())
    assert reply.file is not None
    assert reply.file.name == FILE_NAME
    read: dict[str, Any] = json.loads(reply.file.data)
    assert read["format"] == FORMAT
    return read


async def summary(room: Room) -> Reply:
    return await room.act(ANA, ShowMyData())


async def test_nothing(room: Room) -> None:
    """A person about whom nothing is stored gets no file."""
    assert await summary(room) == Reply((Text("my-data.nothing"),))


async def test_the_summary(room: Room) -> None:
    """The summary counts open games, past games and blocked people."""
    await room.act(ANA, Resign(await room.playing([2, 1, 3]), sure=True))
    await room.playing([2, 1, 3])
    await room.act(ANA, Block(CARA))
    assert (await summary(room)).texts == (
        Text("my-data.heading"),
        Text("my-data.open", count=1),
        Text("my-data.past", count=1),
        Text("my-data.blocked", count=1),
        Text("my-data.file"),
    )


async def test_preferences(room: Room) -> None:
    """The file has the account with the preferences that were set, and the people blocked."""
    await room.act(ANA, ChangeMe((("reminders", "less"), ("quiet", "22-8"), ("zone", "+05:30"))))
    await room.act(ANA, Block(CARA))
    assert (await shown(room))["accounts"] == [
        {
            "account": "web:ana",
            "reminders": "less",
            "quiet": "22-8",
            "zone": "+05:30",
            "blocks": [{"account": "web:cara", "name": "Cara"}],
        }
    ]


async def test_notified_browsers(room: Room) -> None:
    """The browsers in which a person is notified are counted, and listed without their keys."""
    browser = Subscription("https://push.example/1", "key", "auth", 1_000_000)
    await room.store.subscribe(ANA.user, browser)
    assert Text("my-data.browsers", count=1) in (await summary(room)).texts
    address = {"address": "https://push.example/1", "since": "1970-01-12T13:46:40Z"}
    (account,) = (await shown(room))["accounts"]
    assert account == {"account": "web:ana", "notified_browsers": [address]}


async def test_everything_set(room: Room) -> None:
    """Whatever a person can set is in the file, under the name of its field."""
    everything = await everything_set()
    await room.store.prefer(ANA.user, everything)
    values = {each.name: getattr(everything, each.name) for each in fields(everything)}
    told = {name: str(value) for name, value in values.items() if value}
    assert (await shown(room))["accounts"] == [{"account": "web:ana", **told}]


async def test_a_game(room: Room) -> None:
    """The file says of a game where and when it was played, and what the person did there."""
    room.corn.numbers = [2, 1, 3]
    id_ = await room.post(BEN, Challenge((ANA,), options("puluc")))
    await room.act(ANA, Accept(id_, "maize"))
    await room.act(ANA, Resign(id_, sure=True))
    table = await room.table(id_)
    mine = table.seat_of(ANA.user)
    assert mine is not None
    (game,) = (await shown(room))["games"]
    assert game == {
        "id": id_,
        "watch": f"/g/{table.code}",
        "rules": table.header,
        "place": "web:maize:",
        "status": "over",
        "posted": "1970-01-12T13:46:40Z",
        "changed": "1970-01-12T13:46:40Z",
        "moves": 0,
        "ending": "resigned",
        "your_names": ["Ana"],
        "your_words": ["maize"],
        "your_seats": [mine],
        "winning_seats": [1 - mine],
        "also_shown_in": [],
        "seat_taken_in": [],
        "closed_by_you": False,
        "posted_by_you": False,
        "seats_to_take_back": [],
        "asked_to_watch": False,
        "seats_that_you_left": [],
    }


async def test_other_people(room: Room) -> None:
    """The file doesn't name the opponents."""
    await room.playing([2, 1, 3])
    await room.post(ANA, Practice("easy", options("bul")))
    reply = await summary(room)
    assert reply.file is not None
    assert b"Ben" not in reply.file.data
    assert b"web:ben" not in reply.file.data


async def test_a_game_that_was_left(room: Room) -> None:
    """A running game that the person has left is in the file, too, as a past one."""
    id_ = await team_game(room)
    await room.act(ANA, Resign(id_, sure=True))
    (game,) = (await shown(room))["games"]
    assert (game["id"], game["your_seats"], game["seats_that_you_left"]) == (id_, [], [0])
    assert Text("my-data.past", count=1) in (await summary(room)).texts
