"""Lists of tables, as texts for replies."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from bot.acts import access
from bot.acts.states import running
from bot.games.catalogue import title
from bot.table.ids import TableId
from bot.table.naming import as_text, name_of
from bot.table.people import Actor, Place, Platform, User
from bot.table.seats import Computer, Free, Kept, Person
from bot.table.table import SMALLEST_GAME, Status, Table
from engine.text import Text


@dataclass(frozen=True, slots=True)
class GameLine:
    """One of a person's tables as a sentence. `yours` is True if it waits for that person.

    `label` names the table on a button. `state` is the state of a running game, without a full
    stop. `urgency` orders tables: the smallest comes first. `seated`: the person has a seat.
    """

    table: TableId
    text: Text
    label: Text
    yours: bool
    state: Text | None = None
    urgency: tuple[bool, bool, int] = (True, True, 0)
    seated: bool = True


def game_line(table: Table, actor: Actor, turn: int | None, now: float) -> GameLine:
    """Describe a table's state from one person's point of view.

    `turn` is the seat that the table waits for.
    """
    line = _line(table, actor, turn, now)
    return replace(line, urgency=_urgency(table, yours=line.yours))


def _urgency(table: Table, *, yours: bool) -> tuple[bool, bool, int]:
    """Return what orders tables: theirs to act, then the soonest deadline, then the longest wait.

    If a player's time is up, that was the deadline.
    """
    clock = table.clock
    if table.forfeit is not None and clock is not None:
        return (not yours, False, clock.since)
    if table.deadline is not None:
        return (not yours, False, table.deadline)
    return (not yours, True, table.touched if clock is None else clock.began)


def _line(table: Table, actor: Actor, turn: int | None, now: float) -> GameLine:
    mine = table.seat_of(actor.user)
    if mine is None and not access.is_addressed(table, actor):
        return neutral_line(table)
    id_, label = table.id, choice_label(table, actor.user)
    here = actor.user.platform
    near = next((place for place in table.shown_in if place.platform is here), table.place)
    what: dict[str, Text | str] = {
        "id": id_,
        "place": _named(near) if near.platform is here else Text(f"place.{near.platform}"),
        "thread": near.thread if near.platform is here else "",
        "ruleset": title(table.header),
    }
    if table.is_next_game and mine is not None:
        yours = not set(table.seats_of(actor.user)) <= set(table.ready)
        return GameLine(id_, Text("games.next" if yours else "games.ready", **what), label, yours)
    if table.status is Status.OFFERED and table.is_practice:
        return GameLine(id_, Text("games.practice", **what), label, yours=True)
    if table.is_lobby:
        return _lobby_line(table, actor, what, label)
    if table.status is Status.OFFERED and mine is not None and mine != table.hosted_by:
        text = Text("games.seated", name=name_of(table.host), **what)
        return GameLine(id_, text, label, yours=False)
    if table.status is Status.OFFERED:
        yours = mine is None
        asked = tuple(as_text(name_of(kept)) for kept in table.asked)
        key = "games.asked" if yours else "games.offered" if asked else "games.open"
        name = name_of(table.host) if yours else asked
        return GameLine(id_, Text(key, name=name, **what), label, yours, seated=mine is not None)
    state, yours = running(table, table.seats_of(actor.user), turn, now)
    if len(table.seats) > SMALLEST_GAME:
        text = Text("games.team", count=len(table.seats), state=state, **what)
        return GameLine(id_, text, label, yours, state)
    others = tuple(as_text(name_of(h)) for s, h in enumerate(table.seats) if s != mine)
    text = Text("games.playing", name=others, state=state, **what)
    return GameLine(id_, text, label, yours, state)


def _named(place: Place) -> str:
    """Return what the place's own platform makes its name of."""
    return f"#{place.channel}" if place.platform is Platform.WEB else place.channel


def _lobby_line(
    table: Table, actor: Actor, what: Mapping[str, Text | str], label: Text
) -> GameLine:
    """Describe a lobby to a player who has joined it, or who has been invited."""
    if table.seat_of(actor.user) is None:
        text = Text("games.invited", name=name_of(table.host), **what)
        return GameLine(table.id, text, label, yours=True, seated=False)
    count = sum(isinstance(seat, Free | Kept) for seat in table.seats)
    if table.host.user == actor.user:
        return GameLine(table.id, Text("games.lobby", count=count, **what), label, yours=False)
    text = Text("games.joined", name=name_of(table.host), count=count, **what)
    return GameLine(table.id, text, label, yours=False)


def choice_label(table: Table, user: User) -> Text:
    """Return a button label that tells one of several tables apart, for one person."""
    if len(table.seats) > SMALLEST_GAME:
        count, ruleset = len(table.seats), title(table.header)
        return Text("choice.team", id=table.id, ruleset=ruleset, count=count)
    others = [
        seat
        for seat in table.seats
        if isinstance(seat, Computer) or (isinstance(seat, Person | Kept) and seat.user != user)
    ]
    return Text(
        "choice.game" if others else "choice.open",
        id=table.id,
        ruleset=title(table.header),
        name=tuple(as_text(name_of(holder)) for holder in others),
    )


def neutral_line(table: Table) -> GameLine:
    """Describe a table by its players, seated or invited, from a neutral point of view."""
    text = Text(
        "games.standing",
        id=table.id,
        ruleset=title(table.header),
        name=tuple(as_text(name_of(seat)) for seat in (*table.taken, *table.asked)),
    )
    return GameLine(table.id, text, Text("name.person", name=table.id), yours=False, seated=False)
