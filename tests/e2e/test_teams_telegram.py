"""Lobbies, games in teams and matches, played by the real program on the Telegram simulator.

The tests set the program's and the simulator's clock.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

import pytest

from bot.table.due import LEASE_SECONDS
from bot.table.next_game import BEGIN_SECONDS
from bot.table.steps import DEMO_PAUSE
from telegram_simulator.messages import Message
from telegram_simulator.people import Person
from telegram_simulator.places import Chat
from telegram_simulator.simulator import TelegramSimulator
from tests.e2e.clock import SetClock
from tests.e2e.death import Death, Moment, main

if TYPE_CHECKING:
    from conftest import Bot

OPEN = "/open@puluc_bot aj-sayil seats=4"


@pytest.fixture(scope="module")
def clock(tmp_path_factory: pytest.TempPathFactory) -> SetClock:
    return SetClock(tmp_path_factory.mktemp("clock") / "ahead")


@pytest.fixture(scope="module")
def death(tmp_path_factory: pytest.TempPathFactory) -> Death:
    return Death(tmp_path_factory.mktemp("death") / "planned")


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
    death: Death,
    new_bot: Callable[..., "Bot"],
    tmp_path_factory: pytest.TempPathFactory,
) -> "Bot":
    """The bot of all tests, each in its own group."""
    settings = {"TELEGRAM_API_URL": sim.url, "TELEGRAM_TOKEN": sim.token}
    settings |= {"TELEGRAM_GROUP_MINUTE": "100000", **clock.settings, **death.settings}
    bot = new_bot(tmp_path_factory.mktemp("bot") / "data", settings)
    bot.main = main
    bot.start()
    sim.wait_for_bot()
    return bot


@dataclass(frozen=True)
class Village:
    """Five people in a supergroup."""

    sim: TelegramSimulator
    bot: "Bot"
    clock: SetClock
    plaza: Chat
    people: tuple[Person, Person, Person, Person, Person]

    @classmethod
    def create(cls, sim: TelegramSimulator, bot: "Bot", clock: SetClock) -> Self:
        """Let five people, who have started the bot, meet in a new supergroup."""
        ana, ben, cara, dan, eve = (
            sim.person(name) for name in ("Ana", "Ben", "Cara", "Dan", "Eve")
        )
        for person in (ana, ben, cara, dan, eve):
            person.start()
        plaza = sim.supergroup("Plaza", ana, ben, cara, dan, eve)
        sim.delete(plaza.wait_for(lambda message: "Learn" in message.labels))
        return cls(sim, bot, clock, plaza, (ana, ben, cara, dan, eve))

    def sees(self, words: str, button: str = "") -> Message:
        """Wait for a message of the bot that says this and has this button, and return it."""
        return self.plaza.wait_for(
            lambda message: (
                message.sender.bot
                and words in message.words
                and (not button or button in message.labels)
            )
        )

    def open(self) -> Message:
        """Let Ana open a lobby for four, and return its message."""
        self.people[0].say(self.plaza, OPEN)
        return self.sees("", "Join jade")

    def gather(self) -> Message:
        """Start a game: Ana and Cara play jade, Ben and Dan red. Return the first board."""
        _, ben, cara, dan, _ = self.people
        lobby = self.open()
        join(ben, lobby, "red")
        join(cara, lobby, "jade")
        join(dan, lobby, "red")
        return self.board

    def begin(self, words: str) -> Message:
        """Let Ana challenge Ben, who accepts; return the first board."""
        ana, ben, *_ = self.people
        ana.say(self.plaza, f"/challenge@puluc_bot Ben {words}", ben)
        offer = self.sees("", "Accept")
        ben.press(offer, "Accept")
        self.plaza.wait(lambda _: self.boards)
        return self.board

    @property
    def boards(self) -> list[Message]:
        return [message for message in self.plaza.messages if message.picture]

    @property
    def board(self) -> Message:
        """The newest board."""
        return self.boards[-1]

    @property
    def mover(self) -> Person:
        """The player to move."""
        return mover(self.board, self.people)

    def resign(self, person: Person, answer: str = "Yes, resign", *, wait: bool = True) -> None:
        """Let a person resign, or give up their seat, and confirm it."""
        said = person.say(self.plaza, "/resign@puluc_bot")
        asked = self.plaza.wait_for(lambda one: one.id > said.id and answer in one.labels)
        person.press(asked, answer, wait=wait)

    def next_game(self) -> Message:
        """Let Ben lose the first game of a match, and return the board of the second one."""
        self.begin("match=2")
        self.resign(self.people[1])
        return self.sees("", "Ready")


@pytest.fixture
def village(sim: TelegramSimulator, clock: SetClock, bot: "Bot") -> Village:
    return Village.create(sim, bot, clock)


def join(person: Person, lobby: Message, side: str) -> None:
    """Let a person join a side of a lobby, and wait until the board shows it."""
    person.press(lobby, f"Join {side}")
    lobby.chat.wait(lambda _: person.name in lobby.words or "Join red" not in lobby.labels)


def mover(board: Message, people: tuple[Person, ...]) -> Person:
    """Return the player to move."""
    name = re.search(r"^(\w+) \([^)]+\) to move\.$", board.words, re.MULTILINE)
    assert name is not None, board.words
    return next(person for person in people if person.name == name[1])


def menu_of(person: Person, board: Message) -> Message:
    """Open the menu of an inline board, which is in the private chat."""
    url = person.press(board, "…").url
    assert url is not None
    asked = person.open(url)
    return person.private.wait_for(lambda one: one.id > asked.id and one.labels)


def test_changing_sides(village: Village) -> None:
    """A player who joins the other side changes sides."""
    _, ben, *_ = village.people
    lobby = village.open()
    join(ben, lobby, "red")
    village.sees("Red: Ben and 1 free seat")
    ben.press(lobby, "Join jade")
    village.sees("Jade: Ana and Ben\nRed: 2 free seats")


def test_a_full_side(village: Village) -> None:
    """A side without a free seat refuses another player in an alert."""
    _, ben, cara, *_ = village.people
    lobby = village.open()
    join(ben, lobby, "jade")
    answer = cara.press(lobby, "Join jade")
    assert answer.text == "All seats for jade are taken. Join another side instead."
    assert answer.alert


def test_leaving_a_lobby(village: Village) -> None:
    """If the host leaves, the next player becomes the host."""
    ana, ben, *_ = village.people
    lobby = village.open()
    join(ben, lobby, "red")
    ana.press(lobby, "Leave")
    village.sees("Ben is looking for players.")


def test_a_computer(village: Village) -> None:
    """Computers that the host adds count as players, and the last one starts the game."""
    ana, ben, *_ = village.people
    lobby = village.open()
    join(ben, lobby, "red")
    ana.press(lobby, "Add a computer")
    village.sees("Computer (medium)")
    ana.press(lobby, "Add a computer")
    village.plaza.wait(lambda _: village.boards)


def test_starting_with_fewer(village: Village) -> None:
    """The host can start with fewer players than seats."""
    ana, ben, *_ = village.people
    lobby = village.open()
    join(ben, lobby, "red")
    ana.press(lobby, "Start")
    ana.press(village.sees("How do you want to start?"), "Start with 2 seats")
    village.plaza.wait(lambda _: village.boards)
    assert village.mover in (ana, ben)


def test_a_guest_starts(village: Village) -> None:
    """Only the host can start the game; another player is told who that is."""
    _, ben, *_ = village.people
    lobby = village.open()
    join(ben, lobby, "red")
    assert ben.press(lobby, "Start").text == "Only Ana, the host of this game, can do that."


def test_inviting(village: Village) -> None:
    """The host invites several people by `/invite`; only they are mentioned."""
    ana, ben, cara, *_ = village.people
    village.open()
    ana.say(village.plaza, "/invite@puluc_bot Ben Cara", ben, cara)
    lobby = village.sees("Cara (invited)")
    assert {*lobby.pinged} == {ben, cara}
    village.sees("Invited: Ben and Cara")


def test_inviting_without_names(village: Village) -> None:
    """`/invite` without names says how to name people."""
    ana, *_ = village.people
    village.open()
    ana.say(village.plaza, "/invite@puluc_bot")
    village.sees("To invite players, send /invite with their names")


def test_a_challenge_to_three(village: Village) -> None:
    """A challenge to three people is for four: the three are mentioned, and can join."""
    ana, ben, cara, dan, _ = village.people
    ana.say(village.plaza, "/challenge@puluc_bot Ben Cara Dan aj-tiwil", ben, cara, dan)
    lobby = village.sees("Jade: Ana and Cara (invited)\nRed: Ben (invited) and Dan (invited)")
    assert {*lobby.pinged} == {ben, cara, dan}
    assert "Join red" in lobby.labels


def test_a_turn_in_teams(village: Village) -> None:
    """All four move in turn, and a press by a partner of the player to move is refused."""
    village.gather()
    ana, ben, cara, dan, _ = village.people
    partners = {ana: cara, cara: ana, ben: dan, dan: ben}
    moved = set()
    for _ in range(4):
        board, turn = village.board, village.mover
        refused = partners[turn].press(board, board.labels[0])
        assert refused.text == f"It's {turn.name}'s turn, not yours."
        turn.press(board, board.labels[0])
        village.plaza.wait(lambda _, turn=turn: village.mover is not turn)
        moved.add(turn)
    assert moved == {ana, ben, cara, dan}


def test_a_spectator(village: Village) -> None:
    """A press by a person without a seat is refused."""
    board = village.gather()
    *_, eve = village.people
    assert eve.press(board, board.labels[0]).text.startswith("You aren't playing in this game.")


def test_a_seat_changes_hands(village: Village) -> None:
    """The computer plays for a player who has left, until a person takes the seat."""
    village.gather()
    _, ben, _, _, eve = village.people
    village.resign(ben, "Yes, give it up")
    board = village.sees("Ben has given up their seat. The computer (medium) plays on.")
    eve.press(board, "Take the seat")
    assert "Take the seat" not in village.sees("Eve plays on for Ben.").labels


def test_an_opponent_takes_the_seat(village: Village) -> None:
    """A player of the other side can't take the seat."""
    village.gather()
    ana, ben, *_ = village.people
    village.resign(ben, "Yes, give it up")
    answer = ana.press(village.sees("", "Take the seat"), "Take the seat")
    assert answer.text.startswith("You can't take over this seat because you play")


def test_the_next_game(village: Village) -> None:
    """The next game of a match mentions both players, and starts when they are ready."""
    ana, ben, *_ = village.people
    board = village.next_game()
    assert "Game 2, first to 2 · Ana 1 \N{EN DASH} Ben 0" in board.words
    assert {*board.pinged} == {ana, ben}
    ana.press(board, "Ready")
    village.sees("Not ready yet: Ben.")
    ben.press(board, "Ready")
    village.plaza.wait(lambda _: len(village.boards) > 1)


def test_nobody_is_ready(village: Village) -> None:
    """The next game starts by itself after a minute."""
    village.next_game()
    village.clock.advance(BEGIN_SECONDS + 2)
    village.plaza.wait(lambda _: len(village.boards) > 1)


def test_the_match_is_won(village: Village) -> None:
    """After the deciding game, the board says who has won the match."""
    ana, ben, *_ = village.people
    board = village.next_game()
    for person in (ana, ben):
        person.press(board, "Ready")
    village.plaza.wait(lambda _: len(village.boards) > 1)
    village.resign(ben)
    village.sees("Ana wins the match.", "Rematch")


def test_leaving_a_match(village: Village) -> None:
    """A player who leaves a match between two games loses it, once they have confirmed it."""
    _, ben, *_ = village.people
    ben.press(village.next_game(), "Leave match")
    asked = village.sees("Do you really want to leave the match? Your opponent wins it.")
    ben.press(asked, "Yes, leave the match")
    village.sees("Ana wins the match.")


def test_a_match_in_teams(village: Village) -> None:
    """In a match of teams, all change sides, and a player who gave up a seat gets it back."""
    ana, ben, cara, dan, _ = village.people
    ana.say(village.plaza, f"{OPEN} match=2")
    lobby = village.sees("", "Join jade")
    join(ben, lobby, "red")
    join(cara, lobby, "jade")
    join(dan, lobby, "red")
    village.resign(ben, "Yes, give it up")
    village.sees("Ben has given up their seat.")
    village.resign(dan)
    board = village.sees("", "Ready")
    assert "Jade: Ben and Dan\nRed: Ana and Cara" in board.words


@pytest.mark.parametrize("moment", Moment)
def test_killed_between_games(village: Village, death: Death, moment: Moment) -> None:
    """A bot that is killed between two games of a match neither loses nor doubles the next one."""
    village.begin("match=2")
    assert village.bot.process is not None
    death.plan(moment)
    village.resign(village.people[1], wait=False)  # it may die before it answers
    village.bot.process.wait(60)
    if moment is Moment.BEFORE:
        village.clock.advance(LEASE_SECONDS + 2)  # the dead bot's claim expires
    village.bot.start()
    board = village.sees("", "Ready")
    for person in village.people[:2]:
        person.press(board, "Ready")
    village.plaza.wait(lambda _: len(village.boards) > 1)
    games = [one for one in village.plaza.messages if "Game 2, first to 2" in one.words]
    assert len(games) == 1


def test_the_series(village: Village) -> None:
    """`/series` shows a player the running match: score, games so far, and the next one."""
    ana, *_ = village.people
    village.next_game()
    ana.say(village.plaza, "/series@puluc_bot")
    said = village.sees("about to start").words
    assert said.splitlines()[:3] == [
        "Game 2, first to 2 · Ana 1 \N{EN DASH} Ben 0",
        "Game 1, Puluc: Ana won.",
        "Game 2, Puluc: about to start.",
    ]


def test_what_was_played(village: Village) -> None:
    """`/series` shows everyone else what has ended here in the last 24 hours."""
    *_, eve = village.people
    village.next_game()
    eve.say(village.plaza, "/series@puluc_bot")
    village.sees("Played here in the last 24 hours:\n1. Puluc: Ana won against Ben.")


def test_a_demo(village: Village) -> None:
    """The computer plays against itself, without mentioning anyone, a move at a time."""
    ana, *_ = village.people
    ana.say(village.plaza, "/demo@puluc_bot")
    village.plaza.wait(lambda _: village.boards)
    board = village.board
    before = board.words
    assert "The computer is playing against itself. Ana started this game." in before
    assert board.pinged == []
    village.clock.advance(DEMO_PAUSE + 1)
    village.plaza.wait(lambda _: board.words != before)


def test_a_second_demo(village: Village) -> None:
    """While one such game is running, another isn't started in the same group."""
    ana, ben, *_ = village.people
    ana.say(village.plaza, "/demo@puluc_bot")
    village.plaza.wait(lambda _: village.boards)
    ben.say(village.plaza, "/demo@puluc_bot")
    village.sees("The computer is already playing against itself here.")
    assert len(village.boards) == 1


def test_an_inline_lobby(village: Village) -> None:
    """In a chat without the bot, four people gather in one message, and play in it."""
    ana, ben, cara, dan, eve = village.people
    away = village.sim.supergroup("Away", *village.people, with_bot=False)
    (offer,) = ana.inline("aj-sayil seats=4", away).results
    lobby = ana.choose(offer, away)
    assert lobby.labels[:2] == ["Join jade", "Join red"]
    away.wait(lambda _: "Start" in lobby.labels)
    join(ben, lobby, "red")
    join(cara, lobby, "jade")
    join(dan, lobby, "red")
    away.wait(lambda _: "to move." in lobby.words)
    assert eve.press(lobby, lobby.labels[0]).text.startswith("You aren't playing in this game.")
    turn = mover(lobby, village.people)
    turn.press(lobby, lobby.labels[0])
    away.wait(lambda _: mover(lobby, village.people) is not turn)
    assert away.messages == [lobby]


def test_an_inline_match(village: Village) -> None:
    """In a chat without the bot, the games of a match follow each other in one message."""
    ana, ben, *_ = village.people
    away = village.sim.conversation(ana, ben)
    (offer,) = ana.inline("puluc match=2", away).results
    board = ana.choose(offer, away)
    away.wait(lambda _: "Cancel" in board.labels)
    ben.press(board, "Accept")
    away.wait(lambda _: "…" in board.labels)
    edits = board.edits
    mover(board, village.people).press(board, board.labels[0])
    away.wait(lambda _: board.edits > edits)
    ben.press(menu_of(ben, board), "Resign game")
    ben.press(ben.private.wait_for(lambda one: "Yes, resign" in one.labels), "Yes, resign")
    away.wait(lambda _: "Game 2, first to 2 · Ana 1 \N{EN DASH} Ben 0" in board.words)
    for person in (ana, ben):
        away.wait(lambda _: "Ready" in board.labels)
        person.press(board, "Ready")
    away.wait(lambda _: "to move." in board.words)
    assert away.messages == [board]
