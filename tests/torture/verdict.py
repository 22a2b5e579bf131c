"""The verdict: an independent check of every table against the journal.

It knows nothing of the store's scripts. It rebuilds the history of each table from the commits that
fit its record, and replays the record with the engine.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from enum import StrEnum
from functools import partial

from bot.games.catalogue import Games
from bot.store import codec
from bot.store.memory import REMEMBERED_OPERATIONS
from bot.table.clock import Clock
from bot.table.invites import Invites
from bot.table.people import Platform, User
from bot.table.seats import Person
from bot.table.steps import AND
from bot.table.table import Status, Table
from engine import Choose, Corrupt
from engine.record import replay
from tests.torture.journal import Call, Final, Press, Try, Wish
from tests.week.ledger import Commit, Confirmation


class Fault(StrEnum):
    """What must not happen."""

    LOST = "lost"
    """A confirmed change that the table no longer has."""
    DOUBLED = "doubled"
    """An operation that a table has twice."""
    UNKNOWN = "unknown"
    """A revision that no process has committed."""
    OUT_OF_TURN = "out of turn"
    """A move by somebody whose turn it wasn't, or that nobody pressed."""
    DEADLINE = "deadline"
    """A deadline that was acted on early, late, twice, or not at all."""
    RECORD = "record"
    """A table that isn't what was committed, or whose record doesn't lead to its position."""
    STALE = "stale"
    """A table whose newest revision isn't shown."""
    STUCK = "stuck"
    """A game in which a computer doesn't move."""
    TWICE = "twice"
    """A place that shows a table twice."""
    GIVEN = "given"
    """A secret that gave two seats, or none although it was used up or a seat was promised."""
    CALLED = "called"
    """Somebody who was mentioned where they aren't, or twice."""
    REPEATED = "repeated"
    """A mention that was posted again, where nothing can prevent that after a crash."""
    FORGOTTEN = "forgotten"
    """A command that was delivered again, and done again, after the table had forgotten it."""


EARLY_SECONDS = 20.0
"""How much sooner than that a deadline may be acted on: a real second, of which the clock makes 20.

Processes ask for the store's time now and then, and count the seconds in between.
"""

REPEATING = (Platform.TELEGRAM,)
"""Platforms where a message is posted again if its process dies, or the store is away, too soon."""

PEOPLE = ("discord:", "telegram:", "web:")
"""How operations of people begin; those of due work begin with its kind."""


@dataclass(frozen=True, slots=True)
class Found:
    """A fault, and where."""

    fault: Fault
    text: str


@dataclass(frozen=True, slots=True)
class History:
    """The commits that made a table, by revision, and what is wrong with it."""

    steps: Mapping[int, Commit]
    found: Sequence[Found]


def history(final: Final, tries: Mapping[int, Sequence[Try]]) -> History:
    """Rebuild a table's history, and compare it with the confirmed commits."""
    table = final.table
    found: list[Found] = []
    chosen, at = _explain(final, tries)
    steps = {one.commit.table.revision: one.commit for one in chosen}
    if len(steps) < table.revision:
        revision = len(steps) + 1
        return History(steps, [Found(Fault.UNKNOWN, f"{table.id} rev {revision}: no such commit")])
    if at != len(final.record):
        more = " ".join(final.record[at:])
        found.append(Found(Fault.DOUBLED, f"{table.id}: the record has more: {more}"))
    last = steps.get(table.revision)
    if last is not None and codec.write(last.table) != codec.write(table):
        found.append(Found(Fault.RECORD, f"{table.id}: isn't what {last.operation} committed"))
    known = {commit.operation for commit in steps.values()}
    for revision, some in tries.items():
        for one in some:
            if not one.is_promised or one.commit.operation in known:
                continue
            found.append(Found(Fault.LOST, f"{table.id} rev {revision}: {one.commit.operation}"))
    found += _doubled(steps)
    return History(steps, found)


def _explain(final: Final, tries: Mapping[int, Sequence[Try]]) -> tuple[Sequence[Try], int]:
    """Choose a commit for each revision so that together they make the record, as far as possible.

    After a failover, several may have been tried for a revision. Return the commits, and how many
    entries they have.
    """
    table, best = final.table, (list[Try](), 0)
    stack: list[tuple[list[Try], int]] = [([], 0)]
    dead = set[tuple[int, int]]()
    while stack:
        chosen, at = stack.pop()
        if len(chosen) > len(best[0]) or (len(chosen) == len(best[0]) and at > best[1]):
            best = chosen, at
        if len(chosen) == table.revision and at == len(final.record):
            return chosen, at
        if len(chosen) == table.revision or (len(chosen), at) in dead:
            continue
        dead.add((len(chosen), at))
        fitting = [
            one
            for one in tries.get(len(chosen) + 1, ())
            if one.commit.table.seed == table.seed  # a table that was lost is created anew
            and final.record[at : at + len(one.commit.entries)] == one.commit.entries
        ]
        known = {one.commit.operation for one in chosen}
        fitting.sort(key=partial(_certainty, final, known))  # the last one is tried first
        stack += [([*chosen, one], at + len(one.commit.entries)) for one in fitting]
    return best


def _certainty(final: Final, known: Set[str], one: Try) -> tuple[bool, bool, int, int]:
    """Prefer what the store has at the end, what it confirmed, and then what explains more.

    What is `known` to have been done before is only repeated, if anything else fits.
    """
    order = (None, Confirmation.UNSAFE, Confirmation.REPEATED, Confirmation.APPLIED)
    table = one.commit.table
    is_last = table.revision == final.table.revision
    is_there = is_last and codec.write(table) == codec.write(final.table)
    is_new = one.commit.operation not in known
    return is_there, is_new, order.index(one.confirmation), len(one.commit.entries)


def _doubled(steps: Mapping[int, Commit]) -> Iterator[Found]:
    first: dict[str, int] = {}
    for revision, commit in steps.items():
        if (before := first.setdefault(commit.operation, revision)) != revision:
            text = f"{commit.table.id} rev {before} and {revision}: {commit.operation}"
            forgotten = revision - before > REMEMBERED_OPERATIONS and not commit.entries
            yield Found(Fault.FORGOTTEN if forgotten else Fault.DOUBLED, text)


def moves_in_turn(
    games: Games, steps: Mapping[int, Commit], presses: Mapping[str, Press]
) -> Iterator[Found]:
    """Yield moves that weren't pressed, on that board, by the person whose turn it was."""
    for revision, commit in steps.items():
        before = steps.get(revision - 1)
        if before is None or not _has_move(games, before.table, commit):
            continue
        where = f"{commit.table.id} rev {revision} by {commit.operation}"
        press = presses.get(commit.operation)
        if not commit.operation.startswith(PEOPLE):
            if holder(games, before.table) is not None:
                yield Found(Fault.OUT_OF_TURN, f"{where}: moved for a person")
        elif press is None:
            yield Found(Fault.OUT_OF_TURN, f"{where}: nobody pressed")
        elif not _was_offered(steps, press, revision):
            yield Found(Fault.OUT_OF_TURN, f"{where}: pressed on {press.move.revision}")
        elif (mover := holder(games, before.table)) is None or mover.user != press.user:
            yield Found(Fault.OUT_OF_TURN, f"{where}: {press.user} wasn't to move")
        elif commit.entries[: len(pressed := press.move.move.split(AND))] != (*pressed,):
            yield Found(Fault.OUT_OF_TURN, f"{where}: {press.move.move} was pressed")


def _was_offered(steps: Mapping[int, Commit], press: Press, revision: int) -> bool:
    """Whether a press was on a board of the position before a revision; it may be an older one."""
    seen, before = steps.get(press.move.revision), steps[revision - 1]
    same = seen is not None and seen.table.position == before.table.position
    return same and press.move.table == before.table.id and press.move.revision < revision


def _has_move(games: Games, before: Table, commit: Commit) -> bool:
    """Whether a commit begins with a move of the player to move."""
    if before.status is not Status.PLAYING or not commit.entries:
        return False
    phase = games.game(before.header).phase(games.position(before))
    if not isinstance(phase, Choose):
        return False
    written = {games.game(before.header).write_move(move) for move in phase.moves}
    return commit.entries[0] in written


def holder(games: Games, table: Table) -> Person | None:
    """Return the person to move; None for a computer."""
    phase = games.game(table.header).phase(games.position(table))
    found = table.seats[phase.seat] if isinstance(phase, Choose) else None
    return found if isinstance(found, Person) else None


def acknowledged(steps: Mapping[int, Commit], presses: Sequence[Press]) -> Iterator[Found]:
    """Yield presses whose pressers were told that they counted, but which the table hasn't."""
    known = {commit.operation for commit in steps.values()}
    for press in presses:
        if press.acknowledged and press.operation not in known:
            yield Found(Fault.LOST, f"{press.move.table} rev {press.move.revision}: {press.user}")


def deadlines(
    steps: Mapping[int, Commit],
    final: Table,
    now: float,
    grace: float,
    watched: Callable[[float, float], float] = lambda first, last: last - first,
) -> Iterator[Found]:
    """Yield deadlines that were acted on early, late, twice in a turn, or not at all by `now`.

    `grace` is how many seconds late they may be acted on, because processes die. Only those count
    in which a bot could know of the deadline: `watched` returns how many there were between two
    times.
    """
    acted: set[tuple[int, int]] = set()
    for revision, commit in sorted(steps.items()):
        before = steps.get(revision - 1)
        if before is None:
            continue
        where, deadline = f"{final.id} rev {revision}", before.table.deadline
        if deadline is not None and (late := watched(deadline, commit.at)) > grace:
            yield Found(Fault.DEADLINE, f"{where}: {late:.0f} s late")
        if commit.cause == "deadline" and before.table.clock is not None:
            if deadline is None or commit.at < deadline - EARLY_SECONDS:
                yield Found(Fault.DEADLINE, f"{where}: acted on before {deadline}")
            turn = _turn(before.table.clock)
            if turn in acted:
                yield Found(Fault.DEADLINE, f"{where}: acted on twice")
            acted.add(turn)
    if final.deadline is not None and (late := watched(final.deadline, now)) > grace:
        yield Found(Fault.DEADLINE, f"{final.id}: {late:.0f} s late")


def _turn(clock: Clock) -> tuple[int, int]:
    return clock.began, clock.given


def record(games: Games, final: Final) -> Iterator[Found]:
    """Yield if a record, replayed, doesn't lead to the stored position."""
    if not final.table.position:
        return
    game = games.game(final.table.header)
    try:
        *_, last = replay(game, final.record)
    except Corrupt as corrupt:
        yield Found(Fault.RECORD, f"{final.table.id}: {corrupt}")
        return
    if game.write_position(last.after) != final.table.position:
        yield Found(Fault.RECORD, f"{final.table.id}: leads to another position")


def shown(table: Table, board: int | None) -> Iterator[Found]:
    """Yield if a table's place doesn't show its last revision.

    `board` is the revision of the newest board in the chat: None if there is none with moves or
    with an open challenge, and perhaps 0 for a challenge.
    """
    offers, plays = (0, table.revision), (table.revision,)
    wanted = {Status.OFFERED: offers, Status.PLAYING: plays}.get(table.status, (None,))
    if board not in wanted:
        yield Found(
            Fault.STALE, f"{table.id}: shows {board}, is {table.status} at {table.revision}"
        )


def seats_given(steps: Mapping[int, Commit], wishes: Mapping[str, Wish]) -> Iterator[Found]:
    """Yield secrets with which several operations have taken seats."""
    first: dict[str, int] = {}
    for revision, commit in steps.items():
        wish = wishes.get(commit.operation)
        if wish is not None and (before := first.setdefault(wish.secret, revision)) != revision:
            yield Found(Fault.GIVEN, f"{commit.table.id} rev {before} and {revision}")


def seats_told(
    steps: Mapping[int, Commit], wishes: Iterable[Wish], invites: Invites
) -> Iterator[Found]:
    """Yield what somebody was told who wanted a seat of the table, but which isn't so.

    If they were given one, they had it. If their secret gave none any more, it had given one.
    """
    tables = [steps[revision].table for revision in sorted(steps)]
    seated = {user for table in tables for user in table.people}
    for wish in wishes:
        if wish.given and wish.user not in seated:
            yield Found(Fault.GIVEN, f"{wish.table}: {wish.user} was told of a seat")
        if wish.given is False:
            numbers = {invites.seat(table, wish.secret) for table in tables}
            if numbers - {None, *tables[-1].links.used}:
                yield Found(Fault.GIVEN, f"{wish.table}: {wish.user} was refused a free seat")


def places(steps: Mapping[int, Commit]) -> Iterator[Found]:
    """Yield revisions that are shown in a place twice."""
    for revision, commit in steps.items():
        shown_in = commit.table.shown_in
        if len({*shown_in}) < len(shown_in):
            yield Found(Fault.TWICE, f"{commit.table.id} rev {revision}: {shown_in}")


def calls(steps: Mapping[int, Commit], final: Table, called: Iterable[Call]) -> Iterator[Found]:
    """Yield calls of people in a place other than theirs, and second ones for a revision.

    A board without moves doesn't tell its revision: its call is judged by the last one.
    """
    first: dict[tuple[int, User], Call] = {}
    for call in called:
        table = steps[call.revision].table if call.revision in steps else final
        where = f"{final.id} rev {call.revision}: {call.user}"
        if table.calls_in(call.user) != call.place:
            yield Found(Fault.CALLED, f"{where} in {call.place}")
        known = first.setdefault((call.revision, call.user), call)
        if call.revision and known.message != call.message:
            again = call.place.platform in REPEATING and known.place == call.place
            fault = Fault.REPEATED if again else Fault.CALLED
            yield Found(fault, f"{where} by {known.message} and {call.message}")


def stuck(games: Games, table: Table) -> Iterator[Found]:
    """Yield if a computer is to move, which must not take long once all is quiet."""
    if table.status is Status.PLAYING and holder(games, table) is None:
        yield Found(Fault.STUCK, f"{table.id}: a computer is to move at {table.revision}")


def rolled_back(final: Table, seen: int) -> Iterator[Found]:
    """Yield if a board showed a revision that the table no longer has."""
    if seen > final.revision:
        yield Found(Fault.LOST, f"{final.id}: a board showed rev {seen}, now {final.revision}")
