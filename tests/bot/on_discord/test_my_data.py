"""What is stored about a person, as private replies."""

from typing import TYPE_CHECKING

from bot.table.people import Platform, User
from bot.table.preferences import Preferences
from tests.bot.on_discord.test_play import shown

if TYPE_CHECKING:
    from tests.bot.on_discord.conftest import ReplyText, Village


async def test_the_file(village: "Village", reply: "ReplyText") -> None:
    """The reply is for the asker alone, and has the file."""
    await village.ana.slash(village.plaza, "puluc me settings", reminders="less")
    said = await village.ana.slash(village.plaza, "puluc me mydata")
    assert reply(said).startswith("**What's stored about you**")
    assert shown(said).ephemeral
    (file,) = shown(said).attachments
    assert file.filename == "puluc-my-data.json"


async def test_forgetting(village: "Village", reply: "ReplyText") -> None:
    """The question is for the asker alone, and its button deletes."""
    await village.ana.slash(village.plaza, "puluc me settings", reminders="less")
    asked = await village.ana.slash(village.plaza, "puluc me forgetme")
    assert shown(asked).ephemeral
    done = await village.ana.click(shown(asked), label="Delete my data")
    assert reply(done).startswith("Your data is being deleted")
    user = User(Platform.DISCORD, str(village.ana.id))
    assert await village.store.preferences(user) == Preferences()
