"""Lobbies, games in teams and matches, played by the real program on the Discord simulator.

The tests set the program's clock.
"""

import re
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

import pytest

from bot.show.placement import QUICK_SECONDS
from bot.table.due import LEASE_SECONDS
from bot.table.next_game import BEGIN_SECONDS
from bot.table.steps import DEMO_PAUSE
from discord_simulator.members import Guild
from discord_simulator.people import Person
from discord_simulator.places import Channel, Message
from discord_simulator.simulator import DiscordSimulator
from tests.e2e.clock import DAY, SetClock
from tests.e2e.death import Death, Moment, main

if TYPE_CHECKING:
    from conftest import Bot

FOUR = "seats=4"
TEAMS = {"ruleset": "aj-sayil", "options": FOUR}


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
def clock(tmp_path_factory: pytest.TempPathFactory) -> SetClock:
    return SetClock(tmp_path_factory.mktemp("clock") / "ahead")


@pytest.fixture(scope="module")
def death(tmp_path_factory: pytest.TempPathFactory) -> Death:
    return Death(tmp_path_factory.mktemp("death") / "planned")


@pytest.fixture(scope="module")
def bot(
    sim: DiscordSimulator,
    clock: SetClock,
    death: Death,
    new_bot: Callable[..., "Bot"],
    tmp_path_factory: pytest.TempPathFactory,
) -> "Bot":
    """The bot of all tests, each in its own server."""
    settings = {"DISCORD_API_URL": sim.url, "DISCORD_TOKEN": sim.token}
    settings |= {**clock.settings, **death.settings}
    bot = new_bot(tmp_path_factory.mktemp("bot") / "data", settings)
    bot.main = main
    bot.start()
    sim.wait_for_bot()
    return bot


@dataclass(frozen=True)
class Village:
    """Five people in a channel."""

    sim: DiscordSimulator
    bot: "Bot"
    clock: SetClock
    guild: Guild
    plaza: Channel
    people: tuple[Person, Person, Person, Person, Person]

    @classmethod
    def create(cls, sim: DiscordSimulator, bot: "Bot", clock: SetClock) -> Self:
        """Let five people meet in a channel of a new server."""
        guild = sim.guild("Village")
        ana, ben, cara, dan, eve = (
            sim.person(name, guild) for name in ("Ana", "Ben", "Cara", "Dan", "Eve")
        )
        return cls(sim, bot, clock, guild, sim.channel(guild, "plaza"), (ana, ben, cara, dan, eve))

    @property
    def board(self) -> Message:
        """The newest board."""
        return self.plaza.last

    def sees(self, words: str) -> Message:
        """Wait until the newest board says this, and return it."""
        self.plaza.wait(lambda here: here and words in here[-1].content)
        return self.board

    def offers(self, label: str) -> Message:
        """Wait until the newest board has this button, and return the board."""
        self.plaza.wait(lambda here: here and label in here[-1].labels)
        return self.board

    def open(self) -> Message:
        """Let Ana open a lobby for four, and return its message."""
        self.people[0].command(self.plaza, "puluc open", **TEAMS)
        return self.offers("Join jade")

    def join(self, person: Person, side: str) -> None:
        """Let a person join a side of the lobby, and wait until the board shows it."""
        person.press(self.board, f"Join {side}")
        self.plaza.wait(lambda here: here[-1].picture or person.name in here[-1].content)

    def gather(self) -> Message:
        """Start a game: Ana and Cara play jade, Ben and Dan red. Return the first board."""
        _, ben, cara, dan, _ = self.people
        self.open()
        self.join(ben, "red")
        self.join(cara, "jade")
        self.join(dan, "red")
        return self.plaza.wait_for(lambda board: board.picture)

    def begin(self, options: str) -> Message:
        """Let Ana challenge Ben, who accepts; return the first board."""
        ana, ben, *_ = self.people
        ana.command(self.plaza, "puluc challenge", opponent=ben, options=options)
        ben.press(self.offers("Accept"), "Accept")
        return self.plaza.wait_for(lambda board: board.picture and board.labels)

    @property
    def mover(self) -> Person:
        """The player to move."""
        name = re.search(r"^(\w+)(?: \(\w+ \d+\))? to play: ", self.board.content, re.MULTILINE)
        assert name is not None, self.board.content
        return next(person for person in self.people if person.name == name[1])

    def partner_of(self, person: Person) -> Person:
        """The other player of a person's side, once all four have gathered."""
        ana, ben, cara, dan, _ = self.people
        return {ana: cara, cara: ana, ben: dan, dan: ben}[person]

    def move(self) -> None:
        """Let the player to move press the first button, and wait for the new board."""
        board, before = self.board, (self.board.content, len(self.plaza.messages))
        self.mover.press(board, board.labels[0])
        self.plaza.wait(lambda here: (here[-1].content, len(here)) != before)

    def noted(self, board: Message) -> Message:
        """Wait until the bot has noted when it showed a board, and return that board."""
        code = re.match(r"1m\.(\w+)\.(\d+)", str(board.buttons[0].custom_id))
        assert code is not None
        self.bot.wait_for_log(f'"rev": {code[2]}, "table": "{code[1]}"', of='"table.shown"')
        return board

    def rest(self) -> Message:
        """Let the bot repost a board that it has edited, and return the new one."""
        old = self.noted(self.board)
        self.clock.advance(QUICK_SECONDS + 2)
        self.plaza.wait(lambda here: here[-1] is not old)
        return self.board

    def resign(self, person: Person) -> None:
        """Let a person resign, or give up their seat, and confirm it."""
        asked = person.command(self.plaza, "puluc resign").private
        person.press(asked, asked.labels[0])

    def next_game(self) -> Message:
        """Let Ben lose the first game of a match, and return the board of the second one."""
        self.begin("match=2")
        self.resign(self.people[1])
        return self.offers("Ready")

    def menu(self, person: Person) -> Message:
        """Open the menu of the newest board."""
        return person.press(self.board, "…").private

    @property
    def next_boards(self) -> int:
        """The number of boards with the second game of a match."""
        return sum("Game 2, first to 2" in one.content for one in self.plaza.messages)


@pytest.fixture
def village(sim: DiscordSimulator, clock: SetClock, bot: "Bot") -> Village:
    return Village.create(sim, bot, clock)


def restart(village: Village) -> None:
    """Start the bot again after it has died."""
    known = {session.id for session in village.sim.sessions}
    village.bot.start()
    # The simulator may forget the dead bot's session before or after this.
    village.sim.wait(lambda: {session.id for session in village.sim.sessions} - known)


def test_a_lobby(village: Village) -> None:
    """A game with four seats is posted without a mention: anyone can join a side."""
    lobby = village.open()
    assert lobby.pinged == []
    assert "Jade: Ana and 1 free seat\nRed: 2 free seats" in lobby.content
    assert lobby.labels[:5] == ["Join jade", "Join red", "Leave", "Add a computer", "Start"]


def test_changing_sides(village: Village) -> None:
    """A player who joins the other side changes sides."""
    _, ben, *_ = village.people
    village.open()
    village.join(ben, "red")
    village.sees("Red: Ben and 1 free seat")
    village.join(ben, "jade")
    village.sees("Jade: Ana and Ben\nRed: 2 free seats")


def test_a_full_side(village: Village) -> None:
    """A side without a free seat refuses another player, in private, and names the way out."""
    _, ben, cara, *_ = village.people
    lobby = village.open()
    village.join(ben, "jade")
    said = cara.press(lobby, "Join jade").private.content
    assert said == "All seats for jade are taken. Join another side instead."
    assert "Cara" not in village.board.content


def test_the_host_leaves(village: Village) -> None:
    """If the host leaves, the next player becomes the host."""
    ana, ben, *_ = village.people
    lobby = village.open()
    village.join(ben, "red")
    ana.press(lobby, "Leave")
    village.sees("Ben is looking for players.")
    assert "Ana" not in village.board.content


def test_the_only_player_leaves(village: Village) -> None:
    """The only player is told to cancel the game instead, which one more press does."""
    ana, *_ = village.people
    said = ana.press(village.open(), "Leave").private
    assert said.content.startswith("You're the only player so far.")
    ana.press(said, "Cancel")
    village.plaza.wait(lambda here: not here[-1].labels)


def test_a_computer(village: Village) -> None:
    """Computers that the host adds count as players, and the last one starts the game."""
    ana, ben, *_ = village.people
    lobby = village.open()
    village.join(ben, "red")
    ana.press(lobby, "Add a computer")
    village.sees("Computer (medium)")
    ana.press(lobby, "Add a computer")
    assert village.plaza.wait_for(lambda board: board.picture) is lobby


def test_starting_with_fewer(village: Village) -> None:
    """The host can start with fewer players than seats."""
    ana, ben, *_ = village.people
    lobby = village.open()
    village.join(ben, "red")
    how = ana.press(lobby, "Start").private
    assert how.labels == ["Start with 2 seats", "Fill with computers"]
    ana.press(how, "Start with 2 seats")
    village.plaza.wait_for(lambda board: board.picture)
    assert village.mover in (ana, ben)


def test_unequal_sides(village: Village) -> None:
    """A game of unequal sides isn't started; computers can fill the free seats."""
    ana, ben, *_ = village.people
    lobby = village.open()
    village.join(ben, "jade")
    how = ana.press(lobby, "Start").private
    assert how.content.startswith("Both sides need the same number of players.")
    ana.press(how, "Fill with computers")
    village.plaza.wait_for(lambda board: board.picture)


def test_a_guest_starts(village: Village) -> None:
    """Only the host can start the game; another player is told who that is."""
    _, ben, *_ = village.people
    lobby = village.open()
    village.join(ben, "red")
    said = ben.press(lobby, "Start").private.content
    assert said == "Only Ana, the host of this game, can do that."


def test_inviting(village: Village) -> None:
    """The host invites several people with Discord's menu of users; only they are mentioned."""
    ana, ben, cara, *_ = village.people
    village.open()
    asked = village.menu(ana)
    ana.press(asked, "Invite players")
    village.sim.wait(lambda: asked.selects)
    ana.pick(asked, ben, cara)
    village.sim.wait(lambda: asked.content == "Invited: Ben and Cara")
    lobby = village.sees("Cara (invited)")
    assert {*lobby.pinged} == {ben, cara}


def test_inviting_a_bot(village: Village) -> None:
    """A bot can't be invited."""
    ana, *_ = village.people
    village.open()
    asked = village.menu(ana)
    ana.press(asked, "Invite players")
    village.sim.wait(lambda: asked.selects)
    ana.pick(asked, village.sim.world.bot)
    village.sim.wait(lambda: "is a bot" in asked.content)
    assert "invited" not in village.board.content


def test_a_challenge_to_three(village: Village) -> None:
    """A challenge to three people is for four: the three are mentioned, and can join."""
    ana, ben, cara, dan, _ = village.people
    others = {"opponent": ben, "second": cara, "third": dan}
    ana.command(village.plaza, "puluc challenge", **others, ruleset="aj-tiwil")
    lobby = village.offers("Join red")
    assert {*lobby.pinged} == {ben, cara, dan}
    assert "Jade: Ana and Cara (invited)\nRed: Ben (invited) and Dan (invited)" in lobby.content


def test_declining_a_team(village: Village) -> None:
    """The seat of an invited player who declines is free for anyone."""
    ana, ben, cara, dan, eve = village.people
    others = {"opponent": ben, "second": cara, "third": dan}
    ana.command(village.plaza, "puluc challenge", **others, ruleset="aj-tiwil")
    dan.press(village.offers("Join red"), "Decline")
    village.sees("Red: Ben (invited) and 1 free seat")
    village.join(eve, "red")
    village.sees("Red: Ben (invited) and Eve")


def test_accepting(village: Village) -> None:
    """An invited player who accepts by command takes the reserved seat."""
    ana, ben, cara, dan, _ = village.people
    others = {"opponent": ben, "second": cara, "third": dan}
    ana.command(village.plaza, "puluc challenge", **others, ruleset="aj-tiwil")
    village.offers("Join red")
    cara.command(village.plaza, "puluc game accept")
    village.sees("Jade: Ana and Cara\nRed: Ben (invited) and Dan (invited)")


def test_removing_a_player(village: Village) -> None:
    """The host frees the seat of a player by the menu."""
    ana, ben, *_ = village.people
    village.open()
    village.join(ben, "red")
    asked = village.menu(ana)
    ana.press(asked, "Remove player")
    village.sim.wait(lambda: "Remove Ben" in asked.labels)
    ana.press(asked, "Remove Ben")
    village.sees("Red: 2 free seats")


def test_handing_over(village: Village) -> None:
    """The host makes another player the host by the menu."""
    ana, ben, *_ = village.people
    village.open()
    village.join(ben, "red")
    asked = village.menu(ana)
    ana.press(asked, "Hand over")
    village.sim.wait(lambda: "Make Ben the host" in asked.labels)
    ana.press(asked, "Make Ben the host")
    village.sees("or when Ben presses Start.")


def test_a_crowd(village: Village, new_bot: Callable[..., "Bot"]) -> None:
    """Of twenty people who press Join at once, fifteen get a seat, and five are told why not.

    Two processes receive every press.
    """
    second = new_bot(village.bot.data, village.bot.settings)
    second.main = main
    sessions = len(village.sim.sessions)
    second.start()
    try:
        village.sim.wait(lambda: len(village.sim.sessions) > sessions)
        host, *_ = village.people
        host.command(village.plaza, "puluc open", ruleset="aj-sayil", options="seats=16")
        lobby = village.offers("Join jade")
        crowd = [village.sim.person(f"Guest{number}", village.guild) for number in range(20)]
        sides = ["Join red", "Join jade"] * 10
        buttons = [next(one for one in lobby.buttons if one.label == side) for side in sides]
        with ThreadPoolExecutor(len(crowd)) as pool:
            answers = [*pool.map(lambda one, button: one.press(lobby, button), crowd, buttons)]
        village.sim.wait(lambda: sum(bool(answer.messages) for answer in answers) == 5)
        village.plaza.wait_for(lambda board: board.picture)
        assert len(village.plaza.messages) == 1
    finally:
        second.stop()


def test_a_turn_in_teams(village: Village) -> None:
    """Each board is for one player: on a new message, only that player is mentioned."""
    village.gather()
    movers = []
    for _ in range(4):
        movers.append(village.mover)
        village.move()
    assert {*movers} == {*village.people[:4]}
    assert village.rest().pinged == [village.mover]


def test_the_wrong_player(village: Village) -> None:
    """A press by a partner of the player to move is refused in private, and changes nothing."""
    board = village.gather()
    partner = village.partner_of(village.mover)
    before = board.content
    said = partner.press(board, board.labels[0]).private.content
    assert said == f"It's {village.mover.name}'s turn, not yours."
    assert board.content == before


def test_a_spectator(village: Village) -> None:
    """A press by a person without a seat is refused in private."""
    board = village.gather()
    *_, eve = village.people
    said = eve.press(board, board.labels[0]).private.content
    assert said.startswith("You aren't playing in this game.")


def test_a_seat_given_up(village: Village) -> None:
    """The seat of a player who leaves a team goes to the computer, and the game goes on."""
    village.gather()
    _, ben, *_ = village.people
    village.resign(ben)
    board = village.sees("Ben has given up their seat. The computer (medium) plays on.")
    assert "Take the seat" in board.labels


def test_a_seat_taken(village: Village) -> None:
    """A person who has watched takes the seat of a player who has left."""
    village.gather()
    _, ben, _, _, eve = village.people
    village.resign(ben)
    eve.press(village.offers("Take the seat"), "Take the seat")
    board = village.sees("Eve plays on for Ben.")
    assert "Take the seat" not in board.labels


def test_an_opponent_takes_the_seat(village: Village) -> None:
    """A player of the other side can't take the seat, and the seat stays free."""
    village.gather()
    ana, ben, *_ = village.people
    village.resign(ben)
    board = village.offers("Take the seat")
    said = ana.press(board, "Take the seat").private.content
    assert said.startswith("You can't take over this seat because you play")
    assert "Take the seat" in village.board.labels


def test_the_last_of_a_side_resigns(village: Village) -> None:
    """When the last person of a side resigns, the other side wins."""
    village.gather()
    _, ben, _, dan, _ = village.people
    village.resign(ben)
    village.offers("Take the seat")
    village.resign(dan)
    assert "Rematch" in village.sees("Red resigned. Jade wins.").labels


def test_a_partner_runs_out_of_time(village: Village) -> None:
    """When a player's time is up, their partner is called, and lets the computer play on."""
    _, ben, cara, dan, _ = village.people
    village.people[0].command(village.plaza, "puluc open", **TEAMS, pace="3d")
    village.offers("Join jade")
    for person, side in ((ben, "red"), (cara, "jade"), (dan, "red")):
        village.join(person, side)
    village.noted(village.plaza.wait_for(lambda board: board.picture))
    late = village.mover
    village.clock.advance(3 * DAY + 2)
    partner = village.partner_of(late)
    village.plaza.wait(lambda here: here and here[-1].pinged == [partner])
    board = village.offers("Let the computer play on")
    said = late.press(board, "Let the computer play on").private.content
    assert said == "You can't decide that yourself, but you can still move."
    partner.press(board, "Let the computer play on")
    village.sees("The computer (medium) plays on.")
    assert "Take the seat" in village.board.labels


def test_the_next_game(village: Village) -> None:
    """The next game of a match is posted by itself: sides swapped, both players mentioned."""
    ana, ben, *_ = village.people
    board = village.next_game()
    assert "Game 2, first to 2 · Ana 1 \N{EN DASH} Ben 0" in board.content
    assert "Ben plays jade.\nAna plays red." in board.content
    assert {*board.pinged} == {ana, ben}


def test_both_are_ready(village: Village) -> None:
    """The next game starts when both players are ready."""
    ana, ben, *_ = village.people
    board = village.next_game()
    ana.press(board, "Ready")
    village.sees("Not ready yet: Ben.")
    ben.press(board, "Ready")
    assert village.plaza.wait_for(lambda one: one is board and one.picture) is board


def test_nobody_is_ready(village: Village) -> None:
    """The next game starts by itself after a minute."""
    board = village.next_game()
    village.clock.advance(BEGIN_SECONDS + 2)
    village.plaza.wait_for(lambda one: one is board and one.picture)


def test_a_spectator_is_ready(village: Village) -> None:
    """Only the players of a match can start its next game."""
    *_, eve = village.people
    said = eve.press(village.next_game(), "Ready").private.content
    assert said == "Only the players of this match can start its next game."


def test_the_match_is_won(village: Village) -> None:
    """A player who gives up the game by the menu loses only that; here it decides the match."""
    ana, ben, *_ = village.people
    board = village.next_game()
    ana.press(board, "Ready")
    ben.press(board, "Ready")
    village.plaza.wait_for(lambda one: one is board and one.picture)
    menu = village.menu(ben)
    assert {"Resign game", "Leave match"} <= {*menu.labels}
    ben.press(menu, "Resign game")
    village.sim.wait(lambda: "Yes, resign" in menu.labels)
    ben.press(menu, "Yes, resign")
    over = village.sees("Ana wins the match.")
    assert "Rematch" in over.labels


def test_a_rematch(village: Village) -> None:
    """A rematch after a match is a match again."""
    ana, ben, *_ = village.people
    ben.press(village.next_game(), "Leave match")
    ben.press(ben.private[-1], "Yes, leave the match")
    ana.press(village.offers("Rematch"), "Rematch")
    offer = village.offers("Accept")
    assert "the first to reach 2 points wins" in offer.content


def test_a_game_won_back(village: Village) -> None:
    """After a game each, a third game follows."""
    ana, ben, *_ = village.people
    board = village.next_game()
    ana.press(board, "Ready")
    ben.press(board, "Ready")
    village.plaza.wait_for(lambda one: one is board and one.picture)
    village.resign(ana)
    village.offers("Ready")
    assert "Game 3, first to 2 · Ana 1 \N{EN DASH} Ben 1" in village.board.content


def test_leaving_a_match(village: Village) -> None:
    """A player who leaves a match between two games loses it, once they have confirmed it."""
    _, ben, *_ = village.people
    asked = ben.press(village.next_game(), "Leave match").private
    assert asked.content == "Do you really want to leave the match? Your opponent wins it."
    ben.press(asked, "Yes, leave the match")
    assert "Rematch" in village.sees("Ana wins the match.").labels


@pytest.mark.parametrize("moment", Moment)
def test_killed_between_games(village: Village, death: Death, moment: Moment) -> None:
    """A bot that is killed between two games of a match neither loses nor doubles the next one."""
    village.begin("match=2")
    assert village.bot.process is not None
    death.plan(moment)
    village.resign(village.people[1])
    village.bot.process.wait(60)
    assert village.next_boards == 0
    if moment is Moment.BEFORE:
        village.clock.advance(LEASE_SECONDS + 2)  # the dead bot's claim expires
    restart(village)
    board = village.offers("Ready")
    for person in village.people[:2]:
        person.press(board, "Ready")
    village.plaza.wait_for(lambda one: one is board and one.picture)
    assert village.next_boards == 1


@pytest.mark.parametrize("arrived", [True, False])
def test_killed_while_showing(village: Village, arrived: bool) -> None:
    """If the bot is killed while it posts the next game of a match, one board is seen."""
    village.begin("match=2")
    place = f"/channels/{village.plaza.id}"
    asked = village.people[1].command(village.plaza, "puluc resign").private
    village.sim.break_next(502, 9, f"POST {place}", applied=arrived)
    village.people[1].press(asked, "Yes, resign")
    village.sim.wait(
        lambda: any(
            (one.method, one.status) == ("POST", 502) and place in one.path
            for one in list(village.sim.requests)
        )
    )
    village.bot.end(signal.SIGKILL)
    village.sim.forgive()
    restart(village)
    board = village.offers("Ready")
    for person in village.people[:2]:
        person.press(board, "Ready")
    village.plaza.wait_for(lambda one: one is board and one.picture)
    assert village.next_boards == 1


def test_the_series(village: Village) -> None:
    """`/puluc series` shows a player the running match: score, games so far, and the next one."""
    ana, *_ = village.people
    village.next_game()
    said = ana.command(village.plaza, "puluc series").private.content
    assert said.splitlines() == [
        "Game 2, first to 2 · Ana 1 \N{EN DASH} Ben 0",
        "Game 1, Puluc: Ana won.",
        "Game 2, Puluc: about to start.",
    ]


def test_what_was_played(village: Village) -> None:
    """`/puluc series` shows everyone else what has ended here in the last 24 hours."""
    *_, eve = village.people
    village.next_game()
    said = eve.command(village.plaza, "puluc series").private.content
    assert said == "Played here in the last 24 hours:\n1. Puluc: Ana won against Ben."


def test_different_rulesets(village: Village) -> None:
    """Each game of a series has its own ruleset."""
    _, ben, *_ = village.people
    board = village.begin("series=bul,puluc")
    assert board.content.startswith("Game 1 of 2 · Ana 0 \N{EN DASH} Ben 0")
    village.resign(ben)
    board = village.offers("Ready")
    assert "Game 2 of 2 · Ana 1 \N{EN DASH} Ben 0\nPuluc: 11 spaces" in board.content


def test_a_demo(village: Village) -> None:
    """The computer plays against itself, without mentioning anyone, a move at a time."""
    ana, *_ = village.people
    ana.command(village.plaza, "puluc demo")
    board = village.plaza.wait_for(lambda one: one.picture)
    before = board.content
    assert "The computer is playing against itself. Ana started this game." in before
    assert board.pinged == []
    assert board.labels == ["…"]
    village.clock.advance(DEMO_PAUSE + 1)
    village.plaza.wait(lambda _: board.content != before)


def test_a_second_demo(village: Village) -> None:
    """While one such game is running, another isn't started in the same channel."""
    ana, ben, *_ = village.people
    ana.command(village.plaza, "puluc demo")
    village.plaza.wait_for(lambda one: one.picture)
    said = ben.command(village.plaza, "puluc demo").private.content
    assert said.startswith("The computer is already playing against itself here.")
    assert len(village.plaza.messages) == 1


def test_stopping_a_demo(village: Village) -> None:
    """The player who started it stops it by the menu."""
    ana, *_ = village.people
    ana.command(village.plaza, "puluc demo")
    village.plaza.wait_for(lambda one: one.picture)
    ana.press(village.menu(ana), "Stop")
    village.sees("stopped")
