"""People in a channel of a Discord server."""

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, Self

from typing_extensions import override

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

    @override
    def command(self, person: Any, name: str, *others: Any, **given: str) -> None:
        people = dict(zip(OPPONENTS, others, strict=False))
        person.command(self.plaza, f"puluc {name}", **people, **given)

    @override
    def invite(self, host: Any, *others: Any) -> None:
        """A menu of users invites."""
        self.press(host, self.offers("Start"), "…")
        self.follow(host, "Invite players")
        asked = self.wait(lambda: [one for one in self.answers(host) if one.selects])[-1]
        host.pick(asked, *others)

    @override
    def guests(self, count: int) -> Sequence[Any]:
        return [self.sim.person(f"Guest{one}", self.plaza.guild) for one in range(count)]

    @override
    def leaves(self, person: Any) -> None:
        self.sim.leave(person, self.plaza.guild)

    @override
    def shuts_out(self, person: Any) -> None:
        person.takes_direct_messages = False

    @property
    @override
    def messages(self) -> list[Message]:
        return [one for one in self.plaza.messages if one.author.bot]

    @override
    def answers(self, person: Any) -> list[Message]:
        return person.private  # type: ignore[no-any-return] # of the simulator

    @override
    def notices(self, person: Any) -> list[Message]:
        return person.direct.messages  # type: ignore[no-any-return] # of the simulator

    @override
    def files(self, person: Any) -> list[str]:
        found = [file for one in person.private for file in one.attachments]
        return [file.data.decode() for file in found if file.content_type.startswith("text/")]

    @override
    def described(self, board: Message) -> str:
        words: str = board.alt  # type: ignore[attr-defined] # only Discord has it
        return words

    @override
    def deadline(self, board: Message) -> float:
        found = re.search(r"has until <t:(\d+):f>", board.words)
        assert found is not None, board.words
        return int(found[1])

    @property
    @override
    def posts(self) -> int:
        return self._posts(200)

    @property
    def threads(self) -> list[Any]:
        """The threads of the channel."""
        return [one for one in self.sim.world.channels.values() if one.parent is self.plaza]

    def inside(self, thread: Any) -> Self:
        """Return the same people in a thread."""
        return replace(self, plaza=thread)

    @override
    def removes_bot(self) -> None:
        self.sim.kick_bot(self.plaza.guild)

    def renews_session(self) -> None:
        """End all sessions, and wait for a new one."""
        before = self.sim.sessions
        self.sim.gateway.identify_seconds = 0  # it may have identified just before
        self.sim.invalidate_sessions()
        self.sim.wait(lambda: self.sim.sessions and not {*self.sim.sessions} & {*before})

    @override
    def elsewhere(self) -> Self:
        guild = self.sim.guild("Elsewhere")
        guild.members |= {person.id: person for person in self.people}
        return replace(self, plaza=self.sim.channel(guild, "hall"))

    @property
    @override
    def attempts(self) -> int:
        path = f"/channels/{self.plaza.id}/"
        return sum(one.method != "GET" and path in one.path for one in self.sim.requests)

    @property
    @override
    def editing(self) -> str:
        return "/callback"  # the board answers the press

    @override
    def lose_boards(self, *, arrived: bool) -> None:
        line = f"POST /channels/{self.plaza.id}/messages"
        self.sim.break_next(LOST, int(arrived), line, applied=True)
        self.sim.break_next(LOST, MANY, line)

    @property
    @override
    def lost(self) -> int:
        return self._posts(LOST)

    @contextmanager
    @override
    def reconnected(self) -> Iterator[None]:
        """The session of a bot that was killed may stay for a while."""
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
