"""The tutorial in Discord, in a message that only the learner sees."""

from typing import TYPE_CHECKING

import pytest

from bot.acts.context import Context
from bot.acts.look.learn import Learn
from bot.table.request import Refusal, Reply
from engine.text import Text

if TYPE_CHECKING:
    from tests.bot.on_discord.conftest import ReplyText, Town


async def test_it_is_played_in_one_message(town: "Town") -> None:
    """Every press edits the same private message, and nothing is posted in the channel."""
    message = (await town.command(town.ana, "puluc learn")).shown
    assert message.words.startswith("**Step 1 of 8: ")
    assert message.attachments
    for step in range(2, 9):
        await town.press(town.ana, message, Learn(step - 1).code)
        assert message.words.startswith(f"**Step {step} of 8: ")
    assert town.ana.private == [message]
    assert town.plaza.messages == []


async def test_the_tutorial_of_parchis(town: "Town", reply: "ReplyText") -> None:
    """A ruleset chooses the tutorial; a turn with one legal move has a button for it."""
    shown = await town.command(town.ana, "puluc learn", ruleset="parchis")
    second = await town.press(town.ana, shown.shown, "Out → 5")
    assert reply(second).startswith("**Step 2 of 10: ")


async def test_another_tutorial(town: "Town", reply: "ReplyText") -> None:
    """The last step leads to the other game's tutorial, in the same message."""
    shown = await town.command(town.ana, "puluc learn", ruleset="parchis")
    for step in range(1, 11):
        code = Learn(step, ruleset="parchis-spain").code
        shown = await town.press(town.ana, shown.shown, code)
    other = await town.press(town.ana, shown.shown, "Learn Puluc")
    assert reply(other).startswith("**Step 1 of 8: ")
    assert town.ana.private == [shown.shown]


async def test_the_tutorials_are_completed(town: "Town") -> None:
    """The field for the ruleset offers the rulesets that have a tutorial, and no others."""
    offered = await town.autocomplete(town.ana, "puluc learn", "ruleset", "")
    assert [value for _, value in offered] == ["puluc", "parchis"]


async def test_a_wrong_button(town: "Town", reply: "ReplyText") -> None:
    """A legal move other than the tutorial's is answered with the right one."""
    shown = await town.command(town.ana, "puluc learn")
    second = await town.press(town.ana, shown.shown, "Enter → 1")
    wrong = await town.press(town.ana, second.shown, "Enter → 2")
    assert 'Press "1 → 3".' in reply(wrong)


async def test_a_refused_press(town: "Town", monkeypatch: pytest.MonkeyPatch) -> None:
    """A press that is refused leaves the step, so that the learner can go on from it."""
    message = (await town.command(town.ana, "puluc learn")).shown
    with monkeypatch.context() as patched:
        patched.setattr(Learn, "handle", too_often)
        refused = await town.press(town.ana, message, "Enter → 1")
    assert refused.messages != [message]
    assert message.words.startswith("**Step 1 of 8: ")
    await town.press(town.ana, message, "Enter → 1")
    assert message.words.startswith("**Step 2 of 8: ")


async def too_often(_act: Learn, _here: Context) -> Reply:
    """Refuse to show a step."""
    raise Refusal(Text("press.unknown"))
