"""Lobbies whatever people press, in any order, also buttons that are not theirs or out of date."""

import asyncio
from collections.abc import Sequence
from typing import TypeAlias

from hypothesis import given
from hypothesis import strategies as st

from bot.acts.act import Act
from bot.acts.gather.accept import Accept
from bot.acts.gather.begin import How, Start
from bot.acts.gather.change import Alter, ChooseOptions
from bot.acts.gather.computer import AddComputer
from bot.acts.gather.decline import BlockHost, Decline
from bot.acts.gather.dismiss import Dismiss
from bot.acts.gather.hand_over import HandOver
from bot.acts.gather.invite import Invite
from bot.acts.gather.join import Join
from bot.acts.gather.leave import Leave
from bot.acts.gather.shuffle import Shuffle
from bot.acts.gather.word import GiveWord
from bot.table import lobby
from bot.table.ids import TableId
from bot.table.people import Actor
from bot.table.ports import Operation
from bot.table.seats import Free, Kept, Person
from bot.table.table import Status, Table
from tests.bot.acts.gathering import EVERYONE, opened
from tests.bot.acts.room import Room

Press: TypeAlias = tuple[Actor, Act]

ID = Room().service.table_id(Operation("post-0"))
"""The first table of every room."""

PEOPLE = st.sampled_from(EVERYONE)
SEATS = st.integers(0, 16)
CHANGES = st.sampled_from(
    [
        *(("ruleset", key) for key in ("aj-tiwil", "bul")),
        *(("seats", count) for count in ("2", "4", "6")),
        *(("series", series) for series in ("mopan", "none")),
        *(("pace", pace) for pace in ("3d", "none")),
        ("road", "21"),
        ("match", "3"),
    ]
)


def _intents(id_: TableId) -> st.SearchStrategy[Act]:
    """Everything that can be pressed or typed for a lobby."""
    return st.one_of(
        st.builds(Join, st.just(id_), st.integers(0, 2)),
        st.builds(Leave, st.just(id_)),
        st.builds(Accept, st.just(id_), st.sampled_from(["", "maize"])),
        st.builds(GiveWord, st.just(id_), st.just("rain")),
        st.builds(Invite, st.just(id_), st.lists(PEOPLE, max_size=3).map(tuple)),
        st.builds(AddComputer, st.just(id_), st.sampled_from([None, 0, 1])),
        st.builds(Start, st.just(id_), st.sampled_from([None, *How])),
        st.builds(Dismiss, st.just(id_), SEATS),
        st.builds(HandOver, st.just(id_), SEATS),
        st.builds(Alter, st.just(id_), st.tuples(CHANGES)),
        st.sampled_from(
            [make(id_) for make in (Shuffle, Invite, ChooseOptions, Decline, BlockHost)]
        ),
    )


PRESSES = st.lists(st.tuples(PEOPLE, _intents(ID)), max_size=40)


def _check(room: Room, table: Table) -> None:
    """Nobody sits twice, no side is too full, the host is a person, and a full lobby has begun."""
    game = room.tables.games.game(table.header)
    users = [seat.user for seat in table.seats if isinstance(seat, Person | Kept)]
    assert len(users) == len(set(users))
    assert len(table.seats) == game.seats
    assert all(count <= game.seats // game.sides for count in lobby.players(table, game))
    assert isinstance(table.seats[table.hosted_by], Person)
    assert table.match is None or table.match.header == table.header
    waits = any(isinstance(seat, Free | Kept) for seat in table.seats)
    assert not (waits and table.status is Status.PLAYING)
    assert waits or table.is_practice or table.status is Status.PLAYING


async def _play(presses: Sequence[Press]) -> None:
    room = Room()
    assert await opened(room) == ID
    for actor, intent in presses:
        before = await room.table(ID)
        if before.status is not Status.OFFERED:
            return
        reply = await room.act(actor, intent)
        after = await room.table(ID)
        assert bool(reply.texts) or not reply.refused
        assert not reply.refused or after == before
        _check(room, after)
        left = before.people - after.people
        assert left <= {actor.user} or before.host.user == actor.user


@given(PRESSES)
def test_whatever_is_pressed(presses: Sequence[Press]) -> None:
    """A press is refused with a reason and changes nothing, or it leaves a lobby in good order."""
    asyncio.run(_play(presses))
