"""What the bot may do in a channel: checks for the doctor."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, cast

import discord

from bot.findings import Finding, Last, Level, fail, ok

_NO_ACCESS: Final = 50001


@dataclass(frozen=True, slots=True)
class _Right:
    """A permission, by the library's name, and what fails `without` it."""

    name: str
    level: Level
    without: str

    @property
    def title(self) -> str:
        """Discord's name."""
        return self.name.replace("_", " ").title().replace(" In ", " in ")


_FILES: Final = _Right("attach_files", Level.FAIL, "it can't post boards, which are pictures")

_IN_CHANNELS: Final[Sequence[_Right]] = (
    _Right("send_messages", Level.FAIL, "it can't post boards"),
    _FILES,
    _Right("create_public_threads", Level.WARN, "it can't give games their own threads"),
    _Right("send_messages_in_threads", Level.WARN, "it can't post boards in threads"),
)
"""What boards in a channel need besides View Channel, which every request proves."""

_IN_THREADS: Final[Sequence[_Right]] = (
    _Right("send_messages_in_threads", Level.FAIL, "it can't post boards here"),
    _FILES,
)
"""What boards in a thread need besides View Channel."""

_UNFIT: Final[Mapping[discord.ChannelType, str]] = {
    discord.ChannelType.category: "a category; give the id of a channel in it",
    discord.ChannelType.forum: "a forum, which has no messages itself; give the id of a post",
    discord.ChannelType.media: "a media channel, which has no messages itself; give the id of a "
    "post",
}


async def in_channel(client: discord.Client, typed: str) -> Sequence[Finding]:
    """Return whether boards can be posted in a channel or thread.

    `typed` is what should be its id. Raises Last if there is no such channel, and the library's
    errors.
    """
    user = cast("discord.ClientUser", client.user)  # known after login
    channel = await _fetched(client, user.name, typed)
    if isinstance(channel, discord.abc.PrivateChannel):
        return [ok("channel", "a private chat with the bot, which needs no permissions")]
    subject = f"permissions in #{channel.name}"
    if channel.type in _UNFIT:
        return [fail(subject, f"this is {_UNFIT[channel.type]}")]
    guild = await client.fetch_guild(channel.guild.id, with_counts=False)
    me = await guild.fetch_member(user.id)
    parent = channel.parent_id if isinstance(channel, discord.Thread) else channel.id
    home = cast("discord.abc.GuildChannel", await guild.fetch_channel(parent))
    # The library's own conclusions would hide the cause: without Send Messages, it denies more.
    has = discord.abc.GuildChannel.permissions_for(home, me)
    return _rights(subject, channel, has, user.name)


async def _fetched(
    client: discord.Client, name: str, typed: str
) -> discord.abc.GuildChannel | discord.Thread | discord.abc.PrivateChannel:
    """Return a channel. Raises Last if the bot, which has this name, can't see such a channel."""
    if not (typed.isascii() and typed.isdigit()):
        raise _wrong(
            "--channel must be a number on Discord; turn on Developer Mode in Discord's settings "
            "under Advanced, right-click the channel and choose Copy Channel ID"
        )
    try:
        return await client.fetch_channel(int(typed))
    except discord.NotFound:
        raise _wrong(
            f"Discord knows no channel {typed}; right-click the channel itself, not the server or "
            "a message, and choose Copy Channel ID"
        ) from None
    except discord.Forbidden as refused:
        if refused.code != _NO_ACCESS:
            raise
        raise _wrong(
            f"{name} can't see channel {typed}; if it isn't in that server, open the install link, "
            f"and otherwise allow the role {name} View Channel in the channel's settings under "
            "Permissions"
        ) from None
    except discord.InvalidData:
        raise _wrong(
            f"channel {typed} isn't of a kind that has messages; give a text channel's id"
        ) from None


def _wrong(text: str) -> Last:
    return Last(fail("channel", text))


def _rights(
    subject: str,
    channel: discord.abc.GuildChannel | discord.Thread,
    has: discord.Permissions,
    role: str,
) -> Sequence[Finding]:
    """Return each permission that the bot lacks, or that it has all of them."""
    needed, where = _IN_CHANNELS, "the channel's settings"
    lacking = []
    if isinstance(channel, discord.Thread):
        needed, where = _IN_THREADS, "the settings of the thread's channel"
        if channel.locked and not has.manage_threads:
            lacking = [
                fail(subject, "the thread is locked, so the bot can't post there; unlock it")
            ]
    lacking += [
        Finding(
            right.level,
            subject,
            f"without {right.title}, {right.without}; allow it to the role {role} in {where} under "
            "Permissions",
        )
        for right in needed
        if not getattr(has, right.name)
    ]
    titles = ", ".join(right.title for right in needed)
    return lacking or [ok(subject, f"the bot has all that it needs: View Channel, {titles}")]
