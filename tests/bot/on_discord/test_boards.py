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
from discord_simulator.members import Permission
from engine.text import Text
from tests.bot.on_discord.reminders import reminder

if TYPE_CHECKING:
    from tests.bot.on_discord.conftest import Town

SAY = Catalogue().voice("en")
TABLE = TableId("k3f9qd7m2x")


async def repost(town: "Town") -> None:
    """Run the tasks that are due, and show the results."""
    for due in await town.store.claim(town.house.now):
        await town.house.outbox.reposting.handle(due)
        await town.store.done(due)
    await town.house.outbox.sweep()


async def set_up(town: "Town", **changes: object) -> None:
    """Change settings of the channel."""
    await town.store.change_settings(town.place, replace(Settings(), **changes))  # type: ignore[arg-type] # the types match the fields


async def test_picture(town: "Town") -> None:
    """A board is a picture with alt text."""
    await town.play()
    (picture,) = town.board.attachments
    assert picture.name == "board.png"
    assert str(picture.alt).startswith("Ana (jade) to move.")
    assert picture.data.startswith(b"\x89PNG\r\n\x1a\n")


async def test_quick_play(town: "Town") -> None:
    """While both players move quickly, the bot edits one message and pings nobody."""
    await town.play()
    board = town.board
    for person, label in ((town.ana, "Enter → 3"), (town.ben, "Enter → 9")):
        town.house.now += 60
        await town.press(person, town.board, label)
    assert town.plaza.messages == [board]
    assert "<@" not in board.content


async def test_slow_play(town: "Town") -> None:
    """A move after five minutes posts a new board that pings only the player to move."""
    await town.play()
    town.house.now += 301
    await town.press(town.ana, town.board, "Enter → 3")
    old, new = town.plaza.messages
    assert (old.content, old.components) == ("There's a newer message below.", [])
    assert old.attachments
    assert new.content.startswith(f"{town.ben.mention}\nAna enters")
    assert new.pinged == [town.ben]


async def test_a_move_that_is_not_answered(town: "Town") -> None:
    """A board that nobody answers is reposted once, five minutes after its last edit."""
    await town.play()
    town.house.now += 5
    await town.press(town.ana, town.board, "Enter → 3")
    town.house.now += 301
    await repost(town)
    await repost(town)
    _, new = town.plaza.messages
    assert new.content.startswith(town.ben.mention)
    town.house.now += 3600
    await repost(town)
    assert len(town.plaza.messages) == 2


async def test_always_new(town: "Town") -> None:
    """If the channel's settings say so, every board is a new message and old ones are deleted."""
    await set_up(town, placement=Placing.NEW, delete_old=True)
    await town.play()
    await town.press(town.ana, town.board, "Enter → 3")
    (board,) = town.plaza.messages
    assert board.content.startswith(town.ben.mention)


async def test_a_message_that_is_gone(town: "Town") -> None:
    """A board whose message was deleted is posted again."""
    table = await town.play()
    town.sim.delete(town.board)
    await town.command(town.ben, "puluc board", game=table.id)
    (board,) = town.plaza.messages
    assert board.attachments


@pytest.mark.parametrize("code", [30046, 10008, 50083])
async def test_a_message_that_cannot_be_edited(impatient: None, town: "Town", code: int) -> None:
    """If a message can no longer be edited, a new one is posted."""
    await town.play()
    town.sim.refuse_next(code, times=1000, part=f"PATCH /channels/{town.plaza.id}/messages/")
    await town.press(town.ana, town.board, "Enter → 3")
    assert len(town.plaza.messages) == 2


async def test_a_lost_permission(town: "Town") -> None:
    """If the bot loses access to a channel, it stops trying there; the game goes on elsewhere."""
    table = await town.play()
    await town.forbid(town.plaza, Permission.SEND_MESSAGES | Permission.VIEW_CHANNEL)
    sent = len(town.sim.requests)
    hall = await town.channel("hall")
    await town.house.outbox.sweep()
    assert len(town.sim.requests) == sent
    await town.command(town.ana, "puluc board", at=hall)
    assert (await town.reload(table.id)).status is Status.PLAYING
    assert hall.last.attachments
    sent = len(town.sim.requests)
    await town.house.outbox.sweep()
    assert len(town.sim.requests) == sent


async def test_a_press_without_permission(town: "Town") -> None:
    """A move is made even if its board can't be shown, and the player is told."""
    table = await town.play()
    await town.forbid(town.plaza, Permission.ATTACH_FILES)
    result = await town.press(town.ana, town.board, "Enter → 3")
    assert result.said
    assert (await town.reload(table.id)).moves == 1


async def test_thread_for_each_game(town: "Town") -> None:
    """A game gets a thread below its challenge, and all its boards are posted there."""
    await set_up(town, thread=True)
    table = await town.play()
    challenge, *_ = town.plaza.messages
    (thread,) = town.threads
    assert (thread.id, thread.name) == (challenge.id, f"Puluc {table.id}")
    assert challenge.content == "This game is played in the thread below."
    assert challenge.components == []
    board = thread.last
    await town.press(town.ana, board, "Enter → 3")
    assert (await town.reload(table.id)).moves == 1
    await town.command(town.ben, "puluc board")
    assert thread.last is not board
    assert [message for message in town.plaza.messages if message.attachments] == []


async def test_an_existing_thread(town: "Town") -> None:
    """A thread that was created before a crash is used again."""
    await set_up(town, thread=True)
    await town.command(town.ana, "puluc challenge", opponent=town.ben)
    thread = town.sim.thread(town.plaza, "Puluc", below=town.board)
    await town.press(town.ben, town.board, "Accept")
    assert town.threads == [thread]
    assert thread.last.attachments


async def test_a_thread_that_is_gone(town: "Town") -> None:
    """A game whose thread was deleted goes on in the channel."""
    await set_up(town, thread=True)
    await town.play()
    (thread,) = town.threads
    town.sim.delete(thread)
    await town.command(town.ben, "puluc board")
    assert town.board.attachments


async def test_no_thread_without_permission(town: "Town") -> None:
    """If the bot can't create threads, the game is played in the channel."""
    await set_up(town, thread=True)
    await town.forbid(town.plaza, Permission.CREATE_PUBLIC_THREADS)
    await town.play()
    assert town.board.attachments


async def test_a_game_in_a_thread(town: "Town") -> None:
    """A game that starts in a member's thread stays in that thread."""
    thread = await town.thread("talk", town.ana)
    await town.command(town.ana, "puluc challenge", at=thread, opponent=town.ben)
    await town.press(town.ben, thread.last, "Accept")
    table = await town.table()
    assert table.place == Place(Platform.DISCORD, str(town.plaza.id), str(thread.id))
    assert table.status is Status.PLAYING


async def test_settings_of_a_thread(town: "Town") -> None:
    """A thread has the settings of its channel."""
    await set_up(town, tables=False)
    thread = await town.thread("talk", town.ana)
    await town.command(town.ana, "puluc open", at=thread)
    assert thread.messages == []


async def test_the_library_keeps_no_buttons(town: "Town") -> None:
    """The library keeps no buttons in memory, however many boards there are."""
    await set_up(town, placement=Placing.NEW)
    await town.play()
    await town.press(town.ana, town.board, "Enter → 3")
    await town.press(town.ben, town.board, town.board.buttons[0])
    shown = town.client._connection._view_store  # noqa: SLF001 - no public API
    assert (shown._views, shown._modals, shown._synced_message_views) == ({}, {}, {})  # noqa: SLF001 - no public API


async def test_two_people(town: "Town") -> None:
    """A board that calls two people mentions and notifies both."""
    page = reminder(town.ana)
    both = replace(page, mentions=(*page.mentions, *reminder(town.ben).mentions))
    await town.outbound.show(town.place, both, None, Placement.POST)
    assert town.plaza.last.content.startswith(f"{town.ana.mention} {town.ben.mention}\n")
    assert town.plaza.last.pinged == [town.ana, town.ben]


async def test_a_line_that_mentions_somebody(town: "Town") -> None:
    """A board notifies only the people whom it calls, whoever an announcement on it mentions."""
    page, said = reminder(town.ana), Text("announcement.line", said=f"Ask {town.ben.mention}")
    await town.outbound.show(town.place, replace(page, lines=(said,)), None, Placement.POST)
    assert town.ben.mention in town.plaza.last.content
    assert town.plaza.last.pinged == [town.ana]


@pytest.mark.parametrize("name", ["a_b*c*", "[x](https://evil.example)", "<@1>", "@everyone"])
async def test_names_are_plain(town: "Town", name: str) -> None:
    """Markup in a name is escaped and pings nobody."""
    await town.command(town.add(name), "puluc open")
    assert name not in town.board.content.replace("\\", "\\\\")
    assert town.board.pinged == []


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
