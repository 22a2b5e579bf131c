"""Posting, editing and placing boards, and what happens when the bot isn't allowed to."""

from dataclasses import replace
from typing import TYPE_CHECKING

import discord
import pytest

from bot.on_discord.components import view
from bot.show.page import Page
from bot.show.placement import Placement
from bot.table.button import Button
from bot.table.ids import TableId
from bot.table.intents import Move, ShowMenu
from bot.table.people import Place, Platform
from bot.table.settings import Placing, Settings
from bot.table.table import Status
from bot.texts.catalogue import Catalogue
from engine.text import Text
from tests.bot.on_discord.reminders import reminder

if TYPE_CHECKING:
    from tests.bot.on_discord.conftest import Town, Village

SAY = Catalogue().voice("en")
TABLE = TableId("k3f9qd7m2x")


async def repost(village: "Village") -> None:
    """Run the tasks that are due, and show the results."""
    for due in await village.store.claim(village.house.now):
        await village.house.outbox.repost(due)
        await village.store.done(due)
    await village.house.outbox.sweep()
    await village.env.settle()


async def set_up(village: "Village", **changes: object) -> None:
    """Change settings of the channel."""
    place = Place(Platform.DISCORD, str(village.plaza.id))
    await village.store.change_settings(place, replace(Settings(), **changes))  # type: ignore[arg-type] # the types match the fields


async def test_picture(village: "Village") -> None:
    """A board is a picture with alt text."""
    await village.play()
    (picture,) = village.board.attachments
    assert picture.filename == "board.png"
    assert picture.description is not None
    assert picture.description.startswith("Ana (jade) to move.")
    assert (await picture.read())[:8] == b"\x89PNG\r\n\x1a\n"


async def test_quick_play(village: "Village") -> None:
    """While both players move quickly, the bot edits one message and pings nobody."""
    await village.play()
    board = village.board
    for person, label in ((village.ana, "Enter → 3"), (village.ben, "Enter → 9")):
        village.house.now += 60
        await person.click(village.board, label=label)
    assert village.board.id == board.id
    assert village.pings[2:] == [[], []]


async def test_slow_play(village: "Village") -> None:
    """A move after five minutes posts a new board that pings only the player to move."""
    await village.play()
    village.house.now += 301
    await village.ana.click(village.board, label="Enter → 3")
    old, new = village.plaza.history()
    assert (old.content, old.components) == ("There's a newer message below.", [])
    assert old.attachments
    assert new.content.startswith(f"<@{village.ben.id}>\nAna enters")
    assert [pings for pings in village.pings if pings] == [[village.ben.id], [village.ben.id]]


async def test_a_move_that_is_not_answered(village: "Village") -> None:
    """A board that nobody answers is reposted once, five minutes after its last edit."""
    await village.play()
    village.house.now += 5
    await village.ana.click(village.board, label="Enter → 3")
    village.house.now += 301
    await repost(village)
    await repost(village)
    _, new = village.plaza.history()
    assert new.content.startswith(f"<@{village.ben.id}>")
    village.house.now += 3600
    await repost(village)
    assert len(village.plaza.history()) == 2


async def test_always_new(village: "Village") -> None:
    """If the channel's settings say so, every board is a new message and old ones are deleted."""
    await set_up(village, placement=Placing.NEW, delete_old=True)
    await village.play()
    await village.ana.click(village.board, label="Enter → 3")
    (board,) = village.plaza.history()
    assert board.content.startswith(f"<@{village.ben.id}>")


async def test_a_message_that_is_gone(village: "Village") -> None:
    """A board whose message was deleted is posted again."""
    table = await village.play()
    village.env.backend.delete_message(village.plaza.id, village.board.id)
    await village.ben.slash(village.plaza, "puluc board", game=table.id)
    (board,) = village.plaza.history()
    assert board.attachments


@pytest.mark.parametrize(("status", "code"), [(429, 30046), (404, 10008), (400, 50083)])
async def test_a_message_that_cannot_be_edited(village: "Village", status: int, code: int) -> None:
    """If a message can no longer be edited, a new one is posted."""
    await village.play()
    village.env.inject_error("PATCH", "/channels/*/messages/*", status=status, code=code, times=1)
    await village.ana.click(village.board, label="Enter → 3")
    assert len(village.plaza.history()) == 2


async def test_a_lost_permission(village: "Village") -> None:
    """If the bot loses access to a channel, it stops trying there; the game goes on elsewhere."""
    table = await village.play()
    village.forbid(village.plaza, send_messages=False, view_channel=False)
    sent = len(village.env.http_requests)
    hall = village.guild.create_text_channel("hall")
    await village.house.outbox.sweep()
    assert len(village.env.http_requests) == sent
    await village.ana.slash(hall, "puluc board")
    assert (await village.reload(table.id)).status is Status.PLAYING
    assert hall.last_message is not None
    assert hall.last_message.attachments
    sent = len(village.env.http_requests)
    await village.house.outbox.sweep()
    assert len(village.env.http_requests) == sent


async def test_a_challenge_without_permission(village: "Village") -> None:
    """If the bot can't post, a challenge is refused, naming the missing permission."""
    village.forbid(village.plaza, attach_files=False)
    result = await village.ana.slash(village.plaza, "puluc open")
    assert result.response is not None
    assert "give me these permissions: Attach Files." in result.response.content
    assert village.plaza.last_message is None


async def test_a_press_without_permission(village: "Village") -> None:
    """A move is made even if its board can't be shown, and the player is told."""
    table = await village.play()
    village.forbid(village.plaza, attach_files=False)
    result = await village.ana.click(village.board, label="Enter → 3")
    assert [answer.ephemeral for answer in (result.response, *result.followups) if answer]
    assert (await village.reload(table.id)).moves == 1


async def test_thread_for_each_game(village: "Village") -> None:
    """A game gets a thread below its challenge, and all its boards are posted there."""
    await set_up(village, thread=True)
    table = await village.play()
    challenge, *_ = village.plaza.history()
    (thread,) = village.plaza.threads
    assert (thread.id, thread.name) == (challenge.id, f"Puluc {table.id}")
    assert challenge.content == "This game is played in the thread below."
    assert challenge.components == []
    board = thread.last_message
    assert board is not None
    await village.ana.click(board, label="Enter → 3")
    assert (await village.reload(table.id)).moves == 1
    await village.ben.slash(village.plaza, "puluc board")
    assert thread.last_message is not None
    assert thread.last_message.id != board.id
    assert [message for message in village.plaza.history() if message.attachments] == []


async def test_an_existing_thread(village: "Village") -> None:
    """A thread that was created before a crash is used again."""
    await set_up(village, thread=True)
    await village.ana.slash(village.plaza, "puluc challenge", opponent=village.ben)
    backend, offer = village.env.backend, village.board
    me = backend.bot_user.id
    thread = backend.create_thread(village.plaza.id, "Puluc", me, message_id=offer.id)
    path = "/channels/*/messages/*/threads"
    village.env.inject_error("POST", path, status=400, code=160004, times=None)
    await village.ben.click(offer, label="Accept")
    (there,) = village.plaza.threads
    assert there.id == thread.id
    assert there.last_message is not None
    assert there.last_message.attachments


async def test_a_thread_that_is_gone(village: "Village") -> None:
    """A game whose thread was deleted goes on in the channel."""
    await set_up(village, thread=True)
    await village.play()
    (thread,) = village.plaza.threads
    village.env.backend.delete_channel(thread.id)
    await village.ben.slash(village.plaza, "puluc board")
    assert village.board.attachments


async def test_no_thread_without_permission(village: "Village") -> None:
    """If the bot can't create threads, the game is played in the channel."""
    await set_up(village, thread=True)
    village.forbid(village.plaza, create_public_threads=False)
    await village.play()
    assert village.board.attachments


async def test_a_game_in_a_thread(village: "Village") -> None:
    """A game that starts in a member's thread stays in that thread."""
    thread = village.thread("talk", village.ana)
    await village.ana.slash(thread, "puluc challenge", opponent=village.ben)
    assert thread.last_message is not None
    await village.ben.click(thread.last_message, label="Accept")
    table = await village.table()
    assert table.place == Place(Platform.DISCORD, str(village.plaza.id), str(thread.id))
    assert table.status is Status.PLAYING


async def test_settings_of_a_thread(village: "Village") -> None:
    """A thread has the settings of its channel."""
    await set_up(village, tables=False)
    thread = village.thread("talk", village.ana)
    await village.ana.slash(thread, "puluc open")
    assert thread.last_message is None


async def test_the_library_keeps_no_buttons(village: "Village") -> None:
    """The library keeps no buttons in memory, however many boards there are."""
    await set_up(village, placement=Placing.NEW)
    await village.play()
    await village.ana.click(village.board, label="Enter → 3")
    await village.ben.click(village.board, custom_id=str(first(village.board).custom_id))
    shown = village.env.bot._connection._view_store  # noqa: SLF001 - no public API
    assert (shown._views, shown._modals, shown._synced_message_views) == ({}, {}, {})  # noqa: SLF001 - no public API


async def test_two_people(town: "Town") -> None:
    """A board that calls two people mentions and notifies both."""
    page = reminder(town.ana)
    both = replace(page, mentions=(*page.mentions, *reminder(town.ben).mentions))
    await town.outbound.show(town.place, both, None, Placement.POST)
    assert town.plaza.last.content.startswith(f"{town.ana.mention} {town.ben.mention}\n")
    assert town.plaza.last.pinged == [town.ana, town.ben]


def first(message: discord.Message) -> discord.Button:
    button = message.components[0].children[0]  # type: ignore[union-attr] # a row of buttons
    assert isinstance(button, discord.Button)
    return button


@pytest.mark.parametrize("name", ["a_b*c*", "[x](https://evil.example)", "<@1>", "@everyone"])
async def test_names_are_plain(village: "Village", name: str) -> None:
    """Markup in a name is escaped and pings nobody."""
    eva = village.guild.add_member(village.env.create_user(name))
    await eva.slash(village.plaza, "puluc open")
    assert name not in village.board.content.replace("\\", "\\\\")
    assert village.pings[-1] == []


def page(moves: int) -> Page:
    buttons = tuple(
        Button(Text("move.step", start=number, end=number + 1), Move(TABLE, 4, f"{number}+1"))
        for number in range(moves)
    )
    return Page(
        table=TABLE,
        code="secret",
        revision=4,
        lines=(),
        picture=None,
        buttons=buttons,
        live=True,
    )


@pytest.mark.parametrize(
    ("moves", "more", "menus"),
    [(25, False, 0), (24, True, 0), (25, True, 1), (26, False, 2), (100, True, 4)],
)
async def test_many_moves(moves: int, more: bool, menus: int) -> None:
    """Moves are buttons if they all fit, and otherwise menu options beside the other buttons."""
    shown = page(moves)
    if more:
        shown = replace(
            shown, buttons=(*shown.buttons, Button(Text("button.menu"), ShowMenu(TABLE)))
        )
    made = view(shown, SAY)
    selects = [item for item in made.children if isinstance(item, discord.ui.Select)]
    assert len(selects) == menus
    buttons = [item for item in made.children if isinstance(item, discord.ui.Button)]
    assert len(buttons) == (0 if menus else moves) + more
    offered = sum(len(select.options) for select in selects) + len(buttons) - more
    assert offered == moves
    assert len(made.to_components()) <= 5
