"""Answers: how many a group bears, where the others go, and what is said again."""

from typing import TYPE_CHECKING

import pytest

from bot.games.road.examples import EXAMPLES
from bot.inbound import retry
from bot.on_telegram import answers
from bot.table.button import Button
from bot.table.intents import Rules, ShowBoard
from bot.table.request import Reply, Request
from bot.table.table import Table
from engine.text import Text
from telegram_simulator.messages import Message
from telegram_simulator.people import Person

if TYPE_CHECKING:
    from tests.bot.on_telegram.conftest import Village

MINUTE = 60.0


@pytest.fixture(autouse=True)
def _hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is lost is sent again at once."""
    monkeypatch.setattr(retry, "FIRST_PAUSE_SECONDS", 0.01)


@pytest.fixture
def strict(village: "Village") -> None:
    """The group bears what groups bear, for the bot and for Telegram."""
    village.group_minute = 20
    village.begin()
    village.sim.limit_groups(20, MINUTE)


async def asks(village: "Village", person: Person, times: int) -> None:
    """Somebody types so many commands."""
    for _ in range(times):
        person.say(village.plaza, "/games@puluc_bot")
    await village.hear()


def said(village: "Village") -> list[Message]:
    """What the bot wrote into the group."""
    return [message for message in village.plaza.messages if message.sender.bot]


@pytest.mark.usefixtures("strict")
async def test_one_member_starves_nobody(village: "Village") -> None:
    """However many commands somebody types, boards are shown and others are answered."""
    board = await village.play()
    village.now += MINUTE
    await asks(village, village.eva, 25)
    assert len(said(village)) == 1 + 3 + 1  # the board, answers, and that there are no more
    told = [message.text for message in said(village)]
    assert sum(text.startswith("I'm getting too many requests in this chat.") for text in told) == 1
    await asks(village, village.ben, 1)
    assert "against Ana" in said(village)[-1].text
    edits = board.edits
    await village.press(village.ana, board, "Enter → 3")
    assert board.edits == edits + 1
    assert not [one for one in village.sim.requests if one.status == 429]


@pytest.mark.usefixtures("strict")
async def test_the_rest_is_said_in_private(village: "Village") -> None:
    """Who has started the bot is told there what the group has no room for."""
    village.eva.start()
    await village.hear()
    before = len(village.eva.private.messages)
    await asks(village, village.eva, 10)
    assert len(said(village)) == 3
    assert len(village.eva.private.messages) == before + 7


@pytest.mark.usefixtures("strict")
async def test_who_has_not_started_the_bot(village: "Village") -> None:
    """Whom the bot cannot write to is tried once, and not with every command."""
    await asks(village, village.eva, 4)
    await asks(village, village.eva, 20)
    refused = [one for one in village.sim.requests if one.status == 403]
    assert len(refused) == 1


@pytest.mark.usefixtures("strict")
async def test_a_notice_a_minute(village: "Village") -> None:
    """That answers are left out is said once; a minute later there are answers again."""
    await asks(village, village.eva, 15)
    await asks(village, village.eva, 15)
    assert len(said(village)) == 4
    village.now += MINUTE + 1
    village.sim.limit_groups(None)
    await asks(village, village.eva, 1)
    assert "You have no games" in said(village)[-1].text


async def test_rules_count_as_many(village: "Village") -> None:
    """The rules are as many messages as they have pictures; too many are left out in private."""
    ana = village.ana.private
    village.ana.start("r-puluc")
    await village.hear()
    pictures = len(EXAMPLES["puluc"])
    assert len([message for message in ana.messages if message.picture]) == pictures
    for _ in range(15 // pictures + 1):
        village.ana.start("r-puluc")
        await village.hear()
    answered = len([message for message in ana.messages if message.sender.bot])
    assert answered <= 15


async def test_rules_in_sections(village: "Village") -> None:
    """The rules come as labelled sections below their heading, whose labels stand out."""
    village.ana.start("r-puluc")
    await village.hear()
    rules = next(m for m in village.ana.private.messages if m.sender.bot)
    assert rules.text.startswith("Puluc\nAim. Capture the enemy's warriors.")
    assert rules.marked("bold")[:3] == ["Puluc", "Aim.", "Board."]


@pytest.mark.parametrize("how", ["429", "500", "cut"])
@pytest.mark.parametrize("method", ["answerCallbackQuery", "sendMessage", "sendMediaGroup"])
async def test_a_lost_answer(village: "Village", how: str, method: str) -> None:
    """An answer that is lost is given again."""
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
        told = await village.say(village.ana, "/games@puluc_bot")
        assert "against Ben" in told.text
    else:
        village.ana.start("r-puluc")
        await village.hear()
        assert village.ana.private.last.picture


@pytest.mark.parametrize("how", ["429", "500"])
async def test_an_answer_that_is_worth_nothing_any_more(
    village: "Village", monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    """A press is not answered any more when Telegram would not take that; the move stands."""
    monkeypatch.setattr(answers, "QUERY_SECONDS", 0.1)
    board = await village.play()
    before = village.asked("answerCallbackQuery")
    if how == "429":
        village.sim.limit_next(1, 20, "answerCallbackQuery")
    else:
        village.sim.break_next(500, 100, "answerCallbackQuery")
    answer = await village.press(village.ana, board, "Enter → 3")
    assert not answer.answered
    assert 1 <= village.asked("answerCallbackQuery") - before < 10
    assert (await village.table()).moves == 1


async def test_an_answer_that_is_refused(village: "Village") -> None:
    """What Telegram refuses is not asked again."""
    board = await village.play()
    village.sim.query_seconds = -1
    before = village.asked("answerCallbackQuery")
    await village.press(village.ana, board, "Enter → 3")
    assert village.asked("answerCallbackQuery") == before + 1


def replies(village: "Village", monkeypatch: pytest.MonkeyPatch, reply: Reply) -> None:
    """Let the service answer so, whatever it is asked."""

    async def act(_: Request) -> Reply:
        return reply

    monkeypatch.setattr(village.service, "act", act)


def choices(table: Table, times: int = 2) -> Reply:
    """A reply that asks which of so many tables is meant."""
    choice = Button(Text("button.rules"), ShowBoard(table.id))
    return Reply((Text("pick.no-game"),), refused=True, choices=(choice,) * times)


async def test_what_there_is_to_choose(village: "Village", monkeypatch: pytest.MonkeyPatch) -> None:
    """What somebody may have meant is offered as buttons under the answer."""
    await village.play()
    replies(village, monkeypatch, choices(await village.table()))
    told = await village.say(village.ana, "/resign@puluc_bot")
    assert told.labels == ["Rules", "Rules"]
    assert told.text.startswith("You have no game here.")
    assert told.buttons[0].data == f"1b.{(await village.table()).id}"


async def test_choices_after_a_press(village: "Village", monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever pressed is told why, and offered what they may have meant."""
    board = await village.play()
    replies(village, monkeypatch, choices(await village.table()))
    answer = await village.press(village.ana, board, "Enter → 3")
    assert answer.text.startswith("You have no game here.")
    assert village.board.labels == ["Rules", "Rules"]


async def test_very_many_choices(village: "Village", monkeypatch: pytest.MonkeyPatch) -> None:
    """There are no more buttons than Telegram takes; what no button can carry is left out."""
    await village.play()
    many = choices(await village.table(), 150)
    long = Button(Text("button.rules"), Rules())
    replies(village, monkeypatch, Reply(many.texts, choices=(long, *many.choices)))
    told = await village.say(village.ana, "/resign@puluc_bot")
    assert len(told.labels) == 100


@pytest.mark.usefixtures("strict")
async def test_choices_in_private(village: "Village", monkeypatch: pytest.MonkeyPatch) -> None:
    """Where an answer goes to the private chat nothing is offered that cannot be done there."""
    village.eva.start()
    await village.play()
    village.now += MINUTE
    await asks(village, village.eva, 3)
    replies(village, monkeypatch, choices(await village.table()))
    await village.say(village.eva, "/resign@puluc_bot")
    assert village.eva.private.last.text.startswith("You have no game here.")
    assert village.eva.private.last.labels == []


async def test_a_board_to_look_at(village: "Village", monkeypatch: pytest.MonkeyPatch) -> None:
    """Who only watches is shown the board as an answer: nothing to press, nobody called."""
    await village.play()
    replies(village, monkeypatch, Reply(board=await village.table()))
    asked = village.eva.say(village.plaza, "/board@puluc_bot")
    await village.hear()
    shown = village.board
    assert shown.picture
    assert shown.marked("expandable_blockquote")
    assert shown.labels == []
    assert shown.mentions == []
    assert shown.reply_to is asked
    assert shown.silent


async def test_a_board_to_look_at_in_letters(
    village: "Village", monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where no photos may be sent it is in letters."""
    await village.play()
    village.sim.forbid(village.plaza, "can_send_photos")
    replies(village, monkeypatch, Reply(board=await village.table()))
    shown = await village.say(village.eva, "/board@puluc_bot")
    assert shown.text
    assert shown.marked("pre")


@pytest.mark.usefixtures("strict")
async def test_boards_to_look_at_are_answers(
    village: "Village", monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever asks for a board again and again has no more answers than others."""
    await village.play()
    village.now += MINUTE
    replies(village, monkeypatch, Reply(board=await village.table()))
    for _ in range(10):
        village.eva.say(village.plaza, "/board@puluc_bot")
    await village.hear()
    assert len([message for message in said(village) if message.picture]) == 1 + 3
