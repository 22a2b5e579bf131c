"""The menu of a table: everything a player can do with it except move."""

from collections.abc import Iterator

from bot.acts import access
from bot.table.button import Button, Link, Offer, Style
from bot.table.clock import Stop
from bot.table.intents import (
    Abort,
    Ask,
    Nudge,
    Rematch,
    Resign,
    Resume,
    ShowBoard,
    ShowRecord,
    ShowSettings,
    TableRules,
    Verify,
)
from bot.table.people import Actor, Place
from bot.table.table import Status, Table, Wish
from engine.corn import commitment
from engine.text import Text


def menu(table: Table, actor: Actor, place: Place) -> tuple[Offer, ...]:
    """Return the actions that `actor` has for a table when asking in `place`."""
    return tuple(_offers(table, actor, place))


def _offers(table: Table, actor: Actor, place: Place) -> Iterator[Offer]:
    yield Button(Text("button.rules"), TableRules(table.id))
    # From another place, a game that others are watching must not be moved or rematched.
    within = table.place == place or table.is_practice
    if within and access.is_concerned(table, actor) and table.status is not Status.OVER:
        yield Button(Text("button.board"), ShowBoard(table.id))
    yield watch(table)
    yield fair(table)
    if table.position:
        yield Link(Text("button.record"), f"/g/{table.code}/record.txt", ShowRecord(table.id))
    if table.place == place:
        yield Button(Text("button.settings"), ShowSettings())
    if access.is_playing(table, actor):
        yield from _agreements(table, actor)
        ends = Abort(table.id) if not table.moves else Resign(table.id)
        key = "button.abort" if not table.moves else "button.resign"
        yield Button(Text(key), ends, Style.BAD)
    if within and is_played_out(table) and table.seat_of(actor.user) is not None:
        yield Button(Text("button.rematch"), Rematch(table.id))


def _agreements(table: Table, actor: Actor) -> Iterator[Button]:
    """Yield what the actor can wish for in a running game, as far as the table alone tells."""
    open_ = table.asking
    for wish, allowed in (
        (Wish.UNDO, table.moves > 0),
        (Wish.DRAW, not table.is_practice),
        (Wish.PAUSE, not (table.is_practice or _is_stopped(table))),
    ):
        mine = open_ is None or (open_.seat == table.seat_of(actor.user) and open_.wish is not wish)
        if allowed and mine:
            yield Button(Text(f"button.ask.{wish}"), Ask(wish, table.id))
    if access.is_paused(table, actor):
        yield Button(Text("button.resume"), Resume(table.id))
    if access.waits_for_others(table, actor) and not _is_stopped(table):
        yield Button(Text("button.nudge"), Nudge(table.id))


def _is_stopped(table: Table) -> bool:
    """Return whether the game is paused, or the player to move has run out of time or gone."""
    stopped = table.clock is not None and table.clock.stopped in (Stop.PAUSED, Stop.UP)
    return stopped or table.absence is not None


def is_played_out(table: Table) -> bool:
    """Return whether a game was played at the table and is over."""
    return table.status is Status.OVER and bool(table.position)


def watch(table: Table) -> Link:
    """Return the link to a table's watch page."""
    return Link(Text("button.watch"), f"/g/{table.code}")


def fair(table: Table) -> Link:
    """Return the link to the page that checks a table's throws, with the fair-throw hash."""
    path = f"/g/{table.code}/fair#{commitment(table.seed)}"
    return Link(Text("button.fair"), path, Verify(table.id))
