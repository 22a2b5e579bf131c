"""Who can accept an offer."""

from dataclasses import replace

import pytest

from bot.acts import access
from bot.store import codec
from bot.table.people import Actor, Platform, User
from bot.table.seats import Kept
from tests.bot.show.offer import OFFER

HANDLE = User(Platform.TELEGRAM, "@ana_maya")
ANA = Actor(User(Platform.TELEGRAM, "5000000001"), "Ana", handle="Ana_Maya")
OFFERED = replace(OFFER, seats=(OFFER.host, Kept(HANDLE, "@ana_Maya")))


def test_by_a_handle() -> None:
    """An offer to a handle can be accepted by the player with that handle, in any case."""
    assert access.seat_kept_for(OFFERED, ANA) == 1
    assert access.can_accept(OFFERED, ANA)
    assert access.is_addressed(OFFERED, ANA)


@pytest.mark.parametrize(
    "other",
    [
        replace(ANA, handle="ana"),
        replace(ANA, handle=""),
        Actor(User(Platform.DISCORD, "5000000001"), "Ana", handle="ana_maya"),
    ],
)
def test_by_no_other_handle(other: Actor) -> None:
    """It excludes players without a handle, with another handle, or on another platform."""
    assert access.seat_kept_for(OFFERED, other) is None
    assert not access.can_accept(OFFERED, other)


def test_by_a_person() -> None:
    """An offer to a player is for that player, whatever their handle is now."""
    offered = replace(OFFER, seats=(OFFER.host, Kept(ANA.user, "Ana")))
    assert access.seat_kept_for(offered, replace(ANA, handle="other")) == 1


def test_a_handle_is_written_and_read() -> None:
    """A user identified by a handle survives a round trip through the store."""
    assert User.read(str(HANDLE)) == HANDLE
    assert codec.read(codec.write(OFFERED)) == OFFERED
