"""The tutorial in Discord, in a message that only the learner sees."""

from typing import TYPE_CHECKING

from bot.table.codes import encode
from bot.table.intents import Learn

if TYPE_CHECKING:
    from tests.bot.on_discord.conftest import ReplyText, Village


async def test_it_is_played_in_one_message(village: "Village") -> None:
    """Every press edits the same private message, and nothing is posted in the channel."""
    shown = await village.ana.slash(village.plaza, "puluc learn")
    assert shown.response is not None
    assert shown.response.ephemeral
    assert shown.response.content.startswith("**Step 1 of 8: ")
    assert shown.response.attachments
    message = shown.response
    for step in range(2, 9):
        pressed = await village.ana.click(message, custom_id=encode(Learn(step - 1)))
        assert pressed.response is not None
        message = pressed.response
        assert message.id == shown.response.id
        assert message.content.startswith(f"**Step {step} of 8: ")
    assert village.plaza.last_message is None


async def test_the_tutorial_of_parchis(village: "Village", reply: "ReplyText") -> None:
    """A ruleset chooses the tutorial; a turn with one legal move has a button for it."""
    shown = await village.ana.slash(village.plaza, "puluc learn", ruleset="parchis")
    second = await village.ana.click(shown.response, label="Two out → 5")
    assert reply(second).startswith("**Step 2 of 10: ")


async def test_another_tutorial(village: "Village", reply: "ReplyText") -> None:
    """The last step leads to the other game's tutorial, in the same message."""
    shown = await village.ana.slash(village.plaza, "puluc learn", ruleset="parchis")
    for step in range(1, 11):
        code = encode(Learn(step, ruleset="parchis"))
        shown = await village.ana.click(shown.response, custom_id=code)
    last = shown.response
    assert last is not None
    other = await village.ana.click(last, label="Learn Puluc")
    assert reply(other).startswith("**Step 1 of 8: ")
    assert other.response is not None
    assert other.response.id == last.id


async def test_the_tutorials_are_completed(village: "Village") -> None:
    """The field for the ruleset offers the rulesets that have a tutorial, and no others."""
    offered = await village.ana.autocomplete(village.plaza, "puluc learn", "ruleset", "")
    assert [choice["value"] for choice in offered] == ["puluc", "parchis"]


async def test_a_wrong_button(village: "Village", reply: "ReplyText") -> None:
    """A legal move other than the tutorial's is answered with the right one."""
    shown = await village.ana.slash(village.plaza, "puluc learn")
    assert shown.response is not None
    second = await village.ana.click(shown.response, label="Enter → 1")
    wrong = await village.ana.click(second.response, label="Enter → 2")
    assert 'Press "1 → 3".' in reply(wrong)
