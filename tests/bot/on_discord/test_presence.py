"""Whether people are still members of a server."""

from asyncio import to_thread
from typing import TYPE_CHECKING

import pytest

from bot.on_discord import members
from bot.table.people import Place, Platform, Presence, User

if TYPE_CHECKING:
    from tests.bot.on_discord.conftest import Town

MEMBERS = "/members/"


async def test_a_member(town: "Town") -> None:
    """A member of the server is present."""
    assert await town.outbound.presence(town.place, town.user(town.ana)) is Presence.PRESENT


async def test_who_left(town: "Town") -> None:
    """A member who leaves the server is gone, although they were present a moment ago."""
    user = town.user(town.ana)
    assert await town.outbound.presence(town.place, user) is Presence.PRESENT
    town.sim.leave(town.ana, town.guild)
    assert await town.outbound.presence(town.place, user) is Presence.GONE


async def test_a_cached_member(town: "Town") -> None:
    """A member who has left is gone even if the library still remembers them."""
    guild = town.client.get_guild(town.guild.id)
    assert guild is not None
    member = await guild.fetch_member(town.ana.id)
    guild._add_member(member)  # noqa: SLF001 - as the library does with other settings
    town.sim.leave(town.ana, town.guild)
    assert guild.get_member(town.ana.id) is member
    assert await town.outbound.presence(town.place, town.user(town.ana)) is Presence.GONE


async def test_who_returns(town: "Town") -> None:
    """A member who left and joins again is present."""
    town.sim.leave(town.ana, town.guild)
    town.guild.members[town.ana.id] = town.ana
    assert await town.outbound.presence(town.place, town.user(town.ana)) is Presence.PRESENT


async def test_a_deleted_account(town: "Town") -> None:
    """Who has deleted their account is gone."""
    await to_thread(town.sim.delete_account, town.ana)
    assert await town.outbound.presence(town.place, town.user(town.ana)) is Presence.GONE


async def test_an_unknown_account(town: "Town") -> None:
    """An account that Discord doesn't know is gone."""
    nobody = User(Platform.DISCORD, "5")
    assert await town.outbound.presence(town.place, nobody) is Presence.GONE
    assert town.sim.requests[-1].answer["code"] == members.UNKNOWN_USER


async def test_in_a_thread(town: "Town") -> None:
    """In a thread, members of the server count as present."""
    thread = await to_thread(town.sim.thread, town.plaza, "talk", town.ben)
    place = Place(Platform.DISCORD, str(town.plaza.id), str(thread.id))
    assert await town.outbound.presence(place, town.user(town.ana)) is Presence.PRESENT


@pytest.mark.parametrize("channel", ["5", "@5", "#maize"])
async def test_without_a_server(town: "Town", channel: str) -> None:
    """In private chats and unknown channels nothing is known, and no member is asked for."""
    place = Place(Platform.DISCORD, channel)
    assert await town.outbound.presence(place, town.user(town.ana)) is Presence.UNKNOWN
    assert town.asked(MEMBERS) == 0


async def test_before_the_gateway_has_told(town: "Town", monkeypatch: pytest.MonkeyPatch) -> None:
    """A process that has just started asks to which server the channel belongs."""
    monkeypatch.setattr(members, "guild_of", lambda _client, _place: None)
    assert await town.outbound.presence(town.place, town.user(town.ana)) is Presence.PRESENT
    town.sim.leave(town.ana, town.guild)
    assert await town.outbound.presence(town.place, town.user(town.ana)) is Presence.GONE


@pytest.mark.parametrize("user", [User(Platform.WEB, "7"), User(Platform.DISCORD, "@ana")])
async def test_people_of_other_platforms(town: "Town", user: User) -> None:
    """Nothing is known of accounts that aren't Discord's, and Discord isn't asked."""
    assert await town.outbound.presence(town.place, user) is Presence.UNKNOWN
    assert town.asked(MEMBERS) == 0


async def test_a_server_that_removed_the_bot(town: "Town") -> None:
    """In a server that has removed the bot, nobody is declared gone."""
    town.sim.leave(town.ana, town.guild)
    town.sim.refuse_next(10004, part=MEMBERS)
    assert await town.outbound.presence(town.place, town.user(town.ana)) is Presence.UNKNOWN


@pytest.mark.parametrize("code", [50001, 50013])
async def test_a_refusal(town: "Town", code: int) -> None:
    """If Discord refuses to tell, nobody is declared gone."""
    town.sim.refuse_next(code, part=MEMBERS)
    assert await town.outbound.presence(town.place, town.user(town.ana)) is Presence.UNKNOWN


async def test_a_lost_answer(town: "Town") -> None:
    """If the connection breaks, nobody is declared gone."""
    town.sim.leave(town.ana, town.guild)
    town.sim.cut_next(part=MEMBERS)
    assert await town.outbound.presence(town.place, town.user(town.ana)) is Presence.UNKNOWN


@pytest.mark.parametrize("status", [500, 503])
async def test_while_discord_is_down(
    town: "Town", monkeypatch: pytest.MonkeyPatch, status: int
) -> None:
    """While Discord is failing, the answer is soon UNKNOWN, in spite of the library's retries."""
    monkeypatch.setattr(members, "ASK_SECONDS", 0.2)
    town.sim.break_next(status, times=9, part=MEMBERS)
    assert await town.outbound.presence(town.place, town.user(town.ana)) is Presence.UNKNOWN
