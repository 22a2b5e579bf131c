"""Replacing or deleting a person's account in all of a table. Pure functions."""

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from typing import Any

from bot.table.people import Place, User
from bot.table.seats import Kept, Person
from bot.table.table import Table


def everyone_in(table: Table) -> Iterator[Person | Kept]:
    """Yield everyone whose account is stored with a table.

    That includes those who have left it or lost their seat, who posted or closed it, and who asks
    to watch it. Somebody with two accounts there is yielded as each of them.
    """
    asks = None if table.viewing is None else table.viewing.by
    left = (each.holder for each in table.former)
    lost = (each for renewed in table.links.renewed for each in renewed.before)
    for seat in (*table.seats, *left, *lost, table.posted_by, table.closed_by, asks):
        if isinstance(seat, Person | Kept):
            yield seat
        if isinstance(seat, Person) and seat.owner is not None:
            yield replace(seat, user=seat.owner, owner=None)


def names(table: Table, users: Collection[User]) -> bool:
    """Return whether a table tells the account of a person known as `users`, anywhere in it."""
    return without_name(table, users) is not table


def names_only(table: Table, users: Collection[User]) -> bool:
    """Return whether a table stores no other person's account."""
    return all(each.user in users for each in everyone_in(table))


def without_name(table: Table, users: Collection[User]) -> Table:
    """Return a table without the accounts and the name of a person known as `users`.

    They remain distinguishable from other people there. Their word stays, because the throws can't
    be verified without it. Their copies end, unless others have taken their
    seats there, and their private chat is no place any more. The
    revision stays the same. A table that doesn't name them is returned itself.
    """
    others = {each.user for each in everyone_in(table) if each.user.is_deleted}
    nobody = User.deleted(table.place.platform, len(others))
    private = {place for user in users for place in Place.named_after(user)}

    def unnamed(value: Any) -> Any:
        match value:
            case Person() if value.user in users:
                return replace(value, user=nobody, name="", hints=None)
            case Kept() if value.user in users:
                return Kept(nobody, "")
            case Person() if value.owner in users:
                return replace(value, owner=None)
        return value

    joined = tuple(each for each in table.joined if each.user not in users)
    if len(joined) < len(table.joined):
        table = replace(table, joined=joined)
    needed = table.needed_copies
    copies = tuple(copy for copy in table.copies if copy.user not in users or copy in needed)
    if len(copies) < len(table.copies):
        table = replace(table, copies=copies)
    told = table.told
    if told is not None and private & {*told.places}:
        places = tuple(place for place in told.places if place not in private)
        table = replace(table, told=replace(told, places=places))
    gone: dict[User | Place, User | Place] = {
        place: Place.deleted(place.platform) for place in private
    }
    found = _replaced(rewritten(table, unnamed), {**dict.fromkeys(users, nobody), **gone})
    if found.calls.place in gone.values():  # nobody is called there
        return replace(found, calls=replace(found.calls, place=None))
    return found


def with_account(table: Table, old: User, new: User) -> Table:
    """Return a table that names a person's account `new` wherever it has named `old`.

    Their name and word stay, and so does the revision. Reminders go to the private chat of `new`. A
    table that doesn't name `old` is returned itself.
    """
    places = zip(Place.named_after(old), Place.named_after(new), strict=False)
    return _replaced(table, {old: new, **dict(places)})


def _replaced(table: Table, others: Mapping[User | Place, User | Place]) -> Table:
    """Return a table with other accounts and places, at any depth."""

    def other(value: Any) -> Any:
        return others.get(value, value) if isinstance(value, User | Place) else value

    found: Table = rewritten(table, other)
    return found


def rewritten(value: Any, change: Callable[[Any], Any]) -> Any:
    """Return a value in which everything has been changed, at any depth; itself if nothing was.

    What future releases add to a table is searched, too.
    """
    changed = change(value)
    if changed is not value:
        return changed
    if isinstance(value, tuple):
        items = tuple(rewritten(item, change) for item in value)
        return value if all(map(_is, items, value)) else items
    if is_dataclass(value) and not isinstance(value, type):
        found = {field.name: getattr(value, field.name) for field in fields(value) if field.init}
        new = {name: rewritten(part, change) for name, part in found.items()}
        differing = {name: part for name, part in new.items() if part is not found[name]}
        return replace(value, **differing) if differing else value
    return value


def _is(one: object, other: object) -> bool:
    return one is other
