"""The language of a place: in which its boards, captions and notes are."""

from bot.show.outbound import Outbound
from bot.table.people import Place
from bot.table.ports import Store
from bot.table.settings import Settings
from bot.table.table import Table


async def language_in(
    place: Place, table: Table | None, settings: Settings, outbound: Outbound, store: Store
) -> str:
    """Return the language of a place that shows a table; empty if nothing tells it.

    It is the one set for the place, else the one that the platform reports, else that of whoever
    has had the table shown there. A private reminder is in its reader's. May raise StoreDown.
    """
    if place.reader is not None:
        reader = await store.preferences(place.reader)
        return reader.speaks or reader.language or ("" if table is None else table.language)
    known = settings.language or outbound.language(place)
    if known or table is None:
        return known
    if not table.is_shared:  # it follows the person whom it concerns, who may choose another one
        for person in table.people:
            if speaks := (await store.preferences(person)).speaks:
                return speaks
    return table.language_in(place)
