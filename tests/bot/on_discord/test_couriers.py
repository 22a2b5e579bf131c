"""Boards edited by the presses on them: which request shows a board, and what if it fails."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

import pytest

from bot.inbound import outcome
from bot.on_discord import couriers
from bot.on_discord.couriers import Couriers
from bot.on_discord.layout import Layout
from bot.on_discord.outbound import DiscordOutbound
from bot.table.people import Platform
from discord_simulator import limits
from discord_simulator.interactions import Callback
from discord_simulator.people import Answer
from tests.bot.on_discord.test_responder import Pressed, responder

if TYPE_CHECKING:
    from tests.bot.on_discord.conftest import Town

CALLBACK = "/callback"
"""In the address of the first response to an interaction."""

Hold = Callable[[Callable[[], Awaitable[bool]]], None]


def ways(town: "Town", since: int) -> list[str]:
    """Return how the bot has answered presses and edited boards, from a request on."""

    def way(request: Any) -> str:
        if CALLBACK in request.path:
            return Callback(request.body["type"]).name
        kind, *_, what = request.path.strip("/").split("/")
        return what if kind == "webhooks" else f"{request.method} {kind}"

    return [way(request) for request in town.sim.requests[since:]]


@pytest.fixture
def hold(monkeypatch: pytest.MonkeyPatch) -> Hold:
    """Return a function that delays boards until something is so."""
    show = DiscordOutbound.show

    def hold(until: Callable[[], Awaitable[bool]]) -> None:
        async def late(*args: Any, **options: Any) -> str:
            while not await until():  # noqa: ASYNC110 - Discord tells nobody
                await asyncio.sleep(0.001)
            return await show(*args, **options)

        monkeypatch.setattr(DiscordOutbound, "show", late)

    return hold


@pytest.fixture
async def late(town: "Town", hold: Hold, monkeypatch: pytest.MonkeyPatch) -> int:
    """Begin a game whose next board takes longer than Discord waits; return how much was asked."""
    await town.play()
    monkeypatch.setattr(outcome, "BLIND_SECONDS", 0)
    asked = len(town.sim.requests)

    async def acknowledged() -> bool:
        return len(town.sim.requests) > asked

    hold(acknowledged)
    return asked


async def test_a_board_drawn_too_late(town: "Town", late: int) -> None:
    """A press whose board takes too long is acknowledged, and still edits the board."""
    await town.press(town.ana, town.board, "Enter → 3")
    assert ways(town, late) == ["DEFERRED_UPDATE", "@original"]
    assert town.board.words.startswith("Ana enters")


async def test_a_token_that_has_expired(town: "Town", late: int) -> None:
    """If Discord no longer accepts the press, the board is edited by its channel."""
    town.sim.interactions.token_seconds = 0
    await town.press(town.ana, town.board, "Enter → 3")
    assert ways(town, late) == ["DEFERRED_UPDATE", "@original", "PATCH channels"]
    assert town.board.words.startswith("Ana enters")


@pytest.mark.parametrize("code", [10062, 40060, 10008, 50013])
async def test_an_answer_that_is_refused(town: "Town", code: int) -> None:
    """If a board may not answer its press, it is edited by its channel."""
    await town.play()
    asked = len(town.sim.requests)
    town.sim.refuse_next(code, part=CALLBACK)
    await town.press(town.ana, town.board, "Enter → 3")
    assert ways(town, asked) == ["UPDATE", "PATCH channels", "DEFERRED_UPDATE"]
    assert town.board.words.startswith("Ana enters")


async def test_an_answer_that_is_lost(impatient: None, town: "Town") -> None:
    """A board whose connection is cut is shown, whether or not it has arrived."""
    await town.play()
    town.sim.cut_next(1, part=CALLBACK)
    await town.press(town.ana, town.board, "Enter → 3")
    assert town.board.words.startswith("Ana enters")
    assert len(town.plaza.messages) == 1


async def test_a_board_of_another_process(town: "Town") -> None:
    """While another process shows the board, a press on it is acknowledged, and edits nothing."""
    table = await town.play()
    asked = len(town.sim.requests)
    await town.store.mark_overdue(table.id, town.place)
    async with town.store.showing(table.id, town.place) as other:
        assert other is not None
        await town.press(town.ana, town.board, "Enter → 3")
    assert ways(town, asked) == ["DEFERRED_UPDATE"]
    town.house.core.outbounds[Platform.DISCORD] = town.outbound  # the other's: it has no press
    await town.house.outbox.sweep()
    assert ways(town, asked) == ["DEFERRED_UPDATE", "PATCH channels"]
    assert town.board.words.startswith("Ana enters")


async def test_two_presses_at_once(town: "Town", hold: Hold) -> None:
    """Two presses on one board are answered in turn, the older revision first."""
    eva = town.add("Eva")
    await town.command(town.ana, "puluc open", ruleset="aj-sayil", options="seats=4")
    asked, second = len(town.sim.requests), list[Answer]()

    async def eva_has_joined() -> bool:
        if not second:  # the board with Ben is drawn
            second.append(eva.press(town.board, "Join red"))
        return town.user(eva) in (await town.table()).people

    hold(eva_has_joined)
    first = await town.press(town.ben, town.board, "Join jade")
    assert [way for way in ways(town, asked) if "PATCH" in way] == []
    assert [each.acknowledgement for each in (first, *second)] == [Callback.UPDATE] * 2
    answers = (each for each in town.sim.requests[asked:] if CALLBACK in each.path)
    older, newer = (str(limits.texts(request.body["data"]["components"])) for request in answers)
    assert "Ben" in older
    assert "Eva" not in older
    assert str(limits.texts(town.board.components)) == newer
    assert "Eva" in newer


async def test_the_computer_s_answer(town: "Town") -> None:
    """What follows a press, such as the computer's move, edits the board by that press."""
    await town.command(town.ana, "puluc practice", level="easy")
    await town.press(town.ana, town.board, "Start")
    asked = len(town.sim.requests)
    await town.press(town.ana, town.board, town.labels[0])
    await town.house.think()
    await town.house.outbox.drain()
    print(
        (await town.table()).revision,
        [m.words for m in town.plaza.messages],
        ways(town, asked),
        await town.store.overdue(Platform.DISCORD),
    )
    assert ways(town, asked) == ["UPDATE", "@original"]


async def test_presses_that_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """The latest press on each board is kept, for a limited number of boards."""
    monkeypatch.setattr(couriers, "MAX_KEPT", 2)
    kept = Couriers()
    presses = {number: responder(Pressed()) for number in range(4)}
    for number, press in presses.items():
        with kept.during("a" if number < 2 else f"b{number}", press):
            await press.acknowledge()
            if number == 1:
                assert kept.of("a") is press
    assert kept.of("a") is None
    assert [kept.of("b2"), kept.of("b3")] == [presses[2], presses[3]]


async def test_a_press_that_says_something() -> None:
    """A press that was answered by a message doesn't take the place of one that can edit."""
    kept, mover, other = Couriers(), responder(Pressed()), responder(Pressed())
    with kept.during("a", mover):
        await mover.acknowledge()
    with kept.during("a", other):
        assert kept.of("a") is other
        await other.say(Layout(("It's Ana's turn, not yours.",)))
        assert kept.of("a") is mover
    assert kept.of("a") is mover
