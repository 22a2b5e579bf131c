"""Offers in games of more than two sides: nobody decides over the head of a third."""

import pytest

from bot.acts import access
from bot.acts.look.menu import ShowMenu
from bot.acts.play.claim import Claim, Extend
from bot.acts.play.draw import Draw
from bot.acts.play.pause import Pause
from bot.acts.play.resign import Resign
from bot.acts.play.resume import Resume
from bot.acts.play.take import TakeSeat
from bot.acts.play.undo import Undo
from bot.show.presenter import page_of
from bot.table.asking import Wish
from bot.table.departures import PASSED_SECONDS
from bot.table.ids import TableId
from bot.table.pace import DAY, HOUR, Pace
from bot.table.table import Ending, Table
from bot.table.terms import Terms
from tests.bot.acts.room import ANA, BEN, CARA, Room, Why
from tests.bot.acts.sides import answer, begun, mover, play_turn, three_sides
from tests.bot.acts.teams import DAN, EASY

WISHED = {Wish.UNDO: Undo, Wish.DRAW: Draw, Wish.PAUSE: Pause, Wish.RESUME: Resume}
TIMED = Terms(Pace(3 * DAY))
PEOPLE = (ANA, BEN, CARA)
ALL = pytest.mark.parametrize("wish", WISHED)


@pytest.fixture
def pebbles() -> Room:
    """A room with a game for three."""
    return three_sides()


async def ready(room: Room, wish: Wish) -> TableId:
    """Return a game in which Ana has made a move, and can wish this."""
    id_ = await begun(room, terms=TIMED)
    while await mover(room, id_) != 0:
        await play_turn(room, id_)
    await play_turn(room, id_)
    if wish is Wish.RESUME:
        await room.act(BEN, Pause(id_))
        for actor in (ANA, CARA):
            assert not (await answer(room, id_, actor)).refused
    return id_


def came_true(wish: Wish, before: Table, table: Table) -> bool:
    """Whether what Ana wished has happened."""
    return {
        Wish.UNDO: table.moves < before.moves,
        Wish.DRAW: table.ending is Ending.AGREED,
        Wish.PAUSE: access.is_paused(table, ANA),
        Wish.RESUME: not access.is_paused(table, ANA),
    }[wish]


def said(room: Room, table: Table) -> list[str]:
    """The lines of the board."""
    return [*map(room.say, page_of(room.games, table, "en").lines)]


@ALL
async def test_every_side_agrees(pebbles: Room, wish: Wish) -> None:
    """One of two opponents isn't enough; both together are."""
    id_ = await ready(pebbles, wish)
    before = await pebbles.table(id_)
    assert not (await pebbles.act(ANA, WISHED[wish](id_))).refused
    assert not (await answer(pebbles, id_, BEN)).refused
    assert not came_true(wish, before, await pebbles.table(id_))
    assert not (await answer(pebbles, id_, CARA)).refused
    assert came_true(wish, before, await pebbles.table(id_))


@ALL
async def test_an_accomplice(pebbles: Room, why: Why, wish: Wish) -> None:
    """However often one opponent agrees, the other one is asked."""
    id_ = await ready(pebbles, wish)
    before = await pebbles.table(id_)
    await pebbles.act(ANA, WISHED[wish](id_))
    await answer(pebbles, id_, BEN)
    assert why(await answer(pebbles, id_, BEN)) == "agree.already"
    assert why(await answer(pebbles, id_, ANA)) == "agree.own"
    assert not came_true(wish, before, await pebbles.table(id_))


@ALL
async def test_what_the_board_says(pebbles: Room, wish: Wish) -> None:
    """The board says who has to agree, who has, and who is still asked."""
    id_ = await ready(pebbles, wish)
    await pebbles.act(ANA, WISHED[wish](id_))
    all_ = "All other sides have to agree: Ben and Cara are asked."
    assert all_ in said(pebbles, await pebbles.table(id_))
    await answer(pebbles, id_, CARA)
    assert "Cara has agreed; Ben is still asked." in said(pebbles, await pebbles.table(id_))


@ALL
async def test_one_declines(pebbles: Room, wish: Wish) -> None:
    """One of the others can decline, even after another has agreed."""
    id_ = await ready(pebbles, wish)
    before = await pebbles.table(id_)
    await pebbles.act(ANA, WISHED[wish](id_))
    await answer(pebbles, id_, BEN)
    assert not (await answer(pebbles, id_, CARA, agrees=False)).refused
    table = await pebbles.table(id_)
    assert (table.asking, table.declined) == (None, 2)
    assert not came_true(wish, before, table)


@ALL
async def test_the_last_person_of_a_side_leaves(pebbles: Room, wish: Wish) -> None:
    """If the only one who is still asked leaves, the offer ends, and another one can be made."""
    id_ = await ready(pebbles, wish)
    before = await pebbles.table(id_)
    await pebbles.act(ANA, WISHED[wish](id_))
    await answer(pebbles, id_, BEN)
    await pebbles.act(CARA, Resign(id_, sure=True))
    table = await pebbles.table(id_)
    assert table.asking is None
    assert not came_true(wish, before, table)
    if wish is Wish.RESUME:  # Ana has asked for it; Ben can, too
        await pebbles.act(BEN, Resume(id_))
        await answer(pebbles, id_, ANA)
    else:
        await pebbles.act(ANA, WISHED[wish](id_))
        await answer(pebbles, id_, BEN)
    assert came_true(wish, before, await pebbles.table(id_))


@ALL
async def test_a_seat_changes_hands(pebbles: Room, why: Why, wish: Wish) -> None:
    """Who takes over a seat hasn't agreed to anything, and an old Agree does nothing."""
    id_ = await ready(pebbles, wish)
    await pebbles.act(CARA, Resign(id_, sure=True))
    before = await pebbles.table(id_)
    await pebbles.act(ANA, WISHED[wish](id_))
    old = (await pebbles.table(id_)).asking
    assert old is not None
    await pebbles.act(DAN, TakeSeat(id_))
    table = await pebbles.table(id_)
    assert table.asking is None
    assert not came_true(wish, before, table)


async def test_two_pauses_of_three(pebbles: Room) -> None:
    """Neither one player nor two end a pause of three before a day has passed."""
    id_ = await ready(pebbles, Wish.RESUME)
    for actor in (ANA, BEN):
        await pebbles.act(actor, Resume(id_))
    assert access.is_paused(await pebbles.table(id_), CARA)
    await pebbles.act(CARA, Resume(id_))
    assert not access.is_paused(await pebbles.table(id_), CARA)


async def test_alone_in_a_pause(pebbles: Room) -> None:
    """If a pause leaves only one person, the computer that waited for its end moves."""
    id_ = await begun(pebbles, terms=TIMED)
    await pebbles.act(ANA, Pause(id_))
    for actor in (BEN, CARA):
        await answer(pebbles, id_, actor)
    first = await mover(pebbles, id_)
    await pebbles.act(PEOPLE[first], Resign(id_, sure=True))
    await pebbles.wait(HOUR)
    assert (await pebbles.table(id_)).moves == 0
    await pebbles.act(PEOPLE[first - 1], Resign(id_, sure=True))
    await pebbles.wait(PASSED_SECONDS)
    assert (await pebbles.table(id_)).moves > 0


async def out_of_time(room: Room) -> tuple[TableId, int]:
    """Return a game in which the time of a player is up, and that player's seat."""
    id_ = await begun(room, terms=TIMED)
    await room.wait(3 * DAY, every=DAY)
    forfeit = (await room.table(id_)).forfeit
    assert forfeit is not None
    return id_, forfeit


async def test_a_day_from_every_side(pebbles: Room, why: Why) -> None:
    """Who has run out of time gets a day if both others give it, not if only one does."""
    id_, forfeit = await out_of_time(pebbles)
    gets, first, second = (PEOPLE[forfeit - n] for n in range(3))
    assert not (await pebbles.act(first, Extend(id_))).refused
    table = await pebbles.table(id_)
    assert (table.forfeit, table.asking is not None) == (forfeit, True)
    asked = f"{first.name} wants to give a day to the player whose turn it is."
    assert asked in said(pebbles, table)
    assert why(await answer(pebbles, id_, gets)) == "extend.own"
    assert why(await pebbles.act(gets, Extend(id_))) == "claim.own"
    assert not (await pebbles.act(second, Extend(id_))).refused
    table = await pebbles.table(id_)
    assert (table.deadline, table.asking) == (int(pebbles.now) + DAY, None)


async def test_a_claim_instead_of_a_day(pebbles: Room) -> None:
    """An open offer of a day keeps nobody from letting the computer play on."""
    id_, forfeit = await out_of_time(pebbles)
    _, first, second = (PEOPLE[forfeit - n] for n in range(3))
    await pebbles.act(first, Extend(id_))
    assert not (await pebbles.act(second, Claim(id_))).refused
    table = await pebbles.table(id_)
    assert (table.vacated, table.asking) == ((forfeit,), None)


async def test_an_undo_against_computers(pebbles: Room) -> None:
    """Where only computers play on the other sides, a move is taken back at once."""
    id_ = await begun(pebbles, ANA, EASY, EASY)
    while await mover(pebbles, id_) != 0:
        await pebbles.wait(1)
    before = await pebbles.table(id_)
    await play_turn(pebbles, id_)
    assert not (await pebbles.act(ANA, Undo(id_))).refused
    assert (await pebbles.table(id_)).position == before.position


async def test_the_menu_of_a_game_without_taking_back(pebbles: Room, why: Why) -> None:
    """With `undo=no`, nobody can take back a move, and no button offers it."""
    id_ = await begun(pebbles, terms=Terms(undo=False))
    while await mover(pebbles, id_) != 0:
        await play_turn(pebbles, id_)
    await play_turn(pebbles, id_)
    assert why(await pebbles.act(ANA, Undo(id_))) == "undo.ruled-out"
    choices = (await pebbles.act(ANA, ShowMenu(id_))).choices
    assert not any(getattr(each, "act", None) == Undo(id_) for each in choices)
