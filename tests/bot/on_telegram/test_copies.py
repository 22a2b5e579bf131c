"""Games shown in several chats, and attempts to hide or end one in a chat of one's own."""

from typing import TYPE_CHECKING

import pytest

from bot.table.table import Status

if TYPE_CHECKING:
    from tests.bot.on_telegram.conftest import Village


async def test_closing_in_a_private_chat(village: "Village") -> None:
    """In a private chat, a player can't close a game, also when it is shown there."""
    board = await village.play()
    table = await village.table()
    await village.say(village.ana, f"/board {table.id}", at=village.ana.private)
    reply = await village.say(village.ana, f"/close {table.id}", at=village.ana.private)
    assert reply.text.startswith("Only moderators and administrators close games")
    now = await village.table()
    assert (now.status, now.ending, now.place) == (Status.PLAYING, None, table.place)
    assert board.labels


async def test_closing_in_a_group_of_one_s_own(village: "Village") -> None:
    """The administrator of another group can't close a game that is shown there."""
    await village.play()
    table = await village.table()
    own = village.sim.group("Own", village.ana)
    village.sim.appoint(village.ana, own)
    await village.hear()
    await village.say(village.ana, f"/board@puluc_bot {table.id}", at=own)
    board = own.last
    reply = await village.say(village.ana, f"/close@puluc_bot {table.id}", at=own)
    assert reply.text == "Done. The game goes on where it began."
    assert (await village.table()).status is Status.PLAYING
    assert (board.labels, board.words) == ([], "This game is now shown elsewhere.")


async def test_a_board_in_a_private_chat_hides_nothing(village: "Village") -> None:
    """A player who goes on in their private chat leaves the board in the group, with its ping."""
    await village.play([2, 1, 3, 1, 1, 1])
    table = await village.table()
    copy = await village.say(village.ana, f"/board {table.id}", at=village.ana.private)
    village.now += 600
    await village.press(village.ana, copy, copy.labels[0])
    assert (await village.table()).moves == 1
    assert [person.name for person in village.board.pinged] == ["Ben"]
    assert village.board.labels == copy.labels
    assert village.ana.private.last is copy


async def test_show_here_hides_nothing(village: "Village") -> None:
    """Show here, below a private list of games, leaves the board in the group."""
    board = await village.play()
    listed = await village.say(village.ana, "/games", at=village.ana.private)
    await village.press(village.ana, listed, listed.labels[0])
    assert village.ana.private.last.picture
    assert board.labels == village.ana.private.last.labels


async def test_the_menu_ends_a_copy(village: "Village") -> None:
    """The menu in the private chat has a button that ends the copy there."""
    await village.play()
    table = await village.table()
    copy = await village.say(village.ana, f"/board {table.id}", at=village.ana.private)
    await village.press(village.ana, copy, "…")
    menu = village.ana.private.last
    await village.press(village.ana, menu, "Stop showing it here")
    assert (await village.table()).shown_in == (table.place,)
    assert copy.labels == []


@pytest.mark.parametrize(
    ("anonymous", "closed"),
    [
        (False, "Eva, a moderator, closed this game. Nobody wins."),
        (True, "A moderator closed this game. Nobody wins."),
    ],
)
async def test_who_closed_a_game(village: "Village", closed: str, *, anonymous: bool) -> None:
    """The board names the administrator, unless they are anonymous."""
    await village.play()
    village.sim.appoint(village.eva, village.plaza, anonymous=anonymous)
    await village.say(village.eva, f"/close@puluc_bot {(await village.table()).id}")
    assert closed in village.board.words


async def test_a_supergroup(village: "Village") -> None:
    """When a group with a copy becomes a supergroup, the copy follows."""
    await village.play()
    table = await village.table()
    own = village.sim.group("Own", village.ana)
    await village.hear()
    await village.say(village.ana, f"/board@puluc_bot {table.id}", at=own)
    new = village.sim.migrate(own)
    await village.hear()
    home, copy = (await village.table()).shown_in
    assert (home, copy.channel) == (table.place, str(new.id))
    assert new.last.picture


async def test_a_copy_in_a_blocked_chat(village: "Village") -> None:
    """When a player blocks the bot, the copy in their private chat ends, and the game goes on."""
    await village.play([2, 1, 3, 1, 1, 1])
    table = await village.table()
    await village.say(village.ana, f"/board {table.id}", at=village.ana.private)
    village.ana.block()
    await village.press(village.ana, village.board, village.board.labels[0])
    await village.scheduler.tick()
    now = await village.table()
    assert (now.moves, now.shown_in) == (1, (table.place,))
