"""Games that last for days, played by the real program on the Telegram simulator.

The tests set the program's and the simulator's clock.
"""

import re
import signal
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
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


def prefer(person: Person, words: str) -> Message:
    """Change a player's settings in the private chat, and return the answer."""
    before = len(person.private.messages)
    person.say(person.private, f"/me {words}".strip())
    person.private.wait(lambda here: len(here) > before + 1)
    return person.private.last


def test_the_pace(match: Match) -> None:
    """The challenge names its pace, and the board shows the deadline in UTC."""
    assert "Pace: 3 days a turn." in match.challenge("pace=3d").words
    now = match.clock()
    match.people[1].press(match.plaza.last, "Accept")
    board = match.plaza.wait_for(lambda message: message.picture)
    found = re.search(r"has until (\d+ \w+), \d\d:\d\d UTC", board.words)
    assert found is not None
    assert found[1] == f"{datetime.fromtimestamp(now + 3 * DAY, UTC):%-d %b}"


def test_a_reminder(match: Match) -> None:
    """At half of the time, one new board with one mention replaces the old one."""
    board, before = match.begin("pace=3d"), match.posts
    new = match.pass_time(1.5 * DAY)
    assert new.pinged == [match.mover]
    assert board.deleted
    assert match.posts == before + 1


def test_no_reminder_after_the_move(match: Match) -> None:
    """After the move, only the other player is reminded."""
    match.begin("pace=3d")
    first = match.mover
    match.pass_time(1.5 * DAY)
    match.move()
    match.rest()
    second, before = match.mover, match.posts
    assert second is not first
    assert match.pass_time(1.5 * DAY).pinged == [second]
    assert match.posts == before + 1


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


def test_a_private_reminder(match: Match) -> None:
    """A player who prefers it is reminded in private, by a link to the board, until they move."""
    board, person = match.begin("pace=3d"), match.mover
    assert "I remind you by private message." in prefer(person, "where=private").words
    match.clock.advance(1.5 * DAY + 2)
    notice = person.private.wait_for(lambda message: "your turn against" in message.words)
    (link,) = (button.url or "" for button in notice.buttons)
    assert link.endswith(f"/{board.id}")
    assert match.board is board
    match.move()
    person.private.wait(lambda _: notice.deleted)


def test_a_refused_private_reminder(match: Match) -> None:
    """A player who has blocked the bot is reminded in the group, which says why once."""
    match.begin("pace=3d")
    person = match.mover
    prefer(person, "where=private")
    person.block()
    board = match.pass_time(1.5 * DAY)
    assert "I couldn't send" in board.words
    assert board.pinged == [person]
    board = match.pass_time(1.25 * DAY)
    assert "private message" not in board.words
    assert board.pinged == [person]


def late(match: Match) -> Message:
    """Let the time of the player to move run out; return the board that says so."""
    match.begin("pace=3d")
    match.clock.advance(3 * DAY + 2)
    match.plaza.wait(lambda _: match.board.pinged == [match.waiting])
    return match.sees("time is up")


def test_the_deadline(match: Match) -> None:
    """After the deadline only the opponent, who is called once, can claim the win."""
    board = late(match)
    loser, winner = match.mover, match.waiting
    answer = loser.press(board, "Claim the win")
    assert answer.alert
    assert answer.text == "You can't decide that yourself, but you can still move."
    winner.press(board, "Claim the win")
    over = match.sees("ran out of time")
    assert f"{loser.name} ran out of time. {winner.name} wins." in over.words


def test_a_day_more(match: Match) -> None:
    """The opponent can give a day, which sets a new deadline."""
    board = late(match)
    match.waiting.press(board, "Give a day")
    board = match.sees("has until")
    assert "Claim the win" not in board.labels
    expected = datetime.fromtimestamp(match.clock() + DAY, UTC)
    assert f"has until {expected:%-d %b}" in board.words


def test_a_late_move(match: Match) -> None:
    """A move after the deadline counts, and the win can't be claimed any more."""
    assert "Claim the win" in late(match).labels
    match.move()
    match.plaza.wait(lambda _: "Claim the win" not in match.board.labels)
    assert "has until" in match.board.words


def test_taking_back_a_move(match: Match) -> None:
    """A move is taken back with the opponent's consent, and the record can still be verified."""
    table = str(match.begin("boolik warriors=1").buttons[0].data).split(".")[1]
    person, other = match.mover, match.waiting
    match.move()
    person.say(match.plaza, "/undo@puluc_bot")
    other.press(match.sees(f"{person.name} asks to take back their last move."), "Agree")
    match.sees(f"{person.name} took back a move.")
    assert match.mover is person
    other.say(match.plaza, "/resign@puluc_bot")
    asked = match.plaza.wait_for(lambda message: "Yes, resign" in message.labels)
    other.press(asked, "Yes, resign")
    match.sees(f"{other.name} resigned")
    person.say(match.plaza, f"/record@puluc_bot {table}")
    record = match.plaza.wait_for(lambda message: message.document)
    assert (record.document or b"").endswith(b"\nundo\n")
    person.say(match.plaza, f"/verify@puluc_bot {table}")
    match.plaza.wait(lambda here: "recomputed: all of them match." in here[-1].words)


def test_a_draw(match: Match) -> None:
    """A draw ends the game once the opponent agrees."""
    match.begin()
    asker, other = match.people
    asker.say(match.plaza, "/draw@puluc_bot")
    board = match.sees("Ana offers a draw.")
    assert "your opponent has to answer it" in asker.press(board, "Agree").text
    other.press(board, "Agree")
    match.sees("Ana and Ben agreed to a draw.")


def test_a_pause(match: Match) -> None:
    """Nobody's time runs out during a pause."""
    match.begin("pace=3d")
    asker, other = match.people
    asker.say(match.plaza, "/pause@puluc_bot")
    other.press(match.sees("Ana suggests a pause."), "Agree")
    board = match.sees("The game is paused.")
    match.clock.advance(20 * DAY)
    asker.press(board, "Resume")
    expected = datetime.fromtimestamp(match.clock() + 3 * DAY - 60, UTC)
    assert f"has until {expected:%-d %b}" in match.sees("has until").words


def test_the_next_game(match: Match) -> None:
    """`/next` links to the board that waits for the player."""
    board = match.begin()
    match.mover.say(match.plaza, "/next@puluc_bot")
    said = match.plaza.wait_for(lambda message: message.labels and not message.picture)
    (link,) = (button.url or "" for button in said.buttons)
    assert link == f"https://t.me/c/{str(match.plaza.id).removeprefix('-100')}/{board.id}"


def test_what_i_prefer(match: Match) -> None:
    """The buttons of `/me` change what a player prefers."""
    ana, _ = match.people
    mine = prefer(ana, "")
    assert mine.labels == ["Reminders", "Where", "Quiet hours", "Time zone", "Vacation"]
    ana.press(mine, "Reminders")
    choices = ana.private.wait_for(lambda message: message.labels == ["Less", "Off"])
    ana.press(choices, "Less")
    ana.private.wait(lambda here: here[-1].words.startswith("Reminders: less."))


def test_a_player_who_has_left(match: Match) -> None:
    """A player who has left isn't mentioned; a day later the opponent can claim the win."""
    match.begin("pace=3d")
    gone, other, before = match.mover, match.waiting, match.posts
    match.sim.leave(gone, match.plaza)
    match.clock.advance(1.5 * DAY + 2)
    board = match.sees(f"{gone.name} has left. If they aren't back by ")
    assert match.posts == before
    assert "Claim the win" not in board.labels
    match.clock.advance(DAY + 2)
    board = match.sees(f"{gone.name} has left. {other.name} can claim the win")
    other.press(board, "Claim the win")
    match.sees(f"{gone.name} has left. {other.name} wins.")
