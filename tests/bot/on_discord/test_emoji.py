"""The bot's own emoji: uploaded once, shown beside throws and captures, and done without."""

import asyncio
from typing import TYPE_CHECKING, Any

import discord
import pytest

from bot.on_discord.emoji import LEASE_SECONDS, Emoji
from renderer.signs import SIGNS

if TYPE_CHECKING:
    from tests.bot.on_discord.conftest import Town

UPLOAD = "POST /applications/"


async def learn(town: "Town") -> None:
    """Let the process learn the emoji, without pauses."""
    await town.client.emoji.learn(town.client, town.store, lambda _: asyncio.sleep(0))


async def test_uploaded_once(town: "Town") -> None:
    """The first process uploads every sign, and later ones find them."""
    await learn(town)
    assert town.asked(UPLOAD) == len(SIGNS) == len(town.sim.world.emoji)
    await town.start()
    await learn(town)
    assert town.asked(UPLOAD) == len(SIGNS)
    assert all(map(town.client.emoji.of, SIGNS))


async def test_two_processes(town: "Town") -> None:
    """Of two processes that start at once, one uploads; the other finds the emoji later."""
    other, pauses = Emoji(), list[float]()

    async def sleep(seconds: float) -> None:
        pauses.append(seconds)
        await learning

    learning = asyncio.create_task(learn(town))
    while not town.asked(UPLOAD):  # noqa: ASYNC110 - Discord tells nobody
        await asyncio.sleep(0.001)
    await other.learn(town.client, town.store, sleep)
    assert pauses == [LEASE_SECONDS]
    assert town.asked(UPLOAD) == len(SIGNS)
    assert all(map(other.of, SIGNS))


async def test_an_upload_that_fails(impatient: None, town: "Town") -> None:
    """What can't be uploaded is left out, and texts are complete without it."""
    town.sim.refuse_next(30008, times=1000, part=UPLOAD)
    await learn(town)
    await town.play()
    assert town.board.words.endswith("\nAna to play: 3")


async def test_an_upload_that_must_wait(town: "Town", monkeypatch: pytest.MonkeyPatch) -> None:
    """If the library won't wait as long as Discord asks, the rest is uploaded later."""
    upload, limits = town.client.create_application_emoji, [discord.RateLimited(600.0)]

    async def limited(**given: Any) -> discord.Emoji:
        if len(town.sim.world.emoji) == 3 and limits:
            raise limits.pop()
        return await upload(**given)

    monkeypatch.setattr(town.client, "create_application_emoji", limited)
    monkeypatch.setattr(town.store, "gate", _open)  # its lease ends meanwhile
    await learn(town)
    assert all(map(town.client.emoji.of, SIGNS))


async def _open(_name: str, _seconds: int) -> bool:
    return True


async def test_a_throw(town: "Town") -> None:
    """Before the line about the turn are the side to move and what it has thrown."""
    await learn(town)
    await town.play()
    *_, turn = town.board.text.splitlines()
    assert turn.startswith("<:warrior_0_")
    assert turn.endswith("> Ana to play: 3")
    assert turn.count("<:kernel_") == 4


async def test_a_capture(town: "Town") -> None:
    """A button that captures shows what it captures."""
    await learn(town)
    await town.play([2, 1, 3, 5, 4])
    for person in (town.ana, town.ben):
        await town.press(person, town.board, town.labels[0])
    (taken,) = [button for button in town.board.buttons if button.emoji is not None]
    assert taken.label.startswith("3 → 7")
    assert str(taken.emoji).startswith("warrior_1_")


async def test_an_emoji_that_is_gone(town: "Town") -> None:
    """If Discord refuses an emoji, boards go on without any."""
    await learn(town)
    await town.play([2, 1, 3, 5, 4])
    await town.press(town.ana, town.board, town.labels[0])
    town.sim.world.emoji.clear()
    await town.press(town.ben, town.board, town.labels[0])
    assert town.client.emoji.of("warrior_1") is None
    town.house.now += 2
    await town.house.outbox.sweep()
    await town.house.outbox.drain()
    assert town.board.words.endswith("\nAna to play: 4")
    assert all("unknown emoji" in each for each in town.sim.violations)
    town.sim.violations.clear()


async def test_an_emoji_that_is_gone_where_the_bot_is_a_guest(town: "Town") -> None:
    """Boards go on without any there, too."""
    await learn(town)
    town.ana.has_app = True
    group = town.sim.between(town.ana, town.ben)
    town.house.corn.numbers = [2, 1, 3, 5, 4]
    await town.command(town.ana, "puluc challenge", at=group, opponent=town.ben)
    await town.press(town.ben, group.last, "Accept")
    await town.press(town.ana, group.last, group.last.labels[0])
    town.sim.world.emoji.clear()
    await town.press(town.ben, group.last, group.last.labels[0])
    assert town.client.emoji.of("warrior_1") is None
    town.house.now += 2
    await town.house.outbox.sweep()
    await town.house.outbox.drain()
    assert "Ana to play: 4" in group.last.words
    town.sim.violations.clear()
