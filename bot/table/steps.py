"""Steps: pure functions from a table and an action to the next table.

A step includes everything that follows by itself (`bot.table.turns`). It ends where a player has to
decide. A computer decides in a step of its own, which falls due like any other due.
"""

from dataclasses import replace
from typing import Any

from bot.table.calls import MAX_REMINDERS, NO_CALLS, Calls
from bot.table.clock import Clock
from bot.table.due import ANNOUNCED, Due
from bot.table.pace import DAY
from bot.table.people import Place
from bot.table.request import Refusal
from bot.table.seats import Computer, Person, with_seat
from bot.table.step import Step, changed, thinking
from bot.table.table import (
    Absence,
    Advised,
    Announcement,
    Asking,
    Ending,
    Status,
    Table,
    Told,
    Wish,
)
from bot.table.turns import Hands, follow
from bot.table.undo import Taken
from bot.table.upkeep import upkeep
from engine import AnyGame, Choose, IllegalMove
from engine.game import Places
from engine.record import standing
from engine.text import Text

LONGEST_STORY = 64
"""The number of entries after which a board starts a new story.

Without a limit, computers could take many turns while people pass.
"""


def offer(table: Table) -> Step:
    """Return the step that posts a table."""
    return Step(table, (), (upkeep(table),))


def sit(table: Table, game: AnyGame, number: int, guest: Person, hands: Hands, now: float) -> Step:
    """Seat `guest` at seat `number`. Play begins when the last seat is taken."""
    seats = with_seat(table.seats, number, guest)
    seated = replace(table, seats=seats)
    if seated.asked or seated.has_free_seat:
        return changed(table, seats=seats, touched=int(now))
    return begin(seated, game, hands, now)


def begin(table: Table, game: AnyGame, hands: Hands, now: float) -> Step:
    """Begin play at a table whose seats are all taken."""
    playing = replace(table, status=Status.PLAYING)
    return follow(playing, game, game.start(), hands, now, before="", story=(), entries=())


def with_word(table: Table, number: int, word: str, now: float) -> Step:
    """Set the word for the throws of the person in seat `number`, before play begins."""
    person = table.seats[number]
    assert isinstance(person, Person)  # noqa: S101 - a precondition
    seats = with_seat(table.seats, number, replace(person, word=word))
    return changed(table, silent=True, seats=seats, touched=int(now))


def gather(table: Table, now: float, *, silent: bool = True) -> Step:
    """Return the step to a lobby or challenge in which `bot.table.lobby` has changed something.

    Unless `silent`, it calls those who have been invited.
    """
    return changed(table, silent=silent, touched=int(now))


def with_host(table: Table, host: Person) -> Table:
    """Return the table with `host` in the host's seat."""
    return replace(table, seats=with_seat(table.seats, table.hosted_by, host))


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
    return follow(moved, game, after, hands, now, before=before, story=story, entries=(move,))


def end(
    table: Table, ending: Ending, now: float, *, by: int | None = None, places: Places = ()
) -> Step:
    """End the table for a reason outside the game."""
    return changed(
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


def relocate(table: Table, place: Place, now: float) -> Step:
    """Move the table to `place`; nothing else changes."""
    return changed(table, place=place, touched=int(now), idle_days=0, absence=None)


def ask(table: Table, wish: Wish, seat: int) -> Step:
    """Post an offer to the opponents; the clock goes on."""
    return changed(table, asking=Asking(wish, seat, table.revision + 1))


def unask(table: Table, declined: int | None = None) -> Step:
    """Remove the offer that the seat `declined` has declined, or that its maker has taken back."""
    return changed(table, silent=True, asking=None, declined=declined)


def agree(table: Table, asking: Asking, seat: int) -> Step:
    """Note that `seat` agrees to an offer that others are yet to answer."""
    return changed(table, silent=True, asking=replace(asking, agreed=(*asking.agreed, seat)))


def pause(table: Table, now: float) -> Step:
    """Stop the clock, as the players have agreed."""
    return changed(table, asking=None, clock=_running(table).paused(now))


def resume(table: Table, now: float) -> Step:
    """Start the clock again after a pause. Reminders start again, too.

    A computer that took over the seat to move during the pause takes its turn now.
    """
    clock = _running(table).resumed(now)
    calls = replace(table.calls, last=int(now))
    return thinking(changed(table, clock=clock, calls=calls), clock.seat, now)


def time_out(table: Table) -> Step:
    """Note that the time of the player to move is up; the opponents are called to decide."""
    return changed(table, silent=True, clock=_running(table).up(), calls=NO_CALLS)


def extend(table: Table, now: float) -> Step:
    """Give a day to the player whose time is up or who has gone.

    This step calls the player, who has been reminded before, so no reminders follow. Who has gone
    is looked for again when the day is over.
    """
    clock = _running(table).extended(DAY, now)
    gone = None if table.absence is None else Absence(table.absence.seat, int(now))
    calls = Calls(count=MAX_REMINDERS, last=int(now))
    return changed(table, clock=clock, absence=gone, calls=calls)


def retime(table: Table, clock: Clock) -> Step:
    """Replace the clock, because a vacation has changed."""
    return changed(table, silent=True, clock=clock)


def call(table: Table, calls: Calls) -> Step:
    """Call the player whom the table waits for, as `calls` says; this step sets its revision."""
    called = replace(calls, revision=table.revision + 1)
    return changed(table, silent=calls.place is not None, calls=called)


def miss(table: Table, absence: Absence | None) -> Step:
    """Note that the player to move has gone, or with None that they are back.

    If the opponents may claim the win, they are called to decide.
    """
    claimable = absence is not None and absence.claimable
    calls = NO_CALLS if claimable else replace(table.calls, place=None)
    return changed(table, silent=True, absence=absence, calls=calls)


def advise(table: Table, seat: int) -> Step:
    """Count a hint for a seat whose turn it is; further ones on the same move are the same hint."""
    before = next((each for each in table.advised if each.seat == seat), Advised(seat, 0, -1))
    count = before.count + (before.moves != table.moves)
    others = tuple(each for each in table.advised if each.seat != seat)
    advised = sorted((*others, Advised(seat, count, table.moves)), key=lambda each: each.seat)
    return changed(table, silent=True, advised=tuple(advised))


def tell(table: Table, told: Told) -> Step:
    """Tell people that the table is over; nothing else changes, and nothing follows from it."""
    return Step(replace(table, revision=told.revision, silent=False, told=told), (), ())


def keep(table: Table, now: float) -> Step:
    """Note that the players want to go on with a game that nobody has moved in for long."""
    return changed(table, touched=int(now), idle_days=0)


def take_back(table: Table, taken: Taken, now: float) -> Step:
    """Take back a move, with everything after it.

    Within its own turn, the clock goes on as if nothing had happened. Players who have taken over
    a seat since that move keep it.
    """
    clock = table.clock
    if clock is not None and not taken.within_turn:
        clock = clock.returned(taken.seat, now, taken.turns)
    return changed(
        table,
        taken.entries,
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
        touched=int(now),
        idle_days=0,
    )


def _running(table: Table) -> Clock:
    """Return the clock of a game between people."""
    if table.clock is None:
        raise ValueError("this table has no clock")
    return table.clock


def remind(table: Table, days: int) -> Step:
    """Record that nobody has moved for `days` days; nothing else changes."""
    return changed(table, idle_days=days)


def announce(table: Table, announcement: Announcement | None) -> Step:
    """Show an announcement below the board, or none; schedules its end."""
    step = changed(table, silent=True, announcement=announcement)
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
