"""Deleting a person's account and name from a table. Pure functions."""

from collections.abc import Collection, Iterator
from dataclasses import replace

from bot.table.people import User
from bot.table.seats import Kept, Person, Seat
from bot.table.table import Table, Told


def everyone_in(table: Table) -> Iterator[Person | Kept]:
    """Yield everyone whose account is stored with a table.

    That includes those who have left it, and who posted or closed it.
    """
    before = (each.holder for each in table.former)
    for seat in (*table.seats, *before, table.posted_by, table.closed_by):
        if isinstance(seat, Person | Kept):
            yield seat


def names(table: Table, users: Collection[User]) -> bool:
    """Return whether a table stores the account of a person known as `users`."""
    return any(each.user in users for each in everyone_in(table))


def names_only(table: Table, users: Collection[User]) -> bool:
    """Return whether a table stores no other person's account."""
    return all(each.user in users for each in everyone_in(table))


def without_name(table: Table, users: Collection[User]) -> Table:
    """Return a table without the accounts and the name of a person known as `users`.

    They remain distinguishable from other people there. Their word stays, because the throws can't
    be verified without it. Their copies end. The revision stays the same.
    """
    others = {each.user for each in everyone_in(table) if each.user.is_deleted}
    nobody = User.deleted(table.place.platform, len(others))

    def person(holder: Person) -> Person:
        return Person(nobody, "", holder.word) if holder.user in users else holder

    def seat(seat: Seat) -> Seat:
        match seat:
            case Person():
                return person(seat)
            case Kept(user) if user in users:
                return Kept(nobody, "")
        return seat

    return replace(
        table,
        seats=tuple(map(seat, table.seats)),
        former=tuple(
            replace(each, holder=person(each.holder)) if isinstance(each.holder, Person) else each
            for each in table.former
        ),
        posted_by=None if table.posted_by is None else person(table.posted_by),
        closed_by=None if table.closed_by is None else person(table.closed_by),
        copies=tuple(copy for copy in table.copies if copy.user not in users),
        told=None if table.told is None else _unaddressed(table.told, users),
    )


def _unaddressed(told: Told, users: Collection[User]) -> Told:
    """Return whom a table has told something, without the private chat of `users`."""
    places = tuple(place for place in told.places if place.reader not in users)
    return replace(told, places=places)
