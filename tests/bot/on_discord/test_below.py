"""Counting the messages below boards without asking Discord more than once for each newest one."""

from collections.abc import AsyncIterator
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.on_discord.below import Below
from bot.show.placement import FEW

PLAZA = 7


class Channel:
    """A channel with messages, oldest first, whose history may be `closed`."""

    def __init__(self, *messages: int) -> None:
        self.messages = [*messages]
        self.closed = False
        self.asked = 0

    async def history(self, *, limit: int) -> AsyncIterator[Any]:
        self.asked += 1
        if self.closed:
            response: Any = SimpleNamespace(status=403, reason="Forbidden")
            raise discord.Forbidden(response, "Missing Access")
        for number in self.messages[: -limit - 1 : -1]:
            yield SimpleNamespace(id=number)


@pytest.fixture
def below() -> Below:
    """What a process knows that has heard of message 30."""
    known = Below()
    known.note(PLAZA, 30)
    return known


async def count(below: Below, channel: Any, board: int) -> int:
    return await below.count(channel, PLAZA, board)


async def test_several_boards(below: Below) -> None:
    """The boards of a channel share a question, and one with nothing below it needs none."""
    channel = Channel(10, 20, 30)
    assert [await count(below, channel, board) for board in (30, 10, 20)] == [0, 2, 1]
    assert channel.asked == 1


async def test_a_newer_message(below: Below) -> None:
    """A newer message is a reason to ask again."""
    channel = Channel(10, 20, 30)
    await count(below, channel, 10)
    channel.messages.append(40)
    below.note(PLAZA, 40)
    assert (await count(below, channel, 10), channel.asked) == (3, 2)


async def test_many_messages(below: Below) -> None:
    """More than a few are not counted."""
    assert await count(below, Channel(*range(10, 31)), 10) == FEW + 1


async def test_a_closed_history(below: Below) -> None:
    """Where the bot may not read the history, nothing is known, and it asks once."""
    channel = Channel(10, 20, 30)
    channel.closed = True
    assert [await count(below, channel, board) for board in (10, 20)] == [0, 0]
    assert channel.asked == 1
