"""How many messages have come below a board, as far as Discord tells without being asked much.

Every interaction carries the id of the newest message of its channel. Ids tell which of two
messages is newer, but not how many are between them. So Discord is asked for the last few messages,
at most once for each newest one, however many boards the channel has. A press never waits for the
question of another one.
"""

import asyncio
import json
from dataclasses import dataclass

import discord
import structlog

from bot.on_discord.faults import TRANSIENT
from bot.show.placement import FEW

MAX_CHANNELS = 1000
"""Of how many channels the newest message is remembered."""

ASK_SECONDS = 1.0
"""How long Discord may take to count messages. A press has to be answered within 3 seconds."""

INTERACTION = '"INTERACTION_CREATE"'
"""What a gateway event contains, as text, that may be an interaction."""

log = structlog.get_logger()


@dataclass(slots=True)
class _Channel:
    """The newest message known in a channel, and the `last` few when that was `counted`."""

    newest: int = 0
    counted: int = 0
    last: tuple[int, ...] = ()
    asks: bool = False


class Below:
    """Remembers the newest messages of channels, and counts those after a board."""

    def __init__(self) -> None:
        self._channels: dict[int, _Channel] = {}

    def hear(self, event: str) -> None:
        """Note the newest message of the channel of an interaction, from the gateway's event.

        The library keeps neither: its channels are as they were when the bot connected.
        """
        if INTERACTION not in event:
            return
        channel = (json.loads(event).get("d") or {}).get("channel") or {}
        if channel.get("last_message_id"):
            self.note(int(channel["id"]), int(channel["last_message_id"]))

    def note(self, channel: int, message: int) -> None:
        """Note that a message exists in a channel."""
        known = self._channels[channel] = self._channels.pop(channel, _Channel())
        known.newest = max(known.newest, message)
        if len(self._channels) > MAX_CHANNELS:
            del self._channels[next(iter(self._channels))]

    async def count(self, channel: discord.abc.Messageable, id_: int, board: int) -> int:
        """Return how many messages have come after a board, at most one more than a few.

        Counts what is known if Discord doesn't tell, as when the bot may not read the history.
        """
        known = self._channels.get(id_)
        if known is None or known.newest <= board:
            return 0
        if known.counted < known.newest and not known.asks:
            await self._ask(channel, known)
        return sum(message > board for message in known.last)

    async def _ask(self, channel: discord.abc.Messageable, known: _Channel) -> None:
        """Learn the last few messages of a channel, unless Discord doesn't tell."""
        known.asks, newest = True, known.newest
        try:
            async with asyncio.timeout(ASK_SECONDS):
                known.last = tuple([one.id async for one in channel.history(limit=FEW + 1)])
        except discord.Forbidden:
            known.counted = newest  # asked again when there is a newer one
        except (discord.DiscordException, *TRANSIENT) as error:  # OSError includes TimeoutError
            log.info("discord.uncounted", why=type(error).__name__)
        else:
            known.counted = newest
        finally:
            known.asks = False
