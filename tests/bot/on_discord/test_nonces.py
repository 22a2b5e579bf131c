"""Nonces, by which Discord knows a message that is posted a second time."""

from types import SimpleNamespace
from typing import Any

import pytest

from bot.on_discord.couriers import Couriers
from bot.on_discord.emoji import Emoji
from bot.on_discord.outbound import DiscordOutbound
from bot.show.page import Page
from bot.show.placement import Placement
from bot.table.ids import TableId
from bot.table.people import Place, Platform, User
from bot.table.ports import Shown
from bot.texts.catalogue import Catalogue
from engine.text import Text

PUBLIC = Place(Platform.DISCORD, "1000")
PRIVATE = Place.private(User(Platform.DISCORD, "17"))
PAGE = Page(
    table=TableId("k3f9qd7m2x"),
    code="secret",
    revision=4,
    lines=(Text("time.paused"),),
    picture=None,
    buttons=(),
    live=True,
)


class Channel:
    """A client with one channel, which records the nonces of what is posted there."""

    group = None

    def __init__(self) -> None:
        self.nonces: list[str] = []
        self.emoji = Emoji()

    def get_partial_messageable(self, _channel: int) -> "Channel":
        return self

    async def create_dm(self, _person: object) -> "Channel":
        return self

    async def send(self, *, nonce: str, **_content: Any) -> SimpleNamespace:
        self.nonces.append(nonce)
        return SimpleNamespace(id=1_000_000 + len(self.nonces))


@pytest.mark.parametrize("place", [PUBLIC, PRIVATE])
async def test_posted_again(place: Place) -> None:
    """A board has the same nonce after a crash, but another one if it is to be posted again."""
    channel = Channel()
    outbound = DiscordOutbound(channel, Catalogue(), None, Couriers())  # type: ignore[arg-type] # what it needs
    await outbound.show(place, PAGE, None, Placement.POST)
    noted = await outbound.show(place, PAGE, None, Placement.POST)
    await outbound.show(place, PAGE, Shown(4, noted), Placement.POST)
    first, after_a_crash, again = channel.nonces
    assert first == after_a_crash
    assert again != first


async def test_posted_in_two_places() -> None:
    """Boards of one revision that are posted in two channels have two nonces."""
    channel = Channel()
    outbound = DiscordOutbound(channel, Catalogue(), None, Couriers())  # type: ignore[arg-type] # what it needs
    for place in (PUBLIC, Place(Platform.DISCORD, "1001")):
        await outbound.show(place, PAGE, None, Placement.POST)
    first, second = channel.nonces
    assert first != second
    assert max(map(len, channel.nonces)) <= 25
