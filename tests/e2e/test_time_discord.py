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
from tests.e2e.clock import DAY, HOUR, SetClock, main

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


def until(board: Message) -> int:
    """Return the deadline on a board, in Unix seconds."""
    found = re.search(r"has until <t:(\d+):f>", board.content)
    assert found is not None, board.content
    return int(found[1])


def test_the_pace(match: Match) -> None:
    """The challenge names its pace, and the board shows the deadline in each reader's time zone."""
    assert "Pace: 3 days a turn." in match.challenge(pace="3d").content
    match.people[1].press(match.plaza.last, "Accept")
    board = match.plaza.wait_for(lambda message: message.picture and message.labels)
    assert until(board) == pytest.approx(match.clock() + 3 * DAY, abs=HOUR)


def test_a_reminder(match: Match) -> None:
    """At half of the time, one new board with one mention replaces the old one."""
    match.begin(pace="3d")
    old, before = match.rest(), len(match.posts)
    board = match.pass_time(1.5 * DAY - QUICK_SECONDS)
    assert board.pinged == [match.mover]
    assert old.deleted
    assert len(match.posts) == before + 1


def test_no_reminder_after_the_move(match: Match) -> None:
    """After the move, only the other player is reminded."""
    match.begin(pace="3d")
    first = match.mover
    match.pass_time(1.5 * DAY)
    match.move()
    match.rest()
    second, before = match.mover, len(match.posts)
    assert second is not first
    assert match.pass_time(1.5 * DAY).pinged == [second]
    assert len(match.posts) == before + 1


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


def test_a_private_reminder(match: Match) -> None:
    """A player who prefers it is reminded in private, by a link to the board, until they move."""
    match.begin(pace="3d")
    board, person = match.rest(), match.mover
    said = person.command(match.plaza, "puluc me settings", where="private").private.content
    assert "I remind you by private message." in said
    match.clock.advance(1.5 * DAY)
    notice = person.direct.wait_for(lambda message: "your turn against" in message.content)
    (link,) = (button.url or "" for button in notice.buttons)
    assert link.endswith(f"/{match.plaza.id}/{board.id}")
    assert match.plaza.last is board
    match.move()
    person.direct.wait(lambda here: not here)


def test_a_refused_private_reminder(match: Match) -> None:
    """A player who refuses private messages is reminded on the board, which says why once."""
    match.begin(pace="3d")
    match.rest()
    person = match.mover
    person.command(match.plaza, "puluc me settings", where="private")
    person.takes_direct_messages = False
    board = match.pass_time(1.5 * DAY)
    assert "I couldn't send" in board.content
    assert board.pinged == [person]
    board = match.pass_time(1.25 * DAY)
    assert "private message" not in board.content
    assert board.pinged == [person]


def late(match: Match) -> Message:
    """Let the time of the player to move run out; return the board that says so."""
    match.begin(pace="3d")
    match.clock.advance(3 * DAY + 2)
    match.plaza.wait(lambda here: here and here[-1].pinged == [match.waiting])
    return match.plaza.wait_for(lambda message: "Claim the win" in message.labels)


def test_the_deadline(match: Match) -> None:
    """After the deadline the board says so and calls the opponent, who can claim the win."""
    board = late(match)
    loser, winner = match.mover, match.waiting
    assert f"{loser.name}'s time is up. {winner.name} can claim the win" in board.content
    assert {"Claim the win", "Give a day"} <= {*board.labels}
    winner.press(board, "Claim the win")
    over = match.sees("ran out of time")
    assert f"{loser.name} ran out of time. {winner.name} wins." in over.content
    assert "Rematch" in over.labels


def test_a_claim_by_the_wrong_player(match: Match) -> None:
    """Only the opponent can claim the win; the player whose time is up is refused privately."""
    board = late(match)
    for label in ("Claim the win", "Give a day"):
        said = match.mover.press(board, label).private.content
        assert "You can't decide that yourself" in said
    assert "time is up" in board.content


def test_a_day_more(match: Match) -> None:
    """The opponent can give a day, which sets a new deadline."""
    board = late(match)
    match.waiting.press(board, "Give a day")
    board = match.sees("has until")
    assert until(board) == pytest.approx(match.clock() + DAY, abs=HOUR)
    assert "Claim the win" not in board.labels


def test_a_late_move(match: Match) -> None:
    """A move after the deadline counts, and the win can't be claimed any more."""
    board = late(match)
    loser = match.mover
    claim = next(button for button in board.buttons if button.label == "Claim the win")
    match.move()
    match.plaza.wait(lambda here: "Claim the win" not in here[-1].labels)
    winner = next(person for person in match.people if person is not loser)
    assert "ran out of time" not in match.plaza.last.content
    winner.press(match.plaza.last, claim)
    assert "wins." not in match.plaza.last.content


def test_taking_back_a_move(match: Match) -> None:
    """A move is taken back with the opponent's consent, and the record can still be verified."""
    board = match.begin(ruleset="boolik", options="warriors=1")
    person, other, throw = match.mover, match.waiting, board.content.rpartition(" to play: ")[2]
    match.move()
    person.command(match.plaza, "puluc game undo")
    board = match.sees(f"{person.name} asks to take back their last move.")
    other.press(board, "Agree")
    board = match.sees(f"{person.name} took back a move.")
    assert (match.mover, board.content.rpartition(" to play: ")[2]) == (person, throw)
    other.press(other.command(match.plaza, "puluc resign").private, "Yes, resign")
    board = match.plaza.wait_for(lambda message: "Rematch" in message.labels)
    table = table_of(board)
    record = person.command(match.plaza, "puluc game record", game=table).private
    assert record.attachments[0].data.endswith(b"\nundo\n")
    said = person.command(match.plaza, "puluc game verify", game=table).private.content
    assert "throws recomputed: all of them match." in said


def test_a_draw(match: Match) -> None:
    """A draw ends the game once the opponent agrees."""
    match.begin()
    asker, other = match.people
    asker.command(match.plaza, "puluc game draw")
    board = match.sees("Ana offers a draw.")
    said = asker.press(board, "Agree").private.content
    assert "your opponent has to answer it" in said
    other.press(board, "Agree")
    assert "Rematch" in match.sees("Ana and Ben agreed to a draw.").labels


def test_a_pause(match: Match) -> None:
    """A pause stops the clock: the time left after it is the time left before it."""
    board = match.begin(pace="3d")
    left = until(board) - match.clock()
    asker, other = match.people
    asker.command(match.plaza, "puluc game pause")
    other.press(match.sees("Ana suggests a pause."), "Agree")
    board = match.sees("The game is paused.")
    match.clock.advance(20 * DAY)
    asker.press(board, "Resume")
    board = match.sees("has until")
    assert until(board) - match.clock() == pytest.approx(left, abs=60)


def test_the_next_game(match: Match) -> None:
    """`/puluc next` links to the board that waits for the player."""
    board = match.begin()
    said = match.mover.command(match.plaza, "puluc next").private
    (link,) = (button.url or "" for button in said.buttons)
    assert link.endswith(f"/{match.guild.id}/{match.plaza.id}/{board.id}")
    none = match.waiting.command(match.plaza, "puluc next").private
    assert none.content.startswith("No game is waiting for you right now.")


def test_what_i_prefer(match: Match) -> None:
    """The buttons of `/puluc me` change what a player prefers."""
    ana, _ = match.people
    mine = ana.command(match.plaza, "puluc me settings").private
    assert mine.labels == ["Reminders", "Where", "Quiet hours", "Time zone", "Vacation"]
    ana.press(mine, "Reminders")
    assert mine.labels == ["Less", "Off"]
    ana.press(mine, "Less")
    assert mine.content.startswith("Reminders: less.")


def test_quiet_hours(match: Match) -> None:
    """A reminder that would come in quiet hours comes at their end."""
    match.clock.advance_to(14)
    other = Match.create(match.sim, match.bot, match.clock)
    for each in (other, match):
        each.begin(pace="1d")
    match.clock.advance(QUICK_SECONDS + 2)
    for each in (other, match):
        each.plaza.wait(lambda here: here and here[-1].edits == 0)
    board, reminded = match.plaza.last, other.plaza.last
    match.mover.command(match.plaza, "puluc me settings", quiet="22-8")
    match.clock.advance_to(2.1)
    other.plaza.wait(lambda _: reminded.deleted)
    assert match.plaza.last is board
    match.clock.advance_to(8.1)
    match.plaza.wait(lambda here: here and board.deleted)
    assert match.plaza.last.pinged == [match.mover]


def test_a_player_who_has_left(match: Match) -> None:
    """A player who has left isn't mentioned; a day later the opponent can claim the win."""
    match.begin(pace="3d")
    match.rest()
    gone, other = match.mover, match.waiting
    match.sim.leave(gone, match.guild)
    before = len(match.posts)
    match.clock.advance(1.5 * DAY + 2)
    match.sees(f"{gone.name} has left. If they aren't back by <t:")
    assert len(match.posts) == before
    assert "Claim the win" not in match.plaza.last.labels
    match.clock.advance(DAY + 2)
    board = match.sees(f"{gone.name} has left. {other.name} can claim the win")
    assert board.pinged == [other]
    other.press(board, "Claim the win")
    match.sees(f"{gone.name} has left. {other.name} wins.")
