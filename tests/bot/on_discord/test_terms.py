"""The pace of a game in Discord: a field with completion, and buttons."""

from functools import partial
from typing import TYPE_CHECKING, Any

import pytest

from bot.table.pace import DAY, HOUR, Pace
from bot.table.terms import Flag, Terms

if TYPE_CHECKING:
    from simcord import InteractionResult

    from tests.bot.on_discord.conftest import ReplyText, Village


def shown(result: "InteractionResult") -> Any:
    """Return the first reply to an interaction."""
    assert result.response is not None
    return result.response


async def test_the_field(village: "Village") -> None:
    """The pace has a field, and the other terms are typed among the options."""
    filled = {"pace": "3d", "options": "road=9 flag=auto", "ruleset": "bul"}
    await village.ana.slash(village.plaza, "puluc challenge", opponent=village.ben, **filled)
    table = await village.table()
    assert table.terms == Terms(Pace(3 * DAY), Flag.AUTO)
    assert table.header.startswith("bul road=9")


async def test_a_wrong_pace(village: "Village", reply: "ReplyText") -> None:
    """A pace that can't be read is refused with the forms, and nothing is posted."""
    said = reply(await village.ana.slash(village.plaza, "puluc open", pace="3w"))
    assert "1d+1h" in said
    assert not village.store.tables


@pytest.mark.parametrize(
    ("typed", "first"),
    [
        ("", {"name": "10m: 10 minutes a turn", "value": "10m"}),
        ("36h", {"name": "36h: 36 hours a turn", "value": "36h"}),
        ("1d+1", {"name": "1d+1h: 1 day each, plus 1 hour a turn", "value": "1d+1h"}),
    ],
)
async def test_completing_a_pace(village: "Village", typed: str, first: dict[str, str]) -> None:
    """Completion explains the pace that is typed, or usual ones that begin like it."""
    offered = await village.ana.autocomplete(village.plaza, "puluc open", "pace", typed)
    assert offered[0] == first


async def test_completing_other_terms(village: "Village") -> None:
    """The options of a challenge complete the other terms; those of a practice game don't."""
    complete = partial(village.ana.autocomplete, village.plaza)
    (choice,) = await complete("puluc open", "options", "exp")
    assert choice["value"] == "expires="
    assert await complete("puluc practice", "options", "exp") == []


async def test_a_pressed_pace(village: "Village") -> None:
    """A pace that is pressed replaces the question, and goes into the challenge."""
    asked = shown(await village.ana.slash(village.plaza, "puluc challenge"))
    again = shown(await village.ana.click(asked, label="12 hours a turn"))
    assert again.id == asked.id
    assert again.content.endswith("Pace: 12 hours a turn.")
    await village.ana.select(again, [village.ben])
    assert (await village.table()).terms == Terms(Pace(12 * HOUR))


async def test_next(village: "Village", reply: "ReplyText") -> None:
    """/puluc next describes the game that waits, and leads to its board."""
    await village.play()
    result = await village.ana.slash(village.plaza, "puluc next")
    assert reply(result).endswith("Your turn.")
    (label,) = village.buttons(shown(result))
    assert label.startswith("Go to Puluc against Ben")
