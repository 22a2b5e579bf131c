"""Games shown in several channels, and attempts to hide or end one in a channel of one's own."""

from typing import TYPE_CHECKING

from bot.table.invites import code
from bot.table.table import Ending, Status

if TYPE_CHECKING:
    from discord_simulator.places import Channel
    from tests.bot.on_discord.conftest import ReplyText, Town


async def own_server(town: "Town") -> "Channel":
    """Return a channel of a server in which Ana is a moderator, and Ben isn't a member."""
    channel = await town.other_plaza("en-GB")
    guild = channel.guild
    assert guild is not None
    del guild.members[town.ben.id]
    town.sim.appoint(town.ana, guild)
    return channel


async def tick(town: "Town") -> None:
    """Let what is due be done, and shown."""
    await town.house.core.scheduler.tick()
    await town.house.outbox.drain()


async def test_board_in_another_channel(town: "Town") -> None:
    """A player can have a game shown in another channel, too, where it pings nobody."""
    await town.play()
    hall = await town.channel("hall")
    await town.command(town.ana, "puluc board", at=hall)
    assert hall.last.attachments
    assert (hall.last.pinged, hall.last.labels) == ([], town.board.labels)
    await town.press(town.ana, hall.last, hall.last.labels[0])
    assert (await town.table()).moves == 1


async def test_a_board_in_a_private_chat_hides_nothing(town: "Town") -> None:
    """A player who goes on in their private chat leaves the board in the channel, with its ping."""
    table = await town.play([2, 1, 3, 1, 1, 1])
    chat = town.ana.direct
    await town.command(town.ana, "puluc board", at=chat, game=table.id)
    copy = chat.last
    town.house.now += 600
    await town.press(town.ana, copy, copy.labels[0])
    assert [person.name for person in town.board.pinged] == ["Ben"]
    assert town.board.labels == copy.labels
    assert chat.last is copy


async def test_closing_in_a_private_chat(town: "Town", reply: "ReplyText") -> None:
    """In a private chat nobody is a moderator, not even of a game that is shown there."""
    table = await town.play()
    chat = town.ana.direct
    await town.command(town.ana, "puluc board", at=chat, game=table.id)
    refused = await town.command(town.ana, "puluc game close", at=chat, game=table.id)
    assert "Only moderators and administrators" in reply(refused)
    assert (await town.reload(table.id)).status is Status.PLAYING


async def test_closing_in_a_server_of_one_s_own(town: "Town", reply: "ReplyText") -> None:
    """The moderator of another server can't close a game that is shown there, only the copy."""
    table, own = await town.play(), await own_server(town)
    await town.command(town.ana, "puluc board", at=own, game=table.id)
    done = await town.command(town.ana, "puluc game close", at=own, game=table.id)
    assert reply(done) == "Done. The game goes on where it began."
    now = await town.reload(table.id)
    assert (now.status, now.shown_in) == (Status.PLAYING, (table.place,))
    link = f"https://discord.com/channels/{town.guild.id}/{town.plaza.id}/{town.board.id}"
    await tick(town)
    assert own.last.words == f"This game is now shown elsewhere: {link}"
    assert own.last.labels == []


async def test_who_closed_a_game(town: "Town") -> None:
    """The board names the moderator."""
    table = await town.play()
    mia = town.add("Mia", moderates=True)
    await town.command(mia, "puluc game close", game=table.id)
    assert (await town.reload(table.id)).ending is Ending.CLOSED
    assert "Mia, a moderator, closed this game. Nobody wins." in town.board.words


async def test_a_practice_game_moves(town: "Town") -> None:
    """A practice game moves, and a note with a link replaces the old board."""
    await town.command(town.ana, "puluc practice")
    hall = await town.channel("hall")
    await town.command(town.ana, "puluc board", at=hall)
    town.house.now += 2
    await tick(town)
    link = f"https://discord.com/channels/{town.guild.id}/{hall.id}/{hall.last.id}"
    assert town.board.words == f"This game is now shown elsewhere: {link}"


async def test_a_copy_in_a_deleted_channel(town: "Town") -> None:
    """When the channel of a copy is deleted, the copy ends, and the game goes on."""
    table = await town.play([2, 1, 3, 1, 1, 1])
    hall = await town.channel("hall")
    await town.command(town.ana, "puluc board", at=hall)
    town.sim.delete(hall)
    await town.press(town.ana, town.board, town.board.labels[0])
    await tick(town)
    now = await town.reload(table.id)
    assert (now.moves, now.shown_in) == (1, (table.place,))


async def test_watching_in_another_channel(town: "Town", reply: "ReplyText") -> None:
    """Who asks is told who is asked, and the board comes once the other player has allowed it."""
    table, hall = await town.play(), await town.channel("hall")
    invites = town.house.shared.invites
    sight = code(table, invites.sight(table, table.hosted_by))
    cara = town.add("Cara")
    done = await town.command(cara, "puluc game watch", at=hall, code=sight)
    assert reply(done).startswith("I've asked Ben whether this game may be shown here.")
    assert not hall.messages
    assert [person.name for person in town.board.pinged] == ["Ben"]
    await town.press(town.ben, town.board, "Allow")
    assert hall.last.attachments
    assert (hall.last.pinged, hall.last.labels) == ([], town.board.labels)
