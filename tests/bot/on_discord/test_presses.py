"""Buttons and menus: who may press them, and what they do."""

import contextlib
import random
import string
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast

import discord
import pytest

from bot.acts.codec import BadCode
from bot.acts.registry import decode
from bot.on_discord.components import removed
from bot.table.people import Actor
from bot.table.ports import Operation
from bot.table.request import Request
from bot.table.table import Status
from discord_simulator.interactions import Callback
from discord_simulator.places import Button

if TYPE_CHECKING:
    from tests.bot.on_discord.conftest import ReplyText, Town

BUTTON = {"type": 2, "style": 1, "label": "?"}
"""A button to be forged."""


async def test_a_move(town: "Town") -> None:
    """A move is answered by the board, in one request, and without pinging anyone."""
    await town.play()
    old, asked = town.board, len(town.sim.requests)
    result = await town.press(town.ana, town.board, "Enter → 3")
    assert (result.acknowledgement, result.messages) == (Callback.UPDATE, [])
    assert len(town.sim.requests) == asked + 1
    assert town.plaza.messages == [old]
    assert old.words.startswith("Ana enters a warrior on 3.")
    assert "<@" not in old.words


@pytest.mark.parametrize(
    ("who", "said"), [("ben", "It's Ana's turn, not yours."), ("eva", "aren't playing")]
)
async def test_a_press_by_someone_else(
    town: "Town", reply: "ReplyText", who: str, said: str
) -> None:
    """A press by anyone but the player to move is refused in private and changes nothing."""
    table = await town.play()
    person = town.ben if who == "ben" else town.add("Eva")
    before = len(town.sim.requests)
    result = await town.press(person, town.board, "Enter → 3")
    assert said in reply(result)
    assert await town.reload(table.id) == table
    assert len(town.sim.requests) == before + 1


async def test_an_old_button(town: "Town", reply: "ReplyText") -> None:
    """A button of an old board says that the board is out of date."""
    table = await town.play()
    old = town.board
    await town.press(town.ana, old, "Enter → 3")
    await town.forge(BUTTON | {"custom_id": f"1move.{table.id}.2.b+3"})
    result = await town.press(town.ana, town.board, "?")
    assert reply(result) == "That board is out of date. Use the newest one."


async def test_a_button_that_is_gone(town: "Town") -> None:
    """A press that arrives after its message has lost the button is answered."""
    accept = await challenge(town)
    await town.press(town.ben, town.board, "Decline")
    assert "Accept" not in town.labels
    answer = await town.press(town.ben, town.board, accept)
    assert answer.said == ["This challenge has been declined."]


def test_nothing_of_a_menu_that_is_gone() -> None:
    """A selection of nothing, in a menu that its message has lost, is answered like the menu."""
    menu = discord.ComponentType.string_select.value
    sent = SimpleNamespace(
        type=discord.InteractionType.component,
        message=SimpleNamespace(components=[]),
        data={"custom_id": "pick:1", "component_type": menu, "values": []},
    )
    assert removed(cast("discord.Interaction[Any]", sent)) == "pick:1"


async def test_a_menu_that_is_gone(town: "Town") -> None:
    """An option of a menu that the message no longer has does what the option says."""
    accept = await challenge(town)
    option = {"label": "?", "value": accept.custom_id}
    menu = {"type": 3, "custom_id": "pick:0", "options": [option]}
    await town.choose(town.ben, town.board, "?", menu)
    assert [table.status for table in town.house.store.tables] == [Status.PLAYING]


async def challenge(town: "Town") -> Button:
    """Let Ana challenge Ben, and return the button that accepts."""
    await town.command(town.ana, "puluc challenge", opponent=town.ben)
    return next(button for button in town.board.buttons if button.label == "Accept")


async def test_accepting(town: "Town", reply: "ReplyText") -> None:
    """Only the challenged player can accept."""
    await town.command(town.ana, "puluc challenge", opponent=town.ben)
    for person in (town.ana, town.add("Eva")):
        assert reply(await town.press(person, town.board, "Accept"))
    await town.press(town.ben, town.board, "Accept")
    assert (await town.table()).status is Status.PLAYING


async def test_accepting_too_late(town: "Town", reply: "ReplyText") -> None:
    """Accepting an expired challenge is refused, and its message loses its buttons."""
    await town.command(town.ana, "puluc challenge", opponent=town.ben)
    town.house.now += 48 * 3600
    result = await town.press(town.ben, town.board, "Accept")
    assert "has expired" in reply(result)
    assert "Nobody accepted Ana's challenge within 2 days" in town.board.words
    assert town.labels == []


async def test_rules_of_a_table(town: "Town", reply: "ReplyText") -> None:
    """Anyone can read the rules of a challenge in private."""
    await town.command(town.ana, "puluc open", ruleset="bul")
    result = await town.press(town.add("Eva"), town.board, "Rules")
    assert "Bul" in reply(result)


async def test_many_moves(town: "Town") -> None:
    """A move chosen from a menu is made as if its button had been pressed."""
    table = await town.play()
    code = f"1move.{table.id}.{table.revision}.b+3"
    await town.forge({"type": 3, "custom_id": "pick:1", "options": [{"label": "?", "value": code}]})
    await town.choose(town.ana, town.board, "?")
    assert (await town.reload(table.id)).moves == 1


@pytest.mark.parametrize(
    "code",
    ["x", "2m.later", "1move.k3f9qd7m2x.2.b+3", "1resign.aaaaaaaaaa", "pick:0", "word:", "word:1"],
)
async def test_forged_button(town: "Town", reply: "ReplyText", code: str) -> None:
    """A press with a forged payload gets a reply and changes no game."""
    table = await town.play()
    await town.forge(BUTTON | {"custom_id": code})
    assert reply(await town.press(town.ana, town.board, "?"))
    assert await town.reload(table.id) == table


async def test_forged_ids(town: "Town") -> None:
    """Ten thousand random or mutated payloads raise no error and change no game."""
    table = await town.play()
    dice = random.Random(4)
    moves = [f"1move.{table.id}.{table.revision}.{move}" for move in ("b+3", "3+1", "b-2")]
    good = [*moves, *(f"1{kind}.{table.id}" for kind in "adcxqbez"), f"word:1a.{table.id}"]
    letters = string.printable + "ñ\x00\u202e😀"

    def forged() -> str:
        if dice.random() < 0.2:
            return "".join(dice.choices(letters, k=dice.randrange(1, 100)))
        code = list(dice.choice(good))
        for _ in range(dice.randrange(1, 4)):
            code[dice.randrange(len(code))] = dice.choice(letters)
        return "".join(code)

    allowed = {f"1{kind}.{table.id}" for kind in "xqb"} | set(moves)  # what Ana may do
    ana = Actor(town.user(town.ana), "Ana")
    town.sim.limit(1000, 1.0)
    for number in range(10_000):
        code = forged()
        if code in allowed:
            continue
        if number % 100 == 0 and 0 < len(code) <= 100:
            await town.house.outbox.drain()  # an outdated code has the board shown again
            await town.forge(BUTTON | {"custom_id": code})
            assert not (await town.press(town.ana, town.board, "?")).failed
        with contextlib.suppress(BadCode):
            operation = Operation(f"forged-{number}")
            await town.house.service.act(decode(code), Request(operation, ana, table.place))
    assert town.store.tables == (table,)
