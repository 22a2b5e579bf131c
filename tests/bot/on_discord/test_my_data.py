"""What is stored about a person, as private replies."""

from typing import TYPE_CHECKING

from bot.table.preferences import Preferences

if TYPE_CHECKING:
    from tests.bot.on_discord.conftest import ReplyText, Town


async def test_the_file(town: "Town", reply: "ReplyText") -> None:
    """The reply is for the asker alone, and has the file."""
    await town.command(town.ana, "puluc me settings", reminders="less")
    said = await town.command(town.ana, "puluc me mydata")
    assert reply(said).startswith("**What's stored about you**")
    assert said.shown.seen_by is town.ana
    (file,) = said.shown.attachments
    assert file.name == "puluc-my-data.json"


async def test_forgetting(town: "Town", reply: "ReplyText") -> None:
    """The question is for the asker alone, and its button deletes."""
    await town.command(town.ana, "puluc me settings", reminders="less")
    asked = await town.command(town.ana, "puluc me forgetme")
    assert asked.shown.seen_by is town.ana
    done = await town.press(town.ana, asked.shown, "Delete my data")
    assert reply(done).startswith("Your data is being deleted")
    assert await town.store.preferences(town.user(town.ana)) == Preferences()
