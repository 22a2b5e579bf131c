"""Lobbies: pure functions that seat, move and dismiss those who gather for a game.

They return the table at the same revision with other seats. `bot.table.steps.gather` makes a step
of it, or `bot.table.steps.begin` once no seat is open.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from itertools import zip_longest

from bot.table.copies import Joined
from bot.table.people import Place, User
from bot.table.seats import Computer, Free, Kept, Person, Seat, with_seat
from bot.table.table import Table
from engine import AnyGame

_FREE = Free()


class NoRoom(ValueError):  # noqa: N818 - an ordinary outcome
    """There are too few seats."""


def seats_by_side(game: AnyGame) -> tuple[tuple[int, ...], ...]:
    """Return the seats of each side, in seat order."""
    seats = range(game.seats)
    return tuple(tuple(n for n in seats if game.side(n) == side) for side in range(game.sides))


def players(table: Table, game: AnyGame) -> tuple[int, ...]:
    """Return how many people and computers have joined each side."""
    return tuple(
        sum(isinstance(table.seats[n], Person | Computer) for n in side)
        for side in seats_by_side(game)
    )


def is_open(table: Table) -> bool:
    """Return whether a seat is free or reserved, so that play can't begin."""
    return table.has_free_seat or bool(table.asked)


def next_host(table: Table) -> int | None:
    """Return the seat of the first person after the host; None if there is no other person."""
    after = range(table.hosted_by + 1, table.hosted_by + len(table.seats))
    numbers = (n % len(table.seats) for n in after)
    return next((n for n in numbers if isinstance(table.seats[n], Person)), None)


def free_seat(seats: Sequence[Seat], game: AnyGame, side: int | None = None) -> int | None:
    """Return the first free seat of a side, None if there is none.

    The default is the side with the fewest players, of those with a free seat. Reserved seats
    count as taken.
    """
    sides = seats_by_side(game) if side is None else (seats_by_side(game)[side],)
    free = [[n for n in numbers if isinstance(seats[n], Free)] for numbers in sides]
    taken = [len(numbers) - len(open_) for numbers, open_ in zip(sides, free, strict=True)]
    fewest = min((n for n, open_ in enumerate(free) if open_), key=taken.__getitem__, default=None)
    return None if fewest is None else free[fewest][0]


def seat_for(
    table: Table, game: AnyGame, users: Collection[User], side: int | None = None
) -> int | None:
    """Return the seat on a side, by default on any, for a person known as `users`.

    That is a seat reserved for them or else the first free one (`free_seat`); None if there is
    none.
    """
    numbers = range(len(table.seats)) if side is None else seats_by_side(game)[side]
    kept = (n for n in numbers if _is_kept_for(table.seats[n], users))
    return next(kept, free_seat(table.seats, game, side))


def sit(table: Table, number: int, guest: Person, users: Collection[User]) -> Table:
    """Seat a person known as `users`, who gives up their former and their reserved seats.

    A host remains the host.
    """
    mine = table.seat_of(guest.user)
    seats = [
        _FREE if n == mine or _is_kept_for(seat, users) else seat
        for n, seat in enumerate(table.seats)
    ]
    seats[number] = guest
    hosted_by = number if mine == table.hosted_by else table.hosted_by
    return replace(table, seats=tuple(seats), hosted_by=hosted_by)


def came_from(table: Table, user: User, place: Place, *, unnamed: bool = False) -> Table:
    """Note where a person takes a seat, if it isn't where the table began.

    `unnamed`: they keep their name back.
    """
    others = tuple(each for each in table.joined if each.user != user)
    here = () if place == table.place else (Joined(user, place, unnamed),)
    return replace(table, joined=(*others, *here))


def seat_computer(table: Table, number: int, level: str) -> Table:
    """Give a seat to a computer."""
    return replace(table, seats=with_seat(table.seats, number, Computer(level)))


def fill(table: Table, level: str) -> Table:
    """Give all free and reserved seats to computers."""
    computer = Computer(level)
    seats = tuple(computer if isinstance(seat, Free | Kept) else seat for seat in table.seats)
    return replace(table, seats=seats)


def free(table: Table, number: int) -> Table:
    """Free a seat. If it is the host's, the next person becomes the host.

    Raises NoRoom if there is no other person: a lobby has a host.
    """
    hosted_by = next_host(table) if number == table.hosted_by else table.hosted_by
    if hosted_by is None:
        raise NoRoom("the host is the only person")
    return replace(table, seats=with_seat(table.seats, number, _FREE), hosted_by=hosted_by)


def hand_over(table: Table, number: int) -> Table:
    """Make the person in a seat the host."""
    return replace(table, hosted_by=number)


def reserve(table: Table, game: AnyGame, people: Iterable[Kept]) -> Table:
    """Reserve a seat for each of `people`, always on the side with the fewest players.

    Raises NoRoom if there are too few free seats.
    """
    seats = table.seats
    for kept in people:
        number = free_seat(seats, game)
        if number is None:
            raise NoRoom("there are too few free seats")
        seats = with_seat(seats, number, kept)
    return replace(table, seats=seats)


def without_computers(table: Table) -> Table:
    """Free the seats of all computers."""
    seats = tuple(_FREE if isinstance(seat, Computer) else seat for seat in table.seats)
    return replace(table, seats=seats)


def withdraw_all(table: Table) -> Table:
    """Free all reserved seats."""
    seats = tuple(_FREE if isinstance(seat, Kept) else seat for seat in table.seats)
    return replace(table, seats=seats)


def deal(table: Table, game: AnyGame, order: Sequence[int]) -> Table:
    """Distribute those in the seats of `order`, which are all but the free ones, over the sides.

    They take a seat on each side in turn.
    """
    rows = zip_longest(*seats_by_side(game))
    numbers = (n for row in rows for n in row if n is not None)
    return _moved(table, game.seats, dict(zip(order, numbers, strict=False)))


def refit(table: Table, old: AnyGame, new: AnyGame) -> Table:
    """Fit those who have gathered for the game `old` into the seats of `new`.

    They keep their side and their order, as long as the side has enough seats. Raises NoRoom if
    there are too few seats.
    """
    taken = [n for n, seat in enumerate(table.seats) if not isinstance(seat, Free)]
    sides, moves = seats_by_side(new), dict[int, int]()
    for side, numbers in enumerate(sides):
        same = (n for n in taken if old.side(n) == side)
        moves.update(zip(same, numbers, strict=False))
    rest = [n for n in taken if n not in moves]
    left = [n for n in range(new.seats) if n not in moves.values()]
    if len(rest) > len(left):
        raise NoRoom(f"{len(taken)} players have gathered for {new.seats} seats")
    moves.update(zip(rest, left, strict=False))
    return _moved(table, new.seats, moves)


def _moved(table: Table, count: int, moves: dict[int, int]) -> Table:
    """Return the table with `count` seats: `moves` are the old and new seats of all who stay."""
    seats: list[Seat] = [_FREE] * count
    for old, new in moves.items():
        seats[new] = table.seats[old]
    return replace(table, seats=tuple(seats), hosted_by=moves[table.hosted_by])


def _is_kept_for(seat: Seat, users: Collection[User]) -> bool:
    return isinstance(seat, Kept) and seat.user in users
