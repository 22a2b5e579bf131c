"""The menu of a table: everything a player can do with it except move."""

from collections.abc import Iterator

from bot.acts import access
from bot.acts.aborts import why_not
from bot.acts.lobby_menu import for_anyone, for_host, players
from bot.games.catalogue import Games
from bot.table import departures
from bot.table.button import Button, Link, Offer, Style
from bot.table.clock import Stop
from bot.table.intents import (
    Abort,
    Ask,
    AskHint,
    LeaveMatch,
    MenuTopic,
    Nudge,
    Rematch,
    Resign,
    Resume,
    ShowBoard,
    ShowOdds,
    ShowRecord,
    ShowReview,
    ShowSettings,
    TableRules,
    Verify,
)
from bot.table.match_text import so_far
from bot.table.next_game import is_repeatable, returning
from bot.table.people import Actor, Place
from bot.table.seats import Person
from bot.table.table import Status, Table, Wish
from engine.corn import commitment
from engine.text import Text


def menu(
    games: Games, table: Table, actor: Actor, place: Place, topic: MenuTopic | None = None
) -> tuple[Offer, ...]:
    """Return the actions that `actor` has for a table when asking in `place`.

    With a `topic`, return those that the host of a lobby has for its players.
    """
    if topic is not None:
        return tuple(players(table, topic)) if _is_own_lobby(table, actor) else ()
    return tuple(_offers(games, table, actor, place))


def _offers(games: Games, table: Table, actor: Actor, place: Place) -> Iterator[Offer]:
    if _is_own_lobby(table, actor):
        yield from for_host(table)
    elif table.is_lobby:
        yield from for_anyone(table, actor)
    yield Button(Text("button.rules"), TableRules(table.id))
    # From another place, a game that others are watching must not be moved or rematched.
    within = table.place == place or table.is_practice
    if within and access.is_concerned(table, actor) and table.status is not Status.OVER:
        yield Button(Text("button.board"), ShowBoard(table.id))
    yield watch(table)
    yield fair(table)
    yield from _advice(games, table, actor)
    if table.position:
        yield Link(Text("button.record"), f"/g/{table.code}/record.txt", ShowRecord(table.id))
    if table.place == place:
        yield Button(Text("button.settings"), ShowSettings())
    if access.is_playing(table, actor):
        yield from _agreements(table, actor)
        yield from ways_out(games, table, actor)
    elif access.is_demo_of(table, actor):
        yield Button(Text("button.stop"), Abort(table.id), Style.BAD)
    if within and _may_rematch(games, table, actor):
        yield Button(Text("button.rematch"), Rematch(table.id))


def _is_own_lobby(table: Table, actor: Actor) -> bool:
    """Return whether the actor is the host of a lobby."""
    return table.is_lobby and access.is_host(table, actor)


def _advice(games: Games, table: Table, actor: Actor) -> Iterator[Button]:
    """Yield the advice that the actor can ask for now."""
    if is_reviewable(games, table):
        yield Button(Text("button.review"), ShowReview(table.id))
    advised = table.status is Status.PLAYING and table.allows_advice
    if advised and games.has_judge(table.header):
        if table.seat_of(actor.user) is not None:
            yield Button(Text("button.hint"), AskHint(table.id))
        yield Button(Text("button.odds"), ShowOdds(table.id))


def _agreements(table: Table, actor: Actor) -> Iterator[Button]:
    """Yield what the actor can wish for in a running game, as far as the table alone tells."""
    open_ = table.asking
    for wish, allowed in (
        (Wish.UNDO, table.moves > 0),
        (Wish.DRAW, not table.is_practice),
        (Wish.PAUSE, not (table.is_practice or _is_stopped(table))),
    ):
        mine = open_ is None or (
            open_.seat in table.seats_of(actor.user) and open_.wish is not wish
        )
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


def ways_out(games: Games, table: Table, actor: Actor) -> Iterator[Button]:
    """Yield how the actor can leave a running game: alone or for everyone, or with its match."""
    seat = table.seat_of(actor.user)
    partners = seat is not None and bool(departures.play_on(games.game(table.header), table, seat))
    abortable = why_not(table) is None
    if abortable:
        yield Button(Text("button.abort"), Abort(table.id), Style.BAD)
    if partners:
        yield Button(Text("button.give-up-seat"), Resign(table.id), Style.BAD)
    elif not abortable:
        key = "button.resign" if table.match is None else "button.resign-game"
        yield Button(Text(key), Resign(table.id), Style.BAD)
    if not abortable and table.match is not None:
        yield Button(Text("button.leave-match"), LeaveMatch(table.id), Style.BAD)


def _may_rematch(games: Games, table: Table, actor: Actor) -> bool:
    """Return whether the actor can ask for a rematch: of a game, or of a match that is over."""
    if not is_repeatable(table) or table.is_demo:
        return False
    match = so_far(table, games.game(table.header))
    if match is not None and table.places and not match.is_decided:
        return False
    return any(isinstance(seat, Person) and seat.user == actor.user for seat in returning(table))


def is_played_out(table: Table) -> bool:
    """Return whether a game was played at the table and is over."""
    return table.status is Status.OVER and bool(table.position)


def is_reviewable(games: Games, table: Table) -> bool:
    """Return whether a game can be reviewed."""
    return why_unreviewable(games, table) is None


def why_unreviewable(games: Games, table: Table) -> Text | None:
    """Return why a game can't be reviewed, None if it can."""
    if not games.has_judge(table.header):
        return Text("advice.none")
    if table.status is not Status.OVER:
        return Text("review.later")
    return None if table.moves else Text("review.unplayed")


def watch(table: Table) -> Link:
    """Return the link to a table's watch page."""
    return Link(Text("button.watch"), f"/g/{table.code}")


def fair(table: Table) -> Link:
    """Return the link to the page that checks a table's throws, with the fair-throw hash."""
    path = f"/g/{table.code}/fair#{commitment(table.seed)}"
    return Link(Text("button.fair"), path, Verify(table.id))
