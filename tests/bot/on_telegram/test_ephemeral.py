"""What only one member of a group needs, only they see, if Telegram can do that."""

import asyncio
from collections.abc import AsyncIterator
from typing import TYPE_CHECKING, Any

import pytest

from bot.acts.look.help import Help
from bot.inbound.localized import LocalizedReply
from tests.bot.on_telegram.conftest import Village, connected

if TYPE_CHECKING:
    from telegram_simulator.messages import Message
    from telegram_simulator.simulator import TelegramSimulator


@pytest.fixture
async def village(telegram_simulator: "TelegramSimulator") -> AsyncIterator[Village]:
    """A village on a server of Bot API 10.3."""
    telegram_simulator.knows_ephemeral = True
    async with connected(telegram_simulator, Village) as village:
        yield village


def told(village: Village) -> list["Message"]:
    """Return what only Ana sees in the group."""
    return village.ana.whispers(village.plaza)


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ("games", "You have no games right now."),
        ("help", "Press a topic"),
        ("hint", "You have no game here"),
        ("undo", "You have no game here"),
        ("series", ""),
    ],
)
async def test_a_command(village: Village, command: str, words: str) -> None:
    """Lists, help and refusals are for the asker; what concerns everybody isn't."""
    before = len(village.plaza.messages)
    await village.say(village.ana, f"/{command}@puluc_bot")
    assert [words in one.text for one in told(village)] == [True] * bool(words)
    assert len(village.plaza.messages) == before + 1 + (not words)


async def test_the_data_of_a_person(village: Village) -> None:
    """What is stored about somebody stays in the private chat."""
    await village.say(village.ana, "/mydata@puluc_bot")
    (link,) = told(village)
    assert link.labels == ["Open our chat"]


async def test_several_messages(village: Village) -> None:
    """Rules with pictures take several messages, so only the link to them is shown."""
    await village.say(village.ana, "/rules@puluc_bot")
    (link,) = told(village)
    assert link.labels == ["Read it there"]


async def test_the_menu(village: Village) -> None:
    """The menu of a board opens in the group, and what it asks back, too."""
    await village.press(village.ana, await village.play(), "Enter → 3")
    board = village.board
    answer = await village.press(village.ana, board, "…")
    assert answer.url is None
    (menu,) = told(village)
    await village.press(village.ana, menu, "Resign")
    *_, question = told(village)
    assert "Yes, resign" in question.labels
    await village.press(village.ana, question, "Yes, resign")
    assert "Rematch" in village.board.labels


async def test_pages(village: Village) -> None:
    """A topic of help replaces the page before it."""
    await village.say(village.ana, "/help@puluc_bot")
    (page,) = told(village)
    await village.press(village.ana, page, "First steps")
    assert told(village) == [page]
    assert page.text.startswith("First steps")
    assert Help("start").code not in page.codes


async def test_an_older_server(village: Village) -> None:
    """A server that doesn't know such messages is asked once, and shows nothing to all."""
    village.sim.knows_ephemeral = False
    for _ in range(2):
        await village.say(village.ana, "/games@puluc_bot")
    assert village.board.labels == ["My games"]
    assert village.asked("deleteEphemeralMessage") == 1


async def test_a_server_between(village: Village) -> None:
    """One that knows the methods but ignores the parameter shows a message for a moment only."""
    await village.say(village.ana, "/games@puluc_bot")
    village.sim.knows_ephemeral = False
    await village.say(village.ana, "/undo@puluc_bot")
    shown = [one for one in village.plaza.history.values() if one.text.startswith("You have no ga")]
    assert [one.deleted for one in shown] == [True, False]
    await village.say(village.ana, "/undo@puluc_bot")
    assert len(told(village)) == 1


async def test_who_posts_as_the_group(village: Village) -> None:
    """An anonymous administrator is no member who could be shown something alone."""
    village.sim.appoint(village.eva, village.plaza, anonymous=True)
    await village.say(village.eva, "/undo@puluc_bot")
    assert village.board.text.startswith("You're posting as the group")


async def test_a_member_who_has_left(village: Village) -> None:
    """If Telegram can't show somebody a message alone, it is shown to all."""
    village.ana.say(village.plaza, "/undo@puluc_bot")
    village.sim.leave(village.ana, village.plaza)
    await village.hear()
    assert village.board.text.startswith("You have no game here")


async def test_what_must_be_confirmed(village: Village) -> None:
    """What is asked back about one's own settings has its buttons in the group, too."""
    await village.say(village.ana, "/me@puluc_bot")
    for button in ("Vacation", "1 week", "Yes, begin my vacation"):
        await village.press(village.ana, told(village)[-1], button)
    assert told(village)[-1].text.startswith("Vacation: until")
    assert len(village.plaza.messages) == 1


async def test_a_slow_answer(village: Village, monkeypatch: pytest.MonkeyPatch) -> None:
    """A press whose answer is worked out for long holds up no other update."""
    board, worked_out = await village.play(), asyncio.Event()
    localized = village.services.localizer.localized

    async def slow(*args: Any) -> LocalizedReply:
        await worked_out.wait()
        return await localized(*args)

    monkeypatch.setattr(village.services.localizer, "localized", slow)
    village.ana.press(board, "…", wait=False)
    (update,) = await village.updates()
    async with asyncio.timeout(5):
        await village.inbound.handle(update)
    worked_out.set()
    await village.settle()
    assert len(told(village)) == 1
