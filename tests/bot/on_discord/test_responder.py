"""Replies are retried after lost connections and server errors, until they expire."""

import asyncio
import contextlib
import time
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
import pytest
from discord import ui

from bot.inbound import retry
from bot.on_discord.layout import Layout
from bot.on_discord.responder import FIRST_SECONDS, TOKEN_SECONDS, Responder
from tests.watch import Watch


class Http:
    """The response that the library's errors refer to."""

    status = 503
    reason = "broken"
    headers: dict[str, str] = {}  # noqa: RUF012 - it stays empty


def broken() -> discord.DiscordServerError:
    return discord.DiscordServerError(Http(), "")  # type: ignore[arg-type] # has all that's used


def refused(code: int) -> discord.HTTPException:
    return discord.HTTPException(Http(), {"code": code})  # type: ignore[arg-type] # has all that's used


def words(view: ui.LayoutView) -> str:
    return "".join(
        text.content for text in view.children if isinstance(text, discord.ui.TextDisplay)
    )


class Asked:
    """An interaction whose replies fail with the given exceptions before one is accepted."""

    id = 1
    message: Any = None

    def __init__(self, *faults: Exception) -> None:
        self.faults, self.said = list(faults), list[str]()
        self.response = self.followup = self

    async def _take(self, what: str) -> None:
        await asyncio.sleep(0)
        if self.faults:
            raise self.faults.pop(0)
        self.said.append(what)

    async def defer(self, **_: Any) -> None:
        await self._take("acknowledged")

    async def send_message(self, view: ui.LayoutView, **_: Any) -> None:
        await self._take(f"first {words(view)}")

    async def send(self, view: ui.LayoutView, **_: Any) -> None:
        await self._take(f"then {words(view)}")

    async def edit_message(self, view: ui.LayoutView, **_: Any) -> None:
        await self._take(f"first edited {words(view)}")

    async def edit_original_response(self, view: ui.LayoutView, **_: Any) -> None:
        await self._take(f"then edited {words(view)}")


class Pressed(Asked):
    """A press on a board."""

    message = SimpleNamespace(flags=SimpleNamespace(ephemeral=False))


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Shorten the pauses between attempts."""
    monkeypatch.setattr(retry, "FIRST_PAUSE_SECONDS", 0.001)


def responder(asked: Asked, clock: Callable[[], float] = time.monotonic, **known: Any) -> Responder:
    return Responder(asked, clock, **known)  # type: ignore[arg-type] # has all that's used


FAULTS = [broken, aiohttp.ServerDisconnectedError, ConnectionResetError]


@pytest.mark.parametrize("fault", FAULTS)
async def test_a_first_answer_that_is_lost(fault: type[Exception]) -> None:
    """The first reply is retried, and so are those that follow it."""
    asked = Asked(fault(), fault())
    talking = responder(asked)
    await talking.say(Layout(("one",)))
    asked.faults.append(fault())
    await talking.say(Layout(("two",)))
    assert asked.said == ["first one", "then two"]


async def test_an_answer_that_had_arrived() -> None:
    """A reply that arrived although the request failed is not sent twice."""
    asked = Asked(broken(), refused(40060))
    talking = responder(asked)
    await talking.say(Layout(("one",)))
    await talking.say(Layout(("two",)))
    assert asked.said == ["then two"]


async def test_an_acknowledgement_that_had_arrived(monkeypatch: pytest.MonkeyPatch) -> None:
    """If a failed acknowledgement had arrived after all, the reply is a follow-up."""
    asked = Asked(broken(), refused(40060))
    talking = responder(asked)
    with monkeypatch.context() as pauses:
        pauses.setattr(retry, "FIRST_PAUSE_SECONDS", 100)  # longer than Discord waits
        with pytest.raises(discord.DiscordServerError):
            await talking.acknowledge()
    talking._until += 60  # noqa: SLF001 - allow for a busy machine
    await talking.say(Layout(("one",)))
    assert asked.said == ["then one"]


async def test_an_answer_of_another_process() -> None:
    """An interaction that another process has answered is not answered again."""
    asked = Asked(refused(40060))
    with pytest.raises(discord.HTTPException):
        await responder(asked).say(Layout(("one",)))
    assert asked.said == []


@pytest.mark.parametrize(("faults", "times"), [([], 1), ([broken()], 0)])
async def test_who_has_answered(faults: list[Exception], times: int) -> None:
    """Only if no attempt of its own may have arrived, someone else has answered."""
    heard: list[bool] = []

    async def taken() -> None:
        heard.append(True)

    talking = responder(Asked(*faults, refused(40060)), taken=taken)
    with contextlib.suppress(discord.HTTPException):
        await talking.acknowledge()
    assert len(heard) == times


async def test_an_answer_that_is_too_late(monkeypatch: pytest.MonkeyPatch) -> None:
    """A first reply is not retried after Discord's deadline for it."""
    monkeypatch.setattr(retry, "FIRST_PAUSE_SECONDS", FIRST_SECONDS)
    asked = Asked(broken(), broken())
    with pytest.raises(discord.DiscordServerError):
        await responder(asked).say(Layout(("one",)))
    assert len(asked.faults) == 1


async def edit(talking: Responder, content: str) -> bool:
    return await talking.edit(Layout((content,)))


async def test_a_board_as_the_answer() -> None:
    """A board that was pressed is edited by the first response, and later ones by its token."""
    asked = Pressed()
    talking = responder(asked)
    assert [await edit(talking, "one"), await edit(talking, "two")] == [True, True]
    await talking.acknowledge()
    assert asked.said == ["first edited one", "then edited two"]


async def test_a_reply_is_not_replaced() -> None:
    """A press that was answered by a message edits nothing, because that would be this message."""
    asked = Pressed()
    talking = responder(asked)
    await talking.say(Layout(("one",)))
    assert not await edit(talking, "two")
    assert asked.said == ["first one"]


@pytest.mark.parametrize("known", [True, False])
async def test_a_board_that_had_arrived(known: bool) -> None:
    """An answer that another attempt or process gave may be a message, so nothing is edited."""
    asked = Pressed(*([] if known else [broken()]), refused(40060))
    talking = responder(asked)
    assert [await edit(talking, "one"), await edit(talking, "two")] == [False, False]
    assert asked.said == []


@pytest.mark.parametrize(("answered", "seconds"), [(False, FIRST_SECONDS), (True, TOKEN_SECONDS)])
async def test_a_press_of_long_ago(answered: bool, seconds: float) -> None:
    """A board is edited by a press for as long as Discord accepts that."""
    watch = Watch()
    talking = responder(Pressed(), watch)
    if answered:
        await talking.acknowledge()
    watch.now += seconds - 1
    assert talking.can_edit
    watch.now += 1
    assert not talking.can_edit
