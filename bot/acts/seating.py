"""Who may join a lobby, and in which seat."""

from collections.abc import Iterable
from dataclasses import replace

from bot.acts import access
from bot.acts.offers import person_at
from bot.games.catalogue import Games
from bot.table import invites, lobby
from bot.table.copies import Copy
from bot.table.naming import names_of
from bot.table.people import Actor, User
from bot.table.request import Refusal, Request
from bot.table.seats import Person
from bot.table.table import Table
from engine.text import Text


def arrived(table: Table, request: Request) -> Table:
    """Note where the actor of a request takes a seat.

    A link that gives them the seat is used up, and shows the table where they are from now on.
    Raises Refusal if it isn't valid any more.
    """
    user, place, link = request.actor.user, request.place, request.seat_link
    if link is not None:
        if link not in invites.valid(table):
            raise Refusal(Text("seat-link.spent"))
        table = invites.used(table, link)
        if place not in table.shown_in:
            table = replace(table, copies=(*table.copies, Copy(place, user)))
    return lobby.came_from(table, user, place, unnamed=request.unnamed)


def seated(
    games: Games, table: Table, actor: Actor, side: int | None = None, word: str = ""
) -> Table:
    """Return a lobby with the actor in a seat of a side, by default of the one with fewer players.

    Raises Refusal if there is no free seat, or the actor already has one there.
    """
    game, users = games.game(table.header), access.users_of(actor)
    mine = table.seat_of(actor.user)
    if mine is not None and side in (None, game.side(mine)):
        raise Refusal(
            Text("join.same", side=games.of(table.header).side(table.header, game.side(mine)))
        )
    number = lobby.seat_for(table, game, users, side)
    if number is None:
        raise Refusal(_full(games, table, side))
    known = None if mine is None else table.seats[mine]
    before = known.word if isinstance(known, Person) else word
    return lobby.sit(table, number, person_at(table, actor, before), users)


def _full(games: Games, table: Table, side: int | None) -> Text:
    """Return why nobody else can join a side, and what to do."""
    if side is None or not table.has_free_seat:
        return Text("join.reserved", name=names_of(table.asked))
    return Text("join.full", side=games.of(table.header).side(table.header, side))


def distinct(people: Iterable[Actor], known: Iterable[User] = ()) -> tuple[Actor, ...]:
    """Return `people` without those who are `known`, and each of them once."""
    users, found = set(known), list[Actor]()
    for person in people:
        theirs = access.users_of(person)
        if users.isdisjoint(theirs):
            found.append(person)
        users.update(theirs)
    return tuple(found)
