"""Judges reminders: whether they were decided rightly, and delivered once and in time."""

import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from itertools import takewhile

from bot.table.calls import DAYS, NUDGE_SECONDS, SHARES
from bot.table.ids import TableId
from bot.table.people import Place, User
from bot.table.seats import Person
from bot.table.table import Table
from tests.week.evidence import (
    Evidence,
    Findings,
    Turn,
    described,
    is_decision,
    is_nudge,
    is_reminder,
    turn_of,
    waited_for,
)
from tests.week.ledger import Commit
from tests.week.mail import Sent
from tests.week.people import DAY, Fate


def judge_reminders(evidence: Evidence, findings: Findings) -> None:
    """Judge every decision to remind a player, and the messages that carried it out."""
    carried = carriers(evidence)
    per_turn: Counter[Turn] = Counter()
    nudged: dict[Turn, float] = {}
    for commit, after in evidence.steps():
        turn = turn_of(commit.table)
        if turn is not None:
            per_turn[turn] += 0
        if not is_reminder(commit) or turn is None:
            continue
        user = waited_for(commit.table)
        citizen = evidence.citizens.get(user) if user is not None else None
        if user is None or citizen is None:
            findings.fault("reminder to a player who was not to move", *described(commit))
            continue
        again = commit.table.calls.refused and commit.cause == "refused"
        kind = "call to decide" if is_decision(commit) else "reminder"
        kind = "nudge" if is_nudge(commit) else kind
        if again:  # the same call, on the board instead
            findings.noted["private reminder refused, sent on the board instead"] += 1
        elif kind == "reminder":
            per_turn[turn] += 1
        if kind == "nudge":
            if commit.table.calls.nudged - nudged.get(turn, 0) < NUDGE_SECONDS:
                findings.fault("nudge twice in a turn and day", *described(commit))
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
        findings.fault("reminder in quiet hours", "decided", *described(commit), who.name)
    elif who.is_quiet(at):
        findings.noted["reminder decided while quiet hours began"] += 1
    if evidence.is_away(user, at):
        findings.fault("reminder during a vacation", "decided", *described(commit), who.name)
    if who.reminders == "off":
        findings.fault("reminder to a player who wants none", *described(commit), who.name)
    private = calls.place is not None
    if private != who.private and (private or evidence.is_reachable(user)):
        findings.fault("reminder in the wrong place", *described(commit), who.name, calls.place)
    findings.hours[who.local_hour(at)] += 1


def _judge_arrivals(
    evidence: Evidence,
    findings: Findings,
    commit: Commit,
    after: Commit | None,
    user: User,
    messages: Sequence[Sent],
) -> None:
    """Judge the messages that carried out a decision; `after` is the table's next step."""
    slack, usual = evidence.slack(commit.at), evidence.tolerance * evidence.clock.speed
    if not messages:
        # A step that comes soon after replaces the board before it is shown.
        until = evidence.ended if after is None else after.at
        departed = user in evidence.left and evidence.left[user] <= until
        unreachable = commit.table.calls.place is not None and not evidence.is_reachable(user)
        if not departed and not unreachable and until - commit.at > slack:
            findings.fault("reminder never sent", *described(commit), user)
    for number, message in enumerate(messages):
        findings.delays.append(message.at - commit.at)
        if number and slack > usual:
            findings.noted["reminder sent again after a kill"] += 1
        elif number:
            findings.fault("reminder sent twice", *described(commit), message.id)
        _judge_arrival(evidence, findings, commit, user, message)
        if after is not None and message.at > after.at + slack:
            findings.fault("reminder to a player who was not to move", *described(commit), user)


def _judge_arrival(
    evidence: Evidence, findings: Findings, commit: Commit, user: User, message: Sent
) -> None:
    """Judge when a reminder arrived, and whether the player was still there."""
    slack, who = evidence.slack(commit.at), evidence.citizens[user].character
    if message.at - commit.at > slack:
        if who.is_quiet(message.at):
            findings.fault("reminder in quiet hours", "arrived", *described(commit), user)
        if evidence.is_away(user, message.at):
            findings.fault("reminder during a vacation", "arrived", *described(commit), user)
    elif who.is_quiet(message.at) and not who.is_quiet(commit.at):
        findings.noted["reminder decided before quiet hours, arrived in them"] += 1
    left = evidence.left.get(user)
    if left is not None and who.fate is Fate.LEAVES and commit.at > left + slack:
        findings.fault("reminder to a player who has left", *described(commit), user)


def judge_omissions(evidence: Evidence, findings: Findings) -> None:
    """Find turns that had too few reminders, of players whom nothing keeps from being called."""
    turns: dict[Turn, list[Commit]] = defaultdict(list)
    ends: dict[Turn, float] = {}
    for commit, after in evidence.steps():
        if (turn := turn_of(commit.table)) is not None:
            turns[turn].append(commit)
            ends[turn] = evidence.ended if after is None else after.at
    for turn, commits in turns.items():
        first, clock = commits[0], commits[0].table.clock
        user = waited_for(first.table)
        if clock is None or user is None or not _is_plain(evidence, user):
            continue
        own = list(takewhile(lambda c: is_reminder(c) and not is_nudge(c), commits[1:]))
        end = commits[len(own) + 1].at if len(own) + 1 < len(commits) else ends[turn]
        if clock.left:
            times = [clock.given * (1 - share) for share in SHARES]
        else:
            times = [float(days * DAY) for days in DAYS]
        lasted = end - evidence.slack(end) - clock.began
        expected = sum(time < lasted for time in times)
        if len(own) < expected:
            findings.fault("reminder never decided", *described(first), expected, round(lasted))


def _is_plain(evidence: Evidence, user: User) -> bool:
    """Whether a person gets all reminders at their time."""
    who = evidence.citizens[user].character
    stays = who.fate is Fate.STAYS and user not in evidence.away
    return stays and who.reminders == "on" and who.quiet is None


def judge_standing(evidence: Evidence, findings: Findings) -> None:
    """Find reminders that still stand though the player has moved."""
    for (table, revision), messages in carriers(evidence).items():
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


def carriers(evidence: Evidence) -> Mapping[tuple[TableId, int], list[Sent]]:
    """Return the messages that carried out a reminder, by table and revision."""
    found: dict[tuple[TableId, int], list[Sent]] = defaultdict(list)
    private: dict[Place, list[Commit]] = defaultdict(list)
    for commit, _ in evidence.steps():
        for place in _private_places(commit):
            private[place].append(commit)
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
    return {
        (table, revision): messages
        for (table, revision), messages in found.items()
        if is_reminder(evidence.tables[table][revision])
    }


def _private_places(commit: Commit) -> tuple[Place, ...]:
    """Return where a step writes in private: to the player to move, or that the game is over."""
    table = commit.table
    if is_reminder(commit):
        return () if table.calls.place is None else (table.calls.place,)
    told = table.told
    return told.places if told is not None and told.revision == table.revision else ()


def _may_carry(message: Sent, commit: Commit) -> bool:
    """Whether a private message can be of this step: it names the opponents."""
    opponents = [
        seat.name
        for seat in commit.table.seats
        if isinstance(seat, Person) and seat.user != message.place.reader
    ]
    names = all(re.search(rf"\b{name}\b", message.looks[0].text) for name in opponents)
    return names and commit.at <= message.at and _is_notice(message)


def _is_notice(message: Sent) -> bool:
    """Whether a private message is a notice: unlike answers, it has no buttons but links."""
    return not message.looks[0].acts
