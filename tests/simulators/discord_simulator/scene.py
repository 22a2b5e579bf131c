"""Scenes for tests: users and places, what happens to them, and how interactions reach the bot."""

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from discord_simulator import messages
from discord_simulator.endpoints import Endpoints
from discord_simulator.gateway import Gateway
from discord_simulator.interactions import Interaction, Interactions
from discord_simulator.members import MODERATOR, USUAL, Guild, Json, Permission, User
from discord_simulator.people import Person
from discord_simulator.places import Channel, ChannelKind, Message
from discord_simulator.sessions import Session
from discord_simulator.world import World
from simulation.server import Server

TOKEN = "MTAwMA.simulated.bot-token"  # noqa: S105 - of a bot that exists nowhere


@dataclass(frozen=True)
class Delivery:
    """How interactions are delivered to the bot."""

    times: int = 1
    late: float = 0.0  # seconds, during which the user waits
    to: Sequence[Session] | None = None  # to these sessions only


LONG_SECONDS = 365 * 86_400
"""How long ago the bot joined a guild that no test has added it to."""


class Scene(Server):
    """What a test can do to its Discord."""

    token = TOKEN

    def __init__(self) -> None:
        super().__init__()
        self.world = World(self.changes)
        self.gateway = Gateway(self.world, TOKEN)
        self.world.publish = self.gateway.publish
        self.interactions = Interactions(self.world)
        self._endpoints = Endpoints(self.world, self.gateway, self.interactions)
        self._delivery = Delivery()
        self.patient = True  # whether users wait for the bot's first response

    @property
    def commands(self) -> dict[int | None, list[Json]]:
        """The bot's commands by guild; None for global commands."""
        return self._endpoints.commands

    @property
    def portal(self) -> Json:
        """What the owner has changed about the application in the Developer Portal."""
        return self._endpoints.portal

    # users and places

    def guild(self, name: str, locale: str = "en-GB", *, with_bot: bool = True) -> Guild:
        """Create a guild, owned by a silent user, that the bot joined long ago."""

        def act() -> Guild:
            owner = User(self.world.number(), f"{name}'s owner")
            guild = Guild(self.world.number(), name, owner, locale)
            for user in (owner, *[self.world.bot] * with_bot):
                guild.members[user.id] = self.world.users[user.id] = user
            guild.joined -= LONG_SECONDS
            self.world.guilds[guild.id] = guild
            if with_bot:
                self.gateway.publish("GUILD_CREATE", self.gateway.guild(guild), guild)
            return guild

        return self._do(act)

    def channel(self, guild: Guild, name: str, kind: ChannelKind = ChannelKind.TEXT) -> Channel:
        """Create a text channel, or another one without messages."""

        def act() -> Channel:
            channel = Channel(self.world, self.world.number(), kind, name, guild)
            self.world.channels[channel.id] = channel
            self.gateway.publish("CHANNEL_CREATE", channel.json(), guild)
            return channel

        return self._do(act)

    def welcome_in(self, channel: Channel) -> None:
        """Make a channel its guild's system channel, in which Discord greets new members."""

        def act() -> None:
            guild = channel.guild
            assert guild is not None
            guild.system_channel = channel.id
            self.gateway.publish("GUILD_UPDATE", guild.json(), guild)

        self._do(act)

    def thread(
        self,
        parent: Channel,
        name: str,
        owner: User | None = None,
        below: Message | None = None,
    ) -> Channel:
        """Create a thread in a channel, started by the bot or a user, from a message if given."""
        number = None if below is None else below.id
        return self._do(lambda: messages.open_thread(parent, name, number, owner))

    def person(self, name: str, *guilds: Guild, locale: str = "en-GB") -> Person:
        """Create a user in these guilds, or in all guilds if none are given."""

        def act() -> Person:
            person = Person(self.world.number(), name, locale, scene=self)
            self.world.users[person.id] = person
            for guild in guilds or self.world.guilds.values():
                guild.members[person.id] = person
            return person

        return self._do(act)

    def machine(self, name: str, *guilds: Guild) -> User:
        """Create another bot in these guilds."""

        def act() -> User:
            machine = User(self.world.number(), name, bot=True)
            self.world.users[machine.id] = machine
            for guild in guilds:
                guild.members[machine.id] = machine
            return machine

        return self._do(act)

    def direct(self, person: User) -> Channel:
        """Return the bot's DM channel with a user."""
        return self._do(lambda: self._endpoints.direct(person))

    def between(self, *people: User) -> Channel:
        """Create a DM between two users or a group DM of more, where the bot is not a member."""

        def act() -> Channel:
            kind = ChannelKind.DIRECT if len(people) == 2 else ChannelKind.GROUP
            name = ", ".join(person.name for person in people)
            channel = Channel(self.world, self.world.number(), kind, name, people=people)
            self.world.channels[channel.id] = channel
            return channel

        return self._do(act)

    def post(self, channel: Channel, author: User, text: str) -> Message:
        return self._do(lambda: messages.post(channel, author, {"content": text}, {}))

    # events

    def delete(self, what: Message | Channel) -> None:
        """Delete a message, a channel or a thread."""

        def act() -> None:
            if isinstance(what, Message):
                messages.delete(what)
                return
            for place in self.world.channels.values():
                place.deleted |= place is what or place.parent is what
            kind = "THREAD" if what.kind is ChannelKind.THREAD else "CHANNEL"
            self.gateway.publish(f"{kind}_DELETE", what.json(), what.guild)

        self._do(act)

    def archive(self, thread: Channel) -> None:
        self._do(lambda: messages.archive(thread, archived=True))

    def lock(self, thread: Channel, *, locked: bool = True) -> None:
        """Lock a thread as a moderator, or unlock it."""
        self._do(lambda: messages.lock(thread, locked=locked))

    def age(self, message: Message, seconds: float) -> None:
        """Make a message older."""
        message.created -= seconds

    def refuse(self, channel: Channel, permissions: Permission) -> None:
        """Deny the bot permissions in a channel; `Permission(0)` restores all of them."""

        def act() -> None:
            channel.refused = permissions
            self.gateway.publish("CHANNEL_UPDATE", channel.json(), channel.guild)

        self._do(act)

    def appoint(self, person: Person, guild: Guild, *, moderator: bool = True) -> None:
        """Make a user a moderator of a guild, or remove them as one."""
        guild.permissions[person.id] = MODERATOR if moderator else USUAL

    def leave(self, person: Person, guild: Guild) -> None:
        """Let a user leave a guild."""
        self._do(lambda: self._leave(person, guild))

    def delete_account(self, person: Person) -> None:
        """Let a user delete their account, and so leave all guilds."""

        def act() -> None:
            person.deleted = True
            for guild in self.world.guilds.values():
                if person.id in guild.members:
                    self._leave(person, guild)

        self._do(act)

    def _leave(self, person: Person, guild: Guild) -> None:
        del guild.members[person.id]
        data = {"guild_id": str(guild.id), "user": person.json()}
        self.gateway.publish("GUILD_MEMBER_REMOVE", data, guild)

    def kick_bot(self, guild: Guild) -> None:
        """Remove the bot from a guild."""

        def act() -> None:
            self.gateway.publish("GUILD_DELETE", {"id": str(guild.id)}, guild)
            guild.members.pop(self.world.bot.id, None)

        self._do(act)

    def invite_bot(self, guild: Guild) -> None:
        """Add the bot to a guild, or add it again."""

        def act() -> None:
            guild.members[self.world.bot.id] = self.world.bot
            guild.joined = time.time()
            self.gateway.publish("GUILD_CREATE", self.gateway.arrival(guild), guild)

        self._do(act)

    # how interactions reach the bot

    @contextmanager
    def delivering(
        self, times: int = 1, late: float = 0.0, to: Sequence[Session] | None = None
    ) -> Iterator[None]:
        """Within the context, deliver interactions several times, late, or to some sessions only.

        Without `to`, every session that covers the guild receives them, as on Discord: if a bot
        runs as two processes, both do.
        """
        before, self._delivery = self._delivery, Delivery(times, late, to)
        try:
            yield
        finally:
            self._delivery = before

    def deliver(self, interaction: Interaction) -> None:
        """Send an interaction to the bot."""
        how = self._delivery
        guild = interaction.channel.guild

        def act() -> None:
            self.interactions.begin(interaction)
            self._loop.call_later(how.late, tell)

        def tell() -> None:
            sessions = self.gateway.sessions if how.to is None else how.to
            for _ in range(how.times):
                for session in sessions:
                    if session.hears_of(guild):
                        session.dispatch("INTERACTION_CREATE", interaction.json())

        self._do(act)
