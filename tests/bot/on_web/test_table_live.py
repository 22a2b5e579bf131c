"""What happens at a table reaches the pages that show it, each thing once and in order."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from unittest.mock import AsyncMock

import pytest
from aiohttp import ClientResponse

from bot.on_web.table_page import live
from tests.bot.on_web.test_table_state import begun, path, press, state
from tests.waiting import PATIENCE_SECONDS

if TYPE_CHECKING:
    from tests.bot.on_web.conftest import Browser, House, Open


@dataclass
class Stream:
    """The events that a page hears."""

    response: ClientResponse

    async def next(self) -> dict[str, Any]:
        """Return the next update; the company and comments are skipped."""
        told, lines = await self._event("update")
        assert f"id: {told['seen']}" in lines
        return told

    async def company(self) -> dict[str, Any]:
        """Return the next company."""
        told, _ = await self._event("company")
        return told

    async def quiet(self) -> None:
        """Wait until the stream says that it lives."""
        await self._event("quiet")

    async def _event(self, kind: str) -> tuple[Any, list[str]]:
        async with asyncio.timeout(PATIENCE_SECONDS):
            while True:
                lines = (await self.response.content.readuntil(b"\n\n")).decode().splitlines()
                if f"event: {kind}" in lines:
                    (data,) = [line for line in lines if line.startswith("data: ")]
                    return json.loads(data.removeprefix("data: ")), lines


@asynccontextmanager
async def hearing(
    house: "House", browser: "Browser", since: str, **headers: str
) -> AsyncIterator[Stream]:
    """Let a page listen to the newest table."""
    address = f"{await path(house)}/events?rows=3&since={since}"
    async with browser.session.get(address, headers=headers) as response:
        assert response.content_type == "text/event-stream"
        yield Stream(response)


async def move(house: "House", *browsers: "Browser") -> None:
    """Let the one play a move whose turn it is."""
    for browser in browsers:
        offered = (await state(house, browser))["moves"]
        if offered:
            assert (await browser.press(offered[0]["code"])).status == 200
            await house.settled()
            return
    raise AssertionError("nobody is to move")


def kinds(told: dict[str, Any]) -> list[str]:
    """Return what the frames of an update show."""
    return [frame["e"]["k"] for frame in told["frames"]]


async def test_the_beginning(house: "House", ana: "Browser", ben: "Browser") -> None:
    """Those who wait see the game begin: throws for the first turn, then the first throw."""
    await ana.say("/puluc challenge @Ben")
    before = await state(house, ana)
    async with hearing(house, ana, before["seen"]) as stream:
        await press(house, ben, "Accept")
        told = await stream.next()
    assert kinds(told)[:2] == ["open", "open"]
    assert kinds(told)[-1] == "throw"
    assert told["status"] == "playing"


async def test_a_move(house: "House", ana: "Browser", ben: "Browser") -> None:
    """A move is followed by the next player's throw, and by the scene that both lead to."""
    await begun(house, ana, ben)
    before = await state(house, ana)
    async with hearing(house, ana, before["seen"]) as stream:
        await move(house, ana, ben)
        told = await stream.next()
    assert kinds(told)[:2] == ["move", "throw"]
    assert told["frames"][-2]["s"] == told["board"]["scene"]
    assert told["revision"] > before["revision"]


async def test_following_reads_no_record(
    house: "House", ana: "Browser", ben: "Browser", monkeypatch: pytest.MonkeyPatch
) -> None:
    """A page that follows a game doesn't need the whole record at each move."""
    await begun(house, ana, ben)
    told = [(each, await state(house, each)) for each in (ana, ben)]
    mover, before = next((each, seen) for each, seen in told if seen["moves"])
    record = AsyncMock(wraps=house.store.record)
    async with hearing(house, ana, before["seen"]) as stream:
        monkeypatch.setattr(house.store, "record", record)
        await mover.press(before["moves"][0]["code"])
        await stream.next()
    record.assert_not_called()


async def test_nothing_is_told_twice(house: "House", ana: "Browser", ben: "Browser") -> None:
    """A page that comes back with the last event's id is told only what has happened since."""
    await begun(house, ana, ben)
    seen = [(await state(house, ana))["seen"]]
    for _ in range(2):
        async with hearing(house, ana, "", **{"Last-Event-ID": seen[-1]}) as stream:
            await move(house, ana, ben)
            told = await stream.next()
        assert kinds(told)[0] == "move"
        seen.append(told["seen"])
    assert len(set(seen)) == 3


async def test_what_was_missed(house: "House", ana: "Browser", ben: "Browser") -> None:
    """A page that has missed two moves is shown both, from the scene that it knows."""
    await begun(house, ana, ben)
    seen = (await state(house, ana))["seen"]
    await move(house, ana, ben)
    await move(house, ana, ben)
    async with hearing(house, ana, seen) as stream:
        told = await stream.next()
    assert kinds(told).count("move") >= 2
    assert "jump" not in told


async def test_much_was_missed(house: "House", ana: "Browser", ben: "Browser") -> None:
    """Of many missed steps only the last are shown; the log has all of them."""
    await begun(house, ana, ben)
    seen, known = (await state(house, ana))["seen"], len((await state(house, ana))["log"])
    for _ in range(8):
        await move(house, ana, ben)
    async with hearing(house, ana, seen) as stream:
        told = await stream.next()
    skipped = [frame for frame in told["frames"] if "e" not in frame]
    assert skipped
    told_now = [each for frame in skipped for each in frame["log"]]
    told_now += [frame["e"] for frame in told["frames"] if frame.get("e", {}).get("text")]
    assert len(told_now) == len((await state(house, ana))["log"]) - known


@pytest.mark.parametrize("since", ["", "nonsense", "99.00000000", "1.zzzzzzzz"])
async def test_something_unknown_was_seen(
    house: "House", ana: "Browser", ben: "Browser", since: str
) -> None:
    """A page that has seen what this table never was gets everything, without motion."""
    await begun(house, ana, ben)
    async with hearing(house, ana, since) as stream:
        told = await stream.next()
    assert (told["jump"], told["frames"]) == (True, [])
    assert told["board"]["files"]


async def test_a_move_taken_back(house: "House", ana: "Browser", ben: "Browser") -> None:
    """When a move is taken back, pages get everything, without motion."""
    await begun(house, ana, ben)
    mover = "Ana" if (await state(house, ana))["moves"] else "Ben"
    one, other = (ana, ben) if mover == "Ana" else (ben, ana)
    await move(house, ana, ben)
    await one.say("/puluc undo")
    await house.settled()
    before = await state(house, ana)
    async with hearing(house, ana, before["seen"]) as stream:
        await press(house, other, "Agree")
        told = await stream.next()
    assert told["jump"] is True


async def test_an_offer(house: "House", ana: "Browser", ben: "Browser") -> None:
    """An offer is told without motion, and the one who is asked can answer it on the page."""
    await begun(house, ana, ben)
    before = await state(house, ben)
    async with hearing(house, ben, before["seen"]) as stream:
        await ana.say("/puluc draw")
        told = await stream.next()
    assert told["frames"] == []
    assert [each["label"] for each in told["buttons"]] == ["Agree", "Decline"]


async def test_a_rematch(house: "House", ana: "Browser", ben: "Browser") -> None:
    """Who stays at a finished game hears that the other player wants to play again."""
    await begun(house, ana, ben)
    asked = await ana.say("/puluc resign")
    await ana.press(asked.json["choices"][0]["code"])
    before = await state(house, ben)
    async with hearing(house, ben, before["seen"]) as stream:
        await press(house, ana, "Rematch")
        told = await stream.next()
    following = told["next"]
    assert (await ben.get(following.pop("path"))).status == 200
    assert following == {"begun": False, "asks": True, "text": "Ana wants to play again."}
    waiting = (await ana.get(f"/g/{before['code']}/state?rows=3")).json["next"]
    assert (waiting["asks"], waiting["text"]) == (False, "Waiting for Ben.")


async def test_nothing_happens(
    house: "House", ana: "Browser", ben: "Browser", monkeypatch: pytest.MonkeyPatch
) -> None:
    """A stream on which nothing happens says again and again that it lives."""
    await begun(house, ana, ben)
    monkeypatch.setattr(live, "QUIET_SECONDS", 0.01)
    async with hearing(house, ana, (await state(house, ana))["seen"]) as stream:
        for _ in range(2):
            await stream.quiet()


async def test_waiting_without_a_stream(house: "House", ana: "Browser", ben: "Browser") -> None:
    """A page behind a proxy that swallows streams hears of a move in an answer that waits."""
    await begun(house, ana, ben)
    seen = (await state(house, ana))["seen"]
    address = f"{await path(house)}/update?rows=3&since={seen}"
    waiting = asyncio.create_task(ana.get(address))
    await move(house, ana, ben)
    assert kinds((await waiting).json["update"])[0] == "move"


async def test_nothing_to_wait_for(
    house: "House", ana: "Browser", ben: "Browser", monkeypatch: pytest.MonkeyPatch
) -> None:
    """If nothing happens for a while, the answer says so, and the page asks again."""
    await begun(house, ana, ben)
    monkeypatch.setattr(live, "QUIET_SECONDS", 0.0)
    seen = (await state(house, ana))["seen"]
    answer = await ana.get(f"{await path(house)}/update?rows=3&since={seen}")
    assert answer.json == {"update": None, "company": {"watchers": 0, "faces": []}}


async def test_drawings_are_told_once(house: "House", ana: "Browser", ben: "Browser") -> None:
    """A stream brings each drawing once."""
    await begun(house, ana, ben)
    before = await state(house, ana)
    told: set[str] = set()
    async with hearing(house, ana, before["seen"]) as stream:
        for _ in range(4):
            await move(house, ana, ben)
            new = set((await stream.next())["board"]["sprites"])
            assert not new & told
            told |= new


async def test_a_watcher(
    house: "House", ana: "Browser", ben: "Browser", open_browser: "Open"
) -> None:
    """Watchers see every move, and are told none that they could play."""
    await begun(house, ana, ben)
    watcher = open_browser()
    before = await state(house, watcher)
    async with hearing(house, watcher, before["seen"]) as stream:
        await move(house, ana, ben)
        told = await stream.next()
    assert kinds(told)[0] == "move"
    assert told["moves"] == []
