"""Consent: who has to agree to an offer that is open during a game. Pure functions.

Every other side that has people must agree, so that nobody decides over the head of a third. One
person of a side speaks for it, except in a draw, which takes more than half of the people of each
side, that of the asker included. Who has taken over a seat during the game speaks for no side that
has people who began the game: those need to agree, too, even if a partner asks, because anyone can
take over a seat, an accomplice of the opponents as well. The asker's own seats are no consent,
whichever side has them, and a side isn't asked whether it wants more time. Whether the game is
shown in another chat is up to every single person.
"""

from collections.abc import Collection, Iterable, Mapping

from bot.table.asking import Asking, Wish
from bot.table.people import User
from bot.table.seats import Person
from bot.table.table import Table
from engine import AnyGame


def still_asked(game: AnyGame, table: Table, asking: Asking) -> tuple[int, ...]:
    """Return a seat of each person whose answer is still needed; empty if all sides agree."""
    if asking.wish is Wish.SHOW:
        return _everyone_else(table, asking)
    home, draw = game.side(asking.seat), asking.wish is Wish.DRAW
    gets = table.forfeit if asking.wish is Wish.EXTEND else None
    asker, *agreed = _users(table, (asking.seat, *asking.agreed))
    own = {asker} if draw else {*_people(game, table, home)}
    asked = dict[User, int]()
    for side in range(game.sides):
        people: Mapping[User, int] = _people(game, table, side)
        if side != home:
            people = {user: seat for user, seat in people.items() if user not in own}
        if gets is not None and side == game.side(gets):
            continue
        favour, began = {asker, *agreed}, _of_those_who_began(game, table, side, people)
        if draw:
            enough = _is_majority(favour, people) and _is_majority(favour, began)
        else:
            people = began
            enough = not people or not favour.isdisjoint(people)
        if not enough:
            asked |= {user: seat for user, seat in people.items() if user not in favour}
    return tuple(sorted(asked.values()))


def is_needed(game: AnyGame, table: Table, wish: Wish, seat: int) -> bool:
    """Return whether what `seat` wishes needs anybody else's consent."""
    return bool(still_asked(game, table, Asking(wish, seat, table.revision)))


def _everyone_else(table: Table, asking: Asking) -> tuple[int, ...]:
    """Return a seat of each person who hasn't made this offer, or agreed to it."""
    everyone = {
        holder.user: number
        for number, holder in reversed([*enumerate(table.seats)])
        if isinstance(holder, Person)
    }
    agreed = _users(table, (asking.seat, *asking.agreed))
    return tuple(sorted(seat for user, seat in everyone.items() if user not in agreed))


def _is_majority(favour: Collection[User], people: Mapping[User, int]) -> bool:
    """Return whether more than half of these people are in favour, or there are none."""
    return not people or 2 * len(people.keys() & set(favour)) > len(people)


def _of_those_who_began(
    game: AnyGame, table: Table, side: int, people: Mapping[User, int]
) -> Mapping[User, int]:
    """Return those of a side's people who began the game on it, or all if none of them did."""
    began = {
        holder.user
        for number, holder in enumerate(table.beginners)
        if isinstance(holder, Person) and game.side(number) == side
    }
    return {user: seat for user, seat in people.items() if user in began} or people


def _users(table: Table, seats: Iterable[int]) -> list[User]:
    """Return who has these seats; an offer ends when one of them changes hands."""
    holders = (table.seats[seat] for seat in seats)
    return [holder.user for holder in holders if isinstance(holder, Person)]


def _people(game: AnyGame, table: Table, side: int) -> dict[User, int]:
    """Return the people of a side, each with a seat of theirs there."""
    return {
        holder.user: number
        for number, holder in reversed([*enumerate(table.seats)])
        if isinstance(holder, Person) and game.side(number) == side
    }
