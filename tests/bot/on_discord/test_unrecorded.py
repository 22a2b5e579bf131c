"""Boards that were posted but not recorded in the store are found again by a press."""

from typing import TYPE_CHECKING

import pytest

from bot.store.memory import MemoryStore
from bot.table.ids import TableId
from bot.table.people import Place, Platform
from bot.table.ports import Shown, StoreDown
from bot.table.settings import Settings
from tests.bot.on_discord.test_boards import first

if TYPE_CHECKING:
    import discord
    from simcord import ChannelHandle

    from tests.bot.on_discord.conftest import House, Village


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


def live(channel: "ChannelHandle") -> "list[discord.Message]":
    return [message for message in channel.history() if message.components]


async def post_unrecorded(store: ForgetfulStore, village: "Village") -> None:
    """Let Ana's move post a new board while the store can't record it."""
    village.house.now += 301
    store.away = True
    await village.ana.click(live(village.plaza)[-1], label="Enter → 3")
    store.away = False


async def test_a_press_on_an_unknown_board(store: ForgetfulStore, village: "Village") -> None:
    """A press on an unrecorded board is played, and only that board keeps its buttons."""
    await village.play()
    await post_unrecorded(store, village)
    old, unknown = live(village.plaza)
    village.house.now += 5
    await village.ben.click(unknown, custom_id=str(first(unknown).custom_id))
    assert (await village.table()).moves == 2
    assert [message.id for message in live(village.plaza)] == [unknown.id]
    assert old.id != unknown.id


async def test_an_unknown_board_in_a_thread(store: ForgetfulStore, village: "Village") -> None:
    """An unrecorded board can be pressed in a game's own thread, too."""
    place = Place(Platform.DISCORD, str(village.plaza.id))
    await store.change_settings(place, Settings(thread=True))
    await village.play()
    (thread,) = village.plaza.threads
    village.house.now += 301
    store.away = True
    await village.ana.click(live(thread)[-1], label="Enter → 3")
    store.away = False
    _, unknown = live(thread)
    village.house.now += 5
    await village.ben.click(unknown, custom_id=str(first(unknown).custom_id))
    assert [message.id for message in live(thread)] == [unknown.id]


async def test_which_board_was_pressed(village: "Village", monkeypatch: pytest.MonkeyPatch) -> None:
    """A move reports the board it was made on; commands and other buttons don't."""
    reported: list[tuple[str, int | None]] = []

    def pressed(_table: TableId, _place: Place, message: str, revision: int | None) -> None:
        reported.append((message, revision))

    table = await village.play()
    board = str(village.board.id)
    monkeypatch.setattr(village.house.service, "_pressed", pressed)
    await village.ana.slash(village.plaza, "puluc board")
    await village.ana.click(village.board, label="Enter → 3")
    village.forge({"type": 2, "style": 1, "label": "?", "custom_id": f"1q.{table.id}"})
    await village.ana.click(village.board, label="?")
    assert reported == [(str(village.board.id), 2)]
    assert board != str(village.board.id)
