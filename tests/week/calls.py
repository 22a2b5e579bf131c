"""Judges calls of all kinds: whom the boards mention, and how often in a turn."""

from collections import Counter

from bot.table.people import User
from bot.table.seats import Person
from bot.table.table import Status, Table
from tests.week.evidence import (
    Evidence,
    Findings,
    Turn,
    described,
    is_decision,
    is_nudge,
    turn_of,
)
from tests.week.reminders import carriers

MOST_CALLS = 3
"""How often a player may be called in a turn, including the board that begins it."""


def judge_calls(evidence: Evidence, findings: Findings) -> None:
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
                findings.fault("call of someone whom nothing waits for", *described(commit), user)
                continue
            findings.noted[f"called: {why}"] += 1
            if why != "reminder" and citizen.character.is_quiet(message.at):
                findings.noted[f"called in quiet hours by another's act: {why}"] += 1
            turn = turn_of(commit.table)
            if why in ("your turn", "reminder") and turn is not None and not is_nudge(commit):
                calls[turn] += 1
    for (table, revision), messages in carriers(evidence).items():
        commit = evidence.tables[table][revision]
        turn = turn_of(commit.table)
        private = commit.table.calls.place is not None
        if private and turn is not None and not (is_nudge(commit) or is_decision(commit)):
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
