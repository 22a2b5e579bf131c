"""Steps: pure functions from a table and an action to the next table.

A step includes everything that follows automatically: the next throw, forced passes, and moves not
worth a press. It ends where a player has to decide. A computer decides in a step of its own, which
falls due like any other due. The source of throws (`Corn`) is the only input from outside.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from bot.table.calls import MAX_REMINDERS, NO_CALLS, Calls
from bot.table.clock import Clock, Stop
from bot.table.corn import Corn
from bot.table.due import ANNOUNCED, DEADLINE, ENDED, NEXT, THINK, Due
from bot.table.pace import DAY
from bot.table.people import Place
from bot.table.request import Refusal
from bot.table.seats import Computer, Holder, Person, Seat
from bot.table.table import (
    Absence,
    Advised,
    Announcement,
    Asking,
    Departure,
    Ending,
    Former,
    Status,
    Table,
    Wish,
)
from bot.table.undo import Taken
from bot.table.upkeep import upkeep
from engine import AnyGame, Choose, IllegalMove, Over, Pass, Throw
from engine.game import Places
from engine.record import SKIP, standing
from engine.text import Text

LONGEST_STORY = 64
"""The number of entries after which a board starts a new story.

Without a limit, computers could take many turns while people pass.
"""

DEMO_PAUSE = 5.0
"""The minimum pause between the moves of a game of computers, in seconds.

Chats limit how often a message can be edited, and the games of people come first.
"""

Turn: TypeAlias = tuple[int, bool]
"""The seat that throws, and whether it is an opening throw."""

PASSED_SECONDS = 2.0
"""How long a board shows who has left before the computer in their seat takes its turn."""


@dataclass(frozen=True, slots=True)
class Step:
    """The table after a step, the entries it adds to the record, and its dues."""

    table: Table
    entries: tuple[str, ...]
    dues: tuple[Due, ...]


@dataclass(frozen=True, slots=True)
class Hands:
    """What acts in place of people: the source of throws, and the pause before a computer's turn.

    The pause, in seconds, lets people see their own move before the reply to it.
    """

    corn: Corn
    pause: float = 0.0

    def pause_at(self, table: Table) -> float:
        """Return the pause before a computer's turn at a table, in seconds."""
        return max(self.pause, DEMO_PAUSE) if table.is_demo else self.pause


def offer(table: Table) -> Step:
    """Return the step that posts a table."""
    return Step(table, (), (upkeep(table),))


def sit(table: Table, game: AnyGame, number: int, guest: Person, hands: Hands, now: float) -> Step:
    """Seat `guest` at seat `number`. Play begins when the last seat is taken."""
    seats = _with(table.seats, number, guest)
    seated = replace(table, seats=seats)
    if seated.asked or seated.has_free_seat:
        return _changed(table, seats=seats, touched=int(now))
    return begin(seated, game, hands, now)


def begin(table: Table, game: AnyGame, hands: Hands, now: float) -> Step:
    """Begin play at a table whose seats are all taken."""
    playing = replace(table, status=Status.PLAYING)
    return _follow(playing, game, game.start(), hands, now, before="", story=(), entries=())


def with_word(table: Table, number: int, word: str, now: float) -> Step:
    """Set the word for the throws of the person in seat `number`, before play begins."""
    person = table.seats[number]
    assert isinstance(person, Person)  # noqa: S101 - a precondition
    seats = _with(table.seats, number, replace(person, word=word))
    return _changed(table, silent=True, seats=seats, touched=int(now))


def gather(table: Table, now: float, *, silent: bool = True) -> Step:
    """Return the step to a lobby or challenge in which `bot.table.lobby` has changed something.

    Unless `silent`, it calls those who have been invited.
    """
    return _changed(table, silent=silent, touched=int(now))


def with_host(table: Table, host: Person) -> Table:
    """Return the table with `host` in the host's seat."""
    return replace(table, seats=_with(table.seats, table.hosted_by, host))


def play(
    table: Table, game: AnyGame, position: Any, seat: int, move: str, hands: Hands, now: float
) -> Step:
    """Play `move` for `seat`, whose turn it is. Raises Refusal if the move is illegal.

    `position` is the table's position. The story continues if the same player moves again or a
    computer moves: it then covers a turn of several moves, or the computer's reply along with the
    moves before it. In a game of computers, each turn has a story of its own.
    """
    try:
        after = game.play(position, game.read_move(position, move))
    except IllegalMove as illegal:
        raise Refusal(Text(f"illegal.{illegal.reason}", **illegal.facts)) from illegal
    before, story = table.position, tuple[str, ...]()
    replies = isinstance(table.seats[seat], Computer) and not table.is_demo
    goes_on = replies or _moved_last(table, game) == seat
    if goes_on and len(table.story) < LONGEST_STORY:
        before, story = table.before, table.story
    moved = replace(table, moves=table.moves + 1)
    return _follow(moved, game, after, hands, now, before=before, story=story, entries=(move,))


def end(
    table: Table, ending: Ending, now: float, *, by: int | None = None, places: Places = ()
) -> Step:
    """End the table for a reason outside the game."""
    return _changed(
        table,
        status=Status.OVER,
        ending=ending,
        ended_by=by,
        places=places,
        before="",
        story=(),
        clock=None,
        calls=NO_CALLS,
        asking=None,
        absence=None,
        undone=None,
        touched=int(now),
    )


def pass_on(
    table: Table,
    game: AnyGame,
    position: Any,
    successors: Mapping[int, Holder],
    why: Departure,
    now: float,
) -> Step:
    """Pass seats on to `successors`, by seat, during a game.

    The position stays as it is. If it is the turn of one of these seats, that turn begins again,
    and only a person who is to move now is worth a new message. An open offer ends with the players
    who made it and who were to answer. If only one person is left, time no longer runs.
    """
    mover, at = to_move(table, game, position), int(now)
    left = (
        Former(number, holder, why, table.moves, at)
        for number, holder in enumerate(table.seats)
        if number in successors and isinstance(holder, Person | Computer)
    )
    seats = tuple(successors.get(number, seat) for number, seat in enumerate(table.seats))
    passed = replace(table, seats=seats, former=(*table.former, *left))
    successor = None if mover is None else successors.get(mover)
    turn = successor is not None
    clock = None if mover is None else _passed_clock(passed, game, mover, now, turn=turn)
    # If the time of the player to move is up, the one who left may have been called to decide.
    undecided = table.forfeit is not None and why is not Departure.RELIEVED
    step = _changed(
        table,
        silent=not isinstance(successor, Person),
        seats=seats,
        former=passed.former,
        clock=clock,
        calls=NO_CALLS if clock is None or clock != table.clock or undecided else table.calls,
        asking=None,
        absence=None if turn or clock is None else table.absence,
        undone=None,
        hint="" if turn else table.hint,
        touched=at,
        idle_days=0,
    )
    return step if mover is None or not turn else _thinking(step, mover, now + PASSED_SECONDS)


def relocate(table: Table, place: Place, now: float) -> Step:
    """Move the table to `place`; nothing else changes."""
    return _changed(table, place=place, touched=int(now), idle_days=0, absence=None)


def ask(table: Table, wish: Wish, seat: int) -> Step:
    """Post an offer to the opponents; the clock goes on."""
    return _changed(table, asking=Asking(wish, seat, table.revision + 1))


def unask(table: Table, declined: int | None = None) -> Step:
    """Remove the offer that the seat `declined` has declined, or that its maker has taken back."""
    return _changed(table, silent=True, asking=None, declined=declined)


def agree(table: Table, asking: Asking, seat: int) -> Step:
    """Note that `seat` agrees to an offer that others are yet to answer."""
    return _changed(table, silent=True, asking=replace(asking, agreed=(*asking.agreed, seat)))


def pause(table: Table, now: float) -> Step:
    """Stop the clock, as the players have agreed."""
    return _changed(table, asking=None, clock=_running(table).paused(now))


def resume(table: Table, now: float) -> Step:
    """Start the clock again after a pause. Reminders start again, too.

    A computer that took over the seat to move during the pause takes its turn now.
    """
    clock = _running(table).resumed(now)
    calls = replace(table.calls, last=int(now))
    return _thinking(_changed(table, clock=clock, calls=calls), clock.seat, now)


def time_out(table: Table) -> Step:
    """Note that the time of the player to move is up; the opponents are called to decide."""
    return _changed(table, silent=True, clock=_running(table).up(), calls=NO_CALLS)


def extend(table: Table, now: float) -> Step:
    """Give a day to the player whose time is up or who has gone.

    This step calls the player, who has been reminded before, so no reminders follow. Who has gone
    is looked for again when the day is over.
    """
    clock = _running(table).extended(DAY, now)
    gone = None if table.absence is None else Absence(table.absence.seat, int(now))
    calls = Calls(count=MAX_REMINDERS, last=int(now))
    return _changed(table, clock=clock, absence=gone, calls=calls)


def retime(table: Table, clock: Clock) -> Step:
    """Replace the clock, because a vacation has changed."""
    return _changed(table, silent=True, clock=clock)


def call(table: Table, calls: Calls) -> Step:
    """Call the player whom the table waits for, as `calls` says; this step sets its revision."""
    called = replace(calls, revision=table.revision + 1)
    return _changed(table, silent=calls.place is not None, calls=called)


def miss(table: Table, absence: Absence | None) -> Step:
    """Note that the player to move has gone, or with None that they are back.

    If the opponents may claim the win, they are called to decide.
    """
    claimable = absence is not None and absence.claimable
    calls = NO_CALLS if claimable else replace(table.calls, place=None)
    return _changed(table, silent=True, absence=absence, calls=calls)


def advise(table: Table, seat: int) -> Step:
    """Count a hint for a seat whose turn it is; further ones on the same move are the same hint."""
    before = next((each for each in table.advised if each.seat == seat), Advised(seat, 0, -1))
    count = before.count + (before.moves != table.moves)
    others = tuple(each for each in table.advised if each.seat != seat)
    advised = sorted((*others, Advised(seat, count, table.moves)), key=lambda each: each.seat)
    return _changed(table, silent=True, advised=tuple(advised))


def keep(table: Table, now: float) -> Step:
    """Note that the players want to go on with a game that nobody has moved in for long."""
    return _changed(table, touched=int(now), idle_days=0)


def take_back(table: Table, taken: Taken, now: float) -> Step:
    """Take back a move, with everything after it.

    Within its own turn, the clock goes on as if nothing had happened. Players who have taken over
    a seat since that move keep it.
    """
    clock = table.clock
    if clock is not None and not taken.within_turn:
        clock = clock.returned(taken.seat, now, taken.turns)
    after = replace(
        table,
        revision=table.revision + 1,
        position=taken.position,
        before=taken.position,
        story=(),
        lying=taken.lying,
        casts=taken.casts,
        moves=taken.moves,
        former=tuple(replace(each, moves=min(each.moves, taken.moves)) for each in table.former),
        clock=clock,
        calls=table.calls if taken.within_turn else NO_CALLS,
        asking=None,
        absence=None,
        undone=taken.seat,
        silent=False,
        declined=None,
        touched=int(now),
        idle_days=0,
    )
    return Step(after, taken.entries, _follow_ups(after))


def _running(table: Table) -> Clock:
    """Return the clock of a game between people."""
    if table.clock is None:
        raise ValueError("this table has no clock")
    return table.clock


def remind(table: Table, days: int) -> Step:
    """Record that nobody has moved for `days` days; nothing else changes."""
    return _changed(table, idle_days=days)


def announce(table: Table, announcement: Announcement | None) -> Step:
    """Show an announcement below the board, or none; schedules its end."""
    step = _changed(table, silent=True, announcement=announcement)
    if announcement is None:
        return step
    return replace(step, dues=(*step.dues, Due(table.id, ANNOUNCED, announcement.until)))


def to_move(table: Table, game: AnyGame, position: Any) -> int | None:
    """Return the seat whose decision the table waits for, None if there is none."""
    if table.status is not Status.PLAYING:
        return None
    phase = game.phase(position)
    return phase.seat if isinstance(phase, Choose) else None


def _moved_last(table: Table, game: AnyGame) -> int | None:
    """Return the seat that made the story's last move, None if the story does not end in a move."""
    before = game.read_position(table.before) if table.before else game.start()
    phases = [played.phase for played in standing(game, table.story, before)]
    last = phases[-1] if phases else None
    return last.seat if isinstance(last, Choose) else None


def _passed_clock(
    table: Table, game: AnyGame, mover: int, now: float, *, turn: bool
) -> Clock | None:
    """Return the clock after seats were passed on, if it is the `turn` of one of them or not."""
    if table.is_practice:
        return None
    if table.clock is None:  # one person was left, and others have come
        return Clock.start(table.terms.pace, game.seats, mover, now)
    return table.clock.passed_on(now) if turn else table.clock


def _thinking(step: Step, mover: int, at: float) -> Step:
    """Return a step with the turn of `mover` as a due if it is a computer and time runs."""
    table = step.table
    paused = table.clock is not None and table.clock.stopped is Stop.PAUSED
    if paused or not isinstance(table.seats[mover], Computer):
        return step
    return replace(step, dues=(*step.dues, Due(table.id, THINK, at)))


def _with(seats: Sequence[Seat], number: int, seat: Seat) -> tuple[Seat, ...]:
    return (*seats[:number], seat, *seats[number + 1 :])


def _changed(
    table: Table, *, silent: bool = False, declined: int | None = None, **changes: Any
) -> Step:
    """Return a step that changes the table but not the game."""
    revision = table.revision + 1
    after = replace(table, revision=revision, silent=silent, declined=declined, **changes)
    return Step(after, (), _follow_ups(after))


def _follow_ups(table: Table) -> tuple[Due, ...]:
    """Return the dues of every step that leads to `table`."""
    over = table.status is Status.OVER
    ended = (Due(table.id, ENDED, table.touched),) if over else ()
    followed = over and table.match is not None and bool(table.places)
    next_game = (Due(table.id, NEXT, table.touched),) if followed else ()
    deadline = table.deadline
    timed = () if deadline is None else (Due(table.id, DEADLINE, deadline),)
    return (*ended, *next_game, *timed, upkeep(table))


def _follow(
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
    added, thrown = list(entries), dict[Turn, list[str]]()
    casts, moves = table.casts, table.moves
    turn: Turn | None = None
    clock: Clock | None = None
    dues: tuple[Due, ...] = ()
    while True:
        match game.phase(position):
            case Throw(seat, throw, opening):
                objects = hands.corn.cast(table, casts, throw)
                if turn != (seat, opening):
                    thrown[seat, opening] = []
                turn = (seat, opening)
                added.append(throw.write(objects))
                thrown[turn].append(added[-1])
                casts += 1
                position = game.cast(position, objects)
            case Pass():
                position = game.skip(position)
                added.append(SKIP)
            case Choose(_, [move]) if game.plays_itself(position):
                position, moves = game.play(position, move), moves + 1
                added.append(game.write_move(move))
            case Choose(seat):
                clock = _clock(table, game, seat, now, begins=any(s == seat for s, _ in thrown))
                turn = (seat, (seat, False) not in thrown)
                if isinstance(table.seats[seat], Computer):
                    dues = (Due(table.id, THINK, now + hands.pause_at(table)),)
                break
            case Over(places) as over:
                won = over.winners(game.seats)
                ending = Ending.WON if won else Ending.DRAWN
                places = those_who_stayed_first(table, game, places)
                table = replace(table, status=Status.OVER, ending=ending, places=places)
                break
    after = replace(
        table,
        revision=table.revision + 1,
        position=game.write_position(position),
        before=before,
        story=(*story, *added),
        lying=tuple(thrown[turn]) if turn in thrown else table.lying,
        casts=casts,
        moves=moves,
        clock=clock,
        calls=table.calls if clock is not None and clock == table.clock else NO_CALLS,
        asking=None,
        absence=None,
        undone=None,
        silent=False,
        declined=None,
        touched=int(now),
        idle_days=0,
    )
    return Step(after, tuple(added), (*_follow_ups(after), *dues))


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

    A move within a turn leaves the clock alone, except that it ends a pause. Games that no person
    waits in have no clock.
    """
    if table.is_practice:
        return None
    if table.clock is None:
        return Clock.start(table.terms.pace, game.seats, seat, now)
    if begins or table.clock.seat != seat:
        return table.clock.turn(seat, now)
    return table.clock.resumed(now)
