"""Boards that were posted but not recorded in the store, because a response was lost."""

from dataclasses import replace
from typing import TYPE_CHECKING

from bot.table.people import Place, Platform

if TYPE_CHECKING:
    from tests.bot.on_telegram.conftest import Village


async def lost_reply(village: "Village") -> None:
    """Let Ana ask for the board again, and lose the response with which Telegram confirms it."""
    village.sim.break_next(502, part="sendPhoto", applied=True)
    await village.say(village.ana, "/board@puluc_bot")


def live(village: "Village") -> list[int]:
    """Return the ids of messages with buttons."""
    return [message.id for message in village.plaza.messages if message.labels]


async def test_a_press_on_a_board_that_was_posted_twice(village: "Village") -> None:
    """A press on an unrecorded board is played, and one board with buttons is left."""
    await village.play()
    await lost_reply(village)
    stray, known = (m for m in village.plaza.messages if m.picture)
    assert live(village) == [stray.id, known.id]
    await village.press(village.ana, stray, stray.labels[0])
    assert live(village) == [known.id]


async def test_a_payload_of_another_message(village: "Village") -> None:
    """A forged payload doesn't change the message that it comes from."""
    board = await village.play()
    table = await village.table()
    await village.say(village.eva, "/open@puluc_bot")
    offer = village.board
    forged = replace(offer.buttons[0], data=f"1move.{table.id}.{table.revision}.b+3")
    village.eva.press(offer, forged, wait=False)
    await village.hear()
    village.now += 60
    await village.settle()
    assert set(live(village)) == {board.id, offer.id}
    place = Place(Platform.TELEGRAM, str(village.plaza.id))
    shown = await village.store.shown(table.id, place)
    assert shown is not None
    assert shown.message == str(board.id)
