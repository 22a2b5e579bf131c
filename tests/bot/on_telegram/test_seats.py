"""Who gets a seat by a link, and who does not."""

from typing import TYPE_CHECKING

import pytest

from bot.on_telegram import members
from bot.table.intents import Challenge
from bot.table.people import Actor, Place, Platform, User
from bot.table.ports import Operation
from bot.table.request import Request
from bot.table.table import Status
from telegram_simulator.people import Person

if TYPE_CHECKING:
    from tests.bot.on_telegram.conftest import Village

REFUSED = "You can't accept by link"


async def follow(village: "Village", person: Person, payload: str) -> str:
    """What somebody is told who follows a link in private."""
    person.start(payload)
    await village.hear()
    return person.private.last.words


@pytest.fixture
async def stranger(village: "Village") -> Person:
    """Somebody who is not in the group, which has an open challenge of Ana's."""
    town = village.sim.group("Town", village.ana)
    stranger = village.sim.person("Mallory", town)
    await village.say(village.ana, "/open@puluc_bot")
    return stranger


async def test_a_stranger(village: "Village", stranger: Person) -> None:
    """Who is not in the group gets no seat there, and cannot carry its game away."""
    table = await village.table()
    assert (await follow(village, stranger, f"a-{table.id}")).startswith(REFUSED)
    await follow(village, stranger, f"b-{table.id}")
    after = await village.table()
    assert (after.status, after.place) == (Status.OFFERED, table.place)
    await village.press(village.ben, village.board, "Accept")
    await follow(village, stranger, f"b-{table.id}")
    assert (await village.table()).place == table.place
    assert not [m for m in stranger.private.messages if m.picture or m.labels]


@pytest.mark.parametrize("how", ["left", "banned", "restricted"])
async def test_who_has_left(village: "Village", stranger: Person, how: str) -> None:
    """Nor does anybody who was in the group, and is there no more."""
    match how:
        case "left":
            village.sim.leave(village.ben, village.plaza)
        case "banned":
            village.sim.ban(village.ben, village.plaza)
        case _:
            village.sim.restrict(village.ben, village.plaza, inside=False)
    table = await village.table()
    assert (await follow(village, village.ben, f"a-{table.id}")).startswith(REFUSED)
    assert (await village.table()).status is Status.OFFERED


@pytest.mark.parametrize("how", ["member", "administrator", "restricted"])
async def test_a_member(village: "Village", stranger: Person, how: str) -> None:
    """Every member does, whatever they may do besides."""
    if how == "administrator":
        village.sim.appoint(village.ben, village.plaza)
    if how == "restricted":
        village.sim.restrict(village.ben, village.plaza, inside=True)
    told = await follow(village, village.ben, f"a-{(await village.table()).id}")
    assert told.startswith("You've accepted.")
    assert (await village.table()).status is Status.PLAYING


@pytest.mark.parametrize("why", ["hidden", "late", "broken", "kicked"])
async def test_where_telegram_does_not_tell(
    village: "Village", stranger: Person, monkeypatch: pytest.MonkeyPatch, why: str
) -> None:
    """Where Telegram does not tell who is in the group, a link seats nobody; Accept does."""
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
    assert (await follow(village, village.ben, f"a-{(await village.table()).id}")).startswith(
        REFUSED
    )
    assert (await village.table()).status is Status.OFFERED
    await village.press(village.ben, offer, "Accept")
    assert (await village.table()).status is Status.PLAYING


async def test_a_link_that_is_followed_in_another_group(
    village: "Village", stranger: Person
) -> None:
    """A link to the challenge of a group is no more worth in another one."""
    table = await village.table()
    town = next(c for c in village.sim.world.chats.values() if c.title == "Town")
    stranger.say(town, f"/start@puluc_bot a-{table.id}")
    await village.hear()
    assert town.last.text.startswith(REFUSED)
    assert (await village.table()).status is Status.OFFERED


async def test_an_inline_challenge(village: "Village") -> None:
    """A challenge that was put into any chat is meant for whoever is led to it."""
    await village.chosen(village.ana, village.sim.conversation(village.ana, village.ben))
    told = await follow(village, village.eva, f"a-{(await village.table()).id}")
    assert told.startswith("You've accepted.")


async def test_a_challenge_that_was_brought_into_private(
    village: "Village", stranger: Person
) -> None:
    """A challenge that its host took along into their private chat is offered to nobody else."""
    table = await village.table()
    await follow(village, village.ana, f"b-{table.id}")
    assert (await village.table()).place.channel == str(village.ana.id)
    assert (await follow(village, stranger, f"a-{table.id}")).startswith(REFUSED)
    assert (await village.table()).status is Status.OFFERED


async def test_a_practice_game(village: "Village") -> None:
    """One's own practice game can be begun by a link."""
    await village.say(village.ana, "/practice random", at=village.ana.private)
    told = await follow(village, village.ana, f"a-{(await village.table()).id}")
    assert told.startswith("You've accepted.")
    assert (await village.table()).status is Status.PLAYING


async def test_a_challenge_on_another_platform(village: "Village") -> None:
    """A challenge that stands on another platform has no seat for whoever comes from here."""
    cara = Actor(User(Platform.WEB, "cara"), "Cara")
    maize = Place(Platform.WEB, "maize")
    await village.service.act(Request(Operation("cara"), cara, maize, Challenge()))
    (table,) = await village.store.tables_of(cara.user)
    assert (await follow(village, village.ben, f"a-{table.id}")).startswith(REFUSED)
    assert (await village.reload(table.id)).status is Status.OFFERED


async def test_settings_while_telegram_does_not_tell(
    village: "Village", monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who may manage a group is told to try again where Telegram does not say that they may."""
    monkeypatch.setattr(members, "PATIENCE_SECONDS", 0.2)
    village.sim.appoint(village.ben, village.plaza)
    village.sim.delay_next(30, part="getChatMember")
    told = await village.say(village.ben, "/settings@puluc_bot placement new")
    assert told.text.startswith("Telegram can't tell me right now")
    asked = village.asked("getChatMember")
    await village.say(village.ben, "/settings@puluc_bot placement new")
    assert village.asked("getChatMember") == asked  # it is left alone for a while
    village.now += members.REST_SECONDS
    told = await village.say(village.ben, "/settings@puluc_bot placement new")
    assert told.text == "placement is now set to new."
