"""A private chat, where the bot is never silent and keeps Telegram's limits."""

from collections.abc import AsyncIterator
from typing import TYPE_CHECKING

import pytest

from bot.acts.look.learn import Learn
from bot.acts.look.series import ShowSeries
from tests.bot.on_telegram.conftest import connected
from tests.bot.on_telegram.still import StillVillage, press_and_ask

if TYPE_CHECKING:
    from telegram_simulator.messages import Message
    from telegram_simulator.simulator import TelegramSimulator


@pytest.fixture
async def still(telegram_simulator: "TelegramSimulator") -> AsyncIterator[StillVillage]:
    """A village with Telegram's limits."""
    async with connected(telegram_simulator, StillVillage) as village:
        yield village
    assert not [one for one in telegram_simulator.requests if one.status == 429]


@pytest.mark.parametrize("seconds", [30, pytest.param(600, marks=pytest.mark.night)])
async def test_a_person_who_presses_and_asks(still: StillVillage, seconds: float) -> None:
    """Who presses and sends a command every two seconds gets every answer within a second."""
    waits = await press_and_ask(still, seconds)
    assert len(waits.presses) == len(waits.commands) == seconds / 2
    assert waits.lost == 0
    assert waits.longest <= 1


async def test_twice_as_many(still: StillVillage) -> None:
    """Who presses and asks every second, for 30 seconds, gets every answer within 25 seconds."""
    waits = await press_and_ask(still, 30, every=1.0)
    assert waits.lost == 0
    assert 20 < waits.longest <= 25


async def test_the_tutorial(still: StillVillage) -> None:
    """However quickly somebody goes back and forth in the tutorial, the page follows."""
    chat = still.ana.private
    still.ana.say(chat, "/learn")
    await still.hear()
    lesson = chat.last
    for press in range(20):
        still.ana.forge(lesson, Learn(1 + press % 2).code, wait=False)
        await still.hear()
    assert lesson.edits == 9
    await still.advance(11)
    assert lesson.edits == 20


async def hints(still: StillVillage, asked: int) -> "Message":
    """Let Ana practise in private and ask for hints at once; return the board."""
    chat = still.ana.private
    still.ana.say(chat, "/practice")
    await still.hear()
    board = chat.last
    await still.press(still.ana, board, "Start")
    await still.advance(10)
    for _ in range(asked):
        still.ana.say(chat, "/hint")
        await still.hear()
    return board


async def test_hints(still: StillVillage) -> None:
    """Every hint arrives, and the board after the next move doesn't wait for all of them."""
    board = await hints(still, 16)
    edits = board.edits
    await still.press(still.ana, board, "Enter → 3")
    still.ana.say(still.ana.private, "/hint")
    await still.hear()
    await still.advance(7)
    assert board.edits > edits
    await still.advance(7)
    told = [one for one in still.ana.private.messages if one.sender.bot and one is not board]
    assert len(told) == 17


async def test_what_waits_is_announced(still: StillVillage) -> None:
    """Who presses is told when the answer comes, and who asks sees that the bot is typing."""
    board = await hints(still, 13)
    answer = await still.press(still.ana, board, "…")
    assert answer.text == (
        "I'm writing as fast as Telegram lets me. Your answer comes in 4 seconds."
    )
    assert not answer.alert
    before = still.asked("sendChatAction")
    still.ana.say(still.ana.private, "/series")
    await still.hear()
    assert still.asked("sendChatAction") == before + 1
    await still.advance(6)


async def test_an_alert_does_not_wait(still: StillVillage) -> None:
    """While messages wait, a short answer to a press is an alert."""
    board = await hints(still, 16)
    answer = still.ana.forge(board, ShowSeries().code, wait=False)
    await still.hear()
    assert answer.alert
    assert answer.text.startswith("No game has ended here")
    await still.advance(7)


async def test_a_flood(still: StillVillage) -> None:
    """Who asks for more than a minute of answers is told, once, that others are left out."""
    chat = still.ana.private
    for _ in range(80):
        still.ana.say(chat, "/series")
    await still.hear()
    await still.advance(75)
    texts = [one.text for one in chat.messages if one.sender.bot]
    assert len(texts) == 71
    assert texts[-1].startswith("I can write about once a second here")
