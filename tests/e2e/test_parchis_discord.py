"""Whole games of Parchís, played by the real program on the Discord simulator."""

import re
import signal
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import pytest

from bot.table.due import LEASE_SECONDS
from discord_simulator.members import Guild
from discord_simulator.people import Person
from discord_simulator.places import Channel, Message
from discord_simulator.simulator import DiscordSimulator
from engine.record import Record
from tests.e2e.clock import SetClock
from tests.e2e.parchis import MOST_PRESSES, SHORT, Asker, main, mover, proves

if TYPE_CHECKING:
    from conftest import Bot

NAMES = ("Ana", "Ben", "Cara", "Dan")


@pytest.fixture(scope="module")
def clock(tmp_path_factory: pytest.TempPathFactory) -> SetClock:
    return SetClock(tmp_path_factory.mktemp("clock") / "ahead")


@pytest.fixture(scope="module")
def sim() -> Iterator[DiscordSimulator]:
    with DiscordSimulator() as simulator:
        simulator.interactions.first_answer_seconds = 30  # the machine may be busy
        yield simulator


@pytest.fixture(autouse=True)
def no_violations(sim: DiscordSimulator) -> Iterator[None]:
    """The bot sends nothing that Discord would reject as malformed."""
    yield
    assert sim.violations == []


@pytest.fixture(scope="module")
def bot(
    sim: DiscordSimulator,
    clock: SetClock,
    new_bot: Callable[..., "Bot"],
    tmp_path_factory: pytest.TempPathFactory,
) -> "Bot":
    """The bot of all tests, each in its own server; its pages have the records."""
    settings = {"DISCORD_API_URL": sim.url, "DISCORD_TOKEN": sim.token, **clock.settings}
    bot = new_bot(tmp_path_factory.mktemp("bot") / "data", settings)
    bot.settings |= {"PULUC_URL": bot.url, "PULUC_WEB": "watch"}
    bot.main = main
    bot.start()
    sim.wait_for_bot()
    return bot


@dataclass(frozen=True)
class Village:
    """Four people in a channel."""

    sim: DiscordSimulator
    bot: "Bot"
    clock: SetClock
    guild: Guild
    plaza: Channel
    people: tuple[Person, ...]
    asker: Asker = field(default_factory=lambda: Asker.seeded(1))

    @property
    def board(self) -> Message:
        """The newest board."""
        return self.plaza.last

    def offers(self, label: str) -> Message:
        """Wait until the newest board has this button, and return the board."""
        self.plaza.wait(lambda here: here and label in here[-1].labels)
        return self.board

    def play(self, presses: int = MOST_PRESSES) -> bool:
        """Let people press random moves on their turns; return whether the game is over."""
        for _ in range(presses):
            self.plaza.wait(lambda here: is_over(here[-1]) or self.asker.is_asked(ids(here[-1])))
            if is_over(self.board):
                return True
            self.mover.press(self.board, self.asker.choose(ids(self.board)))
        return False

    @property
    def mover(self) -> Person:
        """The player to move."""
        name = mover(self.board.content)
        return next(person for person in self.people if person.name == name)

    def check(self) -> Record:
        """Check the record of the finished game against what people were asked."""
        links = (button.url or "" for button in self.board.buttons)
        page = next(filter(None, (re.match(r".*/g/[\w-]+", link) for link in links)))
        with urllib.request.urlopen(f"{page[0]}/record.txt", timeout=60) as answer:
            return proves(answer.read().decode(), self.asker.asked, NAMES)


@pytest.fixture
def village(sim: DiscordSimulator, clock: SetClock, bot: "Bot") -> Village:
    guild = sim.guild("Village")
    people = tuple(sim.person(name, guild) for name in NAMES)
    return Village(sim, bot, clock, guild, sim.channel(guild, "plaza"), people)


def ids(board: Message) -> list[str | None]:
    """Return the codes of a board's buttons."""
    return [button.custom_id for button in board.buttons]


def is_over(board: Message) -> bool:
    """Tell whether a board is the last one of its game."""
    return "Rematch" in board.labels


def players(village: Village) -> list[str]:
    """Play to the end, check the record, and return who began, by seat."""
    assert village.play()
    return [*village.check().tags.players]


def open_lobby(village: Village, options: str = SHORT) -> Message:
    """Let Ana open a lobby, and return its message."""
    given = {"ruleset": "parchis", "options": f"seats=4 {options}"}
    village.people[0].command(village.plaza, "puluc open", **given)
    return village.offers("Join blue")


def test_two_people(village: Village) -> None:
    """A game of two people, from a challenge to its record, is one message."""
    ana, ben, *_ = village.people
    ana.command(village.plaza, "puluc challenge", opponent=ben, ruleset="parchis", options=SHORT)
    board = village.offers("Accept")
    ben.press(board, "Accept")
    assert players(village) == ["Ana", "Ben"]
    assert village.plaza.messages == [board]


def test_three_people(village: Village) -> None:
    """A challenge to two people is a game for three, who all get a place."""
    ana, ben, cara, _ = village.people
    given = {"opponent": ben, "second": cara, "ruleset": "parchis", "options": "start=out"}
    ana.command(village.plaza, "puluc challenge", **given)
    lobby = village.offers("Join blue")
    ben.press(lobby, "Join blue")
    cara.press(village.offers("Join red"), "Join red")
    assert players(village) == ["Ana", "Ben", "Cara"]
    assert re.search(r" wins\. 2nd: \w+, 3rd: \w+\.$", village.board.content, re.MULTILINE)


def test_fewer_than_seats(village: Village) -> None:
    """A lobby for four in which three have joined begins as a game for three."""
    ana, ben, cara, _ = village.people
    lobby = open_lobby(village)
    ben.press(lobby, "Join green")
    village.plaza.wait(lambda _: "Ben" in lobby.content)
    cara.press(lobby, "Join red")
    village.plaza.wait(lambda _: "Cara" in lobby.content)
    how = ana.press(lobby, "Start").private
    ana.press(how, "Start with 3 seats")
    assert sorted(players(village)) == ["Ana", "Ben", "Cara"]


def test_people_and_computers(village: Village) -> None:
    """Two people play against two computers, and one of them leaves: a third computer plays on."""
    ana, ben, *_ = village.people
    lobby = open_lobby(village, "start=out")
    ben.press(lobby, "Join red")
    for count in (1, 2):
        village.plaza.wait(lambda _, count=count: lobby.content.count("Computer") == count - 1)
        ana.press(lobby, "Add a computer")
    assert not village.play(20)
    asked = ben.command(village.plaza, "puluc resign").private
    ben.press(asked, "Yes, give it up")
    village.offers("Take the seat")
    assert village.play()
    record = village.check()
    assert [one.seat for one in record.tags.successors] == [2]
    assert record.tags.places[-1] == (2,)


def test_pairs(village: Village) -> None:
    """Four people play as two pairs, who win and lose together."""
    _, ben, cara, dan = village.people
    given = {"ruleset": "parchis", "options": "end=pairs start=out"}
    village.people[0].command(village.plaza, "puluc open", **given)
    lobby = village.offers("Join blue-green")
    for person, side in ((ben, "blue-green"), (cara, "yellow-red"), (dan, "blue-green")):
        person.press(lobby, f"Join {side}")
        village.plaza.wait(lambda _, person=person: lobby.picture or person.name in lobby.content)
    assert players(village) == ["Ana", "Ben", "Cara", "Dan"]
    assert {*village.check().tags.places} == {(0, 2), (1, 3)}


def test_practice(village: Village) -> None:
    """One person plays against three computers."""
    given = {"level": "easy", "ruleset": "parchis", "options": f"seats=4 {SHORT}"}
    village.people[0].command(village.plaza, "puluc practice", **given)
    village.people[0].press(village.offers("Start"), "Start")
    ana, *computers = players(village)
    assert ana == "Ana"
    assert computers == ["Computer (easy)"] * 3


def test_killed(village: Village) -> None:
    """A bot that is killed in the middle of a game goes on with it, and no move is lost."""
    ana, ben, *_ = village.people
    lobby = open_lobby(village)
    ben.press(lobby, "Join blue")
    village.plaza.wait(lambda _: "Ben" in lobby.content)
    how = ana.press(lobby, "Start").private
    ana.press(how, "Fill with computers")
    assert not village.play(30)
    known = {session.id for session in village.sim.sessions}
    village.bot.end(signal.SIGKILL)  # while it shows the last press, and computers reply
    village.clock.advance(LEASE_SECONDS + 2)  # the dead bot's claims expire
    village.bot.start()
    village.sim.wait(lambda: {session.id for session in village.sim.sessions} - known)
    assert len(players(village)) == 4
