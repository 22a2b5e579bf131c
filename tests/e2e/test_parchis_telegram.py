"""Whole games of Parchís, played by the real program on the Telegram simulator."""

import re
import signal
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import pytest

from bot.table.due import LEASE_SECONDS
from engine.record import Record
from telegram_simulator.messages import Message
from telegram_simulator.people import Person
from telegram_simulator.places import Chat
from telegram_simulator.simulator import TelegramSimulator
from tests.e2e.clock import SetClock
from tests.e2e.parchis import MOST_PRESSES, SHORT, Asker, main, mover, proves

if TYPE_CHECKING:
    from conftest import Bot

NAMES = ("Ana", "Ben", "Cara", "Dan")


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
    """The bot of all tests, each in its own group; its pages have the records."""
    settings = {"TELEGRAM_API_URL": sim.url, "TELEGRAM_TOKEN": sim.token}
    settings |= {"TELEGRAM_GROUP_MINUTE": "100000", **clock.settings}
    bot = new_bot(tmp_path_factory.mktemp("bot") / "data", settings)
    bot.settings |= {"PULUC_URL": bot.url, "PULUC_WEB": "watch"}
    bot.main = main
    bot.start()
    sim.wait_for_bot()
    return bot


@dataclass(frozen=True)
class Village:
    """Four people, who have started the bot, in a supergroup."""

    sim: TelegramSimulator
    bot: "Bot"
    clock: SetClock
    plaza: Chat
    people: tuple[Person, ...]
    asker: Asker = field(default_factory=lambda: Asker.seeded(2))

    def offers(self, label: str) -> Message:
        """Wait for a message with this button, and return it."""
        return self.plaza.wait_for(lambda message: label in message.labels)

    def lobby(self, words: str, button: str = "Join blue") -> Message:
        """Let Ana open a lobby, and return its message."""
        self.people[0].say(self.plaza, f"/open@puluc_bot parchis {words}")
        return self.offers(button)

    def play(self, board: Message, presses: int = MOST_PRESSES) -> bool:
        """Let people press random moves on their turns; return whether the game is over.

        All boards are the same message.
        """
        for _ in range(presses):
            board.chat.wait(lambda _: is_over(board) or self.asker.is_asked(data(board)))
            if is_over(board):
                return True
            self.mover(board).press(board, self.asker.choose(data(board)))
        return False

    def mover(self, board: Message) -> Person:
        """The player to move."""
        name = mover(board.words)
        return next(person for person in self.people if person.name == name)

    def players(self, board: Message) -> list[str]:
        """Play to the end, check the record, and return who began, by seat."""
        assert self.play(board)
        return [*self.check(board).tags.players]

    def check(self, board: Message) -> Record:
        """Check the record of the finished game against what people were asked."""
        links = (button.url or "" for button in board.buttons)
        page = next(filter(None, (re.match(r".*/g/[\w-]+", link) for link in links)))
        with urllib.request.urlopen(f"{page[0]}/record.txt", timeout=60) as answer:
            return proves(answer.read().decode(), self.asker.asked, NAMES)


@pytest.fixture
def village(sim: TelegramSimulator, clock: SetClock, bot: "Bot") -> Village:
    people = tuple(sim.person(name) for name in NAMES)
    for person in people:
        person.start()
    plaza = sim.supergroup("Plaza", *people)
    sim.delete(plaza.wait_for(lambda message: "Learn" in message.labels))
    return Village(sim, bot, clock, plaza, people)


def data(board: Message) -> list[str | None]:
    """Return the codes of a board's buttons."""
    return [button.data for button in board.buttons]


def is_over(board: Message) -> bool:
    """Tell whether a board is the last one of its game."""
    return not {"Rematch", "Play again"}.isdisjoint(board.labels)


def join(person: Person, lobby: Message, side: str) -> None:
    """Let a person join a side of a lobby, and wait until the board shows it."""
    person.press(lobby, f"Join {side}")
    lobby.chat.wait(lambda _: person.name in lobby.words or "Start" not in lobby.labels)


def test_two_people(village: Village) -> None:
    """A game of two people, from a challenge to its record, is one message."""
    ana, ben, *_ = village.people
    ana.say(village.plaza, f"/challenge@puluc_bot Ben parchis {SHORT}", ben)
    board = village.offers("Accept")
    ben.press(board, "Accept")
    assert village.players(board) == ["Ana", "Ben"]
    assert [one for one in village.plaza.messages if one.sender.bot] == [board]


def test_three_people(village: Village) -> None:
    """A challenge to two people is a game for three, who all get a place."""
    ana, ben, cara, _ = village.people
    ana.say(village.plaza, "/challenge@puluc_bot Ben Cara parchis start=out", ben, cara)
    board = village.offers("Join red")
    join(ben, board, "blue")
    join(cara, board, "red")
    assert village.players(board) == ["Ana", "Ben", "Cara"]
    assert re.search(r" wins\. 2nd: \w+, 3rd: \w+\.$", board.words, re.MULTILINE)


def test_people_and_computers(village: Village) -> None:
    """Two people play against two computers, and one of them leaves: a third computer plays on."""
    ana, ben, *_ = village.people
    board = village.lobby("seats=4 start=out")
    join(ben, board, "red")
    for count in (1, 2):
        village.plaza.wait(lambda _, count=count: board.words.count("Computer") == count - 1)
        ana.press(board, "Add a computer")
    assert not village.play(board, 20)
    ben.say(village.plaza, "/resign@puluc_bot")
    ben.press(village.offers("Yes, give it up"), "Yes, give it up")
    village.plaza.wait(lambda _: "Take the seat" in board.labels)
    assert village.play(board)
    record = village.check(board)
    assert [one.seat for one in record.tags.successors] == [2]
    assert record.tags.places[-1] == (2,)


def test_practice(village: Village) -> None:
    """One person plays against three computers."""
    ana, *_ = village.people
    ana.say(village.plaza, f"/practice@puluc_bot easy parchis seats=4 {SHORT}")
    board = village.offers("Start")
    ana.press(board, "Start")
    assert village.players(board) == ["Ana", *["Computer (easy)"] * 3]


def test_inline(village: Village) -> None:
    """In a chat without the bot, three people gather and play in one message."""
    ana, ben, cara, _ = village.people
    away = village.sim.supergroup("Away", *village.people, with_bot=False)
    offer, *_ = ana.inline(f"parchis seats=3 {SHORT}", away).results
    board = ana.choose(offer, away)
    away.wait(lambda _: "Start" in board.labels)
    join(ben, board, "blue")
    join(cara, board, "red")
    assert village.players(board) == ["Ana", "Ben", "Cara"]
    assert away.messages == [board]


def test_killed(village: Village) -> None:
    """A bot that is killed in the middle of a game goes on with it, and no move is lost."""
    ana, ben, *_ = village.people
    board = village.lobby(f"seats=4 {SHORT}")
    join(ben, board, "blue")
    ana.press(board, "Start")
    ana.press(village.offers("Fill with computers"), "Fill with computers")
    assert not village.play(board, 30)
    village.bot.end(signal.SIGKILL)  # while it shows the last press, and computers reply
    village.clock.advance(LEASE_SECONDS + 2)  # the dead bot's claims expire
    village.bot.start()
    assert len(village.players(board)) == 4
