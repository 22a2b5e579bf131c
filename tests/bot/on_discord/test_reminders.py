"""Private reminders: pages in a place with one reader."""

from asyncio import to_thread
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from bot.show.outbound import Barrier, Remains, RetryLater, Unanswered, Unshowable
from bot.show.page import Page
from bot.show.placement import Placement
from bot.table.people import Place, Platform
from bot.table.ports import Shown
from discord_simulator.people import Person
from discord_simulator.places import Message
from engine.text import Text
from tests.bot.on_discord.reminders import BOARD, reminder

if TYPE_CHECKING:
    from tests.bot.on_discord.conftest import Town

NOTE = Text("board.moved-down")
OPENING = "POST /users/@me/channels"


def private(town: "Town", person: Person) -> Place:
    return Place.private(town.user(person))


async def remind(town: "Town", page: Page, person: Person, before: str = "") -> str:
    """Post a reminder in place of the one `before`; return its message."""
    shown = Shown(page.revision - 1, before) if before else None
    place = private(town, person)
    return await town.outbound.show(place, page, shown, Placement.POST, threaded=True)


async def retire(
    town: "Town", person: Person, message: str, remains: Remains = Remains.NOTHING
) -> None:
    place, table = private(town, person), reminder(person).table
    await town.outbound.retire(place, message, table, note=NOTE, remains=remains)


def messages(person: Person) -> list[Message]:
    return person.direct.messages


async def test_a_reminder(town: "Town") -> None:
    """A reminder is a private message with the page's lines, picture, links and buttons."""
    sent = await remind(town, reminder(town.ana), town.ana)
    (message,) = messages(town.ana)
    assert sent == str(message.id)
    assert message.words.endswith("\nAna")
    assert message.alt == "A board"
    link, button = message.buttons
    assert (link.url, link.custom_id) == (BOARD, None)
    assert (button.label, button.url) == ("My games", None)
    assert town.plaza.messages == []


async def test_no_mention(town: "Town") -> None:
    """A reminder mentions nobody: a private message notifies its reader anyway."""
    await remind(town, reminder(town.ana), town.ana)
    (message,) = messages(town.ana)
    assert "<@" not in message.words
    assert message.pinged == [town.ana]


async def test_its_language(town: "Town") -> None:
    """The language of a private chat is unknown."""
    assert town.outbound.language(private(town, town.ana)) == ""


async def test_the_private_chat_is_opened_once(town: "Town") -> None:
    """The library remembers a private chat, so the next reminder takes one request."""
    first = await remind(town, reminder(town.ana), town.ana)
    await remind(town, reminder(town.ana, revision=8), town.ana, first)
    assert town.asked(OPENING) == 1
    assert len(messages(town.ana)) == 2


async def test_a_next_reminder(town: "Town") -> None:
    """A reminder replaces the last one: a new message is posted, and the old one deleted."""
    first = await remind(town, reminder(town.ana), town.ana)
    second = await remind(town, reminder(town.ana, revision=8), town.ana, first)
    await retire(town, town.ana, first)
    assert [str(message.id) for message in messages(town.ana)] == [second]


async def test_no_thread(town: "Town") -> None:
    """A reminder never starts a thread, even where games get threads."""
    first = await remind(town, reminder(town.ana), town.ana)
    second = await remind(town, reminder(town.ana, revision=8), town.ana, first)
    assert "/" not in second
    assert town.asked("/threads") == 0


async def test_an_edit(town: "Town") -> None:
    """A reminder can be edited."""
    first = await remind(town, reminder(town.ana), town.ana)
    page = replace(reminder(town.ana, revision=8), lines=(Text("name.person", name="Ben"),))
    shown = Shown(7, first)
    place = private(town, town.ana)
    assert await town.outbound.show(place, page, shown, Placement.EDIT) == first
    assert [message.words for message in messages(town.ana)] == ["Ben"]


async def test_an_edit_of_a_deleted_message(town: "Town") -> None:
    """A reminder that can no longer be edited is posted again."""
    first = await remind(town, reminder(town.ana), town.ana)
    town.sim.delete(town.ana.direct.last)
    page, place = reminder(town.ana, revision=8), private(town, town.ana)
    second = await town.outbound.show(place, page, Shown(7, first), Placement.EDIT)
    assert [str(message.id) for message in messages(town.ana)] == [second]
    assert second != first


async def test_a_crash_before_it_is_noted(town: "Town") -> None:
    """A reminder that was posted before a crash is not posted again."""
    first = await remind(town, reminder(town.ana), town.ana)
    again = await remind(town, reminder(town.ana), town.ana)
    assert again == first
    next_ = await remind(town, reminder(town.ana, revision=8), town.ana, first)
    assert await remind(town, reminder(town.ana, revision=8), town.ana, first) == next_
    assert len(messages(town.ana)) == 2


async def test_a_lost_answer(town: "Town") -> None:
    """A reminder whose answer is lost is retried, and posted once."""
    town.sim.cut_next(part="/messages", applied=True)
    with pytest.raises(Unanswered):
        await remind(town, reminder(town.ana), town.ana)
    await remind(town, reminder(town.ana), town.ana)
    assert len(messages(town.ana)) == 1


async def test_several_messages_about_one_revision(town: "Town") -> None:
    """The board and the reminders of one revision are messages of their own."""
    page = reminder(town.ana, revision=99_999)
    board = await town.outbound.show(town.place, page, None, Placement.POST)
    ana = await remind(town, page, town.ana)
    ben = await remind(town, page, town.ben)
    assert len({board, ana, ben}) == 3
    shown = (town.plaza, town.ana.direct, town.ben.direct)
    assert [len(channel.messages) for channel in shown] == [1, 1, 1]


async def refused(town: "Town", person: Person) -> Barrier:
    """Return the barrier that a reminder meets."""
    with pytest.raises(Unshowable) as unshowable:
        await remind(town, reminder(person), person)
    return unshowable.value.reason


async def test_no_private_messages(town: "Town") -> None:
    """A person who accepts no private messages refuses reminders."""
    town.ana.takes_direct_messages = False
    assert await refused(town, town.ana) is Barrier.REFUSED
    assert town.sim.requests[-1].answer["code"] == 50007


async def test_who_blocks_the_bot_later(town: "Town") -> None:
    """A person who blocks the bot after a reminder refuses the next one."""
    await remind(town, reminder(town.ana), town.ana)
    town.ana.takes_direct_messages = False
    assert await refused(town, town.ana) is Barrier.REFUSED


async def test_no_shared_server(town: "Town") -> None:
    """A person who shares no server with the bot can't be reminded."""
    town.sim.leave(town.ana, town.guild)
    assert await refused(town, town.ana) is Barrier.REFUSED
    assert town.sim.requests[-1].answer["code"] == 50278


async def test_a_deleted_account(town: "Town") -> None:
    """A person who has deleted their account can't be reminded."""
    town.sim.delete_account(town.ana)
    assert await refused(town, town.ana) is Barrier.REFUSED


async def test_an_account_deleted_after_a_reminder(town: "Town") -> None:
    """An account that is deleted after a reminder can't be reminded again."""
    await remind(town, reminder(town.ana), town.ana)
    town.sim.delete_account(town.ana)
    assert await refused(town, town.ana) is Barrier.REFUSED


@pytest.mark.parametrize("code", [10013, 50001])
async def test_other_refusals(town: "Town", code: int) -> None:
    """Any other refusal to open a private chat counts as the reader's."""
    town.sim.refuse_next(code, part=OPENING)
    assert await refused(town, town.ana) is Barrier.REFUSED


async def test_too_many_private_chats(town: "Town") -> None:
    """If the bot opens private chats too fast, it waits, and nobody counts as refusing."""
    town.sim.refuse_next(40003, part=OPENING)
    with pytest.raises(RetryLater) as later:
        await remind(town, reminder(town.ana), town.ana)
    assert later.value.seconds >= 10
    assert await remind(town, reminder(town.ana), town.ana)


async def test_a_broken_connection(town: "Town") -> None:
    """If the connection breaks while a private chat is opened, the reminder is retried."""
    town.sim.cut_next(part=OPENING)
    with pytest.raises(Unanswered):
        await remind(town, reminder(town.ana), town.ana)
    assert await remind(town, reminder(town.ana), town.ana)


async def test_retiring_twice(town: "Town") -> None:
    """Deleting a reminder that is gone changes nothing."""
    first = await remind(town, reminder(town.ana), town.ana)
    await retire(town, town.ana, first)
    await retire(town, town.ana, first)
    assert messages(town.ana) == []


async def test_retiring_an_old_reminder(town: "Town") -> None:
    """Discord deletes reminders of any age."""
    first = await remind(town, reminder(town.ana), town.ana)
    town.sim.age(town.ana.direct.last, 90 * 86_400)
    await retire(town, town.ana, first)
    assert messages(town.ana) == []


async def test_retiring_without_deleting(town: "Town") -> None:
    """A reminder that isn't deleted says that there's a newer one, and loses its buttons."""
    first = await remind(town, reminder(town.ana), town.ana)
    await retire(town, town.ana, first, Remains.NOTE)
    (message,) = messages(town.ana)
    assert (message.words, message.buttons) == ("There's a newer message below.", [])


async def test_retiring_where_the_bot_is_blocked(town: "Town") -> None:
    """The reminder of a person who has blocked the bot since can be deleted."""
    first = await remind(town, reminder(town.ana), town.ana)
    town.ana.takes_direct_messages = False
    await retire(town, town.ana, first)
    assert messages(town.ana) == []


async def test_retiring_for_a_deleted_account(town: "Town") -> None:
    """A reminder for an account that has been deleted since needs no retiring."""
    town.sim.delete_account(town.ana)
    await retire(town, town.ana, "7")
    assert town.sim.requests[-1].answer["code"] == 50033


async def test_a_game_in_a_private_chat(town: "Town") -> None:
    """A board in a private chat meets the same barrier if its player blocks the bot."""
    chat = await to_thread(town.sim.direct, town.ana)
    town.ana.takes_direct_messages = False
    place = Place(Platform.DISCORD, str(chat.id))
    with pytest.raises(Unshowable) as unshowable:
        await town.outbound.show(place, reminder(town.ana), None, Placement.POST)
    assert unshowable.value.reason is Barrier.REFUSED
