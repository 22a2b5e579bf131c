"""Games between computers, for people to watch."""

from dataclasses import replace
from functools import partial
from typing import Final

import structlog

from bot.acts import access, levels
from bot.acts.offers import Offers, person_of
from bot.acts.tables import Tables, settled
from bot.games.catalogue import title
from bot.table import steps
from bot.table.button import Button
from bot.table.due import THINK, Due
from bot.table.ids import TableId
from bot.table.intents import Demo, ShowBoard
from bot.table.naming import name_of
from bot.table.ports import Operation
from bot.table.request import Refusal, Reply, Request
from bot.table.seats import Computer
from bot.table.step import Step
from bot.table.table import Ending, Status, Table
from bot.table.terms import Terms
from bot.table.turns import DEMO_PAUSE, Hands
from bot.table.upkeep import upkeep
from engine.text import Text

POSTING_SECONDS: Final = 30
"""How long one player can keep others in the same place from posting such a game."""

log = structlog.get_logger()


class Demos:
    """Runs games between computers, one at a time in each place."""

    def __init__(self, tables: Tables, offers: Offers, hands: Hands) -> None:
        self._games = tables.games
        self._store = tables.store
        self._tables = tables
        self._offers = offers
        self._hands = hands

    async def demo(self, request: Request, demo: Demo) -> Reply:
        """Post a game of computers, and begin it."""
        id_ = self._offers.table_id(request.operation)
        table = await self._store.load(id_)
        if table is None:
            table = await self._post(request, self._table(request, demo, id_))
        if table.status is Status.OFFERED:
            game, now = self._games.game(table.header), self._tables.now()
            step = steps.begin(table, game, self._hands, now)
            await self._tables.commit(table, step, Operation(f"begin:{id_}"))
        return Reply(table=id_)

    async def is_meant(self, request: Request, table: TableId | None) -> bool:
        """Return whether a request to end a game means a game of computers.

        If `table` is None, the actor's own games come first.
        """
        if table is not None:
            named = await self._store.load(table)
            return named is not None and named.is_demo
        here = await self._store.tables_in(request.place)
        playing = any(access.is_playing(table, request.actor) for table in here)
        return not playing and any(access.is_demo_of(table, request.actor) for table in here)

    async def stop(self, request: Request, table: TableId | None) -> Reply:
        """End a game of computers, which only the player who posted it can."""

        def stop(table: Table) -> Step:
            access.must_be_open(table)
            if not access.is_demo_of(table, request.actor):
                raise Refusal(Text("demo.stop", name=name_of(table.host)))
            return steps.end(table, Ending.STOPPED, self._tables.now())

        none = Text("pick.no-game")
        demo = await self._tables.find(request, table, access.is_demo_of, none)
        reply = await self._tables.change(request, demo.id, stop, anywhere=True)
        if demo.place == request.place:
            return reply
        return Reply((Text("table.ended", ruleset=title(demo.header)),))

    def _table(self, request: Request, demo: Demo, id_: TableId) -> Table:
        """Return the table, ready to be posted."""
        header = self._games.header(demo.options)
        levels.must_have(self._games, (header,), demo.level)
        seats = (Computer(demo.level),) * self._games.game(header).seats
        table = self._offers.new_table(id_, header, Terms(), request.place, seats)
        return replace(table, posted_by=person_of(request.actor))

    async def _post(self, request: Request, table: Table) -> Table:
        """Post the table; return it. Raises Refusal if there is one in this place already.

        Its first turn is due with it, so the game also begins if this process dies now.
        """
        access.must_allow_tables(await self._store.settings(table.place))
        lock = f"demo:{table.place}"
        if not await self._store.hold(lock, request.operation, POSTING_SECONDS):
            raise Refusal(Text("demo.running"))
        try:
            here = await self._store.tables_in(table.place)
            if running := next((each for each in here if each.is_demo), None):
                show = Button(Text("button.board"), ShowBoard(running.id))
                raise Refusal(Text("demo.running"), choices=(show,))
            dues = (upkeep(table), Due(table.id, THINK, table.created + DEMO_PAUSE))
            await settled(partial(self._store.create, table, request.operation, dues))
        finally:
            await self._store.let_go(lock, request.operation)
        log.info("table.offered", table=table.id)
        self._tables.hurry(table.id, table.place)
        return table
