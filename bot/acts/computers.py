"""The computer players' turns, handled as dues."""

import asyncio
import time
from random import SystemRandom
from typing import Final, NamedTuple

import structlog

from bot.acts.tables import Tables
from bot.games.catalogue import Games
from bot.table import steps
from bot.table.due import Due
from bot.table.ids import TableId
from bot.table.ports import CorruptRecord, Operation, Verdict
from bot.table.seats import Computer
from bot.table.table import Status, Table
from bot.table.turns import Hands
from bot.work.workshop import Busy, Urgency, Work
from engine.players.registry import NEED_TABLE

TURN_ATTEMPTS: Final = 5
"""How often a turn is tried at a table that changes while the computer thinks."""

WORKER_ATTEMPTS: Final = 2
"""How often a worker process may die over a move, or time out, before a thread chooses it."""

_CHANCE: Final = SystemRandom()

log = structlog.get_logger()


class Computers:
    """Takes the turns of computer players. Idempotent: commits only to the revision it read."""

    def __init__(self, tables: Tables, hands: Hands, work: Work) -> None:
        self._games = tables.games
        self._store = tables.store
        self._tables = tables
        self._hands = hands
        self._work = work

    async def think(self, due: Due) -> None:
        """Take the current turn if it is a computer's."""
        for _ in range(TURN_ATTEMPTS):
            try:
                if await self._take_turn(due.table):
                    return
            except CorruptRecord:
                log.exception("table.corrupt", table=due.table)  # not overwritten
                return
        raise Busy  # the turn is still due

    async def _take_turn(self, id_: TableId) -> bool:
        """Take the turn.

        Returns False if the table changed meanwhile, so it may need another attempt.
        """
        table = await self._store.load(id_)
        if table is not None and table.is_demo and table.status is Status.OFFERED:
            return await self._begin(table)
        seat = None if table is None else self._tables.to_move(table)
        if table is None or seat is None:
            return True
        computer = table.seats[seat]
        if not isinstance(computer, Computer):
            return True
        began = time.perf_counter()
        move = await self._choose_move(table, computer.level)
        game, position = self._games.game(table.header), self._games.position(table)
        step = steps.play(table, game, position, seat, move, self._hands, self._tables.now())
        operation = Operation(f"think:{table.id}:{table.revision}")
        if await self._tables.commit(table, step, operation) is Verdict.STALE:
            return False
        log.info(
            "table.moved",
            table=table.id,
            rev=step.table.revision,
            seat=seat,
            level=computer.level,
            ms=round(1000 * (time.perf_counter() - began), 1),
        )
        return True

    async def _begin(self, table: Table) -> bool:
        """Begin a game of computers whose poster's process died before it could."""
        step = steps.begin(table, self._games.game(table.header), self._hands, self._tables.now())
        operation = Operation(f"begin:{table.id}")
        return await self._tables.commit(table, step, operation) is not Verdict.STALE

    async def _choose_move(self, table: Table, level: str) -> str:
        """Return the move of a level. Falls back to the weakest level, in a thread.

        A worker that dies or times out is replaced, and the move is tried again.
        """
        for _ in range(WORKER_ATTEMPTS):
            try:
                chosen = await self._work(Urgency.MOVE, choose, self._games, table, level)
            except Busy:
                log.warning("computer.failed", table=table.id, level=level)
                continue
            if chosen.level != level:
                log.warning("computer.weakened", table=table.id, level=level, played=chosen.level)
            return chosen.move
        weakest = self._games.of(table.header).levels[0]
        return (await asyncio.to_thread(choose, self._games, table, weakest)).move


class Chosen(NamedTuple):
    """A move in the game's notation, and the level that has chosen it."""

    move: str
    level: str


def choose(games: Games, table: Table, level: str) -> Chosen:
    """Return the move of a computer player of this level.

    If the level needs an exact table that has disappeared, the best one that needs none plays.
    """
    family, game = games.of(table.header), games.game(table.header)
    values = games.values(table.header) if level in NEED_TABLE else None
    if level in NEED_TABLE and values is None:
        level = [each for each in family.levels if each not in NEED_TABLE][-1]
    move = family.choose(level, game, games.position(table), _CHANCE, values)
    return Chosen(game.write_move(move), level)
