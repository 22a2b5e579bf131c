"""A person's own settings, in the private chat."""

from typing import TYPE_CHECKING

from bot.table.people import Platform, User

if TYPE_CHECKING:
    from tests.bot.on_telegram.conftest import Village


async def test_in_private(village: "Village") -> None:
    """In the private chat, /me lists what is set, and its buttons lead to every change."""
    asked = await village.say(village.ana, "/me", at=village.ana.private)
    assert asked.text.startswith("Language: as in your app")
    assert "type, for example, /me quiet=22-8 zone=Berlin." in asked.text
    assert {"Reminders", "Where", "Quiet hours", "Time zone", "Vacation"} <= set(asked.labels)
    await village.press(village.ana, asked, "Quiet hours")
    offered = village.ana.private.last
    await village.press(village.ana, offered, "23:00 to 7:00")
    done = village.ana.private.last
    assert done.text.startswith("Quiet hours: 23:00 to 7:00.")
    await village.press(village.ana, done, "Time zone")
    assert len(village.ana.private.last.labels) == 24


async def test_in_a_group(village: "Village") -> None:
    """In a group, /me leads to the private chat."""
    reply = await village.say(village.ana, "/me@puluc_bot")
    assert reply.text == "Your settings are in our private chat."
    assert reply.labels == ["My settings"]
    village.ana.start("me")
    await village.hear()
    assert village.ana.private.last.text.startswith("Language: as in your app")


async def test_typed(village: "Village") -> None:
    """Settings can be typed; the city's name may have spaces."""
    said = await village.say(
        village.ana, "/me reminders=less zone=+5:30 vacation=7d", at=village.ana.private
    )
    assert said.text.startswith("Reminders: less.")
    preferences = await village.store.preferences(User(Platform.TELEGRAM, str(village.ana.id)))
    assert preferences.zone == "+05:30"
