"""What follows by itself in a game, until a player has to decide or the game is over.

That is the next throw, forced passes, and moves not worth a press. The source of throws (`Corn`) is
the only input from outside.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

from bot.table.calls import NO_CALLS
from bot.table.clock import Clock
from bot.table.corn import Corn
from bot.table.step import Step, changed, thinking
from bot.table.table import Ending, Status, Table
from engine import AnyGame, Choose, Over, Pass, Throw
from engine.game import Places
from engine.record import SKIP, with_one_more

DEMO_PAUSE = 5.0
"""The minimum pause between the moves of a game of computers, in seconds.

Chats limit how often a message can be edited, and the games of people come first.
"""

Turn: TypeAlias = tuple[int, bool]
"""The seat that throws, and whether it is an opening throw."""


@dataclass(frozen=True, slots=True)
class Hands:
    """What acts in place of people: the source of throws, and the pause before a computer's turn.

    The pause, in seconds, lets people see their own move before the reply to it. `spares_presses`:
    turns of people that leave no choice play themselves, too.
    """

    corn: Corn
    pause: float = 0.0
    spares_presses: bool = False

    def pause_at(self, table: Table) -> float:
        """Return the pause before a computer's turn at a table, in seconds."""
        return max(self.pause, DEMO_PAUSE) if table.is_demo else self.pause


@dataclass(slots=True)
class _Course:
    """The course of a game so far: where it stands, the entries added, and the throws by turn."""

    table: Table
    game: AnyGame
    position: Any
    added: list[str]
    casts: tuple[int, ...]
    moves: int
    forced: int
    thrown: dict[Turn, list[str]] = field(default_factory=dict)
    turn: Turn | None = None

    def run(self, corn: Corn) -> "Choose[Any] | Over":
        """Go on for as long as nobody has to decide; return where that ends."""
        game = self.game
        while True:
            match game.phase(self.position):
                case Throw() as throw:
                    self._throw(throw, corn)
                case Pass():
                    self.position = game.skip(self.position)
                    self.added.append(SKIP)
                case Choose(_, [move]) if game.plays_itself(self.position):
                    self.position = game.play(self.position, move)
                    self.moves += 1
                    self.forced += 1
                    self.added.append(game.write_move(move))
                case end:
                    return end

    def _throw(self, throw: Throw, corn: Corn) -> None:
        turn = (throw.seat, throw.opening)
        if self.turn != turn:
            self.thrown[turn] = []
        self.turn = turn
        objects = corn.cast(self.table, throw.seat, self.casts, throw.table)
        self.added.append(throw.table.write(objects))
        self.thrown[turn].append(self.added[-1])
        self.casts = with_one_more(self.casts, throw.seat)
        self.position = self.game.cast(self.position, objects)


def follow(
    table: Table,
    game: AnyGame,
    position: Any,
    hands: Hands,
    now: float,
    *,
    before: str,
    story: Sequence[str],
    entries: Sequence[str],
) -> Step:
    """Continue from `position` until a player has to decide or the game is over.

    `story` are the entries from `before` up to this step; `entries` are the first ones of this
    step.
    """
    course = _Course(table, game, position, list(entries), _casts(table), table.moves, table.forced)
    end, running, turn = course.run(hands.corn), None, course.turn
    thrown = course.thrown
    if isinstance(end, Choose):
        begins = any(seat == end.seat for seat, _ in thrown)
        running = _clock(table, game, end.seat, now, begins=begins)
        turn = (end.seat, (end.seat, False) not in thrown)
    else:
        ending = Ending.WON if end.winners(game.seats) else Ending.DRAWN
        places = those_who_stayed_first(table, game, end.places)
        table = replace(table, status=Status.OVER, ending=ending, places=places)
    clock, resting = (None, running) if table.is_practice else (running, None)
    step = changed(
        table,
        course.added,
        position=game.write_position(course.position),
        before=before,
        story=(*story, *course.added),
        lying=tuple(thrown[turn]) if turn in thrown else table.lying,
        casts=sum(course.casts),
        casts_by_seat=course.casts,
        moves=course.moves,
        forced=course.forced,
        clock=clock,
        resting=resting,
        calls=table.calls if clock is not None and clock == table.clock else NO_CALLS,
        asking=None,
        refused=table.outlasting,
        absence=None,
        undone=None,
        touched=int(now),
        idle_days=0,
    )
    return (
        thinking(step, end.seat, now + hands.pause_at(table)) if isinstance(end, Choose) else step
    )


def _casts(table: Table) -> tuple[int, ...]:
    """Return how many throws of each seat stand.

    If a table was stored without these counts, all throws count as the first seat's: its recipe
    needs the sum only.
    """
    return table.casts_by_seat or (table.casts, *(0,) * (len(table.seats) - 1))


def those_who_stayed_first(table: Table, game: AnyGame, places: Places) -> Places:
    """Return the places of a game that is over, with those who left it last.

    It changes nothing in teams: partners share their place, whoever has stayed. If only seats that
    were left have a place, the others share the first one.
    """
    left = table.vacated
    if not left or game.sides < game.seats or len(left) == game.seats:
        return places
    stayed = [tuple(seat for seat in group if seat not in left) for group in places]
    gone = [tuple(seat for seat in group if seat in left) for group in places]
    if not any(stayed):
        stayed = [tuple(seat for seat in range(game.seats) if seat not in left)]
    return tuple(group for group in (*stayed, *gone) if group)


def _clock(table: Table, game: AnyGame, seat: int, now: float, *, begins: bool) -> Clock | None:
    """Return the clock when it is the turn of `seat`, which `begins` with a throw.

    A move within a turn leaves the clock alone. Games that no person waits in have no clock, but
    one that rests goes along with the turns, in case others come.
    """
    running = table.clock or table.resting
    if running is None:
        return None if table.is_practice else Clock.start(table.terms.pace, game.seats, seat, now)
    return running.turn(seat, now) if begins or running.seat != seat else running
