"""The places that show a table: its home, where it began, and copies in other places.

A table that concerns several people never leaves its home, so that none of them can be kept from
seeing it, or from coming back to a seat there. Its players can have it shown in other places, too.
"""

from contextlib import suppress
from dataclasses import replace

import structlog

from bot.acts import access
from bot.acts.language import language_of
from bot.acts.tables import ATTEMPTS, Tables
from bot.table import steps
from bot.table.copies import Copy
from bot.table.due import Due
from bot.table.ids import TableId, fingerprint
from bot.table.naming import name_of
from bot.table.people import Actor, Place
from bot.table.ports import Operation, Verdict
from bot.table.request import Refusal, Reply, Request
from bot.table.seats import Person
from bot.table.settings import Settings
from bot.table.step import Step, changed
from bot.table.table import Status, Table
from engine.text import Text

MAX_COPIES = 5
"""In how many places a table is shown at most, besides its home. Each step is shown in all."""

log = structlog.get_logger()


def can_show(table: Table, actor: Actor) -> bool:
    """Return whether the actor may have a table shown in another place than now."""
    try:
        must_be_showable(table, actor)
    except Refusal:
        return False
    return True


def must_be_showable(table: Table, actor: Actor) -> None:
    """Raise Refusal unless the actor may have a table shown in another place than now.

    That is for players. As long as seats are free, it is for the host, because people there can
    take them.
    """
    if table.seat_of(actor.user) is None:
        raise Refusal(Text("table.elsewhere", id=table.id))
    access.must_be_open(table)
    gathers = table.status is Status.OFFERED and not table.is_next_game
    if gathers and table.host.user != actor.user:
        raise Refusal(Text("lobby.host", name=name_of(table.host)))
    needed = table.needed_copies
    others = [copy for copy in table.copies if copy.user != actor.user or copy in needed]
    if len(others) >= MAX_COPIES:
        raise Refusal(Text("board.copies", count=MAX_COPIES))


async def show_here(tables: Tables, request: Request, id_: TableId) -> Reply:
    """Show a table in the place of the request, too. One that concerns only the actor moves there.

    A copy that the actor has in another place ends, unless players have taken their seats there.
    """
    language = await language_of(tables.store, request.actor)

    def show(table: Table) -> Step:
        must_be_showable(table, request.actor)
        if not table.is_shared:
            return steps.relocate(table, request.place, tables.now())
        return steps.copy(table, request.place, request.actor.user, language)

    return await tables.change(request, id_, show, anywhere=True)


def copy_here(table: Table, seat: int, request: Request, language: str) -> Copy:
    """Return what shows a table where a request comes from, as the player of `seat` allows.

    Raises Refusal if it is shown there, or in as many places as it can be.
    """
    if request.place in table.shown_in:
        raise Refusal(Text("watch.shown"))
    must_have_room(table)
    holder = table.seats[seat]
    assert isinstance(holder, Person)  # noqa: S101 - only people allow it
    asked_by = fingerprint(str(request.actor.user))
    return Copy(request.place, holder.user, language, asked_by)


def must_have_room(table: Table) -> None:
    """Raise Refusal if a table is shown in as many places as it can be."""
    if len(table.copies) >= MAX_COPIES:
        raise Refusal(Text("board.copies", count=MAX_COPIES))


async def end_unshown(tables: Tables, due: Due) -> None:
    """End a copy that can't be shown any more. Idempotent."""
    place = Place.read(due.what.partition(":")[2])
    for _ in range(ATTEMPTS):
        table = await tables.of_due(due)
        if table is None or table.status is Status.OVER or place not in table.shown_in[1:]:
            return
        operation = Operation(f"unshown:{table.id}:{table.revision}")
        verdict = await tables.commit(table, steps.end_copies(table, place), operation)
        if verdict is not Verdict.STALE:
            log.info("table.unshown", table=table.id)
            return
    raise TimeoutError(f"{due.table} never stood still")


async def follow(tables: Tables, old: Place, new: Place) -> None:
    """Rename a place whose id has changed: in its settings, and all tables there. Idempotent."""
    store = tables.store
    settings = await store.settings(old)
    if settings != Settings():
        await store.change_settings(new, settings)
        await store.change_settings(old, Settings())

    def renamed(table: Table) -> Step:
        access.must_be_open(table)
        home = new if table.place == old else table.place
        copies = [replace(copy, place=new) if copy.place == old else copy for copy in table.copies]
        seats = [replace(each, place=new) if each.place == old else each for each in table.joined]
        return changed(table, place=home, copies=tuple(copies), joined=tuple(seats))

    for table in await store.tables_in(old):
        host = Actor(table.host.user, table.host.name)
        request = Request(Operation(f"follow:{table.id}:{new}"), host, new)
        with suppress(Refusal):  # already over
            await tables.change(request, table.id, renamed, anywhere=True)
