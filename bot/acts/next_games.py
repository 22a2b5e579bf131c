"""The next game of a match: posted when a game ends, and begun once everyone could see it.

The id of the next table is derived from that of the ended one, and the due that creates it belongs
to the commit that ends the game. So neither a crash between two games nor two
processes at once can lose or double a game.
"""

from dataclasses import replace
from functools import partial

import structlog

from bot.acts.offers import Offers
from bot.acts.tables import Tables, settled
from bot.table import steps
from bot.table.due import BEGIN, Due
from bot.table.guest_seats import renewed_after
from bot.table.ids import TableId
from bot.table.match_text import so_far
from bot.table.next_game import (
    BEGIN_SECONDS,
    host_among,
    may_begin,
    moved_on,
    returning,
    shown_where_joined,
    unready,
)
from bot.table.ports import CorruptRecord, Operation, Verdict
from bot.table.seat_links import SeatLinks
from bot.table.seats import Person
from bot.table.step import Step, changed
from bot.table.table import Status, Table
from bot.table.turns import Hands
from bot.table.upkeep import upkeep

LOOK_SECONDS = 2
"""The first pause between two looks at a board that has not been shown yet, in seconds."""

LONGEST_LOOK = 3600
"""The longest such pause, in seconds, for a place where nothing can be shown."""

ATTEMPTS = 8
"""The maximum number of attempts to begin a game that people keep changing."""

log = structlog.get_logger()


class NextGames:
    """Handles the dues between two games of a match. Idempotent."""

    def __init__(self, tables: Tables, offers: Offers, hands: Hands) -> None:
        self._games = tables.games
        self._store = tables.store
        self._tables = tables
        self._offers = offers
        self._hands = hands

    def id_after(self, ended: TableId) -> TableId:
        """Return the id of the table that follows an ended one in its match."""
        return self._offers.table_id(_operation(ended))

    async def post(self, due: Due) -> None:
        """Post the next game of a match, unless the match is decided."""
        ended = await self._load(due.table)
        table = None if ended is None else self._following(ended)
        if ended is None or table is None:
            return
        dues = (upkeep(table), Due(table.id, BEGIN, table.created + BEGIN_SECONDS))
        create = partial(self._store.create, table, _operation(ended.id), dues)
        if await settled(create):
            log.info("match.next", table=table.id, after=ended.id)
            for place in table.shown_in:
                self._tables.show_now(table.id, place)

    async def begin(self, due: Due) -> float | None:
        """Begin a game whose time has come, or look again later."""
        for _ in range(ATTEMPTS):
            table = await self._load(due.table)
            if table is None or not table.is_next_game:
                return None
            now = self._tables.now()
            if not may_begin(table, now):
                return table.created + BEGIN_SECONDS
            if not await self.is_shown(table):
                return now + _pause(table, now)
            operation = Operation(f"begin:{table.id}")
            if await self._tables.commit(table, self._begun(table), operation) is not Verdict.STALE:
                return None
        return self._tables.now() + LOOK_SECONDS

    async def changed(self, table: Table) -> Step:
        """Return the step of a change to a game that has not begun, of which `table` is the result.

        It begins the game if nobody has to get ready any more. If its board has not been shown yet,
        it begins a little later: everyone must be able to see the fair-throw hash before a throw.
        """
        if unready(table):
            return self._waiting(table)
        if await self.is_shown(table):
            return self._begun(table)
        soon = Due(table.id, BEGIN, self._tables.now() + LOOK_SECONDS)
        waiting = self._waiting(table)
        return replace(waiting, dues=(*waiting.dues, soon))

    async def is_shown(self, table: Table) -> bool:
        """Return whether the place of a table shows it, in any revision."""
        return await self._store.shown(table.id, table.place) is not None

    def _begun(self, table: Table) -> Step:
        game = self._games.game(table.header)
        return steps.begin(replace(table, ready=()), game, self._hands, self._tables.now())

    def _waiting(self, table: Table) -> Step:
        return changed(table, silent=True, touched=int(self._tables.now()))

    def _following(self, ended: Table) -> Table | None:
        """Return the table of the next game.

        None if the match is over, or goes no further because a player's data has been deleted.
        """
        game = self._games.game(ended.header)
        match = so_far(ended, game)
        played = ended.status is Status.OVER and bool(ended.places)
        if match is None or match.is_decided or not played:
            return None
        header = match.header
        seats = moved_on(returning(ended), game, self._games.game(header))
        if any(isinstance(seat, Person) and seat.user.is_deleted for seat in seats):
            return None
        host = host_among(seats, ended.host)
        table = self._offers.new_table(
            self.id_after(ended.id),
            header,
            ended.terms,
            ended.place,
            seats,
            host,
            language=ended.language,
        )
        following = replace(
            table,
            match=match,
            follows=ended.id,
            tally=None if ended.tally is None else ended.tally.swapped,
            posted_by=ended.posted_by,
            links=SeatLinks(renewed=renewed_after(ended)),
        )
        return shown_where_joined(ended, following)

    async def _load(self, id_: TableId) -> Table | None:
        """Return the table; None if it has expired or cannot be read."""
        try:
            return await self._store.load(id_)
        except CorruptRecord:
            log.exception("table.corrupt", table=id_)  # not overwritten
            return None


def _operation(ended: TableId) -> Operation:
    """Return the operation that creates the table after an ended one."""
    return Operation(f"next:{ended}")


def _pause(table: Table, now: float) -> float:
    """Return how long to wait before the next look at a board: longer, the longer it takes."""
    return min(max(LOOK_SECONDS, (now - table.created) / 10), LONGEST_LOOK)
