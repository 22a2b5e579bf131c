"""Replies are retried after lost connections and server errors, until they expire."""

import asyncio
from typing import Any

import aiohttp
import discord
import pytest

from bot.inbound import retry
from bot.on_discord.responder import FIRST_SECONDS, Responder


class Http:
    """The response that the library's errors refer to."""

    status = 503
    reason = "broken"
    headers: dict[str, str] = {}  # noqa: RUF012 - it stays empty


def broken() -> discord.DiscordServerError:
    return discord.DiscordServerError(Http(), "")  # type: ignore[arg-type] # has all that's used


def refused(code: int) -> discord.HTTPException:
    return discord.HTTPException(Http(), {"code": code})  # type: ignore[arg-type] # has all that's used


class Asked:
    """An interaction whose replies fail with the given exceptions before one is accepted."""

    def __init__(self, *faults: Exception) -> None:
        self.faults, self.said = list(faults), list[str]()
        self.message = None
        self.response = self.followup = self

    async def _take(self, what: str) -> None:
        await asyncio.sleep(0)
        if self.faults:
            raise self.faults.pop(0)
        self.said.append(what)

    async def defer(self, **_: Any) -> None:
        await self._take("acknowledged")

    async def send_message(self, content: str, **_: Any) -> None:
        await self._take(f"first {content}")

    async def send(self, content: str, **_: Any) -> None:
        await self._take(f"then {content}")


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Shorten the pauses between attempts."""
    monkeypatch.setattr(retry, "FIRST_PAUSE_SECONDS", 0.001)


def responder(asked: Asked) -> Responder:
    return Responder(asked)  # type: ignore[arg-type] # has all that's used


FAULTS = [broken, aiohttp.ServerDisconnectedError, ConnectionResetError]


@pytest.mark.parametrize("fault", FAULTS)
async def test_a_first_answer_that_is_lost(fault: type[Exception]) -> None:
    """The first reply is retried, and so are those that follow it."""
    asked = Asked(fault(), fault())
    talking = responder(asked)
    await talking.say("one")
    asked.faults.append(fault())
    await talking.say("two")
    assert asked.said == ["first one", "then two"]


async def test_an_answer_that_had_arrived() -> None:
    """A reply that arrived although the request failed is not sent twice."""
    asked = Asked(broken(), refused(40060))
    talking = responder(asked)
    await talking.say("one")
    await talking.say("two")
    assert asked.said == ["then two"]


async def test_an_acknowledgement_that_had_arrived(monkeypatch: pytest.MonkeyPatch) -> None:
    """If a failed acknowledgement had arrived after all, the reply is a follow-up."""
    asked = Asked(broken(), refused(40060))
    talking = responder(asked)
    with monkeypatch.context() as time:
        time.setattr(retry, "FIRST_PAUSE_SECONDS", 100)  # longer than Discord waits
        with pytest.raises(discord.DiscordServerError):
            await talking.acknowledge()
    talking._until += 60  # noqa: SLF001 - allow for a busy machine
    await talking.say("one")
    assert asked.said == ["then one"]


async def test_an_answer_of_another_process() -> None:
    """An interaction that another process has answered is not answered again."""
    asked = Asked(refused(40060))
    with pytest.raises(discord.HTTPException):
        await responder(asked).say("one")
    assert asked.said == []


async def test_an_answer_that_is_too_late(monkeypatch: pytest.MonkeyPatch) -> None:
    """A first reply is not retried after Discord's deadline for it."""
    monkeypatch.setattr(retry, "FIRST_PAUSE_SECONDS", FIRST_SECONDS)
    asked = Asked(broken(), broken())
    with pytest.raises(discord.DiscordServerError):
        await responder(asked).say("one")
    assert len(asked.faults) == 1
