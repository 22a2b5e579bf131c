"""Who looks at a table, and the faces that people make there."""

import asyncio
import gc
from typing import TYPE_CHECKING
from unittest.mock import AsyncMock, Mock

import pytest

from bot.on_web.table_page.company import FACES, Presence
from bot.on_web.table_page.live import leaving
from bot.table.ids import TableId
from bot.table.ports import Store, StoreDown
from tests.bot.on_web.test_table_live import hearing
from tests.bot.on_web.test_table_state import begun, path, state

if TYPE_CHECKING:
    from tests.bot.on_web.conftest import Browser, House, Open


async def test_watchers_are_counted(
    house: "House", ana: "Browser", ben: "Browser", open_browser: "Open"
) -> None:
    """Pages hear how many watch the table, as they come and go; players aren't counted."""
    await begun(house, ana, ben)
    seen = (await state(house, ana))["seen"]
    async with hearing(house, ana, seen) as stream:
        assert (await stream.company())["watchers"] == 0
        async with hearing(house, open_browser(), seen):
            assert (await stream.company())["watchers"] == 1
        assert (await stream.company())["watchers"] == 0


async def test_a_page_that_is_closed_while_the_store_is_down() -> None:
    """Nothing of it is left that nobody handles, although nobody waits until it has left."""
    asked, down, unhandled = asyncio.Event(), asyncio.Event(), Mock()
    asyncio.get_running_loop().set_exception_handler(unhandled)

    async def fail(*_: object) -> None:
        asked.set()
        await down.wait()
        raise StoreDown

    store = AsyncMock(spec=Store)
    store.leave.side_effect = fail

    async def look() -> None:
        async with leaving(Presence(store, TableId("a"), False, "page", ())):
            pass

    looking = asyncio.create_task(look())
    await asked.wait()
    looking.cancel()
    await asyncio.wait([looking])
    left = asyncio.all_tasks() - {asyncio.current_task()}
    down.set()
    await asyncio.wait(left)
    del left
    gc.collect()
    unhandled.assert_not_called()


async def test_who_takes_a_seat_watches_no_longer(
    house: "House", ana: "Browser", ben: "Browser"
) -> None:
    """A page counts as that of a player once somebody there has a seat."""
    await ana.say("/puluc open")
    seen = (await state(house, ana))["seen"]
    async with hearing(house, ana, seen) as stream:
        await stream.company()
        async with hearing(house, ben, seen):
            assert (await stream.company())["watchers"] == 1
            await ben.press_button("Accept")
            assert (await stream.company())["watchers"] == 0


@pytest.mark.parametrize("face", FACES)
async def test_a_face(house: "House", ana: "Browser", ben: "Browser", face: str) -> None:
    """A face reaches the other pages once, with the seat of who makes it."""
    await begun(house, ana, ben)
    seen = (await state(house, ana))["seen"]
    async with hearing(house, ana, seen) as stream:
        await stream.company()
        answer = await ben.post(f"{await path(house)}/face", persona=ben.me, face=face)
        assert answer.status == 204
        (made,) = (await stream.company())["faces"]
    assert (made["seat"], made["face"]) == (1, face)


async def test_faces_take_their_time(house: "House", ana: "Browser", ben: "Browser") -> None:
    """Nobody makes two faces at once."""
    await begun(house, ana, ben)
    where = f"{await path(house)}/face"
    statuses = [(await ben.post(where, persona=ben.me, face="wow")).status for _ in range(2)]
    assert statuses == [204, 429]


async def test_an_old_face(
    house: "House", ana: "Browser", ben: "Browser", open_browser: "Open"
) -> None:
    """Who comes later doesn't see the faces that were made before."""
    await begun(house, ana, ben)
    await ben.post(f"{await path(house)}/face", persona=ben.me, face="wow")
    seen = (await state(house, ana))["seen"]
    async with hearing(house, open_browser(), seen) as stream:
        assert (await stream.company())["faces"] == []


async def test_a_forged_face(house: "House", ana: "Browser", ben: "Browser") -> None:
    """A face that doesn't exist is refused."""
    await begun(house, ana, ben)
    answer = await ben.post(f"{await path(house)}/face", persona=ben.me, face="<b>")
    assert answer.status == 400


async def test_someone_elses_face(house: "House", ana: "Browser", ben: "Browser") -> None:
    """Nobody makes a face for somebody else."""
    await begun(house, ana, ben)
    answer = await ben.post(f"{await path(house)}/face", persona=ana.me, face="wow")
    assert answer.status == 403
