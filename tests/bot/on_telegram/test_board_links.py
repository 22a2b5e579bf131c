"""Links to the boards of a player's games, below the list of games."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from telegram_simulator.messages import Message
    from tests.bot.on_telegram.conftest import Village


async def games(village: "Village") -> "Message":
    """Return Ana's list of games, in her private chat."""
    return await village.say(village.ana, "/games", at=village.ana.private)


async def test_in_a_supergroup(village: "Village") -> None:
    """In a supergroup, where messages have links, the list links to the board."""
    town = village.sim.supergroup("Town", village.ana, village.ben)
    await village.hear()
    offer = await village.say(village.ana, "/challenge@puluc_bot Ben", village.ben, at=town)
    await village.press(village.ben, offer, "Accept")
    (way,) = (await games(village)).buttons
    assert way.label.startswith("Go to Puluc against Ben")
    assert way.url == f"https://t.me/c/{str(town.id).removeprefix('-100')}/{town.last.id}"


async def test_in_a_group(village: "Village") -> None:
    """In other groups messages have no links, so the button shows the board here instead."""
    await village.play()
    listed = await games(village)
    (way,) = listed.buttons
    assert way.label.startswith("Show here: Puluc against Ben")
    await village.press(village.ana, listed, way.label)
    assert village.ana.private.last.picture


async def test_listed_in_a_group(village: "Village") -> None:
    """In a group, /games tells nothing about games elsewhere: it leads to the private chat."""
    await village.play()
    reply = await village.say(village.ana, "/games@puluc_bot")
    assert (reply.text, reply.labels) == (
        "Your games are listed in our private chat.",
        ["My games"],
    )


async def test_a_waiting_game_comes_first(village: "Village") -> None:
    """The first button is that of the game that waits for the player."""
    village.ana.say(village.plaza, "/open@puluc_bot")
    await village.hear()
    await village.play(words="kekchi")
    first, *others = (await games(village)).labels
    assert "Kekchi puluc against Ben" in first
    assert len(others) == 1


async def test_without_any(village: "Village") -> None:
    """A player without games gets the buttons that start one."""
    listed = await games(village)
    assert "Learn" in listed.labels
    await village.press(village.ana, listed, "Open challenge")
    assert village.ana.private.last.text.startswith("It's just you and me here.")
