"""The menu of a lobby: what its host can do with it and its players, and what others can."""

import pytest

from bot.acts.act import Act
from bot.acts.codec import LIMIT
from bot.acts.gather.cancel import Cancel
from bot.acts.gather.change import ChooseOptions
from bot.acts.gather.computer import AddComputer
from bot.acts.gather.decline import BlockHost, Decline
from bot.acts.gather.dismiss import Dismiss
from bot.acts.gather.hand_over import HandOver
from bot.acts.gather.invite import Invite
from bot.acts.gather.leave import Leave
from bot.acts.gather.shuffle import Shuffle
from bot.acts.look.menu import ShowMenu
from bot.table.agreement import seat_mark
from bot.table.button import Button
from bot.table.ids import TableId
from bot.table.people import Actor, Platform, User
from tests.bot.acts.gathering import DAN, joined, opened, seen
from tests.bot.acts.room import ANA, BEN, CARA, SAY, Room

GENERAL = {"Rules", "Show board here", "Links", "Watch", "Fair throws", "Settings"}
"""What the menu of any table offers."""


@pytest.fixture
def room() -> Room:
    return Room()


async def offered(room: Room, id_: TableId, actor: Actor, topic: str = "") -> dict[str, Act]:
    """The intents that a menu offers, by label, without those of any table."""
    reply = await room.act(actor, ShowMenu(id_, topic))
    buttons = (each for each in reply.choices if isinstance(each, Button))
    labels = {SAY(each.text): each.act for each in buttons}
    return {label: intent for label, intent in labels.items() if label not in GENERAL}


async def test_the_host_alone(room: Room) -> None:
    """A host who is alone can invite people, change the game, and cancel it."""
    id_ = await opened(room)
    assert await offered(room, id_, ANA) == {
        "Invite players": Invite(id_),
        "Change game": ChooseOptions(id_),
        "Cancel game": Cancel(id_),
    }


async def test_the_host_with_others(room: Room) -> None:
    """Once others have joined, the host can shuffle and remove them, or hand the lobby over."""
    id_ = await opened(room)
    await joined(room, id_, 1, BEN)
    assert await offered(room, id_, ANA) == {
        "Invite players": Invite(id_),
        "Shuffle": Shuffle(id_),
        "Remove player": ShowMenu(id_, "dismiss"),
        "Hand over": ShowMenu(id_, "host"),
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
    table = await room.table(id_)
    _, computer, _, cara, ben, _ = (seat_mark(table, seat) for seat in table.seats)
    assert await offered(room, id_, ANA, "dismiss") == {
        "Remove Computer (medium)": Dismiss(id_, 1, computer),
        "Withdraw Cara's invitation": Dismiss(id_, 3, cara),
        "Remove Ben": Dismiss(id_, 4, ben),
    }
    assert await offered(room, id_, ANA, "host") == {"Make Ben the host": HandOver(id_, 4, ben)}


async def test_a_player(room: Room) -> None:
    """A player who has joined can leave."""
    id_ = await opened(room)
    await joined(room, id_, 1, BEN)
    assert await offered(room, id_, BEN) == {"Leave": Leave(id_)}


async def test_an_invited_player(room: Room) -> None:
    """An invited player can decline, and block the host."""
    id_ = await opened(room, 4, BEN)
    table = await room.table(id_)
    block = BlockHost(id_, seat_mark(table, table.host))
    assert await offered(room, id_, BEN) == {"Decline": Decline(id_), "Block": block}


async def test_anyone_else(room: Room) -> None:
    """Others find nothing about the lobby's players, even with a button of the host."""
    id_ = await opened(room)
    await joined(room, id_, 1, BEN)
    assert await offered(room, id_, CARA) == {}
    assert await offered(room, id_, CARA, "dismiss") == {}


async def test_the_largest_lobby(room: Room) -> None:
    """The menus of a lobby with sixteen seats fit in a message."""
    people = [Actor(User(Platform.WEB, f"p{n}"), f"{n:x}" * 32) for n in range(14)]
    id_ = await opened(room, 16)
    await joined(room, id_, 0, *people[:7])
    await joined(room, id_, 1, *people[7:])
    for topic in ("", "dismiss", "host"):
        choices = (await room.act(ANA, ShowMenu(id_, topic))).choices
        assert len(choices) <= 25
        buttons = [each for each in choices if isinstance(each, Button)]
        assert all(len(each.act.code.encode()) <= LIMIT for each in buttons)


@pytest.mark.parametrize("topic", ["dismiss", "host"])
@pytest.mark.parametrize("name", ["Ben", "B\u0435n"])
async def test_somebody_else_of_the_same_name(room: Room, topic: str, name: str) -> None:
    """Who takes on another player's name isn't mistaken for them by the host."""
    id_ = await opened(room)
    other = Actor(User(Platform.WEB, "eve"), name)
    await joined(room, id_, 1, BEN)
    await joined(room, id_, 0, other)
    reply = await room.act(ANA, ShowMenu(id_, topic))
    labels = [SAY(each.text) for each in reply.choices if isinstance(each, Button)]
    assert sum("Ben (red 1)" in label for label in labels) == 1
    assert sum(f"{name} (jade 2)" in label for label in labels) == 1
