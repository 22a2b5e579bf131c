"""The stream of a channel's changes."""

import asyncio
import copy
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

import pytest

from bot.on_web import payloads

if TYPE_CHECKING:
    from tests.bot.on_web.conftest import Browser, House

PATH = "/api/events?channel=maize"


class Stream:
    """Reads events one by one."""

    def __init__(self, content: Any) -> None:
        self._content = content

    async def next(self, kind: str = "message") -> dict[str, str]:
        """The next event of a kind, its data still as text."""
        async with asyncio.timeout(10):
            while True:
                event = {"event": "message"}
                while line := (await self._content.readline()).decode().rstrip("\n"):
                    name, _, value = line.partition(": ")
                    event[name] = value
                if event["event"] == kind and "data" in event:
                    return event

    async def body(self) -> dict[str, Any]:
        """What the next message says."""
        body: dict[str, Any] = json.loads((await self.next())["data"])["body"]
        return body


@asynccontextmanager
async def listening(
    browser: "Browser", path: str = PATH, last: str | None = None
) -> AsyncIterator[Stream]:
    headers = {} if last is None else {"Last-Event-ID": last}
    async with browser.session.get(path, headers=headers) as response:
        assert response.headers["Content-Type"] == "text/event-stream"
        yield Stream(response.content)


async def test_what_was_missed(ana: "Browser") -> None:
    """A new stream begins with the messages that are there."""
    await ana.say("one")
    async with listening(ana) as stream:
        assert (await stream.body())["text"] == "Ana has joined."
        assert (await stream.body())["text"] == "one"


async def test_live(ana: "Browser", ben: "Browser") -> None:
    """What is said while a stream is open comes by it."""
    async with listening(ben) as stream:
        await stream.next("ready")
        await ana.say("hello")
        assert (await stream.body())["text"] == "hello"


async def test_resume(ana: "Browser") -> None:
    """A stream that was lost goes on after the last event that it brought."""
    for text in ("one", "two"):
        await ana.say(text)
    async with listening(ana) as stream:
        await stream.body()
        last = (await stream.next())["id"]
    async with listening(ana, last=last) as stream:
        assert (await stream.body())["text"] == "two"


async def test_since(ana: "Browser") -> None:
    """A page that opens a stream anew says what it has by itself."""
    for text in ("one", "two"):
        await ana.say(text)
    async with listening(ana) as stream:
        await stream.body()
        last = (await stream.next())["id"]
    async with listening(ana, f"{PATH}&since={last}") as stream:
        assert (await stream.body())["text"] == "two"


def backup(house: "House") -> dict[str, Any]:
    """What the channels hold."""
    held = vars(house.channels)
    return copy.deepcopy({name: held[name] for name in ("_messages", "_versions")})


async def restore(house: "House", backup: dict[str, Any]) -> None:
    """Go back to what the channels held, as a store does that has lost its newest writes."""
    held = vars(house.channels)
    held.update(backup)
    async with held["_changed"]:
        held["_changed"].notify_all()


async def test_the_store_went_back(ana: "Browser", house: "House") -> None:
    """A tab that has seen what the store has lost starts over, and goes on from there."""
    await ana.say("one")
    before = backup(house)
    await ana.say("two")
    async with listening(ana) as stream:
        await stream.next("ready")
        await restore(house, before)
        await stream.next("over")
        assert (await stream.body())["text"] == "Ana has joined."
        assert (await stream.body())["text"] == "one"
        await ana.say("three")
        assert (await stream.body())["text"] == "three"


async def test_the_store_went_back_meanwhile(ana: "Browser", house: "House") -> None:
    """So does a tab that comes back after that, though the store has come as far again."""
    await ana.say("one")
    before = backup(house)
    await ana.say("two")
    async with listening(ana) as stream:
        for _ in range(3):
            last = (await stream.next())["id"]
    await restore(house, before)
    for text in ("three", "four"):
        await ana.say(text)
    async with listening(ana, f"{PATH}&since={last}") as stream:
        await stream.next("over")
        texts = [(await stream.body())["text"] for _ in range(4)]
    assert texts == ["Ana has joined.", "one", "three", "four"]


async def test_a_change_that_was_changed_again(ana: "Browser", house: "House") -> None:
    """A tab whose last message was edited since goes on, and does not start over."""
    await house.channels.post("maize", "m", payloads.notice("one"))
    async with listening(ana) as stream:
        await stream.body()
        last = (await stream.next())["id"]
    await house.channels.post("maize", "m", payloads.notice("two"))
    async with listening(ana, f"{PATH}&since={last}") as stream:
        async with asyncio.timeout(10):
            first = await stream.next()
    assert json.loads(first["data"])["body"]["text"] == "two"


async def test_message_taken_away(ana: "Browser", house: "House") -> None:
    """A message that is taken away comes once more, without a body."""
    await ana.say("hello", operation="operation-a")
    async with listening(ana) as stream:
        await stream.next("ready")
        await house.channels.drop("maize", f"web:{ana.me}:operation-a")
        assert await stream.body() is None


async def test_people(ana: "Browser", ben: "Browser") -> None:
    """A stream tells who is in the channel, so that they can be challenged."""
    async with listening(ana) as stream:
        people = json.loads((await stream.next("people"))["data"])
    assert people == {ana.me: "Ana", ben.me: "Ben"}


async def test_newcomer(ana: "Browser", house: "House") -> None:
    """A stream tells when somebody comes in."""
    async with listening(ana) as stream:
        await stream.next("people")
        await ana.post("/api/people", channel="maize", names=["Cara"])
        people = json.loads((await stream.next("people"))["data"])
    assert "Cara" in people.values()


async def test_two_servers(ana: "Browser", house: "House") -> None:
    """What is sent to one server process comes by the streams of the other."""
    async with house.serving() as other, listening(ana, f"{other}{PATH}") as stream:
        await stream.next("ready")
        await ana.say("hello")
        assert (await stream.body())["text"] == "hello"


async def test_stop(ana: "Browser", house: "House", monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that stops ends its streams instead of waiting for them."""
    monkeypatch.setattr("bot.on_web.server.SHUTDOWN_SECONDS", 300)
    serving = house.serving()
    other = await serving.__aenter__()
    async with listening(ana, f"{other}{PATH}") as stream:
        await stream.next("ready")
        async with asyncio.timeout(60):
            await serving.__aexit__(None, None, None)


async def test_unfit_channel(ana: "Browser") -> None:
    """A stream of a channel that cannot be is refused."""
    assert (await ana.get("/api/events?channel=No")).status == 400
