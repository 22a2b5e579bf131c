"""Places where the bot lacks permissions, and what players are told there."""

from typing import TYPE_CHECKING

import pytest

from bot.table.ports import Operation
from bot.table.settings import Settings
from bot.table.table import Ending, Status
from discord_simulator.members import Permission

if TYPE_CHECKING:
    from tests.bot.on_discord.conftest import ReplyText, Town


@pytest.mark.parametrize("command", ["open", "challenge"])
async def test_a_challenge_that_nobody_else_sees(
    town: "Town", reply: "ReplyText", command: str
) -> None:
    """In a private chat with the bot, a challenge is refused and practice is suggested."""
    options = {"opponent": town.ben} if command == "challenge" else {}
    result = await town.command(town.ana, f"puluc {command}", at=town.ana.direct, **options)
    said = reply(result)
    assert "just you and me" in said
    assert "/puluc practice" in said
    assert town.ana.direct.messages == []


async def test_a_player_who_blocks_the_bot(town: "Town", reply: "ReplyText") -> None:
    """If the bot can't write to a player in private, it says how to change that."""
    town.ana.takes_direct_messages = False
    said = reply(await town.command(town.ana, "puluc practice", at=town.ana.direct))
    assert said.startswith("Discord won't let me send you private messages.")
    assert (await town.table()).ending is Ending.CANCELLED


async def test_a_challenge_in_the_thread_of_a_game(town: "Town", reply: "ReplyText") -> None:
    """A challenge from another game's thread is posted in the channel, and the host is told."""
    await town.store.change_settings(town.place, Settings(thread=True))
    await town.play()
    (thread,) = town.threads
    shown = len(thread.messages)
    said = reply(await town.command(town.ana, "puluc open", at=thread))
    assert said == f"Posted in <#{town.plaza.id}>, because this thread belongs to another game."
    assert town.labels[0] == "Accept"
    assert len(thread.messages) == shown


async def test_a_locked_thread(town: "Town", reply: "ReplyText") -> None:
    """A move in a locked thread is made, and the player is told why the board doesn't show it."""
    thread = await town.thread("talk", town.ana)
    town.house.corn.numbers = [2, 1, 3]
    await town.command(town.ana, "puluc challenge", at=thread, opponent=town.ben)
    await town.press(town.ben, thread.last, "Accept")
    town.sim.lock(thread)
    result = await town.press(town.ana, thread.last, "Enter → 3")
    assert "This thread is locked" in reply(result)
    game = await town.table()
    assert game.moves == 1
    for command in ("open", "practice", "board"):
        said = reply(await town.command(town.ana, f"puluc {command}", at=thread))
        assert "This thread is locked" in said
    tables = await town.store.tables_in(game.place)
    assert [table.id for table in tables if table.status is not Status.OVER] == [game.id]


async def test_a_challenge_that_is_refused(town: "Town", reply: "ReplyText") -> None:
    """A challenge that Discord rejects is cancelled, so it doesn't count as open."""
    for _ in range(4):
        town.sim.refuse_next(50013, part=f"POST /channels/{town.plaza.id}/messages")
        said = reply(await town.command(town.ana, "puluc open"))
        assert said.startswith("Discord won't let me post boards here")
        assert (await town.table()).ending is Ending.CANCELLED
    await town.command(town.ana, "puluc open")
    assert "Accept" in town.labels


async def test_the_missing_permission_is_named(town: "Town", reply: "ReplyText") -> None:
    """A refused challenge names the permissions that the bot lacks, and no others."""
    await town.forbid(town.plaza, Permission.SEND_MESSAGES | Permission.ATTACH_FILES)
    said = reply(await town.command(town.ana, "puluc open"))
    assert "Attach Files" in said
    assert "Send Messages" in said
    assert "View Channel" not in said
    assert town.plaza.messages == []


async def test_a_board_that_is_edited(town: "Town") -> None:
    """If the bot can't post but can still edit its board, players see no warning."""
    await town.play()
    await town.forbid(town.plaza, Permission.SEND_MESSAGES)
    result = await town.press(town.ana, town.board, "Enter → 3")
    assert result.said == []
    assert town.board.words.startswith("Ana enters")


async def test_a_board_that_cannot_be_posted(town: "Town") -> None:
    """A press that needs a new board names the missing permission if the bot can't post."""
    table = await town.play()
    await town.forbid(town.plaza, Permission.SEND_MESSAGES)
    town.house.now += 301
    result = await town.press(town.ana, town.board, "Enter → 3")
    (said,) = result.said
    assert "Send Messages" in said
    assert (await town.reload(table.id)).status is Status.PLAYING


async def test_two_bots(town: "Town") -> None:
    """Operation ids include the bot's application id."""
    await town.command(town.ana, "puluc open")
    table, number = await town.table(), town.client.application_id
    *_, opened = town.sim.interactions._known.values()  # noqa: SLF001 - no public API
    assert await town.store.applied(table.id, Operation(f"discord:{number}:{opened.id}"))
    assert not await town.store.applied(table.id, Operation(f"discord:1:{opened.id}"))
