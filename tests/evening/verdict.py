"""What must be true of all games of an evening."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from operator import itemgetter

from bot.acts.records import record_of
from bot.games.catalogue import Games
from bot.table.ids import TableId
from bot.table.match_text import so_far
from bot.table.table import Status, Table
from bot.texts.catalogue import catalogue
from engine import AnyGame, Over
from engine.game import Places
from engine.record import replay
from engine.verify import verify


def judged(games: Games, table: Table, entries: Sequence[str]) -> Iterator[str]:
    """Yield what is wrong with a table: it must be over, and its record must prove its throws."""
    if table.status is not Status.OVER:
        yield f"{table.id}: not over"
        return
    if not table.position:
        return
    game = games.game(table.header)
    *_, last = replay(game, entries)
    if game.write_position(last.after) != table.position:
        yield f"{table.id}: the record leads to another position"
    phase = game.phase(last.after)
    if isinstance(phase, Over) and _ranked(table, game, phase.places) != table.places:
        yield f"{table.id}: the places are not those of the record"
    say = catalogue(games.texts).voice("en")
    record = record_of(table, entries, say)
    if not verify(record, games.game).agrees:
        yield f"{table.id}: the throws don't follow from the seed"
    if record.read(record.write(games.game), games.game) != record:
        yield f"{table.id}: the record doesn't survive being written"


def _ranked(table: Table, game: AnyGame, places: Places) -> Places:
    """Return the places of a game played to its end: without teams, those who left come last."""
    left = {seat for seat in table.vacated if game.sides == game.seats}
    if len(left) == game.seats:
        return places
    order = sorted(
        (seat in left, rank, seat) for rank, group in enumerate(places) for seat in group
    )
    groups = groupby(order, key=itemgetter(0, 1))
    return tuple(tuple(seat for *_, seat in group) for _, group in groups)


def judged_matches(games: Games, tables: Mapping[TableId, Table]) -> Iterator[str]:
    """Yield what is wrong with matches: each game must follow from the one before."""
    followed: dict[TableId, TableId] = {}
    for table in tables.values():
        if table.match is None or not table.match.games:
            continue
        before = table.match.games[-1].table
        if before in followed:
            yield f"{before}: two games follow, {followed[before]} and {table.id}"
        followed[before] = table.id
        known = so_far(tables[before], games.game(tables[before].header))
        if known is None or known.games != table.match.games:
            yield f"{table.id}: another score than after the game before"
    for table in tables.values():
        match = so_far(table, games.game(table.header)) if table.places else None
        if match is not None and match.is_decided == (table.id in followed):
            yield f"{table.id}: the match goes on after its end, or stops before"
