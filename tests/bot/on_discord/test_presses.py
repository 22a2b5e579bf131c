"""Buttons and menus: who may press them, and what they do."""

import contextlib
import random
import string
from asyncio import to_thread
from typing import TYPE_CHECKING

import pytest

from bot.table.codes import BadCode, decode
from bot.table.people import Actor, Platform, User
from bot.table.ports import Operation
from bot.table.request import Request
from bot.table.table import Status

if TYPE_CHECKING:
    from discord_simulator.places import Message
    from tests.bot.on_discord.conftest import ReplyText, Town, Village


async def test_a_move(village: "Village") -> None:
    """A move edits the board, without a reply and without pinging anyone."""
    await village.play()
    old = village.board
    result = await village.ana.click(village.board, label="Enter → 3")
    assert (result.deferred, result.followups) == (True, [])
    assert village.board.id == old.id
    assert village.board.content.startswith("Ana enters a warrior on 3.")
    assert village.pings[-1] == []


@pytest.mark.parametrize(
    ("who", "said"), [("ben", "It's Ana's turn, not yours."), ("eva", "aren't playing")]
)
async def test_a_press_by_someone_else(
    village: "Village", reply: "ReplyText", who: str, said: str
) -> None:
    """A press by anyone but the player to move is refused in private and changes nothing."""
    table = await village.play()
    person = village.ben if who == "ben" else village.add("Eva")
    before = len(village.env.http_requests)
    result = await person.click(village.board, label="Enter → 3")
    assert said in reply(result)
    assert await village.reload(table.id) == table
    assert len(village.env.http_requests) == before + 1


async def test_an_old_button(village: "Village", reply: "ReplyText") -> None:
    """A button of an old board says that the board is out of date."""
    table = await village.play()
    old = village.board
    await village.ana.click(old, label="Enter → 3")
    village.forge(BUTTON | {"custom_id": f"1m.{table.id}.2.b+3"})
    result = await village.ana.click(village.board, label="?")
    assert reply(result) == "That board is out of date. Use the newest one."


async def test_a_button_that_is_gone(town: "Town") -> None:
    """A press that arrives after its message has lost the button is answered."""
    board = await challenge(town)
    accept = next(button for button in board.buttons if button.label == "Accept")
    await to_thread(town.ben.press, board, "Decline")
    await to_thread(town.plaza.wait_for, lambda one: "Accept" not in one.labels)
    answer = await to_thread(town.ben.press, board, accept)
    assert await to_thread(lambda: answer.private.content) == "This challenge has been declined."


async def test_a_menu_that_is_gone(town: "Town") -> None:
    """An option of a menu that the message no longer has does what the option says."""
    board = await challenge(town)
    accept = next(button for button in board.buttons if button.label == "Accept")
    option = {"label": "?", "value": accept.custom_id}
    menu = {"type": 3, "custom_id": "pick:0", "options": [option]}
    await to_thread(lambda: town.ben.choose(board, "?", select=menu))
    assert [table.status for table in town.house.store.tables] == [Status.PLAYING]


async def challenge(town: "Town") -> "Message":
    """Let Ana challenge Ben, and return the message."""
    await to_thread(lambda: town.ana.command(town.plaza, "puluc challenge", opponent=town.ben))
    return await to_thread(town.plaza.wait_for, lambda one: "Accept" in one.labels)


async def test_accepting(village: "Village", reply: "ReplyText") -> None:
    """Only the challenged player can accept."""
    await village.ana.slash(village.plaza, "puluc challenge", opponent=village.ben)
    for person in (village.ana, village.add("Eva")):
        assert reply(await person.click(village.board, label="Accept"))
    await village.ben.click(village.board, label="Accept")
    assert (await village.table()).status is Status.PLAYING


async def test_accepting_too_late(village: "Village", reply: "ReplyText") -> None:
    """Accepting an expired challenge is refused, and its message loses its buttons."""
    await village.ana.slash(village.plaza, "puluc challenge", opponent=village.ben)
    village.house.now += 48 * 3600
    result = await village.ben.click(village.board, label="Accept")
    assert "has expired" in reply(result)
    assert "Nobody accepted Ana's challenge within 2 days" in village.board.content
    assert village.labels == []


async def test_rules_of_a_table(village: "Village", reply: "ReplyText") -> None:
    """Anyone can read the rules of a challenge in private."""
    await village.ana.slash(village.plaza, "puluc open", ruleset="bul")
    result = await village.add("Eva").click(village.board, label="Rules")
    assert "Bul" in reply(result)


async def test_a_button_that_asked_for_a_word(village: "Village", reply: "ReplyText") -> None:
    """A button with which an earlier release asked for a word says what to type instead."""
    await village.ana.slash(village.plaza, "puluc challenge", opponent=village.ben)
    table = await village.table()
    village.forge(BUTTON | {"custom_id": f"word:1a.{table.id}.1"})
    assert "/puluc game accept word:" in reply(await village.ben.click(village.board, label="?"))
    assert await village.reload(table.id) == table


async def test_many_moves(village: "Village") -> None:
    """A move chosen from a menu is made as if its button had been pressed."""
    table = await village.play()
    code = f"1m.{table.id}.{table.revision}.b+3"
    village.forge({"type": 3, "custom_id": "pick:1", "options": [{"label": "?", "value": code}]})
    await village.ana.select(village.board, [code])
    assert (await village.reload(table.id)).moves == 1


@pytest.mark.parametrize(
    "code", ["x", "2m.later", "1m.k3f9qd7m2x.2.b+3", "1q.aaaaaaaaaa", "pick:0", "word:", "word:1"]
)
async def test_forged_button(village: "Village", reply: "ReplyText", code: str) -> None:
    """A press with a forged payload gets a reply and changes no game."""
    table = await village.play()
    village.forge(BUTTON | {"custom_id": code})
    assert reply(await village.ana.click(village.board, label="?"))
    assert await village.reload(table.id) == table


async def test_forged_ids(village: "Village") -> None:
    """Ten thousand random or mutated payloads raise no error and change no game."""
    table = await village.play()
    dice = random.Random(4)
    moves = [f"1m.{table.id}.{table.revision}.{move}" for move in ("b+3", "3+1", "b-2")]
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
    ana = Actor(User(Platform.DISCORD, str(village.ana.id)), "Ana")
    for number in range(10_000):
        code = forged()
        if code in allowed:
            continue
        if number % 100 == 0 and 0 < len(code) <= 100:
            village.forge(BUTTON | {"custom_id": code})
            assert (await village.ana.click(village.board, label="?")).acknowledged
        with contextlib.suppress(BadCode):
            operation = Operation(f"forged-{number}")
            await village.house.service.act(Request(operation, ana, table.place, decode(code)))
    assert await village.reload(table.id) == table
    assert len(village.plaza.history()) == 1


BUTTON = {"type": 2, "style": 1, "label": "?"}
