"""People in a channel of a Discord server."""

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, Self

from bot.on_discord import connection
from bot.table.ports import Clock
from discord_simulator.simulator import DiscordSimulator
from tests.scenarios.platform import Platform
from tests.scenarios.program import Runner
from tests.scenarios.town import NAMES, Message, Town
from tests.waiting import PATIENCE_SECONDS

LOST, MANY = 502, 100_000
"""The status of a request that gets no answer, and a number of requests that no test reaches."""

OPPONENTS = ("opponent", "second", "third")
"""The fields for the people that a challenge is about."""


class DiscordTown(Town):
    """See `Town`."""

    most_strays = 0  # Discord discards a message that is sent again with the same nonce

    def command(self, person: Any, name: str, *others: Any, **given: str) -> None:
        """See `Town.command`."""
        people = dict(zip(OPPONENTS, others, strict=False))
        person.command(self.plaza, f"puluc {name}", **people, **given)

    def invite(self, host: Any, *others: Any) -> None:
        """See `Town.invite`; there is a menu of users."""
        self.press(host, self.offers("Start"), "…")
        self.follow(host, "Invite players")
        asked = self.wait(lambda: [one for one in self.answers(host) if one.selects])[-1]
        host.pick(asked, *others)

    def guests(self, count: int) -> Sequence[Any]:
        """See `Town.guests`."""
        return [self.sim.person(f"Guest{one}", self.plaza.guild) for one in range(count)]

    def leaves(self, person: Any) -> None:
        """See `Town.leaves`."""
        self.sim.leave(person, self.plaza.guild)

    def shuts_out(self, person: Any) -> None:
        """See `Town.shuts_out`."""
        person.takes_direct_messages = False

    @property
    def messages(self) -> list[Message]:
        """See `Town.messages`."""
        return [one for one in self.plaza.messages if one.author.bot]

    def answers(self, person: Any) -> list[Message]:
        """See `Town.answers`."""
        return person.private  # type: ignore[no-any-return] # of the simulator

    def notices(self, person: Any) -> list[Message]:
        """See `Town.notices`."""
        return person.direct.messages  # type: ignore[no-any-return] # of the simulator

    def files(self, person: Any) -> list[str]:
        """See `Town.files`."""
        found = [file for one in person.private for file in one.attachments]
        return [file.data.decode() for file in found if file.content_type.startswith("text/")]

    def described(self, board: Message) -> str:
        """See `Town.described`."""
        words: str = board.alt  # type: ignore[attr-defined] # only Discord has it
        return words

    def deadline(self, board: Message) -> float:
        """See `Town.deadline`."""
        found = re.search(r"has until <t:(\d+):f>", board.words)
        assert found is not None, board.words
        return int(found[1])

    @property
    def posts(self) -> int:
        """See `Town.posts`."""
        return self._posts(200)

    @property
    def threads(self) -> list[Any]:
        """The threads of the channel."""
        return [one for one in self.sim.world.channels.values() if one.parent is self.plaza]

    def inside(self, thread: Any) -> Self:
        """Return the same people in a thread."""
        return replace(self, plaza=thread)

    def removes_bot(self) -> None:
        """See `Town.removes_bot`."""
        self.sim.kick_bot(self.plaza.guild)

    def renews_session(self) -> None:
        """End all sessions, and wait for a new one."""
        before = self.sim.sessions
        self.sim.gateway.identify_seconds = 0  # it may have identified just before
        self.sim.invalidate_sessions()
        self.sim.wait(lambda: self.sim.sessions and not {*self.sim.sessions} & {*before})

    def elsewhere(self) -> Self:
        """See `Town.elsewhere`."""
        guild = self.sim.guild("Elsewhere")
        guild.members |= {person.id: person for person in self.people}
        return replace(self, plaza=self.sim.channel(guild, "hall"))

    @property
    def attempts(self) -> int:
        """See `Town.attempts`."""
        path = f"/channels/{self.plaza.id}/"
        return sum(one.method != "GET" and path in one.path for one in self.sim.requests)

    @property
    def editing(self) -> str:
        """See `Town.editing`."""
        return f"PATCH /channels/{self.plaza.id}/"

    def lose_boards(self, *, arrived: bool) -> None:
        """See `Town.lose_boards`."""
        line = f"POST /channels/{self.plaza.id}/messages"
        self.sim.break_next(LOST, int(arrived), line, applied=True)
        self.sim.break_next(LOST, MANY, line)

    @property
    def lost(self) -> int:
        """See `Town.lost`."""
        return self._posts(LOST)

    @contextmanager
    def reconnected(self) -> Iterator[None]:
        """See `Town.reconnected`; the session of a bot that was killed may stay for a while."""
        known = {session.id for session in self.sim.sessions}
        yield
        self.sim.wait(lambda: {session.id for session in self.sim.sessions} - known)

    def _posts(self, status: int) -> int:
        path = f"/channels/{self.plaza.id}/messages"
        return sum(
            (one.method, one.status) == ("POST", status) and one.path.endswith(path)
            for one in self.sim.requests
        )


@contextmanager
def simulated(_clock: Clock) -> Iterator[DiscordSimulator]:
    """Run a Discord, without limits that depend on real time."""
    with DiscordSimulator() as sim:
        sim.interactions.first_answer_seconds = PATIENCE_SECONDS
        sim.gateway.identify_seconds = 0
        yield sim


def settings(sim: DiscordSimulator) -> Mapping[str, str]:
    """See `Platform.settings`."""
    return {"discord_api_url": sim.url, "discord_token": sim.token}


def meet(program: Runner, sim: DiscordSimulator) -> DiscordTown:
    """Let people meet in a channel of a new server."""
    guild = sim.guild("Town")
    people = tuple(sim.person(name, guild) for name in NAMES)
    return DiscordTown(program, sim, people, sim.channel(guild, "plaza"))


DISCORD = Platform(simulated, settings, connection.opened, meet)
