"""Calls on the wire."""

from typing import TYPE_CHECKING

import pytest
from telegram.error import BadRequest

if TYPE_CHECKING:
    from tests.bot.on_telegram.conftest import Village


async def test_what_an_edit_is_answered(village: "Village") -> None:
    """Of the message that answers an edit nothing is unpacked; the edit is done."""
    sent = await village.bot.send_message(village.plaza.id, "maize")
    assert await village.bot.edit_message_text("beans", village.plaza.id, sent.message_id) is True
    assert village.plaza.last.text == "beans"


async def test_an_edit_that_is_refused(village: "Village") -> None:
    """Why an edit is refused is told."""
    with pytest.raises(BadRequest, match="not found"):
        await village.bot.edit_message_text("beans", village.plaza.id, 999)
