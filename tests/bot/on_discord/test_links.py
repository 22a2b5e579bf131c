"""Links to boards, and from a list of games to the boards."""

from typing import TYPE_CHECKING

import pytest

from bot.acts.look.games import ListGames
from bot.inbound.board_links import BoardLinks
from bot.show.placement import Placement
from bot.table.button import Button, Url
from bot.table.people import Actor, Place, Platform
from bot.table.ports import Operation, Shown, StoreDown
from bot.table.request import Request
from tests.bot.on_discord.reminders import reminder

if TYPE_CHECKING:
    from tests.bot.on_discord.conftest import ReplyText, Town


async def test_in_a_channel(town: "Town") -> None:
    """A message in a server's channel has a link."""
    link = f"https://discord.com/channels/{town.guild.id}/{town.plaza.id}/7"
    assert town.outbound.link(town.place, "7") == link


async def test_in_a_thread(town: "Town") -> None:
    """A game that is played in a member's thread has links into that thread."""
    place = Place(Platform.DISCORD, str(town.plaza.id), "5")
    assert town.outbound.link(place, "7") == f"https://discord.com/channels/{town.guild.id}/5/7"


async def test_in_its_own_thread(town: "Town") -> None:
    """A game with a thread of its own has links into that thread."""
    link = f"https://discord.com/channels/{town.guild.id}/6/7"
    assert town.outbound.link(town.place, "6/7") == link


async def test_in_a_private_chat(town: "Town") -> None:
    """A private message has a link once the private chat has been opened."""
    place = Place.private(town.user(town.ana))
    assert town.outbound.link(place, "7") is None
    sent = await town.outbound.show(place, reminder(town.ana), None, Placement.POST)
    chat = town.sim.direct(town.ana)
    assert town.outbound.link(place, sent) == f"https://discord.com/channels/@me/{chat.id}/{sent}"
    assert town.outbound.link(Place(Platform.DISCORD, str(chat.id)), sent) == (
        f"https://discord.com/channels/@me/{chat.id}/{sent}"
    )
    assert town.outbound.link(Place.private(town.user(town.ben)), "7") is None


@pytest.mark.parametrize("channel", ["5", "#maize", "-1001", ""])
async def test_in_an_unknown_channel(town: "Town", channel: str) -> None:
    """Messages in channels that the bot doesn't know have no links."""
    assert town.outbound.link(Place(Platform.DISCORD, channel), "7") is None


@pytest.mark.parametrize("message", ["", "x", "6/"])
async def test_without_a_message(town: "Town", message: str) -> None:
    """A board that isn't shown has no link."""
    assert town.outbound.link(town.place, message) is None


async def test_no_requests(town: "Town") -> None:
    """Links are made without requests."""
    before = len(town.sim.requests)
    town.outbound.link(town.place, "7")
    town.outbound.link(Place.private(town.user(town.ana)), "7")
    assert len(town.sim.requests) == before


async def test_a_list(town: "Town") -> None:
    """The list of games has a link to each board, and no buttons that move boards."""
    await town.play()
    board = town.board
    hall = await town.channel("hall")
    (link,) = (await town.command(town.ana, "puluc games", at=hall)).shown.buttons
    assert link.label.startswith("Go to Puluc against Ben")
    where = f"{town.guild.id}/{town.plaza.id}/{board.id}"
    assert (link.url, link.custom_id) == (f"https://discord.com/channels/{where}", None)


async def test_a_list_that_is_pressed(town: "Town") -> None:
    """The list has links too if it was asked for with a button."""
    await town.play()
    card = await town.command(town.ana, "puluc play")
    (link,) = (await town.press(town.ana, card.shown, "My games")).shown.buttons
    assert str(link.url).endswith(f"/{town.board.id}")


async def test_a_list_with_a_board_that_is_not_shown(town: "Town") -> None:
    """A board whose message isn't known keeps its button, which posts the board here."""
    table = await town.play()
    await town.store.mark_shown(table.id, table.place, Shown(table.revision, ""))
    hall = await town.channel("hall")
    listed = await town.command(town.ana, "puluc games", at=hall)
    (button,) = listed.shown.buttons
    assert button.label.startswith("Show here: Puluc against Ben")
    await town.press(town.ana, listed.shown, button)
    assert hall.last.attachments


async def test_a_list_without_games(town: "Town") -> None:
    """Without games, the list keeps its buttons that start one."""
    listed = await town.command(town.ana, "puluc games")
    assert "Learn" in listed.shown.labels


async def test_a_list_without_a_store(
    town: "Town", reply: "ReplyText", monkeypatch: pytest.MonkeyPatch
) -> None:
    """If the store fails while links are being made, the list is shown with its buttons."""
    await town.play()

    async def down(*_: object) -> None:
        raise StoreDown

    monkeypatch.setattr(town.store, "shown", down)
    listed = await town.command(town.ana, "puluc games")
    assert "against Ben" in reply(listed)
    assert listed.shown.labels[0].startswith("Show here: ")


async def test_boards_of_other_platforms(town: "Town") -> None:
    """A board on another platform has no link; its button shows it here, if boards can be."""
    table = await town.play()
    links = BoardLinks(town.store, lambda _, message: f"https://example.com/{message}")
    actor = Actor(town.user(town.ana), "Ana")
    there = Place(Platform.TELEGRAM, "1")
    request = Request(Operation("list"), actor, table.place)
    listed = await town.house.service.act(ListGames(), request)
    here = await links.linked(listed, actor, table.place, movable=True)
    elsewhere = await links.linked(listed, actor, there, movable=True)
    fixed = await links.linked(listed, actor, there, movable=False)
    assert [type(each) for each in here.choices] == [Url]
    assert [type(each) for each in elsewhere.choices] == [Button]
    assert fixed.choices == ()
    assert elsewhere.texts == listed.texts
