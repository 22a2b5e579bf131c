"""Games in threads of their own: names, people, captions, the next game, and the end."""

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from bot.show.threads import NOTED_SECONDS, OPEN_SECONDS
from bot.table.settings import Settings
from bot.table.table import Status
from discord_simulator.members import Permission
from discord_simulator.places import MessageKind

if TYPE_CHECKING:
    from bot.table.table import Table
    from discord_simulator.places import Channel
    from tests.bot.on_discord.conftest import ReplyText, Town

DASH = "\N{EN DASH}"
WITHIN = "This game is played in the thread below."


@pytest.fixture
async def threaded(town: "Town") -> "Town":
    """A town whose channel gives each game a thread."""
    await town.store.change_settings(town.place, replace(Settings(), thread=True))
    return town


async def due(town: "Town", after: float = NOTED_SECONDS) -> None:
    """Do what falls due after so many seconds, and show the results."""
    town.house.now += after
    for _ in range(3):  # what falls due may make other work due
        await town.house.core.scheduler.tick()
        await town.house.outbox.sweep()
        await town.house.outbox.drain()


def thread_of(town: "Town") -> "Channel":
    """Return the only thread."""
    (thread,) = town.threads
    return thread


async def ended(town: "Town", **options: object) -> "Table":
    """Let Ana play Ben and resign, so that he wins."""
    table = await town.play(**options)
    await resign(town)
    return await town.reload(table.id)


async def resign(town: "Town") -> None:
    """Let Ana resign her game."""
    asked = await town.command(town.ana, "puluc resign")
    await town.press(town.ana, asked.messages[-1], "Yes, resign")


async def test_its_name(threaded: "Town") -> None:
    """It has the names of the players and of the game, and stays listed for a week."""
    await threaded.play(ruleset="kekchi")
    thread = thread_of(threaded)
    assert (thread.name, thread.archives_after) == (f"Ana {DASH} Ben · Kekchi puluc", 10080)


async def test_its_boards(threaded: "Town") -> None:
    """It hangs below the challenge, and all boards of its game are posted there."""
    town = threaded
    table = await town.play()
    challenge, thread = town.plaza.messages[0], thread_of(town)
    board = thread.last
    await town.press(town.ana, board, "Enter → 3")
    assert (await town.reload(table.id)).moves == 1
    await town.command(town.ben, "puluc board")
    assert (thread.id, thread.last is board) == (challenge.id, False)
    assert [message for message in town.plaza.messages if message.attachments] == []


async def test_its_people(threaded: "Town") -> None:
    """Everyone who plays is added to it, above the first board, and only who is to move called."""
    await threaded.play()
    thread = thread_of(threaded)
    assert {user.name for user in thread.joined.values()} == {"Ana", "Ben"}
    *added, board = thread.messages
    assert [message.kind for message in added] == [MessageKind.ADDED] * 2
    assert board.pinged == [threaded.ana]


async def test_people_who_cannot_be_added(threaded: "Town") -> None:
    """A game goes on without those whom Discord doesn't add."""
    threaded.sim.refuse_next(50001, times=2, part="PUT /channels/")
    await threaded.play()
    thread = thread_of(threaded)
    assert (thread.last.labels[0], list(thread.joined.values())) == ("Enter → 3", [threaded.ana])


async def test_its_caption(threaded: "Town") -> None:
    """The challenge's message says who plays below it."""
    await threaded.play()
    await due(threaded)
    challenge = threaded.plaza.messages[0]
    assert challenge.words == f"**Ana {DASH} Ben · Puluc**\n{WITHIN}"
    assert challenge.labels == []


async def test_the_result(threaded: "Town") -> None:
    """Once the game is over, the caption says how it has ended."""
    await ended(threaded)
    await due(threaded)
    assert threaded.board.words == f"**Ana {DASH} Ben · Puluc**\nAna resigned. Ben wins."


async def test_a_caption_that_can_no_longer_be_edited(threaded: "Town") -> None:
    """One whose message Discord won't edit any more stays as it is, and is tried once."""
    town = threaded
    await town.play()
    await due(town)
    town.sim.age(town.board, 3601)
    town.board.old_edits = 3
    await resign(town)
    asked = town.asked(f"PATCH /channels/{town.plaza.id}/messages")
    for _ in range(3):
        await due(town, 60)
    assert town.board.words.endswith(WITHIN)
    assert town.asked(f"PATCH /channels/{town.plaza.id}/messages") == asked + 1


async def test_its_end(threaded: "Town") -> None:
    """It is archived an hour after the game."""
    town = threaded
    await ended(town)
    thread = thread_of(town)
    await due(town, OPEN_SECONDS - 1)
    assert not thread.archived
    await due(town, 1)
    assert thread.archived


async def test_a_rematch(threaded: "Town", reply: "ReplyText") -> None:
    """A rematch is played in the same thread, which stays open and has the score."""
    town = threaded
    await ended(town)
    thread = thread_of(town)
    asked = await town.press(town.ana, thread.last, "Rematch")
    assert "because this thread belongs to another game" not in "".join(asked.said)
    town.house.corn.numbers = [2, 1, 3]
    await town.press(town.ben, thread.last, "Accept")
    await due(town, OPEN_SECONDS)
    assert (town.threads, thread.archived) == ([thread], False)
    assert thread.last.attachments
    assert town.board.words == f"**Ben {DASH} Ana · Puluc**\nGames: Ana 0, Ben 1\n{WITHIN}"


async def test_a_rematch_after_the_end(threaded: "Town") -> None:
    """A rematch in an archived thread opens it again."""
    town = threaded
    await ended(town)
    await due(town, OPEN_SECONDS)
    thread = thread_of(town)
    await town.press(town.ana, thread.last, "Rematch")
    assert (thread.archived, thread.last.labels[0]) == (False, "Accept")


async def test_a_rematch_that_nobody_accepts(threaded: "Town") -> None:
    """It leaves the result of the game before it, and the thread ends with it."""
    town = threaded
    await ended(town)
    thread = thread_of(town)
    await town.press(town.ana, thread.last, "Rematch")
    await due(town, OPEN_SECONDS)
    assert not thread.archived
    await town.press(town.ana, thread.last, "Cancel")
    await due(town, OPEN_SECONDS)
    assert thread.archived
    assert "Ben wins" in town.board.words


async def test_a_match(threaded: "Town") -> None:
    """All games of a match are played in the same thread; at the end the caption has the score."""
    town = threaded
    await ended(town, options="match=2")
    await due(town)
    thread = thread_of(town)
    assert thread.last.labels[0] == "Ready"
    town.house.corn.numbers = [2, 1, 3]
    for person in (town.ana, town.ben):
        await town.press(person, thread.last, "Ready")
    await due(town)
    await resign(town)
    await due(town, OPEN_SECONDS)
    assert (town.threads, thread.archived) == ([thread], True)
    assert town.board.words.splitlines()[1] == f"Ben beat Ana 2{DASH}0."


async def test_a_game_in_an_archived_thread(threaded: "Town") -> None:
    """If a thread is archived during its game, the next board opens it again."""
    town = threaded
    await town.play()
    thread = thread_of(town)
    town.sim.archive(thread)
    town.house.now += 301
    await town.press(town.ana, thread.last, "Enter → 3")
    assert not thread.archived
    assert thread.last.labels[0] != "Enter → 3"


async def test_an_existing_thread(threaded: "Town") -> None:
    """A thread that was created before a crash is used again."""
    town = threaded
    await town.command(town.ana, "puluc challenge", opponent=town.ben)
    thread = town.sim.thread(town.plaza, "Puluc", below=town.board)
    await town.press(town.ben, town.board, "Accept")
    assert town.threads == [thread]
    assert thread.last.attachments


async def test_a_thread_that_is_gone(threaded: "Town") -> None:
    """A game whose thread was deleted goes on in the channel."""
    town = threaded
    await town.play()
    town.sim.delete(thread_of(town))
    await town.command(town.ben, "puluc board")
    assert town.board.attachments


async def test_without_permission(threaded: "Town") -> None:
    """If the bot can't create threads, the game is played in the channel."""
    town = threaded
    await town.forbid(town.plaza, Permission.CREATE_PUBLIC_THREADS)
    await town.play()
    assert town.board.attachments
    assert not [each for each in town.sim.requests if each.path.endswith("/threads")]


async def test_by_choice(town: "Town") -> None:
    """Players can give their own game a thread, of which the challenge tells."""
    await town.command(town.ana, "puluc challenge", opponent=town.ben, options="thread=yes")
    assert "Once it starts, the game has a thread of its own." in town.board.words
    await town.press(town.ben, town.board, "Accept")
    assert thread_of(town).last.attachments


async def test_none_by_choice(threaded: "Town") -> None:
    """Players can go without the thread that the channel gives to games."""
    table = await threaded.play(options="thread=no")
    assert (threaded.threads, table.status) == ([], Status.PLAYING)


async def test_a_choice_without_permission(town: "Town", reply: "ReplyText") -> None:
    """Where the bot can't start threads, it says which permission is missing, and posts nothing."""
    await town.forbid(town.plaza, Permission.CREATE_PUBLIC_THREADS)
    asked = await town.command(town.ana, "puluc challenge", opponent=town.ben, options="thread=yes")
    assert "leave thread=yes out: Create Public Threads." in reply(asked)
    assert town.plaza.messages == []


async def test_a_choice_in_a_thread(town: "Town", reply: "ReplyText") -> None:
    """A game in a member's thread can't have one of its own."""
    thread = await town.thread("talk", town.ana)
    asked = await town.command(town.ana, "puluc open", at=thread, options="thread=yes")
    assert "This is a thread already" in reply(asked)


async def test_a_changed_choice(town: "Town", reply: "ReplyText") -> None:
    """A challenge can be given a thread later, with the same permission."""
    await town.command(town.ana, "puluc challenge", opponent=town.ben)
    changed = await town.command(town.ana, "puluc game change", options="thread=yes")
    assert "Game changed" in reply(changed) or "The game has been changed." in reply(changed)
    await town.forbid(town.plaza, Permission.CREATE_PUBLIC_THREADS)
    await town.command(town.ana, "puluc game change", options="thread=no")
    refused = await town.command(town.ana, "puluc game change", options="thread=yes")
    assert "Create Public Threads" in reply(refused)
