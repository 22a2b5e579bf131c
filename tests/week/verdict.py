"""What the week showed: reminders and deadlines, compared with what they should have been.

The truth about tables is the ledger; the truth about messages is what the simulators delivered. A
reminder is *decided* by the commit that calls the player, and *arrives* when the platform delivers
its message. What was decided wrongly is a fault in any case. What was decided rightly, but arrived
when it was no longer right, is a fault if it took longer than the tolerance, or longer than
`AFTER_KILL_SECONDS` if a process was killed meanwhile: another one then takes over when the lease
of the killed process expires.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import takewhile

from bot.table.calls import DAYS, NUDGE_SECONDS, SHARES
from bot.table.clock import Stop
from bot.table.intents import Move
from bot.table.people import Place, User
from bot.table.seats import Person
from bot.table.table import Status, Table, TableId
from engine.record import UNDO
from tests.week.clock import FastClock
from tests.week.ledger import Commit
from tests.week.life import Citizen
from tests.week.mail import Sent
from tests.week.people import DAY, HOUR, Fate
from tests.week.towns import Pressed

AFTER_KILL_SECONDS = 12.0
"""How long what a killed process has left behind may take, in real seconds."""

MOST_CALLS = 3
"""How often a player may be called in a turn, including the board that begins it."""

Turn = tuple[TableId, int, int]
"""A player's turn: the table, the seat, and when the turn began."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """Everything that was recorded; `tolerance` is in real seconds."""

    clock: FastClock
    began: float
    ended: float
    tolerance: float
    kills: Sequence[float]
    tables: Mapping[TableId, Mapping[int, Commit]]
    citizens: Mapping[User, Citizen]
    sent: Sequence[Sent]
    pressed: Sequence[Pressed]
    records: Mapping[TableId, tuple[str, ...]]
    left: Mapping[User, float]
    """When people left or blocked, in fast time."""
    away: Mapping[User, tuple[float, float]]
    """Vacations as the store knows them."""

    def slack(self, at: float) -> float:
        """Return how long after `at` something decided then may take, in fast seconds."""
        killed = any(abs(kill - at) < AFTER_KILL_SECONDS * self.clock.speed for kill in self.kills)
        return (AFTER_KILL_SECONDS if killed else self.tolerance) * self.clock.speed


@dataclass(slots=True)
class Findings:
    """Counts of what is wrong, with examples, and figures for the report."""

    wrong: Counter[str] = field(default_factory=Counter)
    examples: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    noted: Counter[str] = field(default_factory=Counter)
    """What is not wrong, but worth knowing."""
    reminders_per_turn: Counter[int] = field(default_factory=Counter)
    calls_per_turn: Counter[int] = field(default_factory=Counter)
    hours: Counter[int] = field(default_factory=Counter)
    delays: list[float] = field(default_factory=list)
    """From the decision to the arrival of reminders, in fast seconds."""
    late: list[float] = field(default_factory=list)
    """How late deadlines were acted on, in fast seconds."""

    def fault(self, what: str, *details: object) -> None:
        """Count a fault and keep the first examples."""
        self.wrong[what] += 1
        if len(self.examples[what]) < 5:
            self.examples[what].append(" ".join(map(str, details)))


FAULTS = (
    "reminder to a player who was not to move",
    "reminder in quiet hours",
    "reminder during a vacation",
    "reminder to a player who wants none",
    "reminder to a player who has left",
    "reminder in the wrong place",
    "nudge twice in a turn and day",
    "reminder sent twice",
    "call of someone whom nothing waits for",
    "more than three calls in a turn",
    "reminder still standing after the move",
    "reminder never decided",
    "reminder never sent",
    "deadline acted on too early",
    "deadline acted on late",
    "deadline acted on twice",
    "deadline never acted on",
    "time lost or made",
    "move lost",
    "record and ledger differ",
    "unexplained step",
)
"""All faults, in the order of the report."""


def judge(evidence: Evidence) -> Findings:
    """Compare what happened with what should have happened."""
    findings = Findings()
    _judge_reminders(evidence, findings)
    _judge_omissions(evidence, findings)
    _judge_standing(evidence, findings)
    _judge_calls(evidence, findings)
    _judge_deadlines(evidence, findings)
    _judge_moves(evidence, findings)
    return findings


# reminders


def is_reminder(commit: Commit) -> bool:
    """Whether a step calls the player to move."""
    table = commit.table
    return table.status is Status.PLAYING and 0 < table.calls.revision == table.revision


def _is_nudge(commit: Commit) -> bool:
    return is_reminder(commit) and commit.cause not in ("call", "refused")


def turn_of(table: Table) -> Turn | None:
    """Return the turn that a person has at a table, None if it waits for none."""
    if table.status is not Status.PLAYING or table.clock is None:
        return None
    return table.id, table.clock.seat, table.clock.began


def waited_for(table: Table) -> User | None:
    """Return whom a table of two waits for: the person to move, or the one who is to decide."""
    if table.status is not Status.PLAYING or table.clock is None:
        return None
    seat = table.clock.seat if table.forfeit is None else 1 - table.forfeit
    holder = table.seats[seat]
    return holder.user if isinstance(holder, Person) else None


def _is_decision(commit: Commit) -> bool:
    """Whether a call asks an opponent to decide, instead of the player to move."""
    return commit.table.forfeit is not None


def _steps(evidence: Evidence) -> Iterator[tuple[Commit, Commit | None]]:
    """Yield every step with the one that follows it at the same table."""
    for steps in evidence.tables.values():
        for revision, commit in sorted(steps.items()):
            yield commit, steps.get(revision + 1)


def _judge_reminders(evidence: Evidence, findings: Findings) -> None:
    """Judge every decision to remind a player, and the messages that carried it out."""
    carried = _carriers(evidence)
    per_turn: Counter[Turn] = Counter()
    nudged: dict[Turn, float] = {}
    for commit, after in _steps(evidence):
        turn = turn_of(commit.table)
        if turn is not None:
            per_turn[turn] += 0
        if not is_reminder(commit) or turn is None:
            continue
        user = waited_for(commit.table)
        citizen = evidence.citizens.get(user) if user is not None else None
        if user is None or citizen is None:
            findings.fault("reminder to a player who was not to move", *_what(commit))
            continue
        again = commit.table.calls.refused and commit.cause == "refused"
        kind = "call to decide" if _is_decision(commit) else "reminder"
        kind = "nudge" if _is_nudge(commit) else kind
        if again:  # the same call, on the board instead
            findings.noted["private reminder refused, sent on the board instead"] += 1
        elif kind == "reminder":
            per_turn[turn] += 1
        if kind == "nudge":
            if commit.table.calls.nudged - nudged.get(turn, 0) < NUDGE_SECONDS:
                findings.fault("nudge twice in a turn and day", *_what(commit))
            nudged[turn] = commit.table.calls.nudged
        where = "private" if commit.table.calls.place is not None else "channel"
        findings.noted[f"{kind}, {where}, {user.platform}"] += 1
        _judge_decision(evidence, findings, commit, user)
        messages = carried.get((commit.table.id, commit.table.revision), [])
        _judge_arrivals(evidence, findings, commit, after, user, messages)
    findings.reminders_per_turn.update(per_turn.values())


def _judge_decision(evidence: Evidence, findings: Findings, commit: Commit, user: User) -> None:
    who, calls = evidence.citizens[user].character, commit.table.calls
    at = max(calls.last, calls.nudged)  # the clock as the process has read it
    # Between looking at the hour and deciding, the process asks the platform who is present.
    if who.is_quiet(at) and who.is_quiet(at - evidence.slack(at)):
        findings.fault("reminder in quiet hours", "decided", *_what(commit), who.name)
    elif who.is_quiet(at):
        findings.noted["reminder decided while quiet hours began"] += 1
    if _is_away(evidence, user, at):
        findings.fault("reminder during a vacation", "decided", *_what(commit), who.name)
    if who.reminders == "off":
        findings.fault("reminder to a player who wants none", *_what(commit), who.name)
    if (calls.place is not None) != who.private and (not who.private or _reachable(evidence, user)):
        findings.fault("reminder in the wrong place", *_what(commit), who.name, calls.place)
    findings.hours[who.local_hour(at)] += 1


def _judge_arrivals(
    evidence: Evidence,
    findings: Findings,
    commit: Commit,
    after: Commit | None,
    user: User,
    messages: Sequence[Sent],
) -> None:
    slack, who = evidence.slack(commit.at), evidence.citizens[user].character
    until = evidence.ended if after is None else after.at
    private = commit.table.calls.place is not None
    if not messages:
        # A step that comes soon after replaces the board before it is shown.
        departed = user in evidence.left and evidence.left[user] <= until
        unreachable = private and not _reachable(evidence, user)
        if not departed and not unreachable and until - commit.at > slack:
            findings.fault("reminder never sent", *_what(commit), who.name)
        return
    killed = evidence.slack(commit.at) > evidence.tolerance * evidence.clock.speed
    for number, message in enumerate(messages):
        arrived = message.at
        findings.delays.append(arrived - commit.at)
        if number:
            what = "reminder sent again after a kill" if killed else ""
            if what:
                findings.noted[what] += 1
            else:
                findings.fault("reminder sent twice", *_what(commit), message.id)
        if arrived - commit.at > slack:
            if who.is_quiet(arrived):
                findings.fault("reminder in quiet hours", "arrived", *_what(commit), who.name)
            if _is_away(evidence, user, arrived):
                findings.fault("reminder during a vacation", "arrived", *_what(commit), who.name)
        elif who.is_quiet(arrived) and not who.is_quiet(commit.at):
            findings.noted["reminder decided before quiet hours, arrived in them"] += 1
        if after is not None and arrived > after.at + slack:
            findings.fault("reminder to a player who was not to move", *_what(commit), who.name)
        left = evidence.left.get(user)
        if left is not None and who.fate is Fate.LEAVES and commit.at > left + slack:
            findings.fault("reminder to a player who has left", *_what(commit), who.name)


def _judge_omissions(evidence: Evidence, findings: Findings) -> None:
    """Find turns that had too few reminders, of players whom nothing keeps from being called."""
    turns: dict[Turn, list[Commit]] = defaultdict(list)
    ends: dict[Turn, float] = {}
    for commit, after in _steps(evidence):
        if (turn := turn_of(commit.table)) is not None:
            turns[turn].append(commit)
            ends[turn] = evidence.ended if after is None else after.at
    for turn, commits in turns.items():
        first, clock = commits[0], commits[0].table.clock
        user = waited_for(first.table)
        if clock is None or user is None or not _is_plain(evidence, user):
            continue
        own = list(takewhile(lambda c: is_reminder(c) and not _is_nudge(c), commits[1:]))
        end = commits[len(own) + 1].at if len(own) + 1 < len(commits) else ends[turn]
        if clock.left:
            times = [clock.given * (1 - share) for share in SHARES]
        else:
            times = [float(days * DAY) for days in DAYS]
        lasted = end - evidence.slack(end) - clock.began
        expected = sum(time < lasted for time in times)
        if len(own) < expected:
            findings.fault("reminder never decided", *_what(first), expected, round(lasted))


def _is_plain(evidence: Evidence, user: User) -> bool:
    """Whether a person gets all reminders at their time."""
    who = evidence.citizens[user].character
    stays = who.fate is Fate.STAYS and user not in evidence.away
    return stays and who.reminders == "on" and who.quiet is None


def _carriers(evidence: Evidence) -> Mapping[tuple[TableId, int], list[Sent]]:
    """Return the messages that carried out a reminder, by table and revision."""
    found: dict[tuple[TableId, int], list[Sent]] = defaultdict(list)
    private: dict[Place, list[Commit]] = defaultdict(list)
    for steps in evidence.tables.values():
        for commit in steps.values():
            if is_reminder(commit) and commit.table.calls.place is not None:
                private[commit.table.calls.place].append(commit)
    for message in evidence.sent:
        if message.place.reader is not None:
            commits = [c for c in private[message.place] if _may_carry(message, c)]
            commits.sort(key=lambda commit: commit.at, reverse=True)
            # The newest, or one shortly before it that no message has carried out yet.
            fresh = [c for c in commits if message.at - c.at <= evidence.slack(c.at)]
            free = [c for c in fresh if (c.table.id, c.table.revision) not in found]
            for commit in (free or commits)[:1]:
                found[commit.table.id, commit.table.revision].append(message)
        elif (board := message.looks[0].board) is not None:
            called = evidence.tables.get(board[0], {}).get(board[1])
            if called is not None and is_reminder(called) and called.table.calls.place is None:
                found[board].append(message)
    return found


def _may_carry(message: Sent, commit: Commit) -> bool:
    """Whether a private message can be this reminder: it names the opponents."""
    opponents = [
        seat.name
        for seat in commit.table.seats
        if isinstance(seat, Person) and seat.user != message.place.reader
    ]
    names = all(re.search(rf"\b{name}\b", message.looks[0].text) for name in opponents)
    return names and commit.at <= message.at and _is_notice(message)


def _is_notice(message: Sent) -> bool:
    """Whether a private message is a reminder: unlike answers, it has no buttons but links."""
    return not message.looks[0].intents


def _judge_standing(evidence: Evidence, findings: Findings) -> None:
    """Find reminders that still stand though the player has moved."""
    for (table, revision), messages in _carriers(evidence).items():
        steps = evidence.tables[table]
        called = steps[revision].table
        following = [c for r, c in sorted(steps.items()) if r > revision]
        moved = next((c for c in following if _is_past(called, c.table)), None)
        if moved is None or evidence.ended - moved.at < evidence.slack(moved.at):
            continue
        for message in messages:
            if message.deleted is None and not _is_replaced(message, revision):
                what = (message.place, message.id, repr(message.last.text[:60]))
                findings.fault("reminder still standing after the move", table, revision, *what)


def _is_past(called: Table, table: Table) -> bool:
    """Whether what someone was called for has been done by now."""
    return (turn_of(called), waited_for(called)) != (turn_of(table), waited_for(table))


def _is_replaced(message: Sent, revision: int) -> bool:
    """Whether a message shows something else by now, or has lost its buttons."""
    if message.place.reader is not None:
        return len(message.looks) > 1 and not message.last.links
    board = message.last.board
    return board is None or board[1] > revision or board[1] == 0


# calls of all kinds


def _judge_calls(evidence: Evidence, findings: Findings) -> None:
    """Judge everyone whom a message in a channel called, and count the calls of each turn."""
    calls: Counter[Turn] = Counter()
    for message in evidence.sent:
        board = message.looks[0].board
        commit = None if board is None else evidence.tables.get(board[0], {}).get(board[1])
        if commit is None or message.place.reader is not None:
            continue
        for user in message.called:
            citizen = evidence.citizens.get(user)
            if citizen is None:
                continue
            why = _why(commit.table, user)
            if why is None:
                findings.fault("call of someone whom nothing waits for", *_what(commit), user)
                continue
            findings.noted[f"called: {why}"] += 1
            if citizen.character.is_quiet(message.at):
                findings.noted[f"called in quiet hours by another's act: {why}"] += (
                    why != "reminder"
                )
            turn = turn_of(commit.table)
            if why in ("your turn", "reminder") and turn is not None and not _is_nudge(commit):
                calls[turn] += 1
    for (table, revision), messages in _carriers(evidence).items():
        commit = evidence.tables[table][revision]
        turn = turn_of(commit.table)
        private = commit.table.calls.place is not None
        if private and turn is not None and not (_is_nudge(commit) or _is_decision(commit)):
            calls[turn] += len(messages)
    for turn, number in calls.items():
        if number > MOST_CALLS:
            _explain(evidence, findings, turn, number)
    findings.calls_per_turn.update(calls.values())


def _explain(evidence: Evidence, findings: Findings, turn: Turn, number: int) -> None:
    """Count a turn with too many calls, unless the players' own acts called them anew."""
    causes = [
        c.cause or "act" for c in evidence.tables[turn[0]].values() if turn_of(c.table) == turn
    ]
    acts = causes.count("act") - 1 + causes.count("back") + causes.count("vacation")
    if number - max(acts, 0) > MOST_CALLS:
        findings.fault("more than three calls in a turn", *turn, number, causes)
    else:
        findings.noted["more than three calls in a turn, after acts of the players"] += 1


def _why(table: Table, user: User) -> str | None:
    """Return why a board calls someone, None if it has no reason."""
    if table.status is Status.OFFERED:
        return "challenge"
    if table.status is Status.OVER:
        return "over"
    seats = {seat.user: at for at, seat in enumerate(table.seats) if isinstance(seat, Person)}
    if user not in seats:
        return None
    if table.forfeit is not None and table.forfeit != seats[user]:
        return "to claim"
    if table.asking is not None and table.asking.seat != seats[user]:
        return "to answer"
    if table.clock is not None and table.clock.seat == seats[user]:
        return "reminder" if table.calls.revision == table.revision else "your turn"
    return None


# deadlines


def _judge_deadlines(evidence: Evidence, findings: Findings) -> None:
    acted: Counter[tuple[Turn, int]] = Counter()
    for commit, after in _steps(evidence):
        table, deadline = commit.table, commit.table.deadline
        turn = turn_of(table)
        if deadline is None or turn is None:
            continue
        if after is None:
            if deadline + evidence.slack(deadline) < evidence.ended:
                findings.fault("deadline never acted on", *_what(commit), deadline)
            continue
        if after.cause == "deadline":
            acted[turn, deadline] += 1
            late = after.at - deadline
            findings.late.append(late)
            if late < 0:
                findings.fault("deadline acted on too early", *_what(after), late)
            if acted[turn, deadline] > 1:
                findings.fault("deadline acted on twice", *_what(after))
        elif after.at - deadline > evidence.slack(deadline):
            findings.fault("deadline acted on late", *_what(after), after.at - deadline)
        elif after.at > deadline:
            findings.noted["moved or answered between the deadline and its handling"] += 1
        if after.cause == "deadline" and late > evidence.slack(deadline):
            findings.fault("deadline acted on late", *_what(after), late)
    for commit, after in _steps(evidence):
        clock = commit.table.clock
        if clock is not None and clock.stopped is Stop.UP:
            findings.noted["step while the time was up"] += 1
        if after is not None and not _adds_up(commit.table, after.table):
            findings.fault(
                "time lost or made", *_what(after), commit.table.clock, after.table.clock
            )


def _adds_up(before: Table, after: Table) -> bool:
    """Whether a turn that has ended has cost exactly the time that it took, if it has a bank."""
    old, new = before.clock, after.clock
    if old is None or new is None or old.pace is None or not old.pace.has_bank:
        return True
    if old.stopped is not None or new.seat == old.seat or after.undone is not None:
        return True
    had, spent = old.left[old.seat], max(new.began - old.since, 0)
    return new.left[old.seat] == max(had - spent, 0)


# moves


def _judge_moves(evidence: Evidence, findings: Findings) -> None:
    """Compare what players were told with the records, and these with the ledger."""
    for pressed in evidence.pressed:
        move = pressed.intent
        if not isinstance(move, Move):
            continue
        # A press on an older board of the same position counts.
        steps = sorted(evidence.tables.get(move.table, {}).items())
        later = [commit for revision, commit in steps if revision > move.revision]
        played = next((c for c in later if c.entries or c.table.status is Status.OVER), None)
        done = played is not None and move.move in played.entries
        if not pressed.answered:
            findings.noted["move not answered"] += 1
        elif done:
            findings.noted["move played"] += 1
        elif pressed.said:
            findings.noted["move refused, with a reason"] += 1
        elif played is not None and played.at <= pressed.at:
            # Telegram shows no reason if the press was acknowledged before it was refused.
            findings.noted[f"move overtaken by another step: {played.cause or 'act'}"] += 1
        else:
            findings.fault("move lost", move.table, move.revision, move.move, pressed.user)
    for table, record in evidence.records.items():
        commits = (commit for _, commit in sorted(evidence.tables[table].items()))
        entries = tuple(entry for commit in commits for entry in commit.entries)
        if entries != record:
            findings.fault("record and ledger differ", table, len(entries), len(record))
        findings.noted["undo"] += entries.count(UNDO)


def _is_away(evidence: Evidence, user: User, at: float) -> bool:
    """Whether a person is on a vacation that was already stored."""
    start, until = evidence.away.get(user, (0.0, 0.0))
    return start + evidence.slack(start) <= at < until


def _reachable(evidence: Evidence, user: User) -> bool:
    return evidence.citizens[user].character.takes_private and user not in evidence.left


def _what(commit: Commit) -> tuple[object, ...]:
    return commit.table.id, commit.table.revision, commit.cause or "act", round(commit.at)


def figures(values: Iterable[float], speed: float) -> str:
    """Return median, 99th percentile and maximum, in real seconds and in table time."""
    ordered = sorted(values)
    if not ordered:
        return "none"
    shares = (ordered[len(ordered) // 2], ordered[int(len(ordered) * 0.99)], ordered[-1])
    words = (
        f"{name} {value / speed:.2f} s ({value / HOUR:.2f} h of table time)"
        for name, value in zip(("p50", "p99", "max"), shares, strict=True)
    )
    return ", ".join(words)
