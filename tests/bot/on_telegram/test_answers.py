"""Replies: their rate limits, where those beyond the limit go, and retries."""

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from bot.acts.act import Act
from bot.acts.look.board import ShowBoard
from bot.acts.look.rules import Rules
from bot.games.road.examples import EXAMPLES
from bot.inbound import retry
from bot.on_telegram import answers
from bot.table.button import Button
from bot.table.request import Reply, Request
from bot.table.table import Table
from engine.text import Text
from telegram_simulator.messages import Message
from telegram_simulator.people import Person
from tests.bot.on_telegram.conftest import UNLIMITED

if TYPE_CHECKING:
    from tests.bot.on_telegram.conftest import Village

MINUTE = 60.0


@pytest.fixture(autouse=True)
def _hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Retry lost replies at once."""
    monkeypatch.setattr(retry, "FIRST_PAUSE_SECONDS", 0.01)


@pytest.fixture
def strict(village: "Village") -> None:
    """Apply Telegram's real rate limit to the group, in the bot and in the simulator."""
    village.restrict(20)
    village.sim.limit_groups(20, MINUTE)


async def send_commands(village: "Village", person: Person, times: int) -> None:
    """Let a person send a number of commands."""
    for _ in range(times):
        person.say(village.plaza, "/series@puluc_bot")
    await village.hear()


def said(village: "Village") -> list[Message]:
    """Return the bot's messages in the group."""
    return [message for message in village.plaza.messages if message.sender.bot]


@pytest.mark.usefixtures("strict")
async def test_one_member_sends_many_commands(village: "Village") -> None:
    """However many commands a member sends, boards are shown and others get replies."""
    board = await village.play()
    village.now += MINUTE
    await send_commands(village, village.eva, 25)
    await send_commands(village, village.ben, 1)
    assert said(village)[-1].text.startswith("No game has ended here")
    await village.press(village.ana, board, "Enter → 3")
    assert board.deleted
    assert not [one for one in village.sim.requests if one.status == 429]


@pytest.mark.usefixtures("strict")
async def test_further_replies_are_private(village: "Village") -> None:
    """Replies beyond the group's limit go to the private chat of a person who started the bot."""
    village.eva.start()
    await village.hear()
    before = len(village.eva.private.messages)
    await send_commands(village, village.eva, 10)
    assert len(said(village)) == 3
    assert len(village.eva.private.messages) == before + 7


@pytest.mark.usefixtures("strict")
async def test_a_person_who_has_not_started_the_bot(village: "Village") -> None:
    """A person who hasn't started the bot is written to once, not after every command."""
    await send_commands(village, village.eva, 4)
    await send_commands(village, village.eva, 20)
    refused = [one for one in village.sim.requests if one.status == 403]
    assert len(refused) == 1


async def test_rules_count_as_many(village: "Village") -> None:
    """Each picture of the rules counts as a message, in a private chat, too."""
    village.rates = replace(UNLIMITED, private_second=1.0, private_at_once=10)
    village.begin()
    ana, pictures = village.ana.private, len(EXAMPLES["puluc"])
    before = village.ticking()
    for _ in range(3):
        village.ana.start("r__puluc")
        await village.hear()
    assert len([message for message in ana.messages if message.picture]) == 3 * pictures
    sent = len([message for message in ana.messages if message.sender.bot])
    assert village.ticking() - before >= sent - 10


async def test_rules_in_sections(village: "Village") -> None:
    """The rules are a heading and sections with bold labels."""
    village.ana.start("r__puluc")
    await village.hear()
    rules = next(m for m in village.ana.private.messages if m.sender.bot)
    assert rules.text.startswith("Puluc\nAim. Capture the enemy's warriors.")
    assert rules.marked("bold")[:3] == ["Puluc", "Aim.", "Board."]


@pytest.mark.parametrize("how", ["429", "500", "cut"])
@pytest.mark.parametrize("method", ["answerCallbackQuery", "sendMessage", "sendMediaGroup"])
async def test_a_lost_answer(village: "Village", how: str, method: str) -> None:
    """A reply that is lost is sent again."""
    board = await village.play()
    match how:
        case "429":
            village.sim.limit_next(1, 0.01, method)
        case "500":
            village.sim.break_next(500, 2, method)
        case _:
            village.sim.cut_next(2, method)
    if method == "answerCallbackQuery":
        assert (await village.press(village.eva, board, "Enter → 3")).text.startswith("You aren't")
    elif method == "sendMessage":
        reply = await village.say(village.ana, "/series@puluc_bot")
        assert reply.text.startswith("No game has ended here")
    else:
        village.ana.start("r__puluc")
        await village.hear()
        assert village.ana.private.last.picture


@pytest.mark.parametrize("how", ["429", "500"])
async def test_an_answer_that_has_expired(
    village: "Village", monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    """The answer to a press isn't retried once it has expired; the move is made all the same."""
    monkeypatch.setattr(retry, "FIRST_PAUSE_SECONDS", answers.QUERY_SECONDS)
    board = await village.play()
    before = village.asked("answerCallbackQuery")
    if how == "429":
        village.sim.limit_next(1, 20, "answerCallbackQuery")
    else:
        village.sim.break_next(500, 100, "answerCallbackQuery")
    answer = await village.press(village.ana, board, "Enter → 3")
    assert not answer.answered
    assert village.asked("answerCallbackQuery") == before + 1
    assert (await village.table()).moves == 1


async def test_an_answer_that_is_refused(village: "Village") -> None:
    """An answer that Telegram rejects isn't retried."""
    board = await village.play()
    village.sim.query_seconds = -1
    before = village.asked("answerCallbackQuery")
    await village.press(village.ana, board, "Enter → 3")
    assert village.asked("answerCallbackQuery") == before + 1


def always_reply(village: "Village", monkeypatch: pytest.MonkeyPatch, reply: Reply) -> None:
    """Make the service give this reply to every request."""

    async def act(_act: Act, _request: Request) -> Reply:
        return reply

    monkeypatch.setattr(village.service, "act", act)


def choices(table: Table, times: int = 2) -> Reply:
    """Return a reply with a number of choices."""
    choice = Button(Text("button.rules"), ShowBoard(table.id))
    return Reply((Text("pick.no-game"),), refused=True, choices=(choice,) * times)


async def test_choices(village: "Village", monkeypatch: pytest.MonkeyPatch) -> None:
    """An ambiguous command is answered with a button for each choice."""
    await village.play()
    always_reply(village, monkeypatch, choices(await village.table()))
    reply = await village.say(village.ana, "/resign@puluc_bot")
    assert reply.labels == ["Rules", "Rules"]
    assert reply.text.startswith("You have no game here.")
    assert reply.buttons[0].data == f"1board.{(await village.table()).id}"


async def test_choices_after_a_press(village: "Village", monkeypatch: pytest.MonkeyPatch) -> None:
    """A refused press says why, and the choices are posted below."""
    board = await village.play()
    always_reply(village, monkeypatch, choices(await village.table()))
    answer = await village.press(village.ana, board, "Enter → 3")
    assert answer.text.startswith("You have no game here.")
    assert village.board.labels == ["Rules", "Rules"]


async def test_very_many_choices(village: "Village", monkeypatch: pytest.MonkeyPatch) -> None:
    """Choices beyond Telegram's limit are left out, and so are those that no button can encode."""
    await village.play()
    many = choices(await village.table(), 150)
    long = Button(Text("button.rules"), Rules())
    always_reply(village, monkeypatch, Reply(many.texts, choices=(long, *many.choices)))
    reply = await village.say(village.ana, "/resign@puluc_bot")
    assert len(reply.labels) == 100


@pytest.mark.usefixtures("strict")
async def test_choices_in_private(village: "Village", monkeypatch: pytest.MonkeyPatch) -> None:
    """A reply that is sent to the private chat instead has no choices, which don't work there."""
    village.eva.start()
    await village.play()
    village.now += MINUTE
    await send_commands(village, village.eva, 3)
    always_reply(village, monkeypatch, choices(await village.table()))
    await village.say(village.eva, "/resign@puluc_bot")
    assert village.eva.private.last.text.startswith("You have no game here.")
    assert village.eva.private.last.labels == []


async def test_a_board_to_look_at(village: "Village", monkeypatch: pytest.MonkeyPatch) -> None:
    """A spectator gets the board as a silent reply without buttons or mentions."""
    await village.play()
    always_reply(village, monkeypatch, Reply(board=await village.table()))
    asked = village.eva.say(village.plaza, "/board@puluc_bot")
    await village.hear()
    shown = village.board
    assert shown.picture
    assert shown.marked("expandable_blockquote")
    assert shown.labels == []
    assert shown.mentions == []
    assert shown.reply_to is asked
    assert shown.silent


async def test_a_board_to_look_at_as_text(
    village: "Village", monkeypatch: pytest.MonkeyPatch
) -> None:
    """If the bot can't send photos, the board is text."""
    await village.play()
    village.sim.forbid(village.plaza, "can_send_photos")
    always_reply(village, monkeypatch, Reply(board=await village.table()))
    shown = await village.say(village.eva, "/board@puluc_bot")
    assert shown.text
    assert shown.marked("pre")


async def test_a_chat_where_the_bot_may_not_post(village: "Village") -> None:
    """A challenge that nobody can see doesn't count, and its host is told in private."""
    village.ana.start()
    await village.hear()
    village.sim.forbid(village.plaza, "can_send_messages", "can_send_photos")
    for _ in range(4):
        await village.say(village.ana, "/open@puluc_bot")
        assert village.ana.private.last.text.startswith("I can't post boards in that chat.")
    village.sim.allow(village.plaza, "can_send_messages", "can_send_photos")
    await village.say(village.ana, "/open@puluc_bot")
    assert "Accept" in village.board.labels
