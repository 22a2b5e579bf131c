"""The accounts of one person: on several platforms, and in several browsers.

Who has linked accounts is one person with all of them: they have the same preferences, and a seat
that one account has taken is that of the others as well. A seat names the account from which its
player played last, where they are called then, and the one that took it, which gets it back once
the two aren't linked any more. Nobody else is shown which accounts belong together.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Final, Protocol

from bot.table.copies import Copy
from bot.table.forgetting import rewritten
from bot.table.lobby import came_from
from bot.table.people import Actor, Place, Platform, User
from bot.table.seats import Person
from bot.table.table import Status, Table

MOST_ACCOUNTS: Final = 8
"""How many accounts one person can link."""


@dataclass(frozen=True, slots=True)
class Account:
    """A linked account; `name` is what it was called when it was linked (`since`, Unix seconds)."""

    user: User
    name: str
    since: int


class Accounts(Protocol):
    """Storage of which accounts are linked. Methods may raise StoreDown. Writes are idempotent.

    They are kept with the preferences of the person, for as long.
    """

    async def accounts(self, user: User) -> tuple[Account, ...]:
        """Return all accounts of a person, the oldest first; none if the account isn't linked.

        The preferences of all of them are those of the first.
        """
        ...

    async def link(self, first: Account, other: Account) -> None:
        """Link an account that isn't linked to one that is the first of a person's, or alone.

        People whom either blocks are blocked by both.
        """
        ...

    async def unlink(self, user: User) -> None:
        """Take an account out of those of a person; both sides keep the preferences.

        Does nothing if it isn't linked.
        """
        ...


def seen_by(table: Table, actor: Actor) -> Table:
    """Return a table whose seats of the actor's other accounts are those of this one."""
    other = other_account(table, actor)
    return table if other is None else moved(table, other, actor.user)


def other_account(table: Table, actor: Actor) -> User | None:
    """Return the other account with which the actor takes part in a table, None if there is none.

    Someone who takes part with this account doesn't do so with another one.
    """
    if not actor.linked:
        return None
    before = (each.holder for each in table.former)
    for people in ((*table.seats, table.posted_by), before):
        users = [each.user for each in people if isinstance(each, Person)]
        if actor.user in users:
            return None
        if theirs := [user for user in users if user in actor.linked]:
            return theirs[0]
    return None


def moved(table: Table, old: User, new: User) -> Table:
    """Return a table whose seats of one account another one of the same person has."""

    def change(value: Any) -> Any:
        match value:
            case Person(user=user) if user == old:
                owner = value.owner or old
                return Person(
                    new, value.name, value.word, value.hints, None if owner == new else owner
                )
            case User() if value == old:
                return new
        return value

    changed: Table = rewritten(table, change)
    return changed


def brought(table: Table, actor: Actor, place: Place) -> Table:
    """Return a table that a browser shows, too, if a player acts there although none did before.

    On its page, people play without having it shown there first.
    """
    shown = {each.platform for each in table.shown_in}
    is_new = place.platform is Platform.WEB and Platform.WEB not in shown
    if not is_new or table.status is Status.OVER or table.seat_of(actor.user) is None:
        return table
    return replace(table, copies=(*table.copies, Copy(place, actor.user, actor.language)))


def played_at(before: Table, table: Table, actor: Actor, place: Place) -> Table:
    """Return a table after a step of an actor, who is called from now on where they have played.

    `before` is how it is stored. If they took part with another account of theirs, that one still
    does unless the table is shown where they are.
    """
    other = other_account(before, actor)
    if place not in table.shown_in:
        return table if other is None else moved(table, actor.user, other)
    stays = other is None and table.position == before.position
    if stays or table.seat_of(actor.user) is None or table.place_of(actor.user) == place:
        return table
    unnamed = any(each.unnamed for each in table.joined if each.user == actor.user)
    return came_from(table, actor.user, place, unnamed=unnamed)


def lent(table: Table, user: User) -> Iterator[tuple[User, User]]:
    """Yield which account plays from the seat of which other one, if `user` is one of the two."""
    for seat in table.seats:
        if isinstance(seat, Person) and seat.owner is not None and user in (seat.user, seat.owner):
            yield seat.user, seat.owner


def given_back(table: Table, user: User) -> Table:
    """Return a table in which an account that isn't linked any more has its own seats, no others.

    Where the account that gets a seat back can't be called, it is called where the table began.
    """
    for player, owner in {*lent(table, user)}:
        table = moved(table, player, owner)
        if table.place_of(owner).platform is not owner.platform:
            table = came_from(table, owner, table.place)
    return table
