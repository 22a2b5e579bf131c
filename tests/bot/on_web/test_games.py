"""A person's games in the header of their tabs, and the way to each board."""

import json
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from bot.table.people import Place, Platform
from bot.table.ports import Operation

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from tests.bot.on_web.conftest import Browser, House


@asynccontextmanager
async def listening(browser: "Browser") -> "AsyncIterator[Any]":
    """Lists of games as they come to a browser's tab."""
    path = f"/api/events?channel=maize&persona={browser.me}"
    async with browser.session.get(path) as response:
        assert response.status == 200

        async def lists() -> Any:
            async for line in response.content:
                if line == b"event: games\n":
                    yield json.loads((await response.content.readline()).partition(b": ")[2])

        yield lists()


async def test_games_as_they_change(ana: "Browser", ben: "Browser", house: "House") -> None:
    """A tab is told of its person's games as they change: with whom, whose turn, where."""
    async with listening(ben) as lists:
        await ana.say("/challenge @Ben")
        (asked,) = await anext(lists)
        table = await house.table()
        assert asked == {
            "table": table.id,
            "label": "Puluc against Ana",
            "state": "Waiting for you",
            "place": "",
            "yours": True,
        }
        await ben.press_button("Accept")
        (running,) = await anext(lists)
        assert running["state"] == ("Your turn" if running["yours"] else "Ana to play")


async def test_an_open_challenge(ana: "Browser") -> None:
    """A challenge that nobody is named in is told as such, and waits for others."""
    async with listening(ana) as lists:
        await ana.say("/open")
        (game,) = await anext(lists)
        told = (game["label"], game["state"], game["yours"])
        assert told == ("Puluc, open to anyone", "Not accepted yet", False)


async def test_games_of_somebody_else(ana: "Browser", ben: "Browser") -> None:
    """A browser is not told of the games of people that it may not be."""
    answer = await ben.get(f"/api/events?channel=maize&persona={ana.me}")
    assert answer.status == 403


@pytest.mark.parametrize(
    ("place", "there"),
    [
        (Place(Platform.WEB, "garden"), "/c/garden/as/me#{id}"),
        (Place(Platform.TELEGRAM, "-100"), "/g/{code}"),
    ],
)
async def test_the_way_to_a_board(ana: "Browser", house: "House", place: Place, there: str) -> None:
    """A board is found where it is by now: in its channel, or else on its own page."""
    await ana.say("/practice")
    table = await house.table()
    moved = replace(table, place=place, revision=table.revision + 1)
    await house.store.commit(moved, (), Operation("moved"), ())
    async with ana.session.get(f"/table/{table.id}/as/me", allow_redirects=False) as response:
        assert response.status == 302
        assert response.headers["Location"] == there.format(id=table.id, code=table.code)


async def test_no_way_to_no_board(ana: "Browser") -> None:
    """What was never a table is not found."""
    assert (await ana.get("/table/aaaaaaaaaa/as/me")).status == 404
