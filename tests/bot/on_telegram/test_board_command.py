"""/board posts a board whatever has become of the one before."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.bot.on_telegram.conftest import Village

SENDING = ("can_send_messages", "can_send_photos")


async def posts_the_newest(village: "Village") -> None:
    """Check that Ben's /board posts a board that shows Ana's move, with his buttons."""
    before = village.board
    await village.say(village.ben, "/board@puluc_bot")
    assert village.board is not before
    assert "Ana enters a warrior on 3." in village.board.words
    await village.press(village.ben, village.board, village.board.labels[0])
    assert "Ben enters" in village.board.words


async def test_after_the_bot_was_removed(village: "Village") -> None:
    """Once the bot is back in the group."""
    board = await village.play()
    village.sim.kick_bot(village.plaza)
    await village.hear()
    village.sim.leave(village.eva, village.plaza)
    village.ana.forge(board, board.codes[0], wait=False)
    await village.hear()
    village.now += 3600
    village.sim.invite_bot(village.plaza)
    await village.hear()
    await posts_the_newest(village)


async def test_after_the_bot_was_muted(village: "Village") -> None:
    """Once it may write again."""
    board = await village.play()
    village.sim.forbid(village.plaza, *SENDING)
    await village.press(village.ana, board, "Enter → 3")
    village.now += 3600
    village.sim.allow(village.plaza, *SENDING)
    await posts_the_newest(village)


async def test_after_a_day(village: "Village") -> None:
    """When Telegram doesn't change the old message any more."""
    board = await village.play()
    await village.press(village.ana, board, "Enter → 3")
    village.now += 24 * 3600
    village.sim.age(village.board, 72)
    village.sim.refuse_next("Bad Request: message can't be edited", times=10, part="editMessage")
    await posts_the_newest(village)
    village.sim.forgive()
