"""What is stored about a person: in the private chat only."""

from typing import TYPE_CHECKING

import pytest

from bot.table.people import Platform, User
from bot.table.preferences import Preferences

if TYPE_CHECKING:
    from tests.bot.on_telegram.conftest import Village


async def test_the_file(village: "Village") -> None:
    """In the private chat, /mydata sends a file with a summary as its caption."""
    await village.say(village.ana, "/me reminders=less", at=village.ana.private)
    sent = await village.say(village.ana, "/mydata", at=village.ana.private)
    assert f'"account": "telegram:{village.ana.id}"'.encode() in (sent.document or b"")
    assert str(sent.caption).startswith("What's stored about you")


async def test_forgetting(village: "Village") -> None:
    """In the private chat, /forgetme asks, and its button deletes."""
    await village.say(village.ana, "/me reminders=less", at=village.ana.private)
    asked = await village.say(village.ana, "/forgetme", at=village.ana.private)
    assert asked.text.startswith("Delete everything that's stored about you?")
    await village.press(village.ana, asked, "Delete my data")
    assert village.ana.private.last.text.startswith("Your data is being deleted")
    user = User(Platform.TELEGRAM, str(village.ana.id))
    assert await village.store.preferences(user) == Preferences()


@pytest.mark.parametrize("command", ["mydata", "forgetme"])
async def test_in_a_group(village: "Village", command: str) -> None:
    """In a group, the commands lead to the private chat."""
    reply = await village.say(village.ana, f"/{command}@puluc_bot")
    assert reply.text == "I'll tell you about your data in our private chat."
    assert reply.labels == ["Open our chat"]
    village.ana.start(command)
    await village.hear()
    assert "stored about you" in village.ana.private.last.text
