"""Tables by the code in the address of their page."""

from collections import OrderedDict
from typing import Final

from bot.on_web.answers import RequestError
from bot.table.ids import TableId
from bot.table.ports import Store
from bot.table.table import Table
from engine.text import Text

KEPT_CODES: Final = 1024
"""How many codes are cached, so that a request only costs reading the table."""


class ByCode:
    """Finds tables by their codes."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._ids: OrderedDict[str, TableId] = OrderedDict()

    async def table(self, code: str) -> Table:
        """Return the table with this code. Raises RequestError if there is none."""
        id_ = self._ids.get(code) or await self._store.by_code(code)
        table = None if id_ is None else await self._store.load(id_)
        if table is None or table.code != code:
            self._ids.pop(code, None)
            raise RequestError(Text("watch.unknown"), 404)
        self._ids[code] = table.id
        self._ids.move_to_end(code)
        if len(self._ids) > KEPT_CODES:
            self._ids.popitem(last=False)
        return table
