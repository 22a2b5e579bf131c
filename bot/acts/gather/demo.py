"""Having computers play against each other, for people to watch."""

from dataclasses import dataclass, replace
from functools import partial
from typing import Final

import structlog
from typing_extensions import override

from bot.acts import access, levels
from bot.acts.act import Act, Audience, Declaration, Who
from bot.acts.context import Context
from bot.acts.language import language_of
from bot.acts.named import button
from bot.acts.offers import person_of
from bot.acts.posting import count_posted
from bot.acts.tables import settled
from bot.commands.command import DEFAULT_LEVEL, Command
from bot.table.button import Posts
from bot.table.due import THINK, Due
from bot.table.ids import TableId
from bot.table.options import Options
from bot.table.ports import Operation
from bot.table.request import Refusal, Reply
from bot.table.seats import Computer
from bot.table.table import Status, Table
from bot.table.terms import Terms
from bot.table.turns import DEMO_PAUSE
from bot.table.upkeep import upkeep
from engine.text import Text

POSTING_SECONDS: Final = 30
"""How long one player can keep others in the same place from posting such a game."""

log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class Demo(Act):
    """Have computers of a level play against each other: one such game in each place."""

    declared = Declaration(
        "demo",
        Command("demo", takes_ruleset=True, takes_level=True),
        Audience.ACTOR,
        Posts.TABLE,
        Who.PLAYERS,
        inside=True,
    )

    level: str = DEFAULT_LEVEL
    options: Options = Options()

    @override
    async def handle(self, here: Context) -> Reply:
        id_ = here.offers.table_id(here.request.operation)
        table = await here.store.load(id_)
        if table is None:
            language = await language_of(here.store, here.actor)
            table = await self._post(here, self._table(here, id_, language))
        if table.status is Status.OFFERED:
            await here.tables.commit(table, here.offers.begun(table), Operation(f"begin:{id_}"))
        return Reply(table=id_)

    def _table(self, here: Context, id_: TableId, language: str) -> Table:
        """Return the table, ready to be posted."""
        header = here.games.header(self.options)
        levels.must_have(here.games, (header,), self.level)
        seats = (Computer(self.level),) * here.games.game(header).seats
        table = here.offers.new_table(id_, header, Terms(), here.place, seats, language=language)
        return replace(table, posted_by=person_of(here.actor))

    async def _post(self, here: Context, table: Table) -> Table:
        """Post the table; return it. Raises Refusal if there is one in this place already.

        Its first turn is due with it, so the game also begins if this process dies now.
        """
        access.must_allow_tables(await here.store.settings(table.place))
        lock, operation = f"demo:{table.place}", here.request.operation
        if not await here.store.hold(lock, operation, POSTING_SECONDS):
            raise Refusal(Text("demo.running"))
        try:
            tables = await here.store.tables_in(table.place)
            if running := next((each for each in tables if each.is_demo), None):
                show = button("button.board", "board", running.id)
                raise Refusal(Text("demo.running"), choices=(show,))
            await count_posted(here.store, table)
            dues = (upkeep(table), Due(table.id, THINK, table.created + DEMO_PAUSE))
            await settled(partial(here.store.create, table, operation, dues))
        finally:
            await here.store.let_go(lock, operation)
        log.info("table.offered", table=table.id)
        here.tables.show_now(table.id, table.place)
        return table
