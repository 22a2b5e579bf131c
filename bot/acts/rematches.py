"""Where the players of a finished game play again.

The id of a rematch is derived from that of the finished game, so that presses at the same moment,
also in different processes, make one rematch.
"""

from bot.acts.offers import Offers
from bot.acts.tables import Tables
from bot.table.ids import TableId
from bot.table.ports import Operation
from bot.table.table import Status, Table


async def rematch_of(ended: TableId, offers: Offers, tables: Tables) -> Table | None:
    """Return the rematch of a game, None if none has been posted, or none that was ever played."""
    posted = await tables.find(id_of_rematch(offers, ended))
    while posted is not None and is_given_up(posted):
        posted = await tables.find(id_of_rematch(offers, posted.id))
    return posted


def is_given_up(rematch: Table) -> bool:
    """Return whether a rematch has come to nothing, so that another one can be posted."""
    return rematch.status is Status.OVER and not rematch.position


def id_of_rematch(offers: Offers, table: TableId) -> TableId:
    """Return the id of the rematch after a table."""
    return offers.table_id(Operation(f"rematch:{table}"))
