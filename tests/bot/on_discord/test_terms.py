"""The pace of a game in Discord: a field with completion, and buttons."""

from typing import TYPE_CHECKING

import pytest

from bot.table.pace import DAY, HOUR, Pace
from bot.table.terms import Flag, Terms

if TYPE_CHECKING:
    from tests.bot.on_discord.conftest import ReplyText, Town


async def test_the_field(town: "Town") -> None:
    """The pace has a field, and the other terms are typed among the options."""
    filled = {"pace": "3d", "options": "road=9 flag=auto", "ruleset": "bul"}
    await town.command(town.ana, "puluc challenge", opponent=town.ben, **filled)
    table = await town.table()
    assert table.terms == Terms(Pace(3 * DAY), Flag.AUTO)
    assert table.header.startswith("bul road=9")


async def test_a_wrong_pace(town: "Town", reply: "ReplyText") -> None:
    """A pace that can't be read is refused with the forms, and nothing is posted."""
    said = reply(await town.command(town.ana, "puluc open", pace="3w"))
    assert "1d+1h" in said
    assert not town.store.tables


@pytest.mark.parametrize(
    ("typed", "first"),
    [
        ("", ("10m: 10 minutes a turn", "10m")),
        ("36h", ("36h: 36 hours a turn", "36h")),
        ("1d+1", ("1d+1h: 1 day each, plus 1 hour a turn", "1d+1h")),
    ],
)
async def test_completing_a_pace(town: "Town", typed: str, first: tuple[str, str]) -> None:
    """Completion explains the pace that is typed, or usual ones that begin like it."""
    offered = await town.autocomplete(town.ana, "puluc open", "pace", typed)
    assert offered[0] == first


async def test_completing_other_terms(town: "Town") -> None:
    """The options of a challenge complete the other terms; those of a practice game don't."""
    ((_, value),) = await town.autocomplete(town.ana, "puluc open", "options", "exp")
    assert value == "expires="
    assert await town.autocomplete(town.ana, "puluc practice", "options", "exp") == []


async def test_a_pressed_pace(town: "Town") -> None:
    """A pace that is pressed replaces the question, and goes into the challenge."""
    asked = (await town.command(town.ana, "puluc challenge")).shown
    again = (await town.press(town.ana, asked, "12 hours a turn")).shown
    assert again.id == asked.id
    assert "\nPace: 12 hours a turn.\n" in again.words
    await town.pick(town.ana, again, town.ben)
    assert (await town.table()).terms == Terms(Pace(12 * HOUR))


async def test_next(town: "Town", reply: "ReplyText") -> None:
    """/puluc next describes the game that waits, and leads to its board."""
    await town.play()
    result = await town.command(town.ana, "puluc next")
    assert reply(result).endswith("Your turn.")
    (button,) = result.shown.buttons
    assert button.label.startswith("Go to Puluc against Ben")
