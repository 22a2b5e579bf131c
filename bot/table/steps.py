"""Steps: pure functions from a table and an action to the next table.

A step includes everything that follows by itself (`bot.table.turns`). It ends where a player has to
decide. A computer decides in a step of its own, which falls due like any other due.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from bot.table.asking import Asking, Refused, Viewing, Wish
from bot.table.calls import MAX_REMINDERS, NO_CALLS, Calls
from bot.table.clock import Clock
from bot.table.copies import Copy
from bot.table.due import ANNOUNCED, Due
from bot.table.pace import DAY
from bot.table.people import Place, User
from bot.table.request import Refusal
from bot.table.seats import Computer, Person, with_seat
from bot.table.step import Step, changed, thinking
from bot.table.table import Absence, Advised, Announcement, Ending, Status, Table, Told
from bot.table.turns import Hands, follow
from bot.table.undo import Taken
from bot.table.upkeep import upkeep
from engine import AnyGame, Choose, IllegalMove
from engine.game import Places
from engine.record import standing
from engine.text import Text

AND: Final = ","
"""What is between moves that are decided on together. No game's notation contains it."""

LONGEST_STORY: Final = 64
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

    `move` can be several ones, with AND between them. `position` is the table's position. The story
    continues if the same player moves again or a computer moves: it then covers a turn of several
    moves, or the computer's reply along with the moves before it. In a game of computers, each turn
    has a story of its own.
    """
    moves, after = move.split(AND), position
    try:
        for each in moves:
            after = game.play(after, game.read_move(after, each))
    except IllegalMove as illegal:
        raise Refusal(Text(f"illegal.{illegal.reason}", **illegal.facts)) from illegal
    before, story = table.position, tuple[str, ...]()
    replies = isinstance(table.seats[seat], Computer) and not table.is_demo
    goes_on = replies or _moved_last(table, game) == seat
    if goes_on and len(table.story) < LONGEST_STORY:
        before, story = table.before, table.story
    moved = replace(table, moves=table.moves + len(moves))
    return follow(moved, game, after, hands, now, before=before, story=story, entries=moves)


def played_on(step: Step, game: AnyGame, position: Any, moves: Sequence[Any], hands: Hands) -> Step:
    """Return a step that also plays `moves`, about which the player to move has no choice.

    They take no time. `position` is that of the step's table.
    """
    table, now = step.table, step.table.touched
    entries = list[str]()
    for move in moves:
        entries.append(game.write_move(move))
        position = game.play(position, move)
    # Both are one step, so the revision goes up by one.
    moved = replace(
        table,
        revision=table.revision - 1,
        moves=table.moves + len(moves),
        forced=table.forced + len(moves),
    )
    story, before = table.story, table.before
    more = follow(moved, game, position, hands, now, before=before, story=story, entries=entries)
    return replace(more, entries=(*step.entries, *more.entries), spares=step.spares)


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
        resting=None,
        calls=NO_CALLS,
        asking=None,
        viewing=None,
        refused=(),
        absence=None,
        undone=None,
        touched=int(now),
    )


def close(table: Table, moderator: Person, now: float) -> Step:
    """End the table, as a moderator of its home wants."""
    return end(replace(table, closed_by=moderator), Ending.CLOSED, now)


def relocate(table: Table, place: Place, now: float) -> Step:
    """Make `place` the table's home, and end its copies; nothing else changes."""
    return changed(table, place=place, copies=(), touched=int(now), idle_days=0, absence=None)


def copy(table: Table, place: Place, user: User, language: str = "") -> Step:
    """Show the table in a further place, too, in place of the copy that `user` had before.

    That one stays if players have taken their seats there. `language` is the tag of the user's. If
    another player has just had it shown in the same place, there is one copy.
    """
    needed = table.needed_copies
    elsewhere = (each for each in table.copies if each.place != place)
    others = tuple(each for each in elsewhere if each.user != user or each in needed)
    return changed(table, silent=True, copies=(*others, Copy(place, user, language)))


def ask_to_show(table: Table, viewing: Viewing, *, silent: bool = False) -> Step:
    """Ask the players whether the table may be shown in a further place."""
    return changed(table, silent=silent, viewing=viewing)


def show(table: Table, copy: Copy) -> Step:
    """Show the table in a further place, as all players have allowed, unless it is there already.

    It is shown there as long as the player of the copy has a seat.
    """
    known = copy.place in table.shown_in
    copies = table.copies if known else (*table.copies, copy)
    return changed(table, silent=True, copies=copies, viewing=None)


def end_copies(table: Table, place: Place) -> Step:
    """Show the table no longer in `place`, which isn't its home."""
    left = tuple(each for each in table.copies if each.place != place)
    return changed(table, silent=True, copies=left)


def ask(table: Table, wish: Wish, seat: int, now: float, *, silent: bool = False) -> Step:
    """Post an offer to the opponents, instead of an open one; the clock goes on."""
    asking = Asking(wish, seat, table.revision + 1, at=int(now))
    return changed(table, silent=silent, asking=asking, refused=table.refused_now)


def unask(table: Table, asking: Asking, declined: int | None = None) -> Step:
    """Remove an offer that the seat `declined` has declined, or that its maker has taken back."""
    refused = table.refused_with(asking)
    after = _with_offer(table, asking, None)
    return changed(after, silent=True, declined=declined, refused=refused)


def agree(table: Table, asking: Asking, seat: int) -> Step:
    """Note that `seat` agrees to an offer that others are yet to answer."""
    after = replace(asking, agreed=(*asking.agreed, seat))
    return changed(_with_offer(table, asking, after), silent=True)


def _with_offer(table: Table, old: Asking, new: Asking | None) -> Table:
    """Return the table with what has become of an open offer."""
    if table.viewing is None or table.viewing.asking != old:
        return replace(table, asking=new)
    viewing = None if new is None else replace(table.viewing, asking=new)
    return replace(table, viewing=viewing)


def pause(table: Table, now: float) -> Step:
    """Stop the clock, as the players have agreed."""
    refused = _without(table.refused, Wish.PAUSE, Wish.RESUME)
    return changed(table, asking=None, refused=refused, clock=_running(table).paused(now))


def resume(table: Table, now: float, *, spares: bool = False) -> Step:
    """Start the clock again after a pause. Reminders start again, too.

    A computer that took over the seat to move during the pause takes its turn now. If the player to
    move hasn't agreed, it `spares` them: they have at least the time that a turn brings.
    """
    clock = _running(table).resumed(now)
    if spares:
        clock = clock.replenished()
    calls = replace(table.calls, last=int(now))
    refused = _without(table.refused, Wish.PAUSE, Wish.RESUME)
    step = changed(table, clock=clock, calls=calls, asking=None, refused=refused)
    return thinking(replace(step, spares=spares), clock.seat, now)


def _without(refused: tuple[Refused, ...], *wishes: Wish) -> tuple[Refused, ...]:
    """Return the refused offers of other kinds, because one of these has been granted."""
    return tuple(each for each in refused if each.wish not in wishes)


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
    granted = table.asking is not None and table.asking.wish is Wish.EXTEND
    return changed(
        table,
        clock=clock,
        absence=gone,
        calls=calls,
        asking=None if granted else table.asking,
        refused=_without(table.refused, Wish.EXTEND),
    )


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


def take_back(table: Table, taken: Taken, now: float, *, granted: bool = False) -> Step:
    """Take back a move, with everything after it.

    Within its own turn, the clock goes on as if nothing had happened. If the other sides have
    `granted` it, the player has at least the time that a turn brings. Players who have taken over a
    seat since that move keep it.
    """
    running, spares = table.clock or table.resting, granted and not taken.within_turn
    if running is not None and not taken.within_turn:
        returned = running.granted if granted else running.returned
        running = returned(taken.seat, now, taken.turns)
    step = changed(
        table,
        taken.entries,
        position=taken.position,
        before=taken.position,
        story=(),
        lying=taken.lying,
        casts=sum(taken.casts),
        casts_by_seat=taken.casts,
        moves=taken.moves,
        forced=taken.forced,
        former=tuple(replace(each, moves=min(each.moves, taken.moves)) for each in table.former),
        clock=None if table.clock is None else running,
        resting=None if table.resting is None else running,
        calls=table.calls if taken.within_turn else NO_CALLS,
        asking=None,
        refused=_without(table.outlasting, Wish.UNDO) if granted else table.outlasting,
        absence=None,
        undone=taken.seat,
        touched=int(now),
        idle_days=0,
    )
    return replace(step, spares=spares)


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
