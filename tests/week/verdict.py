"""What the week showed: reminders and deadlines, compared with what they should have been.

The truth about tables is the ledger; the truth about messages is what the simulators delivered. A
reminder is *decided* by the commit that calls the player, and *arrives* when the platform delivers
its message. What was decided wrongly is a fault in any case. What was decided rightly, but arrived
when it was no longer right, is a fault if it took longer than the tolerance, or longer than
`AFTER_KILL_SECONDS` if a process was killed meanwhile: another one then takes over when the lease
of the killed process expires.
"""

from collections import Counter
from collections.abc import Iterable

from bot.acts.play.move import Move
from bot.table.clock import Stop
from bot.table.table import Status, Table
from engine.record import UNDO
from tests.week.calls import judge_calls
from tests.week.evidence import Evidence, Findings, Turn, described, turn_of
from tests.week.people import HOUR
from tests.week.reminders import judge_omissions, judge_reminders, judge_standing

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
    judge_reminders(evidence, findings)
    judge_omissions(evidence, findings)
    judge_standing(evidence, findings)
    judge_calls(evidence, findings)
    _judge_deadlines(evidence, findings)
    _judge_moves(evidence, findings)
    return findings


def _judge_deadlines(evidence: Evidence, findings: Findings) -> None:
    acted: Counter[tuple[Turn, int]] = Counter()
    for commit, after in evidence.steps():
        table, deadline = commit.table, commit.table.deadline
        turn = turn_of(table)
        if deadline is None or turn is None:
            continue
        if after is None:
            if deadline + evidence.slack(deadline) < evidence.ended:
                findings.fault("deadline never acted on", *described(commit), deadline)
            continue
        if after.cause == "deadline":
            acted[turn, deadline] += 1
            late = after.at - deadline
            findings.late.append(late)
            if late < 0:
                findings.fault("deadline acted on too early", *described(after), late)
            if acted[turn, deadline] > 1:
                findings.fault("deadline acted on twice", *described(after))
        elif after.at - deadline > evidence.slack(deadline):
            findings.fault("deadline acted on late", *described(after), after.at - deadline)
        elif after.at > deadline:
            findings.noted["moved or answered between the deadline and its handling"] += 1
        if after.cause == "deadline" and late > evidence.slack(deadline):
            findings.fault("deadline acted on late", *described(after), late)
    for commit, after in evidence.steps():
        clock = commit.table.clock
        if clock is not None and clock.stopped is Stop.UP:
            findings.noted["step while the time was up"] += 1
        if after is not None and not _adds_up(commit.table, after.table):
            findings.fault(
                "time lost or made", *described(after), commit.table.clock, after.table.clock
            )


def _adds_up(before: Table, after: Table) -> bool:
    """Whether a turn that has ended has cost exactly the time that it took, if it has a bank.

    Turns that played themselves afterwards took no time, and each can have added the increment.
    """
    old, new = before.clock, after.clock
    if old is None or new is None or old.pace is None or not old.pace.has_bank:
        return True
    if old.stopped is not None or new.seat == old.seat or after.undone is not None:
        return True
    had, spent = old.left[old.seat], max(new.began - old.since, 0)
    more = range(max(after.forced - before.forced, 0) + 1)
    return new.left[old.seat] in {max(had - spent, 0) + n * old.pace.increment for n in more}


def _judge_moves(evidence: Evidence, findings: Findings) -> None:
    """Compare what players were told with the records, and these with the ledger."""
    for pressed in evidence.pressed:
        move = pressed.act
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
