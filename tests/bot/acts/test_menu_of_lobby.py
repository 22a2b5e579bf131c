"""The menu of a lobby: what its host can do with it and its players, and what others can."""

import pytest

from bot.table import codes
from bot.table.button import Button
from bot.table.ids import TableId
from bot.table.intents import (
    AddComputer,
    BlockHost,
    Cancel,
    ChooseInvited,
    ChooseOptions,
    Decline,
    Dismiss,
    HandOver,
    Intent,
    Leave,
    MenuTopic,
    ShowMenu,
    Shuffle,
)
from bot.table.people import Actor, Platform, User
from tests.bot.acts.gathering import DAN, joined, opened, seen
from tests.bot.acts.room import ANA, BEN, CARA, SAY, Room

GENERAL = {"Rules", "Show board here", "Watch", "Fair throws", "Settings"}
"""What the menu of any table offers."""


@pytest.fixture
def room() -> Room:
    return Room()


async def offered(
    room: Room, id_: TableId, actor: Actor, topic: MenuTopic | None = None
) -> dict[str, Intent]:
    """The intents that a menu offers, by label, without those of any table."""
    reply = await room.act(actor, ShowMenu(id_, topic))
    buttons = (each for each in reply.choices if isinstance(each, Button))
    labels = {SAY(each.text): each.intent for each in buttons}
    return {label: intent for label, intent in labels.items() if label not in GENERAL}


async def test_the_host_alone(room: Room) -> None:
    """A host who is alone can invite people, change the game, and cancel it."""
    id_ = await opened(room)
    assert await offered(room, id_, ANA) == {
        "Invite players": ChooseInvited(id_),
        "Change game": ChooseOptions(id_),
        "Cancel game": Cancel(id_),
    }


async def test_the_host_with_others(room: Room) -> None:
    """Once others have joined, the host can shuffle and remove them, or hand the lobby over."""
    id_ = await opened(room)
    await joined(room, id_, 1, BEN)
    assert await offered(room, id_, ANA) == {
        "Invite players": ChooseInvited(id_),
        "Shuffle": Shuffle(id_),
        "Remove player": ShowMenu(id_, MenuTopic.DISMISS),
        "Hand over": ShowMenu(id_, MenuTopic.HAND_OVER),
        "Cancel game": Cancel(id_),
    }


async def test_a_full_lobby_with_invitations(room: Room) -> None:
    """Without a free seat, the host can't invite anyone else."""
    id_ = await opened(room, 4, BEN, CARA, DAN)
    assert "Invite players" not in await offered(room, id_, ANA)


async def test_whom_to_remove(room: Room) -> None:
    """The host can remove players and computers, and withdraw invitations."""
    id_ = await opened(room, 6, CARA)
    await joined(room, id_, 1, BEN)
    await room.act(ANA, AddComputer(id_, 0))
    assert await seen(room, id_) == "Ana* + - Cara? Ben -"
    assert await offered(room, id_, ANA, MenuTopic.DISMISS) == {
        "Remove Computer (medium)": Dismiss(id_, 1),
        "Withdraw Cara's invitation": Dismiss(id_, 3),
        "Remove Ben": Dismiss(id_, 4),
    }
    assert await offered(room, id_, ANA, MenuTopic.HAND_OVER) == {
        "Make Ben the host": HandOver(id_, 4)
    }


async def test_a_player(room: Room) -> None:
    """A player who has joined can leave."""
    id_ = await opened(room)
    await joined(room, id_, 1, BEN)
    assert await offered(room, id_, BEN) == {"Leave": Leave(id_)}


async def test_an_invited_player(room: Room) -> None:
    """An invited player can decline, and block the host."""
    id_ = await opened(room, 4, BEN)
    assert await offered(room, id_, BEN) == {"Decline": Decline(id_), "Block": BlockHost(id_)}


async def test_anyone_else(room: Room) -> None:
    """Others find nothing about the lobby's players, even with a button of the host."""
    id_ = await opened(room)
    await joined(room, id_, 1, BEN)
    assert await offered(room, id_, CARA) == {}
    assert await offered(room, id_, CARA, MenuTopic.DISMISS) == {}


async def test_the_largest_lobby(room: Room) -> None:
    """The menus of a lobby with sixteen seats fit in a message."""
    people = [Actor(User(Platform.WEB, f"p{n}"), f"{n:x}" * 32) for n in range(14)]
    id_ = await opened(room, 16)
    await joined(room, id_, 0, *people[:7])
    await joined(room, id_, 1, *people[7:])
    for topic in (None, *MenuTopic):
        choices = (await room.act(ANA, ShowMenu(id_, topic))).choices
        assert len(choices) <= 25
        buttons = [each for each in choices if isinstance(each, Button)]
        assert all(len(codes.encode(each.intent).encode()) <= codes.LIMIT for each in buttons)
