"""Offers that are declined or cancelled, and when they can be made again."""

import pytest

from bot.acts.look.menu import ShowMenu
from bot.acts.play.answer import Answer
from bot.acts.play.draw import Draw
from bot.acts.play.pause import Pause
from bot.show.presenter import page_of
from bot.table.asking import Wish
from bot.table.pace import HOUR
from bot.table.people import Actor
from bot.table.table import Status
from tests.bot.acts.agreeing import DAN, WISHED, answered, moved, offered, partners, paused
from tests.bot.acts.room import ANA, BEN, CARA, Room, Why


@pytest.mark.parametrize("actor", [ANA, BEN])
async def test_no_agreement(room: Room, actor: Actor) -> None:
    """The opponent declines an offer, or its maker takes it back; the game goes on."""
    id_ = await moved(room)
    before = await room.table(id_)
    await offered(room, id_, ANA, Wish.DRAW)
    table = await answered(room, id_, actor, agrees=False)
    assert (table.asking, table.status) == (None, Status.PLAYING)
    assert (table.position, table.clock) == (before.position, before.clock)


@pytest.mark.parametrize("wish", [Wish.DRAW, Wish.PAUSE])
@pytest.mark.parametrize("actor", [BEN, CARA])
async def test_declining_in_a_team(room: Room, actor: Actor, wish: Wish) -> None:
    """Any player can decline an offer, even a partner, which ends it."""
    id_ = await partners(room)
    asking = await offered(room, id_, ANA, wish)
    assert not (await room.act(actor, Answer(id_, asking.revision, agrees=False))).refused
    table = await room.table(id_)
    assert (table.asking, table.declined) == (None, table.seat_of(actor.user))


async def test_a_declined_offer_is_told(room: Room) -> None:
    """The board says who declined an offer, until the next step."""
    id_ = await room.playing([2, 1, 3, 2])
    await room.act(ANA, Draw(id_))
    asking = (await room.table(id_)).asking
    assert asking is not None
    await room.act(BEN, Answer(id_, asking.revision, agrees=False))
    assert (await room.table(id_)).declined == 1
    await room.move(ANA, id_, (await room.moves(id_))[0])
    assert (await room.table(id_)).declined is None


@pytest.mark.parametrize("wish", WISHED)
@pytest.mark.parametrize("actor", [ANA, BEN])
async def test_no_clock_starts_with_a_refusal(room: Room, actor: Actor, wish: Wish) -> None:
    """To decline an offer, or to take it back, leaves the clock as it is."""
    id_ = await paused(room) if wish is Wish.RESUME else await moved(room)
    before = (await room.table(id_)).clock
    await offered(room, id_, ANA, wish)
    room.now += HOUR
    assert (await answered(room, id_, actor, agrees=False)).clock == before


@pytest.mark.parametrize("wish", [Wish.UNDO, Wish.DRAW, Wish.PAUSE])
@pytest.mark.parametrize("actor", [ANA, BEN])
async def test_a_refused_offer(room: Room, why: Why, actor: Actor, wish: Wish) -> None:
    """What was declined or taken back can't be offered again in the same turn, and is no button."""
    id_ = await moved(room)
    await offered(room, id_, ANA, wish)
    await answered(room, id_, actor, agrees=False)
    assert why(await room.act(ANA, WISHED[wish](id_))) == "agree.again"
    choices = (await room.act(ANA, ShowMenu(id_))).choices
    assert WISHED[wish](id_) not in [getattr(each, "act", None) for each in choices]


@pytest.mark.parametrize("wish", [Wish.UNDO, Wish.DRAW, Wish.PAUSE])
async def test_a_refused_offer_in_another_turn(room: Room, wish: Wish) -> None:
    """What was declined can be offered again once a turn, without a new message and a mention."""
    id_ = await moved(room)
    await offered(room, id_, ANA, wish)
    assert not (await room.table(id_)).silent
    await answered(room, id_, BEN, agrees=False)
    for _ in range(2):
        for _ in range(2):
            room.now += 1
            await room.move(await room.mover(id_), id_, (await room.moves(id_))[0])
        await offered(room, id_, ANA, wish)
        table = await room.table(id_)
        assert table.silent
        page = page_of(room.games, table, "en")
        assert ([each.name for each in page.mentions], page.asks) == (["Ben"], False)  # to move
        await answered(room, id_, BEN, agrees=False)


async def test_what_the_others_may_offer(room: Room) -> None:
    """Each side and each kind of offer is refused on its own."""
    id_ = await moved(room)
    await offered(room, id_, ANA, Wish.DRAW)
    await answered(room, id_, BEN, agrees=False)
    await offered(room, id_, ANA, Wish.PAUSE)
    await answered(room, id_, BEN, agrees=False)
    await offered(room, id_, BEN, Wish.DRAW)
    assert not (await room.table(id_)).silent


async def test_a_partner_offers_the_same(room: Room, why: Why) -> None:
    """A partner can't offer again in this turn what was declined."""
    id_ = await partners(room)
    await offered(room, id_, ANA, Wish.PAUSE)
    await answered(room, id_, CARA, agrees=False)
    assert why(await room.act(BEN, Pause(id_))) == "agree.again"
    assert not (await room.act(DAN, Pause(id_))).refused


async def test_an_offer_that_is_replaced(room: Room, why: Why) -> None:
    """An offer that another one has replaced can't be made again in the same turn."""
    id_ = await moved(room)
    await offered(room, id_, ANA, Wish.DRAW)
    await offered(room, id_, ANA, Wish.PAUSE)
    assert why(await room.act(ANA, Draw(id_))) == "agree.again"


async def test_an_offer_after_one_that_was_granted(room: Room) -> None:
    """Once it has been granted, an offer of this kind calls the others again."""
    id_ = await moved(room)
    await offered(room, id_, ANA, Wish.UNDO)
    await answered(room, id_, BEN, agrees=False)
    for actor in (BEN, ANA):
        room.now += 1
        await room.move(actor, id_, (await room.moves(id_))[0])
    await offered(room, id_, ANA, Wish.UNDO)
    assert (await answered(room, id_, BEN, agrees=True)).refused == ()
