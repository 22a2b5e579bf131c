"""Places where the bot lacks permissions, and what players are told there."""

from typing import TYPE_CHECKING

import pytest
from simcord import ChannelHandle, InteractionResult

from bot.table.people import Place, Platform
from bot.table.ports import Operation
from bot.table.settings import Settings
from bot.table.table import Ending, Status

if TYPE_CHECKING:
    from tests.bot.on_discord.conftest import ReplyText, Village


def private(result: InteractionResult) -> list[str]:
    """The texts of all private replies to an interaction."""
    answers = (result.response, *result.followups)
    return [answer.content for answer in answers if answer is not None and answer.ephemeral]


@pytest.mark.parametrize("command", ["open", "challenge"])
async def test_a_challenge_that_nobody_else_sees(
    village: "Village", reply: "ReplyText", command: str
) -> None:
    """In a private chat with the bot, a challenge is refused and practice is suggested."""
    options = {"opponent": village.ben.user} if command == "challenge" else {}
    result = await village.ana.user.slash(f"puluc {command}", **options)
    said = reply(result)
    assert "just you and me" in said
    assert "/puluc practice" in said
    assert village.ana.user.dm_channel.last_message is None


async def test_a_player_who_blocks_the_bot(village: "Village", reply: "ReplyText") -> None:
    """If the bot can't write to a player in private, it says how to change that."""
    village.env.inject_error("POST", "/channels/*/messages", status=403, code=50007, times=None)
    said = reply(await village.ana.user.slash("puluc practice"))
    assert said.startswith("Discord won't let me send you private messages.")
    assert (await village.table()).ending is Ending.CANCELLED


async def test_a_challenge_in_the_thread_of_a_game(village: "Village", reply: "ReplyText") -> None:
    """A challenge from another game's thread is posted in the channel, and the host is told."""
    await village.store.change_settings(
        Place(Platform.DISCORD, str(village.plaza.id)), Settings(thread=True)
    )
    await village.play()
    (thread,) = village.plaza.threads
    shown = len(thread.history())
    said = reply(await village.ana.slash(thread, "puluc open"))
    assert (
        said == f"Posted in {village.plaza.mention}, because this thread belongs to another game."
    )
    assert village.labels[0] == "Accept"
    assert len(thread.history()) == shown


def lock(village: "Village", thread: ChannelHandle) -> None:
    """Lock a thread, so that Discord rejects what the bot posts or edits there."""
    found = village.env.backend.get_thread(thread.id).thread_metadata
    assert found is not None
    found.locked = True
    for method in ("PATCH", "POST"):
        path = f"/channels/{thread.id}/messages*"
        village.env.inject_error(method, path, status=403, code=50083, times=None)


async def test_a_locked_thread(village: "Village", reply: "ReplyText") -> None:
    """A move in a locked thread is made, and the player is told why the board doesn't show it."""
    thread = village.thread("talk", village.ana)
    village.house.corn.numbers = [2, 1, 3]
    await village.ana.slash(thread, "puluc challenge", opponent=village.ben)
    await village.ben.click(thread.last_message, label="Accept")
    lock(village, thread)
    result = await village.ana.click(thread.last_message, label="Enter → 3")
    assert "This thread is locked" in reply(result)
    game = await village.table()
    assert game.moves == 1
    for command in ("open", "practice", "board"):
        assert "This thread is locked" in reply(await village.ana.slash(thread, f"puluc {command}"))
    tables = await village.store.tables_in(game.place)
    assert [table.id for table in tables if table.status is not Status.OVER] == [game.id]


async def test_a_challenge_that_is_refused(village: "Village", reply: "ReplyText") -> None:
    """A challenge that Discord rejects is cancelled, so it doesn't count as open."""
    for _ in range(4):
        path = "/channels/*/messages"
        village.env.inject_error("POST", path, status=403, code=50013, times=1)
        said = reply(await village.ana.slash(village.plaza, "puluc open"))
        assert said.startswith("Discord won't let me post boards here")
        assert (await village.table()).ending is Ending.CANCELLED
    assert reply(await village.ana.slash(village.plaza, "puluc open")) == "Done."


async def test_the_missing_permission_is_named(village: "Village", reply: "ReplyText") -> None:
    """A refused challenge names the permissions that the bot lacks, and no others."""
    village.forbid(village.plaza, send_messages=False, attach_files=False)
    said = reply(await village.ana.slash(village.plaza, "puluc open"))
    assert "Attach Files" in said
    assert "Send Messages" in said
    assert "View Channel" not in said
    assert village.plaza.last_message is None


async def test_a_board_that_is_edited(village: "Village") -> None:
    """If the bot can't post but can still edit its board, players see no warning."""
    await village.play()
    village.forbid(village.plaza, send_messages=False)
    result = await village.ana.click(village.board, label="Enter → 3")
    assert private(result) == []
    assert village.board.content.startswith("Ana enters")


async def test_a_board_that_cannot_be_posted(village: "Village") -> None:
    """A press that needs a new board names the missing permission if the bot can't post."""
    table = await village.play()
    village.forbid(village.plaza, send_messages=False)
    village.house.now += 301
    result = await village.ana.click(village.board, label="Enter → 3")
    (said,) = private(result)
    assert "Send Messages" in said
    assert (await village.reload(table.id)).status is Status.PLAYING


async def test_two_bots(village: "Village") -> None:
    """Operation ids include the bot's application id."""
    await village.ana.slash(village.plaza, "puluc open")
    table, number = await village.table(), village.env.bot.application_id
    (asked,) = {o.split(":")[1] for o in village.store._operations[table.id]}  # noqa: SLF001 - no public API
    assert asked == str(number)
    assert not await village.store.applied(table.id, Operation("discord:1"))
