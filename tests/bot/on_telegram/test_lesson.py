"""The tutorial in Telegram, in one message of the private chat."""

from typing import TYPE_CHECKING

import pytest

from bot.acts.look.learn import Learn

if TYPE_CHECKING:
    from telegram_simulator.messages import Message
    from tests.bot.on_telegram.conftest import Village


async def begin(village: "Village") -> "Message":
    """Let Ana start the tutorial in her private chat."""
    village.ana.say(village.ana.private, "/learn")
    await village.hear()
    return village.ana.private.last


async def test_it_is_played_in_one_message(village: "Village") -> None:
    """Every press edits the same message, until the last step offers a real game."""
    lesson = await begin(village)
    for step in range(8):
        assert lesson.caption.startswith(f"Step {step + 1} of 8: ")
        assert lesson.picture
        answer = village.ana.forge(lesson, Learn(step + 1).code, wait=False)
        await village.hear()
        assert (answer.answered, answer.text) == (True, "")
        assert village.ana.private.last is lesson
    assert "Play a real game" in lesson.labels


async def test_its_heading(village: "Village") -> None:
    """The first line, which says the step, is the only bold text."""
    lesson = await begin(village)
    assert lesson.marked("bold") == [lesson.caption.splitlines()[0]]


@pytest.mark.parametrize("step", [1, 8])
async def test_back(village: "Village", step: int) -> None:
    """Back returns to the previous step in the same message."""
    lesson = await begin(village)
    village.ana.forge(lesson, Learn(step - 1).code, wait=False)
    await village.hear()
    before = lesson.caption
    village.ana.forge(lesson, Learn(step).code, wait=False)
    await village.hear()
    await village.press(village.ana, lesson, "Back")
    assert (lesson.caption, village.ana.private.last) == (before, lesson)


async def test_the_rules_follow(village: "Village") -> None:
    """The last step's Rules button posts the rules below it."""
    lesson = await begin(village)
    village.ana.forge(lesson, Learn(8).code, wait=False)
    await village.hear()
    answer = await village.press(village.ana, lesson, "Rules")
    assert (answer.url, answer.text) == (None, "")
    assert any("Capture." in message.marked("bold") for message in village.ana.private.messages)


async def test_a_real_game_follows(village: "Village") -> None:
    """The last step's button posts a game against the computer in the private chat."""
    lesson = await begin(village)
    village.ana.forge(lesson, Learn(8).code, wait=False)
    await village.hear()
    await village.press(village.ana, lesson, "Play a real game")
    assert (await village.table()).is_practice
    assert village.ana.private.last is not lesson


async def test_a_wrong_button(village: "Village") -> None:
    """A legal move other than the tutorial's shows the right one, however often it's pressed."""
    lesson = await begin(village)
    await village.press(village.ana, lesson, "Enter → 1")
    for _ in range(2):
        await village.press(village.ana, lesson, "Enter → 2")
        assert 'Press "1 → 3".' in lesson.caption
    assert village.ana.private.last is lesson


async def test_another_tutorial(village: "Village") -> None:
    """The last step leads to the other game's tutorial, in the same message."""
    lesson = await begin(village)
    village.ana.forge(lesson, Learn(8).code, wait=False)
    await village.hear()
    await village.press(village.ana, lesson, "Learn Spanish Parchís")
    assert lesson.caption.startswith("Step 1 of 10: ")
    await village.press(village.ana, lesson, "Out → 5")
    assert lesson.caption.startswith("Step 2 of 10: ")
    assert village.ana.private.last is lesson


async def test_parchis_from_a_group(village: "Village") -> None:
    """In a group, the command with a ruleset leads to that tutorial in the private chat."""
    pointer = await village.say(village.ana, "/learn@puluc_bot parchis")
    village.ana.open(pointer.buttons[0])
    await village.hear()
    assert village.ana.private.last.caption.startswith("Step 1 of 10: ")


async def test_from_a_group(village: "Village") -> None:
    """In a group the command and the button lead to the private chat, where the tutorial starts."""
    pointer = await village.say(village.ana, "/learn@puluc_bot")
    assert pointer.labels == ["Learn to play"]
    board = await village.play()
    answer = village.ana.forge(board, Learn().code, wait=False)
    await village.hear()
    for way in (pointer.buttons[0], answer.url or ""):
        village.ana.open(way)
        await village.hear()
        assert village.ana.private.last.caption.startswith("Step 1 of 8: ")


async def test_pressed_elsewhere(village: "Village") -> None:
    """Learn below another message of the private chat starts the tutorial in a new one."""
    village.ana.start()
    await village.hear()
    greeting = village.ana.private.last
    village.ana.forge(greeting, Learn().code, wait=False)
    await village.hear()
    assert village.ana.private.last is not greeting
    assert village.ana.private.last.picture


async def test_a_message_that_is_gone(village: "Village") -> None:
    """If the tutorial's message was deleted, the next step is a new message."""
    lesson = await begin(village)
    village.ana.press(lesson, "Enter → 1", wait=False)
    village.sim.delete(lesson)
    await village.hear()
    assert village.ana.private.last.caption.startswith("Step 2 of 8: ")


@pytest.mark.parametrize("code", ["1learn.9", "1learn.77", "1learn.1.b+9", "1learn.8.b+1"])
async def test_forged_steps(village: "Village", code: str) -> None:
    """A step that doesn't exist is refused with an alert, and the message stays the same."""
    lesson = await begin(village)
    before = lesson.caption
    answer = village.ana.forge(lesson, code, wait=False)
    await village.hear()
    assert answer.alert
    assert lesson.caption == before
