"""The state of a simulated Discord."""

import time
from collections.abc import Callable
from itertools import count

from discord_simulator.members import Guild, Json, User
from discord_simulator.places import Channel
from simulation.changes import Changes

EPOCH_MS = 1_420_070_400_000


class World:
    """Users, guilds and channels, by id."""

    def __init__(self, changes: Changes) -> None:
        self.changes = changes
        self.publish: Callable[[str, Json, Guild | None], None] = lambda *_: None
        self._numbers = count()
        self.url = ""
        self.bot = User(self.number(), "Puluc", bot=True)
        self.users: dict[int, User] = {self.bot.id: self.bot}
        self.guilds: dict[int, Guild] = {}
        self.channels: dict[int, Channel] = {}
        self.emoji: dict[int, Json] = {}  # of the bot's application

    def number(self) -> int:
        """Return a new id, made of a timestamp and a counter as on Discord."""
        moment = int(time.time() * 1000) - EPOCH_MS
        return (moment << 22) | (next(self._numbers) & 0x3FFFFF)
