"""Reminders in a person's private chat, and how they are retired."""

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from bot.show.outbound import Barrier, Remains, Unshowable
from bot.show.page import Page, Picture
from bot.show.placement import Placement
from bot.table.button import Url
from bot.table.ids import TableId
from bot.table.people import Place, Platform, User
from bot.table.ports import Shown
from engine.text import Name, Text
from telegram_simulator.messages import Message
from telegram_simulator.people import Person
from tests.bot.on_telegram.test_boards import mentions

if TYPE_CHECKING:
    from tests.bot.on_telegram.conftest import Village

TABLE = TableId("k3f9qd7m2x")
LINK = "https://t.me/c/2000000001/17"
NOTE = Text("board.moved-down")
HOURS_TOO_OLD = 49.0


def private(person: Person) -> Place:
    return Place.private(User(Platform.TELEGRAM, str(person.id)))


def reminder(village: "Village", *, picture: bytes | None = None) -> Page:
    """A reminder to Ana, with a link to the board."""
    return Page(
        table=TABLE,
        code="code",
        revision=7,
        lines=(Text("corn.word", name=Name("Ben"), word=Name("waits")),),
        picture=None if picture is None else Picture(picture, "", "o x"),
        buttons=(Url(Text("games.go", game="Puluc"), LINK),),
        mentions=mentions(village, "Ana"),
        live=True,
        calls=True,
    )


async def remind(village: "Village", shown: Message | None = None, **more: bytes) -> Message:
    """Send Ana a reminder, which replaces the one shown, and return it."""
    before = None if shown is None else Shown(6, str(shown.id))
    sent = await village.outbound.show(
        private(village.ana), reminder(village, **more), before, Placement.POST
    )
    message = village.ana.private.last
    assert sent == str(message.id)
    return message


async def retire(village: "Village", message: Message, remains: Remains = Remains.NOTHING) -> None:
    await village.outbound.retire(
        private(village.ana), str(message.id), TABLE, note=NOTE, remains=remains
    )


@pytest.fixture
async def _started(village: "Village") -> None:
    """Ana has started the bot in private."""
    village.ana.start()
    await village.hear()


@pytest.mark.usefixtures("_started")
async def test_a_reminder(village: "Village") -> None:
    """A reminder is a message in the private chat, with a link, that notifies its reader."""
    message = await remind(village)
    assert "waits" in message.text
    assert [(button.label, button.url) for button in message.buttons] == [("Go to Puluc", LINK)]
    assert message.pinged == [village.ana]
    assert not message.silent


@pytest.mark.usefixtures("_started")
async def test_no_mention(village: "Village") -> None:
    """A reminder doesn't mention the only person who reads it."""
    assert (await remind(village)).mentions == []


@pytest.mark.usefixtures("_started")
async def test_a_reminder_with_the_board(village: "Village") -> None:
    """A reminder with a picture has its lines as the caption."""
    board = await village.play()
    message = await remind(village, picture=board.picture or b"")
    assert message.picture == board.picture
    assert "waits" in message.caption
    assert message.labels == ["Go to Puluc"]


@pytest.mark.usefixtures("_started")
async def test_a_reminder_replaces_the_last_one(village: "Village") -> None:
    """The next reminder is a new message; retired, the last one is deleted."""
    first = await remind(village)
    second = await remind(village, first)
    await retire(village, first)
    assert (first.deleted, second.deleted) == (True, False)


@pytest.mark.usefixtures("_started")
async def test_an_edited_reminder(village: "Village") -> None:
    """A reminder can be edited in place."""
    message = await remind(village)
    page = replace(reminder(village), buttons=())
    shown = Shown(6, str(message.id))
    now = await village.outbound.show(private(village.ana), page, shown, Placement.EDIT)
    assert (now, message.labels, message.edits) == (str(message.id), [], 1)


@pytest.mark.usefixtures("_started")
@pytest.mark.parametrize("pictured", [False, True])
async def test_a_reminder_too_old_to_delete(village: "Village", *, pictured: bool) -> None:
    """A reminder older than two days says what has become of it instead, without buttons."""
    board = await village.play()
    more = {"picture": board.picture} if pictured and board.picture else {}
    message = await remind(village, **more)
    village.sim.age(message, HOURS_TOO_OLD)
    await retire(village, message)
    expected = village.catalogue.voice("")(NOTE)
    assert (message.deleted, message.words, message.labels) == (False, expected, [])


@pytest.mark.usefixtures("_started")
async def test_retired_without_deleting(village: "Village") -> None:
    """A reminder that isn't to be deleted says what has become of it."""
    message = await remind(village)
    await retire(village, message, Remains.NOTE)
    expected = village.catalogue.voice("")(NOTE)
    assert (message.deleted, message.words, message.labels) == (False, expected, [])


@pytest.mark.usefixtures("_started")
@pytest.mark.parametrize("hours", [0.0, HOURS_TOO_OLD])
async def test_retired_twice(village: "Village", hours: float) -> None:
    """Retiring a reminder again changes nothing, whether it was deleted or edited."""
    message = await remind(village)
    village.sim.age(message, hours)
    await retire(village, message)
    before = (message.deleted, message.edits)
    await retire(village, message)
    assert (message.deleted, message.edits) == before


@pytest.mark.usefixtures("_started")
async def test_a_reminder_that_its_reader_deleted(village: "Village") -> None:
    """A reminder that is gone needs no retiring."""
    message = await remind(village)
    village.sim.delete(message)
    await retire(village, message)


@pytest.mark.usefixtures("_started")
@pytest.mark.parametrize("hours", [0.0, HOURS_TOO_OLD])
@pytest.mark.parametrize("how", ["block", "delete"])
async def test_retired_in_vain(village: "Village", hours: float, how: str) -> None:
    """A reminder stays if its reader has blocked the bot or deleted their account."""
    message = await remind(village)
    village.sim.age(message, hours)
    vanish(village, how)
    await retire(village, message)
    assert (message.deleted, message.labels) == (False, ["Go to Puluc"])


def vanish(village: "Village", how: str) -> None:
    """Let Ana block the bot or delete her account."""
    if how == "block":
        village.ana.block()
    else:
        village.sim.delete_account(village.ana)


@pytest.mark.usefixtures("_started")
@pytest.mark.parametrize("how", ["block", "delete"])
async def test_a_reader_who_has_gone(village: "Village", how: str) -> None:
    """A person who has blocked the bot or deleted their account can't be reminded."""
    vanish(village, how)
    assert await refusal(village, private(village.ana)) is Barrier.REFUSED


async def test_a_reader_who_has_not_started(village: "Village") -> None:
    """A person who has never written to the bot can't be reminded."""
    assert await refusal(village, private(village.ana)) is Barrier.REFUSED


async def test_an_unknown_reader(village: "Village") -> None:
    """A person whom Telegram doesn't know can't be reminded."""
    place = Place.private(User(Platform.TELEGRAM, "17"))
    assert await refusal(village, place) is Barrier.REFUSED


@pytest.mark.usefixtures("_started")
async def test_unblocked(village: "Village") -> None:
    """A person who has unblocked the bot can be reminded again."""
    village.ana.block()
    village.ana.unblock()
    await remind(village)


@pytest.mark.parametrize("id_", ["@ana_maya", "nobody", ""])
async def test_a_reader_without_an_id(village: "Village", id_: str) -> None:
    """A reader without a number is never written to: as a chat it would be a public group."""
    asked = len(village.sim.requests)
    place = Place.private(User(Platform.TELEGRAM, id_))
    assert await refusal(village, place) is Barrier.REFUSED
    await village.outbound.retire(place, "17", TABLE, note=NOTE, remains=Remains.NOTHING)
    assert len(village.sim.requests) == asked


async def refusal(village: "Village", place: Place) -> Barrier:
    """Return why a reminder can't be shown in a place."""
    with pytest.raises(Unshowable) as unshowable:
        await village.outbound.show(place, reminder(village), None, Placement.POST)
    return unshowable.value.reason


async def test_language(village: "Village") -> None:
    """Telegram reports no language for a private chat."""
    assert village.outbound.language(private(village.ana)) == ""
