"""Seats of guests, who have nothing but a browser: what becomes of one whose cookie is lost.

The host can make a link that gives the seat to another browser. The host may be the guest's
opponent, so the browser that had the seat before keeps the better claim: whatever the guest does
makes the link invalid, and if it has been used, the guest can take the seat back, once and for all.
Pure functions.
"""

from collections.abc import Collection, Iterator
from dataclasses import replace
from typing import Final

from bot.table.forgetting import with_account
from bot.table.people import Platform, User
from bot.table.seat_links import Renewed
from bot.table.seats import Person
from bot.table.table import Status, Table

MOST_BROWSERS: Final = 3
"""To how many other browsers a seat can be given, one after the other."""


def hosts(table: Table, user: User) -> bool:
    """Return whether a player has posted a table that is not over, and has a seat."""
    host = table.seats[table.hosted_by]
    return table.status is not Status.OVER and isinstance(host, Person) and host.user == user


def guests(table: Table) -> tuple[int, ...]:
    """Return a seat of each player but the host who has taken it in a browser."""
    first = {
        seat.user: number
        for number, seat in reversed([*enumerate(table.seats)])
        if isinstance(seat, Person) and seat.user.platform is Platform.WEB and seat.owner is None
    }
    return tuple(sorted(n for user, n in first.items() if not hosts(table, user)))


def renewed_of(table: Table, user: User) -> Renewed:
    """Return what is noted about new links to the seat of a player."""
    found = (each for each in table.links.renewed if each.user == user)
    return next(found, Renewed(user))


def open_links(table: Table) -> Iterator[Renewed]:
    """Yield the new links that give a seat now."""
    if table.status is not Status.OVER:
        for each in table.links.renewed:
            if each.revision is not None and table.seat_of(each.user) is not None:
                yield each


def lost_by(table: Table, user: User) -> Renewed | None:
    """Return what is noted about a seat that has been given from the browser of `user` to another.

    None if there is none that they can take back.
    """
    if table.status is Status.OVER or table.seat_of(user) is not None:
        return None
    for each in table.links.renewed:
        if any(b.user == user for b in each.before) and table.seat_of(each.user) is not None:
            return each
    return None


def moved(table: Table) -> tuple[int, ...]:
    """Return the seats that have been given to other browsers than those which took them."""
    found = (table.seat_of(each.user) for each in table.links.renewed if each.before)
    return tuple(sorted(seat for seat in found if seat is not None))


def can_be_taken_back(table: Table, user: User) -> bool:
    """Return whether a player has their seat by a new link, and another browser can still object.

    They play on for the guest, but don't decide how the game ends.
    """
    known = renewed_of(table, user)
    return bool(known.before) and not known.settled


def with_link(table: Table, user: User) -> Table:
    """Return a table with a new link to the seat of a guest, valid from its next revision on."""
    return _noted(table, replace(renewed_of(table, user), revision=table.revision + 1))


def without_links(table: Table, users: Collection[User]) -> Table:
    """Return a table after these accounts have done something there: new links to their seats end.

    A table without such links is returned itself.
    """
    for each in open_links(table):
        if each.user in users:
            table = _noted(table, replace(each, revision=None))
    return table


def given(table: Table, old: User, new: User) -> Table:
    """Return a table in which a guest's seat, with all that goes with it, is that of `new`."""
    known = renewed_of(table, old)
    seat = next(s for s in table.seats if isinstance(s, Person) and s.user == old)
    earlier = tuple(each for each in known.before if each.user != new)
    before = (*earlier, Person(old, seat.name))
    return _as_now(table, known, Renewed(new, before=before))


def taken_back(table: Table, user: User) -> Table:
    """Return a table in which a guest has again the seat that was given to another browser."""
    known = lost_by(table, user)
    assert known is not None  # noqa: S101 - a precondition
    earlier = known.before[: [each.user for each in known.before].index(user)]
    return _as_now(table, known, Renewed(user, before=earlier, settled=True))


def renewed_after(ended: Table) -> tuple[Renewed, ...]:
    """Return what the next game of a match keeps: who can still take a seat back, or has."""
    kept = (replace(each, revision=None) for each in ended.links.renewed)
    return tuple(each for each in kept if each != Renewed(each.user))


def _as_now(table: Table, known: Renewed, now: Renewed) -> Table:
    """Return a table in which the account of a guest is replaced, but for what is noted of it."""
    return _noted(with_account(_without(table, known.user), known.user, now.user), now)


def _noted(table: Table, now: Renewed) -> Table:
    others = _without(table, now.user)
    if now == Renewed(now.user):
        return others
    return replace(others, links=replace(others.links, renewed=(*others.links.renewed, now)))


def _without(table: Table, user: User) -> Table:
    others = tuple(each for each in table.links.renewed if each.user != user)
    return replace(table, links=replace(table.links, renewed=others))
