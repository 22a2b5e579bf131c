"""A person's games in the header of their tabs, with links to their tables."""

import json
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from tests.bot.on_web.conftest import Browser, House


@asynccontextmanager
async def listening(browser: "Browser") -> "AsyncIterator[Any]":
    """Yield the lists of games that a browser's tab receives."""
    path = f"/api/events?channel=maize&persona={browser.me}"
    async with browser.session.get(path) as response:
        assert response.status == 200

        async def lists() -> Any:
            async for line in response.content:
                if line == b"event: games\n":
                    yield json.loads((await response.content.readline()).partition(b": ")[2])

        yield lists()


async def test_games_as_they_change(ana: "Browser", ben: "Browser", house: "House") -> None:
    """A tab gets its person's games as they change, with the opponent, the turn and the place."""
    async with listening(ben) as lists:
        await ana.say("/challenge @Ben")
        (asked,) = await anext(lists)
        table = await house.table()
        assert asked == {
            "path": f"/g/{table.code}",
            "label": "Puluc against Ana",
            "state": "Waiting for you",
            "place": "",
            "yours": True,
        }
        await ben.press_button("Accept")
        (running,) = await anext(lists)
        assert running["state"] == ("Your turn" if running["yours"] else "Ana to move")


async def test_an_open_challenge(ana: "Browser") -> None:
    """An open challenge is listed as open to anyone, and isn't the host's turn."""
    async with listening(ana) as lists:
        await ana.say("/open")
        (game,) = await anext(lists)
        listed = (game["label"], game["state"], game["yours"])
        assert listed == ("Puluc, open to anyone", "Not accepted yet", False)


async def test_time_left(ana: "Browser", ben: "Browser", house: "House") -> None:
    """A game with a pace is listed with the time that is left."""
    await ana.say("/challenge @Ben pace=1d")
    await ben.press_button("Accept")
    house.now += 3600
    async with listening(ana) as lists:
        (game,) = await anext(lists)
        mover = "Your turn" if game["yours"] else "Ben to move"
        assert game["state"] == f"{mover}, 23 hours left"


async def test_games_of_another_person(ana: "Browser", ben: "Browser") -> None:
    """A browser can't get the games of a person whose cookie it doesn't have."""
    answer = await ben.get(f"/api/events?channel=maize&persona={ana.me}")
    assert answer.status == 403
