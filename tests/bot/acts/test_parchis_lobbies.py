"""Games in which everyone plays for themselves: who gathers for them, and how they start."""

import pytest

from bot.acts.gather.begin import How, Start
from bot.acts.gather.challenge import Challenge
from bot.acts.gather.change import Alter, ChooseOptions
from bot.acts.gather.open import Open
from bot.acts.gather.practice import Practice
from bot.table.button import Button
from bot.table.corn import FairCorn
from bot.table.options import Options
from bot.table.table import Status
from bot.table.turns import Hands
from tests.bot.acts.gathering import DAN, EVE, joined, seen
from tests.bot.acts.room import ANA, BEN, CARA, Room, Why
from tests.bot.options import options

FOUR = options("parchis", seats="4")


@pytest.fixture
def room(room: Room) -> Room:
    """A room with dice, and people who post and join games in it."""
    room.use(Hands(FairCorn()))
    return room


async def test_a_challenge_to_one(room: Room) -> None:
    """Parchís is for two unless more are challenged."""
    id_ = await room.post(ANA, Challenge((BEN,), Options("parchis")))
    assert (await room.table(id_)).header == "parchis seats=2"


async def test_a_challenge_to_two(room: Room) -> None:
    """A challenge to two players is for three, and ends when one of them has finished."""
    id_ = await room.post(ANA, Challenge((BEN, CARA), Options("parchis")))
    assert (await room.table(id_)).header == "parchis seats=3 end=first"


async def test_a_challenge_to_too_many(room: Room, why: Why) -> None:
    """Four opponents are too many, and the refusal says so."""
    assert why(await room.act(ANA, Challenge((BEN, CARA, DAN, EVE), Options("parchis")))) == (
        "parchis.unplayable.seats"
    )


async def test_pairs_are_four(room: Room) -> None:
    """A game in pairs has four seats, even if nobody says so."""
    id_ = await room.post(ANA, Open(options("parchis", end="pairs")))
    assert len((await room.table(id_)).seats) == 4


async def test_starting_with_fewer(room: Room) -> None:
    """Those who have joined can play without the free seats, on whatever side they are."""
    id_ = await room.post(ANA, Open(FOUR))
    await joined(room, id_, 1, BEN)
    await joined(room, id_, 3, CARA)
    await room.act(ANA, Start(id_, How.FEWER))
    table = await room.table(id_)
    assert (table.header, table.status) == ("parchis seats=3 end=first", Status.PLAYING)
    assert await seen(room, id_) == "Ana* Ben Cara"


async def test_playing_on_for_the_other_places(room: Room) -> None:
    """Who asks for it plays until one is left, however many have joined when the game begins."""
    id_ = await room.post(ANA, Open(options("parchis", seats="4", end="last")))
    assert (await room.table(id_)).header == "parchis seats=4"
    await joined(room, id_, 1, BEN)
    await joined(room, id_, 2, CARA)
    await room.act(ANA, Start(id_, How.FEWER))
    assert (await room.table(id_)).header == "parchis seats=3"


async def test_choosing_colours(room: Room, why: Why) -> None:
    """In a challenge for two, the host chooses colours with a button, until more can play."""
    id_ = await room.post(ANA, Challenge((BEN,), Options("parchis-spain")))
    reply = await room.act(ANA, ChooseOptions(id_, "colours"))
    acts = [each.act for each in reply.choices if isinstance(each, Button)]
    assert len(acts) == 13  # twelve pairs of colours and the way back
    await room.act(ANA, next(act for act in acts if "green-blue" in str(act)))
    assert (await room.table(id_)).header == "parchis-spain seats=2 colours=green-blue"
    more = Alter(table=id_, changes=(("seats", "4"),))
    assert why(await room.act(ANA, more)) == "parchis.unplayable.colours"


async def test_pairs_cannot_shrink(room: Room, why: Why) -> None:
    """A game in pairs can't start without all four players."""
    id_ = await room.post(ANA, Open(options("parchis", end="pairs")))
    await joined(room, id_, 1, BEN)
    assert why(await room.act(ANA, Start(id_, How.FEWER))) == "start.whole"


@pytest.mark.parametrize("seats", ["2", "3", "4"])
async def test_practice(room: Room, seats: str) -> None:
    """Practice has one to three computers."""
    id_ = await room.post(ANA, Practice("hard", options("parchis", seats=seats)))
    await room.act(ANA, Start(id_))
    table = await room.table(id_)
    assert (len(table.seats), table.status) == (int(seats), Status.PLAYING)
