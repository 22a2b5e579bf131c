"""Presses of buttons."""

import asyncio
import random
import string
from typing import TYPE_CHECKING

import pytest
from telegram import CallbackQuery, Update

from bot.acts.act import Act
from bot.acts.codec import BadCode
from bot.acts.registry import decode
from bot.inbound import outcome
from bot.on_telegram import words
from bot.table.ports import Down, StoreDown
from bot.table.request import Reply, Request
from bot.table.table import Status
from bot.texts.catalogue import Catalogue
from engine.text import Name, Text

if TYPE_CHECKING:
    from tests.bot.on_telegram.conftest import Village

SAY = words.Voice(Catalogue(), "en")


async def test_a_move(village: "Village") -> None:
    """A move edits the board's message, pings nobody and gets an empty answer."""
    board = await village.play()
    answer = await village.press(village.ana, board, "Enter → 3")
    assert (answer.answered, answer.text) == (True, "")
    assert village.board is board
    assert board.pinged == [village.ben]
    assert (await village.table()).moves == 1
    assert village.asked("answerCallbackQuery") == 2


@pytest.mark.parametrize(
    ("who", "said"),
    [
        ("ben", "It's Ana's turn, not yours."),
        (
            "eva",
            "You aren't playing in this game. Start your own with /challenge.",
        ),
    ],
)
async def test_refused_presses(village: "Village", who: str, said: str) -> None:
    """A press by the player not to move, or by a spectator, is refused with an alert."""
    board = await village.play()
    answer = await village.press(getattr(village, who), board, "Enter → 3")
    assert (answer.text, answer.alert) == (said, True)
    assert (await village.table()).moves == 0


async def test_an_old_button(village: "Village") -> None:
    """A button of an old board does nothing, and says that the board is out of date."""
    board = await village.play()
    old = board.buttons[0]
    await village.press(village.ana, board, "Enter → 3")
    answer = village.ana.press(board, old, wait=False)
    await village.hear()
    assert answer.text == "That board is out of date. Use the newest one."
    assert (await village.table()).moves == 1


async def test_accepting(village: "Village") -> None:
    """Only the challenged player can accept; then the same message shows the board."""
    offer = await village.say(village.ana, "/challenge@puluc_bot Ben", village.ben)
    refused = await village.press(village.eva, offer, "Accept")
    assert refused.text == "This challenge is for Ben. Post your own with /challenge."
    await village.press(village.ben, offer, "Accept")
    assert village.board is offer
    assert offer.picture


async def test_a_table_that_is_gone(village: "Village") -> None:
    """A move in a table that doesn't exist is refused, without advice to wait until it opens."""
    board = await village.play_inline()
    answer = village.ana.forge(board, "1move.aaaaaaaaaa.1.b+3", wait=False)
    await village.hear()
    assert answer.text == "There's no game aaaaaaaaaa. @puluc_bot games lists yours."


async def test_rules_in_a_group(village: "Village") -> None:
    """In a group the Rules button leads to the private chat, because the rules are long."""
    board = await village.play(words="kekchi")
    code = f"1r.{(await village.table()).id}"
    answer = village.ana.forge(board, code, wait=False)
    await village.hear()
    village.ana.open(answer.url or "")
    await village.hear()
    rules, *pictures = village.ana.private.messages[1:]
    assert rules.marked("bold")[:2] == ["Kekchi puluc", "Aim."]
    assert all(message.picture for message in pictures)
    assert len(pictures) == 3


async def test_delivered_twice(village: "Village") -> None:
    """A press that is delivered twice makes one move and isn't refused."""
    board = await village.play()
    with village.sim.delivering(times=2):
        answer = await village.press(village.ana, board, "Enter → 3")
    assert answer.text == ""
    assert (await village.table()).moves == 1


async def test_a_button_of_a_message_that_is_gone(village: "Village") -> None:
    """A press on a deleted message, which comes without a topic, is played in the table's topic."""
    town = village.sim.supergroup("Town", village.ana, village.ben, forum=True)
    topic = village.sim.topic(town, "Games")
    offer = await village.say(village.ana, "/challenge@puluc_bot Ben", village.ben, at=topic)
    accept = offer.buttons[0]
    village.sim.delete(offer)
    village.ben.press(offer, accept, wait=False)
    await village.hear()
    assert (await village.table()).status is Status.PLAYING
    assert topic.last.picture


async def test_a_slow_act(village: "Village", monkeypatch: pytest.MonkeyPatch) -> None:
    """A slow press is answered before its outcome is known, and is still carried out."""
    board = await village.play()
    monkeypatch.setattr(outcome, "BLIND_SECONDS", 0.01)
    act, answer = village.service.act, village.ana.press(board, "Enter → 3", wait=False)

    async def slow(pressed: Act, request: Request) -> Reply:
        await asyncio.to_thread(answer.wait)
        return await act(pressed, request)

    monkeypatch.setattr(village.service, "act", slow)
    await village.hear()
    assert answer.answered
    assert (await village.table()).moves == 1


async def test_a_late_answer(village: "Village") -> None:
    """A move is made even if it's too late to answer the press."""
    board = await village.play()
    village.sim.query_seconds = -1
    await village.press(village.ana, board, "Enter → 3")
    assert (await village.table()).moves == 1


@pytest.mark.parametrize(
    ("reason", "words"),
    [
        (Down.AWAY, "What you pressed has been saved"),
        (Down.UNSURE, "What you pressed has been saved"),
        (Down.FULL, "no room left"),
        (Down.READ_ONLY, "can't be saved"),
    ],
)
async def test_without_a_store(
    village: "Village", monkeypatch: pytest.MonkeyPatch, reason: Down, words: str
) -> None:
    """A press that fails because the store is down says why, and is delivered again."""
    board = await village.play()

    async def down(_act: Act, _request: Request) -> Reply:
        raise StoreDown(reason)

    answer = village.ana.press(board, "Enter → 3", wait=False)
    (update,) = await village.updates()
    with monkeypatch.context() as patched:
        patched.setattr(village.service, "act", down)
        with pytest.raises(StoreDown):
            await village.inbound.handle(update)
    await village.settle()
    assert words in answer.text
    await village.inbound.handle(update)
    await village.settle()
    assert (await village.table()).moves == 1


async def test_an_internal_error(village: "Village", monkeypatch: pytest.MonkeyPatch) -> None:
    """An internal error is reported to the player, and later updates are handled."""
    board = await village.play()

    async def fail(_act: Act, _request: Request) -> Reply:
        raise ZeroDivisionError

    with monkeypatch.context() as patched:
        patched.setattr(village.service, "act", fail)
        answer = await village.press(village.ana, board, "Enter → 3")
        assert answer.text.startswith("Something went wrong and has been logged.")
        reply = await village.say(village.ana, "/series@puluc_bot")
        assert reply.text.startswith("Something went wrong and has been logged.")
    await village.press(village.ana, board, "Enter → 3")
    assert (await village.table()).moves == 1


async def test_forged_data(village: "Village", monkeypatch: pytest.MonkeyPatch) -> None:
    """Ten thousand random or mutated payloads raise no error and change no game."""
    board = await village.play()
    answered = 0

    async def answer(*_: object, **__: object) -> bool:
        nonlocal answered
        answered += 1
        return True

    monkeypatch.setattr(CallbackQuery, "answer", answer)
    village.ana.forge(board, "x", wait=False)
    (update,) = await village.updates()
    pressed, codes = update.callback_query, [str(button.data) for button in board.buttons]
    assert pressed is not None
    chance, letters = random.Random(6), string.printable + "éß🎲\x00"
    before, readable = await village.table(), 0
    for number in range(10_000):
        data = "".join(chance.choices(letters, k=chance.randrange(70)))
        if number % 2:
            code = list(chance.choice(codes))
            for _ in range(chance.randrange(1, 4)):
                code[chance.randrange(len(code))] = chance.choice(letters)
            data = "".join(code)
        if data in codes:
            continue
        readable += _is_readable(data)
        query = CallbackQuery(
            str(number), pressed.from_user, pressed.chat_instance, pressed.message, data
        )
        await village.inbound.handle(Update(number, callback_query=query))
        if number % 100 == 0:
            await village.settle()
    await village.settle()
    assert readable > 100
    assert answered > 9000
    assert await village.table() == before


def _is_readable(data: str) -> bool:
    try:
        decode(data)
    except BadCode:
        return False
    return True


async def test_blocking_a_challenger(village: "Village") -> None:
    """Block declines a challenge and blocks its host."""
    offer = await village.say(village.ana, "/challenge@puluc_bot Ben", village.ben)
    (block,) = [label for label in offer.labels if "lock" in label]
    answer = await village.press(village.ben, offer, block)
    assert answer.text == SAY(Text("block.blocked", name=Name("Ana")))
    assert village.board.labels == []
