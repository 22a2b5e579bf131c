"""A store whose answers to changes are lost."""

from collections.abc import Awaitable, Callable, Iterator
from functools import partial
from typing import Any

import pytest

from bot.acts.gather.accept import Accept
from bot.acts.gather.open import Open
from bot.acts.look.settings import ChangeSettings
from bot.acts.tables import offers_of
from bot.store.memory import MemoryStore
from bot.table.people import Actor
from bot.table.ports import Down, Operation, StoreDown, Verdict
from bot.table.table import Status
from engine.text import Text
from tests.bot.acts.room import ANA, BEN, PLACE, Room

LOST, NEVER, FULL, UNCOPIED = "lost", "never", "full", "uncopied"
"""What happens to a change: done but not acknowledged, not done, refused, or without a replica."""


class LossyStore(MemoryStore):
    """An in-memory store that handles each change as the next of `fates` says."""

    def __init__(self) -> None:
        super().__init__()
        self.fates: Iterator[str] = iter(())

    async def _met(self, change: Callable[[], Awaitable[object]]) -> Any:
        fate = next(self.fates, "")
        if fate == FULL:
            raise StoreDown(Down.FULL)
        if fate != NEVER:
            done: Any = await change()
        if fate in (LOST, NEVER):
            raise StoreDown(Down.UNSURE)
        return Verdict.APPLIED_UNSAFE if fate == UNCOPIED else done

    async def commit(self, *args: Any) -> Any:
        return await self._met(partial(super().commit, *args))

    async def create(self, *args: Any) -> Any:
        return await self._met(partial(super().create, *args))

    async def change_settings(self, *args: Any) -> None:
        await self._met(partial(super().change_settings, *args))


@pytest.fixture
def lossy() -> LossyStore:
    return LossyStore()


@pytest.fixture
def room(lossy: LossyStore) -> Room:
    """A channel whose store loses answers."""
    return Room(store=lossy)


@pytest.mark.parametrize("fate", [LOST, NEVER])
async def test_a_move_whose_answer_was_lost(room: Room, lossy: LossyStore, fate: str) -> None:
    """A move is retried, played once and shown, whether or not the first attempt was applied."""
    id_ = await room.playing([2, 1, 3, 4])
    before = await room.table(id_)
    room.shown_now.clear()
    lossy.fates = iter([fate])
    reply = await room.move(ANA, id_, "b+3")
    assert not reply.texts
    assert (await room.table(id_)).revision == before.revision + 1
    assert room.shown_now == [id_]


async def test_a_move_that_is_not_yet_safe(room: Room, lossy: LossyStore) -> None:
    """A move that too few replicas have is played and shown, and its player is told."""
    id_ = await room.playing([2, 1, 3, 4])
    room.shown_now.clear()
    lossy.fates = iter([UNCOPIED])
    reply = await room.move(ANA, id_, "b+3")
    assert reply.texts == (Text("store.unsafe"),)
    assert not reply.refused
    assert room.shown_now == [id_]


async def test_an_offer_is_no_longer_counted(room: Room, lossy: LossyStore) -> None:
    """Follow-up work runs even if the answer to the change was lost."""
    id_ = await room.post(ANA, Open())
    lossy.fates = iter([LOST])
    await room.act(BEN, Accept(id_))
    assert (await room.table(id_)).status is Status.PLAYING
    assert await lossy.taken(offers_of(ANA.user), now=int(room.now)) == ()


async def test_a_store_that_goes_away_after_the_change(
    room: Room, lossy: LossyStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Once a step is committed, a later failure isn't reported as if nothing had changed."""

    async def away(*_: object) -> None:
        raise StoreDown

    id_ = await room.post(ANA, Open())
    monkeypatch.setattr(lossy, "give_back", away)
    reply = await room.act(BEN, Accept(id_))
    assert not reply.refused
    assert (await room.table(id_)).status is Status.PLAYING


async def test_two_lost_answers(room: Room, lossy: LossyStore) -> None:
    """If both answers are lost, the error says that the outcome is uncertain."""
    id_ = await room.playing([2, 1, 3, 4])
    before = await room.table(id_)
    lossy.fates = iter([LOST, LOST])
    with pytest.raises(StoreDown) as down:
        await room.move(ANA, id_, "b+3")
    assert down.value.reason is Down.UNSURE
    assert (await room.table(id_)).revision == before.revision + 1


async def test_a_refusal_settles_it(room: Room, lossy: LossyStore) -> None:
    """If the retry finds the store full, the error says so: nothing has changed."""
    id_ = await room.playing([2, 1, 3, 4])
    before = await room.table(id_)
    lossy.fates = iter([NEVER, FULL])
    with pytest.raises(StoreDown) as down:
        await room.move(ANA, id_, "b+3")
    assert down.value.reason is Down.FULL
    assert await room.table(id_) == before


async def test_a_challenge_whose_answer_was_lost(room: Room, lossy: LossyStore) -> None:
    """A challenge is posted once."""
    lossy.fates = iter([LOST])
    await room.act(ANA, Open(), operation="post")
    table = await room.table(room.service.table_id(Operation("post")))
    assert await lossy.tables_in(PLACE) == (table,)


async def test_a_setting_whose_answer_was_lost(room: Room, lossy: LossyStore) -> None:
    """A setting is changed, and the change is confirmed."""
    lossy.fates = iter([NEVER])
    reply = await room.act(Actor(ANA.user, "Ana", manages=True), ChangeSettings("theme", "dark"))
    assert not reply.refused
    assert (await lossy.settings(PLACE)).theme == "dark"
