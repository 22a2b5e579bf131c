"""Who can accept a challenge by link."""

from typing import TYPE_CHECKING

import pytest

from bot.acts.gather.open import Open
from bot.on_telegram import members
from bot.table.people import Actor, Place, Platform, User
from bot.table.ports import Operation
from bot.table.request import Request
from bot.table.table import Status
from telegram_simulator.people import Person

if TYPE_CHECKING:
    from tests.bot.on_telegram.conftest import Village

REFUSED = "You can't accept by link"


async def follow(village: "Village", person: Person, payload: str) -> str:
    """Let a person follow a link in private, and return the reply."""
    person.start(payload)
    await village.hear()
    return person.private.last.words


@pytest.fixture
async def stranger(village: "Village") -> Person:
    """A person who isn't in the group, where Ana has an open challenge."""
    town = village.sim.group("Town", village.ana)
    stranger = village.sim.person("Mallory", town)
    await village.say(village.ana, "/open@puluc_bot")
    return stranger


async def test_a_stranger(village: "Village", stranger: Person) -> None:
    """A person who isn't in the group can neither accept nor move its game to another chat."""
    table = await village.table()
    assert (await follow(village, stranger, f"accept_{table.id}")).startswith(REFUSED)
    await follow(village, stranger, f"board_{table.id}")
    after = await village.table()
    assert (after.status, after.place) == (Status.OFFERED, table.place)
    await village.press(village.ben, village.board, "Accept")
    await follow(village, stranger, f"board_{table.id}")
    assert (await village.table()).place == table.place
    assert not [m for m in stranger.private.messages if m.picture or m.labels]


@pytest.mark.parametrize("how", ["left", "banned", "restricted"])
async def test_a_former_member(village: "Village", stranger: Person, how: str) -> None:
    """A former member can't accept."""
    match how:
        case "left":
            village.sim.leave(village.ben, village.plaza)
        case "banned":
            village.sim.ban(village.ben, village.plaza)
        case _:
            village.sim.restrict(village.ben, village.plaza, inside=False)
    table = await village.table()
    assert (await follow(village, village.ben, f"accept_{table.id}")).startswith(REFUSED)
    assert (await village.table()).status is Status.OFFERED


@pytest.mark.parametrize("how", ["member", "administrator", "restricted"])
async def test_a_member(village: "Village", stranger: Person, how: str) -> None:
    """Every member can accept, whatever their permissions."""
    if how == "administrator":
        village.sim.appoint(village.ben, village.plaza)
    if how == "restricted":
        village.sim.restrict(village.ben, village.plaza, inside=True)
    reply = await follow(village, village.ben, f"accept_{(await village.table()).id}")
    assert reply.startswith("You've accepted.")
    assert (await village.table()).status is Status.PLAYING


@pytest.mark.parametrize("why", ["hidden", "late", "broken", "kicked"])
async def test_an_unknown_membership(
    village: "Village", stranger: Person, monkeypatch: pytest.MonkeyPatch, why: str
) -> None:
    """If the membership can't be checked, the link is refused, but the Accept button works."""
    monkeypatch.setattr(members, "PATIENCE_SECONDS", 0.2)
    offer = village.board
    match why:
        case "hidden":
            village.sim.hide_members(village.plaza)
        case "late":
            village.sim.delay_next(30, part="getChatMember")
        case "broken":
            village.sim.break_next(part="getChatMember")
        case _:
            village.sim.kick_bot(village.plaza)
    assert (await follow(village, village.ben, f"accept_{(await village.table()).id}")).startswith(
        REFUSED
    )
    assert (await village.table()).status is Status.OFFERED
    await village.press(village.ben, offer, "Accept")
    assert (await village.table()).status is Status.PLAYING


async def test_a_link_that_is_followed_in_another_group(
    village: "Village", stranger: Person
) -> None:
    """Following the link in another group doesn't help a stranger."""
    table = await village.table()
    town = next(c for c in village.sim.world.chats.values() if c.title == "Town")
    stranger.say(town, f"/start@puluc_bot accept_{table.id}")
    await village.hear()
    assert town.last.text.startswith(REFUSED)
    assert (await village.table()).status is Status.OFFERED


async def test_an_inline_challenge(village: "Village") -> None:
    """Anyone with the link can accept an inline challenge."""
    await village.chosen(village.ana, village.sim.conversation(village.ana, village.ben))
    reply = await follow(village, village.eva, f"accept_{(await village.table()).id}")
    assert reply.startswith("You've accepted.")


async def test_a_challenge_that_is_shown_in_private(village: "Village", stranger: Person) -> None:
    """A challenge that its host has shown in their private chat can't be accepted by strangers."""
    table = await village.table()
    await follow(village, village.ana, f"board_{table.id}")
    assert [place.channel for place in (await village.table()).shown_in] == [
        table.place.channel,
        str(village.ana.id),
    ]
    assert (await follow(village, stranger, f"accept_{table.id}")).startswith(REFUSED)
    assert (await village.table()).status is Status.OFFERED


async def test_a_practice_game(village: "Village") -> None:
    """Players can start their own practice game by link."""
    await village.say(village.ana, "/practice easy", at=village.ana.private)
    reply = await follow(village, village.ana, f"accept_{(await village.table()).id}")
    assert reply.startswith("You've accepted.")
    assert (await village.table()).status is Status.PLAYING


async def test_a_challenge_on_another_platform(village: "Village") -> None:
    """A challenge on another platform can't be accepted by link."""
    cara = Actor(User(Platform.WEB, "cara"), "Cara")
    maize = Place(Platform.WEB, "maize")
    await village.service.act(Open(), Request(Operation("cara"), cara, maize))
    (table,) = await village.store.tables_of(cara.user)
    assert (await follow(village, village.ben, f"accept_{table.id}")).startswith(REFUSED)
    assert (await village.reload(table.id)).status is Status.OFFERED


async def test_settings_with_an_unknown_membership(
    village: "Village", monkeypatch: pytest.MonkeyPatch
) -> None:
    """If Telegram can't say who is an administrator, changing settings asks to try again."""
    monkeypatch.setattr(members, "REST_SECONDS", 600)
    village.sim.appoint(village.ben, village.plaza)
    village.sim.delay_next(30, part="getChatMember")
    with monkeypatch.context() as patch:
        patch.setattr(members, "PATIENCE_SECONDS", 0.2)
        reply = await village.say(village.ben, "/settings@puluc_bot placement new")
    assert reply.text.startswith("Telegram can't tell me right now")
    asked = village.asked("getChatMember")
    await village.say(village.ben, "/settings@puluc_bot placement new")
    assert village.asked("getChatMember") == asked  # checks pause for a while
    village.now += members.REST_SECONDS
    reply = await village.say(village.ben, "/settings@puluc_bot placement new")
    assert reply.text == 'The setting "placement" is now "new".'
