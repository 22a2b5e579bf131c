"""Who may change what: tables, records, settings of places and preferences of people."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from bot.store.memory import MemoryStore
from bot.table.ids import TableId
from bot.table.people import Place, User
from bot.table.preferences import Preferences
from bot.table.seats import Kept, Person, Seat
from bot.table.settings import Settings
from bot.table.table import Status, Table
from engine import Choose
from tests.fuzz.way import Effect
from tests.fuzz.words import GAMES


@dataclass(frozen=True, slots=True)
class Owned:
    """Everything that belongs to someone, as it is at one moment."""

    tables: Mapping[TableId, Table]
    records: Mapping[TableId, Sequence[str]]
    settings: Mapping[Place, Settings]
    preferences: Mapping[User, Preferences]

    @classmethod
    async def of(
        cls, store: MemoryStore, places: Iterable[Place], people: Iterable[User]
    ) -> "Owned":
        """Return what is in a store."""
        tables = {table.id: table for table in store.tables}
        return cls(
            tables,
            {id_: await store.record(id_) for id_ in tables},
            {place: await store.settings(place) for place in places},
            {user: await store.preferences(user) for user in people},
        )


def judge(before: Owned, after: Owned, actors: Collection[User]) -> None:
    """Raise Effect unless these people, none of whom moderates, had a right to every change."""
    _claim(after.settings == before.settings, "somebody has changed a place's settings")
    for user, old in before.preferences.items():
        new = replace(after.preferences[user], played=old.played)  # noted as their games begin
        _claim(user in actors or new == old, f"somebody else has changed preferences of {user}")
    for id_, table in before.tables.items():
        record, grown = before.records[id_], after.records.get(id_, ())
        _claim(tuple(grown[: len(record)]) == tuple(record), "a record has been rewritten")
        now = after.tables.get(id_)
        _claim(now is not None, "a table is gone")
        if now is not None and now != table:
            _judge_table(table, now, actors, grown[len(record) :])


def _claim(holds: bool, otherwise: str) -> None:
    if not holds:
        raise Effect(otherwise)


def _judge_table(
    before: Table, after: Table, actors: Collection[User], entries: Sequence[str]
) -> None:
    _claim(before.is_practice or before.place == after.place, "a game of several has moved")
    _judge_copies(before, after, actors)
    hosts = before.host.user in actors
    mine = any(before.seat_of(actor) is not None for actor in actors)
    if before.status is Status.OFFERED:
        asked = any(isinstance(seat, Kept) and seat.user in actors for seat in before.seats)
        _claim(hosts or after.host.user == before.host.user, "a lobby has another host")
        _claim(hosts or after.header == before.header, "a lobby has another game")
        may_close = hosts or mine or asked
        _claim(may_close or after.status is not Status.OVER, "a lobby has been closed")
        for old, new in zip(before.seats, after.seats, strict=False):
            _claim(hosts or _may_move(old, new, actors), "somebody else has lost a seat")
        return
    if not mine:
        same = (after.position, after.status) == (before.position, before.status)
        _claim(same and not entries, "a stranger has changed a game")
        vacated = [*before.vacated] if before.status is Status.PLAYING else []
        for number, (old, new) in enumerate(zip(before.seats, after.seats, strict=True)):
            _claim(new == old or number in vacated, "a stranger has taken a seat in a game")
        return
    game = GAMES.game(before.header)
    phase: Any = game.phase(GAMES.position(before))
    if entries and isinstance(phase, Choose):
        moves = {game.write_move(move) for move in phase.moves}
        theirs = any(before.seat_of(actor) == phase.seat for actor in actors)
        _claim(theirs or entries[0] not in moves, "somebody has moved out of turn")


def _judge_copies(before: Table, after: Table, actors: Collection[User]) -> None:
    """Raise Effect unless these people had a right to show the table elsewhere, or to stop that."""
    new = [copy for copy in after.copies if copy not in before.copies]
    _claim({copy.user for copy in new} <= {*actors}, "somebody shows a game for somebody else")
    _claim(
        all(after.seat_of(copy.user) is not None for copy in after.copies),
        "a game is shown for somebody who doesn't play",
    )
    ended = (copy for copy in before.copies if copy not in after.copies)
    _claim(
        before.is_practice
        or all(copy.user in actors or after.seat_of(copy.user) is None for copy in ended),
        "somebody else has ended a copy",
    )


def _may_move(old: Seat, new: Seat, actors: Collection[User]) -> bool:
    """Return whether those who aren't the host may change a seat of a lobby like this.

    What is noted about a person with a seat, such as the hints they get, may change.
    """
    if not isinstance(old, Person | Kept) or old.user in actors:
        return True
    return isinstance(new, Person | Kept) and new.user == old.user
