"""Calls on the wire."""

from collections.abc import AsyncIterator
from typing import TYPE_CHECKING

import pytest
from telegram import Bot
from telegram.error import BadRequest

from bot.on_telegram.wire import Wire

if TYPE_CHECKING:
    from tests.bot.on_telegram.conftest import Village


@pytest.fixture
async def bot(village: "Village") -> AsyncIterator[Bot]:
    sim = village.sim
    async with Bot(
        sim.token, f"{sim.url}/bot", request=Wire(2), get_updates_request=Wire(1)
    ) as bot:
        yield bot


async def test_what_an_edit_is_answered(village: "Village", bot: Bot) -> None:
    """Of the message that answers an edit nothing is unpacked; the edit is done."""
    sent = await bot.send_message(village.plaza.id, "maize")
    assert await bot.edit_message_text("beans", village.plaza.id, sent.message_id) is True
    assert village.plaza.last.text == "beans"


async def test_an_edit_that_is_refused(village: "Village", bot: Bot) -> None:
    """Why an edit is refused is told."""
    with pytest.raises(BadRequest, match="not found"):
        await bot.edit_message_text("beans", village.plaza.id, 999)
