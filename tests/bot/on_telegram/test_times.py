"""Points in time on Telegram: each reader sees them in their own time zone."""

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bot.acts.look.play import Play
from bot.on_telegram import names, words
from bot.on_telegram.delivery import Recipient
from bot.on_telegram.keyboard import choice_keyboard
from bot.on_telegram.words import HORIZON_SECONDS
from bot.show.placement import Placement
from bot.table.button import Button
from bot.table.clock import Clock
from bot.table.naming import called
from bot.table.pace import DAY, Pace
from bot.table.people import Actor, Platform, User
from bot.table.ports import Operation, Shown
from bot.table.request import Reply, Section
from bot.table.terms import Terms
from engine.text import Moment, Text
from telegram_simulator import entities
from telegram_simulator.messages import Message
from tests.bot.on_telegram.conftest import CATALOGUE
from tests.bot.on_telegram.test_boards import page as board_page
from tests.bot.on_telegram.test_boards import place
from tests.bot.on_telegram.test_reminders import private, reminder

if TYPE_CHECKING:
    from tests.bot.on_telegram.conftest import Village

UNIX = 1_795_543_200
MOMENT = Moment(UNIX)
UNTIL = Text("notice.until", moment=MOMENT)
IN_UTC = "24 Nov, 18:00 UTC"
TAG = f'<tg-time unix="{UNIX}" format="Dt">{IN_UTC}</tg-time>'
SHOWN = (UNIX, "Dt", IN_UTC)
SAY = words.Voice(CATALOGUE, "en", lambda: UNIX)


def dates(message: Message) -> list[tuple[int | None, str | None, str]]:
    """Return a message's points in time: Unix time, format, and what old apps show."""
    return [
        (entity.unix_time, entity.date_time_format, message.content.text.marked(entity))
        for entity in message.entities
        if entity.type == "date_time"
    ]


async def let_time_run(village: "Village") -> int:
    """Give Ana three days for her turn, show the board again, and return her deadline."""
    table, pace = await village.table(), Pace(3 * DAY)
    clock = Clock.start(pace, 2, 0, village.now)
    timed = replace(table, revision=table.revision + 1, terms=Terms(pace), clock=clock)
    await village.store.commit(timed, (), Operation("timed"), (timed.place,))
    await village.outbox.sweep()
    await village.settle()
    return int(village.now) + 3 * DAY


# texts


def test_html() -> None:
    """In HTML, a point in time is a tag, whose content is for apps that don't know it."""
    assert SAY.html(UNTIL) == f"You have until {TAG}."


def test_plain_text() -> None:
    """In plain text, a point in time is a date and time in UTC."""
    assert SAY(UNTIL) == f"You have until {IN_UTC}."


@pytest.mark.parametrize(
    ("moment", "tagged"),
    [(0, True), (-1, False), (UNIX + HORIZON_SECONDS, True), (UNIX + HORIZON_SECONDS + 1, False)],
)
def test_what_telegram_refuses(moment: int, *, tagged: bool) -> None:
    """A point in time before 1970 or more than three years ahead has no tag, but a date in UTC."""
    said = SAY.html(Text("notice.until", moment=Moment(moment)))
    assert ("<tg-time" in said) is tagged
    assert "UTC" in said


def test_two_points_in_time() -> None:
    """Each point in time of a text has its own tag."""
    back = Moment(UNIX - DAY)
    said = SAY.html(Text("time.vacation", name=called("Ana"), back=back, moment=MOMENT))
    found = entities.parse(said).entities
    assert [entity.unix_time for entity in found] == [UNIX - DAY, UNIX]


@given(st.text(st.characters(codec="utf-8")))
@example(TAG)
@example(f"<b>{UNIX};</b> &amp; &lt;")
def test_what_people_type(typed: str) -> None:
    """What a person types is shown as it is, and only points in time become entities."""
    told = Text("lesson.wrong", told=UNTIL, press=typed)
    text = entities.parse(SAY.html(told))
    assert text.words == SAY(told)
    assert [text.marked(entity) for entity in text.entities] == [IN_UTC]


@given(st.text(st.characters(codec="utf-8")))
@example(f"&lt;{TAG}")
def test_visible(typed: str) -> None:
    """What people see of a text in HTML is the text."""
    told = Text("lesson.wrong", told=UNTIL, press=typed)
    assert words.visible(SAY.html(told)) == SAY(told)


# lengths


def test_visible_length() -> None:
    """Only the visible part of a point in time counts towards the length of a line."""
    line = SAY.html(UNTIL)
    room = words.length(SAY(UNTIL))
    assert words.fitting([line], room) == [line]
    assert words.cut_html(line, room) == line
    assert words.fitting([line, line], 2 * room + 1) == [line, line]


@given(st.integers(1, 40))
def test_a_truncated_point_in_time(most: int) -> None:
    """A truncated line has no tags and fits."""
    short = words.cut_html(f"{'x' * 20} {SAY.html(UNTIL)}", most)
    assert "<" not in short
    assert words.length(short) == most


def test_messages_are_filled() -> None:
    """Tags don't count towards the length of a message."""
    lines = [SAY.html(UNTIL)] * 100
    assert len(list(words.messages(lines))) == 1
    assert words.length("\n".join(lines)) > 4096


# messages


async def test_a_board(village: "Village") -> None:
    """A board's caption has the deadline in the reader's own time."""
    await village.play()
    deadline = await let_time_run(village)
    (date,) = dates(village.board)
    assert date[:2] == (deadline, "Dt")
    assert f"Ana has until {date[2]} (3 days a turn)." in village.board.caption


async def test_a_board_in_letters(village: "Village") -> None:
    """A board in letters has the deadline in the reader's own time, outside of the letters."""
    village.sim.forbid(village.plaza, "can_send_photos")
    await village.play()
    deadline = await let_time_run(village)
    assert [date[0] for date in dates(village.board)] == [deadline]
    assert all("UTC" not in letters for letters in village.board.marked("pre"))


async def test_an_inline_board(village: "Village") -> None:
    """A board in an inline message has the deadline in the reader's own time."""
    board = await village.play_inline()
    deadline = await let_time_run(village)
    assert [date[0] for date in dates(board)] == [deadline]


async def test_an_edited_board(village: "Village") -> None:
    """A board that is edited has points in time in the reader's own time."""
    await village.play()
    at, page = place(village.plaza), board_page(village)
    message = await village.outbound.show(at, page, None, Placement.POST)
    timed = replace(page, lines=(UNTIL,))
    await village.outbound.show(at, timed, Shown(1, message), Placement.EDIT)
    assert str(village.board.id) == message
    assert dates(village.board) == [SHOWN]


async def test_a_reminder(village: "Village") -> None:
    """A reminder in the private chat has the deadline in the reader's own time."""
    village.ana.start()
    await village.hear()
    page = replace(reminder(village), lines=(UNTIL,))
    await village.outbound.show(private(village.ana), page, None, Placement.POST)
    assert dates(village.ana.private.last) == [SHOWN]


async def answer(village: "Village", reply: Reply) -> Message:
    """Reply to Ana in her private chat, and return the message."""
    village.ana.start()
    await village.hear()
    user = User(Platform.TELEGRAM, str(village.ana.id))
    village.answers.reply(Recipient(Actor(user, "Ana", "en"), SAY, names.private(user)), reply)
    await village.answers.drain()
    return village.ana.private.last


async def test_a_reply(village: "Village") -> None:
    """A reply has points in time in the reader's own time, also in a heading."""
    said = await answer(village, Reply((UNTIL, UNTIL), headed=True))
    assert dates(said) == [SHOWN, SHOWN]
    assert said.marked("bold") == [f"You have until {IN_UTC}."]


async def test_a_section(village: "Village") -> None:
    """A labelled section has points in time in the reader's own time, also in its label."""
    section = Section(UNTIL, (UNTIL,))
    said = await answer(village, Reply((Text("me.vacation.none"),), sections=(section,)))
    assert dates(said) == [SHOWN, SHOWN]
    assert said.marked("bold") == [f"You have until {IN_UTC}."]


async def test_a_board_in_a_reply(village: "Village") -> None:
    """A board that a person asks for in private has the deadline in their own time."""
    await village.play()
    deadline = await let_time_run(village)
    said = await answer(village, Reply((), board=await village.table()))
    assert [date[0] for date in dates(said)] == [deadline]


# plain texts


def test_a_label() -> None:
    """A button's label is plain text, so it has the time in UTC."""
    keys = choice_keyboard([Button(UNTIL, Play())], SAY, None)
    assert keys is not None
    assert keys.inline_keyboard[0][0].text == f"You have until {IN_UTC}."
