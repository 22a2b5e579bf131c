"""What the web chat's channels store about a person, for them to see and to delete."""

from collections.abc import Sequence

from typing_extensions import override

from bot.on_web import payloads
from bot.on_web.people import entered_notice
from bot.table.channels import Channels
from bot.table.chats import Chat, Chats, Line
from bot.table.people import Platform, User


class WebChats(Chats):
    """Implements `Chats`."""

    def __init__(self, channels: Channels) -> None:
        self._channels = channels

    @override
    async def of(self, user: User) -> Sequence[Chat]:
        if user.platform is not Platform.WEB:
            return ()
        return [
            Chat(
                channel,
                (await self._channels.people(channel)).get(user.id, ""),
                tuple(
                    Line(posted, text)
                    for message in await self._channels.since(channel, 0)
                    for posted, text in payloads.written_by(user.id, payloads.read(message.body))
                ),
            )
            for channel in await self._channels.channels_of(user.id)
        ]

    @override
    async def forget(self, user: User) -> None:
        """Cards lose the name when their tables do."""
        if user.platform is not Platform.WEB:
            return
        for channel in await self._channels.channels_of(user.id):
            for message in await self._channels.since(channel, 0):
                written = any(payloads.written_by(user.id, payloads.read(message.body)))
                if written or message.id == entered_notice(user.id):
                    await self._channels.drop(channel, message.id)
            await self._channels.leave(channel, user.id)
