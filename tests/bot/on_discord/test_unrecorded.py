"""Boards that were posted but not recorded in the store are found again by a press."""

from typing import TYPE_CHECKING

import pytest

from bot.store.memory import MemoryStore
from bot.table.ids import TableId
from bot.table.people import Place
from bot.table.ports import Shown, StoreDown
from bot.table.settings import Settings
from discord_simulator.places import Channel, Message

if TYPE_CHECKING:
    from tests.bot.on_discord.conftest import House, Town


class ForgetfulStore(MemoryStore):
    """A store that can fail to record a posted board."""

    away = False

    async def mark_shown(self, table: TableId, place: Place, shown: Shown) -> bool:
        if self.away:
            raise StoreDown
        return await super().mark_shown(table, place, shown)


@pytest.fixture
def store(house: "House") -> ForgetfulStore:
    house.store = ForgetfulStore()
    return house.store


def live(channel: Channel) -> list[Message]:
    """The messages of a channel that can be pressed."""
    return [message for message in channel.messages if message.labels]


async def post_unrecorded(store: ForgetfulStore, town: "Town") -> None:
    """Let Ana's move post a new board while the store can't record it."""
    town.house.now += 301
    store.away = True
    await town.press(town.ana, live(town.plaza)[-1], "Enter → 3")
    store.away = False


async def test_a_press_on_an_unknown_board(store: ForgetfulStore, town: "Town") -> None:
    """A press on an unrecorded board is played, and only that board keeps its buttons."""
    await town.play()
    await post_unrecorded(store, town)
    old, unknown = live(town.plaza)
    town.house.now += 5
    await town.press(town.ben, unknown, unknown.buttons[0])
    assert (await town.table()).moves == 2
    assert [message.id for message in live(town.plaza)] == [unknown.id]
    assert old.id != unknown.id


async def test_an_unknown_board_in_a_thread(store: ForgetfulStore, town: "Town") -> None:
    """An unrecorded board can be pressed in a game's own thread, too."""
    await store.change_settings(town.place, Settings(thread=True))
    await town.play()
    (thread,) = town.threads
    town.house.now += 301
    store.away = True
    await town.press(town.ana, live(thread)[-1], "Enter → 3")
    store.away = False
    _, unknown = live(thread)
    town.house.now += 5
    await town.press(town.ben, unknown, unknown.buttons[0])
    assert [message.id for message in live(thread)] == [unknown.id]


async def test_which_board_was_pressed(town: "Town", monkeypatch: pytest.MonkeyPatch) -> None:
    """A move reports the board it was made on; commands and other buttons don't."""
    reported: list[tuple[str, int | None]] = []

    def pressed(_table: TableId, _place: Place, message: str, revision: int | None) -> None:
        reported.append((message, revision))

    table = await town.play()
    board = str(town.board.id)
    monkeypatch.setattr(town.house.service, "_pressed", pressed)
    await town.command(town.ana, "puluc board")
    await town.press(town.ana, town.board, "Enter → 3")
    await town.forge({"type": 2, "style": 1, "label": "?", "custom_id": f"1resign.{table.id}"})
    await town.press(town.ana, town.board, "?")
    assert reported == [(str(town.board.id), 2)]
    assert board != str(town.board.id)
