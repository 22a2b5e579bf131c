"""Games that last for days, played by the real program on the Telegram simulator.

The tests set the program's and the simulator's clock.
"""

import re
import signal
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

import pytest

from bot.show.placement import QUICK_SECONDS
from telegram_simulator.messages import Message
from telegram_simulator.people import Person
from telegram_simulator.places import Chat
from telegram_simulator.simulator import TelegramSimulator
from tests.e2e.clock import DAY, SetClock, main

if TYPE_CHECKING:
    from conftest import Bot


@pytest.fixture(scope="module")
def clock(tmp_path_factory: pytest.TempPathFactory) -> SetClock:
    return SetClock(tmp_path_factory.mktemp("clock") / "ahead")


@pytest.fixture(scope="module")
def sim(clock: SetClock) -> Iterator[TelegramSimulator]:
    with TelegramSimulator(clock) as simulator:
        yield simulator


@pytest.fixture(autouse=True)
def no_violations(sim: TelegramSimulator) -> Iterator[None]:
    """The bot sends nothing that Telegram would reject as nonsense."""
    yield
    assert sim.violations == []


@pytest.fixture(scope="module")
def bot(
    sim: TelegramSimulator,
    clock: SetClock,
    new_bot: Callable[..., "Bot"],
    tmp_path_factory: pytest.TempPathFactory,
) -> "Bot":
    """The bot of all tests, each in its own group."""
    settings = {"TELEGRAM_API_URL": sim.url, "TELEGRAM_TOKEN": sim.token, **clock.settings}
    settings |= {"TELEGRAM_GROUP_MINUTE": "100000"}
    bot = new_bot(tmp_path_factory.mktemp("bot") / "data", settings)
    bot.main = main
    bot.start()
    sim.wait_for_bot()
    return bot


@dataclass(frozen=True)
class Match:
    """A game of two people in a supergroup."""

    sim: TelegramSimulator
    bot: "Bot"
    clock: SetClock
    plaza: Chat
    people: tuple[Person, Person]

    @classmethod
    def create(cls, sim: TelegramSimulator, bot: "Bot", clock: SetClock) -> Self:
        """Let two people, who have started the bot, meet in a new supergroup."""
        people = (sim.person("Ana"), sim.person("Ben"))
        for person in people:
            person.start()
        plaza = sim.supergroup("Plaza", *people)
        sim.delete(plaza.wait_for(lambda message: "Learn" in message.labels))
        return cls(sim, bot, clock, plaza, people)

    def challenge(self, words: str = "") -> Message:
        """Post a challenge and return its message."""
        ana, ben = self.people
        ana.say(self.plaza, f"/challenge@puluc_bot {ben.name} {words}", ben)
        return self.plaza.wait_for(lambda message: "Accept" in message.labels)

    def begin(self, words: str = "") -> Message:
        """Start a game and return its first board."""
        self.people[1].press(self.challenge(words), "Accept")
        return self.noted(self.plaza.wait_for(lambda board: board.picture and board.labels))

    def noted(self, board: Message) -> Message:
        """Wait until the bot has noted when it showed a board, and return that board."""
        code = re.match(r"1m\.(\w+)\.(\d+)", str(board.buttons[0].data))
        assert code is not None
        found = f'"rev": {code[2]}, "table": "{code[1]}"'
        self.sim.wait(lambda: any(found in line for line in self.lines("table.shown")))
        return board

    def lines(self, event: str) -> list[str]:
        """Return the lines of the bot's log about an event."""
        return [line for line in self.bot.log.splitlines() if f'"{event}"' in line]

    @property
    def called(self) -> int:
        """How often the bot has decided to remind a player."""
        found = '"table": "{}"'.format(str(self.board.buttons[0].data).split(".")[1])
        return sum(found in line for line in self.lines("table.called"))

    @property
    def board(self) -> Message:
        """The newest board."""
        return next(message for message in reversed(self.plaza.messages) if message.picture)

    @property
    def mover(self) -> Person:
        """The player to move."""
        name = re.search(r"^(.*) \(\w+\) to move\.$", self.board.words, re.MULTILINE)
        assert name is not None, self.board.words
        return next(person for person in self.people if person.name == name[1])

    @property
    def waiting(self) -> Person:
        """The player who is not to move."""
        return next(person for person in self.people if person is not self.mover)

    def move(self) -> None:
        """Let the player to move press the first button, and wait for the new board."""
        board, mover = self.board, self.mover
        mover.press(board, board.labels[0])
        self.plaza.wait(lambda _: self.board is not board or self.mover is not mover)
        self.noted(self.board)

    def sees(self, words: str) -> Message:
        """Wait until the newest board says this, and return it."""
        self.plaza.wait(lambda _: words in self.board.words)
        return self.board

    def pass_time(self, seconds: float) -> Message:
        """Move the clock forward, and return the new board that replaces the newest one."""
        old = self.board
        self.clock.advance(seconds + 2)
        self.plaza.wait(lambda _: self.board is not old and (old.deleted or not old.labels))
        return self.board

    def rest(self) -> Message:
        """Let the bot repost a board that it has edited, and return the new one."""
        return self.pass_time(QUICK_SECONDS)

    @property
    def posts(self) -> int:
        """The number of boards that the bot has posted here, deleted ones included."""
        return sum(
            one.method == "sendPhoto"
            and str(one.params.get("chat_id")) == str(self.plaza.id)
            and one.status == 200
            for one in list(self.sim.requests)
        )


@pytest.fixture
def match(sim: TelegramSimulator, clock: SetClock, bot: "Bot") -> Match:
    return Match.create(sim, bot, clock)


def test_killed_after_the_reminder(match: Match, bot: "Bot") -> None:
    """If the bot is killed before it learns that a reminder was sent, it repeats it only once."""
    board = match.begin("pace=3d")
    match.sim.break_next(502, 1, "sendPhoto", applied=True)
    match.clock.advance(1.5 * DAY + 2)
    match.plaza.wait(lambda _: match.board is not board)
    bot.end(signal.SIGKILL)
    bot.start()
    match.plaza.wait(lambda _: board.deleted)
    match.noted(match.board)
    assert match.called == 1
    assert 1 <= sum(bool(message.picture) for message in match.plaza.messages) <= 2
