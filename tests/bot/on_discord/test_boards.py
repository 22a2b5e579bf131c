"""Posting, editing and placing boards, and what happens when the bot isn't allowed to."""

from dataclasses import replace
from typing import TYPE_CHECKING

import discord
import pytest

from bot.acts.look.menu import ShowMenu
from bot.acts.play.move import Move
from bot.on_discord.components import rows
from bot.show.page import Page
from bot.show.placement import Placement
from bot.table.button import Button
from bot.table.ids import TableId
from bot.table.people import Place, Platform
from bot.table.settings import Placing, Settings
from bot.table.table import Status
from bot.texts.catalogue import Catalogue
from discord_simulator.members import Permission
from discord_simulator.places import Flag
from engine.text import Text
from renderer.theme import MAIZE
from tests.bot.on_discord.reminders import reminder

if TYPE_CHECKING:
    from discord_simulator.messages import Message
    from tests.bot.on_discord.conftest import Town

SAY = Catalogue().voice("en")
TABLE = TableId("k3f9qd7m2x")


async def repost(town: "Town") -> None:
    """Run the tasks that are due, and show the results."""
    for due in await town.store.claim(town.house.now):
        if (again := await town.house.outbox.reposting.handle(due)) is None:
            await town.store.done(due)
        else:
            await town.store.release(again, due)
    await town.house.outbox.sweep()
    await town.house.outbox.drain()


async def set_up(town: "Town", **changes: object) -> None:
    """Change settings of the channel."""
    await town.store.change_settings(town.place, replace(Settings(), **changes))  # type: ignore[arg-type] # the types match the fields


async def test_picture(town: "Town") -> None:
    """A board is a picture with alt text."""
    await town.play()
    (picture,) = town.board.attachments
    assert picture.name == "board.png"
    assert str(town.board.alt).startswith("Ana (jade) to move.")
    assert picture.data.startswith(b"\x89PNG\r\n\x1a\n")


async def test_the_edge_of_a_board(town: "Town") -> None:
    """The edge of a board's frame has the colour of the side to move."""
    await town.play()
    jade, red = (int.from_bytes(side.face) for side in MAIZE.sides)
    assert town.board.accent == jade
    await town.press(town.ana, town.board, "Enter → 3")
    assert town.board.accent == red


async def test_a_board_of_an_earlier_version(town: "Town") -> None:
    """A board with content, as earlier versions posted it, becomes one of components."""
    await town.play()
    board = town.board
    board.components, board.flags = board.components[0]["components"][2:], Flag(0)
    board.content = "Ana to move"
    await town.press(town.ana, board, "Enter → 3")
    assert town.board is board
    assert (board.content, board.flags) == ("", Flag.COMPONENTS_V2)
    assert board.words.startswith("Ana enters")


async def test_quick_play(town: "Town") -> None:
    """While both players move within a minute, the bot edits one message and pings nobody."""
    await town.play()
    board = town.board
    for person, label in ((town.ana, "Enter → 3"), (town.ben, "Enter → 9")):
        town.house.now += 59
        await town.press(person, town.board, label)
    assert town.plaza.messages == [board]
    assert "<@" not in board.words


async def test_slow_play(town: "Town") -> None:
    """A move after a minute posts a new board for the old one, and pings who is to move."""
    await town.play()
    town.house.now += 61
    await town.press(town.ana, town.board, "Enter → 3")
    (new,) = town.plaza.messages
    assert new.words.startswith(f"{town.ben.mention}\nAna enters")
    assert new.pinged == [town.ben]


async def test_a_move_that_is_not_answered(town: "Town") -> None:
    """A board that nobody answers is reposted once, five minutes after its last edit."""
    await town.play()
    town.house.now += 5
    await town.press(town.ana, town.board, "Enter → 3")
    town.house.now += 301
    await repost(town)
    await repost(town)
    (new,) = town.plaza.messages
    assert new.words.startswith(town.ben.mention)
    town.house.now += 3600
    await repost(town)
    assert town.plaza.messages == [new]


async def kept(town: "Town") -> "Message":
    """Return an old board below a new one, where the channel's settings keep it."""
    await set_up(town, delete_old=False)
    await town.play()
    town.house.now += 61
    await town.press(town.ana, town.board, "Enter → 3")
    old, _ = town.plaza.messages
    return old


async def test_old_boards_that_stay(town: "Town") -> None:
    """If the channel's settings say so, an old board keeps its picture, but not its buttons."""
    old = await kept(town)
    assert (old.words, old.labels) == ("There's a newer message below.", [])
    assert old.attachments
    assert str(old.alt).startswith("Ana (jade) to move.")


async def test_old_boards_that_cannot_be_read(town: "Town") -> None:
    """Without the permission to read the history, an old board loses its picture, too."""
    await town.forbid(town.plaza, Permission.READ_MESSAGE_HISTORY)
    old = await kept(town)
    assert (old.words, old.labels) == ("There's a newer message below.", [])


async def test_always_new(town: "Town") -> None:
    """If the channel's settings say so, every board is a new message."""
    await set_up(town, placement=Placing.NEW)
    await town.play()
    await town.press(town.ana, town.board, "Enter → 3")
    (board,) = town.plaza.messages
    assert board.words.startswith(town.ben.mention)


async def test_a_message_that_is_gone(town: "Town") -> None:
    """A board whose message was deleted is posted again."""
    table = await town.play()
    town.sim.delete(town.board)
    await town.command(town.ben, "puluc board", game=table.id)
    (board,) = town.plaza.messages
    assert board.attachments


@pytest.mark.parametrize("code", [30046, 10008, 50083])
async def test_a_message_that_cannot_be_edited(impatient: None, town: "Town", code: int) -> None:
    """If a message can no longer be edited, a new one takes its place."""
    await town.play()
    town.sim.refuse_next(code, times=5, part="/callback")  # the library's attempts
    board = town.board
    town.sim.refuse_next(code, times=1000, part=f"PATCH /channels/{town.plaza.id}/messages/")
    await town.press(town.ana, town.board, "Enter → 3")
    assert town.board is not board
    assert board.deleted


async def test_an_old_message_is_edited_once(town: "Town") -> None:
    """An edit that Discord refuses because the message is old is not tried again."""
    await town.play()
    board = town.board
    town.sim.refuse_next(30046, times=1000, part="PATCH ")
    town.sim.refuse_next(30046, times=1000, part="/callback")
    await town.press(town.ana, board, "Enter → 3")
    assert town.board is not board
    assert town.asked(f"PATCH /channels/{town.plaza.id}/messages/{board.id}") == 1


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
    """A move is made even if its board can't be posted, and the player is told."""
    table = await town.play()
    await town.forbid(town.plaza, Permission.ATTACH_FILES)
    town.house.now += 301
    result = await town.press(town.ana, town.board, "Enter → 3")
    assert result.said
    assert (await town.reload(table.id)).moves == 1


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
    assert town.plaza.last.words.startswith(f"{town.ana.mention} {town.ben.mention}\n")
    assert town.plaza.last.pinged == [town.ana, town.ben]


async def test_a_line_that_mentions_somebody(town: "Town") -> None:
    """A board notifies only the people whom it calls, whoever an announcement on it mentions."""
    page, said = reminder(town.ana), Text("announcement.line", said=f"Ask {town.ben.mention}")
    await town.outbound.show(town.place, replace(page, lines=(said,)), None, Placement.POST)
    assert town.ben.mention in town.plaza.last.words
    assert town.plaza.last.pinged == [town.ana]


@pytest.mark.parametrize("name", ["a_b*c*", "[x](https://evil.example)", "<@1>", "@everyone"])
async def test_names_are_plain(town: "Town", name: str) -> None:
    """Markup in a name is escaped and pings nobody."""
    await town.command(town.add(name), "puluc open")
    assert name not in town.board.words.replace("\\", "\\\\")
    assert town.board.pinged == []


def page(moves: int) -> Page:
    buttons = tuple(
        Button(
            Text("move.step", start=number, end=number + 1),
            Move(TABLE, 4, f"{number}+1"),
            move=f"{number}+1",
        )
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
    items = [item for row in rows(shown.buttons, SAY) for item in row.children]
    selects = [item for item in items if isinstance(item, discord.ui.Select)]
    assert len(selects) == menus
    buttons = [item for item in items if isinstance(item, discord.ui.Button)]
    assert len(buttons) == (0 if menus else moves) + more
    offered = sum(len(select.options) for select in selects) + len(buttons) - more
    assert offered == moves
