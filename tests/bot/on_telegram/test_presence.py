"""Whether a player is still in a group, and links to messages there."""

from typing import TYPE_CHECKING

import pytest

from bot.on_telegram import members, names
from bot.table.people import Place, Platform, Presence, User
from tests.bot.on_telegram.test_boards import place

if TYPE_CHECKING:
    from tests.bot.on_telegram.conftest import Village


def user(village: "Village") -> User:
    return User(Platform.TELEGRAM, str(village.ben.id))


async def presence(village: "Village", where: Place | None = None) -> Presence:
    """Ask whether Ben is in a place, by default the group."""
    return await village.outbound.presence(where or place(village.plaza), user(village))


async def test_a_member(village: "Village") -> None:
    """A member of the group is present."""
    assert await presence(village) is Presence.PRESENT


async def test_an_administrator(village: "Village") -> None:
    """An administrator of the group is present."""
    village.sim.appoint(village.ben, village.plaza)
    assert await presence(village) is Presence.PRESENT


async def test_a_restricted_member(village: "Village") -> None:
    """A member with restrictions is present."""
    village.sim.restrict(village.ben, village.plaza, inside=True)
    assert await presence(village) is Presence.PRESENT


@pytest.mark.parametrize("how", ["left", "banned", "restricted", "deleted"])
async def test_gone(village: "Village", how: str) -> None:
    """A person who has left, was banned, or has deleted their account is gone."""
    match how:
        case "left":
            village.sim.leave(village.ben, village.plaza)
        case "banned":
            village.sim.ban(village.ben, village.plaza)
        case "restricted":
            village.sim.restrict(village.ben, village.plaza, inside=False)
        case _:
            village.sim.delete_account(village.ben)
    assert await presence(village) is Presence.GONE


@pytest.mark.parametrize(
    ("words", "status"),
    [
        ("Bad Request: member not found", 400),
        ("Bad Request: user not found", 400),
        ("Bad Request: PARTICIPANT_ID_INVALID", 400),
        ("Bad Request: CHAT_ADMIN_REQUIRED", 400),
        ("Bad Request: chat not found", 400),
        ("Forbidden: bot was kicked from the group chat", 403),
        ("Bad Gateway", 502),
    ],
)
async def test_an_error(village: "Village", words: str, status: int) -> None:
    """No error means that a person is gone: members who can't be looked up cause the same ones."""
    village.sim.refuse_next(words, status, part="getChatMember")
    assert await presence(village) is Presence.UNKNOWN


async def test_hidden_members(village: "Village") -> None:
    """Where members are hidden from the bot, presence is unknown."""
    village.sim.hide_members(village.plaza)
    assert await presence(village) is Presence.UNKNOWN


async def test_an_unknown_person(village: "Village") -> None:
    """A person whom Telegram can't find isn't gone."""
    stranger = User(Platform.TELEGRAM, "17")
    found = await village.outbound.presence(place(village.plaza), stranger)
    assert found is Presence.UNKNOWN


async def test_an_unknown_status(village: "Village", monkeypatch: pytest.MonkeyPatch) -> None:
    """A status that this release doesn't know isn't gone."""
    monkeypatch.setattr(
        type(village.plaza), "member", lambda _, who: {"user": who.json(), "status": "resting"}
    )
    assert await presence(village) is Presence.UNKNOWN


@pytest.mark.parametrize(
    "where",
    [
        Place(Platform.TELEGRAM, "5000000001"),
        Place.private(User(Platform.TELEGRAM, "5000000001")),
        names.inline("message-00000001"),
    ],
)
async def test_places_without_members(village: "Village", where: Place) -> None:
    """In private chats and inline messages Telegram isn't asked."""
    assert await presence(village, where) is Presence.UNKNOWN
    assert village.asked("getChatMember") == 0


@pytest.mark.parametrize(
    "who", [User(Platform.TELEGRAM, "@benben"), User(Platform.DISCORD, "5000000002")]
)
async def test_people_without_an_id(village: "Village", who: User) -> None:
    """Telegram isn't asked about a person without an id there."""
    found = await village.outbound.presence(place(village.plaza), who)
    assert found is Presence.UNKNOWN
    assert village.asked("getChatMember") == 0


async def test_a_rate_limit(village: "Village") -> None:
    """After Telegram rate limits the question, it isn't asked again before it allows it."""
    village.sim.limit_next(1, 30, "getChatMember")
    assert await presence(village) is Presence.UNKNOWN
    village.now += 29
    assert await presence(village) is Presence.UNKNOWN
    assert village.asked("getChatMember") == 1
    village.now += 1
    assert await presence(village) is Presence.PRESENT


async def test_questions_are_not_messages(village: "Village") -> None:
    """Asking about members takes nothing of a group's limit of messages."""
    village.sim.limit_groups(0)
    village.restrict(1)
    assert [await presence(village) for _ in range(5)] == [Presence.PRESENT] * 5


def test_a_link(village: "Village") -> None:
    """A message in a supergroup has a link."""
    town = village.sim.supergroup("Town")
    chat = str(town.id).removeprefix("-100")
    assert village.outbound.link(place(town), "17") == f"https://t.me/c/{chat}/17"


@pytest.mark.parametrize(
    ("channel", "message"),
    [
        ("-4000000001", "17"),
        ("5000000001", "17"),
        ("@5000000001", "17"),
        ("inline.message-1", "message-1"),
        ("-1002000000001", ""),
    ],
)
def test_no_link(village: "Village", channel: str, message: str) -> None:
    """Messages elsewhere have no link, nor has a board that isn't shown."""
    assert village.outbound.link(Place(Platform.TELEGRAM, channel), message) is None


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
