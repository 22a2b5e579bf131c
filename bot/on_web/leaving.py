"""Removing a person whose data is deleted from the channels of the web chat."""

from bot.on_web import payloads
from bot.on_web.people import entered_notice
from bot.table.ports import Channels


async def leave_all(channels: Channels, user: str) -> None:
    """Remove a user from all channels, with their lines and the notices that they entered.

    Boards lose the name with their tables. Idempotent. Raises StoreDown.
    """
    for channel in await channels.channels_of(user):
        for message in await channels.since(channel, 0):
            body = payloads.read(message.body)
            if message.id == entered_notice(user) or payloads.author(body) == user:
                await channels.drop(channel, message.id)
        await channels.leave(channel, user)
