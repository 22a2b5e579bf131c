"""The people of one channel: they gather in a lobby, play, leave, take over seats and come back."""

import re
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum, auto
from random import Random
from typing import TypeVar

from bot.acts.act import Act
from bot.acts.gather.accept import Accept
from bot.acts.gather.begin import How, Start
from bot.acts.gather.computer import AddComputer
from bot.acts.gather.join import Join
from bot.acts.gather.leave import Leave
from bot.acts.play.move import Move
from bot.acts.play.resign import Resign
from bot.acts.play.take import TakeSeat
from bot.games.catalogue import Games
from bot.table.ids import TableId
from bot.table.match_text import so_far
from bot.table.people import Place, User
from bot.table.seats import Person
from bot.table.steps import AND
from bot.table.table import Status, Table
from engine import Choose
from tests.evening.view import View
from tests.week.towns import Pressed, Town

T = TypeVar("T")

_DIGIT = re.compile(r"\d")
"""Names have digits here, so refusals without such words can be counted by kind."""

LOOK_SECONDS = 0.02
PAUSE_SECONDS = 0.05
SHOWN_SECONDS = 20.0
"""How long a board may take to appear, also after a kill."""

DONE_SECONDS = 4.0
"""How long a press may take before it is repeated: it was lost with a process."""

GATHER_TRIES = 1000
ANYONE = 0.25
"""How likely a player who has joined a lobby acts in it again."""

TWO_SIDES = 2
"""The fewest sides. A game of two ends when nobody plays on for one of them."""

WRONG, RESIGNS, RETURNS = 0.03, 0.006, 0.3
"""How likely, before each move: a wrong press, a player who leaves, and one who takes a seat."""


class Opening(Enum):
    """How a lobby begins."""

    FULL = auto()
    FEWER = auto()
    FILL = auto()


@dataclass
class Report:
    """What happened at all tables, and what was wrong."""

    acts: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)
    moves: int = 0


@dataclass
class Party:
    """The people of a channel; the first one hosts. `options` are those of the lobby."""

    town: Town
    place: Place
    people: list[User]
    options: dict[str, str]
    opening: Opening
    games: Games
    view: View
    chance: Random
    report: Report
    seconds: float

    def spend_the_evening(self) -> None:
        """Play the game, or all games of the match."""
        until = time.monotonic() + self.seconds
        table = self._gather()
        while True:
            table = self._play(table.id, until)
            if table.status is not Status.OVER:
                self._fault("game did not end", table)
                return
            if table.match is None or not table.places:
                return
            following = self._following(table)
            if following is None:
                return
            table = following

    def _gather(self) -> Table:
        host = self.people[0]
        self.town.say(host, self.place, "open", **self.options)
        table = self._posted()
        if not table.is_lobby:
            return self._accepted(table)
        sides = range(self.games.game(table.header).sides)
        for _ in range(GATHER_TRIES):
            table = self.view.table(table.id)
            if table.status is not Status.OFFERED:
                return table
            if self._begins(table):
                continue
            someone = self.chance.choice(self._waiting(table) or self.people)
            if self.chance.random() < 0.1:
                self._press(someone, table, lambda one: isinstance(one, Leave))
            elif self.chance.random() < 0.1 and self.opening is not Opening.FEWER:
                self._press(host, table, lambda one: isinstance(one, AddComputer))
            else:
                self._join(someone, table, self.chance.choice(sides))
        raise AssertionError(f"{self.options}: the lobby did not begin")

    def _accepted(self, table: Table) -> Table:
        """Let people press Accept below a challenge for two until one of them has the seat."""
        for _ in range(GATHER_TRIES):
            self._press(self.chance.choice(self.people), table, lambda one: isinstance(one, Accept))
            table = self.view.table(table.id)
            if table.status is not Status.OFFERED:
                return table
        raise AssertionError(f"{self.options}: nobody could accept")

    def _waiting(self, table: Table) -> list[User]:
        """Return who may join now: mostly those without a seat, now and then anyone."""
        if self.chance.random() < ANYONE:
            return self.people
        return [user for user in self.people if table.seat_of(user) is None]

    def _join(self, user: User, table: Table, side: int) -> None:
        self._press(user, table, lambda one: isinstance(one, Join) and one.side == side)

    def _begins(self, table: Table) -> bool:
        """Begin without further players, if possible; return whether that was tried."""
        game = self.games.game(table.header)
        joined = Counter(
            game.side(n) for n, seat in enumerate(table.seats) if isinstance(seat, Person)
        )
        teams = game.sides < game.seats
        # Without teams, a game for fewer leaves a colour out, and two people face computers.
        alone = game.sides - 1 if self.opening is Opening.FEWER else TWO_SIDES
        enough = game.sides if teams else alone
        if self.opening is Opening.FULL or len(joined) < enough:
            return False
        if self.opening is Opening.FEWER and len(set(joined.values())) > 1:
            return False
        how = How.FILL if self.opening is Opening.FILL else How.FEWER
        user = table.host.user
        self._press(user, table, lambda one: isinstance(one, Start) and one.how is None)
        begun = self._press_answer(
            user, table, lambda one: isinstance(one, Start) and one.how is how
        )
        if begun is None:  # pairs can't play with fewer
            self._press(user, table, lambda one: isinstance(one, Start) and one.how is How.FILL)
        return True

    def _play(self, id_: TableId, until: float) -> Table:
        while time.monotonic() < until:
            table = self.view.table(id_)
            if table.status is Status.OVER:
                return table
            if table.status is Status.OFFERED:
                self._get_ready(table)
                continue
            self._come_and_go(table)
            table = self.view.table(id_)
            game, position = self.games.game(table.header), self.games.position(table)
            phase = game.phase(position)
            if table.status is Status.PLAYING and isinstance(phase, Choose):
                holder = table.seats[phase.seat]
                if isinstance(holder, Person):
                    ways = game.choices(position)
                    choices = [AND.join(map(game.write_move, moves)) for moves in ways]
                    self._take_turn(table, holder.user, choices)
                    continue
            time.sleep(LOOK_SECONDS)
        return self.view.table(id_)

    def _take_turn(self, table: Table, user: User, choices: list[str]) -> None:
        """Press a legal move, and sometimes let someone else press it before."""
        shown = self._until(lambda: self._shown(table), lambda: self._is_current(table))
        if shown is None:
            return  # the table has changed
        if shown != set(choices):
            self._fault(f"board shows {shown}, the choices are {choices}", table)
        if self.chance.random() < WRONG:
            self._press_wrongly(table, user)
        move = self.chance.choice(choices)
        pressed = self.town.press(
            user,
            self.place,
            lambda one: (
                isinstance(one, Move)
                and (one.table, one.revision, one.move) == (table.id, table.revision, move)
            ),
        )
        if pressed is None:
            return
        done = self._until(lambda: not self._is_current(table), seconds=DONE_SECONDS)
        if done:
            self.report.moves += 1
        elif pressed.answered and pressed.said:
            self._fault(f"legal move refused: {pressed.said}", table)
        else:
            self.report.acts["press repeated"] += 1

    def _press_wrongly(self, table: Table, mover: User) -> None:
        """Let someone else press the mover's button, which must change nothing."""
        other = self.chance.choice([one for one in self.people if one != mover])
        pressed = self._press(other, table, lambda one: isinstance(one, Move))
        if pressed is not None and not self._is_current(table):
            self._fault("a press by someone else counted", table)
        self._note_refusal(pressed, table)

    def _come_and_go(self, table: Table) -> None:
        """Let a player give up a seat, or someone take one over."""
        game = self.games.game(table.header)
        players = [seat.user for seat in table.seats if isinstance(seat, Person)]
        if players and self.chance.random() < RESIGNS:
            leaver = self.chance.choice(players)
            mine = table.seat_of(leaver) or 0
            others = {
                seat.user
                for n, seat in enumerate(table.seats)
                if isinstance(seat, Person)
                and (game.sides > TWO_SIDES or game.side(n) == game.side(mine))
            }
            if len(others) > 1:
                self.town.say(leaver, self.place, "resign")
                self.report.acts["typed resign"] += 1
                self._press_answer(leaver, table, lambda one: isinstance(one, Resign) and one.sure)
        if table.vacated and self.chance.random() < RETURNS:
            taker = self.chance.choice(self.people)
            before = self.view.table(table.id)
            pressed = self._press(taker, table, lambda one: isinstance(one, TakeSeat))
            after = self.view.table(table.id)
            if after.seats_of(taker) == before.seats_of(taker):
                self._note_refusal(pressed, table)
            sides = {game.side(n) for n in after.seats_of(taker)}
            if len(sides) > 1:
                self._fault("someone plays for two sides", after)

    def _get_ready(self, table: Table) -> None:
        """Let some of the players press Ready; the others are waited for."""
        for seat in table.seats:
            if isinstance(seat, Person) and self.chance.random() < 0.7:
                self._press(seat.user, table, lambda one: isinstance(one, Accept))
        self._until(lambda: self.view.table(table.id).status is not Status.OFFERED)

    def _following(self, ended: Table) -> Table | None:
        """Return the next game of a match, None if the match is over."""
        match = so_far(ended, self.games.game(ended.header))
        if match is None or match.is_decided:
            return None
        return self._posted()

    def _press(self, user: User, table: Table, wanted: Callable[[Act], bool]) -> Pressed | None:
        """Press the newest such button of a table."""
        pressed = self.town.press(
            user,
            self.place,
            lambda one: wanted(one) and getattr(one, "table", None) == table.id,
        )
        if pressed is not None:
            self.report.acts[f"pressed {type(pressed.act).__name__}"] += 1
        time.sleep(PAUSE_SECONDS)
        return pressed

    def _press_answer(
        self, user: User, table: Table, wanted: Callable[[Act], bool]
    ) -> Pressed | None:
        """Press a button of the answer to what was just typed or pressed, once it is there."""
        return self._until(lambda: self._press(user, table, wanted), seconds=DONE_SECONDS)

    def _note_refusal(self, pressed: Pressed | None, table: Table) -> None:
        if pressed is None:
            return
        said = self._until(lambda: pressed.said, seconds=DONE_SECONDS)
        if said:
            words = [word for word in said.split() if not _DIGIT.search(word)]
            self.report.refused[" ".join(words)[:60]] += 1
        elif pressed.answered:
            self.report.acts["refusal without a text"] += 1

    def _shown(self, table: Table) -> set[str] | None:
        """Return the moves on the board of this revision, None if it is not shown yet."""
        for sent in self.town.mail.here(self.place)[:10]:
            moves = {
                one.move
                for one in sent.last.acts
                if isinstance(one, Move) and (one.table, one.revision) == (table.id, table.revision)
            }
            if moves:
                return moves
        return None

    def _posted(self) -> Table:
        """Return the table of this place that is not over, once there is one."""
        found = self._until(lambda: self.view.open_tables(self.place))
        assert found, f"{self.options}: no table was posted"
        return found[0]

    def _until(
        self,
        found: Callable[[], T],
        still: Callable[[], bool] = lambda: True,
        seconds: float = SHOWN_SECONDS,
    ) -> T | None:
        """Wait until there is something, as long as it is `still` waited for; None if not."""
        end = time.monotonic() + seconds
        while time.monotonic() < end and still():
            if what := found():
                return what
            time.sleep(LOOK_SECONDS)
        return None

    def _is_current(self, table: Table) -> bool:
        return self.view.table(table.id).revision == table.revision

    def _fault(self, what: str, table: Table) -> None:
        self.report.faults.append(f"{table.id} rev {table.revision} {self.options}: {what}")
