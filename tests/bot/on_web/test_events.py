"""The stream of a channel's changes."""

import asyncio
import copy
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

import pytest

from bot.on_web import events, payloads
from bot.store.memory import MemoryChannels
from bot.table.ids import fingerprint
from tests.waiting import PATIENCE_SECONDS

if TYPE_CHECKING:
    from tests.bot.on_web.conftest import Browser, House

PATH = "/api/events?channel=maize"


class Stream:
    """Reads events one by one."""

    def __init__(self, content: Any) -> None:
        self._content = content

    async def next(self, kind: str = "message") -> dict[str, str]:
        """Return the next event of a kind, with its data as text."""
        async with asyncio.timeout(PATIENCE_SECONDS):
            while True:
                event = {"event": "message"}
                while line := (await self._content.readline()).decode().rstrip("\n"):
                    name, _, value = line.partition(": ")
                    event[name] = value
                if event["event"] == kind and "data" in event:
                    return event

    async def body(self) -> dict[str, Any]:
        """Return the body of the next message."""
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


async def test_earlier_messages(ana: "Browser") -> None:
    """A new stream starts with the channel's existing messages."""
    await ana.say("one")
    async with listening(ana) as stream:
        assert (await stream.body())["text"] == "Ana has joined."
        assert (await stream.body())["text"] == "one"


async def test_live(ana: "Browser", ben: "Browser") -> None:
    """An open stream delivers new messages."""
    async with listening(ben) as stream:
        await stream.next("ready")
        await ana.say("hello")
        assert (await stream.body())["text"] == "hello"


async def test_resume(ana: "Browser") -> None:
    """A stream that reconnects resumes after the last event it delivered."""
    for text in ("one", "two"):
        await ana.say(text)
    async with listening(ana) as stream:
        await stream.body()
        last = (await stream.next())["id"]
    async with listening(ana, last=last) as stream:
        assert (await stream.body())["text"] == "two"


async def test_since(ana: "Browser") -> None:
    """A page can also resume with the id of the last event in the address."""
    for text in ("one", "two"):
        await ana.say(text)
    async with listening(ana) as stream:
        await stream.body()
        last = (await stream.next())["id"]
    async with listening(ana, f"{PATH}&since={last}") as stream:
        assert (await stream.body())["text"] == "two"


def backup(house: "House") -> dict[str, Any]:
    """Copy what the channels hold."""
    held = vars(house.channels)
    return copy.deepcopy({name: held[name] for name in ("_messages", "_versions")})


async def restore(house: "House", backup: dict[str, Any]) -> None:
    """Restore a copy, as if the store had lost its newest writes."""
    held = vars(house.channels)
    held.update(backup)
    async with held["_changed"]:
        held["_changed"].notify_all()


async def test_the_store_went_back(ana: "Browser", house: "House") -> None:
    """A tab that has received messages that the store then lost starts over."""
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
    """A tab that reconnects after the loss starts over, even if new messages have been posted."""
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


async def test_an_edit_of_the_last_message(ana: "Browser", house: "House") -> None:
    """A tab whose last message was edited since then resumes without starting over."""
    await house.channels.post("maize", "m", payloads.notice("one"))
    async with listening(ana) as stream:
        await stream.body()
        last = (await stream.next())["id"]
    await house.channels.post("maize", "m", payloads.notice("two"))
    async with listening(ana, f"{PATH}&since={last}") as stream:
        async with asyncio.timeout(PATIENCE_SECONDS):
            first = await stream.next()
    assert json.loads(first["data"])["body"]["text"] == "two"


async def test_a_deleted_message(ana: "Browser", house: "House") -> None:
    """A message that is deleted is sent again without a body."""
    await ana.say("hello", operation="operation-a")
    async with listening(ana) as stream:
        await stream.next("ready")
        await house.channels.drop("maize", fingerprint(f"web:{ana.me}:operation-a"))
        assert await stream.body() is None


async def test_people(ana: "Browser", ben: "Browser") -> None:
    """A stream says who is in the channel, so that they can be challenged."""
    async with listening(ana) as stream:
        people = json.loads((await stream.next("people"))["data"])
    assert people == {ana.me: "Ana", ben.me: "Ben"}


async def test_newcomer(ana: "Browser", house: "House") -> None:
    """A stream sends the people again when someone enters."""
    async with listening(ana) as stream:
        await stream.next("people")
        await ana.post("/api/people", channel="maize", names=["Cara"])
        people = json.loads((await stream.next("people"))["data"])
    assert "Cara" in people.values()


async def test_two_servers(ana: "Browser", house: "House") -> None:
    """A message sent to one server process is delivered by the streams of another."""
    async with house.serving() as other, listening(ana, f"{other}{PATH}") as stream:
        await stream.next("ready")
        await ana.say("hello")
        assert (await stream.body())["text"] == "hello"


async def test_stop(ana: "Browser", house: "House", monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that is shutting down ends its streams instead of waiting for them."""
    monkeypatch.setattr("bot.on_web.server.SHUTDOWN_SECONDS", 300)
    serving = house.serving()
    other = await serving.__aenter__()
    async with listening(ana, f"{other}{PATH}") as stream:
        await stream.next("ready")
        async with asyncio.timeout(PATIENCE_SECONDS):
            await serving.__aexit__(None, None, None)


async def test_invalid_channel(ana: "Browser") -> None:
    """A stream of a channel with an invalid name is refused."""
    assert (await ana.get("/api/events?channel=No")).status == 400


async def test_a_tab_that_closes_at_once() -> None:
    """A request that is cancelled while its stream begins ends as a cancelled one."""

    async def stream() -> None:
        async with events.change_events(MemoryChannels(), "maize"):
            pass

    streaming = asyncio.create_task(stream())
    await asyncio.sleep(0)
    streaming.cancel()
    with pytest.raises(asyncio.CancelledError):
        await streaming
