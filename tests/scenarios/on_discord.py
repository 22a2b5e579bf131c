"""People in a channel of a Discord server."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from bot.config import Config
from bot.on_discord import connection
from discord_simulator.simulator import DiscordSimulator
from tests.scenarios.program import PATIENCE_SECONDS, Clock, Program
from tests.scenarios.town import NAMES, Message, Town

OPPONENTS = ("opponent", "second", "third")
"""The fields for the people that a challenge is about."""


class DiscordTown(Town):
    """See `Town`."""

    def command(self, person: Any, name: str, *others: Any, **given: str) -> None:
        """See `Town.command`."""
        people = dict(zip(OPPONENTS, others, strict=False))
        person.command(self.plaza, f"puluc {name}", **people, **given)

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
        return person.private  # type: ignore[no-any-return]

    def notices(self, person: Any) -> list[Message]:
        """See `Town.notices`."""
        return person.direct.messages  # type: ignore[no-any-return]

    def files(self, person: Any) -> list[str]:
        """See `Town.files`."""
        found = [file for one in person.private for file in one.attachments]
        return [file.data.decode() for file in found if file.content_type.startswith("text/")]

    def deadline(self, board: Message) -> float:
        """See `Town.deadline`."""
        found = re.search(r"has until <t:(\d+):f>", board.words)
        assert found is not None, board.words
        return int(found[1])

    @property
    def posts(self) -> int:
        """See `Town.posts`."""
        path = f"/channels/{self.plaza.id}/messages"
        return sum(
            (one.method, one.status) == ("POST", 200) and one.path.endswith(path)
            for one in self.sim.requests
        )


@contextmanager
def discord(clock: Clock) -> Iterator[tuple[Program, DiscordSimulator]]:
    """Run the program on a Discord of its own."""
    with DiscordSimulator() as sim:
        sim.interactions.first_answer_seconds = PATIENCE_SECONDS  # the machine may be busy
        settings = Config(_env_file=None, discord_api_url=sim.url, discord_token=sim.token)
        with Program(settings, [connection.opened], clock) as program:
            sim.wait_for_bot()
            yield program, sim


def meet(program: Program, sim: DiscordSimulator) -> DiscordTown:
    """Let people meet in a channel of a new server."""
    guild = sim.guild("Town")
    people = tuple(sim.person(name, guild) for name in NAMES)
    return DiscordTown(program, sim, people, sim.channel(guild, "plaza"))
