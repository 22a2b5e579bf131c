"""Games that last for days, played by the real program on the Discord simulator.

The tests set the program's clock.
"""

import re
import signal
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

import pytest

from bot.show.placement import QUICK_SECONDS
from discord_simulator.members import Guild
from discord_simulator.people import Person
from discord_simulator.places import Channel, Message
from discord_simulator.simulator import DiscordSimulator
from tests.e2e.clock import DAY, SetClock, main

if TYPE_CHECKING:
    from conftest import Bot


@pytest.fixture(scope="module")
def sim() -> Iterator[DiscordSimulator]:
    with DiscordSimulator() as simulator:
        yield simulator


@pytest.fixture(autouse=True)
def no_violations(sim: DiscordSimulator) -> Iterator[None]:
    """The bot sends nothing that Discord would reject as malformed."""
    yield
    assert sim.violations == []


@pytest.fixture(scope="module")
def clock(tmp_path_factory: pytest.TempPathFactory) -> SetClock:
    return SetClock(tmp_path_factory.mktemp("clock") / "ahead")


@pytest.fixture(scope="module")
def bot(
    sim: DiscordSimulator,
    clock: SetClock,
    new_bot: Callable[..., "Bot"],
    tmp_path_factory: pytest.TempPathFactory,
) -> "Bot":
    """The bot of all tests, each in its own server."""
    settings = {"DISCORD_API_URL": sim.url, "DISCORD_TOKEN": sim.token, **clock.settings}
    bot = new_bot(tmp_path_factory.mktemp("bot") / "data", settings)
    bot.main = main
    bot.start()
    sim.wait_for_bot()
    return bot


@dataclass(frozen=True)
class Match:
    """A game of two people in a channel."""

    sim: DiscordSimulator
    bot: "Bot"
    clock: SetClock
    guild: Guild
    plaza: Channel
    people: tuple[Person, Person]

    @classmethod
    def create(cls, sim: DiscordSimulator, bot: "Bot", clock: SetClock) -> Self:
        """Let two people meet in a channel of a new server."""
        guild = sim.guild("Village")
        people = (sim.person("Ana", guild), sim.person("Ben", guild))
        return cls(sim, bot, clock, guild, sim.channel(guild, "plaza"), people)

    def challenge(self, **options: object) -> Message:
        """Post a challenge and return its message."""
        ana, ben = self.people
        ana.command(self.plaza, "puluc challenge", opponent=ben, **options)
        return self.plaza.wait_for(lambda message: "Accept" in message.labels)

    def begin(self, **options: object) -> Message:
        """Start a game and return its first board."""
        self.people[1].press(self.challenge(**options), "Accept")
        return self.noted(self.plaza.wait_for(lambda board: board.picture and board.labels))

    def noted(self, board: Message) -> Message:
        """Wait until the bot has noted when it showed a board, and return that board."""
        self.sim.wait(lambda: self.logged("table.shown", board))
        return board

    def logged(self, event: str, board: Message) -> int:
        """Return how often an event of this board's table and revision has been logged."""
        found = f'"rev": {revision(board)}, "table": "{table_of(board)}"'
        return sum(found in line and f'"{event}"' in line for line in self.bot.log.splitlines())

    @property
    def called(self) -> int:
        """How often the bot has decided to remind a player."""
        found = f'"table": "{table_of(self.plaza.last)}"'
        lines = self.bot.log.splitlines()
        return sum('"table.called"' in line and found in line for line in lines)

    @property
    def mover(self) -> Person:
        """The player to move."""
        name = re.search(r"^(\w+) to play: ", self.plaza.last.content, re.MULTILINE)
        assert name is not None, self.plaza.last.content
        return next(person for person in self.people if person.name == name[1])

    @property
    def waiting(self) -> Person:
        """The player who is not to move."""
        return next(person for person in self.people if person is not self.mover)

    def move(self) -> None:
        """Let the player to move press the first button, and wait for the new board."""
        board, before = self.plaza.last, (self.plaza.last.content, self.plaza.last.id)
        self.mover.press(board, board.labels[0])
        self.plaza.wait(lambda here: (here[-1].content, here[-1].id) != before)
        self.noted(self.plaza.last)

    def sees(self, words: str) -> Message:
        """Wait until the newest message says this, and return it."""
        self.plaza.wait(lambda here: words in here[-1].content)
        return self.plaza.last

    def pass_time(self, seconds: float) -> Message:
        """Move the clock forward, and return the new board that replaces the newest one."""
        old = self.plaza.last
        self.clock.advance(seconds + 2)
        self.plaza.wait(lambda here: (old.deleted or not old.labels) and here[-1] is not old)
        return self.plaza.last

    def rest(self) -> Message:
        """Let the bot repost a board that it has edited, and return the new one."""
        return self.pass_time(QUICK_SECONDS)

    @property
    def posts(self) -> list[str]:
        """The messages that the bot has posted here, deleted ones included."""
        part = f"/channels/{self.plaza.id}/messages"
        return [
            str(one)
            for one in list(self.sim.requests)
            if one.method == "POST" and one.path.endswith(part) and one.status == 200
        ]


@pytest.fixture
def match(sim: DiscordSimulator, clock: SetClock, bot: "Bot") -> Match:
    return Match.create(sim, bot, clock)


def table_of(board: Message) -> str:
    return str(board.buttons[0].custom_id).split(".")[1]


def revision(board: Message) -> int:
    found = re.match(r"1m\.\w+\.(\d+)", str(board.buttons[0].custom_id))
    assert found is not None
    return int(found[1])


@pytest.mark.parametrize("arrived", [True, False])
def test_killed_while_reminding(match: Match, bot: "Bot", arrived: bool) -> None:
    """If the bot is killed between deciding on a reminder and noting it, exactly one is seen."""
    match.begin(pace="3d")
    board = match.rest()
    before = len(match.plaza.messages)
    match.sim.break_next(502, 9, f"POST /channels/{match.plaza.id}", applied=arrived)
    match.clock.advance(1.5 * DAY)
    match.sim.wait(lambda: match.called)
    if arrived:
        match.plaza.wait(lambda here: here[-1] is not board)
    bot.end(signal.SIGKILL)
    match.sim.forgive()
    known = {session.id for session in match.sim.sessions}
    bot.start()
    # The simulator may forget the killed session before or after this.
    match.sim.wait(lambda: {session.id for session in match.sim.sessions} - known)
    match.plaza.wait(lambda here: board.deleted and len(here) == before)
    assert match.plaza.last.pinged == [match.mover]
    assert match.called == 1
