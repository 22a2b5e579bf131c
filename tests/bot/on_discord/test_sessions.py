"""Sessions at the gateway that a process hands over to the next one."""

import asyncio
from typing import TYPE_CHECKING

import pytest

from bot.on_discord import sessions
from bot.on_discord.sessions import Session
from tests.waiting import until

if TYPE_CHECKING:
    from tests.bot.on_discord.conftest import Town


def test_a_session_as_text() -> None:
    """A session survives being written."""
    session = Session("abc", 17, "wss://gateway.example")
    assert Session.read(str(session)) == session


async def stopped(town: "Town") -> None:
    """Stop the process as SIGTERM does."""
    await town.client.hand_over()
    await town.client.inbound.drain()
    await town.running.aclose()


async def restarted(town: "Town") -> None:
    """Start a process, and wait until it has connected and done what was missed."""
    await town.start()
    await town.client.wait_until_ready()
    await until(lambda: not town.client.sessions.listening)
    while busy := [task for task in asyncio.all_tasks() if "on_interaction" in task.get_name()]:
        await asyncio.wait(busy)
    await town.client.inbound.drain()


async def test_a_press_between_two_processes(town: "Town") -> None:
    """A press while no process runs is answered by the next one, which resumes the session."""
    table = await town.play()
    await stopped(town)
    answer = town.ana.press(town.board, "Enter → 3")
    await restarted(town)
    assert (await town.reload(table.id)).moves == 1
    assert answer.acknowledgement is not None
    assert town.sim.gateway.resumed == 1


async def test_one_connection_is_left(town: "Town") -> None:
    """Once the process has a session of its own, it ends the one that it has taken over."""
    await stopped(town)
    (before,) = town.sim.gateway.sessions
    await restarted(town)
    await until(lambda: before not in town.sim.gateway.sessions)
    assert len(town.sim.gateway.connected) == 1


async def test_once(town: "Town") -> None:
    """A session is resumed by one process, however many start."""
    await stopped(town)
    for _ in range(2):
        await restarted(town)
    assert town.sim.gateway.resumed == 1


async def test_a_press_that_has_failed(town: "Town", monkeypatch: pytest.MonkeyPatch) -> None:
    """A press that Discord has reported as failed is not carried out later."""
    monkeypatch.setattr(sessions, "FRESH_SECONDS", 0.0)
    table = await town.play()
    await stopped(town)
    town.ana.press(town.board, "Enter → 3")
    await restarted(town)
    assert (await town.reload(table.id)).moves == 0


async def test_a_session_that_discord_has_ended(town: "Town") -> None:
    """A session that can't be resumed changes nothing: the process connects by itself."""
    await stopped(town)
    town.sim.gateway.sessions.clear()
    await restarted(town)
    assert (town.sim.gateway.resumed, len(town.sim.gateway.connected)) == (0, 1)


@pytest.mark.parametrize("steps", [0, 1, 4, 16, 64])
async def test_a_press_while_it_stops(town: "Town", steps: int) -> None:
    """A press in the moment in which a process stops is answered, by that one or the next."""
    table = await town.play()
    answer = town.ana.press(town.board, "Enter → 3")
    for _ in range(steps):
        await asyncio.sleep(0)
    await stopped(town)
    await restarted(town)
    assert (await town.reload(table.id)).moves == 1
    assert answer.acknowledgement is not None
